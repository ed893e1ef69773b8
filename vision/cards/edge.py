"""The picture's edge: whether a row of cards may go on beyond it."""

from __future__ import annotations

import numpy as np

from vision.layers import Layers
from vision.marks import Floats

HALF_CARD = 0.62  # of the way to the next card
NEXT_IN_VIEW = 0.9  # of that way: where the picture ends before, little of the next card is seen
FACE = np.array([[0.3, -0.6], [0.3, 0.6], [-0.3, -0.6], [-0.3, 0.6], [0.33, 0.0], [-0.33, 0.0]])
STRIP = np.linspace(-0.6, 0.6, 13)  # glyph heights
LEAST_STRIP = 0.7  # of it: dots on a cloth are less
FINE = 0.01
FLANKS = np.array(
    [-2.6, -2.2, 2.2, 2.6]
)  # beside a card: where the table looks like the cards it tells nothing
ALIKE, LEAST_LIGHT = 20.0, 0.6  # levels between the hues of two faces, and how much darker one may be


def runs_out(picture: Layers, end: Floats, step: Floats, down: Floats) -> bool:
    """Whether a row's end card is cut by the edge, or the picture ends in the colour of its face.

    `step` leads on to where the next card would lie, `down` is a numeral's height.
    """
    if not _inside(picture, end + HALF_CARD * step):
        return True
    if _inside(picture, end + NEXT_IN_VIEW * step):
        return False
    shares = np.arange(HALF_CARD, NEXT_IN_VIEW, FINE)
    last = max(share for share in shares if _inside(picture, end + share * step))
    edge = end + (last - 2 * FINE) * step
    face = np.median(_colours(picture, end + FACE[:, :1] * step + FACE[:, 1:] * down), axis=0)
    strip, flanks = (_alike(face, _colours(picture, edge + at[:, None] * down)) for at in (STRIP, FLANKS))
    return strip > LEAST_STRIP and flanks < 0.5


def _alike(face: Floats, colours: Floats) -> float:
    """How many colours are those of a face, in a little less light or in as much."""
    light = (colours.sum(axis=1) + 1) / (face.sum() + 1)
    hue = np.abs(colours / light[:, None] - face).max(axis=1)
    return float(((hue < ALIKE) & (light > LEAST_LIGHT) & (light < 2 - LEAST_LIGHT)).mean())


def _inside(picture: Layers, point: Floats) -> bool:
    return bool(((point > 0) & (point < np.array([picture.width, picture.height]))).all())


def _colours(picture: Layers, points: Floats) -> Floats:
    limit = np.array([picture.width, picture.height]) - 1
    x, y = np.clip(points.round().astype(int), 0, limit).T
    return picture.layer(0)[0][y, x].astype(np.float64)
