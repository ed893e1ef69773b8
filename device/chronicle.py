"""Where the referee has every event kept before anyone sees its effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from scoring.game import Table
from scoring.match import Event, Match


class Chronicle(Protocol):
    """Where events are kept; what it has acknowledged survives a pulled plug."""

    def begin(self, table: Table) -> str:
        """Open a new match and return its name."""

    def append(self, match_id: str, event: Event) -> None:
        """Put an event on disk."""

    def load(self, match_id: str) -> Match:
        """Return a match as its events left it."""

    def running(self) -> str | None:
        """Return the match that was being played last, if it is not over."""

    def keep_photo(self, match_id: str, version: int, photo: bytes, reading: Mapping[str, Any]) -> None:
        """Keep the evidence of a turn."""
