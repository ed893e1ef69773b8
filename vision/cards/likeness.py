"""Jokers of one set bear one drawing: what resembles no other joker may be a thing on a card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.found import patch_axes
from vision.cards.rows import Row
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.patches import SIDE, cut_patches
from vision.picture import Pixels

AROUND = 1.7  # glyph heights that a drawing is cut with, of the table's numerals
HALF, SHIFT = 9, 5  # pixels of a patch: half of what is compared, and how far one may lie beside the other
DARK = 8.0  # grey levels added: in the dark light is noise
ALIKE = 0.68  # correlation: jokers of one set have 0.75 and more, things and jokers seldom more than 0.65
ALIKE_IN_SHADE = 0.76  # of what stands out from its close surroundings: a shadow does so only where it ends
CLOSE, LEAST_CONTRAST = 4.0, 0.03  # pixels round about, and nats of light
VERY_ALIKE = 0.8
DRAWN_ALIKE = 0.87  # 1,200 digits fitted a joker by 0.78 at most, discs by 0.84, misread jokers by 0.9


def resemble(picture: Layers, steps: Floats, jokers: Floats, firm: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which jokers look like another one, those that are not firm very much like one that is.

    The steps are a numeral's height right and down on the cards. A lone joker has none to be compared
    with: then it counts if it is firm.
    """
    if len(jokers) < 2:
        return firm
    light = _drawings(picture, steps, jokers)
    fits = _fits(light)
    alike = fits.max(axis=1) > ALIKE
    if not alike.all():
        alike |= _fits([_standing_out(each) for each in light]).max(axis=1) > ALIKE_IN_SHADE
    known = np.where(firm, fits, -1.0).max(axis=1) > DRAWN_ALIKE
    return np.asarray(np.where(firm, alike, known))


def drawn_like(picture: Layers, steps: Floats, numerals: Floats, jokers: Floats) -> NDArray[np.bool_]:
    """Which numerals look very much like one of the jokers: a ring on a card may be its drawing."""
    if not len(numerals) or not len(jokers):
        return np.zeros(len(numerals), bool)
    own = [_middle(light, HALF) for light in _drawings(picture, steps, jokers)]
    seen = [_middle(light, HALF + SHIFT) for light in _drawings(picture, steps, numerals)]
    fits = [
        max(float(cv2.matchTemplate(each, one, cv2.TM_CCOEFF_NORMED).max()) for one in own) for each in seen
    ]
    return np.array(fits) > DRAWN_ALIKE


def _drawings(picture: Layers, steps: Floats, xy: Floats) -> list[NDArray[np.float32]]:
    """The light of what is drawn on some cards, laid upright."""
    count, along, size = len(xy), steps[:, 0], AROUND * float(np.linalg.norm(steps[:, 0]))
    turn = float(np.arctan2(along[1], along[0]))
    marks = Marks(xy, np.ones(count), np.full(count, turn), np.full(count, size))
    patches = cut_patches(picture, xy, patch_axes(marks, Row(np.arange(count), along, marks.size)))
    return [_light(patch) for patch in patches]


def vouched_for(picture: Layers, xy: Floats, axes: Floats, firm: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which jokers look very much like another one that is firm; the axes are those of a numeral's patch."""
    if len(xy) < 2 or not firm.any():
        return np.zeros(len(xy), bool)
    fits = _fits([_light(patch) for patch in cut_patches(picture, xy, AROUND * axes)])
    return np.asarray(np.where(firm, fits, -1.0).max(axis=1) > VERY_ALIKE)


def _light(patch: Pixels) -> NDArray[np.float32]:
    return np.log(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32) + DARK)


def _standing_out(light: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much each pixel stands out from those close to it, for how much they do."""
    off = light - cv2.GaussianBlur(light, (0, 0), CLOSE)
    return np.asarray(off / (np.sqrt(cv2.GaussianBlur(off * off, (0, 0), CLOSE)) + LEAST_CONTRAST))


def _fits(patches: list[NDArray[np.float32]]) -> Floats:
    """How well the middle of each patch fits into each other one, the better of both ways."""
    count, reach = len(patches), HALF + SHIFT
    fits = np.full((count, count), -1.0)
    middles, wider = ([_middle(each, half) for each in patches] for half in (HALF, reach))
    for one in range(count):
        for other in range(count):
            if other != one:
                fit = cv2.matchTemplate(wider[other], middles[one], cv2.TM_CCOEFF_NORMED)
                fits[one, other] = float(fit.max())
    return np.asarray(np.maximum(fits, fits.T))


def _middle(patch: NDArray[np.float32], half: int) -> NDArray[np.float32]:
    """The middle of a patch, so many pixels to each side."""
    part = slice(SIDE // 2 - half, SIDE // 2 + half)
    return np.ascontiguousarray(patch[part, part])
