"""A joker often bears its name: small print beneath the drawing, or letters in the drawing's place."""

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
CARD_HEIGHT = 1.45  # of its width
WIDEST = 1.4  # glyph heights: where no two cards lie side by side, steps tell too much
LONG = (0.3, 0.76)  # of a card's width
HIGH = (0.08, 0.34)  # glyph heights
ASIDE = 0.13  # of a card's width that a word may lie beside the middle
INK = 0.12  # nats in one of blue, green, red from a card's face
SPACING = 0.16  # glyph heights between the letters of a word
LETTERS = 4  # strokes that a word has at least; a line or a scrap of anything has one
EDGE, MOST_ROUND = 3, 0.5  # pixels round a word, and how much ink may be there for each of its length
ROOM = (52, 60)  # pixels of a card's middle, where its numeral or drawing is
LEAST_LETTER, MOST_LETTER = 0.008, 0.4  # square glyph heights of ink, and of all ink there


def bear_words(picture: Layers, line: Line, faces: tuple[str, ...]) -> NDArray[np.bool_]:
    """Which numbers and jokers have a line of letters beneath their middle, or in it, be it aslant."""
    width = min(card_width(line), WIDEST)
    foot = CARD_HEIGHT / 2 * width
    size = (round(0.9 * width * GLYPH_PX), round((foot - BELOW) * GLYPH_PX))
    bear = np.zeros(len(faces), bool)
    for i in (i for i, face in enumerate(faces) if face.isalnum()):
        strip = lay_upright(picture, line, i, GLYPH_PX, size, (foot + BELOW) / 2)
        bear[i] = _has_word(strip, width) or _is_word(lay_upright(picture, line, i, GLYPH_PX, ROOM))
    return bear


def _has_word(strip: Floats, width: float) -> bool:
    """Whether a word stands in the middle of the lower part of a card."""
    off = _off_face(strip)
    ink = (off > INK).astype(np.uint8)
    joined = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((1, round(SPACING * GLYPH_PX)), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    for left, top, long, high, _ in stats[1:count].tolist():
        fits = LONG[0] * width < long / GLYPH_PX < LONG[1] * width and HIGH[0] < high / GLYPH_PX < HIGH[1]
        aside = abs(left + long / 2 - off.shape[1] / 2) / GLYPH_PX
        # What reaches up into the card's middle is the foot of a drawing or a numeral.
        apart = fits and top > 0 and aside < ASIDE * width
        around = ink[max(top - EDGE, 0) : top + high + EDGE, max(left - EDGE, 0) : left + long + EDGE]
        bare = around.sum() - ink[top : top + high, left : left + long].sum() < MOST_ROUND * (long + high)
        if apart and bare and _letters(off[top : top + high, left : left + long]) >= LETTERS:
            return True
    return False


def _is_word(middle: Floats) -> bool:
    """Whether the ink of a card's middle is in as many pieces as a word has letters, none much larger."""
    off = _off_face(middle)
    ink = (off > max(INK, 0.5 * float(np.quantile(off[::2, ::2], 0.97)))).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    size = stats[1:, cv2.CC_STAT_AREA] / GLYPH_PX**2
    whole = (stats[1:, :2] > 0).all(axis=1) & (stats[1:, :2] + stats[1:, 2:4] < np.array(ROOM)).all(axis=1)
    return bool((whole & (size > LEAST_LETTER)).sum() >= LETTERS and size.max() < MOST_LETTER * size.sum())


def _off_face(sheet: Floats) -> Floats:
    """How far each place is from the commonest colour: ink never has half of a card."""
    return np.asarray(np.abs(sheet - np.median(sheet[::2, ::2].reshape(-1, 3), axis=0)).max(axis=2))


def _letters(word: Floats) -> int:
    """How many strokes follow each other along a line of print."""
    dark = word.mean(axis=0)
    inked = dark > (dark.min() + dark.max()) / 2
    return int((np.diff(inked.astype(int), prepend=0) == 1).sum())
