"""With an eye that sees all, the judges find every turn of whole games, or ask about it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from device.hands import pieces_of
from device.judges import JUDGES
from scoring.game import STARTER
from scoring.match import Match, Played
from scoring.players import deal
from vision.formula.equation import split_tokens
from vision.reading import Piece, Reading

MOST_ASKED = 0.2
"""The share of turns that people may have to help with: a joker that could be several digits."""


def seen(match: Match) -> Reading:
    """What a perfect eye makes of the table; the grid's and the rows' origin is its own choice."""
    lying = pieces_of(match)
    pieces = tuple(Piece(one.name, 0.0, 0.0, 1.0, col=one.col + 3, row=one.row) for one in lying)
    tokens = split_tokens("".join(one.name for one in lying)) if match.table.game == "formula" else ()
    return Reading(match.table.game, pieces, tokens=tokens)


def thrown(match: Match) -> Reading:
    """What a perfect eye sees in the box after a throw: the dice, and the numbers that are left."""
    throw, before = match.turns[-1], match.results[-2].state.open if len(match.turns) > 1 else range(1, 10)
    if match.results[-1].outcome is None or len(match.turns) == 1 or match.turns[-2].seat != throw.seat:
        before = range(1, 10)
    left = [number for number in before if number not in throw.cover]
    names = [f"die {value}" for value in throw.dice] + [f"open {number}" for number in left]
    return Reading("trictrac", tuple(Piece(name, 0.0, 0.0, 1.0) for name in names))


def follow(game: str, seed: int, players: tuple[str, ...]) -> tuple[int, int]:
    """Play a game under a perfect eye; return how many turns it had, and how many were asked about."""
    dealt = deal(game, players, Random(seed))
    turns = list(dealt.turns())
    start = {**dealt.table.start, STARTER: players[turns[0].seat]}
    match = Match(replace(dealt.table, start=start))
    asked = 0
    for turn in turns:
        before, match = match, match.with_event(Played(turn))
        finding = JUDGES[game](before, thrown(match) if game == "trictrac" else seen(match), frozenset())
        if finding.kind == "unclear":
            assert (turn,) in finding.ways.values(), f"{game} {seed}: {turn} is not among {finding.ways}"
            asked += 1
        elif finding.turns != (turn,):
            # A joker may be written with its digit or without.
            assert len(finding.turns) == 1, f"{game} {seed}: {turn}, not {finding.turns}: {finding.saying}"
            assert before.with_event(Played(finding.turns[0])).state == match.state
    assert match.standing.finished
    return len(turns), asked


@pytest.mark.parametrize(("game", "games"), [("addique", 2), ("formula", 40), ("addup", 4), ("trictrac", 4)])
def test_every_turn_of_whole_games_is_found(game: str, games: int) -> None:
    counts = [follow(game, seed, ("Ann", "Bob", "Cleo")[: 2 + seed % 2]) for seed in range(games)]
    turns, asked = (sum(column) for column in zip(*counts, strict=True))
    assert asked <= MOST_ASKED * turns
