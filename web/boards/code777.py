"""Code 777's table for one pair of eyes: others' racks for a player, no racks at all for everyone."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.code777 import Ask, Code777State, Guess, rack_names
from scoring.code777_cards import DECK, Answer
from scoring.game import Table
from scoring.match import TurnResult


@dataclass(frozen=True)
class ShownRack:
    """A rack: whose it is, whether it stands filled, and its cards where they may be seen."""

    owner: str
    filled: bool
    own: bool
    cards: tuple[str, ...] | None


@dataclass(frozen=True)
class Entry:
    """A line of the log: a question with its answer, or a guess with what it was worth."""

    player: str
    question: int | None
    answer: Answer | None
    guess: tuple[int, ...]
    right: bool


@dataclass(frozen=True)
class Code777Board:
    """The racks somebody may see, the log, and how many cards are where."""

    racks: tuple[ShownRack, ...]
    log: tuple[Entry, ...]
    pile: int
    seated: bool
    waiting: tuple[str, ...]
    asked: tuple[int, ...]


def code777_board(
    table: Table, state: Code777State, results: tuple[TurnResult, ...], seat: int | None = None
) -> Code777Board:
    """Return the table for a seat; without a seat every rack stays hidden."""
    owners = rack_names(table)
    racks = tuple(
        ShownRack(
            owner,
            bool(rack),
            at == seat,
            tuple(str(card) for card in rack) if seat is not None and at != seat else None,
        )
        for at, (owner, rack) in enumerate(zip(owners, state.racks, strict=True))
    )
    log = tuple(_entry(table, result) for result in results if result.outcome)
    due = spare_due(table, results)
    return Code777Board(
        racks,
        log,
        state.pile,
        seat is not None,
        tuple(rack.owner for rack in racks if not rack.filled or (due and rack.owner == due[1])),
        tuple(entry.question for entry in log if entry.question is not None),
    )


def spare_due(table: Table, results: tuple[TurnResult, ...]) -> tuple[int, str] | None:
    """Return the last right guess whose spare rack was not replaced yet, and that rack's name."""
    owners = rack_names(table)
    for index in reversed(range(len(results))):
        turn, outcome = results[index].turn, results[index].outcome
        if isinstance(turn, Guess) and outcome and outcome.points and len(owners) > table.seats:
            before: Code777State | None = results[index - 1].state if index else None
            return None if turn.spare else (index, owners[table.seats + (before.next_spare if before else 0)])
    return None


def deck_triangle() -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the 28 cards as the booklet's triangle: every number with its cards' colours."""
    rows: dict[int, list[str]] = {}
    for card, count in sorted(DECK.items()):
        rows.setdefault(card.number, []).extend([card.colour] * count)
    return tuple((number, tuple(colours)) for number, colours in rows.items())


def _entry(table: Table, result: TurnResult) -> Entry:
    """Return a turn as everybody heard it."""
    turn: Ask | Guess = result.turn
    player = table.name(turn.seat)
    if isinstance(turn, Ask):
        return Entry(player, turn.question, turn.answer, (), True)
    return Entry(player, None, None, turn.numbers, bool(result.points))
