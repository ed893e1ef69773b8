"""Where the referee has every event kept before anyone sees its effect."""

from __future__ import annotations

from typing import Protocol

from scoring.game import Table
from scoring.history.evidence import Exhibit
from scoring.match import Match


class Album(Protocol):
    """Where the photos of the turns are kept."""

    def keep(self, match_id: str, seq: int, exhibit: Exhibit) -> bool:
        """Keep the evidence of an event, if there is room for it."""


class Chronicle(Protocol):
    """Where events are kept; what it has acknowledged survives a pulled plug. The journal is one."""

    @property
    def evidence(self) -> Album:
        """Return the album of this chronicle."""

    def begin(self, table: Table) -> str:
        """Open a new match and return its id."""

    def append(self, match_id: str, match: Match) -> int:
        """Put the newest event of a match on disk."""

    def resume(self, match_id: str) -> Match:
        """Make an older match the present one, and return it."""

    def running(self) -> str | None:
        """Return the match that was being played last, if it is not over."""
