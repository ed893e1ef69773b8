"""What is round the cards: holes in rows, things where a row goes on, bare table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.likeness import resemble
from vision.layers import Layers
from vision.marks import NO_MARKS, Floats, Marks
from vision.network import Field
from vision.picture import Pixels
from vision.upright.overlooked import _covered
from vision.upright.standing import Standing
from vision.upright.surroundings import Surroundings, look_round
from vision.view import Box, View

SIZE, STEP, ROWS = 40.0, 72, (200, 330)
WHITE, CLOTH = (235, 240, 240), (60, 90, 50)


def _table(columns: tuple[list[int], list[int]]) -> tuple[Pixels, tuple[Floats, ...]]:
    """White cards with a stroke each, on a plain cloth."""
    pixels = np.full((560, 1000, 3), CLOTH, np.uint8)
    rows = []
    for y, places in zip(ROWS, columns, strict=True):
        middles = [(200 + STEP * column, y) for column in places]
        for x, _ in middles:
            cv2.rectangle(pixels, (x - 30, y - 50), (x + 30, y + 50), WHITE, -1)
            cv2.rectangle(pixels, (x - 4, y - 20), (x + 4, y + 20), (30, 30, 30), -1)
        rows.append(np.array(middles, np.float64))
    return pixels, tuple(rows)


def _around(pixels: Pixels, rows: tuple[Floats, ...]) -> Surroundings:
    cards = np.concatenate(rows)
    return look_round(Layers(pixels), _standing(cards), rows, cards, np.tile(WHITE, (len(cards), 1)))


def _standing(cards: Floats) -> Standing:
    count = len(cards)
    marks = Marks(cards, np.ones(count), np.zeros(count), np.full(count, SIZE))
    zeros = np.zeros(count)
    return Standing(
        marks,
        np.array([1.0, 0.0]),
        np.zeros((count, 2)),
        zeros > 0,
        9.0,
        NO_MARKS,
        zeros,
        zeros + 1,
        zeros > 0,
    )


def test_even_rows_on_a_plain_cloth_leave_no_doubt() -> None:
    around = _around(*_table(([0, 1, 2], [1, 2])))
    assert around.holes() == around.things() == around.missing() == around.crowded() == []
    assert around.rows_apart()


def test_numerals_far_apart_on_a_sheet_without_an_end_are_print() -> None:
    pixels, rows = _table(([0, 2], [1, 3]))
    assert not _around(pixels, rows).scattered()
    sheet = np.full_like(pixels, WHITE)
    for x, y in np.concatenate(rows).astype(int).tolist():
        cv2.rectangle(sheet, (x - 4, y - 20), (x + 4, y + 20), (30, 30, 30), -1)
    assert _around(sheet, rows).scattered()
    near, close = _table(([0, 1, 2], [1, 2]))
    assert not _around(np.full_like(near, WHITE), close).scattered()


def test_a_hole_in_a_row_is_a_doubt_though_cloth_is_seen_in_it() -> None:
    around = _around(*_table(([0, 1, 3], [1, 2])))
    assert [(one.x, one.y) for one in around.holes()] == [(200 + 2 * STEP, ROWS[0])]


@pytest.mark.parametrize("colour", [(200, 40, 40), (40, 40, 220), (130, 60, 200)])
def test_a_thing_where_the_next_card_would_lie_is_a_doubt(colour: tuple[int, int, int]) -> None:
    pixels, rows = _table(([0, 1, 2], [1, 2]))
    cv2.circle(pixels, (200 + 3 * STEP, ROWS[0]), 34, colour, -1)
    around = _around(pixels, rows)
    assert [one.code for one in around.things()] == ["cover"]
    assert [one.code for one in around.missing()] == ["unread-piece"]


def test_paper_under_the_cards_hides_none() -> None:
    pixels, rows = _table(([0, 1, 2], [1, 2]))
    bare, paper = pixels.copy(), (120, 120, 220)
    pixels[90:420, 330:520] = paper
    for row in rows:
        for x, y in row.astype(int):
            part = (slice(y - 50, y + 51), slice(x - 30, x + 31))
            pixels[part] = bare[part]
    assert _around(pixels, rows).things() == []
    cv2.circle(pixels, (200 + 3 * STEP, ROWS[0]), 60, (200, 40, 40), -1)
    assert [one.code for one in _around(pixels, rows).things()] == ["cover"]


def test_paper_seen_round_a_whole_corner_lies_under_the_card_and_over_a_hidden_corner_it_does_not() -> None:
    pixels, rows = _table(([0, 1, 2], [1, 2]))
    bare, paper = pixels.copy(), (120, 120, 220)
    x, y = 200 + 2 * STEP, ROWS[0]
    covering = bare.copy()
    covering[90 : y - 20, x : x + 180] = covering[y - 20 : y + 60, x + 34 : x + 180] = paper
    pixels[90:280, x : x + 180] = paper
    for place in np.concatenate(rows).astype(int):
        part = (slice(place[1] - 50, place[1] + 51), slice(place[0] - 30, place[0] + 31))
        pixels[part] = bare[part]
    assert _around(pixels, rows).things() == []
    assert [one.code for one in _around(covering, rows).things()] == ["cover"]


def test_paper_beside_a_row_is_larger_than_a_card_and_table_to_the_finder() -> None:
    def look(table: float) -> View:
        chart = np.zeros((3, 140, 250), np.float32)
        surface = np.stack([np.full((140, 250), each, np.float32) for each in (table, 0.0, 1 - table)])
        return View(Box(0, 0, 1000, 560), 1.0, NO_MARKS, NO_MARKS, Field(chart, surface, chart, 4))

    pixels, rows = _table(([0, 1, 2], [1, 2]))
    small = pixels.copy()
    x = 200 + 3 * STEP
    pixels[20:300, x - 34 : x + 120] = small[ROWS[0] - 52 : ROWS[0] + 52, x - 34 : x + 34] = (120, 120, 220)
    assert _around(pixels, rows).things(look(0.98), look(0.95)) == []
    assert [one.code for one in _around(pixels, rows).things(look(0.98), look(0.7))] == ["cover"]
    assert [one.code for one in _around(small, rows).things(look(0.98), look(0.95))] == ["cover"]


def test_an_arm_beside_both_rows_hides_no_card_and_one_in_line_with_a_row_may() -> None:
    def covers(left: int, top: int, right: int, bottom: int) -> int:
        pixels, rows = _table(([0, 1, 2], [1, 2]))
        pixels[top:bottom, left:right] = (40, 40, 220)
        surface = np.zeros((3, 140, 250), np.float32)
        surface[2, top // 4 : bottom // 4, left // 4 : right // 4] = 0.95
        chart = np.zeros_like(surface)
        look = View(Box(0, 0, 1000, 560), 1.0, NO_MARKS, NO_MARKS, Field(chart, surface, chart, 4))
        return len(_covered(look, _standing(np.concatenate(rows)), _around(pixels, rows), False))

    assert covers(0, 0, 900, 80) == 0  # along the table's upper end
    assert covers(200 + 4 * STEP, 160, 1000, 240) == 1  # where the upper row may go on
    assert covers(150, 0, 400, 190) == 1  # over cards


def test_a_patch_of_print_hides_no_card_but_is_a_sliver_of_one_at_the_pictures_edge() -> None:
    pixels, rows = _table(([0, 1, 2], [1, 2]))
    x = 200 + 3 * STEP
    cv2.rectangle(pixels, (x - 30, ROWS[0] - 24), (x + 30, ROWS[0] + 24), (40, 40, 220), -1)
    assert _around(pixels, rows).things() == []
    assert [one.code for one in _around(pixels[:, : x - 14].copy(), rows).things()] == ["cover"]


def test_edges_where_the_next_card_would_lie_are_a_doubt_on_a_table_of_the_cards_colour() -> None:
    pixels, rows = _table(([0, 1, 2], [1, 2]))
    pale = np.where((pixels == CLOTH).all(axis=2, keepdims=True), WHITE, pixels).astype(np.uint8)
    assert _around(pale, rows).things() == []
    x = 200 + 3 * STEP
    cv2.line(pale, (x - 20, ROWS[0] - 40), (x - 20, ROWS[0] + 30), (150, 150, 150), 3)
    assert [one.code for one in _around(pale, rows).things()] == ["cover"]


def test_light_from_one_side_is_no_thing() -> None:
    pixels, rows = _table(([0, 1, 2], [1, 2]))
    fading = np.exp(np.linspace(-0.7, 0.6, pixels.shape[1]))[None, :, None]
    assert _around(np.clip(pixels * fading, 0, 255).astype(np.uint8), rows).things() == []


def test_bare_cloth_and_places_off_the_rows_hide_no_card() -> None:
    pixels, rows = _table(([0, 1, 2], [1, 2]))
    cv2.rectangle(pixels, (200 + 3 * STEP - 20, ROWS[0] - 40), (200 + 3 * STEP + 20, ROWS[0] + 40), WHITE, -1)
    cv2.rectangle(pixels, (300, 20), (340, 80), WHITE, -1)
    places = np.array([(200 + 3 * STEP, ROWS[0]), (200 - STEP, ROWS[0]), (320, 50)])
    assert _around(pixels, rows).may_hide(places).tolist() == [True, False, False]


def test_a_joker_unlike_the_others_stands_out() -> None:
    pixels, (row, _) = _table(([0, 1, 2], [1]))
    cv2.rectangle(
        pixels, (200 + 2 * STEP - 18, ROWS[0] - 22), (200 + 2 * STEP + 18, ROWS[0] + 22), (0, 0, 200), -1
    )
    firm = np.ones(3, bool)
    assert resemble(Layers(pixels), _standing(row).steps, row, firm).tolist() == [True, True, False]
    # A drawing that nobody knows counts where it is that of a joker that is known.
    firm[[1, 2]] = False
    assert resemble(Layers(pixels), _standing(row).steps, row, firm).tolist() == [True, True, False]
    assert resemble(Layers(pixels), _standing(row[:1]).steps, row[:1], firm[1:2]).tolist() == [False]


def test_beside_a_lone_card_a_card_may_lie_any_way_and_beside_two_only_in_line() -> None:
    below = np.array([[200.0, ROWS[0] + 120.0]])
    for places, may in (([0], True), ([0, 1], False)):
        pixels, rows = _table((places, []))
        cv2.rectangle(pixels, (170, ROWS[0] + 70), (230, ROWS[0] + 170), WHITE, -1)
        row = rows[0]
        around = look_round(Layers(pixels), _standing(row), (row,), row, np.tile(WHITE, (len(row), 1)))
        assert around.may_hide(below).tolist() == [may]
