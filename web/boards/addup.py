"""Add Up's two rows with their sums, and the value that would make a joker balance them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.addup import ROWS, WHITE, YELLOW, Add, AddupState, Card, Openers, balancing_value
from scoring.game import Table
from scoring.match import TurnResult


@dataclass(frozen=True)
class AddupRow:
    """A row of cards, its sum, and what a joker laid to it would have to count."""

    name: str
    cards: tuple[tuple[str, int], ...]
    sum: int
    white: int | None
    yellow: int | None
    new: bool
    turns: tuple[int | None, ...]
    """By which turn each card was laid; the first openers were there before."""
    lying: int = 0
    """How many of the last cards lie there and do not count yet."""
    lying_sum: int = 0
    """What those would add to the sum."""


@dataclass(frozen=True)
class AddupBoard:
    """Both rows, the hands, the deck, and whether new openers are due."""

    rows: tuple[AddupRow, ...]
    won_sum: int | None
    hands: tuple[int, ...]
    deck: int
    openers: int


def addup_board(
    table: Table, state: AddupState, results: tuple[TurnResult, ...], seat: int | None = None
) -> AddupBoard:
    """Return the rows as they lie; rows just won are gone, and their sum is told."""
    details = results[-1].outcome.details if results and results[-1].outcome else {}
    laid_by = _laid_by(results)
    rows = tuple(
        AddupRow(
            name,
            tuple((card.face, card.value) for card in cards),
            total,
            balancing_value(state, name, WHITE) if cards else None,
            balancing_value(state, name, YELLOW) if cards else None,
            details.get("row") == name,
            (*(None,) * (len(cards) - len(laid_by[name])), *laid_by[name]),
        )
        for name, cards, total in zip(ROWS, _rows(state), state.sums, strict=True)
    )
    won_sum = details["sums"][0] if details.get("won") else None
    return AddupBoard(
        rows, won_sum, state.hands, state.deck, min(2, state.deck) if state.needs_openers else 0
    )


def with_added(board: AddupBoard, turns: tuple[Add | Openers, ...]) -> AddupBoard:
    """Return the rows with the cards that lie there before anybody pressed NEXT."""
    rows = {row.name: row for row in board.rows}
    for turn in turns:
        if isinstance(turn, Openers):
            cards = zip(ROWS, (turn.top, turn.bottom), strict=True)
            rows = {
                name: _with_card(replace(rows[name], cards=(), sum=0, turns=()), card) if card else rows[name]
                for name, card in cards
            }
        else:
            value = int(turn.face) if turn.value is None else turn.value
            rows[turn.row] = _with_card(rows[turn.row], Card(turn.face, value))
    return replace(board, rows=tuple(rows[row.name] for row in board.rows))


def _with_card(row: AddupRow, card: Card) -> AddupRow:
    return replace(
        row,
        cards=(*row.cards, (card.face, card.value)),
        lying_sum=row.lying_sum + card.value,
        turns=(*row.turns, None),
        lying=row.lying + 1,
        new=False,
    )


def _laid_by(results: tuple[TurnResult, ...]) -> dict[str, list[int]]:
    """Return the turns that laid the cards of each row."""
    rows: dict[str, list[int]] = {name: [] for name in ROWS}
    for at, result in enumerate(results):
        if result.outcome is None:
            continue
        if isinstance(result.turn, Openers):
            cards = zip(ROWS, (result.turn.top, result.turn.bottom), strict=True)
            rows = {name: [at] if card else [] for name, card in cards}
        else:
            rows[result.turn.row].append(at)
        if result.outcome.details.get("won"):
            rows = {name: [] for name in ROWS}
    return rows


def _rows(state: AddupState) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return state.rows
