"""The room beside an Addique table: does it look like the table, or may a tile be hidden there?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubt
from vision.ground import is_inside, strange_places
from vision.homography import to_picture
from vision.layers import Layers
from vision.marks import Floats
from vision.reading import Doubt
from vision.tiles.bare import CROSS, bare_table, like_faces, sides_alike, spread
from vision.tiles.glimpses import crosses_seen
from vision.tiles.places import Places
from vision.tiles.rooms import rooms_beside, whole_corners
from vision.tiles.under import like_under
from vision.view import COVER, TABLE, View

RING = np.array(
    [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) > 1]
)  # cells round a tile
FEW, MOST_SIDES = 2, 3  # tiles, and sides of them that have a colour of the table
COMMON = 0.05  # of such a side: more than the end of a thing there
GOES_ON = 0.4  # of them
ENCLOSED = 7  # of the eight cells next to a tile: a hole of its very shape is no accident
HIDES, HIDES_CELL = 0.8, 0.4  # of a tile's room and of each of its cells that is not table
ON_SPOT, ON_ARM, ON_TILE = 0.9, 0.3, 0.4  # of the spot's cell, of each arm's and of the room
WITH_TILE = 0.85  # of the room, with what has the tiles' colour
PEEPS_OUT = 0.1  # of a tile's room that has the tiles' colour and not the table's
PLAIN_TABLE = 0.88  # more than it gives to any tile with a thing on it: light and shadow
BARE_SPOT = 0.3  # of the spot's cell in that colour: no thing lies there, but a shadow on the table
LIKE_TABLE, LIKE_COVER = 0.75, 0.15  # as the finder sees it: paper that the tiles lie on
ON_IT, FAINTLY_ON_IT = 0.45, 0.3  # a thing on the spot's cell, as the finder sees it; paper had 0.4


def doubts_beside(picture: Layers, view: View, matrix: Floats, places: Places) -> list[Doubt]:
    """A doubt about room for a tile beside the others: a hole of its shape, a thing or a tile in it."""
    if not len(places):
        return []
    rooms, taken = rooms_beside(places)
    enclosed = to_picture(matrix, rooms[taken >= ENCLOSED])
    if len(enclosed):
        return [doubt("unread-piece", *enclosed[0].tolist())]
    hides = to_picture(matrix, _filled(picture, view, matrix, places, rooms))
    if len(hides):
        return [doubt("cover", *hides[0].tolist())]
    shaped = to_picture(matrix, rooms[crosses_seen(picture, matrix, places, rooms)])
    return [doubt("unread-piece", *point) for point in shaped[:1].tolist()]


def _filled(
    picture: Layers, view: View, matrix: Floats, places: Places, rooms: NDArray[np.int_]
) -> NDArray[np.int_]:
    """Rooms filled with colours that the table has nowhere.

    A thing on a tile may leave the ends of its arms, in the tiles' colour, which may be the table's as well.
    Paper under the tiles fills such room too: it shows nothing of a tile and laps over no inner corner of
    those round about. Nor may a thing that the finder sees, if it is no larger than a tile; where something
    of a tile peeps out from under it, or it laps over a corner, it lies on a tile whatever its colours.
    """
    spots = spread(matrix, rooms)
    middle = _strange(picture, spots, matrix, places).mean(axis=1)
    rooms = rooms[(middle > HIDES_CELL) | (view.surface_at(spots, COVER).mean(axis=1) > FAINTLY_ON_IT)]
    if not len(rooms):
        return rooms
    points = spread(matrix, rooms[:, None] + CROSS)
    strange = _strange(picture, points, matrix, places)
    own = like_faces(picture, points, places)
    shares, room = strange.mean(axis=2), strange.mean(axis=(1, 2))
    filled = (room > HIDES) & (shares.min(axis=1) > HIDES_CELL)
    on_spot = (shares[:, 0] > ON_SPOT) & (shares.min(axis=1) > ON_ARM) & (room > ON_TILE)
    on_spot &= (strange | own).mean(axis=(1, 2)) > WITH_TILE
    seen = {kind: view.surface_at(points, kind).mean(axis=(1, 2)) for kind in (TABLE, COVER)}
    paper = (seen[TABLE] > LIKE_TABLE) & (seen[COVER] < LIKE_COVER)
    like_tiles = (strange & own).mean(axis=(1, 2)) > PEEPS_OUT
    peeps_out = like_tiles & (own[:, 0].mean(axis=1) < BARE_SPOT)
    paper &= ~peeps_out | (seen[TABLE] > PLAIN_TABLE)
    paper[paper] = _goes_on(picture, matrix, places, rooms[paper])
    thing = view.surface_at(points[:, 0], COVER).mean(axis=1)
    plain = ~like_tiles & np.where(thing < ON_IT, filled | on_spot, shares[:, 0] > ON_SPOT)
    lapped = np.zeros(len(rooms), bool)
    lapped[plain] = ~whole_corners(picture, places, rooms[plain], points[plain])
    paper = (paper | (plain & (thing < ON_IT))) & ~lapped
    on_tile = np.where(like_tiles, thing > FAINTLY_ON_IT, lapped & (thing > ON_IT))
    return rooms[((filled | on_spot) & ~paper) | on_tile]


def _strange(picture: Layers, points: Floats, matrix: Floats, places: Places) -> NDArray[np.bool_]:
    """Which points have colours that the table has nowhere, or round few tiles not on most sides.

    There little table is seen, and a ruler over a tile takes a large part of it. What is seen to lie under
    the tiles lies on none.
    """
    strange = strange_places(picture, points, bare_table(matrix, places), places.cell_px)
    if len(places) <= FEW:
        sides, seen = sides_alike(picture, points, matrix, places, COMMON)
        strange |= (sides < min(MOST_SIDES, seen)) & is_inside(picture, points)
    strange[strange] = ~like_under(picture, points[strange], places)
    return strange


def _goes_on(picture: Layers, matrix: Floats, places: Places, rooms: NDArray[np.int_]) -> NDArray[np.bool_]:
    """Whether what fills each room fills most free cells round it too: paper is larger than a tile."""
    cells = rooms[:, None] + RING
    free = np.abs(cells[:, :, None] - places.cells).sum(axis=3).min(axis=2) > 1
    strange = _strange(picture, spread(matrix, cells), matrix, places).mean(axis=2)
    return np.asarray((strange * free).sum(axis=1) > GOES_ON * np.maximum(free.sum(axis=1), 1))
