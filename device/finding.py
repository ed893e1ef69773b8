"""What a reading of the table means for the match: nothing new, new turns, or a reason to refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.match import Event, Match, Played
from scoring.saying import Problem, Saying, say
from vision.reading import Reading

BOTH = "{one} {other}"


@dataclass(frozen=True)
class Finding:
    """The meaning of what lies there: turns to enter, or a sentence why there are none."""

    kind: str
    """“turns”, “start”, “nothing”, “illegal”, “moved”, “unsure” or “unclear”."""
    saying: Saying
    turns: tuple[Any, ...] = ()
    problems: tuple[Problem, ...] = ()
    pieces: tuple[str, ...] = ()
    opening: Mapping[str, Any] | None = None
    """What the game starts from, where that was seen for the first time."""
    change: Event | None = None
    """What became known of an earlier turn: the new cards on a rack."""
    unchanged: bool = False
    """Nothing was laid, as when a card is drawn: only a press of NEXT can tell that a turn was played."""
    asked: int | None = None
    """The number of a question card that lies there and waits for its answer."""
    ways: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Where people must say which it was: each answer and the turns it means."""

    @property
    def goes_by_itself(self) -> bool:
        """Tell whether automatic mode may enter it: one turn, and one whose piece was seen being laid."""
        return self.kind == "turns" and len(self.turns) == 1 and not self.unchanged


def unsure(reading: Reading) -> Finding:
    """Refuse a reading that is in doubt."""
    return Finding("unsure", doubts_of(reading))


def doubts_of(reading: Reading) -> Saying:
    """Say all that is in doubt, each thing once, in any language."""
    first, *others = dict.fromkeys(doubt.sentence for doubt in reading.why)
    saying = Saying(first)
    for other in others:
        saying = Saying(BOTH, {"one": saying, "other": Saying(other)})
    return saying


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


def orders_that_work(match: Match, orders: Mapping[str, tuple[Any, ...]]) -> Finding:
    """Of several orders in which pieces may have been laid, find the one that is certain, or have it said."""
    findings = {first: turns_or_problems(match, turns) for first, turns in orders.items()}
    legal = {first: finding for first, finding in findings.items() if finding.kind == "turns"}
    if not legal:
        return next(iter(findings.values()))
    if len({_scores(match, finding.turns) for finding in legal.values()}) > 1:
        saying = say("Several new pieces lie there: which one came first?")
        return Finding("unclear", saying, ways={first: finding.turns for first, finding in legal.items()})
    return next(iter(legal.values()))


def _scores(match: Match, turns: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the totals after turns."""
    for turn in turns:
        match = match.with_event(Played(turn))
    return match.standing.totals


Judge = Callable[[Match, Reading, frozenset[str]], Finding]
"""A game's way to judge a sure reading; the names are pieces seen clearly in earlier, refused pictures."""
