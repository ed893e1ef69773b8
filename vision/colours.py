"""Colours of a card as they would look in white light: its own white is the measure."""

from __future__ import annotations

import cv2
import numpy as np

from vision.marks import Floats
from vision.picture import Pixels

_RIM = np.zeros((32, 32), bool)
_RIM[:4], _RIM[-4:], _RIM[:, :4], _RIM[:, -4:] = True, True, True, True


def face_colour(patch: Pixels) -> Floats:
    """The colour of the card round a glyph (blue, green, red): the middle of the patch's rim."""
    return np.asarray(np.median(patch[_RIM], axis=0), np.float64)


def ink_colour(patch: Pixels, white: Floats) -> Floats:
    """The colour of a glyph's ink in light that makes the card white, 0 to 1 for blue, green, red."""
    light = np.clip(patch.reshape(-1, 3) / np.maximum(white, 1), 0, 1.2)
    away = np.linalg.norm(light - 1, axis=1)
    ink = light[away >= np.quantile(away, 0.9)]
    return np.asarray(np.median(ink, axis=0))


def hue_and_chroma(colour: Floats) -> tuple[float, float, float]:
    """Hue in degrees (0 red, 120 green, 240 blue), chroma and lightness (0 to 1) of blue, green, red."""
    pixel = np.clip(colour, 0, 1).astype(np.float32).reshape(1, 1, 3)
    hue, lightness, _ = cv2.cvtColor(pixel, cv2.COLOR_BGR2HLS)[0, 0].tolist()
    return hue, float(pixel.max() - pixel.min()), lightness


def yellowness(colour: Floats, white: Floats) -> float:
    """How much less blue than the white cards: about 0 for white, above 0.3 for yellow."""
    light = colour / np.maximum(white, 1)
    return float(1 - light[0] / max(float(light[1:].mean()), 1e-6))
