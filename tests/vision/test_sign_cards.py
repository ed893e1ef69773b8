"""The colour of its card tells whether a face is a sign or a number."""

import cv2
import numpy as np

from tests.vision.test_beyond import FACE
from vision.cards.found import Line
from vision.formula.sign_cards import told_by_colour
from vision.layers import Layers
from vision.network import GLYPHS

ORANGE = (30, 150, 240)


def told(text: str, signs: tuple[int, int, int], card: int, **chances: float) -> dict[str, float]:
    """What one card may show, of a row of clear ones whose signs lie on cards of some colour."""
    pixels = np.full((200, 100 + 60 * len(text), 3), (90, 110, 60), np.uint8)
    seen = np.full((len(text), len(GLYPHS)), 0.001)
    for i, face in enumerate(text):
        colour = FACE if face.isalnum() else signs
        cv2.rectangle(pixels, (52 + 60 * i, 58), (108 + 60 * i, 142), colour, -1)
        seen[i, GLYPHS.index(face)] = 0.98
    seen[card] = [chances.get(face, 0.0) for face in GLYPHS]
    xy = np.stack([80.0 + 60 * np.arange(len(text)), np.full(len(text), 100.0)], axis=1)
    axes = np.tile(np.eye(2) * 50.0, (len(text), 1, 1))
    line = Line(xy, np.full(len(text), 40.0), axes, seen)
    after = told_by_colour(Layers(pixels), line)[card]
    return {GLYPHS[i]: round(float(after[i]), 3) for i in np.nonzero(after)[0]}


def test_no_sign_is_on_a_number_card_and_no_number_on_a_sign_card() -> None:
    assert told("7-0=7", ORANGE, 0, **{"=": 0.2, "J": 0.7}) == {"J": 0.9}
    assert told("7-0=7", ORANGE, 1, **{"÷": 0.6, "+": 0.2, "J": 0.1}) == {"÷": 0.675, "+": 0.225}


def test_what_hardly_looked_like_a_face_does_not_become_a_clear_one() -> None:
    assert told("7-0=7", ORANGE, 0, **{"+": 0.8, "1": 0.1}) == {"1": 0.15}


def test_what_is_no_face_stays_none() -> None:
    assert told("7-0=7", ORANGE, 0, **{"none": 0.5, "=": 0.1, "J": 0.3}) == {"none": 0.5, "J": 0.4}


def test_cards_of_one_colour_tell_nothing() -> None:
    assert told("7-0=7", FACE, 0, **{"=": 0.6, "J": 0.3}) == {"=": 0.6, "J": 0.3}


def test_without_a_clear_card_of_either_kind_nothing_is_told() -> None:
    assert told("7-", ORANGE, 0, **{"=": 0.6, "J": 0.3}) == {"=": 0.6, "J": 0.3}
