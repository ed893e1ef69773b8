"""Colours of a card as they would look in white light: its own white is the measure."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats
from vision.patches import SIDE
from vision.picture import Pixels

_STEPS = (np.arange(SIDE) + 0.5) / SIDE - 0.5
_AWAY = np.hypot(_STEPS[:, None], _STEPS[None])
_RING = (_AWAY > 0.36) & (_AWAY < 0.5)
_MIDDLE, _CLOSE = _AWAY < 0.42, _AWAY < 0.3
DARK = 16.0  # levels added to each colour: in the dark it is noise
SAME_WHITE = 0.1  # nats in one of blue, green, red, light aside, between the whites of two cards
SOLID = 0.75  # of the strongest ink: the rest is the blurred edge of a stroke
STROKES = 0.96  # of a glyph's room is darker than a light glyph with thin strokes
BROAD = np.ones((11, 11), np.uint8)  # wider than a numeral's strokes: what closes under it is ink
SHADE = (0.25, 1.3)  # nats between light and shade on a card
MOST_HUE = 0.3  # nats by which one of blue, green, red is more shaded than another
INKED = 0.8  # of the card's light: less is ink
RUNS_ON = 0.14  # of a shade is ink where a numeral runs on in it
FAINTER = np.linspace(0.55, 1.0, 10)  # what thin strokes have of their hue


def face_colours(patches: Pixels) -> Floats:
    """The colours of the cards round glyphs (blue, green, red): the lighter parts of rings."""
    rings = patches[:, _RING].astype(np.int16)
    light = rings[..., 0] + rings[..., 1] + rings[..., 2]
    count = light.shape[1]
    ordered = np.sort(light, axis=1)
    lighter = 2 * light >= (ordered[:, (count - 1) // 2] + ordered[:, count // 2])[:, None]
    kept = lighter.sum(axis=1)
    # What is darker is put behind all others, so that each patch's middle is found by its count.
    levels = np.sort(np.where(lighter[:, None], rings.transpose(0, 2, 1), 256), axis=2)
    each = np.arange(len(patches))
    return np.asarray((levels[each, :, (kept - 1) // 2] + levels[each, :, kept // 2]) / 2)


def lit_alike(patch: Pixels) -> Pixels:
    """A dark glyph's room as it looks if its card is lit alike all over.

    A shadow is as white as the light, not as dark as black, and a numeral's ink runs on in it.
    """
    light = cv2.morphologyEx(patch, cv2.MORPH_CLOSE, BROAD, borderType=cv2.BORDER_REPLICATE)
    light = light.astype(np.float32)
    logs = np.log(DARK + light.mean(axis=2))
    low, high = np.quantile(logs[_MIDDLE], (0.02, 0.98))
    if not SHADE[0] < high - low < SHADE[1]:
        return patch
    shares = patch / np.maximum(light, 1)
    shaded = logs < (low + high) / 2
    lit, shade = (np.log(DARK + light[_MIDDLE & part].mean(axis=0)) for part in (~shaded, shaded))
    inked = (shares.min(axis=2) < INKED)[_MIDDLE & shaded].mean()
    if np.ptp(lit - shade) > MOST_HUE or inked < RUNS_ON:
        return patch
    white = light[_MIDDLE & ~shaded].mean(axis=0)
    return np.clip(np.rint(shares * white), 0, 255).astype(np.uint8)


def ink_colour(patch: Pixels, close: bool = False) -> Floats:
    """The colour of a glyph's ink in light that makes its card white, 0 to 1 for blue, green, red.

    Close: only near its middle, as a narrow card may end within the glyph's room.
    """
    light = patch[_CLOSE if close else _MIDDLE].astype(np.float64)
    shares = np.clip(light / np.maximum(_white(patch), 1), 0, 1.2)
    away = np.linalg.norm(shares - 1, axis=1)
    ink = shares[away >= SOLID * np.quantile(away, 0.97)]
    return np.asarray(np.median(ink, axis=0))


def odd_hues(inks: Floats, same: float) -> NDArray[np.bool_]:
    """Which inks have another hue than most of the others, lightness aside.

    A thin stroke is seen mixed with the card's white, so a hue may be fainter than another and yet the same.
    """
    hues = inks - inks.mean(axis=1, keepdims=True)
    mixed = FAINTER[:, None, None] * hues
    away = np.abs(hues[None, :, None] - mixed[:, None]).max(axis=3).min(axis=0)
    away = np.minimum(away, away.T)
    return np.asarray((away > same).sum(axis=1) > (len(inks) - 1) / 2)


def share_one_white(patches: Pixels) -> NDArray[np.bool_]:
    """Which cards are white in the same light as the others: what lies on one has a hue of its own."""
    return are_one_white(np.array([_white(patch) for patch in patches]), SAME_WHITE)


def are_one_white(whites: Floats, same: float) -> NDArray[np.bool_]:
    """Which whites have the hue that most of them have, in more light or less."""
    logs = np.log(DARK + whites)
    hues = logs - logs.mean(axis=1, keepdims=True)
    away = np.abs(hues[:, None] - hues[None]).max(axis=2)
    # With three cards the odd one is alone; of two that differ either may be.
    return np.asarray((away < same).sum(axis=1) > len(whites) / 2)


def numeral_white(patch: Pixels) -> Floats:
    """The colour of a light glyph: of the lightest of its room, as its strokes may be thin."""
    light = patch[_MIDDLE].astype(np.float64)
    bright = light.mean(axis=1)
    return np.asarray(np.median(light[bright >= np.quantile(bright, STROKES)], axis=0))


def face_round(patch: Pixels, white: Floats) -> tuple[Floats, Floats]:
    """The colour of a face round a light glyph, and between its strokes, where `white` is white."""
    ring, close = (patch[room].astype(np.float64) for room in (_RING, _CLOSE))
    bright = close.mean(axis=1)
    between = close[bright <= (np.quantile(bright, 0.03) + np.quantile(bright, 0.97)) / 2]
    shares = [np.median(part, axis=0) / np.maximum(white, 1) for part in (ring, between)]
    return np.clip(shares[0], 0, 1), np.clip(shares[1], 0, 1)


def _white(patch: Pixels) -> Floats:
    """The colour of the lightest part of a glyph's room."""
    light = patch[_MIDDLE].astype(np.float64)
    bright = light.mean(axis=1)
    return np.asarray(np.median(light[bright >= np.quantile(bright, 0.7)], axis=0))


def stands_on_white(patch: Pixels) -> bool:
    """Whether a glyph is darker than what is round it; light numbers on dark discs are not."""
    light = patch.astype(np.float64).mean(axis=2)
    middle = light[_MIDDLE]
    return bool(np.median(light[_RING]) > (np.quantile(middle, 0.03) + np.quantile(middle, 0.97)) / 2)


def hue_and_chroma(colour: Floats) -> tuple[float, float, float]:
    """Hue in degrees (0 red, 120 green, 240 blue), chroma and lightness (0 to 1) of blue, green, red."""
    pixel = np.clip(colour, 0, 1).astype(np.float32).reshape(1, 1, 3)
    hue, lightness, _ = cv2.cvtColor(pixel, cv2.COLOR_BGR2HLS)[0, 0].tolist()
    return hue, float(pixel.max() - pixel.min()), lightness


def most_chroma(pixels: Pixels) -> float:
    """How colourful the most colourful hundredth of a picture is, 0 to 1."""
    chroma = (pixels.max(axis=2) - pixels.min(axis=2)) / np.maximum(pixels.max(axis=2), 1)
    return float(np.quantile(chroma, 0.99))


def yellowness(colour: Floats, white: Floats) -> float:
    """How much less blue than the white cards: about 0 for white, above 0.3 for yellow."""
    light = colour / np.maximum(white, 1)
    return float(1 - light[0] / max(float(light[1:].mean()), 1e-6))
