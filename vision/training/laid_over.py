"""Plain things laid flat over a room's sheet: coasters, rulers, folded paper of any one colour."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import ROOM_SHEET
from vision.scene.texture import noise

Rng = np.random.Generator
Pixels = NDArray[np.uint8]

WIDE = 0.7
"""A card's width, of its height."""


def lay_over(rng: Rng, sheet: Pixels, strips: bool) -> tuple[Pixels, float]:
    """A room's sheet with something plain near its middle, and how much of the room that covers.

    Strips only where wanted: on bare table one might as well be paper that lies under a row.
    """
    height, width = sheet.shape[:2]
    tall = ROOM_SHEET.glyph_px
    seen, mask = lay_plain(rng, sheet, np.array([width, height]) / 2, tall, strips)
    half = np.array([WIDE * tall, tall]) / 2
    left, top = (np.array([width, height]) / 2 - half).astype(int)
    right, bottom = (np.array([width, height]) / 2 + half).astype(int)
    return seen, float(mask[top:bottom, left:right].mean())


def lay_plain(
    rng: Rng, sheet: Pixels, near: NDArray[np.float64], tall: float, strips: bool
) -> tuple[Pixels, NDArray[np.bool_]]:
    """The sheet with a disc, a blot or a strip near a card so high, and what that covers."""
    height, width = sheet.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    at = near + rng.normal(0, 0.18, 2) * tall
    turn = float(rng.uniform(0, 360))
    kind = rng.random()
    if strips and kind < 0.5:
        size = tall * np.array([rng.uniform(0.3, 0.8), rng.uniform(0.8, 3.0)])
        cv2.fillPoly(mask, [np.rint(cv2.boxPoints((at.tolist(), size.tolist(), turn))).astype(np.int32)], 255)
    elif kind < 0.8:
        axes = (tall * rng.uniform(0.3, 0.75) * np.array([1.0, rng.uniform(0.8, 1.0)])).round().astype(int)
        cv2.ellipse(mask, at.round().astype(int).tolist(), axes.tolist(), turn, 0, 360, 255, -1)
    else:
        angles = np.sort(rng.uniform(0, 2 * np.pi, 7))
        reach = tall * rng.uniform(0.3, 0.75, (7, 1))
        ring = at + reach * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        cv2.fillPoly(mask, [np.rint(ring).astype(np.int32)], 255)
    colour = rng.uniform(10, 250, 3) if rng.random() < 0.8 else np.full(3, rng.uniform(10, 250))
    cloud = noise(rng, (width, height), (rng.uniform(3, 20),) * 2)[..., None] * rng.uniform(0, 18)
    seen = sheet.astype(np.float32)
    if rng.random() < 0.6:
        shift = np.float32([[1, 0, rng.normal(0, 2)], [0, 1, rng.normal(0, 2)]])
        shade = cv2.GaussianBlur(cv2.warpAffine(mask, shift, (width, height)), (0, 0), 1.5)
        seen *= 1 - rng.uniform(0.1, 0.6) * shade[..., None] / 255.0
    share = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.4, 1.0)))[..., None] / 255.0
    seen = seen * (1 - share) + (colour + cloud) * share
    return np.clip(seen, 0, 255).astype(np.uint8), mask > 0
