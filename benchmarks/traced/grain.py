"""Noise in the manner of nature: clouds, wood, veins, threads."""

from __future__ import annotations

import numpy as np
from PIL import Image

from benchmarks.traced.colour import RGB


def clouds(
    grain: np.random.Generator, height: int, width: int, tall_px: float, wide_px: float, octaves: int = 3
) -> np.ndarray:
    """A soft field about 0, its lumps so tall and wide, with ever finer ones upon them."""
    total, weight = np.zeros((height, width), np.float32), 1.0
    for _ in range(octaves):
        rows, cols = max(2, round(height / tall_px) + 2), max(2, round(width / wide_px) + 2)
        # More lumps than pixels would only cost time.
        rows, cols = min(rows, height), min(cols, width)
        lumps = Image.fromarray(grain.standard_normal((rows, cols), np.float32))
        total += weight * np.asarray(lumps.resize((width, height), Image.Resampling.BICUBIC), np.float32)
        tall_px, wide_px, weight = tall_px / 2, wide_px / 2, weight * 0.55
    return total


def blend(share: np.ndarray, low: RGB, high: RGB) -> np.ndarray:
    """A field of colour between two."""
    share = np.clip(share, 0, 1)[..., None]
    return np.asarray(low, np.float32) * (1 - share) + np.asarray(high, np.float32) * share


def wood(
    grain: np.random.Generator,
    height: int,
    width: int,
    px_per_mm: float,
    dark: RGB,
    light: RGB,
    coarse: float = 1.0,
) -> np.ndarray:
    """Wood whose fibres run across: year rings that wander, fine pores, broad stains."""
    s = px_per_mm
    warp = clouds(grain, height, width, 60 * s, 500 * s, 2)
    rings = np.sin((np.arange(height, dtype=np.float32)[:, None] / (7 * s * coarse) + 1.6 * warp) * 2.0)
    pores = clouds(grain, height, width, max(1.0, 0.5 * s), 22 * s, 2)
    stain = clouds(grain, height, width, 50 * s, 180 * s, 2)
    return blend(0.5 + 0.2 * rings + 0.13 * pores + 0.1 * stain, dark, light)


def finished(pixels: np.ndarray) -> Image.Image:
    """A field of colour as a picture."""
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
