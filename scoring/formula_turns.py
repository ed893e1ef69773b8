"""The turns of Formula: laying, drawing, showing the rest of a hand, and dealing again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.fields import Fields, listed, take, text, whole
from scoring.formula_cards import tokens_of
from scoring.game import Table, read_seat
from scoring.saying import RecordError


@dataclass(frozen=True)
class Lay:
    """A turn: a new equation, with its jokers' digits from left to right, or None where they lie already."""

    seat: int
    tokens: tuple[str, ...]
    jokers: tuple[int, ...] | None


@dataclass(frozen=True)
class Draw:
    """A turn of somebody who cannot or will not: one card from the stock."""

    seat: int


@dataclass(frozen=True)
class Rest:
    """What a player still holds at a round's end: its points are deducted."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Deal:
    """A new round: seven cards each, and two open cards."""

    open: tuple[str, str]


Turn = Lay | Draw | Rest | Deal


def read_turn(table: Table, fields: Fields) -> Turn:
    """Understand a turn of a record."""
    if "deal" in fields:
        cards = listed(fields["deal"], "The open cards", 2)
        if len(cards) != 2:
            raise RecordError("A round opens with two cards.")
        return Deal((read_card(cards[0]), read_card(cards[1])))
    at = read_seat(table, fields)
    if "draw" in fields:
        whole(fields["draw"], "The number of cards drawn", 1, 1)
        return Draw(at)
    if "hand" in fields:
        return Rest(at, tuple(read_card(card) for card in listed(fields["hand"], "The hand", 100)))
    tokens = tokens_of(text(take(fields, "formula", "The turn"), "The formula"))
    jokers = fields.get("jokers")
    if jokers is None:
        return Lay(at, tokens, None)
    digits = tuple(whole(digit, "A joker's digit") for digit in listed(jokers, "The jokers", 10))
    return Lay(at, tokens, digits)


def write_turn(table: Table, turn: Turn) -> dict[str, Any]:
    """Write a turn as a record has it."""
    match turn:
        case Deal():
            return {"deal": list(turn.open)}
        case Rest():
            return {"player": table.name(turn.seat), "hand": list(turn.cards)}
        case Draw():
            return {"player": table.name(turn.seat), "draw": 1}
        case Lay():
            written: dict[str, Any] = {"player": table.name(turn.seat), "formula": "".join(turn.tokens)}
            return written if turn.jokers is None else {**written, "jokers": list(turn.jokers)}


def read_card(value: object) -> str:
    """Return a card's face: a digit or J."""
    card = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(card, str) or len(card) != 1 or card not in "0123456789J":
        raise RecordError("A card is a digit from 0 to 9, or J for a joker.")
    return card
