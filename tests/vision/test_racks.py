"""A rack of three is whole: what lies beside it hides nothing; print is no card of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.addup.yellow import J, colourless, without_print
from vision.code777 import code777
from vision.code777.racks import clear_rack, covered_numerals, is_even, is_free, is_table, odd_faces
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import NO_MARKS, Floats, Marks
from vision.network import GLYPHS, Field
from vision.reader import eyes
from vision.reading import Piece, Reading
from vision.upright.standing import Standing
from vision.view import COVER, Box, View

SIZE = 40.0


def cards(*xy: tuple[float, float]) -> Standing:
    """Upright sevens on clear cards."""
    count = len(xy)
    marks = Marks(np.array(xy, float), np.ones(count), np.zeros(count), np.full(count, SIZE))
    chances = np.zeros((count, len(GLYPHS)))
    chances[:, GLYPHS.index("7")] = 1.0
    no = np.zeros(count, bool)
    return Standing(
        marks, np.array([1.0, 0.0]), chances, no, 9.0, NO_MARKS, np.full(count, 24.0), np.ones(count), no
    )


def clear(standing: Standing) -> Floats:
    return np.asarray(standing.chances.max(axis=1))


def test_three_cards_alike_in_an_even_row_are_a_rack() -> None:
    row = ((100.0, 150.0), (180.0, 152.0), (262.0, 149.0))
    assert is_even(cards(*row))
    rack = clear_rack(cards(*row), np.ones(3))
    assert rack is not None
    assert len(rack.marks) == 3
    assert clear_rack(cards(*row[:2]), np.ones(2)) is None
    assert clear_rack(cards(*row, (340.0, 150.0)), np.ones(4)) is None


def test_a_scrap_that_reads_as_nothing_is_no_fourth_card() -> None:
    four = cards((100, 150), (180, 150), (260, 150), (320, 160))
    rack = clear_rack(four, np.array([0.99, 0.98, 0.99, 0.3]))
    assert rack is not None
    assert rack.marks.xy[:, 0].tolist() == [100, 180, 260]


def test_three_that_lie_unevenly_or_differ_in_size_may_have_print_among_them() -> None:
    assert not is_even(cards((100, 150), (180, 150), (300, 150)))
    assert not is_even(cards((100, 150), (180, 175), (260, 150)))
    uneven = cards((100, 150), (180, 150), (260, 150))
    uneven.marks.size[2] = 0.6 * SIZE
    assert not is_even(uneven)


def test_a_face_that_ends_elsewhere_than_two_others_is_odd() -> None:
    ends = np.array([(1.2, 1.1, 0.8, 0.8), (1.1, 1.1, 0.8, 0.8), (1.2, np.inf, 0.8, 0.8)])
    assert odd_faces(ends).tolist() == [False, False, True]
    ends[1, 1] = np.inf  # two endless ones: the table has the cards' colour
    assert not odd_faces(ends).any()


def test_print_that_looks_like_a_joker_on_the_next_cards_place_is_left_out() -> None:
    row = cards((100, 150), (180, 150), (260, 150), (300, 150))
    row.chances[3] = 0.0
    row.chances[3, J] = 1.0
    thin = replace(row, thin=np.array([False, False, False, True]))
    assert len(without_print(thin, np.zeros(4))[0].marks) == 3
    assert len(without_print(row, np.zeros(4))[0].marks) == 4
    thin.marks.xy[3] = 340, 150
    assert len(without_print(thin, np.zeros(4))[0].marks) == 4


def test_small_yellow_cards_on_a_white_table_have_colours() -> None:
    picture = np.full((400, 600, 3), 235, np.uint8)
    faces, jokers = np.array([(235.0, 240.0, 240.0), (40.0, 190.0, 220.0)]), np.array([False, True])
    assert not colourless(Layers(picture), faces, jokers).any()
    faces[1] = 200
    assert colourless(Layers(picture), faces, jokers).all()


def covered(x: float, y: float) -> View:
    """A look at a table on which a thing two numerals wide lies round a place."""
    surface = np.zeros((3, 60, 80), np.float32)
    row, col = round(y / 10), round(x / 10)
    surface[COVER, row - 4 : row + 4, col - 4 : col + 4] = 1.0
    field = Field(np.zeros((3, 60, 80), np.float32), surface, np.zeros((3, 60, 80), np.float32))
    return View(Box(0, 0, 800, 600), 0.4, NO_MARKS, NO_MARKS, field)


def test_what_lies_at_the_rim_of_a_card_hides_nothing_of_a_whole_rack() -> None:
    rack = cards((200, 300), (300, 300), (400, 300))
    assert covered_numerals(covered(300, 370), rack) == []
    assert [each.code for each in covered_numerals(covered(300, 330), rack)] == ["cover"]


def test_beside_a_short_rack_three_looks_must_see_table() -> None:
    table, cover = np.full((3, 63), 0.9), np.zeros((3, 63))
    assert is_table(table, cover, busy=0.5)
    assert not is_table(table, cover, busy=0.1), "on a plain table its colours are asked"
    assert is_table(np.full((3, 63), 0.99), cover, busy=0.1)
    table[1:], cover[1:] = 0.6, 0.35
    assert not is_table(table, cover, busy=0.5), "two of the looks see a thing"


def test_beside_a_short_rack_two_networks_may_agree_that_a_place_is_free() -> None:
    assert is_free(table=0.66, room=0.97)
    assert not is_free(table=0.24, room=0.99), "one of them sees something there"
    assert not is_free(table=0.99, room=0.3)
    assert not is_free(table=0.6, room=0.6), "neither of them is sure of it"


@pytest.mark.parametrize("free", [True, False])
def test_a_blot_beside_a_rack_is_left_out_where_its_place_is_free(
    monkeypatch: pytest.MonkeyPatch, free: bool
) -> None:
    three = cards((200, 300), (300, 300), (400, 300))
    three.chances[2] = 0.0
    three = replace(three, thin=np.array([False, False, True]))
    monkeypatch.setattr(code777, "free_places", lambda *_: np.array([free]))
    view = covered(300, 370)
    picture = Layers(np.full((600, 800, 3), 200, np.uint8))
    left = code777._without_blots(picture, eyes(), (view, view), three)
    assert left.marks.xy[:, 0].tolist() == ([200, 300] if free else [200, 300, 400])
    three.chances[2, GLYPHS.index("5")] = 0.5  # it may be a numeral
    assert len(code777._without_blots(picture, eyes(), (view, view), three).marks) == 3


@pytest.mark.parametrize(("why", "read"), [("unread-piece", True), ("cover", False)])
def test_a_whole_rack_far_from_print_is_read_by_itself(
    monkeypatch: pytest.MonkeyPatch, why: str, read: bool
) -> None:
    """Print elsewhere may say how cards stand; what lies over them is told by no part of the picture."""
    lone = Piece("6 pink", 900.0, 500.0, 0.9, box=(850.0, 450.0, 950.0, 550.0))
    doubts = (doubt("apart", 800.0, 500.0), doubt("apart", 700.0, 500.0), doubt(why, 900.0, 500.0))
    first = Reading("code777", (lone,), doubts, size=(1200, 800))
    alone = Reading("code777", tuple(replace(lone, x=100.0 * k, y=100.0, order=k) for k in (1, 2, 3)))
    several = iter([first, alone])
    monkeypatch.setattr(code777, "_read_rack", lambda picture, eyes: next(several))
    monkeypatch.setattr(code777, "read_question_card", lambda picture, eyes, on_it: None)
    reading = code777.read_code777(Layers(np.full((800, 1200, 3), 200, np.uint8)), eyes())
    assert reading.sure == read
    assert [round(piece.x) for piece in reading.pieces] == ([700, 800, 900] if read else [900])
