"""Tiles are told open or shut by their colours where numerals do not say, and things from covers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.covers import Covering, covering_of, plain_among
from vision.box.row import Row
from vision.box.tints import TELLING, looks_open, odd_tints
from vision.layers import Layers
from vision.marks import Marks

PITCH, SHUT = 60, (2, 5, 6)
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


def row_of_wood() -> NDArray[np.uint8]:
    """Nine tiles with dark joints between them; those shut are darker, the others have a number."""
    picture = np.full((240, 660, 3), (30, 45, 60), np.uint8)
    for n in range(1, 10):
        left = n * PITCH - 27
        picture[70:170, left : left + 54] = (50, 80, 115) if n in SHUT else (90, 140, 190)
        if n not in SHUT:
            cv2.putText(picture, str(n), (left + 14, 136), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (40, 30, 150), 4)
    return picture


def covering_in(picture: NDArray[np.uint8]) -> Covering:
    slots = np.array([(n * PITCH, 120.0) for n in range(1, 10)])
    none = Marks(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros(0))
    return covering_of(Layers(picture), Row(slots, np.full(9, 36.0), np.full(9, -1), none))


def test_plain_covers_hide_nothing() -> None:
    covering = covering_in(row_of_wood())
    assert not covering.hides(among(*SHUT)).any()
    assert covering.patchy.tolist() == (~among(*SHUT)).tolist(), "a number is not of one colour"


def test_a_shadow_that_ends_on_a_cover_is_no_thing() -> None:
    picture = row_of_wood()
    dark = np.tri(240, 660, dtype=bool)
    picture[dark] = picture[dark] // 2
    covering = covering_in(picture)
    assert not covering.hides(among(*SHUT)).any()
    assert covering.half_lit[1]


def test_a_thing_over_a_number_is_no_cover() -> None:
    for x in (3 * PITCH, 3 * PITCH + 25, 7 * PITCH + 30):
        picture = row_of_wood()
        cv2.circle(picture, (x, 118), 46, (170, 60, 40), -1)
        hidden = covering_in(picture).hides(among(*SHUT, 3, 7, 8))
        assert hidden[round(x / PITCH) - 1], x


def test_a_burnt_out_place_is_no_cover() -> None:
    picture = row_of_wood()
    picture[:, 3 * PITCH - 30 : 3 * PITCH + 30] = 255
    assert covering_in(picture).hides(among(3)).tolist() == among(3).tolist()


def test_a_thing_like_no_other_cover_is_none() -> None:
    picture = row_of_wood()
    left = 3 * PITCH - 27
    # Nearly a cover's colour, and as even as one: only that no other place has it tells.
    picture[70:170, left : left + 54] = (64, 80, 115)
    assert covering_in(picture).hides(among(*SHUT, 3)).tolist() == among(3).tolist()


def test_covers_in_light_that_fades_along_a_row_are_alike() -> None:
    fading = np.linspace(1.0, 0.45, 660)[None, :, None]
    picture = np.asarray(row_of_wood() * fading, np.uint8)
    assert not covering_in(picture).hides(among(*SHUT)).any()


def test_covers_of_the_open_tiles_own_wood_are_plain_unless_they_have_ink() -> None:
    open_, blank = among(4, 6, 8), among(1, 2, 3, 5, 7, 9)
    ink = np.where(open_, 60.0, 34.0)
    zeros = np.zeros((9, 3))

    def plain(inked: NDArray[np.bool_], tints: NDArray[np.float64], ink: NDArray[np.float64]) -> list[int]:
        covering = Covering(inked, inked, among(), zeros, zeros)
        return (np.nonzero(plain_among(covering, tints, ink, open_, blank))[0] + 1).tolist()

    one_wood = tiles(set())
    assert plain(open_, one_wood, ink) == [1, 2, 3, 5, 7, 9]
    assert plain(open_ | among(5), one_wood, ink) == [1, 2, 3, 7, 9], "an unread number has ink"
    assert 7 not in plain(open_, one_wood, np.where(among(7), 50.0, ink))
    assert 5 not in plain(open_, tiles({4, 5, 6, 8}), ink), "no other cover has the open tiles' colour"
    assert plain(open_ & ~among(4), one_wood, ink) == [], "ink as pale as that of 4 would not be noticed"
