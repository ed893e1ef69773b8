"""The picture's edge: whether a row of cards may go on beyond it."""

from __future__ import annotations

import numpy as np

from vision.layers import Layers
from vision.marks import Floats

HALF_CARD = 0.62  # of the way to the next card
NEXT_IN_VIEW = 1.55  # of that way: where the picture ends before, the next card is not seen whole
FACE = np.array([[0.3, -0.6], [0.3, 0.6], [-0.3, -0.6], [-0.3, 0.6], [0.33, 0.0], [-0.33, 0.0]])
STRIP = np.linspace(-0.6, 0.6, 13)  # glyph heights
MARGINS = np.array([-0.85, -0.75, -0.65, 0.65, 0.75, 0.85])  # glyph heights: no ink but small indices
LEAST_STRIP, LEAST_MARGINS = 0.7, 0.6  # of them: dots on a cloth are less
FINE = 0.03  # of the way to the next card
TAIL, LEAST_TAIL = 0.6, 4  # of the room up to the edge, and steps at least
FLANKS = np.array([-2.6, -2.2, 2.2, 2.6])  # beside a card
DARK = 16.0  # levels added to each colour: in the dark it is noise
LIKE_FACE = 0.1  # nats from the face of one card to that of the next; paper differs more
APART = 0.06  # nats from card to table: where they are more alike, colours tell nothing


def runs_out(picture: Layers, end: Floats, step: Floats, down: Floats) -> bool:
    """Whether a row's end card is cut by the edge, or the picture ends in the colour of its face.

    `step` leads on to where the next card would lie, `down` is a numeral's height.
    """
    if not _inside(picture, end + HALF_CARD * step):
        return True
    if _inside(picture, end + NEXT_IN_VIEW * step):
        return False
    ahead = np.arange(HALF_CARD, NEXT_IN_VIEW, FINE)
    ahead = ahead[[_inside(picture, end + share * step) for share in ahead]]
    tail = ahead[-max(LEAST_TAIL, round(TAIL * len(ahead))) :]

    def colours(shares: Floats, rows: Floats) -> Floats:
        return _colours(picture, (end + shares[:, None, None] * step + rows[:, None] * down).reshape(-1, 2))

    face = np.median(_colours(picture, end + FACE[:, :1] * step + FACE[:, 1:] * down), axis=0)
    table = np.median(colours(tail, FLANKS), axis=0)
    if np.abs(face - table).max() < APART:
        return False
    strip, margins = (_alike(face, table, colours(*each)) for each in ((ahead[-1:], STRIP), (tail, MARGINS)))
    return strip > LEAST_STRIP or margins > LEAST_MARGINS


def _alike(face: Floats, table: Floats, colours: Floats) -> float:
    """How many colours are a card's face, and less like the table."""
    to_face, to_table = (np.abs(colours - each).max(axis=1) for each in (face, table))
    return float((to_face < np.minimum(to_table, LIKE_FACE)).mean())


def _inside(picture: Layers, point: Floats) -> bool:
    return bool(((point > 0) & (point < np.array([picture.width, picture.height]))).all())


def _colours(picture: Layers, points: Floats) -> Floats:
    limit = np.array([picture.width, picture.height]) - 1
    x, y = np.clip(points.round().astype(int), 0, limit).T
    return np.log(DARK + picture.layer(0)[0][y, x])
