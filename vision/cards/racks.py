"""A rack of Code 777: three cards alike that follow evenly are all it has, whatever lies beside them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.standing import Standing
from vision.marks import Floats

RACK = 3
CLEAR_FACE, CLEAR_CARD = 0.8, 0.6
EVEN = 1.3  # the wider of two steps, in shares of the other
STRAIGHT = 0.4  # glyph heights that the middle card may lie off the others' line
ALIKE = (0.72, 1.35)  # of the middle size: how high a numeral may be
ODD_END = 0.5  # glyph heights that a face may end nearer to its numeral, or farther, than two others


def clear_rack(standing: Standing, clear: Floats) -> Standing | None:
    """The three cards that are clearly read, alike and evenly laid; none where it is not just three."""
    sure = (clear > CLEAR_FACE) & (standing.card > CLEAR_CARD)
    rack = standing.pick(sure, standing.chances)
    return rack if is_even(rack) else None


def is_even(rack: Standing) -> bool:
    """Whether three numerals of one size follow each other evenly and straight."""
    if len(rack.marks) != RACK:
        return False
    xy = rack.marks.xy[np.argsort(rack.marks.xy @ rack.along)] / rack.size
    steps = np.linalg.norm(np.diff(xy, axis=0), axis=1)
    way = (xy[2] - xy[0]) / np.linalg.norm(xy[2] - xy[0])
    off = abs(float((xy[1] - xy[0]) @ np.array([-way[1], way[0]])))
    size = rack.marks.size / np.median(rack.marks.size)
    alike = bool((size > ALIKE[0]).all() and (size < ALIKE[1]).all())
    return alike and bool(steps.max() < EVEN * steps.min()) and off < STRAIGHT


def odd_faces(ends: Floats) -> NDArray[np.bool_]:
    """Which of three cards ends above or below elsewhere than both others do, who agree."""
    odd = np.zeros(len(ends), bool)
    if len(ends) == RACK:
        for one in range(RACK):
            first, second = np.delete(ends[:, :2], one, axis=0)
            with np.errstate(invalid="ignore"):
                agree = np.abs(first - second) < ODD_END
                odd[one] = bool((agree & (np.abs(ends[one, :2] - (first + second) / 2) > ODD_END)).any())
    return odd
