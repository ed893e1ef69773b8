"""Live streams: one watcher of the companion wakes them all, and no more than a cap are held."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from scoring.snapshot import Companion, Snapshot

WATCH_S = 1.0


@dataclass(frozen=True)
class Moment:
    """A snapshot, and how often the pages' own affairs (phones, code) changed before it."""

    snapshot: Snapshot
    nudges: int = 0

    @property
    def key(self) -> tuple[int, int]:
        """Return what tells this moment from every other one."""
        return self.snapshot.number, self.nudges


class Streams:
    """The streams that are open, and the thread that wakes them."""

    def __init__(self, companion: Companion, cap: int) -> None:
        self._companion = companion
        self._cap = cap
        self._open = 0
        self._changed = threading.Condition()
        self._moment = Moment(companion.snapshot())
        self._closing = False
        self._watcher: threading.Thread | None = None

    @property
    def closing(self) -> bool:
        """Tell whether the streams are to end."""
        return self._closing

    def enter(self) -> bool:
        """Take a place for one more stream, if there is one."""
        with self._changed:
            if self._closing or self._open >= self._cap:
                return False
            self._open += 1
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._watch, name="streams", daemon=True)
                self._watcher.start()
            return True

    def leave(self) -> None:
        """Give a place back."""
        with self._changed:
            self._open -= 1
            self._changed.notify_all()

    def now(self) -> Moment:
        """Return this very moment."""
        snapshot = self._companion.snapshot()
        with self._changed:
            return self._take(snapshot)

    def after(self, key: tuple[int, int], timeout_s: float) -> Moment | None:
        """Wait for a moment other than the one known; None when the time is up or all is closing."""
        with self._changed:
            self._changed.wait_for(lambda: self._closing or self._moment.key != key, timeout_s)
            return self._moment if self._moment.key != key and not self._closing else None

    def nudge(self) -> None:
        """Have every page drawn again although the companion's snapshot is the same."""
        with self._changed:
            self._moment = Moment(self._moment.snapshot, self._moment.nudges + 1)
            self._changed.notify_all()

    def close(self, patience_s: float = 2.0) -> None:
        """End all streams, and wait a little until they have said so."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._open <= 0, patience_s)

    def _take(self, snapshot: Snapshot) -> Moment:
        if snapshot.number > self._moment.snapshot.number:
            self._moment = Moment(snapshot, self._moment.nudges)
            self._changed.notify_all()
        return self._moment

    def _watch(self) -> None:
        while not self._closing:
            snapshot = self._companion.wait(self._moment.snapshot.number, WATCH_S)
            with self._changed:
                self._take(snapshot)
