"""A journal in an empty folder, and matches to put in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

from scoring.game import Table
from scoring.history.journal import Journal
from scoring.history.rows import insert_match
from scoring.match import Match, Played
from scoring.players import deal
from scoring.trictrac import Throw

MONDAY = 1_794_830_000.0
HOUR = 3600.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return the folder of the history."""
    return tmp_path / "home"


@pytest.fixture
def journal(home: Path) -> Iterator[Journal]:
    """Open a new journal whose clock goes on an hour at each look."""
    hours = count()
    with Journal.open(home, clock=lambda: MONDAY + HOUR * next(hours)) as opened:
        yield opened


@pytest.fixture
def played() -> Callable[..., Match]:
    """Return a function that plays a game to its end, by players who know the rules."""

    def play(game: str, players: tuple[str, ...] = ("Ann", "Bob"), seed: int = 1) -> Match:
        dealt = deal(game, players, Random(seed))
        return Match(dealt.table, tuple(Played(turn) for turn in dealt.turns()))

    return play


@pytest.fixture
def keep(journal: Journal) -> Callable[..., str]:
    """Return a function that puts a whole match in the journal at once."""
    hours = count()

    def write(match: Match, match_id: str | None = None) -> str:
        begun = MONDAY + HOUR * next(hours)
        kept_id = match_id or f"{int(begun):08x}-0000-4000-8000-000000000000"
        times = [begun + 60.0 * (number + 1) for number in range(match.version)]
        journal.write(lambda connection: insert_match(connection, kept_id, match, times, begun))
        return kept_id

    return write


@pytest.fixture
def duel() -> Callable[..., Match]:
    """Return a function that makes a finished Tric-Trac match with the covered numbers it is told."""

    def make(**covered: int) -> Match:
        table = Table("trictrac", tuple(covered), {"single_die_ends_turn": True, "stake": 1})
        throws = [
            Throw(seat, (number, 1 if number > 1 else 2), (number,))
            for seat, number in enumerate(covered.values())
        ]
        return Match(table, tuple(Played(throw) for throw in throws))

    return make
