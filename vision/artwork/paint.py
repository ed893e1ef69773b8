"""Pieces as pixels."""

from __future__ import annotations

from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork.shapes import Colour, Piece, Ring

SUBPIXEL_BITS = 4


def paint(piece: Piece, px_per_mm: float, supersampled: int = 3) -> NDArray[np.uint8]:
    """An RGBA picture of a piece, its origin in the very centre, see-through outside the cut line."""
    reach_x = max(abs(x) for x, _ in piece.outline)
    reach_y = max(abs(y) for _, y in piece.outline)
    half_width, half_height = ceil(reach_x * px_per_mm) + 1, ceil(reach_y * px_per_mm) + 1
    width, height = 2 * half_width * supersampled, 2 * half_height * supersampled
    scale = px_per_mm * supersampled
    face = piece.shapes[0].fill

    # The whole canvas starts in the face's colour, so that no other colour bleeds in at the edge.
    canvas = np.empty((height, width, 4), np.uint8)
    cv2.rectangle(canvas, (0, 0), (width, height), (*face, 0), cv2.FILLED)
    _fill(canvas, (piece.outline,), face, scale)
    for shape in piece.shapes:
        _fill(canvas, shape.rings, shape.fill, scale)
    if supersampled == 1:
        return canvas
    small = cv2.resize(canvas, (2 * half_width, 2 * half_height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _fill(canvas: NDArray[np.uint8], rings: tuple[Ring, ...], fill: Colour, scale: float) -> None:
    """Fill rings given in millimetres from the canvas's centre."""
    height, width = canvas.shape[:2]
    # A pixel's own centre is a whole number.
    middle = ((width - 1) / 2, (height - 1) / 2)
    fine = 1 << SUBPIXEL_BITS
    pixels = [np.rint((np.array(ring) * scale + middle) * fine).astype(np.int32) for ring in rings]
    cv2.fillPoly(canvas, pixels, (*fill, 255), cv2.LINE_8, SUBPIXEL_BITS)
