"""What lies on the table, ready to be drawn: one board for each game, without its secrets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring.game import Table
from scoring.match import TurnResult
from web.boards.addique import addique_board
from web.boards.addup import addup_board
from web.boards.code777 import code777_board
from web.boards.formula import formula_board
from web.boards.trictrac import trictrac_board

_BOARDS: dict[str, Callable[..., Any]] = {
    "addique": addique_board,
    "formula": formula_board,
    "addup": addup_board,
    "trictrac": trictrac_board,
    "code777": code777_board,
}


def board_of(table: Table, state: Any, results: tuple[TurnResult, ...], seat: int | None) -> Any:
    """Return the board after some turns as somebody on a seat, or nobody, may see it."""
    return _BOARDS[table.game](table, state, results, seat)
