"""The bare table round Addique tiles, cells beside them, and whether those have its colours."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ground import ALIKE, EVEN, LEAST_TABLE, USUAL, colours_at, is_inside, share_alike
from vision.homography import to_cells, to_picture
from vision.layers import Layers
from vision.marks import Floats
from vision.tiles.crosses import ARMS
from vision.tiles.places import Places

CLEAR = 4  # cells from every spot, the farther way: the table itself
MARGIN = 6
CROSS = np.concatenate([np.zeros((1, 2)), ARMS])  # a tile's spot and arms
SPREAD = 0.3 * np.array([[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1], [1, 0], [-1, 0], [0, 1], [0, -1]])
CORNERS = 0.4 * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])  # cells from an arm's middle: no ink
QUARTERS = 4
MOST_PLACES = 50  # on one side of the tiles


def bare_table(matrix: Floats, places: Places) -> Floats:
    """Points of the table round the tiles where none lies."""
    low = places.cells.min(axis=0) - MARGIN
    chart = np.zeros(places.cells.max(axis=0) + MARGIN + 1 - low, np.uint8)
    chart[tuple((places.cells - low).T)] = 1
    near = cv2.dilate(chart, np.ones((2 * CLEAR - 1, 2 * CLEAR - 1), np.uint8))
    cols, rows = np.nonzero(near.T == 0)[::-1]
    return spread(matrix, np.stack([cols, rows], axis=1) + low).reshape(-1, 2)


def spread(matrix: Floats, cells: NDArray[np.number]) -> Floats:
    """Points all over each cell."""
    return to_picture(matrix, cells[..., None, :] + SPREAD)


def faces_of(picture: Layers, places: Places) -> Floats:
    """The usual colour of each tile beside its numerals."""
    corners = places.arms()[:, :, None] + (CORNERS @ places.axes.transpose(0, 2, 1))[:, None]
    colours = colours_at(picture, corners.reshape(-1, 2), places.cell_px)
    return np.asarray(np.median(colours.reshape(len(places), -1, 3), axis=1))


def like_faces(picture: Layers, points: Floats, places: Places) -> NDArray[np.bool_]:
    """Which points have the colour of a tile's face."""
    colours = colours_at(picture, points.reshape(-1, 2), places.cell_px)
    return np.asarray(share_alike(colours, faces_of(picture, places)) > 0).reshape(points.shape[:-1])


def sides_alike(
    picture: Layers, points: Floats, matrix: Floats, places: Places, common: float = USUAL
) -> tuple[Floats, int]:
    """On how many of the tiles' four sides the table has the colour of each point, and how many are seen.

    `common` is the part of a side that must have it.
    """
    table = bare_table(matrix, places)
    table = table[is_inside(picture, table)]
    away = to_cells(matrix, table) - places.cells.mean(axis=0)
    quarter = np.floor(np.arctan2(away[:, 1], away[:, 0]) * QUARTERS / (2 * np.pi)).astype(int) % QUARTERS
    sides = [table[quarter == each] for each in range(QUARTERS)]
    sides = [side[:: -(-len(side) // MOST_PLACES)] for side in sides if len(side) >= LEAST_TABLE]
    here = colours_at(picture, points.reshape(-1, 2), places.cell_px)
    found = np.zeros(len(here))
    own = [colours_at(picture, side, places.cell_px) for side in sides]
    if own:
        every = np.concatenate(own)
        even = (each for each in ALIKE if (share_alike(every, every, each) > USUAL).mean() > EVEN)
        tolerance = next(even, ALIKE[-1])
        found = sum((share_alike(here, side, tolerance) > common for side in own), found)
    return found.reshape(points.shape[:-1]), len(sides)
