"""Jokers drawn on cards and things that lie on them; colours on a numeral that are not of its set."""

import cv2
import numpy as np
import pytest

from vision.artwork.outlines import star
from vision.cards.captions import bear_words
from vision.cards.found import PATCH_GLYPHS, Line
from vision.cards.likeness import vouched_for
from vision.formula.drawings import doubtful_jokers, find_captions, on_own_cards
from vision.formula.inks import covered_faces, odd_inks
from vision.layers import Layers
from vision.network import Words
from vision.picture import Pixels

SIZE = 40  # a glyph's height
STEP = 60  # from card to card
CLOTH, FACE, INK, TEAL, PINK = (90, 60, 30), (240, 240, 238), (60, 30, 70), (110, 100, 20), (150, 60, 230)


def table(*digits: str) -> Pixels:
    """A row of white cards with one digit each; a blank for none."""
    pixels = np.full((240, STEP * len(digits) + 100, 3), CLOTH, np.uint8)
    for (x, y), digit in zip(line_of(len(digits)).xy.astype(int), digits, strict=True):
        cv2.rectangle(pixels, (x - 28, y - 42), (x + 28, y + 42), FACE, -1)
        if digit != " ":
            cv2.putText(pixels, digit, (x - 17, y + 19), cv2.FONT_HERSHEY_SIMPLEX, 1.7, INK, 5, cv2.LINE_AA)
    return pixels


def line_of(count: int) -> Line:
    xy = np.stack([80.0 + STEP * np.arange(count), np.full(count, 120.0)], axis=1)
    axes = np.tile(np.eye(2) * SIZE * PATCH_GLYPHS, (count, 1, 1))
    return Line(xy, np.full(count, float(SIZE)), axes, np.zeros((count, 18)))


def doubted(pixels: Pixels) -> list[bool]:
    return doubtful_jokers(Layers(pixels), line_of(3), ("3", "J", "5"))[0].tolist()


def free(pixels: Pixels) -> list[bool]:
    return doubtful_jokers(Layers(pixels), line_of(3), ("3", "J", "5"))[1].tolist()


def worded(digit: str = " ") -> Pixels:
    """A card with a word beneath what is drawn on it, between two cards with digits."""
    pixels = table("3", digit, "5")
    cv2.putText(pixels, "JOKER", (122, 154), cv2.FONT_HERSHEY_PLAIN, 0.7, INK, 1, cv2.LINE_AA)
    return pixels


def words_on(pixels: Pixels) -> list[bool]:
    return bear_words(Layers(pixels), line_of(3).xy, line_of(3).steps, Words()).tolist()


def test_a_word_in_the_place_of_a_drawing_is_told_from_a_numeral() -> None:
    pixels = table("3", " ", "5")
    for i, letter in enumerate("JOKER"):
        cv2.putText(pixels, letter, (136, 99 + 12 * i), cv2.FONT_HERSHEY_PLAIN, 0.75, INK, 1, cv2.LINE_AA)
    assert words_on(pixels) == [False, True, False]


def test_a_word_beneath_a_drawing_is_told_from_an_index_a_frame_and_a_pen() -> None:
    pixels = worded()
    cv2.circle(pixels, (140, 112), 18, PINK, 4, cv2.LINE_AA)
    assert words_on(pixels) == [False, True, False]
    pixels = table("3", "8", "5")
    cv2.putText(pixels, "8", (156, 158), cv2.FONT_HERSHEY_PLAIN, 0.8, INK, 1, cv2.LINE_AA)
    cv2.rectangle(pixels, (54, 80), (106, 160), INK, 1)
    cv2.line(pixels, (180, 152), (220, 152), INK, 4)
    assert not any(words_on(pixels))


def test_a_disc_above_a_name_is_a_drawing() -> None:
    pixels = worded()
    cv2.circle(pixels, (140, 112), 18, PINK, -1, cv2.LINE_AA)
    words = np.array(words_on(pixels))
    assert not doubtful_jokers(Layers(pixels), line_of(3), ("3", "J", "5"), words)[0].any()
    cv2.line(pixels, (95, 100), (190, 120), TEAL, 14)  # but not what reaches over the card
    assert doubtful_jokers(Layers(pixels), line_of(3), ("3", "J", "5"), words)[0].tolist()[1]


def test_a_ring_that_looks_like_a_joker_is_drawn_and_a_disc_is_not() -> None:
    likely, doubts = np.ones(3, bool), []
    for thick in (3, -1):
        pixels = table("3", " ", "5")
        cv2.circle(pixels, (140, 120), 18, TEAL, thick, cv2.LINE_AA)
        cv2.putText(pixels, "?", (133, 128), cv2.FONT_HERSHEY_SIMPLEX, 0.8, TEAL, 3, cv2.LINE_AA)
        doubts.append(doubtful_jokers(Layers(pixels), line_of(3), ("3", "J", "5"), None, likely)[0][1])
    assert doubts == [False, True]


def test_a_drawing_stands_free_where_its_card_is_bare_all_round() -> None:
    pixels = table("3", " ", "5")
    points = np.array(star(30.0)) + np.array([140, 116])
    cv2.fillPoly(pixels, [points.round().astype(np.int32)], TEAL, cv2.LINE_AA)
    assert free(pixels) == [False, True, False]
    cv2.line(pixels, (140, 120), (150, 60), TEAL, 8)
    assert free(pixels) == [False, False, False]


def test_a_star_is_drawn() -> None:
    pixels = table("3", " ", "5")
    points = np.array(star(30.0)) + np.array([140, 116])
    cv2.fillPoly(pixels, [points.round().astype(np.int32)], TEAL, cv2.LINE_AA)
    assert doubted(pixels) == [False, False, False]


@pytest.mark.parametrize("digit", ["8", " "])
def test_a_coin_on_a_card_is_no_joker(digit: str) -> None:
    pixels = table("3", digit, "5")
    cv2.circle(pixels, (140, 120), 20, PINK, -1, cv2.LINE_AA)
    assert doubted(pixels) == [False, True, False]


def test_a_small_plain_disc_is_no_joker_but_a_sun_is() -> None:
    pixels = table("3", "5", "5")
    cv2.circle(pixels, (140, 120), 11, PINK, -1, cv2.LINE_AA)
    assert doubted(pixels) == [False, True, False]
    pixels = table("3", " ", "5")
    for turn in np.linspace(0, 2 * np.pi, 10, endpoint=False):
        tip = (round(140 + 21 * np.cos(turn)), round(120 + 21 * np.sin(turn)))
        cv2.line(pixels, (140, 120), tip, INK, 6, cv2.LINE_AA)
    cv2.circle(pixels, (140, 120), 11, PINK, -1, cv2.LINE_AA)
    assert doubted(pixels) == [False, False, False]


def test_a_joker_like_a_clear_one_is_vouched_for_and_a_coin_is_not() -> None:
    pixels = table(" ", " ", "5", " ")
    for x in (80, 140):
        points = np.array(star(34.0)) + np.array([x, 118])
        cv2.fillPoly(pixels, [points.round().astype(np.int32)], TEAL, cv2.LINE_AA)
    cv2.circle(pixels, (260, 120), 15, TEAL, -1, cv2.LINE_AA)
    line, firm = line_of(4), np.array([True, False, False])
    jokers = [0, 1, 3]
    vouched = vouched_for(Layers(pixels), line.xy[jokers], line.axes[jokers], firm)
    assert vouched.tolist() == [False, True, False]


def test_a_joker_lies_on_its_own_card_unless_cloth_shows_round_it() -> None:
    pixels = table("3", " ", "5")
    cv2.circle(pixels, (140, 120), 15, TEAL, -1)
    line, faces = line_of(3), ("3", "J", "5")
    assert on_own_cards(Layers(pixels), line, faces).all()
    cv2.rectangle(pixels, (110, 76), (170, 164), CLOTH, -1)
    assert on_own_cards(Layers(pixels), line, faces).tolist() == [True, False, True]


@pytest.mark.parametrize("end", [(40, 20), (0, 60), (45, -30)])
def test_a_pen_across_a_card_is_no_joker(end: tuple[int, int]) -> None:
    pixels = table("3", "2", "5")
    cv2.line(pixels, (140 - end[0], 120 - end[1]), (140 + end[0], 120 + end[1]), TEAL, 22)
    assert doubted(pixels) == [False, True, False]


def test_words_beneath_a_drawing_are_its_caption_and_a_card_below_is_none() -> None:
    places = np.array([[140.0, 150.0], [135.0, 185.0], [200.0, 150.0]])
    assert find_captions(line_of(3), ("3", "J", "5"), places).tolist() == [True, False, False]
    assert not find_captions(line_of(3), ("3", "4", "5"), places).any()


def test_a_bare_card_is_no_joker() -> None:
    assert doubted(table("3", " ", "5")) == [False, True, False]


def covered(pixels: Pixels) -> list[bool]:
    return covered_faces(Layers(pixels), line_of(4), ("3", "8", "5", "2")).tolist()


def test_cards_of_one_ink_are_not_covered() -> None:
    assert covered(table("3", "8", "5", "2")) == [False] * 4


def test_a_shadow_covers_nothing() -> None:
    pixels = table("3", "8", "5", "2")
    pixels[:, :150] = pixels[:, :150] * 0.6
    assert covered(pixels) == [False] * 4


def test_a_thing_on_half_a_numeral_covers_it() -> None:
    pixels = table("3", "8", "5", "2")
    cv2.rectangle(pixels, (142, 80), (175, 160), (60, 220, 90), -1)
    assert covered(pixels) == [False, True, False, False]


def test_a_brown_thing_on_black_and_white_covers_it() -> None:
    pixels = table("3", "8", "5", "2")
    cv2.rectangle(pixels, (128, 104), (158, 150), (30, 90, 175), -1)
    assert covered(pixels) == [False, True, False, False]


def test_digits_of_their_own_colour_are_not_covered() -> None:
    pixels = table("3", " ", "5", "2")
    cv2.putText(pixels, "8", (123, 139), cv2.FONT_HERSHEY_SIMPLEX, 1.7, (40, 160, 30), 5, cv2.LINE_AA)
    assert covered(pixels) == [False] * 4


def test_a_lamps_sheen_on_a_yellow_card_covers_nothing_and_a_grey_thing_does() -> None:
    pixels = table(" ", " ", " ", " ")
    for (x, y), sign in zip(line_of(4).xy.astype(int), "+=+=", strict=True):
        cv2.rectangle(pixels, (x - 28, y - 42), (x + 28, y + 42), (60, 170, 220), -1)
        cv2.putText(pixels, sign, (x - 17, y + 15), cv2.FONT_HERSHEY_SIMPLEX, 1.7, (45, 40, 40), 5)
    grey = pixels.copy()
    cv2.rectangle(grey, (122, 100), (150, 135), (150, 150, 150), -1)
    veil = np.clip((np.arange(pixels.shape[1]) - 90) / 160, 0, 0.4)[None, :, None]
    shining = (pixels + veil * (255.0 - pixels)).astype(np.uint8)
    faces = ("+", "=", "+", "=")
    assert not covered_faces(Layers(shining), line_of(4), faces).any()
    assert covered_faces(Layers(grey), line_of(4), faces).tolist()[1]


@pytest.mark.parametrize(("inks", "odd"), [((0, 0, 1, 0), [2]), ((0, 0, 0, 0), []), ((0, 1, 2, 3), [])])
def test_one_numeral_in_another_ink_than_all_others_is_told(inks: tuple[int, ...], odd: list[int]) -> None:
    pixels = table(" ", " ", " ", " ")
    colours = ((40, 35, 35), (40, 130, 20), (180, 40, 30), (20, 20, 200))
    for (x, y), ink in zip(line_of(4).xy.astype(int), inks, strict=True):
        cv2.putText(
            pixels, "3", (x - 17, y + 18), cv2.FONT_HERSHEY_SIMPLEX, 1.7, colours[ink], 5, cv2.LINE_AA
        )
    assert odd_inks(Layers(pixels), line_of(4), ("3",) * 4).tolist() == odd
    assert not odd_inks(Layers(pixels), line_of(4), ("3",) * 4, named=True).tolist()
