"""A glance made from a full picture."""

import cv2
import numpy as np

from device.cameras.camera import Pixels

GLANCE_WIDTH = 320


def shrunk(picture: Pixels) -> Pixels:
    """The picture in grey, as wide as a glance, its shape kept."""
    height = max(1, round(GLANCE_WIDTH * picture.shape[0] / picture.shape[1]))
    small = cv2.resize(picture, (GLANCE_WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
