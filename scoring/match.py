"""A match: a table and its events; everything else is their fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scoring.game import Outcome, Standing, Table
from scoring.games import game_named
from scoring.saying import Problem, Saying, problem, say


@dataclass(frozen=True)
class Played:
    """A turn was played."""

    turn: Any


@dataclass(frozen=True)
class Changed:
    """An old turn, counted from 0, was put right."""

    index: int
    turn: Any


@dataclass(frozen=True)
class Inserted:
    """A turn that was missed was put in before another, counted from 0."""

    index: int
    turn: Any


@dataclass(frozen=True)
class Removed:
    """An old turn, counted from 0, was taken out."""

    index: int


@dataclass(frozen=True)
class Undone:
    """The last change was taken back."""


@dataclass(frozen=True)
class Redone:
    """What was taken back last was done again."""


@dataclass(frozen=True)
class Closed:
    """The players stopped before the game's end."""


@dataclass(frozen=True)
class Opened:
    """What the game starts from became known: open cards, or racks."""

    start: Mapping[str, Any]


Event = Played | Changed | Inserted | Removed | Undone | Redone | Closed | Opened


class Refusal(ValueError):
    """An action that changes nothing, with the reasons."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(" ".join(found.message for found in problems))
        self.problems = problems


class Stale(Refusal):
    """The action was made against an older version of the match."""


class Illegal(Refusal):
    """The action breaks a rule of the game."""


@dataclass(frozen=True)
class TurnResult:
    """A turn as it stands in the match: what it did, or why it does not count any more."""

    turn: Any
    seat: int | None
    state: Any
    standing: Standing
    outcome: Outcome[Any] | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def points(self) -> int:
        """Return the turn's points; a turn that became illegal has none."""
        return self.outcome.points if self.outcome else 0

    @property
    def saying(self) -> Saying:
        """Return the sentence that explains the turn."""
        return self.outcome.saying if self.outcome else self.problems[0].saying


def replay(table: Table, turns: Sequence[Any]) -> tuple[TurnResult, ...]:
    """Play turns one after the other; one that is illegal is kept, marked, and passed over."""
    game = game_named(table.game)
    state = game.open(table)
    results = []
    for turn in turns:
        problems = tuple(game.problems(table, state, turn))
        outcome = None if problems else game.play(table, state, turn)
        state = outcome.state if outcome else game.skip(table, state, turn)
        seat = getattr(turn, "seat", None)
        results.append(TurnResult(turn, seat, state, game.standing(table, state), outcome, problems))
    return tuple(results)


@dataclass(frozen=True)
class Match:
    """What is played and everything that happened, as one value."""

    table: Table
    events: tuple[Event, ...] = field(default=())

    @property
    def version(self) -> int:
        """Return the number that every action must name."""
        return len(self.events)

    @cached_property
    def _past(self) -> tuple[tuple[tuple[Any, ...], ...], int, bool]:
        """Fold the events: the turn lists there have been, which is in force, and whether play is closed."""
        lists: list[tuple[Any, ...]] = [()]
        at = 0
        closed = False
        for event in self.events:
            was_closed, closed = closed, isinstance(event, Closed)
            match event:
                case Closed() | Opened():
                    pass
                case Undone() if was_closed:
                    # Taking back the end of play opens the match again and leaves its turns alone.
                    pass
                case Undone():
                    at -= 1
                case Redone():
                    at += 1
                case _:
                    lists = [*lists[: at + 1], _changed(lists[at], event)]
                    at += 1
        return tuple(lists), at, closed

    @property
    def turns(self) -> tuple[Any, ...]:
        """Return the turns in force."""
        lists, at, _ = self._past
        return lists[at]

    @property
    def closed(self) -> bool:
        """Tell whether the players stopped before the end."""
        return self._past[2]

    @property
    def can_undo(self) -> bool:
        """Tell whether there is something to take back."""
        return self.closed or self._past[1] > 0

    @property
    def can_redo(self) -> bool:
        """Tell whether there is something to do again."""
        lists, at, _ = self._past
        return at + 1 < len(lists)

    @cached_property
    def results(self) -> tuple[TurnResult, ...]:
        """Return every turn with what it did."""
        return replay(self.table, self.turns)

    @property
    def state(self) -> Any:
        """Return the game's state now."""
        return self.results[-1].state if self.results else game_named(self.table.game).open(self.table)

    @property
    def standing(self) -> Standing:
        """Return totals, whose turn it is, and the winners."""
        if self.results:
            return self.results[-1].standing
        return game_named(self.table.game).standing(self.table, self.state)

    def problems(self, turn: Any) -> tuple[Problem, ...]:
        """Return every rule a next turn would break."""
        return tuple(game_named(self.table.game).problems(self.table, self.state, turn))

    def with_event(self, event: Event) -> Match:
        """Return the match after an event that already happened, unchecked."""
        table = self.table
        if isinstance(event, Opened):
            table = replace(table, start={**table.start, **event.start})
        return Match(table, (*self.events, event))

    def act(self, event: Event, version: int) -> Match:
        """Return the match after an action, or refuse it: out of date, impossible or against the rules."""
        if version != self.version:
            raise Stale(problem("stale", "The score has changed meanwhile; look at it again."))
        self._check(event)
        return self.with_event(event)

    def _check(self, event: Event) -> None:
        """Refuse an event that cannot follow."""
        match event:
            case Undone() if not self.can_undo:
                raise Refusal(problem("nothing-to-undo", "There is nothing to take back."))
            case Redone() if not self.can_redo:
                raise Refusal(problem("nothing-to-redo", "There is nothing to do again."))
            case Played(turn):
                found = self.problems(turn)
                if found:
                    raise Illegal(*found)
            case Opened():
                faults = game_named(self.table.game).setup_problems(self.with_event(event).table)
                if faults:
                    raise Illegal(*faults)
            case Changed(index) | Removed(index) if not 0 <= index < len(self.turns):
                raise Refusal(problem("no-such-turn", "There is no turn {turn}.", turn=index + 1))
            case Inserted(index) if not 0 <= index <= len(self.turns):
                raise Refusal(problem("no-such-turn", "There is no turn {turn}.", turn=index + 1))
            case Changed(index) | Inserted(index):
                found = self.with_event(event).results[index].problems
                if found:
                    raise Illegal(*found)


def _changed(turns: tuple[Any, ...], event: Played | Changed | Inserted | Removed) -> tuple[Any, ...]:
    """Return the turns after an event that changes them."""
    match event:
        case Played(turn):
            return (*turns, turn)
        case Changed(index, turn):
            return (*turns[:index], turn, *turns[index + 1 :])
        case Inserted(index, turn):
            return (*turns[:index], turn, *turns[index:])
        case Removed(index):
            return (*turns[:index], *turns[index + 1 :])


def whose_turn(match: Match) -> Saying:
    """Say who plays next, or who has won."""
    standing, table = match.standing, match.table
    if standing.finished:
        names = [table.name(seat) for seat in standing.winners]
        if len(names) == 1:
            return say("{player} has won!", player=names[0])
        return say("{players} share the win!", players=", ".join(names))
    if standing.to_play is None:
        return say("Anyone may start.")
    return say("It is {player}'s turn.", player=table.name(standing.to_play))
