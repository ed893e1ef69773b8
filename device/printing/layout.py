"""Where pieces lie on a sheet so that little paper is wasted and one cut serves two pieces."""

from __future__ import annotations

from math import ceil

from device.printing.paper import MARGIN_MM, Paper
from device.printing.sheet import Placement, Sheet
from vision.artwork.shapes import Piece, Point, extent


class DoesNotFitError(ValueError):
    """A piece is larger than the paper."""


def in_rows(pieces: tuple[Piece, ...], paper: Paper) -> tuple[Sheet, ...]:
    """Lay pieces of one size edge to edge in rows, over as many sheets as they need."""
    left, top, right, bottom = extent((pieces[0].outline,))
    step_x, step_y = right - left, bottom - top
    room_x, room_y = paper.room_mm
    columns, most_rows = int((room_x + 1e-6) / step_x), int((room_y + 1e-6) / step_y)
    if not columns or not most_rows:
        raise DoesNotFitError(f"A {pieces[0].name} is too large for {paper.name} paper.")
    columns = min(columns, len(pieces))
    middle_x, middle_y = paper.middle_mm
    sheets: list[Sheet] = []
    for rows in _shared_out(ceil(len(pieces) / columns), most_rows):
        spots = [
            (middle_x + (column - (columns - 1) / 2) * step_x, middle_y + (row - (rows - 1) / 2) * step_y)
            for row in range(rows)
            for column in range(columns)
        ]
        sheets += _dealt(pieces[: len(spots)], spots, paper)
        pieces = pieces[len(spots) :]
    return tuple(sheets)


def _shared_out(rows: int, most: int) -> list[int]:
    """How many rows each sheet gets: as few sheets as will do, and none nearly empty."""
    sheets = ceil(rows / most)
    return [rows // sheets + (i < rows % sheets) for i in range(sheets)]


def stacked(groups: tuple[tuple[Piece, ...], ...], paper: Paper, gap_mm: float) -> Sheet:
    """Lay rows of unlike pieces under one another on one sheet."""
    heights = [_height(group[0]) for group in groups]
    middle_x, middle_y = paper.middle_mm
    top = middle_y - (sum(heights) + gap_mm * (len(groups) - 1)) / 2
    placements: list[Placement] = []
    for group, height in zip(groups, heights, strict=True):
        left, _, right, bottom = extent((group[0].outline,))
        step = right - left + gap_mm
        for i, piece in enumerate(group):
            # A piece's own middle need not be the middle of its outline.
            x = middle_x + (i - (len(group) - 1) / 2) * step - (left + right) / 2
            placements.append(Placement(piece, x, top + height - bottom))
        top += height + gap_mm
    if top - gap_mm > paper.height_mm - MARGIN_MM:
        raise DoesNotFitError(f"The pieces are too large for {paper.name} paper.")
    return Sheet(paper, tuple(placements))


def _height(piece: Piece) -> float:
    _, top, _, bottom = extent((piece.outline,))
    return bottom - top


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
