"""Bare table beside a row's end, where a number's next card would lie: the row ends there."""

import cv2
import numpy as np

from tests.vision.test_beyond import PINK, codes_beyond, row_on, view_of
from vision.cards.found import Line
from vision.formula.bare_ends import bare_ends
from vision.formula.beyond import doubts_beyond
from vision.layers import Layers
from vision.picture import Pixels
from vision.view import COVER, PIECE, TABLE


def ends(pixels: Pixels, line: Line, kind: int = TABLE) -> list[bool]:
    return bare_ends(Layers(pixels), (view_of(pixels, kind),), line).tolist()


def test_a_row_ends_where_bare_table_is_seen_beside_it_even_if_it_looks_like_a_sleeve() -> None:
    assert ends(*row_on()) == [True, True]
    assert ends(*row_on(), COVER) == [True, True]
    assert ends(*row_on(), PIECE) == [False, False]


def test_a_thing_where_the_next_card_would_lie_may_hide_it() -> None:
    pixels, line = row_on()
    cv2.rectangle(pixels, (445, 150), (520, 250), PINK, -1)
    assert ends(pixels, line) == [True, False]


def test_a_thing_farther_on_hides_no_card_of_the_row() -> None:
    pixels, line = row_on()
    cv2.rectangle(pixels, (474, 150), (560, 250), PINK, -1)
    assert codes_beyond(pixels, line, COVER) == ["cover"]
    assert ends(pixels, line) == [True, True]
    assert not doubts_beyond(Layers(pixels), view_of(pixels, COVER), line, (True, True))


def test_paper_under_the_cards_is_table_too() -> None:
    pixels, line = row_on(PINK)
    under, _ = row_on()
    pixels[:, :330] = under[:, :330]
    pixels[120:, 330:] = under[120:, 330:]
    assert ends(pixels, line) == [True, True]


def test_on_a_table_of_the_cards_colour_no_end_is_seen() -> None:
    assert ends(*row_on((236, 238, 238))) == [False, False]


def test_a_row_that_ends_before_the_picture_does_not_show_its_end() -> None:
    pixels, line = row_on()
    assert ends(np.ascontiguousarray(pixels[:, :445]), line) == [True, False]
