"""Lamps, windows, shadows and glare, laid over a picture of flat colours."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]
Colour = tuple[float, float, float]

_LEVELS = 4096
_TO_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
_TO_SCREEN = (np.linspace(0, 1, _LEVELS) ** (1 / 2.2) * 255).round().astype(np.uint8)


@dataclass(frozen=True)
class Patch:
    """A lit, shaded or shining area: a soft-edged polygon in shares of the picture's sides."""

    corners: tuple[tuple[float, float], ...]
    softness: float
    gain: Colour
    shine: float = 0.0


@dataclass(frozen=True)
class Light:
    """All that falls on the table: ambient light, a slope, a lamp's pool, patches, and where shadows fall."""

    colour: Colour = (1.0, 1.0, 1.0)
    slope: tuple[float, float] = (0.0, 0.0)
    pool_at: tuple[float, float] = (0.5, 0.5)
    pool_reach: float = 3.0
    pool_depth: float = 0.0
    pool_colour: Colour = (1.0, 1.0, 1.0)
    patches: tuple[Patch, ...] = ()
    shadow_mm: tuple[float, float] = (0.5, 0.5)
    """How far a shadow falls, in mm for each mm of height."""
    shadow_depth: float = 0.5
    shadow_softness: float = 0.4
    gloss: float = 0.0
    vignette: float = 0.0


def to_linear(picture: NDArray[np.uint8]) -> Image:
    """Screen values to light."""
    return np.asarray(cv2.LUT(picture, _TO_LINEAR), np.float32)


def to_screen(light: Image) -> NDArray[np.uint8]:
    """Light to screen values, clipped."""
    steps = np.clip(light * (_LEVELS - 1), 0, _LEVELS - 1).astype(np.uint16)
    return np.asarray(_TO_SCREEN[steps])


def shine(light: Light, size: tuple[int, int]) -> tuple[Image, Image]:
    """The light that falls on every pixel (height, width, 3), and the glare a glossy face sends back."""
    width, height = size
    small = (max(2, width // 8), max(2, height // 8))
    x, y = np.meshgrid(
        np.linspace(0, 1, small[0], dtype=np.float32), np.linspace(0, 1, small[1], dtype=np.float32)
    )
    level = 1.0 + light.slope[0] * (x - 0.5) + light.slope[1] * (y - 0.5)
    away = ((x - light.pool_at[0]) ** 2 + (y - light.pool_at[1]) ** 2) / light.pool_reach**2
    pool = light.pool_depth / (1.0 + away) ** 2
    edge = 1.0 - light.vignette * ((x - 0.5) ** 2 + (y - 0.5) ** 2) * 2
    lit = np.clip(level, 0.05, None)[..., None] * np.array(light.colour, np.float32)
    lit = (lit + pool[..., None] * np.array(light.pool_colour, np.float32)) * edge[..., None]
    full = cv2.resize(lit.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    glare = np.zeros((height, width), np.float32)
    for patch in light.patches:
        mask = _mask(patch, size)
        gain = np.array(patch.gain, np.float32)
        if (gain != 1).any():
            full *= 1.0 + mask[..., None] * (gain - 1.0)
        if patch.shine:
            glare += mask * patch.shine
    return np.asarray(full, np.float32), glare


def _mask(patch: Patch, size: tuple[int, int]) -> Image:
    width, height = size
    shrink = 4 if patch.softness > 0.03 else 1
    small = (max(2, width // shrink), max(2, height // shrink))
    mask = np.zeros((small[1], small[0]), np.uint8)
    corners = np.array([[x * small[0] * 16, y * small[1] * 16] for x, y in patch.corners])
    cv2.fillPoly(mask, [corners.round().astype(np.int32)], 255, cv2.LINE_AA, 4)
    sigma = patch.softness * max(small)
    if sigma > 0.3:
        mask = cv2.GaussianBlur(mask, (0, 0), min(sigma, 40.0))
    if shrink > 1:
        mask = cv2.resize(mask, (width, height), interpolation=cv2.INTER_LINEAR)
    return mask.astype(np.float32) / 255
