"""What every game is to a match: pure rules from state to state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from scoring.fields import Fields, take, text, whole
from scoring.saying import Problem, RecordError, Saying, problem, say

NOBODY = -1
"""The seat of a name that is not at the table."""
STARTER = "starter"
"""What a table's start may say of any game: the name of who begins."""


@dataclass(frozen=True)
class Option:
    """A choice the players can make before a game, with the sentence that explains it."""

    name: str
    default: bool | int
    sentence: str
    least: int = 0
    most: int = 1


@dataclass(frozen=True)
class Table:
    """Who plays what, how, and from which opening."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, bool | int] = field(default_factory=dict)
    start: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        """Count the players."""
        return len(self.players)

    def seat(self, name: object) -> int:
        """Return where a player sits, or NOBODY."""
        return self.players.index(name) if name in self.players else NOBODY

    def name(self, seat: int | None) -> str:
        """Return the name of the player on a seat."""
        return self.players[seat] if seat is not None and 0 <= seat < self.seats else "?"


@dataclass(frozen=True)
class Standing:
    """Where a game stands: totals by seat, whose turn it is, and whether it is over."""

    totals: tuple[int, ...]
    to_play: int | None
    finished: bool = False
    winners: tuple[int, ...] = ()


S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True)
class Outcome(Generic[S]):
    """What a legal turn did: the state after it, its points, its particulars, and a sentence."""

    state: S
    points: int
    details: Mapping[str, Any]
    saying: Saying


class Game(ABC, Generic[S, T]):
    """The rules of one game; it holds no state of its own."""

    name: ClassVar[str]
    title: ClassVar[str]
    player_counts: ClassVar[Sequence[int]]
    options: ClassVar[tuple[Option, ...]] = ()
    start_fields: ClassVar[tuple[str, ...]] = ()
    """What a record may say of the opening, the first of which it must; at the table it may be seen later."""

    @abstractmethod
    def open(self, table: Table) -> S:
        """Return the state before the first turn."""

    def is_open(self, state: S) -> bool:
        """Tell whether everything the game starts from is known."""
        return True

    @abstractmethod
    def problems(self, table: Table, state: S, turn: T) -> list[Problem]:
        """Return every rule the turn would break, the most telling first."""

    @abstractmethod
    def play(self, table: Table, state: S, turn: T) -> Outcome[S]:
        """Play a turn that has no problems."""

    @abstractmethod
    def skip(self, table: Table, state: S, turn: T) -> S:
        """Pass over a turn that became illegal, so that the order of play goes on."""

    @abstractmethod
    def standing(self, table: Table, state: S) -> Standing:
        """Tell where the game stands."""

    @abstractmethod
    def read_turn(self, table: Table, fields: Fields) -> T:
        """Make a turn of its written form."""

    def may_leave_out_player(self, fields: Fields) -> bool:
        """Tell whether a written turn may leave open who plays it: then it is whose turn it is."""
        return False

    @abstractmethod
    def write_turn(self, table: Table, turn: T) -> dict[str, Any]:
        """Give a turn's written form."""

    @abstractmethod
    def print_position(self, state: S) -> str:
        """Write a position on one line."""

    @abstractmethod
    def parse_position(self, line: str) -> S:
        """Read a position from its line."""

    def setup_problems(self, table: Table) -> list[Problem]:
        """Return what is wrong with the table itself."""
        if table.seats in self.player_counts:
            return []
        return [
            problem(
                "player-count",
                "{game} is for {counts} players, and here are {count}.",
                game=self.title,
                counts=_spoken(self.player_counts),
                count=table.seats,
            )
        ]


def _spoken(counts: Sequence[int]) -> Saying:
    """Say which player counts are allowed."""
    if isinstance(counts, range):
        return say("{fewest} to {most}", fewest=counts[0], most=counts[-1])
    return say("{counts} or {last}", counts=", ".join(map(str, counts[:-1])), last=counts[-1])


def starter(table: Table) -> int | None:
    """Return who begins, where that was settled before; otherwise whoever plays first does."""
    name = table.start.get(STARTER)
    if name is not None and name not in table.players:
        raise RecordError("The starter does not sit at the table.")
    return None if name is None else table.seat(name)


def turn_problems(table: Table, seat: int, standing: Standing, over: str = "game-over") -> list[Problem]:
    """Check what every turn needs: a game that goes on (else the rule named `over`), and the right player."""
    if standing.finished:
        return [problem(over, "The game is over; no more turns can be played.")]
    if seat == NOBODY:
        return [problem("wrong-player", "This player does not sit at the table.")]
    if standing.to_play is not None and seat != standing.to_play:
        return [
            problem(
                "wrong-player",
                "It is {expected}'s turn, not {player}'s.",
                expected=table.name(standing.to_play),
                player=table.name(seat),
            )
        ]
    return []


def read_options(game: Game[Any, Any], given: Fields) -> dict[str, bool | int]:
    """Return all options of a game, the given ones checked, the others at their default."""
    known = {option.name: option for option in game.options}
    chosen: dict[str, bool | int] = {name: option.default for name, option in known.items()}
    for name, value in given.items():
        if name not in known:
            raise RecordError("{game} has no option “{name}”.", game=game.title, name=str(name)[:40])
        option = known[name]
        if isinstance(option.default, bool):
            if not isinstance(value, bool):
                raise RecordError("The option “{name}” must be true or false.", name=name)
            chosen[name] = value
        else:
            chosen[name] = whole(value, say("The option “{name}”", name=name), option.least, option.most)
    return chosen


def read_seat(table: Table, fields: Fields) -> int:
    """Return the seat of the player a turn names."""
    return table.seat(text(take(fields, "player", "The turn"), "The player's name").strip())


def after(seat: int, seats: int) -> int:
    """Return the seat to the left, where play goes on."""
    return (seat + 1) % seats


def next_holding(hands: Sequence[int], seat: int) -> int | None:
    """Return who plays next of those who still hold cards, if anybody does."""
    order = [(seat + 1 + k) % len(hands) for k in range(len(hands))]
    return next((at for at in order if hands[at]), None)


def scored(table: Table, seat: int, points: int, reason: str = "") -> Saying:
    """Say what a turn brought."""
    if not points:
        return say("{player} scores nothing.", player=table.name(seat))
    if reason:
        return say(
            "{player} scores {points}: {reason}.", player=table.name(seat), points=points, reason=reason
        )
    return say("{player} scores {points}.", player=table.name(seat), points=points)
