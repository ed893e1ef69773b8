"""Formula's row: the equation's cards, and what everybody holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from scoring.formula import FormulaState
from scoring.formula_cards import JOKER, Number
from scoring.formula_turns import Draw, Lay
from scoring.game import Table
from scoring.match import TurnResult


@dataclass(frozen=True)
class Face:
    """A card in the row: a digit, a joker with its digit, or a sign."""

    face: str
    kind: str
    value: str = ""
    lying: bool = False
    """Whether it lies there and does not count yet."""


@dataclass(frozen=True)
class FormulaBoard:
    """The row, the hands, the stock, and what the round waits for."""

    cards: tuple[Face, ...]
    hands: tuple[int, ...]
    stock: int
    written: str
    needs_open: bool
    round_over: bool
    owing: tuple[int, ...]
    points: bool


def formula_board(
    table: Table, state: FormulaState, results: tuple[TurnResult, ...], seat: int | None = None
) -> FormulaBoard:
    """Return the row as it lies."""
    lying = state.lying
    cards = (
        *_faces(lying.left),
        Face(lying.sign or "?", "sign" if lying.sign else "gap"),
        *_faces(lying.right),
        Face("=", "sign"),
        *(_faces(lying.outcome) or (Face("?", "gap"),)),
    )
    needs_open = not lying.left
    return FormulaBoard(
        () if needs_open else cards,
        state.hands,
        state.stock,
        "" if needs_open or not lying.sign else _written(state),
        needs_open,
        state.round_over,
        state.owing,
        bool(table.options.get("points")),
    )


def with_laid(board: FormulaBoard, turns: tuple[Lay | Draw, ...]) -> FormulaBoard:
    """Return the row with the cards that lie there before anybody pressed NEXT."""
    laid = [turn for turn in turns if isinstance(turn, Lay)]
    if not laid:
        return board
    digits = iter(laid[-1].jokers or ())
    lying = tuple(
        Face("J", "joker", str(next(digits, "")))
        if face == JOKER
        else Face(face, "digit" if face.isdigit() else "sign")
        for face in "".join(laid[-1].tokens)
    )
    known = [card.face for card in board.cards]
    stays = SequenceMatcher(None, known, [card.face for card in lying], autojunk=False)
    kept = {block.b + k for block in stays.get_matching_blocks() for k in range(block.size)}
    return replace(board, cards=tuple(replace(card, lying=at not in kept) for at, card in enumerate(lying)))


def _faces(number: Number) -> tuple[Face, ...]:
    return tuple(
        Face("J", "joker", "" if card.value is None else str(card.value))
        if card.face == JOKER
        else Face(card.face, "digit")
        for card in number
    )


def _written(state: FormulaState) -> str:
    """Write the equation as it would be typed."""
    left, right, outcome = ("".join(card.face for card in number) for number in state.lying.numbers)
    return f"{left}{state.lying.sign}{right}={outcome}"
