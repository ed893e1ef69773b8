"""Room beside Addique tiles for one more: may something hide a tile there?

A tile is laid at three edges of others, so almost always an arm of a neighbour lies in one of the four cells
between its own arms. Whatever lies over its spot and its numerals lies over the inner corner of that arm too,
unless it is cut to a tile's shape: where such corners are seen whole, no tile is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.ground import colours_at, share_alike
from vision.layers import Layers
from vision.marks import Floats
from vision.tiles.crosses import ARMS
from vision.tiles.places import TOUCHING, Places, cells_round

LEAST_EDGES = 3
DIAGONALS = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
IN_CORNER = np.array([[0.38, 0.38], [0.3, 0.3], [0.38, 0.2], [0.2, 0.38]])  # cells from an arm's middle
LIKE_OWN = 0.1  # of the same points on the tile's other arms, whose corners may have lines and shades
WHOLE = 0.7  # of a corner's points
BY_CHANCE = 0.1  # that what fills a room has a tile's colours wherever its corners are looked at


def rooms_beside(places: Places) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Cells for the spot of one more tile by the rules, and how many of the eight round it are taken."""
    cells = cells_round(places.cells, TOUCHING)
    away = np.abs(cells[:, None] - places.cells[None]).sum(axis=2)
    cells = cells[away.min(axis=1) == TOUCHING]
    around = np.concatenate([DIAGONALS, 2 * ARMS.astype(int)])
    taken = (np.abs((cells[:, None] + around)[:, :, None] - places.cells).sum(axis=3) <= 1).any(axis=2)
    edges = 2 * taken[:, : len(DIAGONALS)].sum(axis=1) + taken[:, len(DIAGONALS) :].sum(axis=1)
    legal = edges >= LEAST_EDGES
    return cells[legal], taken.sum(axis=1)[legal]


def whole_corners(
    picture: Layers, places: Places, rooms: NDArray[np.int_], filled: Sequence[Floats]
) -> NDArray[np.bool_]:
    """Which rooms have neighbours' arms between their own, all of them whole and hardly able to seem so.

    A thing in a tile's own colour leaves its corners whole to the eye; `filled` are points in each.
    """
    usual = colours_at(picture, _corner_points(places).reshape(-1, 2), places.cell_px)
    usual = usual.reshape(len(places), len(ARMS), -1, 3)
    found = np.zeros(len(rooms), bool)
    for number, room in enumerate(rooms):
        corners = [(tile, arm, way) for way in DIAGONALS for tile, arm in _arms_at(places, room + way)]
        if not all(_is_whole(picture, places, *corner, usual[corner[0]]) for corner in corners):
            continue
        thing = colours_at(picture, filled[number].reshape(-1, 2), places.cell_px)
        like = [(share_alike(thing, usual[tile].reshape(-1, 3)) > LIKE_OWN).mean() for tile, _, _ in corners]
        found[number] = np.prod(like) ** 3 < BY_CHANCE  # three points make a corner whole
    return found


def _arms_at(places: Places, cell: NDArray[np.int_]) -> list[tuple[int, NDArray[np.int_]]]:
    """The tiles with an arm on a cell, and which way that arm points."""
    off = cell - places.cells
    return [(int(tile), off[tile]) for tile in np.nonzero(np.abs(off).sum(axis=1) == 1)[0]]


def _is_whole(
    picture: Layers, places: Places, tile: int, arm: NDArray[np.int_], way: NDArray[np.int_], usual: Floats
) -> bool:
    """Whether an arm shows the tile's own face at the corner that points back to the room's spot."""
    points = places.centres[tile] + (arm - IN_CORNER * way) @ places.axes[tile].T
    others = usual[(arm != ARMS).any(axis=1)].reshape(-1, 3)
    own = share_alike(colours_at(picture, points, places.cell_px), others) > LIKE_OWN
    return bool(own.mean() > WHOLE)


def _corner_points(places: Places) -> Floats:
    """The points in all four corners of all four arms of every tile."""
    offsets = (ARMS[:, None, None] + DIAGONALS[:, None] * IN_CORNER).reshape(-1, 2)
    return np.asarray(places.centres[:, None] + offsets @ places.axes.transpose(0, 2, 1))
