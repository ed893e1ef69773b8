"""What lies on or beside an Addique table and belongs to no tile read: nothing may be left out."""

from __future__ import annotations

import cv2
import numpy as np

from vision.doubts import doubt
from vision.ground import is_inside, strange_places
from vision.homography import to_picture
from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.network import Glyphs
from vision.reading import Doubt, Piece, Reading
from vision.tiles.bare import bare_table, like_faces
from vision.tiles.crosses import ARMS
from vision.tiles.glimpses import glimpse
from vision.tiles.loose import doubt_numerals
from vision.tiles.places import TOUCHING, Places, cells_round, distance
from vision.tiles.rooms import rooms_beside, whole_corners
from vision.view import COVER, PIECE, View

LEAST_COVER = 4.0  # cells of a hand or thing beside the tiles
LEAST_ARM = 12.0  # cells of an arm that reaches in: it may hide a tile a little farther off
ARM_REACH = 4.0  # cells from a tile's middle
STRANGE, FAINTLY_STRANGE = 0.3, 0.15  # of covered cells: in colours that the table has nowhere
SEEN_TWICE = 0.5  # of them look covered close up too
AT_EDGE = 0.8  # cells: what lies nearer to the picture's edge may go on outside
LIKE_PIECE, UNLIKE_TABLE = 0.6, 0.3  # of such a cell's places
CLEAR_COVER, HALF_ROOM = 0.8, 0.5  # paper and marble taken for a cover had less of a room that clear
FAINT_COVER, PART_OF_ROOM = 0.3, 0.3  # of a room for a tile that something may lie over
_CELLS = np.array([[0, 0], *ARMS.astype(int)])
_CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)
_SPREAD = 0.25 * np.array([[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]])


def doubt_leftovers(
    picture: Layers, glyphs: Glyphs, view: View, overview: View, matrix: Floats, places: Places
) -> list[Doubt]:
    """Doubts about covered cells, unread pieces and loose numerals."""
    if not len(places):
        return []
    why = _cells(picture, view, overview, matrix, places)
    return why + doubt_numerals(picture, glyphs, view, overview, matrix, places)


def _cells(picture: Layers, view: View, overview: View, matrix: Floats, places: Places) -> list[Doubt]:
    """Look at every cell round the table: is it covered, is it piece without a tile?

    What covers is large and is seen better from afar: close up, bare wood may look like skin.
    """
    cells = cells_round(places.cells, 2)
    points = to_picture(matrix, (cells[:, None] + _SPREAD).reshape(-1, 2)).reshape(-1, 5, 2)
    low, high = cells.min(axis=0), cells.max(axis=0)
    chart = np.zeros(high - low + 1, np.uint8)
    for cross in _CELLS:
        chart[tuple((places.cells + cross - low).T)] = 1
    near = cv2.dilate(chart, _CROSS)
    taken, close = chart[tuple((cells - low).T)] > 0, near[tuple((cells - low).T)] > 0
    cover = overview.large_covers(0.5, LEAST_COVER * places.cell_px**2)
    arm = overview.places(overview.large_covers(0.6, LEAST_ARM * places.cell_px**2, reaching_in=True))
    hidden = close & (overview.sample(cover, points).mean(axis=1) > 0.5)
    if not _is_foreign(picture, view, matrix, places, points[hidden]):
        arms = overview.large_covers(0.5, LEAST_COVER * places.cell_px**2, reaching_in=True)
        hidden &= overview.sample(arms, points).mean(axis=1) > 0.5
    piece = np.where(taken, 0.0, view.surface_at(points, PIECE).mean(axis=1))
    why = [doubt("cover", *points[i, 0].tolist()) for i in np.nonzero(hidden)[0]]
    near = arm[distance(arm, places.centres) < ARM_REACH * places.cell_px]
    why += [doubt("cover", *point) for point in near[:1].tolist()]
    if why and _hides_nothing(picture, view, overview, matrix, places):
        why = []
    why += [
        doubt("edge", *point)
        for point in _cut_off(picture, view, overview, points[close & ~taken], matrix, places)
    ]
    return why + [doubt("unread-piece", *points[i, 0].tolist()) for i in _unread(cells, piece)]


def _hides_nothing(picture: Layers, view: View, overview: View, matrix: Floats, places: Places) -> bool:
    """Whether no tile has room under what is taken for a cover: where none touches those read, none lies.

    A room is free where a cell of it is bare table, or where nothing of a tile peeps out and the corners that
    a thing would lap over are whole: fingers on a tile leave them whole too, and parts of the tile. What is
    clearly seen to cover a room, from afar and close up, may be an arm that ends at such a corner.
    """
    rooms, _ = rooms_beside(places)
    points = to_picture(matrix, (rooms[:, None] + _CELLS)[:, :, None] + _SPREAD)
    cover = overview.surface_at(points, COVER) > FAINT_COVER
    covered = np.nonzero(cover.mean(axis=(1, 2)) > PART_OF_ROOM)[0]
    seen = glimpse(picture, view, overview, matrix, places, rooms[covered])
    close = np.minimum(overview.surface_at(points[covered], COVER), view.surface_at(points[covered], COVER))
    clear = (close > CLEAR_COVER).mean(axis=(1, 2)) > HALF_ROOM
    if ((seen.tile | clear) & ~seen.table).any():
        return False
    covered = covered[~seen.table]
    things = [points[room][cover[room]] for room in covered]
    return bool(whole_corners(picture, places, rooms[covered], things).all())


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


def _is_foreign(picture: Layers, view: View, matrix: Floats, places: Places, points: Floats) -> bool:
    """Whether covered cells differ from the table, or do so a little and look covered close up too."""
    if not len(points):
        return True
    strange = strange_places(picture, points, bare_table(matrix, places), places.cell_px)
    seen_twice = view.surface_at(points, COVER).mean() > SEEN_TWICE
    return bool(strange.mean() > (FAINTLY_STRANGE if seen_twice else STRANGE))


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
