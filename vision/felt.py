"""The felt of a Tric-Trac box: the even ground below its numbers, where dice fall."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Numbers
from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels

FELT_PX = 352
SAME_HUE = 0.992  # cosine between colours
FELT_SLOTS = (5.0, 150.0)  # the felt's area in squares as wide as a slot


def felt_below(picture: Layers, numbers: Numbers) -> Floats | None:
    """The outline of the even ground below the numbers, or None when there is none to see."""
    zoom = min(1.0, FELT_PX / max(picture.width, picture.height))
    pixels, _, _ = picture.layer(int(np.log2(1 / zoom)))
    shape = (round(picture.width * zoom), round(picture.height * zoom))
    small = cv2.resize(pixels, shape, interpolation=cv2.INTER_AREA)
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.5), np.uint8)
    tone = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = tone.shape[:2]
    rows = np.linspace(1.7, 3.2, 7)[:, None, None] * numbers.pitch * numbers.down
    places = ((numbers.xy[None, 1:8] + rows) * zoom).reshape(-1, 2).round().astype(int)
    places = places[(places >= 0).all(axis=1) & (places < [width, height]).all(axis=1)]
    if len(places) < 10:
        return None
    felt = np.median(tone[places[:, 1], places[:, 0]], axis=0)
    away = np.abs(tone - felt)
    like = (np.hypot(away[..., 1], away[..., 2]) < 16) & (away[..., 0] < 60)
    colour = np.median(soft[places[:, 1], places[:, 0]], axis=0)
    mask = (like | _shaded(soft, colour)).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    _, labels = cv2.connectedComponents(mask)
    own = labels[places[:, 1], places[:, 0]]
    own = own[own > 0]
    if not len(own):
        return None
    area = (labels == np.bincount(own).argmax()).astype(np.uint8)
    slots = float(area.sum()) / (numbers.pitch * zoom) ** 2
    if not FELT_SLOTS[0] < slots < FELT_SLOTS[1]:
        return None
    points = np.stack(np.nonzero(area)[::-1], axis=1).astype(np.float32)
    return np.asarray((cv2.convexHull(points)[:, 0] + 0.5) / zoom, np.float64)


def _shaded(soft: Pixels, colour: Floats) -> NDArray[np.bool_]:
    """Where the same colour lies in shadow: as blue, green and red as the colour, only darker."""
    light = soft.astype(np.float32)
    length, whole = np.linalg.norm(light, axis=2), float(np.linalg.norm(colour))
    same = light @ (colour / max(whole, 1.0)).astype(np.float32) / np.maximum(length, 1.0)
    return np.asarray((same > SAME_HUE) & (length < whole) & (length > 0.2 * whole))
