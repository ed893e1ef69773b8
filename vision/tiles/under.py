"""What Addique tiles lie on: a thing has no notches, so what is seen on both sides of an arm is under it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.ground import colours_at, is_inside, share_alike
from vision.layers import Layers
from vision.marks import Floats
from vision.tiles.crosses import ARMS
from vision.tiles.places import Places

ALONG = np.array([0.7, 0.95, 1.2])  # cells from the spot: not the arm's end, which a ruler may cross
ASIDE = np.array([0.68, 0.82])  # cells from the arm's middle
SAME = 0.11  # nats in one of blue, green, red between the two sides of an arm
LEAST_UNDER = 0.01  # of the colours under the tiles are like that of a place


def like_under(picture: Layers, points: Floats, places: Places) -> NDArray[np.bool_]:
    """Which points have a colour that is seen to lie under the tiles."""
    under = _colours_under(picture, places) if len(points) else points
    if not len(under):
        return np.zeros(len(points), bool)
    return np.asarray(share_alike(colours_at(picture, points, places.cell_px), under, SAME) > LEAST_UNDER)


def _colours_under(picture: Layers, places: Places) -> Floats:
    """Colours that are seen close beside an arm of a tile on both of its sides."""
    aside = ARMS[:, ::-1] * (-1, 1)
    cells = places.cells[:, None, None] + (ARMS[:, None] + np.stack([-aside, aside], axis=1)).astype(int)
    free = (np.abs(cells[..., None, :] - places.cells).sum(axis=-1).min(axis=-1) > 1).all(axis=2)
    along, beside = (each.ravel() for each in np.meshgrid(ALONG, ASIDE))
    flanks = np.stack(
        [along[:, None] * ARMS[:, None] + side * beside[:, None] * aside[:, None] for side in (-1, 1)], axis=1
    )
    points = places.centres[:, None, None, None] + flanks @ places.axes.transpose(0, 2, 1)[:, None, None]
    free &= is_inside(picture, points).all(axis=(2, 3))
    sides = colours_at(picture, points[free].reshape(-1, 2), places.cell_px).reshape(-1, 2, len(along), 3)
    both = [
        one[share_alike(one, other, SAME) > 0]
        for left, right in sides
        for one, other in ((left, right), (right, left))
    ]
    return np.concatenate(both) if both else np.zeros((0, 3))
