"""Add Up's jokers in odd colours and light, and digits that are too far apart for one card."""

from __future__ import annotations

import numpy as np
import pytest

from vision.addup.cards import Card, too_wide
from vision.addup.yellow import colourless, tinted
from vision.layers import Layers
from vision.marks import Marks
from vision.upright.standing import Standing

WHITE = np.array([200.0, 205.0, 210.0])


@pytest.mark.parametrize(
    ("share", "odd"),
    [((1.0, 1.0, 1.0), False), ((0.35, 0.9, 1.0), False), ((0.8, 0.9, 0.4), True), ((0.6, 0.5, 1.0), True)],
    ids=["white", "yellow", "turquoise", "pink"],
)
def test_a_joker_of_a_third_colour_is_neither_white_nor_yellow(
    share: tuple[float, float, float], odd: bool
) -> None:
    assert tinted(np.array([share]) * WHITE, WHITE).tolist() == [odd]


@pytest.mark.parametrize(("level", "doubted"), [(247.0, True), (200.0, False)])
def test_beside_burnt_out_cards_a_darker_joker_may_have_been_yellow(level: float, doubted: bool) -> None:
    colourful = np.zeros((64, 64, 3), np.uint8)
    colourful[:32] = (200, 40, 30)
    faces = np.array([[level] * 3, [0.87 * level] * 3])
    found = colourless(Layers(colourful), faces, np.array([False, True]))
    assert found.tolist() == [False, doubted]


@pytest.mark.parametrize(("apart", "count"), [(60.0, 0), (150.0, 1)])
def test_two_digits_farther_apart_than_cards_lie_are_on_two(apart: float, count: int) -> None:
    xy = np.array([(0.0, 0.0), (apart, 0.0), (0.0, 300.0), (160.0, 300.0)])
    marks = Marks(xy, np.ones(4), np.zeros(4), np.full(4, 100.0))
    none = np.zeros(4)
    along = np.array([1.0, 0.0])
    standing = Standing(marks, along, np.ones((4, 18)), none > 0, 9.0, marks, none, none, none > 0)
    rows = [
        [Card("75", np.array([0, 1]), 0.9, True, ())],
        [Card("4", np.array([each]), 0.9, True, ()) for each in (2, 3)],
    ]
    assert len(too_wide(standing, rows)) == count
