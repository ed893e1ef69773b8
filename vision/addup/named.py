"""Jokers of Add Up that no network knows, told by the word on them or by their yellow card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.addup.yellow import FACES, JOKER, SURE_YELLOW, YELLOW
from vision.cards.captions import CLEAR_NUMERAL, MOST_WORDS, NAMED, bear_words
from vision.layers import Layers
from vision.marks import Floats
from vision.network import Words
from vision.upright.standing import Standing

CLEAR = 0.9  # the chance of a face that a yellow card does not overrule
YELLOW_CARD = 0.6  # and of one with no more than a yellow card


def name_jokers(picture: Layers, standing: Standing, shades: Floats, words: Words) -> Standing:
    """The same cards, where faces with a word on them, or unclear ones on a yellow card, are jokers.

    A clear numeral on a card with a word is torn between both, unless most cards bear one.
    """
    chances = standing.chances.copy()
    clear = chances[:, FACES].max(axis=1)
    joker = np.nonzero(FACES)[0][JOKER]
    numerals = chances[:, FACES].argmax(axis=1) != JOKER
    asked = np.nonzero(numerals | (clear < CLEAR))[0]
    worded = np.zeros(len(chances), bool)
    steps = np.tile(standing.steps, (len(asked), 1, 1))
    worded[asked] = bear_words(picture, standing.marks.xy[asked], steps, words)
    if (worded & numerals).sum() > max(MOST_WORDS * numerals.sum(), 1):
        worded &= ~numerals | (clear < CLEAR)
    yellow = (shades > YELLOW + SURE_YELLOW) & (clear < CLEAR)
    share = np.where(yellow, YELLOW_CARD, 0.0)
    share[worded & (clear < CLEAR_NUMERAL)] = NAMED
    for mark in np.nonzero(share > chances[:, joker])[0]:
        chances[mark] *= (1 - share[mark]) / (1 - chances[mark, joker])
        chances[mark, joker] = share[mark]
    return replace(standing, chances=chances, torn=standing.torn | (worded & (clear >= CLEAR_NUMERAL)))
