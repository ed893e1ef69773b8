"""What an event would do to the totals, told before it is done."""

from __future__ import annotations

from typing import Any

from scoring.match import Changed, Event, Inserted, Match, Played, Refusal, Removed
from scoring.saying import problem
from web.shown import is_secret
from web.words import tell, tell_all


def preview_event(match: Match, event: Event) -> dict[str, Any]:
    """Return points, sentence, problems, and the totals before and after an event.

    In a game with secrets only a removal is told beforehand: anything else could be tried out until it fits.
    """
    if is_secret(match) and not isinstance(event, Removed):
        raise Refusal(problem("no-preview", "In this game nothing is told before it is done."))
    index = _place(match, event)
    tried = isinstance(event, Played | Changed | Inserted | Removed)
    after = match.with_event(event) if tried else match.act(event, match.version)
    told: dict[str, Any] = {
        "totals": list(after.standing.totals),
        "before": list(match.standing.totals),
        "broken": newly_broken(match, after, event),
        "problems": [],
    }
    if index is not None:
        result = after.results[index]
        told |= {
            "points": result.points,
            "says": tell(result.saying),
            "problems": tell_all(result.problems),
            "details": dict(result.outcome.details) if result.outcome else {},
        }
    return told


def newly_broken(match: Match, after: Match, event: Event) -> list[int]:
    """Return which later turns, counted as they would stand, would no longer count."""
    legal = [result.outcome is not None for result in match.results]
    match event:
        case Removed(index):
            before = legal[:index] + legal[index + 1 :]
        case Inserted(index):
            before = [*legal[:index], False, *legal[index:]]
        case _:
            before = legal
    return [
        at
        for at, result in enumerate(after.results[: len(before)])
        if before[at] and result.problems and not (isinstance(event, Changed) and at == event.index)
    ]


def _place(match: Match, event: Event) -> int | None:
    """Return where the event's turn would stand; refuse a place that there is not."""
    count = len(match.turns)
    match event:
        case Played():
            return count
        case Changed(index) if index < count:
            return index
        case Inserted(index) if index <= count:
            return index
        case Removed(index) if index < count:
            return None
        case Changed(index) | Inserted(index) | Removed(index):
            raise Refusal(problem("no-such-turn", "There is no turn {turn}.", turn=index + 1))
    return None
