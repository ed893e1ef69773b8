"""A camera that is kept going: lost and found again, black or frozen pictures said aloud."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from zlib import crc32

from device.cameras.camera import (
    Camera,
    CameraError,
    CameraLostError,
    Frame,
    Glance,
    NoMorePicturesError,
    NoPictureYetError,
    Pixels,
)
from scoring.saying import Saying, say

FIRST_RETRY_S = 0.5
LAST_RETRY_S = 15.0
BLACK_LEVEL = 6.0
BLACK_AFTER_S = 2.0
FROZEN_AFTER_S = 10.0


class Condition(Enum):
    """How the camera is."""

    CLOSED = "closed"
    READY = "ready"
    WAITING = "waiting"
    BLACK = "black"
    LOST = "lost"
    FROZEN = "frozen"


@dataclass(frozen=True)
class CameraState:
    """How the camera is, and the sentence for the page."""

    condition: Condition
    sentence: Saying

    @property
    def ready(self) -> bool:
        """Whether the table can be seen now."""
        return self.condition is Condition.READY


def retry_after_s(failures: int) -> float:
    """How long to leave a camera alone after it failed so many times in a row."""
    return min(LAST_RETRY_S, FIRST_RETRY_S * 2.0 ** min(failures - 1, 10))


class KeptCamera:
    """Wraps a camera so that its troubles become states, and so that it is found again without a restart.

    Both methods may be called from any thread; `state` is always a fresh, whole value.
    """

    def __init__(self, camera: Camera, clock: Callable[[], float] = time.monotonic) -> None:
        self.camera = camera
        self.state = CameraState(Condition.CLOSED, say("The camera is not open yet."))
        self._clock = clock
        self._lock = threading.RLock()
        self._open = False
        self._failures = 0
        self._retry_at_s = float("-inf")
        self._seen: int | None = None
        self._seen_since_s = 0.0
        self._black_since_s: float | None = None

    def glance(self) -> Glance | None:
        """The next small picture, or None while there is none; never raises."""
        with self._lock:
            try:
                self._ensure_open()
                glance = self.camera.glance()
                self._judge(glance.grey)
            except CameraError as error:
                self._note(error)
                return None
            return glance

    def still(self) -> Frame:
        """A full picture taken now; raises CameraError, with the sentence, when there is none."""
        with self._lock:
            try:
                self._ensure_open()
                frame = self.camera.still()
            except CameraError as error:
                self._note(error)
                raise
            if self.state.condition in (Condition.CLOSED, Condition.WAITING, Condition.LOST):
                self._ready()
            return frame

    def settle(self) -> None:
        """Adapt to a changed light; a camera that fails at it is lost like any other."""
        with self._lock:
            if self._open:
                try:
                    self.camera.settle()
                except CameraError as error:
                    self._note(error)

    def wait_s(self) -> float:
        """How long it makes sense to leave the camera alone before the next glance."""
        return 0.0 if self._open else max(0.0, self._retry_at_s - self._clock())

    def close(self) -> None:
        """Let go of the camera."""
        with self._lock:
            self._drop()
            self.state = CameraState(Condition.CLOSED, say("The camera is closed."))

    def _ensure_open(self) -> None:
        if self._open:
            return
        if self._clock() < self._retry_at_s:
            raise _StillLostError(self.state.sentence)
        self.camera.open()
        self._open = True
        self._black_since_s = None

    def _judge(self, grey: Pixels) -> None:
        """Notice pictures that no longer change, and pictures that show nothing."""
        now_s = self._clock()
        fingerprint = crc32(grey.tobytes())
        if fingerprint != self._seen:
            self._seen, self._seen_since_s = fingerprint, now_s
        same_for_s = now_s - self._seen_since_s
        if float(grey.mean()) <= BLACK_LEVEL:
            self._black_since_s = now_s if self._black_since_s is None else self._black_since_s
            if now_s - self._black_since_s >= BLACK_AFTER_S:
                self._failures = 0
                sentence = say("The picture is black: is the lens covered, or the light off?")
                self.state = CameraState(Condition.BLACK, sentence)
            return
        self._black_since_s = None
        if self.camera.live and same_for_s >= FROZEN_AFTER_S:
            template = "{camera} has shown the same picture for {seconds} seconds; it is started again."
            raise _FrozenError(say(template, camera=self.camera.description, seconds=round(same_for_s)))
        self._ready()

    def _ready(self) -> None:
        self._failures = 0
        self.state = CameraState(
            Condition.READY, say("{camera} sees the table.", camera=self.camera.description)
        )

    def _note(self, error: CameraError) -> None:
        if isinstance(error, _StillLostError):
            return
        if isinstance(error, NoPictureYetError | NoMorePicturesError):
            self.state = CameraState(Condition.WAITING, error.sentence)
            return
        condition = Condition.FROZEN if isinstance(error, _FrozenError) else Condition.LOST
        if isinstance(error, CameraLostError) or not self._open:
            self._drop()
            self._failures += 1
            self._retry_at_s = self._clock() + retry_after_s(self._failures)
            self.state = CameraState(condition, error.sentence)

    def _drop(self) -> None:
        # A camera that is gone cannot be closed any better than this.
        with suppress(CameraError):
            self.camera.close()
        self._open = False


class _StillLostError(CameraError):
    """The time to try again has not come yet."""


class _FrozenError(CameraLostError):
    """The same picture for too long."""
