"""The window through which everybody sees the same snapshot."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from scoring.snapshot import Snapshot


class Window:
    """Holds the latest snapshot; one thread shows, any number wait."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._changed = threading.Condition()
        self.latest = snapshot

    def show(self, **changes: Any) -> None:
        """Publish a new snapshot with some things changed."""
        with self._changed:
            self.latest = replace(self.latest, number=self.latest.number + 1, **changes)
            self._changed.notify_all()

    def wait(self, number: int, timeout_s: float) -> Snapshot:
        """Return a snapshot newer than a number, or the same one when the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self.latest.number > number, timeout_s)
            return self.latest
