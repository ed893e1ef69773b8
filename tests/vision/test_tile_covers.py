"""What the finder takes for a cover beside Addique tiles counts where it is seen from farther off too."""

from typing import cast

import numpy as np
import pytest

from tests.vision.test_glimpses import MATRIX, PURPLE, draw_tile, hand_on, places_at, table_with
from tests.vision.test_naming import _chances
from vision.layers import Layers
from vision.network import Field, Finder
from vision.picture import Pixels
from vision.tiles.addique import _weigh
from vision.tiles.covers import doubts_of_covers
from vision.view import COVER, TABLE

THING = (335, 265), (335, 335), (400, 335), (400, 265)
ARM = (346, 0), (346, 519), (600, 519), (600, 0)


class Afar:
    """A finder that sees the same cover from farther off, or nothing but table; it counts its looks."""

    def __init__(self, cover: np.ndarray, seen: tuple[bool, ...]) -> None:
        self._cover, self._seen = cover, list(seen)

    def find(self, picture: Pixels) -> Field:
        rows, cols = picture.shape[0] // 4, picture.shape[1] // 4
        surface = np.zeros((3, rows, cols), np.float32)
        if self._seen.pop(0):
            down, across = (
                np.linspace(0, side - 1, count).astype(int)
                for side, count in zip(self._cover.shape, (rows, cols), strict=True)
            )
            surface[COVER] = self._cover[np.ix_(down, across)]
        surface[TABLE] = 1 - surface[COVER]
        marks = np.zeros_like(surface)
        marks[0] = 1
        return Field(marks, surface, np.zeros_like(surface), 4)


def doubts(seen: tuple[bool, ...], *corners: tuple[int, int]) -> list[str]:
    """The doubts about what lies over the room beside a tile, by whether looks from farther off show it."""
    pixels = table_with((0, 0))
    draw_tile(pixels, (2, 1), PURPLE)
    view = hand_on(pixels, *corners)
    finder = cast(Finder, Afar(view.field.surface[COVER], seen))
    cell = np.array([[[360.0, 290.0]] * 5])
    why = doubts_of_covers(Layers(pixels), finder, view, view, MATRIX, places_at((0, 0)), cell)
    return [doubt.code for doubt in why]


def test_an_arm_that_is_seen_from_farther_off_is_a_doubt() -> None:
    assert "cover" in doubts((True,), *ARM)


def test_one_look_from_farther_off_is_enough() -> None:
    assert "cover" in doubts((False, True), *ARM)


def test_what_no_look_from_farther_off_shows_is_none() -> None:
    assert not doubts((False, False), *ARM)


def test_a_small_thing_is_a_doubt_though_it_is_lost_from_farther_off() -> None:
    assert doubts((), *THING) == ["cover"]


@pytest.mark.parametrize(("faintest", "told"), [(0.9, True), (0.6, False)])
def test_a_tile_with_four_clear_numerals_is_told_and_doubted_where_it_seems_covered(
    faintest: float, told: bool
) -> None:
    pixels = table_with((0, 0))
    view = hand_on(pixels, (320, 250), (320, 270), (345, 270), (345, 250))
    chances = _chances("4752")
    chances[0, 1] *= faintest / chances[0, 1].max()
    kept, _, why = _weigh(Layers(pixels), view, places_at((0, 0)), chances)
    assert [doubt.code for doubt in why] == ["cover"] and kept.tolist() == [told]
