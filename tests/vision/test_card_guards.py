"""What keeps Add Up from leaving digits and cards out: ink, bare faces, even cards, print apart."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.addup.cards import _inked_share
from vision.addup.named import name_jokers
from vision.addup.sharing import Line, print_between, share_cards
from vision.cards.colours import ink_colour, odd_hues, share_one_white
from vision.cards.rows import Row
from vision.layers import Layers
from vision.marks import NO_MARKS, Marks
from vision.network import GLYPHS, Words
from vision.patches import SIDE
from vision.picture import Pixels
from vision.upright.digits import in_corners
from vision.upright.faces import burnt_faces, rough_ends, unread_faces
from vision.upright.gathering import IN_ROW, TO_NEXT_ROW, gather
from vision.upright.ink import HEIGHT_PX, WINDOW, blots, find_ink
from vision.upright.overlooked import ink_beside, other_inks, run_out
from vision.upright.standing import Standing
from vision.upright.surroundings import Surroundings, look_round

RIGHT = np.array([1.0, 0.0])
TALL = 40  # pixels of a numeral
WOOD, PAPER, INK = (60, 90, 140), (235, 240, 240), (40, 30, 30)


def table(*cards: tuple[int, str]) -> Pixels:
    """Cards on wood, their middles so many pixels from the left, each with its number."""
    picture = np.full((300, 900, 3), WOOD, np.uint8)
    for x, number in cards:
        cv2.rectangle(picture, (x - 38, 95), (x + 38, 205), PAPER, -1)
        for place, digit in enumerate(number):
            left = x - 18 + round(0.7 * TALL * (place - (len(number) - 1) / 2))
            cv2.putText(picture, digit, (left, 170), cv2.FONT_HERSHEY_SIMPLEX, TALL / 22, INK, 4, cv2.LINE_AA)
    return picture


def digits(*xy: tuple[float, float], card: float = 1.0) -> Standing:
    """Upright sevens at places, clearly read."""
    count = len(xy)
    marks = Marks(np.array(xy, float), np.ones(count), np.zeros(count), np.full(count, float(TALL)))
    chances = np.zeros((count, len(GLYPHS)))
    chances[:, GLYPHS.index("7")] = 1.0
    cards = np.full(count, card)
    no = np.zeros(count, bool)
    return Standing(marks, RIGHT, chances, no, 9.0, NO_MARKS, np.full(count, 24.0), cards, no)


def round_cards(picture: Layers, standing: Standing) -> Surroundings:
    """What is round one row of white cards."""
    xy = standing.marks.xy
    return look_round(picture, standing, [xy], xy, np.tile(np.array(PAPER, float), (len(xy), 1)))


def line(
    *digits: tuple[float, float], joker: int | None = None, edge: int | None = None, one: int | None = None
) -> Line:
    """Digits ten high by their left and right ends; edge: behind which of them a card is seen to end."""
    ends = np.array(digits, float)
    count = len(ends)
    jokers, ones = (np.arange(count) == (-1 if each is None else each) for each in (joker, one))
    middle, wide = ends.mean(axis=1), np.diff(ends, axis=1)[:, 0]
    parted = np.arange(count - 1) == (-1 if edge is None else edge)
    zeros = np.zeros(count, bool)
    return Line(np.arange(count), middle, np.full(count, 10.0), wide, jokers, zeros, ones, parted)


@pytest.mark.parametrize(("number", "doubted"), [("7", False), ("27", True), ("72", True)])
def test_a_lone_digit_is_doubted_where_its_card_shows_ink_of_two(number: str, doubted: bool) -> None:
    picture = Layers(table((300, number)))
    inked = find_ink(picture, digits((300, 150)).marks, RIGHT)
    assert len(inked) == len(number)
    seven = inked.xy[int(np.argsort(inked.xy[:, 0])[number.index("7")])]
    standing = digits(tuple(seven.tolist()))
    why = ink_beside(picture, standing, Row(np.array([0]), RIGHT, standing.marks.size))
    assert bool(why) == doubted


def test_a_lone_digit_is_doubted_beside_a_one_that_is_a_bare_thin_stroke() -> None:
    picture = table((300, "7"))
    row = Row(np.array([0]), RIGHT, np.full(1, float(TALL)))
    assert ink_beside(Layers(picture), digits((300, 150)), row) == []
    cv2.line(picture, (280, 152 - TALL // 2), (280, 152 + TALL // 2), INK, 4, cv2.LINE_AA)
    assert [each.code for each in ink_beside(Layers(picture), digits((300, 150)), row)] == ["loose-numeral"]


def test_print_of_the_table_between_even_cards_is_no_second_digit() -> None:
    picture = table((200, "7"), (290, "7"), (380, "7"))
    cv2.line(picture, (262, 152 - TALL // 2), (262, 152 + TALL // 2), INK, 4, cv2.LINE_AA)
    row = Row(np.arange(3), RIGHT, np.full(3, float(TALL)))
    assert ink_beside(Layers(picture), digits((200, 150), (290, 150), (380, 150)), row) == []
    askew = ink_beside(Layers(picture), digits((184, 150), (290, 150), (380, 150)), row)
    assert {each.code for each in askew} == {"loose-numeral"}  # half a digit beside its card's middle


def test_a_face_that_nobody_knows_is_a_joker_where_a_word_stands_under_it() -> None:
    picture = table((300, ""))
    cv2.circle(picture, (300, 145), 14, INK, -1, cv2.LINE_AA)
    unclear = replace(digits((300, 145)), chances=np.full((1, len(GLYPHS)), 1 / len(GLYPHS)))
    joker = GLYPHS.index("J")
    assert name_jokers(Layers(picture), unclear, np.zeros(1), Words()).chances[0, joker] < 0.1
    for place, letter in enumerate("JOKER"):
        at = (282 + 7 * place, 180)
        cv2.putText(picture, letter, at, cv2.FONT_HERSHEY_SIMPLEX, 0.3, INK, 1, cv2.LINE_AA)
    assert name_jokers(Layers(picture), unclear, np.zeros(1), Words()).chances[0, joker] > 0.9
    clear = name_jokers(Layers(picture), digits((300, 145)), np.zeros(1), Words())
    assert clear.torn.all() and clear.chances[0, joker] < 0.1  # neither overrules the other


def test_a_clear_numeral_without_a_word_stays_what_it_is() -> None:
    found = name_jokers(Layers(table((300, "7"))), digits((300, 150)), np.zeros(1), Words())
    assert not found.torn.any() and found.chances[0, GLYPHS.index("J")] < 0.1


def test_a_ring_of_another_ink_is_no_numeral() -> None:
    picture, read = table((200, "7"), (290, "4"), (380, "")), digits((200, 150), (290, 150), (380, 150))
    cv2.circle(picture, (380, 150), TALL // 2, INK, 4, cv2.LINE_AA)
    assert other_inks(Layers(picture), read, np.ones(3, bool)) == []
    cv2.circle(picture, (380, 150), TALL // 2, (60, 130, 40), 4, cv2.LINE_AA)
    assert [one.x for one in other_inks(Layers(picture), read, np.ones(3, bool))] == [380.0]


def test_a_set_may_have_an_ink_for_every_number() -> None:
    places = [(150 + 90 * i, 150) for i in range(6)]
    picture, read = table(*((x, "") for x, _ in places)), digits(*places)
    for (x, y), ink in zip(places, [INK] * 4 + [(60, 130, 40)] * 2, strict=True):
        cv2.circle(picture, (x, y), TALL // 2, ink, 4, cv2.LINE_AA)
    told = other_inks(Layers(picture), read, np.ones(6, bool))
    assert [one.x for one in told] == [510.0, 600.0]  # all are read alike, as drawings are
    read.chances[5] = np.roll(read.chances[5], 1)
    assert other_inks(Layers(picture), read, np.ones(6, bool)) == []


def test_a_thin_stroke_has_the_same_hue_fainter_and_black_has_none() -> None:
    red = np.array([0.2, 0.2, 0.9])
    inks = np.array([red, red, 1 + 0.6 * (red - 1), red, (0.15, 0.15, 0.15)])
    assert odd_hues(inks, 0.12).tolist() == [False, False, False, False, True]


def test_a_row_may_end_with_a_number_of_two_digits_near_the_edge() -> None:
    for x, doubts in ((60, []), (20, ["edge"])):
        picture = Layers(table((x, "63"), (x + 90, "3"), (x + 180, "2")))
        middles = np.array([(x + 90.0 * i, 150.0) for i in range(3)])
        read = digits((x - 10, 150), (x + 10, 150), (x + 90, 150), (x + 180, 150))
        assert [doubt.code for doubt in run_out(picture, read, middles)] == doubts


def test_ink_is_found_at_its_place_and_height_whatever_the_mark_says() -> None:
    picture = Layers(table((300, "4"), (400, "8")))
    inked = find_ink(picture, digits((307, 146)).marks, RIGHT)
    assert len(inked) == 1
    assert np.linalg.norm(inked.xy[0] - (300, 150)) < 5
    assert abs(inked.tall[0] - TALL) < 8


def test_a_digit_is_found_whole_where_a_shadow_ends_on_it() -> None:
    picture = table((300, "8")).astype(float)
    picture[:, :302] *= 0.4
    inked = find_ink(Layers(picture.astype(np.uint8)), digits((300, 150)).marks, RIGHT)
    assert len(inked) == 1
    assert np.linalg.norm(inked.xy[0] - (300, 150)) < 5
    assert inked.wide[0] > 0.5 * TALL


def test_frames_and_edges_are_no_digits() -> None:
    wide, tall = (round(side * HEIGHT_PX) for side in WINDOW)
    window = np.full((tall, wide, 3), PAPER, np.uint8)
    cv2.rectangle(window, (8, -2), (wide - 9, tall + 2), INK, 1)
    assert blots(window) == []
    window[15:38, 30:33] = INK
    assert blots(window) == []


def test_digits_of_one_card_are_parted_from_the_next_card() -> None:
    groups, doubted = share_cards([line((0, 6), (20, 26), (27, 33), (40, 46), (47, 53), (60, 66))])
    assert [group.tolist() for group in groups[0]] == [[0], [1, 2], [3, 4], [5]]
    assert not doubted


def test_digits_far_apart_share_a_card_where_the_cards_follow_evenly_so() -> None:
    wide = line((0, 4), (9, 13), (30, 34), (39, 43), (60, 64), (69, 73), (95, 99), (124, 130))
    groups, _ = share_cards([wide])
    assert [len(group) for group in groups[0]] == [2, 2, 2, 1, 1]


def test_a_joker_stands_alone_and_a_gap_between_usual_ones_is_doubted() -> None:
    groups, _ = share_cards([line((0, 6), (7, 13), joker=1)])
    assert [len(group) for group in groups[0]] == [1, 1]
    _, doubted = share_cards([line((0, 6), (10, 16))])
    assert doubted == {0, 1}


def test_a_1_between_cards_that_lie_side_by_side_is_print_and_one_with_room_is_a_card() -> None:
    def row(*middles: float) -> list[tuple[float, float]]:
        return [(middle - 3, middle + 3) for middle in middles]

    assert print_between([line(*row(0, 24, 48, 60, 72), one=3)]) == [3]
    assert print_between([line(*row(0, 24, 48, 60, 72), one=2)]) == []
    assert print_between([line(*row(0, 20, 40, 60, 80), one=3)]) == []
    assert print_between([line(*row(0, 10, 20), one=1)]) == []  # nothing tells how near cards lie


def test_digits_that_the_edge_of_a_card_parts_are_on_two_cards() -> None:
    groups, doubted = share_cards([line((0, 6), (8, 14), (20, 26), edge=0)])
    assert [group.tolist() for group in groups[0]] == [[0], [1], [2]]
    assert not doubted


def test_print_far_off_is_left_out_and_a_clear_card_far_off_is_told() -> None:
    row = [(100.0 + 80 * k, 150.0) for k in range(4)]
    near, why = gather(digits(*row, (150.0, 290.0)), IN_ROW, TO_NEXT_ROW)
    assert (len(near.marks), why) == (5, [])
    rest, why = gather(digits(*row, (850.0, 900.0)), IN_ROW, TO_NEXT_ROW)
    assert len(rest.marks) == 4
    assert [doubt.code for doubt in why] == ["apart"]
    faint = digits(*row, (850.0, 900.0))
    faint.card[-1] = 0.35
    assert gather(faint, IN_ROW, TO_NEXT_ROW)[1] == []


def test_a_bare_face_beside_the_cards_is_a_doubt() -> None:
    white = np.array(PAPER, float)
    whole = Layers(table((200, "7"), (290, "7"), (380, "7")))
    read = digits((200, 150), (290, 150), (380, 150))
    assert unread_faces(round_cards(whole, read), white) == []
    short = digits((200, 150), (290, 150))
    assert [doubt.code for doubt in unread_faces(round_cards(whole, short), white)] == ["unread-piece"]


def test_a_thing_grey_as_a_shadow_at_one_end_of_a_row_is_a_doubt() -> None:
    picture = np.vstack([table((300, "7"), (390, "7"))] * 2)
    read = digits((300, 150), (390, 150), (300, 450), (390, 450))
    xy, faces = read.marks.xy, np.tile(np.array(PAPER, float), (4, 1))

    def doubted() -> list[str]:
        around = look_round(Layers(picture), read, [xy[:2], xy[2:]], xy, faces)
        return [one.code for one in rough_ends(around)]

    assert doubted() == []
    for y, share in ((450, 0.7), *((y, 0.45) for y in range(390, 520, 20))):
        half = 50 if y == 450 and share == 0.7 else 5
        colour = tuple(round(share * level) for level in WOOD)
        cv2.rectangle(picture, (445, y - 2 * half), (445 + 90, y + half), colour, -1)
    assert doubted() == ["cover"]


def test_a_face_like_a_cards_is_one_though_a_mark_beside_its_middle_bends_the_row() -> None:
    picture = Layers(table((200, "7"), (290, ""), (380, "")))
    bent = digits((200, 150), (290, 128))
    doubts = unread_faces(round_cards(picture, bent), np.array(PAPER, float))
    assert [doubt.code for doubt in doubts] == ["unread-piece"]


def test_paper_larger_than_a_card_is_no_card() -> None:
    picture = table((200, "7"), (290, "7"))
    cv2.rectangle(picture, (345, 20), (600, 280), PAPER, -1)
    read = digits((200, 150), (290, 150))
    assert unread_faces(round_cards(Layers(picture), read), np.array(PAPER, float)) == []


def test_what_hardly_looks_like_card_counts_where_it_ends_as_cards_do() -> None:
    picture = table((200, "7"), (290, "7"), (380, "7"))
    cards, white = np.array([[290.0, 150.0], [520.0, 150.0]]), np.array(PAPER, float)
    cv2.rectangle(picture, (440, 0), (800, 299), PAPER, -1)
    around = round_cards(Layers(picture), digits((200, 150), (290, 150), (380, 150)))
    assert [one.x for one in around.thin(cards, np.tile(white, (2, 1)))] == [520.0]


def test_light_that_burns_faces_out_is_a_doubt_on_an_empty_table() -> None:
    burnt = table((200, ""), (290, ""))
    assert burnt_faces(Layers(burnt)) == []
    burnt[burnt > 200] = 255
    assert [doubt.code for doubt in burnt_faces(Layers(burnt))] == ["glare"]


def test_an_index_in_a_corner_is_no_digit_but_the_next_rows_card_is() -> None:
    xy = np.array([(200, 150), (228, 150), (236, 150 + 0.95 * TALL), (214, 150 + 2.2 * TALL)])
    marks = Marks(xy, np.ones(4), np.zeros(4), np.array([TALL, TALL, 0.7 * TALL, 0.9 * TALL]))
    inked = np.array([True, True, False, False])
    assert in_corners(marks, inked, RIGHT).tolist() == [False, False, True, False]
    assert not in_corners(marks, np.ones(4, bool), RIGHT).any()  # ink of its own stands for a digit
    marks.size[2] = 0.4 * TALL  # unless it is much smaller
    assert in_corners(marks, np.ones(4, bool), RIGHT).tolist() == [False, False, True, False]


def test_cards_of_a_rack_share_one_white_in_any_light_and_a_thing_on_one_does_not() -> None:
    patches = np.full((3, SIDE, SIDE, 3), (200, 225, 240), np.uint8)
    patches[:, 12:20, 12:20] = (120, 60, 220)
    patches[1] = patches[1] * 0.6
    assert share_one_white(patches).all()
    patches[2, :, :20] = (255, 245, 180)  # lighter than the card, and bluish
    assert share_one_white(patches).tolist() == [True, True, False]
    assert not share_one_white(patches[1:]).any()


def test_the_table_beside_a_narrow_card_is_not_its_ink() -> None:
    patch = np.full((SIDE, SIDE, 3), (110, 60, 30), np.uint8)  # a dark blue cloth
    patch[:, 4:-4] = (215, 232, 245)
    patch[8:24, 13:19] = (175, 135, 245)
    blue, green, red = ink_colour(patch, close=True)
    assert red > blue > green  # pink
    assert ink_colour(patch)[0] > ink_colour(patch)[2]  # all the room has blue in it


def test_rows_with_smaller_digits_are_measured_like_the_others() -> None:
    def row(first: int, place: list[float], tall: list[float], wide: list[float], joker: int) -> Line:
        four, no = np.arange(4), np.zeros(4, bool)
        sizes = (np.array(each, float) for each in (place, tall, wide))
        return Line(first + four, *sizes, four == joker, no, no, no[:3])

    large = row(0, [0, 119, 239, 357], [113, 85, 104, 104], [60, 56, 89, 88], 1)
    small = row(4, [0, 124, 221, 268], [84, 103, 49, 50], [56, 91, 44, 42], 0)
    groups, _ = share_cards([large, small])
    assert [[len(card) for card in cards] for cards in groups] == [[1, 1, 1, 1], [1, 1, 2]]


def test_jokers_say_nothing_of_whether_the_numerals_ink_stands_clear() -> None:
    read = digits((100, 150), (200, 150), (300, 150), (400, 150))
    read.chances[2:] = np.eye(len(GLYPHS))[GLYPHS.index("J")]
    read.wide[2:] = 0.0
    assert _inked_share(read) == 1.0
    read.wide[1] = 0.0
    assert _inked_share(read) == 0.5
