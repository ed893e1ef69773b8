"""What of a camera's picture is looked at: straightened by the lens, and cut to the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.cameras.camera import Pixels
from device.surveying.calibration import Calibration, Lens

ROOM = 0.05
"""How much is seen round the table's corners, as a share of the picture: corners are dragged by hand."""
SAME_SHAPE = 0.01


@dataclass(frozen=True)
class View:
    """A camera's pictures as a calibration wants them seen; without one, as they are."""

    calibration: Calibration | None = None

    def whole(self, picture: Pixels) -> Pixels:
        """The picture as a lens without faults would show it, as far as the lens is known."""
        height, width = picture.shape[:2]
        known = self.calibration
        if known is None or known.lens is None or known.size != (width, height):
            return picture
        across, down = _maps(known.lens, (width, height))
        return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR), np.uint8)

    def table(self, picture: Pixels) -> Pixels:
        """The straightened picture of the table and what is just round it."""
        return self.cut(self.whole(picture))

    def cut(self, picture: Pixels) -> Pixels:
        """The part of a picture of any size in which the table lies; of another shape, all of it."""
        height, width = picture.shape[:2]
        known = self.calibration
        if known is None or known.corners is None:
            return picture
        if abs(width / height / (known.size[0] / known.size[1]) - 1) > SAME_SHAPE:
            return picture
        low = (np.min(known.corners, axis=0) - ROOM).clip(0, 1) * (width, height)
        high = (np.max(known.corners, axis=0) + ROOM).clip(0, 1) * (width, height)
        (left, top), (right, bottom) = low.astype(int), np.ceil(high).astype(int)
        return np.ascontiguousarray(picture[top:bottom, left:right])


@lru_cache(maxsize=2)
def _maps(lens: Lens, size: tuple[int, int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Where each dot of the straight picture is found, worked out once for a lens."""
    matrix, bend = np.array(lens.matrix), np.array(lens.bend)
    across, down = cv2.initUndistortRectifyMap(matrix, bend, np.eye(3), matrix, size, cv2.CV_16SC2)
    return np.asarray(across, np.int16), np.asarray(down, np.uint16)
