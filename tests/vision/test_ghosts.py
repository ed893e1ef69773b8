"""Cloth between cards that looks like a sign or a joker; and numbers with room for a hidden card."""

from dataclasses import replace

import numpy as np
import pytest

from vision.cards.found import Line
from vision.cards.rows import Row
from vision.formula.formula import _doubt_holes
from vision.formula.ghosts import find_ghosts, lies_apart
from vision.formula.ways import Way

SIZE = 40.0


def line_at(*steps: float) -> Line:
    """Cards of one size along a slanted row, at so many glyph heights from its beginning."""
    xy = np.array(steps)[:, None] * SIZE * np.array([0.8, 0.6])
    count = len(steps)
    return Line(xy, np.full(count, SIZE), np.tile(np.eye(2) * SIZE, (count, 1, 1)), np.zeros((count, 18)))


def test_a_faint_mark_half_way_between_clear_cards_is_a_ghost() -> None:
    line = line_at(0.0, 1.6, 2.4, 3.2, 4.8, 6.4)
    clear, shares = np.array([1, 1, 0.6, 1, 1, 1.0]), np.array([1, 1, 0.3, 1, 1, 1.0])
    assert find_ghosts(line, clear, shares).tolist() == [False, False, True, False, False, False]


def test_a_faint_mark_beside_the_last_card_is_a_ghost() -> None:
    line = line_at(0.0, 1.6, 3.2, 4.8, 5.8)
    assert find_ghosts(line, np.array([1, 1, 1, 1, 0.8]), np.ones(5)).tolist() == [False] * 4 + [True]


@pytest.mark.parametrize("faint", range(5))
def test_a_faint_card_with_room_of_its_own_is_none(faint: int) -> None:
    clear = np.ones(5)
    clear[faint] = 0.4
    assert not find_ghosts(line_at(0.0, 1.6, 3.2, 4.8, 6.4), clear, np.ones(5)).any()


def test_clear_cards_that_overlap_are_no_ghosts() -> None:
    assert not find_ghosts(line_at(0.0, 1.6, 2.5, 3.4, 5.0), np.ones(5), np.ones(5)).any()


def test_a_row_of_faint_cards_tells_nothing_of_room() -> None:
    clear = np.array([1, 0.5, 0.5, 1, 0.5, 0.5, 1.0])
    assert not find_ghosts(line_at(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0), clear, np.ones(7)).any()


def test_a_piece_far_beside_a_row_lies_apart_and_one_ahead_of_it_does_not() -> None:
    along, down = np.array([0.8, 0.6]) * SIZE, np.array([-0.6, 0.8]) * SIZE
    axes = np.tile(np.column_stack([along, down]), (4, 1, 1))
    line = replace(line_at(0.0, 1.6, 3.2, 4.8), axes=axes)
    places = np.array([3.2 * along + 6 * down, 10 * along, 5 * along + 2 * down, 12 * along + 8 * down])
    assert lies_apart(line, places).tolist() == [True, False, False, True]


def way_of(text: str, *steps: float) -> Way:
    line = line_at(*steps)
    return Way(Row(np.arange(len(steps)), np.array([0.8, 0.6]), line.size), line, tuple(text), 0.0)


def test_digits_of_one_number_far_apart_may_hide_a_card() -> None:
    holes = _doubt_holes(way_of("13+4=17", 0.0, 3.0, 4.6, 6.2, 7.8, 9.4, 10.8))
    assert [each.code for each in holes] == ["rows"]
    assert (holes[0].x, holes[0].y) == pytest.approx((1.5 * SIZE * 0.8, 1.5 * SIZE * 0.6))


def test_two_numbers_that_may_hide_the_same_digit_are_told() -> None:
    holes = _doubt_holes(way_of("39×1=39", 0.0, 2.9, 5.0, 7.1, 9.2, 11.3, 14.2))
    assert [each.code for each in holes] == ["rows", "rows"]


def test_the_open_cards_of_a_start_may_lie_apart() -> None:
    assert not _doubt_holes(way_of("24=", 0.0, 2.4, 4.4))


def test_wide_gaps_beside_signs_hide_nothing() -> None:
    assert not _doubt_holes(way_of("13+4=17", 0.0, 1.4, 4.4, 7.4, 10.4, 13.4, 14.8))
