"""The outline of a table's cards: how far their faces reach round the numerals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats
from vision.upright.straight import HEIGHT_PX, Upright

LIGHT, TINT = (0.8, 1.2), 0.1  # how much lighter or darker, and how much more coloured a face may be
MIDDLE = 0.42  # glyph heights aside: here a face is followed up and down
BEGIN, BESIDE, REACH = 0.6, 0.45, 3.2  # glyph heights from a numeral's middle between which a card ends
LINES = (0.58, 0.8)  # glyph heights above and below: here a face is followed aside, clear of all digits
BARE, LINE = 0.4, 0.25  # of a line across a card: less face is beyond it; a frame's line is thinner
EVEN = 0.4  # glyph heights that half of the cards may differ in
USUAL = (1.2, 1.2)  # glyph heights above and below, where the table has the cards' colour
TOUCHING = 0.5  # of the way to the next card, at most


@dataclass(frozen=True)
class Outline:
    """Glyph heights from a numeral's middle to its card's edges, at most halfway to the next card."""

    above: float
    below: float
    aside: float
    tall: float
    """From the upper to the lower edge where one card at least shows them; else endless."""
    seen: bool
    """Whether most cards show them, and show the same."""


def find_outline(upright: Upright, cards: Floats, faces: Floats, pitch: float) -> Outline:
    """The outline that most cards share, seen from their middles in the colours of their faces."""
    ends = face_ends(upright, cards, faces)
    low, middle, high = np.quantile(ends, [0.25, 0.5, 0.75], axis=0, method="nearest")
    aside = float(min(np.quantile(ends[:, 2:], 0.5, method="nearest"), TOUCHING * pitch))
    tall = float(ends[:, :2].min(axis=0).sum())
    if not np.isfinite(high[:2]).all() or (high[:2] - low[:2]).max() > EVEN:
        return Outline(*USUAL, aside, tall, seen=False)
    return Outline(float(middle[0]), float(middle[1]), aside, tall, seen=True)


def face_ends(upright: Upright, cards: Floats, faces: Floats) -> Floats:
    """How far each card's face reaches up, down, left and right of its middle; endless if unseen."""
    return np.array([_ends(upright, *one) for one in zip(upright.place(cards), faces, strict=True)])


def has_outline(upright: Upright, card: Floats, face: Floats, outline: Outline) -> bool:
    """Whether round a place a face of this colour ends above and below where the table's cards do."""
    above, below, _, _ = _ends(upright, upright.place(card), face)
    off = max(abs(above - outline.above), abs(below - outline.below))
    return outline.seen and off < EVEN


def _ends(upright: Upright, place: Floats, face: Floats) -> tuple[float, float, float, float]:
    """How far a face reaches up, down, left and right of a place."""
    reach, half = round(REACH * HEIGHT_PX), round(MIDDLE * HEIGHT_PX)
    col, row = np.rint(place).astype(int).tolist()
    top, left = max(row - reach, 0), max(col - reach, 0)
    part = upright.pixels[top : row + reach + 1, left : col + reach + 1]
    alike = is_face(part, face) & upright.seen[top : row + reach + 1, left : col + reach + 1]
    down = alike[:, max(col - left - half, 0) : col - left + half + 1].mean(axis=1)
    near, far = (round(line * HEIGHT_PX) for line in LINES)
    bands = (
        alike[max(row - top - far, 0) : max(row - top - near + 1, 0)],
        alike[row - top + near : row - top + far + 1],
    )
    over = np.concatenate(bands).mean(axis=0)
    ways = (down[: row - top + 1][::-1], down[row - top :], over[: col - left + 1][::-1], over[col - left :])
    above, below, before, after = map(_end, ways, (BEGIN, BEGIN, BESIDE, BESIDE))
    return above, below, before, after


def is_face(pixels: NDArray[np.float32], face: Floats) -> NDArray[np.bool_]:
    """Which pixels have a face's colour, in a little more light or less."""
    # Colour by colour: numpy is slow along an axis of three.
    shares = [pixels[..., k] / max(float(face[k]), 1.0) for k in range(3)]
    light = (shares[0] + shares[1] + shares[2]) / 3
    tint = np.maximum.reduce([np.abs(share - light) for share in shares])
    return np.asarray((tint < TINT * light) & (light > LIGHT[0]) & (light < LIGHT[1]))


def _end(shares: NDArray[np.floating], begin: float) -> float:
    """Where a face ends for good along a way out, in glyph heights; endless if it does not."""
    first, line = round(begin * HEIGHT_PX), max(1, round(LINE * HEIGHT_PX))
    bare = shares < BARE
    for start in range(first, len(bare) - line):
        if bare[start : start + line].all():
            return start / HEIGHT_PX
    return np.inf
