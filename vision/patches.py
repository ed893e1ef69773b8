"""Small upright pictures of single glyphs, cut from a photo in one go."""

from __future__ import annotations

import cv2
import numpy as np

from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels

SIDE = 32
ROW = 32  # patches beside each other, at most, in the sheet that is cut at once

_STEPS = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE - 0.5


def cut_patches(picture: Layers, centres: Floats, axes: Floats) -> Pixels:
    """Cut square patches whose sides are the columns of `axes` (right and down, in pixels)."""
    count = len(centres)
    if not count:
        return np.zeros((0, SIDE, SIDE, 3), np.uint8)
    centres, axes = centres.astype(np.float32), axes.astype(np.float32)
    pixels, centres, axes = _near_size(picture, centres, axes)
    row = min(ROW, count)
    sheet_rows = -(-count // row)
    x = (
        centres[:, 0, None, None]
        + axes[:, 0, 0, None, None] * _STEPS
        + axes[:, 0, 1, None, None] * _STEPS[:, None]
    )
    y = (
        centres[:, 1, None, None]
        + axes[:, 1, 0, None, None] * _STEPS
        + axes[:, 1, 1, None, None] * _STEPS[:, None]
    )
    maps = np.zeros((2, sheet_rows * row, SIDE, SIDE), np.float32)
    maps[0, :count], maps[1, :count] = x, y
    sheets = maps.reshape(2, sheet_rows, row, SIDE, SIDE).transpose(0, 1, 3, 2, 4)
    flat = np.ascontiguousarray(sheets.reshape(2, sheet_rows * SIDE, row * SIDE))
    sheet = cv2.remap(pixels, flat[0], flat[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    patches = sheet.reshape(sheet_rows, SIDE, row, SIDE, 3).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(patches.reshape(-1, SIDE, SIDE, 3)[:count], np.uint8)


def _near_size(picture: Layers, centres: Floats, axes: Floats) -> tuple[Pixels, Floats, Floats]:
    """The layer in which patches are about as large as wanted, so that nothing flickers."""
    side = float(np.sqrt(np.abs(np.linalg.det(axes))).mean())
    pixels, across, down = picture.layer(round(float(np.log2(max(1.0, side / SIDE)))))
    step = np.array([across, down], np.float32)
    return pixels, (centres + 0.5) / step - 0.5, axes / step[:, None]
