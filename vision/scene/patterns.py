"""Printed cloths and mats of no kind in particular: networks that have seen many take none for a thing."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.texture import Image, Painter, Rng, Size, noise

Colour = NDArray[np.float32]


def scribbles(rng: Rng, size: Size, scale: float, low: Colour, high: Colour) -> Image:
    """Lines that wander, thin or thick, few or many."""
    cloth = _ground(size, low)
    reach = rng.uniform(15, 90) * scale
    for _ in range(int(rng.integers(4, 40))):
        heading = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.35, 24))
        steps = reach / 4 * np.stack([np.cos(heading), np.sin(heading)], axis=1)
        line = rng.uniform((0, 0), size) + np.cumsum(steps, axis=0)
        thick = max(1, round(float(rng.uniform(0.2, 2.5)) * scale))
        cv2.polylines(cloth, [_fixed(line)], False, _shade(rng, high), thick, cv2.LINE_AA, 4)
    return cloth


def shapes(rng: Rng, size: Size, scale: float, low: Colour, high: Colour) -> Image:
    """Leaves, petals or scraps strewn over a cloth, in shades of a colour or two."""
    cloth = _ground(size, low)
    length = rng.uniform(3, 40) * scale
    inks = [_shade(rng, high) for _ in range(int(rng.integers(1, 4)))]
    corners = int(rng.choice([0, 0, 3, 4, 6]))
    for _ in range(int(np.clip(size[0] * size[1] / length**2 * rng.uniform(0.1, 0.6), 3, 500))):
        at, turn = rng.uniform((0, 0), size), float(rng.uniform(0, 360))
        half = length * rng.uniform(0.2, 0.6, 2)
        ink = inks[int(rng.integers(len(inks)))]
        if corners:
            angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + turn
            ring = at + half * np.stack([np.cos(angles), np.sin(angles)], axis=1)
            cv2.fillPoly(cloth, [_fixed(ring)], ink, cv2.LINE_AA, 4)
        else:
            ends = (round(float(half[0])) + 1, round(float(half[1])) + 1)
            cv2.ellipse(
                cloth, tuple(np.rint(at).astype(int).tolist()), ends, turn, 0, 360, ink, -1, cv2.LINE_AA
            )
    return cloth


def mosaic(rng: Rng, size: Size, scale: float, low: Colour, high: Colour) -> Image:
    """Stones, flakes or scales, each of its own tone, with or without joints."""
    wide = rng.uniform(4, 60) * scale
    count = int(np.clip(size[0] * size[1] / wide**2, 4, 1200))
    seeds = np.full((size[1], size[0]), 255, np.uint8)
    at = rng.integers((0, 0), size, (count, 2))
    seeds[at[:, 1], at[:, 0]] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    tones = rng.normal(0, rng.uniform(0.02, 0.25), int(labels.max()) + 1).astype(np.float32)
    cloth = low + tones[labels][..., None] * np.ones(3, np.float32)
    if rng.random() < 0.6:
        joints = np.abs(cv2.Laplacian(labels.astype(np.float32), cv2.CV_32F)) > 0
        cloth[joints] = high
    return np.asarray(cloth, np.float32)


def waves(rng: Rng, size: Size, scale: float, low: Colour, high: Colour) -> Image:
    """Bands that bend, as of agate, zebras or water."""
    x = np.arange(size[0], dtype=np.float32)[None] / scale
    bend = noise(rng, size, (rng.uniform(20, 90) * scale,) * 2, int(rng.integers(1, 4))) * rng.uniform(4, 40)
    share = np.clip(0.5 + rng.uniform(0.4, 3) * np.sin((x + bend) * 2 * np.pi / rng.uniform(4, 50)), 0, 1)
    return low + (high - low) * np.asarray(share, np.float32)[..., None]


def _ground(size: Size, colour: Colour) -> Image:
    return np.ascontiguousarray(np.broadcast_to(colour, (size[1], size[0], 3)), np.float32)


def _shade(rng: Rng, colour: Colour) -> tuple[float, ...]:
    return tuple(np.clip(colour + rng.normal(0, 0.12, 3), 0, 1).tolist())


def _fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    """Points as OpenCV draws them finely, in sixteenths of a pixel."""
    return np.rint(points * 16).astype(np.int32)


PATTERNS: dict[str, Painter] = {"scribbles": scribbles, "shapes": shapes, "mosaic": mosaic, "waves": waves}
