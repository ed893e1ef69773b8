"""Jokers of Add Up that no network knows, told by the word on them or by their yellow card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cards.captions import bear_words
from vision.cards.found import PATCH_GLYPHS, Line
from vision.cards.standing import Standing
from vision.cards.yellow import FACES, JOKER, SURE_YELLOW, YELLOW
from vision.layers import Layers
from vision.marks import Floats

CLEAR = 0.9  # the chance of a face that needs no word to tell it
NAMED = 0.95  # the chance of a joker with its name on it
YELLOW_CARD = 0.6  # and of one with no more than a yellow card


def name_jokers(picture: Layers, standing: Standing, shades: Floats) -> Standing:
    """The same cards, where unclear faces with a word on them, or on a yellow card, are jokers."""
    chances = standing.chances.copy()
    unclear = np.nonzero(chances[:, FACES].max(axis=1) < CLEAR)[0]
    if not len(unclear):
        return standing
    axes = np.stack([standing.along, standing.down], axis=1) * standing.size * PATCH_GLYPHS
    line = Line(
        standing.marks.xy[unclear],
        np.full(len(unclear), standing.size),
        np.tile(axes, (len(unclear), 1, 1)),
        chances[unclear],
    )
    words = bear_words(picture, line, ("J",) * len(unclear))
    yellow = shades[unclear] > YELLOW + SURE_YELLOW
    joker = np.nonzero(FACES)[0][JOKER]
    for mark, share in zip(unclear, np.where(words, NAMED, np.where(yellow, YELLOW_CARD, 0.0)), strict=True):
        if share > chances[mark, joker]:
            chances[mark] *= (1 - share) / (1 - chances[mark, joker])
            chances[mark, joker] = share
    return replace(standing, chances=chances)
