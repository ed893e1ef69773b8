"""The shapes of our own Code 777 sets: told small and leaning, and heeded only where the set is ours."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.look import CLASSIC
from vision.artwork.numerals import draw_number
from vision.artwork.suits import SUITS
from vision.code777.suit_marks import find_shapes, name_of, vouched_and_doubted
from vision.picture import Pixels

FACE = np.array([235.0, 240.0, 242.0])


def card(rings: list[list[tuple[float, float]]], lean: float) -> Pixels:
    """Shapes in red on a white card, drawn large, shrunk and blurred, leaning."""
    pixels = np.full((900, 700, 3), FACE, np.uint8)
    cos, sin = np.cos(np.radians(lean)), np.sin(np.radians(lean))
    turn = np.array([(cos, -sin), (0.85 * sin, 0.85 * cos)])
    for ring in rings:
        cv2.fillPoly(pixels, [np.rint(np.array(ring) @ turn.T + (350, 450)).astype(np.int32)], (60, 50, 200))
    return cv2.GaussianBlur(
        cv2.resize(pixels, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA), (0, 0), 0.8
    )


@pytest.mark.parametrize("colour", list(SUITS))
@pytest.mark.parametrize("lean", [-10.0, 3.0, 187.0])
def test_each_shape_is_told_small_and_leaning(colour: str, lean: float) -> None:
    ring = list(SUITS[colour].ring(90.0))
    shapes = find_shapes(card([ring], lean), FACE, 1.0)
    assert [name_of(shape) for shape in shapes] == [colour]


@pytest.mark.parametrize("digit", "1234567")
def test_a_small_number_in_a_corner_is_no_shape(digit: str) -> None:
    drawn, _ = draw_number(digit, CLASSIC, 110.0, 200.0)
    rings = [list(ring) for shape in drawn for ring in shape.rings[:1]]
    assert {name_of(shape) for shape in find_shapes(card(rings, 0.0), FACE, 1.0)} <= {None}


def test_shapes_vouch_for_colours_unless_another_card_of_the_rack_has_one_of_another_set() -> None:
    vouched, doubted = vouched_and_doubted(["red", None, "blue"], ["red", "black", "blue"])
    assert vouched.tolist() == [True, False, True]
    assert not doubted.any()
    vouched, doubted = vouched_and_doubted(["red", "green", None], ["red", "blue", "blue"])
    assert not vouched.any()
    assert not doubted.any(), "the set may be another one"
    _, doubted = vouched_and_doubted(["red", "green", "blue"], ["red", "pink", "blue"])
    assert doubted.tolist() == [False, True, False]
