"""A folder of pictures played through the referee: each is what the camera sees when NEXT is pressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.cameras.folder import FolderCamera
from device.cameras.kept import KeptCamera
from device.eye import Eye
from device.referee import Referee
from device.requests import Disturbed, Settled
from scoring.game import Table
from scoring.history.evidence import Exhibit
from scoring.match import Match, Refusal
from scoring.record import Record, score
from scoring.snapshot import Begin, Press


@dataclass
class Notebook:
    """A chronicle in memory, for a game that is only looked at."""

    matches: dict[str, Match] = field(default_factory=dict)

    @property
    def evidence(self) -> Notebook:
        """Return the album, which is this notebook too."""
        return self

    def keep(self, match_id: str, seq: int, exhibit: Exhibit) -> bool:
        """Keep nothing: the photos are in their folder already."""
        return False

    def begin(self, table: Table) -> str:
        """Open a new match and return its id."""
        match_id = str(len(self.matches) + 1)
        self.matches[match_id] = Match(table)
        return match_id

    def append(self, match_id: str, match: Match) -> int:
        """Note the newest event."""
        self.matches[match_id] = match
        return match.version

    def resume(self, match_id: str) -> Match:
        """Return a match as its events left it."""
        return self.matches[match_id]

    def running(self) -> str | None:
        """Nothing outlives a notebook."""
        return None


def replay_folder(
    folder: Path, table: Table, progress: Callable[[int, int], None] = lambda done, count: None
) -> dict[str, Any]:
    """Play a folder's pictures in name order and tell every turn's result and what was refused."""
    camera = FolderCamera(folder)
    camera.open()
    referee = Referee(Notebook(), Eye(KeptCamera(camera)))
    referee.handle(Begin(table))
    count = camera.left
    made: list[str] = []
    refused: list[dict[str, str]] = []
    for done in range(count):
        picture = camera.upcoming.name
        why = _press_next(referee)
        match = _match(referee)
        if len(match.turns) > len(made):
            made += [picture] * (len(match.turns) - len(made))
        else:
            refused.append({"picture": picture, "why": why})
        progress(done + 1, count)
    match = _match(referee)
    told = score(Record(match.table, match.turns))
    for turn, picture in zip(told["turns"], made, strict=True):
        turn["picture"] = picture
    return {**told, "refused": refused}


def _press_next(referee: Referee) -> str:
    """Let the referee see the next picture and press NEXT; return what it says when it makes no turn."""
    referee.handle(Disturbed())
    referee.handle(Settled())
    try:
        referee.handle(Press("next"))
    except Refusal as refusal:
        question = referee.latest.question
        return str(question.saying if question else refusal)
    return str(referee.latest.notice or "")


def _match(referee: Referee) -> Match:
    """Return the match that is played."""
    match = referee.latest.match
    assert match is not None
    return match
