"""Glimpses of room beside Addique tiles: bare table, which no tile leaves, or a tile or a part of one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.ground import is_inside, strange_places
from vision.layers import Layers
from vision.marks import Floats
from vision.tiles.bare import CROSS, bare_table, like_faces, sides_alike, spread
from vision.tiles.places import Places
from vision.view import COVER, PIECE, View

BOTH_SIDES = 2  # of the four that have a colour: most things beside tiles lie on one
FAINT_COVER, CLOSE_COVER, FAINT_PIECE = 0.3, 0.5, 0.4  # from afar, close up, and in any look
BARE = 0.7  # of a cell; of 127 rooms with a hidden tile one had more than 0.33
LIKE_PIECE, LIKE_FACE = 0.4, 0.3  # of a cell, by the finder and by colours
ROUND_CROSS = np.array([(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) == 2])
WHOLE_CELL, MOST_ROUND, LEAST_ROUND = 0.65, 0.3, 3  # of each cell, of the free ones round it, and how many


@dataclass(frozen=True)
class Glimpses:
    """For each room whether one of its cells is bare table, and whether one looks like a tile."""

    table: NDArray[np.bool_]
    tile: NDArray[np.bool_]


def glimpse(
    picture: Layers, view: View, overview: View, matrix: Floats, places: Places, rooms: NDArray[np.number]
) -> Glimpses:
    """Look into rooms for one more tile: a cell of bare table is proof that none lies there."""
    points = spread(matrix, rooms[:, None] + CROSS)
    strange = strange_places(picture, points, bare_table(matrix, places), places.cell_px)
    own = like_faces(picture, points, places)
    piece = np.maximum(view.surface_at(points, PIECE), overview.surface_at(points, PIECE))
    sides, _ = sides_alike(picture, points, matrix, places)
    bare = (sides >= BOTH_SIDES) & ~strange & ~own & (piece < FAINT_PIECE) & is_inside(picture, points)
    bare &= overview.surface_at(points, COVER) < FAINT_COVER
    bare &= view.surface_at(points, COVER) < CLOSE_COVER
    like_face = (own & strange).mean(axis=2).max(axis=1) > LIKE_FACE
    like_piece = piece.mean(axis=2).max(axis=1) > LIKE_PIECE
    return Glimpses(bare.mean(axis=2).max(axis=1) > BARE, like_face | like_piece)


def crosses_seen(
    picture: Layers, matrix: Floats, places: Places, rooms: NDArray[np.int_]
) -> NDArray[np.bool_]:
    """Which rooms are filled up to their sides, and little round them is: only a tile is cut like that."""
    found = np.zeros(len(rooms), bool)
    spots = _strange_cells(picture, spread(matrix, rooms), matrix, places) > WHOLE_CELL
    if not spots.any():
        return found
    rooms = rooms[spots]
    round_ = rooms[:, None] + ROUND_CROSS
    cells = spread(matrix, np.concatenate([rooms[:, None] + CROSS, round_], axis=1))
    strange = _strange_cells(picture, cells, matrix, places)
    inside = is_inside(picture, cells).all(axis=2)
    free = (np.abs(round_[:, :, None] - places.cells).sum(axis=3).min(axis=2) > 1) & inside[:, len(CROSS) :]
    whole = (strange[:, : len(CROSS)] > WHOLE_CELL).all(axis=1) & inside[:, : len(CROSS)].all(axis=1)
    filled = (strange[:, len(CROSS) :] * free).sum(axis=1) < MOST_ROUND * free.sum(axis=1)
    found[spots] = whole & filled & (free.sum(axis=1) >= LEAST_ROUND)
    return found


def _strange_cells(picture: Layers, points: Floats, matrix: Floats, places: Places) -> Floats:
    """How much of each cell has a colour that the table has on one side of the tiles at most."""
    sides, seen = sides_alike(picture, points, matrix, places)
    return np.asarray((sides < min(BOTH_SIDES, seen)).mean(axis=-1))
