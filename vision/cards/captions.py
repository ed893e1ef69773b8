"""A joker often bears its name: a line of small print beneath the drawing, in the middle of its card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.found import Line, card_width
from vision.cards.sheets import lay_upright
from vision.layers import Layers
from vision.marks import Floats

GLYPH_PX = 48  # a glyph's height where small print is told
BELOW = 0.38  # glyph heights from a card's middle: a word stands lower
CARD_HEIGHT = 1.5  # of its width
LONG = (0.3, 0.76)  # of a card's width
HIGH = (0.08, 0.34)  # glyph heights
ASIDE = 0.13  # of a card's width that a word may lie beside the middle
INK = 0.12  # nats in one of blue, green, red from a card's face
SPACING = 0.16  # glyph heights between the letters of a word
LETTERS = 4  # strokes that a word has at least; a line or a scrap of anything has one


def bear_words(picture: Layers, line: Line) -> NDArray[np.bool_]:
    """Which cards have a line of letters beneath their middle."""
    width = card_width(line)
    foot = CARD_HEIGHT / 2 * width
    size = (round(0.9 * width * GLYPH_PX), round((foot - BELOW) * GLYPH_PX))
    strips = (lay_upright(picture, line, i, GLYPH_PX, size, (foot + BELOW) / 2) for i in range(len(line.xy)))
    return np.array([_has_word(strip, width) for strip in strips], bool)


def _has_word(strip: Floats, width: float) -> bool:
    """Whether a word stands in the middle of the lower part of a card."""
    face = np.median(strip.reshape(-1, 3), axis=0)
    off = np.abs(strip - face).max(axis=2)
    ink = (off > INK).astype(np.uint8)
    joined = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((1, round(SPACING * GLYPH_PX)), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    for left, top, long, high, _ in stats[1:count].tolist():
        fits = LONG[0] * width < long / GLYPH_PX < LONG[1] * width and HIGH[0] < high / GLYPH_PX < HIGH[1]
        aside = abs(left + long / 2 - off.shape[1] / 2) / GLYPH_PX
        # What reaches up into the card's middle is the foot of a drawing or a numeral.
        apart = fits and top > 0 and aside < ASIDE * width
        if apart and _letters(off[top : top + high, left : left + long]) >= LETTERS:
            return True
    return False


def _letters(word: Floats) -> int:
    """How many strokes follow each other along a line of print."""
    dark = word.mean(axis=0)
    inked = dark > (dark.min() + dark.max()) / 2
    return int((np.diff(inked.astype(int), prepend=0) == 1).sum())
