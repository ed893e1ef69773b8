"""Whole cards read at once, as a second opinion on what the digits of a card or its drawing say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.sheets import lay_card
from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.network import NUMBER_SHEET, SIGN_CARDS, Numbers

SCALES = (0.87, 1.0, 1.15)
LEAST, BOTH_WRONG = 0.8, 0.02  # the chance of a face that clears an unclear one, and that neither is right
FIRM = 0.85  # the chance of another face that makes a clear one unclear
ABOUT = np.arange(-3, 4) * 0.15  # glyph heights along a row from where a card's middle seems to be
TOGETHER = 3  # neighbouring places from which a card is seen alike
FACE, NOTHING = 0.5, 0.9  # the chances of a face that tells where a card's middle is, and of none there
NAMES = ("", *map(str, range(100)), "J", *SIGN_CARDS)
JOKER = NAMES.index("J")
HARDLY_HIDDEN = 0.02  # the chance that something lies on a card


@dataclass(frozen=True)
class WholeCards:
    """What some cards say as a whole: a number, J for a joker or nothing, and how likely that is."""

    chances: Floats

    @property
    def names(self) -> tuple[str, ...]:
        """The likeliest face of each."""
        return tuple(NAMES[face] for face in self.chances.argmax(axis=1))

    @property
    def clear(self) -> Floats:
        """How likely that face is."""
        return np.asarray(self.chances.max(axis=1))

    def put(self, which: Ints, others: WholeCards) -> WholeCards:
        """The same cards, some of which were read better."""
        chances = self.chances.copy()
        chances[which] = others.chances
        return WholeCards(chances)

    def among(self, row: Floats) -> WholeCards:
        """The same cards, what their rows show at their places counting as much.

        They make no joker clearer that may be a thing on its card.
        """
        told, hidden = row[:, : len(NAMES)].copy(), row[:, len(NAMES) :].sum(axis=1)
        told[:, 0] += hidden  # what is hidden says nothing
        weighed = [share * (1 - BOTH_WRONG) + BOTH_WRONG / len(NAMES) for share in (self.chances, told)]
        chances = weighed[0] * weighed[1]
        chances /= chances.sum(axis=1, keepdims=True)
        doubtful = hidden > HARDLY_HIDDEN
        chances[doubtful, JOKER] = np.minimum(chances[doubtful, JOKER], self.chances[doubtful, JOKER])
        return WholeCards(chances)

    def say(self, names: list[str], chances: Floats) -> NDArray[np.bool_]:
        """Which cards surely bear these faces, that their digits or drawings bear with some chances.

        Two networks that err seldom do not err alike: the surer one is, the less the other needs to be.
        """
        same = np.array([name == said for name, said in zip(names, self.names, strict=True)], bool)
        return same & (self.clear > LEAST) & ((1 - self.clear) * (1 - chances) < BOTH_WRONG)

    def deny(self, names: list[str]) -> NDArray[np.bool_]:
        """Which cards firmly bear another face than these."""
        other = np.array([said not in ("", name) for name, said in zip(names, self.names, strict=True)], bool)
        return other & (self.clear > FIRM)


def read_whole(
    picture: Layers, xy: Floats, step: Floats, numbers: Numbers, scales: tuple[float, ...] = SCALES
) -> WholeCards:
    """Read the cards at some places; the step is a numeral's height right and down on all of them."""
    return read_each(picture, xy, np.broadcast_to(step, (len(xy), 2, 2)), numbers, scales)


def read_each(
    picture: Layers, xy: Floats, steps: Floats, numbers: Numbers, scales: tuple[float, ...] = (1.0,)
) -> WholeCards:
    """Read cards each with a step of its own."""
    sheets = [
        lay_card(picture, at, step * scale, NUMBER_SHEET.glyph_px, NUMBER_SHEET.size)
        for scale in scales
        for at, step in zip(xy, steps, strict=True)
    ]
    read = numbers.read(np.stack(sheets)) if sheets else np.zeros((0, len(NAMES)))
    return WholeCards(read.reshape(len(scales), -1, len(NAMES)).mean(axis=0))


def read_about(picture: Layers, xy: Floats, step: Floats, numbers: Numbers) -> WholeCards:
    """Read the cards near some places, each from the neighbouring places from which it is seen best."""
    if not len(xy):
        return WholeCards(np.zeros((0, len(NAMES))))
    points = np.asarray(xy)[:, None] + ABOUT[:, None] * step[:, 0]
    each = read_whole(picture, points.reshape(-1, 2), step, numbers).chances.reshape(len(xy), len(ABOUT), -1)
    runs = np.stack([each[:, at : at + TOGETHER].mean(axis=1) for at in range(len(ABOUT) - TOGETHER + 1)], 1)
    clearest = runs[:, :, 1:].max(axis=2)
    best = runs[np.arange(len(xy)), clearest.argmax(axis=1)]
    nothing = (clearest.max(axis=1) < FACE) | (runs[:, runs.shape[1] // 2, 0] > NOTHING)
    return WholeCards(np.where(nothing[:, None], runs.mean(axis=1), best))
