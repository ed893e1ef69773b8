"""A joker often bears its name: small print beneath the drawing, or letters in the drawing's place."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.sheets import lay_card
from vision.layers import Layers
from vision.marks import Floats
from vision.network import SHEET, Words

SURE_WORD, FAINT_WORD = 0.8, 0.1
NAMED = 0.95  # how likely a joker is where its name can be read
CLEAR_NUMERAL = 0.97  # the chance of a numeral that a word does not overrule, but makes doubtful
MOST_WORDS = 0.4  # of the number cards: some sets have a word on each


def bear_words(picture: Layers, xy: Floats, steps: Floats, words: Words) -> NDArray[np.bool_]:
    """Which cards bear a word that stands upright, beneath their middle or in it, be it aslant."""
    return np.asarray(word_chances(picture, xy, steps, words) > SURE_WORD)


def word_chances(picture: Layers, xy: Floats, steps: Floats, words: Words) -> Floats:
    """How likely each card bears such a word; the steps are a glyph height right and down on each."""
    if not len(xy):
        return np.zeros(0)
    sheets = [
        lay_card(picture, at, step, SHEET.glyph_px, SHEET.size, SHEET.lower)
        for at, step in zip(xy, steps, strict=True)
    ]
    return np.asarray(words.read(np.stack(sheets)), np.float64)
