"""Signs lie on cards of another colour than numbers in most sets, which tells one from the other."""

from __future__ import annotations

import numpy as np

from vision.cards.found import JOKER, Line
from vision.formula.beyond import RIM
from vision.ground import colours_at
from vision.layers import Layers
from vision.marks import Floats
from vision.network import GLYPHS

SURE = 0.95  # the chance of a face whose card tells what cards of its kind look like
APART = 0.35  # nats in one of blue, green, red between all number cards and all sign cards
MUCH_NEARER = 0.35  # of the way to the nearest card of the other kind
MOST_GROWN = 1.5  # times its chance: what hardly looked like a face does not become a clear one
SIGNS = np.array([face in "+-×÷=" for face in GLYPHS])
NUMBERS = np.array([face.isdigit() or face == "J" for face in GLYPHS])


def told_by_colour(picture: Layers, line: Line) -> Floats:
    """The chances of faces, where no number is on a card in the signs' colour and no sign on a number's.

    What such a face had goes to the others of the right kind, though none grows much by it; where the two
    kinds of cards are much alike nothing is told.
    """
    size = float(np.median(line.size))
    rims = line.xy[:, None] + RIM @ line.steps.transpose(0, 2, 1)
    faces = np.median(colours_at(picture, rims, size), axis=1)
    away = np.abs(faces[:, None] - faces[None]).max(axis=2)
    best = line.chances.argmax(axis=1)
    sure = line.chances.max(axis=1) > SURE
    chances = line.chances.copy()
    for i in range(len(faces)):
        others = sure & (np.arange(len(faces)) != i)
        numbers, signs = others & NUMBERS[best] & (best != JOKER), others & SIGNS[best]
        if not (numbers.any() and signs.any()) or away[numbers][:, signs].min() < APART:
            continue
        to_number, to_sign = away[i, numbers].min(), away[i, signs].min()
        if to_number < MUCH_NEARER * to_sign:
            right, wrong = NUMBERS, SIGNS
        elif to_sign < MUCH_NEARER * to_number:
            right, wrong = SIGNS, NUMBERS
        else:
            continue
        whole = chances[i, right | wrong].sum()
        chances[i, wrong] = 0.0
        chances[i, right] *= min(whole / max(float(chances[i, right].sum()), 1e-9), MOST_GROWN)
    return chances
