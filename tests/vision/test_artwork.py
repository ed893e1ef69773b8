"""The drawn pieces: every one is there, its marks stand where its ink is, and nothing leaves the cut line."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.artwork import addique, addup, code777, formula, trictrac
from vision.artwork.backs import card_back, tile_back
from vision.artwork.lettering import draw_text, glyph, text_width, wrap
from vision.artwork.look import (
    ATKINSON,
    BESLEY,
    CLASSIC,
    JOKERS,
    SPOT_SHAPES,
    SYMBOLS,
    THEMES,
    UNDERLINES,
    Look,
)
from vision.artwork.outlines import circle, cross, grown, signed_area
from vision.artwork.paint import paint
from vision.artwork.racks import rack
from vision.artwork.shapes import Piece, extent
from vision.artwork.suits import SUITS

COLOURS = st.tuples(*(st.integers(0, 255),) * 3)
LOOKS = st.builds(
    Look,
    font=st.sampled_from([BESLEY, ATKINSON]),
    ink=COLOURS,
    face=COLOURS,
    card_face=COLOURS,
    spot=COLOURS,
    border=st.none() | COLOURS,
    border_mm=st.floats(0.2, 1.2),
    border_lines=st.integers(1, 2),
    bevel_mm=st.sampled_from([0.0, 0.8]),
    cell_lines=st.booleans(),
    rim=st.none() | COLOURS,
    numeral_share=st.floats(0.4, 0.8),
    card_numeral_share=st.floats(0.3, 0.6),
    spot_share=st.floats(0.15, 0.5),
    spot_shape=st.sampled_from(SPOT_SHAPES),
    index=st.booleans(),
    underline=st.sampled_from(UNDERLINES),
    symbols=st.sampled_from(SYMBOLS),
    joker=st.sampled_from(JOKERS),
    joker_word=st.booleans(),
)


def assert_inside(piece: Piece) -> None:
    left, top, right, bottom = extent((piece.outline,))
    for shape in piece.shapes:
        a, b, c, d = extent(shape.rings)
        assert left - 1e-6 <= a and top - 1e-6 <= b and c <= right + 1e-6 and d <= bottom + 1e-6, (
            piece.name,
            shape.layer,
        )


@settings(max_examples=60, deadline=None)
@given(look=LOOKS, name=st.sampled_from(addique.TILES))
def test_any_look_draws_a_tile_within_its_cut_line(look: Look, name: str) -> None:
    tile = addique.tile(name, look)
    assert_inside(tile)
    assert [mark.face for mark in tile.marks] == [*name, "spot"]
    assert [(round(m.x_mm, 6), round(m.y_mm, 6)) for m in tile.marks] == [
        (0, -look.cell_mm),
        (look.cell_mm, 0),
        (0, look.cell_mm),
        (-look.cell_mm, 0),
        (0, 0),
    ]


@settings(max_examples=60, deadline=None)
@given(look=LOOKS, face=st.sampled_from([*"0123456789+-×÷=J", "10", "37"]))
def test_any_look_draws_a_card_within_its_cut_line(look: Look, face: str) -> None:
    card = formula.card(face, look)
    assert_inside(card)
    assert [mark.face for mark in card.marks] == list(face)


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES.keys())
def test_every_other_piece_lies_within_its_cut_line(look: Look) -> None:
    for piece in (
        *(addup.card(name, look) for name in set(addup.DECK)),
        *(code777.card(name, look) for name in set(code777.CARDS)),
        trictrac.board(look),
        trictrac.cover(look),
        trictrac.die_net(look),
        rack(look),
        card_back(look, "="),
        card_back(look, "?", lying=True),
        tile_back(look),
    ):
        assert_inside(piece)


def test_decks_have_the_cards_the_rules_ask_for() -> None:
    assert len(set(addique.TILES)) == 48
    digits = Counter(face for face in formula.DECK if face.isdigit())
    assert sum(digits.values()) == 57 and set(digits) == set("0123456789")
    assert Counter(face for face in formula.DECK if not face.isdigit()) == Counter("JJ+-×÷=")
    assert Counter(addup.DECK) == Counter({**{str(n): 4 for n in range(11)}, "W": 2, "Y": 2})
    assert Counter(name[0] for name in code777.CARDS) == {str(n): n for n in range(1, 8)}


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES.keys())
def test_paint_shows_ink_where_the_marks_say(look: Look) -> None:
    look = replace(look, border=None)
    px_per_mm = 6.0
    tile = addique.tile("6837", look)
    picture = paint(tile, px_per_mm)
    middle_y, middle_x = picture.shape[0] / 2, picture.shape[1] / 2
    inked = np.abs(picture[..., :3].astype(int) - look.ink).sum(axis=2) < 60
    for mark in tile.marks[:4]:
        # Half a cell round the mark holds this numeral alone; the underline of the 6 stands below its box.
        half = look.cell_mm * 0.46
        x, y = middle_x + mark.x_mm * px_per_mm, middle_y + mark.y_mm * px_per_mm
        reach = int(half * px_per_mm)
        window = inked[int(y) - reach : int(y) + reach, int(x) - reach : int(x) + reach]
        rows, columns = np.nonzero(window)
        assert abs(np.ptp(columns) + 1 - mark.width_mm * px_per_mm) < 3
        if mark.face != "6":
            assert abs(np.ptp(rows) + 1 - mark.height_mm * px_per_mm) < 3
            assert abs((rows.min() + rows.max()) / 2 - reach) < 2


def test_paint_is_see_through_outside_and_exact_in_size() -> None:
    tile = addique.tile("4752", CLASSIC)
    picture = paint(tile, 5.0)
    area_mm2 = (picture[..., 3] / 255).sum() / 25
    assert area_mm2 == pytest.approx(abs(signed_area(tile.outline)), rel=0.01)
    assert picture[0, 0, 3] == 0
    assert (picture[..., 3] == picture[::-1, ::-1, 3]).mean() > 0.98


def test_underline_tells_six_from_nine_and_can_be_left_out() -> None:
    plain = replace(CLASSIC, underline="none", index=False)
    lined = replace(CLASSIC, index=False)
    for face in "69":
        assert len(formula.card(face, lined).shapes) == len(formula.card(face, plain).shapes) + 1
    assert len(formula.card("8", lined).shapes) == len(formula.card("8", plain).shapes)


def test_glyph_holes_belong_to_the_ring_round_them() -> None:
    assert [len(part) for part in glyph(BESLEY, "8", 10).parts] == [3]
    assert [len(part) for part in glyph(BESLEY, "1", 10).parts] == [1]
    assert [len(part) for part in glyph(ATKINSON, "i", 10).parts] == [1, 1]


def test_larger_letters_get_finer_curves() -> None:
    assert len(glyph(BESLEY, "8", 40).parts[0][0]) > len(glyph(BESLEY, "8", 3).parts[0][0])


def test_text_is_anchored_and_wrapped_by_width() -> None:
    left, _, right, _ = extent(
        tuple(ring for shape in draw_text(BESLEY, "HH", 10, 50, 0, (0, 0, 0)) for ring in shape.rings)
    )
    assert (left + right) / 2 == pytest.approx(50, abs=0.3)
    sentence = "Green 1, black 5, pink 7: how many of these cards do you see in all?"
    lines = wrap(ATKINSON, sentence, 4.0, 45.0)
    assert " ".join(lines) == sentence
    assert all(text_width(ATKINSON, line, 4.0) <= 45.0 for line in lines)
    assert not any(line[0] in "157" for line in lines)


def test_grown_moves_every_side_out() -> None:
    ring = grown(circle(10.0), 1.0)
    assert extent((ring,)) == pytest.approx((-6, -6, 6, 6), abs=0.03)
    plus = grown(cross(10.0), -1.0)
    assert extent((plus,)) == pytest.approx((-14, -14, 14, 14), abs=0.01)


def test_each_colour_has_a_shape_of_its_own() -> None:
    assert len({suit.shape for suit in SUITS.values()}) == 7
    drawn = []
    for suit in SUITS.values():
        canvas = np.zeros((64, 64), np.uint8)
        ring = np.array([(32 + x, 32 + y) for x, y in suit.ring(44.0)], np.int32)
        cv2.fillPoly(canvas, [ring], (1,))
        drawn.append(canvas)
    for i, one in enumerate(drawn):
        for other in drawn[:i]:
            assert (one != other).sum() > 0.1 * one.sum()
