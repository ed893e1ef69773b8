"""A phone as the camera: photos that players send from the dashboard."""

import threading
import time
from collections.abc import Callable

from device.cameras.camera import CameraChoice, CameraError, Frame, Glance, NoPictureYetError
from device.cameras.shrink import shrunk
from scoring.saying import Saying, say
from vision.picture import PictureError, decode

MOST_BYTES = 25_000_000


def make(choice: CameraChoice) -> "PhoneCamera":
    """Build the phone camera; there is nothing to choose."""
    return PhoneCamera()


def is_there(choice: CameraChoice) -> Saying | None:
    """A phone can always send a photo."""
    return None


class PhoneCamera:
    """Holds the newest photo; each photo is taken once."""

    name = "phone"
    live = False

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._newest: Frame | None = None
        self._taken = False
        self._glances = 0

    @property
    def description(self) -> str:
        """What people call it."""
        return "a phone's photos"

    def put(self, data: bytes, name: str = "") -> Frame:
        """Take a photo file as sent; raises CameraError, with the sentence, for anything else."""
        if len(data) > MOST_BYTES:
            raise CameraError(say("The photo is too large: at most {mb} MB work.", mb=MOST_BYTES // 10**6))
        try:
            picture = decode(data).pixels
        except PictureError as error:
            raise CameraError(say("{reason}", reason=str(error))) from error
        with self._lock:
            number = self._newest.number + 1 if self._newest else 1
            self._newest, self._taken = Frame(picture, self._clock(), number, name), False
            return self._newest

    def open(self) -> None:
        """Nothing to open."""

    def glance(self) -> Glance:
        """The newest photo, small and grey."""
        frame = self._photo()
        self._glances += 1
        return Glance(shrunk(frame.picture), self._clock(), self._glances)

    def still(self) -> Frame:
        """The newest photo, once."""
        frame = self._photo()
        with self._lock:
            if self._taken and self._newest is frame:
                raise NoPictureYetError(say("Send a new photo of the table from a phone."))
            self._taken = True
        return frame

    def settle(self) -> None:
        """The phone does that itself."""

    def close(self) -> None:
        """Nothing to close."""

    def _photo(self) -> Frame:
        with self._lock:
            if self._newest is None:
                raise NoPictureYetError(say("Send a photo of the table from a phone."))
            return self._newest
