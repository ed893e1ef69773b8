"""A rack of three is whole: what lies beside it hides nothing; print is no card of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cards.racks import clear_rack, is_even, odd_faces
from vision.cards.standing import Standing
from vision.cards.yellow import J, colourless, without_print
from vision.layers import Layers
from vision.marks import NO_MARKS, Floats, Marks
from vision.network import GLYPHS

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
