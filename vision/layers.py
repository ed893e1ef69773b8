"""A picture with its half, its quarter and so on, each made when it is first needed."""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture import Pixels

LEAST_SIDE_PX = 64


class Layers:
    """Blue-green-red pixels at several sizes; layer n is shrunk n times to the half."""

    def __init__(self, pixels: Pixels) -> None:
        self._layers = [pixels]

    @property
    def width(self) -> int:
        """Pixels from left to right."""
        return int(self._layers[0].shape[1])

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return int(self._layers[0].shape[0])

    def layer(self, number: int) -> tuple[Pixels, float, float]:
        """A layer, or the smallest there is, and how many pixels one of its own stands for each way."""
        while len(self._layers) <= number and min(self._layers[-1].shape[:2]) >= 2 * LEAST_SIDE_PX:
            height, width = self._layers[-1].shape[:2]
            half = cv2.resize(self._layers[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
            self._layers.append(np.asarray(half, np.uint8))
        found = self._layers[min(max(number, 0), len(self._layers) - 1)]
        return found, self.width / found.shape[1], self.height / found.shape[0]
