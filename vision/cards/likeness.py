"""Jokers of one set bear one drawing: what resembles no other joker may be a thing on a card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.found import patch_axes
from vision.cards.rows import Row
from vision.cards.standing import Standing
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.patches import cut_patches

AROUND = 1.15  # glyph heights that a drawing is cut with, of the table's numerals
SHIFT = 3  # pixels of a patch that one may lie beside the other, each way
ALIKE = 0.7  # correlation: jokers of one set have 0.8 and more, things and jokers at most 0.62


def resemble(picture: Layers, standing: Standing, jokers: Floats) -> NDArray[np.bool_]:
    """Which jokers look like another one; a lone joker has none to be compared with and counts."""
    count = len(jokers)
    if count < 2:
        return np.ones(count, bool)
    turn, size = float(np.arctan2(standing.along[1], standing.along[0])), AROUND * standing.size
    marks = Marks(jokers, np.ones(count), np.full(count, turn), np.full(count, size))
    patches = cut_patches(
        picture, jokers, patch_axes(marks, Row(np.arange(count), standing.along, marks.size))
    )
    grey = [cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32) for patch in patches]
    fits = np.full((count, count), -1.0)
    for one in range(count):
        middle = np.ascontiguousarray(grey[one][SHIFT:-SHIFT, SHIFT:-SHIFT])
        for other in range(count):
            if other != one:
                fit = cv2.matchTemplate(grey[other], middle, cv2.TM_CCOEFF_NORMED)
                fits[one, other] = float(fit.max())
    return np.asarray(np.maximum(fits, fits.T).max(axis=1) > ALIKE)
