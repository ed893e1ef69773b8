"""Colours drawn and compared."""

from __future__ import annotations

import colorsys

import numpy as np

from vision.artwork.shapes import Colour

Rng = np.random.Generator


def contrasting(rng: Rng, face: Colour) -> Colour:
    for _ in range(20):
        ink = rgb(rng.random(), rng.uniform(0, 1), rng.uniform(0, 1))
        if abs(luma(face) - luma(ink)) > rng.uniform(0.22, 0.5):
            return ink
    return (255, 255, 255) if luma(face) < 0.5 else (0, 0, 0)


def rgb(hue: float, saturation: float, value: float) -> Colour:
    r, g, b = colorsys.hsv_to_rgb(float(hue), float(saturation), float(value))
    return int(r * 255), int(g * 255), int(b * 255)


def bgr(colour: Colour) -> tuple[float, float, float]:
    return colour[2] / 255, colour[1] / 255, colour[0] / 255


def luma(colour: Colour) -> float:
    return (0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]) / 255


def near(colour: Colour, brightness: float) -> Colour:
    """The colour brought to a brightness."""
    shift = (brightness - luma(colour)) * 255
    r, g, b = (int(np.clip(c + shift, 0, 255)) for c in colour)
    return r, g, b


def jitter(rng: Rng, colour: Colour, spread: float) -> Colour:
    r, g, b = (int(np.clip(c + rng.normal(0, spread), 0, 255)) for c in colour)
    return r, g, b
