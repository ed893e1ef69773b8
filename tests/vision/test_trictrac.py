"""Boxes drawn by lot are read as they were drawn, and what cannot be read is doubted."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.artwork.look import ATKINSON, BESLEY, CLASSIC, HIGH_CONTRAST
from vision.box import trictrac
from vision.box.comb import Comb, find_comb
from vision.box.dice import Die
from vision.box.felt import Felt, felt_below, felt_round
from vision.box.numbers import Numbers, find_numbers, least_chance, near_joints, seen_aside
from vision.box.row import Row
from vision.box.slots import ink_at
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import NO_MARKS
from vision.reader import eyes, read_picture
from vision.reading import Reading
from vision.scene.box import HAND, ON_DIE, ON_WALL, ONE, STACKED, BoxPicture, draw_box
from vision.scene.box_things import ON_NUMBERS
from vision.scene.dice import SeenDie
from vision.scene.lot import Lot
from vision.view import look, whole

SIZE = (1152, 864)
LOT = Lot((((str(BESLEY),), (str(ATKINSON),)),))
SEEDS = range(40, 48)


@pytest.fixture(scope="module")
def boxes() -> dict[int, BoxPicture]:
    sets = (CLASSIC, HIGH_CONTRAST)
    return {
        seed: draw_box(np.random.default_rng(seed), LOT, sets[seed % 2], SIZE, wooden=seed % 4 > 1)
        for seed in SEEDS
    }


@pytest.fixture(scope="module")
def readings(boxes: dict[int, BoxPicture]) -> dict[int, Reading]:
    return {seed: read_picture(box.picture, "trictrac") for seed, box in boxes.items()}


def dice_of(reading: Reading) -> list[int]:
    return sorted(int(piece.name[4:]) for piece in reading.pieces if piece.name.startswith("die "))


def open_of(reading: Reading) -> tuple[int, ...]:
    return tuple(int(piece.name[5:]) for piece in reading.pieces if piece.name.startswith("open "))


def _as_read(die: SeenDie) -> Die:
    return Die(die.value, die.x_px, die.y_px, die.size_px, die.foot, 1.0, die.value, True, True)


def test_no_box_is_read_wrongly_and_surely(
    boxes: dict[int, BoxPicture], readings: dict[int, Reading]
) -> None:
    for seed, reading in readings.items():
        if reading.sure:
            assert dice_of(reading) == sorted(die.value for die in boxes[seed].dice), seed
            assert open_of(reading) == boxes[seed].open, seed


def test_most_boxes_are_read(boxes: dict[int, BoxPicture], readings: dict[int, Reading]) -> None:
    right = [
        open_of(reading) == boxes[seed].open
        and dice_of(reading) == sorted(die.value for die in boxes[seed].dice)
        for seed, reading in readings.items()
    ]
    assert sum(right) >= 5
    assert sum(reading.sure for reading in readings.values()) >= 4


def test_every_die_is_found_where_it_lies(boxes: dict[int, BoxPicture], readings: dict[int, Reading]) -> None:
    near = [
        min((np.hypot(piece.x - die.x_px, piece.y - die.y_px) for piece in reading.pieces), default=999.0)
        < 0.3 * die.size_px
        for seed, reading in readings.items()
        for die in boxes[seed].dice
    ]
    assert np.mean(near) > 0.85


def test_a_box_whose_die_is_hidden_is_doubted(
    boxes: dict[int, BoxPicture], readings: dict[int, Reading]
) -> None:
    seed = next(seed for seed, reading in readings.items() if reading.sure)
    die = boxes[seed].dice[0]
    picture = boxes[seed].picture.copy()
    x, y, reach = round(die.x_px), round(die.y_px), round(1.2 * die.size_px)
    picture[y - reach : y + reach, x - reach : x + reach] = picture[y - reach, x - reach]
    reading = read_picture(picture, "trictrac")
    assert not reading.sure
    assert "dice" in {each.code for each in reading.why}


def test_the_felt_holds_both_dice(boxes: dict[int, BoxPicture], readings: dict[int, Reading]) -> None:
    seed = next(seed for seed, reading in readings.items() if reading.sure)
    picture = Layers(boxes[seed].picture)
    view = look(picture, eyes().finder, whole(picture), 704 / SIZE[0])
    numbers = find_numbers(picture, eyes(), view, view.glyphs)
    assert numbers is not None
    felt = felt_below(picture, numbers)
    assert felt is not None
    for die in boxes[seed].dice:
        assert (felt.outline.min(axis=0) < (die.x_px, die.y_px)).all()
        assert (felt.outline.max(axis=0) > (die.x_px, die.y_px)).all()


@pytest.mark.parametrize(("wooden", "seed"), [(False, 7), (True, 22)])
def test_a_box_with_all_numbers_covered_is_found_by_its_joints(wooden: bool, seed: int) -> None:
    box = draw_box(np.random.default_rng(seed), LOT, CLASSIC, SIZE, wooden=wooden, left=())
    reading = read_picture(box.picture, "trictrac")
    assert open_of(reading) == ()
    assert "no-numbers" not in {each.code for each in reading.why}


def test_a_rows_joints_stand_where_its_numbers_are() -> None:
    box = draw_box(np.random.default_rng(8), LOT, CLASSIC, SIZE, wooden=True, left=tuple(range(1, 10)))
    found = felt_round(Layers(box.picture), [_as_read(die) for die in box.dice])
    assert found is not None
    comb = find_comb(Layers(box.picture), found.outline)
    assert comb is not None
    places = np.array([(mark.x_px, mark.y_px) for mark in sorted(box.marks, key=lambda mark: mark.face)])
    pitch = np.linalg.norm(places[8] - places[0]) / 8
    assert np.linalg.norm(comb.slots - places, axis=1).max() < 0.5 * pitch


def test_the_middle_of_a_row_far_from_its_felt_is_found() -> None:
    picture = np.full((900, 1000, 3), (90, 140, 180), np.uint8)
    cv2.rectangle(picture, (100, 450), (900, 850), (60, 120, 50), -1)
    pitch = 800 / 9
    for k in range(9):
        left = 100 + k * pitch
        cv2.rectangle(picture, (round(left + 4), 145), (round(left + pitch - 4), 305), (150, 70, 160), -1)
    felt = np.array([[100.0, 450.0], [900.0, 450.0], [900.0, 850.0], [100.0, 850.0]])
    comb = find_comb(Layers(picture), felt)
    assert comb is not None
    assert np.abs(comb.slots[:, 1] - 225).max() < 0.2 * pitch
    assert np.abs(comb.slots[:, 0] - (100 + (np.arange(9) + 0.5) * pitch)).max() < 0.2 * pitch


@pytest.mark.parametrize("lies", [ON_WALL, ON_DIE, STACKED, ONE, HAND])
def test_a_throw_that_does_not_lie_flat_in_view_is_doubted(lies: str) -> None:
    for seed in (1, 2):
        box = draw_box(np.random.default_rng(seed), LOT, CLASSIC, SIZE, lies, wooden=True)
        assert not read_picture(box.picture, "trictrac").sure, seed


def test_an_empty_picture_is_doubted() -> None:
    reading = read_picture(np.full((480, 640, 3), 120, np.uint8), "trictrac")
    assert {each.code for each in reading.why} >= {"dice", "no-numbers"}
    assert reading.pieces == ()


@pytest.mark.parametrize("thing", ON_NUMBERS)
def test_a_thing_over_an_open_number_is_doubted(thing: str) -> None:
    for seed in (1, 2):
        box = draw_box(np.random.default_rng(seed), LOT, CLASSIC, SIZE, thing, wooden=True)
        hidden = [mark.face for mark in box.marks if int(mark.face) in box.open and mark.seen < 0.5]
        assert hidden, seed
        assert not read_picture(box.picture, "trictrac").sure, seed


@pytest.mark.parametrize(
    ("slip", "near"),
    [((20.0, 0.0), True), ((30.0, 0.0), False), ((0.0, 40.0), True), ((0.0, 55.0), False)],
)
def test_joints_tell_where_a_number_is_along_a_row_and_little_of_how_high(
    slip: tuple[float, float], near: bool
) -> None:
    slots = np.stack([60.0 * np.arange(9), np.zeros(9)], axis=1)
    row = Row(slots, np.full(9, 36.0), np.full(9, -1), NO_MARKS, jointed=True)
    assert near_joints(row, np.array(slip)) is near


def _felt_above(picture: np.ndarray, reading: Reading) -> np.ndarray:
    """The same box as if its row of numbers lay below the felt: both parts straight and swapped."""
    row = np.array([(piece.x, piece.y) for piece in reading.pieces if piece.name.startswith("open ")])
    first, last = open_of(reading)[0], open_of(reading)[-1]
    pitch = (row[-1] - row[0]) / (last - first)
    step, turn = float(np.hypot(*pitch)), float(np.degrees(np.arctan2(pitch[1], pitch[0])))
    move = cv2.getRotationMatrix2D(tuple(row[0].tolist()), turn, 1.0)
    move[:, 2] += np.array([(first + 0.5) * step, 1.5 * step]) - row[0]
    size = (round(10.5 * step), round(8 * step))
    straight = cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE)
    end = round(2.4 * step)
    return np.ascontiguousarray(np.vstack([straight[end:], straight[:end]]))


def test_dice_thrown_above_the_row_are_read_too(
    boxes: dict[int, BoxPicture], readings: dict[int, Reading]
) -> None:
    swapped = {
        seed: read_picture(_felt_above(boxes[seed].picture, reading), "trictrac")
        for seed, reading in readings.items()
        if reading.sure and len(open_of(reading)) > 3
    }
    read = [dice_of(swapped[seed]) == dice_of(readings[seed]) for seed in swapped]
    assert sum(read) >= 2 and sum(read) > len(read) / 2


def test_a_place_that_slips_over_the_frame_is_as_shut_as_the_others() -> None:
    picture = np.full((120, 700, 3), 240, np.uint8)
    picture[20:100, 50:590] = (60, 90, 130)
    picture[20:100, 52:590:60] = (40, 60, 90)
    slots = np.stack([81.0 + 61.7 * np.arange(9), np.full(9, 60.0)], axis=1)
    row = Row(slots, np.full(9, 36.0), np.full(9, -1), NO_MARKS, jointed=True)
    assert ink_at(Layers(picture), slots, row)[8] > 40
    odd, ink = seen_aside(Layers(picture), row, np.ones(9, bool))
    assert not odd.any() and ink[8] < 30
    picture[20:100, 410:470] = (200, 60, 60)
    assert seen_aside(Layers(picture), row, np.ones(9, bool))[0].tolist() == [k == 6 for k in range(9)]


def test_a_number_is_open_for_certain_by_all_that_is_seen_of_it() -> None:
    def least(
        mark: float, looks: float, wrong: float = 0.0, inky: bool = True, unread: bool = False
    ) -> float:
        flags = np.array([inky]), np.array([unread])
        return float(
            least_chance(np.array([mark]), flags[0], np.array([wrong]), np.array([looks]), flags[1])[0]
        )

    assert least(0.95, 0.0) == 0.5, "the finder is sure that it is a numeral"
    assert least(0.7, 0.3) == 0.5, "its tile has rather the open ones' colour"
    assert least(0.7, 0.0) == 0.6
    assert least(0.0, 0.7) == 0.5, "faint ink that is read on a tile of their colour"
    assert least(0.0, 0.7, unread=True) == 0.8, "ink that is not read may be the edge of a thing"
    assert least(0.7, 0.3, wrong=0.4) == least(0.7, 0.3, inky=False) == 0.8


def test_a_cloth_of_the_felts_colour_beside_the_box_is_no_felt() -> None:
    green = (60, 120, 50)
    picture = np.full((720, 1280, 3), (70, 110, 160), np.uint8)
    cv2.rectangle(picture, (300, 150), (900, 560), green, -1)
    cv2.rectangle(picture, (940, 100), (1150, 330), green, -1)
    cv2.rectangle(picture, (900, 200), (940, 224), green, -1)  # a gap in the frame
    dice = [Die(3, x, 400.0, 50.0, (0.0, 0.0), 1.0, 3, True, True) for x in (450.0, 700.0)]
    found = felt_round(Layers(picture), dice)
    assert found is not None
    assert abs(float(found.outline[:, 0].max()) - 900) < 12
    assert abs(float(found.outline[:, 0].min()) - 300) < 12


@pytest.mark.parametrize("doubtful", [False, True])
def test_a_number_that_the_joints_find_is_open_where_that_clears_every_doubt(
    monkeypatch: pytest.MonkeyPatch, doubtful: bool
) -> None:
    xy = np.stack([100.0 + 60 * np.arange(9), np.full(9, 100.0)], axis=1)
    three, why = np.isin(np.arange(9), (1, 2, 3)) * 0.99, (doubt("numeral", 580.0, 100.0),)
    guessed = Numbers(xy, np.array([1.0, 0.0]), 60.0, three, why, False)
    four = replace(guessed, chance=np.where(np.arange(9) == 8, 0.9, three), why=why if doubtful else ())
    felt = Felt(np.array([[70.0, 150.0], [610.0, 150.0], [610.0, 400.0], [70.0, 400.0]]), np.zeros(3))
    monkeypatch.setattr(trictrac, "find_comb", lambda *_: Comb(xy, 3.0))
    monkeypatch.setattr(trictrac, "numbers_at", lambda *_: four)
    picture, found = Layers(np.zeros((480, 640, 3), np.uint8)), trictrac.Found(felt, [], [])
    view = look(picture, eyes().finder, whole(picture), 1.0)
    settled = trictrac._settled(picture, eyes(), view, guessed, found)
    assert settled is (guessed if doubtful else four)


def test_a_shut_box_whose_board_and_covers_have_nearly_the_felts_colour_is_read() -> None:
    felt, board, line = (50, 90, 34), (58, 108, 38), (150, 190, 200)
    picture = np.full((720, 1280, 3), (190, 180, 230), np.uint8)
    cv2.rectangle(picture, (250, 120), (1030, 620), board, -1)
    cv2.rectangle(picture, (280, 270), (1000, 590), felt, -1)
    for left in range(284, 1000, 80):
        cv2.rectangle(picture, (left, 142), (left + 70, 245), felt, -1)
        cv2.rectangle(picture, (left + 5, 147), (left + 65, 240), line, 2)
    layers = Layers(picture)
    dice = [Die(3, x, 440.0, 50.0, (0.0, 0.0), 1.0, 3, True, True) for x in (450.0, 750.0)]
    view = look(layers, eyes().finder, whole(layers), 0.5)
    numbers = trictrac._numbers_by_dice(layers, eyes(), view, dice)
    assert numbers is not None
    assert numbers.open == ()
    assert np.abs(numbers.xy[:, 1] - 193).max() < 30
