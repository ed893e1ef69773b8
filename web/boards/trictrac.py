"""Tric-Trac's box: open and covered numbers, the dice, what every throw could cover, and the stakes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from scoring.game import Table
from scoring.match import TurnResult
from scoring.trictrac import BOX, Throw, TrictracState, covers, payments


@dataclass(frozen=True)
class TrictracBoard:
    """The box of who is playing; `covers` has what each of the 21 throws could cover."""

    numbers: tuple[int, ...]
    open: tuple[int, ...]
    dice: tuple[int, ...]
    covered_now: tuple[int, ...]
    results: tuple[int | None, ...]
    playoff: tuple[int | None, ...]
    stake: int
    payments: tuple[int, ...]
    covers: dict[str, list[list[int]]]
    covered_by: dict[int, int]
    """By which turn each number was covered last."""
    can_cover: tuple[tuple[int, ...], ...] = ()
    """What the dice on the felt could cover, while nothing is covered yet."""


def trictrac_board(
    table: Table, state: TrictracState, results: tuple[TurnResult, ...], seat: int | None = None
) -> TrictracBoard:
    """Return the box as it stands; a finished turn's box is open again for the next player."""
    details = results[-1].outcome.details if results and results[-1].outcome else {}
    finished = state.to_play is None and any(result is not None for result in state.results)
    possible = {
        f"{first}{second}": [list(cover) for cover in covers(state.open, (first, second))]
        for first, second in combinations_with_replacement(range(1, 7), 2)
    }
    return TrictracBoard(
        BOX,
        tuple(details["open"]) if finished and details else state.open,
        tuple(details.get("dice", ())),
        tuple(details.get("cover", ())),
        state.results,
        state.playoff,
        int(table.options.get("stake", 1)),
        payments(table, state) if finished else (),
        possible,
        {number: at for at, result in enumerate(results) for number in result.turn.cover},
    )


def with_thrown(board: TrictracBoard, turns: tuple[Throw, ...]) -> TrictracBoard:
    """Return the box with the dice that lie on the felt before their throw is played."""
    if not turns:
        return board
    throw = turns[-1]
    can = () if throw.cover else tuple(tuple(cover) for cover in covers(board.open, throw.dice))
    return replace(board, dice=throw.dice, covered_now=throw.cover, can_cover=can)
