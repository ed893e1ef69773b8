"""From the dice and the open numbers to the throw that was played."""

from __future__ import annotations

from device.finding import Finding, turns_or_problems
from scoring.match import Match
from scoring.saying import say
from scoring.trictrac import Throw, TrictracState, covers
from vision.reading import Reading

NEW_THROW = "new throw"
"""The answer that the same dice were thrown again."""


def judge_trictrac(match: Match, reading: Reading, seen_before: frozenset[str]) -> Finding:
    """Compare the open numbers with those that were open: what is gone was covered with this throw."""
    shown = [piece.name.split() for piece in reading.pieces]
    dice = [int(value) for kind, value in shown if kind == "die"]
    seen = {int(value) for kind, value in shown if kind == "open"}
    if len(dice) != 2:
        return Finding("unclear", say("{count} dice lie in the box; a throw has two.", count=len(dice)))
    state: TrictracState = match.state
    again = sorted(seen - set(state.open))
    if again:
        numbers = ", ".join(map(str, again))
        saying = say("{number} was covered and is open again.", number=numbers)
        return Finding("moved", saying, pieces=tuple(map(str, again)))
    cover = tuple(number for number in state.open if number not in seen)
    throw = Throw(match.standing.to_play or 0, (dice[0], dice[1]), cover)
    if not cover and _thrown_before(match, throw) and not covers(state.open, throw.dice):
        saying = say("The same dice lie there as before, and nothing is covered: is this a new throw?")
        return Finding("unclear", saying, ways={NEW_THROW: (throw,)})
    return turns_or_problems(match, (throw,))


def _thrown_before(match: Match, throw: Throw) -> bool:
    """Tell whether the same player's last throw showed the same dice."""
    if not match.turns:
        return False
    last: Throw = match.turns[-1]
    return last.seat == throw.seat and sorted(last.dice) == sorted(throw.dice)
