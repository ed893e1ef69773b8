"""Covers sit in their places as the open tiles do; a thing that lies on a number does not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.artwork.look import ATKINSON, BESLEY, CLASSIC
from vision.box.covers import covering_of
from vision.box.lone import along_felt
from vision.box.numbers import Numbers
from vision.box.row import Row
from vision.box.seats import breaks, misseated
from vision.box.throw import off_row
from vision.layers import Layers
from vision.marks import NO_MARKS, Floats, Marks
from vision.picture import Pixels
from vision.reader import read_picture
from vision.scene.box import BoxPicture, draw_box
from vision.scene.lot import Lot

SIZE = (1152, 864)
LOT = Lot((((str(BESLEY),), (str(ATKINSON),)),))
LEFT = (1, 2, 4, 5, 7, 8, 9)
THING = (200, 60, 160)
SEEDS = (3, 5, 8, 11)


def box_of(seed: int) -> BoxPicture:
    return draw_box(np.random.default_rng(seed), LOT, CLASSIC, SIZE, wooden=True, left=LEFT)


def row_of(box: BoxPicture) -> Row:
    marks = {int(mark.face): mark for mark in box.marks}
    known = sorted(LEFT)
    xy = np.array([(marks[n].x_px, marks[n].y_px) for n in known])
    slots = np.stack([np.interp(range(1, 10), known, xy[:, way]) for way in (0, 1)], axis=1)
    size = np.full(9, float(np.median([marks[n].size_px for n in known])))
    none = np.zeros(0)
    return Row(slots, size, np.full(9, -1), Marks(np.zeros((0, 2)), none, none, none))


def lay(
    box: BoxPicture,
    row: Row,
    number: int,
    wide: float,
    tall: float,
    turn: float = 0.0,
    colour: tuple[int, ...] = THING,
) -> Pixels:
    """A thing so many steps wide and so many numerals tall over a number."""
    ahead, picture = row.way, box.picture.copy()
    aside = np.array([-ahead[1], ahead[0]]) / row.pitch * row.size[0]
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners: Floats = np.array(
        [
            row.slots[number - 1] + spin @ (x * wide / 2 * ahead + y * tall / 2 * aside)
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
    )
    cv2.fillConvexPoly(picture, corners.round().astype(np.int32), colour, cv2.LINE_AA)
    return picture


def told(picture: Pixels, row: Row, *covered: int) -> set[int]:
    open_ = np.isin(np.arange(1, 10), [n for n in LEFT if n not in covered])
    return {int(n) + 1 for n in np.nonzero(misseated(Layers(picture), row, open_, ~open_))[0]}


@pytest.mark.parametrize("seed", SEEDS)
def test_covers_sit_well(seed: int) -> None:
    box = box_of(seed)
    assert told(box.picture, row_of(box)) == set()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_thing_that_leaves_some_of_a_face_in_sight_does_not(seed: int) -> None:
    box = box_of(seed)
    row = row_of(box)
    assert told(lay(box, row, 5, 0.9, 1.2), row, 5) == {5}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_thing_that_lies_on_the_frame_does_not(seed: int) -> None:
    box = box_of(seed)
    row = row_of(box)
    assert 5 in told(lay(box, row, 5, 2.4, 7.0, 0.3), row, 4, 5)


def test_long_places_on_both_sides_of_open_numbers_are_made_so() -> None:
    box = box_of(SEEDS[0])
    row = row_of(box)
    for number in (3, 6, 8):
        box = replace(box, picture=lay(box, row, number, 0.9, 7.0))
    assert told(box.picture, row, 8) == set()
    assert told(box.picture, row) >= {3, 6}, "two may be two things"
    box = box_of(SEEDS[0])
    for number in (2, 3, 4):
        box = replace(box, picture=lay(box, row, number, 0.9, 7.0))
    assert told(box.picture, row, 2, 4) >= {2, 3, 4}, "one thing may lie on neighbours"


def test_a_thing_changes_its_light_slowly_and_a_shelf_where_its_tiles_end() -> None:
    slow = np.linspace(1.0, 1.3, 20)
    sudden = np.where(np.arange(20) < 7, 1.0, 1.3)
    elsewhere = np.where(np.arange(20) < 15, 1.0, 1.3)
    lines = 120.0 * np.stack([slow, sudden, elsewhere])[..., None] * np.ones(3)
    assert breaks(lines, 7).tolist() == [False, True, False]


def test_a_sheet_over_several_numbers_is_doubted() -> None:
    box = box_of(SEEDS[0])
    assert not read_picture(lay(box, row_of(box), 8, 3.0, 4.0, 0.2), "trictrac").sure


def test_a_knob_in_the_middle_of_a_slide_is_no_ink_on_it() -> None:
    box = box_of(SEEDS[0])
    row = row_of(box)
    plain = lay(box, row, 3, 0.9, 2.0)
    place = tuple(row.slots[2].round().astype(int).tolist())
    knob = cv2.circle(plain.copy(), place, round(0.06 * row.pitch), (20, 20, 20), -1, cv2.LINE_AA)
    ink = cv2.circle(plain.copy(), place, round(0.2 * row.pitch), (20, 20, 20), -1, cv2.LINE_AA)
    inked = [bool(covering_of(Layers(seen), row).inked[2]) for seen in (plain, knob, ink)]
    assert inked == [False, False, True]


def test_knobs_beyond_the_numbers_are_no_dice() -> None:
    row = row_of(box_of(SEEDS[0]))
    numbers = Numbers(row.slots, row.way / row.pitch, row.pitch, np.ones(9), (), False)
    below = row.pitch * numbers.down
    places = np.stack([row.slots[4] + steps * below for steps in (-1.5, 0.0, 2.0)])
    assert off_row(places, numbers).tolist() == [False, False, True]


def test_covers_sit_well_beside_numerals_that_seem_higher_than_they_are() -> None:
    box = box_of(SEEDS[0])
    row = row_of(box)
    assert told(box.picture, replace(row, size=1.3 * row.size)) == set()


def test_few_numbers_stand_in_a_row_that_runs_as_the_felt_does() -> None:
    felt = np.array([(100.0, 300.0), (1000.0, 300.0), (1000.0, 700.0), (100.0, 700.0)])
    there = np.stack([100.0 + 100.0 * (np.arange(9) + 0.5), np.full(9, 200.0)], axis=1)
    strayed = there + np.outer(np.arange(9), (3.0, 5.0))
    strayed[:2] = there[:2] + np.array([(0.0, -1.0), (0.0, 1.0)])
    found = along_felt(felt, strayed, np.array([0, 1]))
    assert found is not None and np.abs(found - there).max() < 3.0
    assert along_felt(felt, strayed - (150.0, 0.0), np.array([0, 1])) is None, "this row is another's"


@pytest.mark.parametrize(("top", "bottom", "doubted"), [(52, 162, set()), (40, 150, set()), (66, 150, {5})])
def test_a_cover_that_slid_shows_the_tray_at_one_end_and_no_face(
    top: int, bottom: int, doubted: set[int]
) -> None:
    """A flap as tall as the tiles, moved by a tenth of that, in a tray of a darker shade than they have."""
    face, tray, cover = (90, 150, 180), (22, 36, 44), (200, 90, 60)
    picture = np.full((220, 760, 3), tray, np.uint8)
    slots = np.stack([100.0 + 70.0 * np.arange(9), np.full(9, 95.0)], axis=1)
    for number, (x, y) in enumerate(slots.astype(int).tolist(), start=1):
        picture[40:150, x - 31 : x + 31] = face
        cv2.putText(picture, str(number), (x - 15, y + 18), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (10, 10, 10), 4)
        if number not in LEFT or number == 5:
            picture[40:150, x - 31 : x + 31] = tray
            picture[slice(top, bottom) if number == 5 else slice(40, 150), x - 31 : x + 31] = cover
    picture[170:] = (60, 120, 40)
    row = Row(slots, np.full(9, 50.0), np.full(9, -1), NO_MARKS)
    assert told(picture, row, 5) == doubted


def test_a_number_whose_tile_is_seen_but_not_a_stroke_of_it_is_doubted() -> None:
    """A square of the tiles' own colour lies askew over a number, and the edges of both are its only ink."""
    box = box_of(SEEDS[0])
    row = row_of(box)
    x, y = (row.slots[4] + 0.36 * row.way).astype(int).tolist()
    lower = row.slots + 0.25 * np.array([-row.way[1], row.way[0]]) / row.pitch * row.size[0]
    picture = lay(box, replace(row, slots=lower), 5, 0.75, 1.1, 0.5, tuple(box.picture[y, x].tolist()))
    assert "numeral" in {doubt.code for doubt in read_picture(picture, "trictrac").why}
