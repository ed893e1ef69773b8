"""Where pieces lie on a sheet so that little paper is wasted and one cut serves two pieces."""

from __future__ import annotations

from math import ceil

from device.printing.paper import Paper
from device.printing.sheet import Placement, Sheet
from vision.artwork.shapes import Piece, Point, extent


class DoesNotFitError(ValueError):
    """A piece is larger than the paper."""


def in_rows(pieces: tuple[Piece, ...], paper: Paper, gap_mm: float = 0.0) -> tuple[Sheet, ...]:
    """Lay pieces of one size edge to edge in rows, over as many sheets as they need."""
    left, top, right, bottom = extent((pieces[0].outline,))
    step_x, step_y = right - left + gap_mm, bottom - top + gap_mm
    room_x, room_y = paper.room_mm
    columns, rows = int((room_x + gap_mm + 1e-6) / step_x), int((room_y + gap_mm + 1e-6) / step_y)
    if not columns or not rows:
        raise DoesNotFitError(f"A {pieces[0].name} is too large for {paper.name} paper.")
    columns = min(columns, len(pieces))
    middle_x, middle_y = paper.middle_mm
    spots = [
        (middle_x + (column - (columns - 1) / 2) * step_x, middle_y + (row - (rows - 1) / 2) * step_y)
        for row in range(rows)
        for column in range(columns)
    ]
    return _dealt(pieces, spots, paper)


def nested(tiles: tuple[Piece, ...], paper: Paper, cell_mm: float) -> tuple[Sheet, ...]:
    """Lay plus-shaped tiles into one another, as they tile a plane, over as many sheets as they need."""
    room_x, room_y = paper.room_mm
    spots = _best_nest(room_x / cell_mm, room_y / cell_mm)
    if not spots:
        raise DoesNotFitError(f"A tile is too large for {paper.name} paper.")
    spots = spots[: ceil(len(tiles) / ceil(len(tiles) / len(spots)))]
    reach_x = (min(x for x, _ in spots) + max(x for x, _ in spots)) / 2
    reach_y = (min(y for _, y in spots) + max(y for _, y in spots)) / 2
    middle_x, middle_y = paper.middle_mm
    on_paper = [(middle_x + (x - reach_x) * cell_mm, middle_y + (y - reach_y) * cell_mm) for x, y in spots]
    return _dealt(tiles, on_paper, paper)


def _best_nest(width: float, height: float) -> list[Point]:
    """The middles of as many crosses as fit a room, all in cells, row by row.

    Crosses tile the plane on the lattice of knight's moves (2, 1) and (-1, 2), so the cells x + 2y = 0
    (mod 5) are the middles, or those of the mirror image x - 2y; only the lattice's start is free.
    """
    best: list[Point] = []
    columns, rows = int(width + 1e-6), int(height + 1e-6)
    for slant in (2, -2):
        for start in range(5):
            middles = [
                (float(x), float(y))
                for y in range(1, rows - 1)
                for x in range(1, columns - 1)
                if (x + slant * y - start) % 5 == 0
            ]
            best = max(best, middles, key=len)
    return best


def _dealt(pieces: tuple[Piece, ...], spots: list[Point], paper: Paper) -> tuple[Sheet, ...]:
    sheets = []
    for first in range(0, len(pieces), len(spots)):
        some = pieces[first : first + len(spots)]
        placements = tuple(Placement(piece, x, y) for piece, (x, y) in zip(some, spots, strict=False))
        sheets.append(Sheet(paper, placements))
    return tuple(sheets)
