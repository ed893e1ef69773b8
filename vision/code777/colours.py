"""The colours of a rack's cards: inks on white faces, or faces with white numbers, in white light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from scoring.code777_cards import DECK
from vision.cards.colours import (
    are_one_white,
    face_colours,
    face_round,
    hue_and_chroma,
    ink_colour,
    lit_alike,
    most_chroma,
    numeral_white,
    share_one_white,
    stands_on_white,
)
from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.picture import Pixels

CARDS = tuple((one.number, one.colour) for one in sorted(DECK))
HUES: Mapping[str, float] = MappingProxyType(
    {"green": 138.0, "yellow": 46.0, "brown": 20.0, "red": 2.0, "pink": 330.0, "blue": 220.0}
)
HUE_SPREAD = 18.0
GREY, CHROMA_SPREAD = 0.22, 0.025  # inks with less chroma for their strength than this are black
LEAST_COLOUR = -8.0
LEAST_STRENGTH = 0.05
LEAST_CHROMA = 0.08  # in a picture with less, everything is black or white
COLOURFUL = 0.35  # chroma for its strength: an ink with as much shows that the picture has colours
MOST_TINTED = 0.6  # of its light: no lamp makes a white card so colourful, it is another game's
FACED_LIKE, INKED_LIKE = (-1.6, 0.3), (-2.5, 1.5)  # how well a colour fits, and behind the best one
SAME_WHITE = 0.35  # nats: thin light strokes take on some of their faces' hue


@dataclass(frozen=True)
class Colours:
    """Card by card: its colour in white light, 0 to 1 for blue, green, red, and what speaks against it."""

    inks: Floats
    alike: NDArray[np.bool_]
    """White in the same light as most others; what lies on a card has a hue of its own."""
    doubtful: NDArray[np.bool_]
    """Not of one colour all over, or in a picture without colours."""
    tinted: NDArray[np.bool_]
    """Without white in the light of any lamp: another game's."""
    faced: bool = False
    """Whether faces carry the colour: so much of it tells its hue far better than strokes do."""

    def unlike(self, best: Ints) -> NDArray[np.bool_]:
        """Which cards are hardly of the colour that their numbers want: then they are another set's.

        The kinds that the set has help the eye, and never overrule a clear colour.
        """
        logs = np.array([colour_logs(ink) for ink in self.inks])
        own = logs[np.arange(len(best)), best]
        worst, behind = FACED_LIKE if self.faced else INKED_LIKE
        return (own < worst) | (logs.max(axis=1) - own > behind)


def find_colours(picture: Layers, patches: Pixels) -> Colours:
    """Tell how the set is printed, and measure each card's colour against its own white."""
    lit = np.array([lit_alike(patch) for patch in patches])
    dark = np.array([stands_on_white(patch) for patch in lit], bool)
    colours = _inks(patches, lit) if dark.all() else _faces(patches, dark)
    chroma = np.array([_chroma(ink) for ink in colours.inks])
    grey = chroma.max() < COLOURFUL and most_chroma(picture.layer(4)[0]) < LEAST_CHROMA
    return replace(colours, doubtful=colours.doubtful | grey)


def _inks(patches: Pixels, lit: Pixels) -> Colours:
    """Dark numbers on white: of one ink near the middle and in all of their room, shadows aside."""
    inks, wide = (np.array([ink_colour(patch, close) for patch in lit]) for close in (True, False))
    several = np.array([_best(ink) != _best(other) for ink, other in zip(inks, wide, strict=True)], bool)
    return Colours(inks, share_one_white(patches), several, _tinted(face_colours(patches)))


def _faces(patches: Pixels, dark: NDArray[np.bool_]) -> Colours:
    """White numbers on faces in colour; among them a yellow card may have a dark number, to be seen."""
    whites = np.array([numeral_white(patch) for patch in patches])
    shared = np.median(whites[~dark], axis=0)
    whites[dark] = shared
    seen = [face_round(patch, white) for patch, white in zip(patches, whites, strict=True)]
    faces = np.array([face for face, _ in seen])
    several = np.array([_best(face) != _best(between) for face, between in seen], bool)
    other = np.array([_best(face) != "yellow" for face in faces], bool)
    alike = are_one_white(whites, SAME_WHITE)
    return Colours(faces, alike, np.where(dark, other, several), _tinted(whites), faced=True)


def _tinted(whites: Floats) -> NDArray[np.bool_]:
    return np.asarray(np.ptp(whites, axis=1) > MOST_TINTED * whites.max(axis=1))


def _best(ink: Floats) -> str:
    return CARDS[int(np.argmax(colour_logs(ink)))][1]


def _chroma(ink: Floats) -> float:
    """How colourful an ink is for its strength.

    A thin stroke blurs into its card: chroma and strength fade alike, what they make of each other stays.
    """
    return hue_and_chroma(ink)[1] / max(float((1 - ink).mean()), LEAST_STRENGTH)


def colour_logs(ink: Floats) -> Floats:
    """How well an ink fits the colour of each of the set's cards, as logarithms; never beyond a floor."""
    hue, chroma = hue_and_chroma(ink)[0], _chroma(ink)
    coloured = min(0.0, (chroma - GREY) / CHROMA_SPREAD)
    grey = min(0.0, (GREY - chroma) / CHROMA_SPREAD)
    logs = []
    for _, name in CARDS:
        if name == "black":
            logs.append(grey)
            continue
        away = abs((hue - HUES[name] + 180) % 360 - 180) / HUE_SPREAD
        logs.append(coloured - 0.5 * away**2)
    return np.maximum(logs, LEAST_COLOUR)
