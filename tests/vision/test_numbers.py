"""Whole cards and rooms for more: numbers read at once, missed cards found, free rooms told from others."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision import read
from vision.addup.cards import Card, _look_again, unsettled
from vision.addup.missed import with_missed
from vision.addup.yellow import FACES
from vision.artwork import addup
from vision.artwork.look import CLASSIC, HIGH_CONTRAST, Look
from vision.cards.found import Line
from vision.cards.likeness import drawn_like
from vision.cards.numbers import NAMES, WholeCards, read_whole
from vision.cards.rooms import Laid, doubts_at_edge, free_rooms, like_cards, unless_free
from vision.cards.whole_rows import WholeRow, read_row
from vision.doubts import doubt
from vision.formula.settled import unless_settled
from vision.layers import Layers
from vision.network import Numbers, Rooms
from vision.reader import eyes
from vision.scene.camera import Camera
from vision.scene.hand import Hand
from vision.scene.render import render
from vision.scene.scene import Frame, Placed, Scene
from vision.scene.table import Sheet, Table
from vision.scene.things import Thing
from vision.upright.standing import Standing, stand_up

ROWS = (("7", "10", "W"), ("4", "2", "Y", "9"))
STEP, APART = 1.15, 1.2  # of a card's width from card to card, and of its height from row to row


def photograph(
    look: Look = CLASSIC, hand: Hand | None = None, things: tuple[Thing, ...] = (), bare: Table | None = None
) -> Frame:
    """Two rows of Add Up on wood with a sheet of newspaper under their right ends."""
    size_mm = look.card_height_mm * look.card_numeral_share
    placed = tuple(
        Placed(
            addup.card(face, look),
            (column - 1) * STEP * look.card_width_mm,
            (row - 0.5) * APART * look.card_height_mm,
            size_mm=size_mm,
        )
        for row, faces in enumerate(ROWS)
        for column, face in enumerate(faces)
    )
    paper = Sheet("newspaper", 3.2 * look.card_width_mm, 0.0, 8.0, (160.0, 220.0), 5)
    wood = Table("wood", (0.16, 0.27, 0.42), (0.25, 0.4, 0.58), seed=3, sheets=(paper,))
    scene = Scene(placed, Camera((30.0, 0.0), 2.6, pitch_deg=6.0), bare or wood, things=things, hand=hand)
    return render(scene, (1024, 768))


def places(frame: Frame) -> np.ndarray:
    return np.array([(piece.x_px, piece.y_px) for piece in frame.pieces])


def numeral_px(frame: Frame, look: Look = CLASSIC) -> float:
    return 2.6 * look.card_height_mm * look.card_numeral_share


@pytest.mark.parametrize("look", [CLASSIC, HIGH_CONTRAST])
def test_whole_cards_say_their_numbers_and_jokers(look: Look) -> None:
    frame = photograph(look)
    whole = read_whole(Layers(frame.picture), places(frame), np.eye(2) * numeral_px(frame, look), Numbers())
    assert whole.names == ("7", "10", "J", "4", "2", "J", "9")


def test_the_same_said_twice_is_clear_and_something_else_is_a_doubt() -> None:
    chances = np.zeros((3, len(NAMES)))
    chances[0, NAMES.index("7")] = 0.99
    chances[1, NAMES.index("64")] = 0.9
    chances[2, NAMES.index("8")], chances[2, 0] = 0.5, 0.5
    whole = WholeCards(chances)
    assert whole.say(["7", "6", "8"], np.full(3, 0.5)).tolist() == [True, False, False]
    assert whole.say(["7", "64", "8"], np.full(3, 0.9)).tolist() == [True, True, False]
    assert whole.say(["7", "64", "8"], np.full(3, 0.5)).tolist() == [True, False, False]
    assert whole.deny(["7", "6", "3"]).tolist() == [False, True, False]


def test_a_row_makes_cards_clearer_and_no_joker_that_may_be_a_thing_on_a_card() -> None:
    chances, row = np.zeros((2, len(NAMES))), np.zeros((2, len(NAMES) + 1))
    seven, joker = NAMES.index("7"), NAMES.index("J")
    chances[0, [seven, 0]] = chances[1, [joker, 0]] = row[0, [seven, 0]] = row[1, [joker, 0]] = 0.9, 0.1
    among = WholeCards(chances).among(row)
    assert among.names == ("7", "J")
    assert (among.clear > 0.95).all()
    row[:, [0, -1]] = 0.0, 0.1
    assert WholeCards(chances).among(row).clear[0] > 0.95
    assert WholeCards(chances).among(row).clear[1] == pytest.approx(0.9)


def test_a_card_is_cleared_or_doubted_by_what_it_says_as_a_whole() -> None:
    picture, networks = Layers(photograph().picture), eyes("addup")
    _, _, standing = stand_up(picture, networks, FACES, pairs=True)
    assert standing is not None
    first = int(standing.marks.xy[:, :2].sum(axis=1).argmin())
    cards = [Card(face, np.array([first]), 0.95, clear, ()) for face, clear in (("7", False), ("1", True))]
    row = read_row(
        picture, standing.marks.xy[[first]], np.array([standing.size]), standing.steps, networks.rows
    )
    shades = np.zeros(len(standing.marks))
    same, other = _look_again(picture, standing, cards, row, networks.numbers, shades)
    assert same.clear and same.settled
    assert not other.clear and not other.settled
    faint = Card("4", np.array([first]), 0.6, False, ())
    (vouched,) = _look_again(picture, standing, [faint], row, networks.numbers, shades)
    assert (vouched.name, vouched.clear, vouched.settled) == ("7", True, True)
    nothing = replace(row, chances=np.eye(row.chances.shape[1])[np.zeros(len(row.chances), int)])
    (asked,) = _look_again(picture, standing, [faint], nothing, networks.numbers, shades)
    assert not asked.clear


def test_what_may_lie_on_a_card_is_a_joker_only_where_another_is_drawn_like_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = photograph(bare=Table("wood", (0.16, 0.27, 0.42), (0.25, 0.4, 0.58), seed=3)).picture
    assert read(picture, "addup").sure
    monkeypatch.setattr(WholeRow, "covered", lambda row, xy, jokers: jokers)
    assert {doubt.code for doubt in read(picture, "addup").why} == {"numeral"}
    middle = picture.shape[0] / 2
    monkeypatch.setattr(WholeRow, "covered", lambda row, xy, jokers: jokers & (xy[:, 1] < middle))
    assert read(picture, "addup").sure


@pytest.mark.parametrize(
    ("card", "radius", "colour", "off"),
    [
        (6, 36, (127, 76, 84), (1, -3)),
        (0, 28, (121, 108, 104), (8, -4)),
        (3, 32, (170, 206, 35), (9, -8)),
        (0, 22, (226, 29, 197), (-5, -8)),
        (1, 35, (154, 159, 183), (8, 3)),
    ],
)
def test_a_plain_disc_on_a_number_is_surely_no_joker(
    card: int, radius: int, colour: tuple[int, int, int], off: tuple[int, int]
) -> None:
    frame = photograph(bare=Table("wood", (0.16, 0.27, 0.42), (0.25, 0.4, 0.58), seed=3))
    x, y = (places(frame)[card] + off).round().astype(int).tolist()
    assert not read(cv2.circle(frame.picture.copy(), (x, y), radius, colour, -1, cv2.LINE_AA), "addup").sure


def test_a_ring_that_is_drawn_as_the_jokers_are_may_be_no_zero() -> None:
    picture = np.full((200, 500, 3), 235, np.uint8)
    for x, colour in ((80, (40, 40, 40)), (240, (60, 30, 90))):
        cv2.circle(picture, (x, 100), 22, colour, 9, cv2.LINE_AA)
    cv2.putText(picture, "4", (380, 122), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (40, 40, 40), 7, cv2.LINE_AA)
    ring, joker, four = np.array([[80.0, 100.0], [240.0, 100.0], [400.0, 100.0]])
    numerals = np.stack([ring, four])
    assert drawn_like(Layers(picture), np.eye(2) * 50, numerals, joker[None]).tolist() == [True, False]
    assert drawn_like(Layers(picture), np.eye(2) * 50, numerals, np.zeros((0, 2))).tolist() == [False, False]


def test_doubts_about_a_card_that_says_all_there_is_on_it_are_dropped() -> None:
    picture, networks = Layers(photograph().picture), eyes("addup")
    _, _, standing = stand_up(picture, networks, FACES, pairs=True)
    assert standing is not None
    x, y = standing.marks.xy[0].tolist()
    near, far = doubt("loose-numeral", x + 5, y), doubt("loose-numeral", x + 9 * standing.size, y)
    card = Card("7", np.array([0]), 0.9, True, (), settled=True)
    assert unsettled([near, far], standing, [card]) == [far]
    assert unsettled([near, far], standing, [replace(card, settled=False)]) == [near, far]


def test_a_card_that_no_look_found_is_read_where_it_lies() -> None:
    frame = photograph()
    picture, networks = Layers(frame.picture), eyes("addup")
    _, view, standing = stand_up(picture, networks, FACES, pairs=True)
    assert standing is not None
    joker = places(frame)[5]
    away = np.linalg.norm(standing.marks.xy - joker, axis=1)
    missing = standing.pick(away > 1.5 * standing.size, standing.chances)
    found: Standing = with_missed(picture, missing, networks, view)
    added = found.marks.xy[len(missing.marks) :]
    assert len(added) == 1
    assert np.linalg.norm(added[0] - joker) < 0.5 * standing.size


def test_rooms_on_wood_and_on_paper_are_free_and_one_under_a_hand_or_a_mug_is_not() -> None:
    tall = 2.6 * CLASSIC.card_height_mm
    bare = photograph()
    step = 2.6 * STEP * CLASSIC.card_width_mm
    left, right = places(bare)[3] - (step, 0.0), places(bare)[2] + (step, 0.0)
    ways = np.array([(-1.0, 0.0), (1.0, 0.0)])
    both = np.array([left, right])
    assert free_rooms(Layers(bare.picture), both, ways, tall, Rooms()).all()
    at_mm = (-2 * STEP * CLASSIC.card_width_mm, 0.5 * APART * CLASSIC.card_height_mm)
    for covered in (
        photograph(hand=Hand(*at_mm, 100.0)),
        photograph(things=(Thing("mug", *at_mm, 0.0, 3, 4.0),)),
    ):
        assert not free_rooms(Layers(covered.picture), both, ways, tall, Rooms())[0]


def test_beside_a_whole_rack_only_what_may_be_a_card_is_a_doubt() -> None:
    tall = 2.6 * CLASSIC.card_height_mm
    at_mm = (-2 * STEP * CLASSIC.card_width_mm, 0.5 * APART * CLASSIC.card_height_mm)
    frame = photograph(things=(Thing("die", *at_mm, 0.0, 3, 4.0),))
    row = places(frame)[3:]
    step = np.array([2.6 * STEP * CLASSIC.card_width_mm, 0.0])
    laid = Laid(row[1:], np.array([1.0, 0.0]), tall, np.array([row[0], row[-1] + step]))
    card, thing = doubt("unread-piece", *row[0].tolist()), doubt("unread-piece", *(row[0] - step).tolist())
    assert like_cards([card, thing], Layers(frame.picture), laid, Rooms()) == [card]


def test_a_doubt_about_a_card_is_settled_where_the_whole_card_says_the_same() -> None:
    frame = photograph()
    xy = places(frame)[[3, 4]]
    axes = np.tile(np.eye(2) * numeral_px(frame), (2, 1, 1))
    line = Line(xy, np.full(2, numeral_px(frame)), axes, np.zeros((2, 1)))
    doubts = [doubt("numeral", *point) for point in xy.tolist()] + [doubt("cover", *xy[0].tolist())]
    left = unless_settled(doubts, Layers(frame.picture), line, ("4", "1"), (0.9, 0.9), eyes("formula"))
    assert left == doubts[1:]


@pytest.mark.parametrize("covered", [False, True])
def test_what_seems_to_hide_a_card_is_none_where_its_room_is_free(covered: bool) -> None:
    at_mm = (-2 * STEP * CLASSIC.card_width_mm, 0.5 * APART * CLASSIC.card_height_mm)
    frame = photograph(things=(Thing("mug", *at_mm, 0.0, 3, 4.0),) if covered else ())
    step = np.array([2.6 * STEP * CLASSIC.card_width_mm, 0.0])
    row = places(frame)[3:]
    laid = Laid(
        row, np.array([1.0, 0.0]), 2.6 * CLASSIC.card_height_mm, np.array([row[0] - step, row[-1] + step])
    )
    doubts = [doubt("cover", *laid.ends[0].tolist()), doubt("cover", *row[1].tolist()), doubt("upside")]
    left = unless_free(doubts, Layers(frame.picture), laid, Rooms())
    assert left == (doubts if covered else doubts[1:])


def test_no_card_is_missed_where_the_table_has_the_cards_own_colour_all_over() -> None:
    marble = Table("marble", (0.93, 0.95, 0.96), (0.8, 0.84, 0.92), seed=4)
    picture, networks = Layers(photograph(bare=marble).picture), eyes("addup")
    overview, view, standing = stand_up(picture, networks, FACES, pairs=True)
    assert standing is not None
    assert with_missed(picture, standing, networks, overview, view) is standing


def test_a_card_that_the_pictures_edge_cuts_is_a_doubt_and_bare_table_there_is_none() -> None:
    frame = photograph()
    at, step = places(frame), np.array([2.6 * STEP * CLASSIC.card_width_mm, 0.0])
    picture = Layers(np.ascontiguousarray(frame.picture[:, : round(at[6, 0])]))
    for row, following, cut in ((at[3:6], at[6], True), (at[:3], at[2] + step, False)):
        laid = Laid(row, np.array([1.0, 0.0]), 2.6 * CLASSIC.card_height_mm, np.array([following]))
        assert bool(doubts_at_edge(picture, laid, Rooms())) == cut
