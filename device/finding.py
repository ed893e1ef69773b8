"""What a reading of the table means for the match: nothing new, new turns, or a reason to refuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scoring.game import Table
from scoring.match import Match, Played
from scoring.saying import Problem, Saying, say
from vision.reading import Reading


@dataclass(frozen=True)
class Finding:
    """The meaning of what lies there: turns to enter, or a sentence why there are none."""

    kind: str
    """“turns”, “start”, “nothing”, “illegal”, “moved”, “unsure” or “unclear”."""
    saying: Saying
    turns: tuple[Any, ...] = ()
    problems: tuple[Problem, ...] = ()
    pieces: tuple[str, ...] = ()
    table: Table | None = None
    """For a start: the table with the opening that was seen."""


def unsure(reading: Reading) -> Finding:
    """Refuse a reading that is in doubt."""
    return Finding("unsure", say("{reason}", reason=reading.reason))


def nothing_new() -> Finding:
    """Say that the table is as it was."""
    return Finding("nothing", say("Nothing new lies on the table."))


def turns_or_problems(match: Match, turns: tuple[Any, ...]) -> Finding:
    """Enter turns one after the other as far as the rules allow."""
    then = match
    points = 0
    for turn in turns:
        found = then.problems(turn)
        if found:
            return Finding("illegal", found[0].saying, turns, found, found[0].pieces)
        then = then.with_event(Played(turn))
        points += then.results[-1].points
    if len(turns) == 1:
        return Finding("turns", then.results[-1].saying, turns)
    template = "{count} turns lie there: together they score {points}."
    return Finding("turns", say(template, count=len(turns), points=points), turns)


def orders_that_work(match: Match, orders: list[tuple[Any, ...]]) -> Finding:
    """Of several orders in which pieces may have been laid, find the one that is certain."""
    findings = [turns_or_problems(match, turns) for turns in orders]
    legal = [finding for finding in findings if finding.kind == "turns"]
    if not legal:
        return findings[0]
    if len({_scores(match, finding.turns) for finding in legal}) > 1:
        template = "{count} new pieces lie there, and the score depends on which came first."
        return Finding("unclear", say(template, count=len(orders[0])), legal[0].turns)
    return legal[0]


def _scores(match: Match, turns: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the totals after turns."""
    for turn in turns:
        match = match.with_event(Played(turn))
    return match.standing.totals


Judge = Callable[[Match, Reading, frozenset[str]], Finding]
"""A game's way to judge a sure reading; the names are pieces seen clearly in earlier, refused pictures."""
