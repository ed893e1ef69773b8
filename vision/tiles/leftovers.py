"""What lies on or beside an Addique table and belongs to no tile read: nothing may be left out."""

from __future__ import annotations

import cv2
import numpy as np

from vision.doubts import doubt
from vision.ground import is_inside, strange_places
from vision.homography import to_picture
from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.network import Finder
from vision.reading import Doubt, Piece, Reading
from vision.tiles.bare import bare_table, like_faces
from vision.tiles.covers import doubts_of_covers
from vision.tiles.crosses import ARMS
from vision.tiles.loose import doubt_numerals
from vision.tiles.places import TOUCHING, Places, cells_round
from vision.view import PIECE, Eyes, View

AT_EDGE = 0.8  # cells: what lies nearer to the picture's edge may go on outside
LIKE_PIECE, UNLIKE_TABLE = 0.6, 0.3  # of such a cell's places
_CELLS = np.array([[0, 0], *ARMS.astype(int)])
_CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)
_SPREAD = 0.25 * np.array([[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]])


def doubt_leftovers(
    picture: Layers, eyes: Eyes, view: View, overview: View, matrix: Floats, places: Places
) -> list[Doubt]:
    """Doubts about covered cells, unread pieces and loose numerals."""
    if not len(places):
        return []
    why = _cells(picture, eyes.finder, view, overview, matrix, places)
    return why + doubt_numerals(picture, eyes.glyphs, view, overview, matrix, places)


def _cells(
    picture: Layers, finder: Finder, view: View, overview: View, matrix: Floats, places: Places
) -> list[Doubt]:
    """Look at every cell round the table: is it covered, is it piece without a tile?"""
    cells = cells_round(places.cells, 2)
    points = to_picture(matrix, (cells[:, None] + _SPREAD).reshape(-1, 2)).reshape(-1, 5, 2)
    low, high = cells.min(axis=0), cells.max(axis=0)
    chart = np.zeros(high - low + 1, np.uint8)
    for cross in _CELLS:
        chart[tuple((places.cells + cross - low).T)] = 1
    near = cv2.dilate(chart, _CROSS)
    taken, close = chart[tuple((cells - low).T)] > 0, near[tuple((cells - low).T)] > 0
    piece = np.where(taken, 0.0, view.surface_at(points, PIECE).mean(axis=1))
    why = doubts_of_covers(picture, finder, view, overview, matrix, places, points[close])
    why += [
        doubt("edge", *point)
        for point in _cut_off(picture, view, overview, points[close & ~taken], matrix, places)
    ]
    return why + [doubt("unread-piece", *points[i, 0].tolist()) for i in _unread(cells, piece)]


def _cut_off(
    picture: Layers, view: View, overview: View, free: Floats, matrix: Floats, places: Places
) -> list[list[float]]:
    """Middles of free cells beside tiles, at the picture's edge, that look like the end of a tile outside.

    The finder sees no clear end where the picture has one; what has a colour of the table only is no tile.
    """
    limit = np.array([picture.width, picture.height])
    to_edge = np.minimum(free[:, 0], limit - free[:, 0]).min(axis=1) / places.cell_px
    free = free[(to_edge < AT_EDGE) & (is_inside(picture, free).sum(axis=1) > 1)]
    if not len(free):
        return []
    inside = is_inside(picture, free)
    piece = np.maximum(view.surface_at(free, PIECE), overview.surface_at(free, PIECE))
    unlike = strange_places(picture, free, bare_table(matrix, places), places.cell_px)
    unlike |= like_faces(picture, free, places)
    seen, unlike = ((each * inside).sum(axis=1) / inside.sum(axis=1) for each in (piece, unlike))
    return np.clip(free[(seen > LIKE_PIECE) & (unlike > UNLIKE_TABLE), 0], 0, limit - 1).tolist()


def _unread(cells: Ints, piece: Floats) -> Ints:
    """Cells round which five free ones look like a whole tile."""
    low = cells.min(axis=0)
    chart = np.zeros(cells.max(axis=0) - low + 3)
    chart[tuple((cells - low + 1).T)] = piece
    here = chart[1:-1, 1:-1]
    five = np.stack([here, chart[2:, 1:-1], chart[:-2, 1:-1], chart[1:-1, 2:], chart[1:-1, :-2]])
    tile = (five.mean(axis=0) > 0.6) & (five.min(axis=0) > 0.4)
    return np.nonzero(tile[tuple((cells - low).T)])[0]


def doubt_groups(places: Places) -> list[Doubt]:
    """A doubt if the tiles do not all touch each other."""
    if len(places) < 2:
        return []
    touching = np.abs(places.cells[:, None] - places.cells[None]).sum(axis=2) <= TOUCHING
    reached = np.zeros(len(places), bool)
    reached[0] = True
    while True:
        wider = touching[reached].any(axis=0)
        if (wider == reached).all():
            break
        reached = wider
    return [doubt("apart", *centre) for centre in places.centres[~reached].tolist()]


def doubt_vanished(previous: Reading | None, pieces: tuple[Piece, ...]) -> list[Doubt]:
    """Tiles do not vanish: one that lay there before and is not seen now is a doubt."""
    names = {piece.name for piece in pieces}
    before = previous.pieces if previous else ()
    return [doubt("vanished", piece.x, piece.y) for piece in before if piece.name not in names]
