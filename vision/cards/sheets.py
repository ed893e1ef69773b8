"""Sheets: a card, or a part of one, laid upright with what is round it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels

DARK = 32.0  # levels added to each colour: in the dark it is noise
LOGARITHMS = np.log(DARK + np.arange(256, dtype=np.float32))


def lay_card(
    picture: Layers, xy: Floats, step: Floats, glyph_px: int, size: tuple[int, int], lower: float = 0.0
) -> Pixels:
    """A sheet as wide and high as `size`, its middle so many glyph heights below a card's.

    The step is a glyph height right and down on the card, in the picture's pixels.
    """
    step = step / glyph_px
    length = float(np.sqrt(np.abs(np.linalg.det(step))))
    pixels, across, down = picture.layer(round(float(np.log2(max(1.0, length)))))
    scale = np.array([across, down])
    middle = (np.array(size) - 1) / 2 - np.array([0.0, lower * glyph_px])
    move = np.column_stack([step, xy - step @ middle])
    move = np.column_stack([move[:, :2] / scale[:, None], (move[:, 2] + 0.5) / scale - 0.5])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    sheet = cv2.warpAffine(pixels, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(sheet, np.uint8)


def lay_map(picture: Layers, at: Floats) -> Pixels:
    """A sheet whose pixels come from any places of the picture, (height, width, 2)."""
    right, below = np.diff(at, axis=1)[:-1], np.diff(at, axis=0)[:, :-1]
    areas = np.abs(right[..., 0] * below[..., 1] - right[..., 1] * below[..., 0])
    length = float(np.sqrt(np.median(areas)))
    pixels, across, down = picture.layer(round(float(np.log2(max(1.0, length)))))
    places = ((at + 0.5) / (across, down) - 0.5).astype(np.float32)
    sheet = cv2.remap(pixels, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(sheet, np.uint8)


def lay_upright(picture: Layers, xy: Floats, step: Floats, glyph_px: int, size: tuple[int, int]) -> Floats:
    """The sheet round a card's middle in logarithms."""
    return np.asarray(cv2.LUT(lay_card(picture, xy, step, glyph_px, size), LOGARITHMS))
