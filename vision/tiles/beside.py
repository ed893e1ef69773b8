"""The room beside an Addique table: does it look like the table, or may a tile be hidden there?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubt
from vision.ground import colours_at, share_alike, strange_places
from vision.homography import to_picture
from vision.layers import Layers
from vision.marks import Floats
from vision.reading import Doubt
from vision.tiles.crosses import ARMS
from vision.tiles.places import Places, cells_round
from vision.tiles.rooms import rooms_beside, whole_corners
from vision.view import COVER, TABLE, View

CLEAR = 4  # cells from every spot, the farther way: the table itself
MARGIN = 6
RING = np.array(
    [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) > 1]
)  # cells round a tile
GOES_ON = 0.4  # of them
ENCLOSED = 7  # of the eight cells next to a tile: a hole of its very shape is no accident
SPREAD = 0.3 * np.array([[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1], [1, 0], [-1, 0], [0, 1], [0, -1]])
CORNERS = 0.4 * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])  # cells from an arm's middle: no ink
HIDES, HIDES_CELL = 0.8, 0.4  # of a tile's room and of each of its cells that is not table
ON_SPOT, ON_ARM, ON_TILE = 0.9, 0.3, 0.4  # of the spot's cell, of each arm's and of the room
WITH_TILE = 0.85  # of the room, with what has the tiles' colour
PEEPS_OUT = 0.1  # of a tile's room that has the tiles' colour and not the table's
PLAIN_TABLE = 0.88  # more than it gives to any tile with a thing on it: light and shadow
BARE_SPOT = 0.3  # of the spot's cell in that colour: no thing lies there, but a shadow on the table
LIKE_TABLE, LIKE_COVER = 0.75, 0.15  # as the finder sees it: paper that the tiles lie on


def doubts_beside(picture: Layers, view: View, matrix: Floats, places: Places) -> list[Doubt]:
    """Doubts about room for a tile beside the others, filled with colours that the table has nowhere.

    A thing on a tile may leave the ends of its arms, in the tiles' colour, which may be the table's as well.
    Paper under the tiles fills such room too: it shows nothing of a tile, and the finder takes it for table,
    or the tiles round about are seen whole up to their inner corners.
    """
    if not len(places):
        return []
    rooms, taken = rooms_beside(places)
    enclosed = to_picture(matrix, rooms[taken >= ENCLOSED])
    if len(enclosed):
        return [doubt("unread-piece", *enclosed[0].tolist())]
    table = bare_table(matrix, places)
    middle = strange_places(picture, _spread(matrix, rooms), table, places.cell_px).mean(axis=1)
    rooms = rooms[middle > HIDES_CELL]
    if not len(rooms):
        return []
    points = _spread(matrix, rooms[:, None] + np.concatenate([np.zeros((1, 2)), ARMS]))
    strange = strange_places(picture, points, table, places.cell_px)
    own = share_alike(colours_at(picture, points.reshape(-1, 2), places.cell_px), _faces(picture, places)) > 0
    own = own.reshape(strange.shape)
    shares, room = strange.mean(axis=2), strange.mean(axis=(1, 2))
    filled = (room > HIDES) & (shares.min(axis=1) > HIDES_CELL)
    on_spot = (shares[:, 0] > ON_SPOT) & (shares.min(axis=1) > ON_ARM) & (room > ON_TILE)
    on_spot &= (strange | own).mean(axis=(1, 2)) > WITH_TILE
    seen = {kind: view.surface_at(points, kind).mean(axis=(1, 2)) for kind in (TABLE, COVER)}
    paper = (seen[TABLE] > LIKE_TABLE) & (seen[COVER] < LIKE_COVER)
    like_tiles = (strange & own).mean(axis=(1, 2)) > PEEPS_OUT
    peeps_out = like_tiles & (own[:, 0].mean(axis=1) < BARE_SPOT)
    paper &= ~peeps_out | (seen[TABLE] > PLAIN_TABLE)
    paper &= _goes_on(picture, matrix, places, rooms, table)
    paper |= ~like_tiles & whole_corners(picture, places, rooms, points)
    hides = to_picture(matrix, rooms[(filled | on_spot) & ~paper])
    return [doubt("cover", *point) for point in hides[:1].tolist()]


def _goes_on(
    picture: Layers, matrix: Floats, places: Places, rooms: NDArray[np.int_], table: Floats
) -> NDArray[np.bool_]:
    """Whether what fills each room fills most free cells round it too: paper is larger than a tile."""
    cells = rooms[:, None] + RING
    free = np.abs(cells[:, :, None] - places.cells).sum(axis=3).min(axis=2) > 1
    strange = strange_places(picture, _spread(matrix, cells), table, places.cell_px).mean(axis=2)
    return np.asarray((strange * free).sum(axis=1) > GOES_ON * np.maximum(free.sum(axis=1), 1))


def bare_table(matrix: Floats, places: Places) -> Floats:
    """Points of the table round the tiles where none lies."""
    cells = cells_round(places.cells, MARGIN)
    away = np.abs(cells[:, None] - places.cells[None]).max(axis=2).min(axis=1)
    return _spread(matrix, cells[away >= CLEAR]).reshape(-1, 2)


def _spread(matrix: Floats, cells: NDArray[np.number]) -> Floats:
    """Points all over each cell."""
    return to_picture(matrix, cells[..., None, :] + SPREAD)


def _faces(picture: Layers, places: Places) -> Floats:
    """The usual colour of each tile beside its numerals."""
    corners = places.arms()[:, :, None] + (CORNERS @ places.axes.transpose(0, 2, 1))[:, None]
    colours = colours_at(picture, corners.reshape(-1, 2), places.cell_px)
    return np.asarray(np.median(colours.reshape(len(places), -1, 3), axis=1))
