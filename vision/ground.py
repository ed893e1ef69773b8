"""The table's own colours: which places of a picture look like the table round about, and which do not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.layers import Layers
from vision.marks import Floats

GRAIN = 12.0  # a piece's mark is so many pixels high where colours are compared: a cloth's grain is gone
DARK = 16.0  # levels added to each colour: in the dark it is noise
ALIKE = (0.08, 0.11, 0.15, 0.22)  # nats in one of blue, green, red between two places of one table
USUAL = 0.02  # of the table: a colour as common is its own
EVEN = 0.97  # of the table must look like itself: so much is told of how even it is
MOST_TABLE = 200  # places that tell what the table looks like
LEAST_TABLE = 40
SAME_HUE, DARKEST = 0.07, 1.1  # nats between two hues, light aside, and of light that a shadow takes
RIM = np.linspace(0.01, 0.99, 50)  # of the picture's sides: where its rim is looked at
ON_SIDE = 0.1  # of a side has a colour that the side counts for
ROUND = 3  # sides: an arm comes in from one or two, the floor beyond a table lies on more


def strange_places(picture: Layers, points: Floats, table: Floats, mark_px: float) -> NDArray[np.bool_]:
    """Which points have colours that are found almost nowhere on the table; none where little table is seen.

    `table` are places where no piece lies, `mark_px` the height of the pieces' numerals.
    """
    strange = np.zeros(points.shape[:-1], bool)
    table = table[is_inside(picture, table)]
    inside = is_inside(picture, points)
    if len(table) < LEAST_TABLE or not inside.any():
        return strange
    table = table[:: -(-len(table) // MOST_TABLE)]
    own, here = (colours_at(picture, each, mark_px) for each in (table, points[inside]))
    tolerance = next((each for each in ALIKE if _is_even(own, each)), ALIKE[-1])
    strange[inside] = share_alike(here, own, tolerance) < USUAL
    return strange


def in_shade(picture: Layers, points: Floats, table: Floats, mark_px: float) -> NDArray[np.bool_]:
    """Which points have a hue of the table in less light, as its shadows have."""
    table = table[is_inside(picture, table)]
    shade = np.zeros(points.shape[:-1], bool)
    if len(table) < LEAST_TABLE:
        return shade
    table = table[:: -(-len(table) // MOST_TABLE)]
    own, here = (colours_at(picture, each, mark_px) for each in (table, points.reshape(-1, 2)))
    darker = own.mean(axis=1)[None] - here.mean(axis=1)[:, None]
    hue = np.abs(
        (own - own.mean(axis=1, keepdims=True))[None] - (here - here.mean(axis=1, keepdims=True))[:, None]
    )
    found = (hue.max(axis=2) < SAME_HUE) & (darker > 0) & (darker < DARKEST)
    return np.asarray(found.mean(axis=1) > USUAL).reshape(shade.shape)


def on_floor(picture: Layers, points: Floats, mark_px: float) -> NDArray[np.bool_]:
    """Which points have a colour that is found on three sides of the picture's rim at least."""
    near, far = np.full_like(RIM, RIM[0]), np.full_like(RIM, RIM[-1])
    ends = ((RIM, near), (RIM, far), (near, RIM), (far, RIM))
    frame = np.array([picture.width, picture.height])
    sides = [colours_at(picture, np.stack(each, axis=1) * frame, mark_px) for each in ends]
    here = colours_at(picture, points.reshape(-1, 2), mark_px)
    found = sum((share_alike(here, side, ALIKE[0]) > ON_SIDE).astype(int) for side in sides)
    return np.asarray((found >= ROUND) & is_inside(picture, points.reshape(-1, 2))).reshape(points.shape[:-1])


def _is_even(table: Floats, tolerance: float) -> bool:
    """Whether almost every place of a table looks like some others."""
    return bool((share_alike(table, table, tolerance) > USUAL).mean() > EVEN)


def share_alike(colours: Floats, others: Floats, tolerance: float = ALIKE[-1]) -> Floats:
    """How many of some other colours are like each of these."""
    alike = np.ones((len(colours), len(others)), bool)
    for channel in range(3):
        alike &= np.abs(colours[:, None, channel] - others[None, :, channel]) < tolerance
    return np.asarray(alike.mean(axis=1))


def is_inside(picture: Layers, points: Floats) -> NDArray[np.bool_]:
    """Which points lie in the picture."""
    return np.asarray(((points >= 0) & (points < np.array([picture.width, picture.height]))).all(axis=-1))


def colours_at(picture: Layers, points: Floats, mark_px: float) -> Floats:
    """The colours at points as logarithms, where marks are small."""
    pixels, across, down = picture.layer(round(float(np.log2(max(1.0, mark_px / GRAIN)))))
    limit = np.array([pixels.shape[1], pixels.shape[0]]) - 1
    at = np.clip(((points + 0.5) / np.array([across, down]) - 0.5).round().astype(int), 0, limit)
    x, y = at[..., 0], at[..., 1]
    return np.asarray(np.log(DARK + pixels[y, x]), np.float32)
