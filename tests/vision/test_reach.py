"""What looks like an arm over the numbers is none where covers and their joints are plainly seen."""

from __future__ import annotations

import numpy as np
import pytest

from vision.artwork.look import ATKINSON, BESLEY, CLASSIC
from vision.box import reach
from vision.box.comb import find_comb
from vision.box.felt import felt_below
from vision.box.numbers import Numbers, numbers_at
from vision.box.reach import plainly_covers, reached_over
from vision.layers import Layers
from vision.marks import NO_MARKS
from vision.reader import eyes
from vision.scene import box, box_things
from vision.scene.box import draw_box
from vision.scene.box_things import PATCH, NoRoomError
from vision.scene.lot import Lot
from vision.view import View, look, whole

LOT = Lot((((str(BESLEY),), (str(ATKINSON),)),))
PITCH = 60
PLACES = np.array([(n * PITCH, 120.0) for n in range(1, 10)])
NONE_OPEN = Numbers(PLACES, np.array([1.0, 0.0]), PITCH, np.zeros(9), (), False)
REACHED = slice(3, 6)


def covers(arm: bool) -> Layers:
    """Nine covers with dark joints between them, or three of them under an arm of their own colour."""
    picture = np.full((400, 660, 3), (30, 45, 60), np.uint8)
    for n in range(1, 10):
        picture[70:170, n * PITCH - 26 : n * PITCH + 26] = (90, 140, 190)
    if arm:
        picture[:170, 4 * PITCH - 30 : 6 * PITCH + 30] = (90, 140, 190)
    return Layers(picture)


def seen_as_reached(picture: Layers, monkeypatch: pytest.MonkeyPatch) -> View:
    """A view of a row that seems to have an arm over three numbers."""
    view = look(picture, eyes().finder, whole(picture), 1.0)
    chart = np.zeros(view.field.surface[0].shape, np.float32)
    step = chart.shape[1] / view.box.width
    chart[: chart.shape[0] // 2, int(3.5 * PITCH * step) : int(6.5 * PITCH * step)] = 1.0
    monkeypatch.setattr(View, "large_covers", lambda *_, **__: chart)
    return view


def test_covers_between_their_joints_are_under_no_arm(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plainly_covers(covers(arm=False), NONE_OPEN).all()
    picture = covers(arm=False)
    assert not reached_over(picture, seen_as_reached(picture, monkeypatch), NONE_OPEN)


def test_an_arm_of_the_covers_own_colour_hides_their_joints(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not plainly_covers(covers(arm=True), NONE_OPEN)[REACHED].any()
    picture = covers(arm=True)
    assert len(reached_over(picture, seen_as_reached(picture, monkeypatch), NONE_OPEN)) == 3


def test_few_covers_do_not_tell_what_an_arm_would_hide() -> None:
    most_open = np.where(np.arange(9) < reach.LEAST_OTHERS, 0.0, 1.0)
    few = Numbers(PLACES, np.array([1.0, 0.0]), PITCH, most_open, (), False)
    assert not plainly_covers(covers(arm=False), few).any()


def test_a_felt_nearly_as_dark_as_frame_and_table_ends_at_its_frame() -> None:
    picture = np.full((480, 660, 3), (60, 58, 57), np.uint8)
    picture[60:430, 20:640] = (66, 46, 44)
    picture[190:410, 40:620] = (38, 33, 35)
    felt = felt_below(Layers(picture), NONE_OPEN)
    assert felt is not None
    assert np.abs(felt.outline.min(axis=0) - (40, 190)).max() < 12
    assert np.abs(felt.outline.max(axis=0) - (620, 410)).max() < 12


def test_shut_places_that_the_picture_cuts_off_are_doubted() -> None:
    picture = covers(arm=False)
    view = look(picture, eyes().finder, whole(picture), 1.0)
    outside = numbers_at(picture, eyes(), view, NO_MARKS, PLACES - (0, 140))
    assert "edge" in {each.code for each in outside.why}
    inside = numbers_at(picture, eyes(), view, NO_MARKS, PLACES)
    assert "edge" not in {each.code for each in inside.why}


@pytest.mark.parametrize(("first_line", "found"), [(60, True), (398, False)])
def test_joints_are_those_in_the_picture_and_no_lines_drawn_out_from_its_edge(
    first_line: int, found: bool
) -> None:
    picture = np.full((400, 660, 3), (90, 140, 190), np.uint8)
    for k in range(1, 9):
        x = round(40 + k * 580 / 9)
        picture[first_line : first_line + 80, x - 3 : x + 3] = (20, 30, 40)
    felt = np.array([(40.0, 160.0), (620.0, 160.0), (620.0, 330.0), (40.0, 330.0)])
    assert (find_comb(Layers(picture), felt) is not None) is found


def test_a_box_that_nothing_can_lie_over_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def seldom(*args: object) -> box_things.Bools:
        tries.append(len(tries))
        if len(tries) == 1:
            raise NoRoomError
        return box_things.lay_over(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(box, "lay_over", seldom)
    drawn = draw_box(np.random.default_rng(1), LOT, CLASSIC, (640, 480), PATCH, wooden=True)
    assert len(tries) >= 2
    assert any(int(mark.face) in drawn.open and mark.seen < 0.5 for mark in drawn.marks)
