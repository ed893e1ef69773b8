"""A top's pips told apart by their ink: the network's chart is too coarse for pips that nearly touch."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats
from vision.picture import Pixels

REACH = 0.62  # of a side from the top's middle: where its own pips are
FACE = 0.45  # of a side from the middle: most of that is the face's colour
LEAST_INK = 24.0  # steps of colour between pips and face
INKED = 0.5  # of the way from the face's colour to the pips'
LEAST_PX = 5
ALIKE = 2.0  # how differently large two pips of one side may look
LARGEST = 0.08  # of a top's area: what is larger is a shadow or the ground
LEAST_SEEN = 0.3  # of the network's own certainty that a pip is there, at best
OWN, OTHER = (
    0.7,
    0.3,
)  # the least share of the top's pips by which a blot is one, and the most by which it is none


def blots(chances: Floats, stride: int, window: Pixels, pips: Floats, at: Floats, side: float) -> Floats:
    """The middles of all blots on a top that have the ink of some of its pips; none where that is unclear.

    Chances are those of no pip, a pip of the top and a pip of another side, for squares of so many pixels.
    """
    light = window.astype(np.float32)
    cells = np.arange(len(window))
    away = np.hypot(cells - at[0], (cells - at[1])[:, None])
    across, down = np.clip(pips.round().astype(int), 0, len(window) - 1).T
    face = np.median(light[away < FACE * side], axis=0)
    ink = np.median(light[down, across], axis=0) - face
    strength = float(ink @ ink)
    if strength < LEAST_INK**2:
        return pips[:0]
    inked = ((light - face) @ ink > INKED * strength).astype(np.uint8)
    _, parts, stats, middles = cv2.connectedComponentsWithStats(inked, connectivity=4)
    area = stats[:, cv2.CC_STAT_AREA]
    near = np.linalg.norm(middles - at, axis=1) < REACH * side
    near &= (area >= LEAST_PX) & (area < LARGEST * side**2)
    near[0] = False
    told = np.nonzero(near)[0]
    share, seen = (each[told] for each in _shares(chances, stride, parts))
    # Ink in which the network sees no pip at all is a stain or a letter.
    if not len(told) or ((share > OTHER) & (share < OWN)).any() or seen.min() < LEAST_SEEN:
        return pips[:0]
    own = told[share >= OWN]
    if not len(own) or area[own].max() > ALIKE * area[own].min():
        return pips[:0]
    return np.asarray(middles[own], np.float64)


def _shares(chances: Floats, stride: int, parts: NDArray[np.int32]) -> tuple[Floats, Floats]:
    """How much the pips in each part are the top's, not another side's, and how clearly any is seen."""
    fine = chances[1:].repeat(stride, axis=1).repeat(stride, axis=2)
    top, other = (np.bincount(parts.ravel(), kind.ravel(), parts.max() + 1) for kind in fine)
    seen = np.zeros(parts.max() + 1)
    np.maximum.at(seen, parts.ravel(), fine.sum(axis=0).ravel())
    return np.asarray(top / np.maximum(top + other, 1e-6)), seen
