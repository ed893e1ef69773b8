"""Addique's board: tiles by their cells, scoring runs, and where the next tile may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.addique import AddiqueState, Placement
from scoring.addique_board import TILES, Laid, places
from scoring.game import Table
from scoring.match import TurnResult

# A lone first tile should not fill the whole felt.
LEAST_COLUMNS, LEAST_ROWS = 13, 10


@dataclass(frozen=True)
class Tile:
    """A tile on its cell, the turn that laid it, and whether it is the newest."""

    name: str
    col: int
    row: int
    turn: int
    new: bool


@dataclass(frozen=True)
class Run:
    """A number that scored: its cells from the first numeral on, and its points."""

    number: int
    points: int
    col: int
    row: int
    columns: int
    rows: int


@dataclass(frozen=True)
class AddiqueBoard:
    """Everything the board's drawing needs; left, top, columns and rows frame it."""

    tiles: tuple[Tile, ...]
    runs: tuple[Run, ...]
    sums: tuple[tuple[str, int], ...]
    left: int
    top: int
    columns: int
    rows: int
    places: tuple[tuple[int, int], ...]
    unlaid: tuple[str, ...]
    lying: tuple[Laid, ...] = ()
    """Tiles that lie there and do not count yet."""


def addique_board(
    table: Table, state: AddiqueState, results: tuple[TurnResult, ...], seat: int | None = None
) -> AddiqueBoard:
    """Return the board after some turns; the last one's tile and runs are marked."""
    laid_by = {
        result.turn.laid.tile: at
        for at, result in enumerate(results)
        if result.outcome and isinstance(result.turn, Placement)
    }
    last = results[-1] if results and results[-1].outcome else None
    newest = last.turn.laid.tile if last else None
    tiles = tuple(
        Tile(tile.tile, tile.col, tile.row, laid_by.get(tile.tile, 0), tile.tile == newest)
        for tile in state.tiles
    )
    free = tuple(places(state.tiles)) if len(tiles) < len(TILES) else ()
    left, top, columns, rows = frame(state.tiles)
    names = {tile.name for tile in tiles}
    return AddiqueBoard(
        tiles,
        _runs(last),
        _sums(last, first=len(tiles) == 1),
        left,
        top,
        columns,
        rows,
        free,
        tuple(name for name in TILES if name not in names),
    )


def with_lying(board: AddiqueBoard, turns: tuple[Placement, ...]) -> AddiqueBoard:
    """Return the board with the tiles that lie there before anybody pressed NEXT."""
    lying = tuple(turn.laid for turn in turns)
    left, top, columns, rows = frame((*board.tiles, *lying))
    return replace(board, lying=lying, left=left, top=top, columns=columns, rows=rows)


def frame(tiles: Sequence[Tile | Laid], margin: int = 2) -> tuple[int, int, int, int]:
    """Return left, top, columns and rows of a frame round the tiles that is not too small."""
    cols = [tile.col for tile in tiles] or [0]
    rows = [tile.row for tile in tiles] or [0]
    left, right = min(cols) - margin, max(cols) + margin
    top, bottom = min(rows) - margin, max(rows) + margin
    wider, higher = max(0, LEAST_COLUMNS - (right - left + 1)), max(0, LEAST_ROWS - (bottom - top + 1))
    left, top = left - wider // 2, top - higher // 2
    return left, top, right - left + 1 + (wider + 1) // 2, bottom - top + 1 + (higher + 1) // 2


EMPTY_BOARD = AddiqueBoard((), (), (), *frame(()), ((0, 0),), TILES)
"""The table before the first tile, such as when tiles are drawn for the start."""


def _runs(last: TurnResult | None) -> tuple[Run, ...]:
    """Return the runs the last turn scored."""
    if last is None or last.outcome is None or not last.points:
        return ()
    return tuple(
        Run(
            number["number"],
            number["points"],
            number["col"],
            number["row"],
            len(str(number["number"])) if number["direction"] == "across" else 1,
            1 if number["direction"] == "across" else len(str(number["number"])),
        )
        for number in last.outcome.details["numbers"]
    )


def _sums(last: TurnResult | None, first: bool) -> tuple[tuple[str, int], ...]:
    """Return the sums of the last turn as the players would say them, each with what it makes."""
    if last is None or last.outcome is None:
        return ()
    if first:
        top, right, bottom, left = last.turn.laid.tile
        return ((f"{top} × {bottom} + {left} × {right}", last.points),)
    return tuple((f"{number['number']} ÷ 9", number["points"]) for number in last.outcome.details["numbers"])
