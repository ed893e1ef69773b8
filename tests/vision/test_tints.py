"""Tiles are told open or shut by their colours where numerals do not say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.box.tints import TELLING, looks_open, odd_tints

FACE, COVER = np.array([100.0, 128.0, 150.0]), np.array([60.0, 135.0, 140.0])


def tiles(open_: set[int]) -> NDArray[np.float64]:
    """Nine tiles, a little lighter from left to right."""
    return np.array([(FACE if n in open_ else COVER) + [n / 2, 0.0, 0.0] for n in range(1, 10)])


def among(*numbers: int) -> NDArray[np.bool_]:
    return np.isin(np.arange(1, 10), numbers)


def test_an_unread_tile_looks_like_those_it_has_its_colour_from() -> None:
    likely = looks_open(tiles({1, 2, 3, 7}), among(1, 2, 3), among(4, 5, 6, 8, 9))
    assert likely[6] > TELLING
    assert (likely[[3, 4, 5, 7, 8]] < -TELLING).all()


def test_the_only_cover_is_told_by_how_alike_the_others_are() -> None:
    likely = looks_open(tiles(set(range(1, 9))), among(*range(1, 9)), among())
    assert likely[8] < -TELLING
    assert likely.max() <= 0, "without a cover to compare with none looks open"


def test_tiles_all_of_one_colour_tell_nothing() -> None:
    likely = looks_open(tiles(set(range(1, 10))), among(1, 2, 3, 4), among(5, 6, 7, 8, 9))
    assert np.abs(likely).max() < TELLING


def test_an_odd_tile_among_covers_is_noticed() -> None:
    assert odd_tints(tiles({4}), among(*range(1, 10))).tolist() == among(4).tolist()
    assert not odd_tints(tiles(set()), among(*range(1, 10))).any()
