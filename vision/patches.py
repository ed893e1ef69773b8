"""Small upright pictures of single glyphs, cut from a photo in one go."""

from __future__ import annotations

import cv2
import numpy as np

from vision.marks import Floats
from vision.picture import Pixels

SIDE = 32
ROW = 32  # patches beside each other in the sheet that is cut at once

_STEPS = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE - 0.5


def cut_patches(pixels: Pixels, centres: Floats, axes: Floats) -> Pixels:
    """Cut square patches whose sides are the columns of `axes` (right and down, in pixels)."""
    count = len(centres)
    if not count:
        return np.zeros((0, SIDE, SIDE, 3), np.uint8)
    centres, axes = centres.astype(np.float32), axes.astype(np.float32)
    pixels, centres, axes = _near_size(pixels, centres, axes)
    sheet_rows = -(-count // ROW)
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
    maps = np.zeros((2, sheet_rows * ROW, SIDE, SIDE), np.float32)
    maps[0, :count], maps[1, :count] = x, y
    sheets = maps.reshape(2, sheet_rows, ROW, SIDE, SIDE).transpose(0, 1, 3, 2, 4)
    flat = np.ascontiguousarray(sheets.reshape(2, sheet_rows * SIDE, ROW * SIDE))
    sheet = cv2.remap(pixels, flat[0], flat[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    patches = sheet.reshape(sheet_rows, SIDE, ROW, SIDE, 3).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(patches.reshape(-1, SIDE, SIDE, 3)[:count], np.uint8)


def _near_size(pixels: Pixels, centres: Floats, axes: Floats) -> tuple[Pixels, Floats, Floats]:
    """Crop to the patches and shrink by area, so that nothing flickers when patches are smaller."""
    reach = float(np.abs(axes).sum(axis=2).max()) + 2
    height, width = pixels.shape[:2]
    low = np.clip(np.floor(centres.min(axis=0) - reach), 0, [width - 1, height - 1]).astype(int)
    high = np.clip(np.ceil(centres.max(axis=0) + reach), low + 1, [width, height]).astype(int)
    crop = pixels[low[1] : high[1], low[0] : high[0]]
    centres = centres - low
    side = float(np.sqrt(np.abs(np.linalg.det(axes))).mean())
    if side < 1.3 * SIDE:
        return crop, centres, axes
    wanted = np.maximum(np.rint((high - low) * SIDE / side), 1).astype(int)
    small = cv2.resize(crop, (int(wanted[0]), int(wanted[1])), interpolation=cv2.INTER_AREA)
    scale = wanted / (high - low)
    return np.asarray(small, np.uint8), (centres + 0.5) * scale - 0.5, axes * scale[:, None]
