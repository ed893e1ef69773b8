"""An empty shelf: a box from which every tile was taken away is shut."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.box import trictrac
from vision.box.dice import Die
from vision.box.shelf import find_shelf
from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels
from vision.reader import eyes
from vision.view import look, whole

FRAME, FELT, WOOD, TABLE = (50, 110, 170), (50, 110, 60), (40, 60, 80), (160, 150, 140)
OUTLINE = np.array([(300.0, 250.0), (840.0, 250.0), (840.0, 500.0), (300.0, 500.0)])


def box(*shelves: int) -> Pixels:
    """A box on a plain table, with shelves that begin at some heights of the picture."""
    picture = np.full((640, 1140, 3), TABLE, np.uint8)
    cv2.rectangle(picture, (270, 120), (870, 530), FRAME, -1)
    cv2.rectangle(picture, (300, 250), (840, 500), FELT, -1)
    for top in shelves:
        cv2.rectangle(picture, (300, top), (840, top + 84), WOOD, -1)
    return picture


def shelf_of(picture: Pixels) -> Floats | None:
    return find_shelf(Layers(picture), OUTLINE)


def test_the_places_of_an_empty_shelf_are_told() -> None:
    slots = shelf_of(box(150))
    assert slots is not None
    assert np.abs(slots[:, 1] - 192).max() < 8
    assert np.abs(slots[:, 0] - (300 + 60 * (np.arange(9) + 0.5))).max() < 8


def test_a_shelf_with_a_tile_on_it_is_not_empty() -> None:
    picture = box(150)
    cv2.rectangle(picture, (422, 154), (478, 230), (90, 140, 200), -1)
    assert shelf_of(picture) is None


@pytest.mark.parametrize("bar", ["above", "beside"])
def test_what_no_frame_goes_round_is_no_shelf(bar: str) -> None:
    picture = box(150)
    if bar == "above":
        picture[:150] = TABLE
    else:
        picture[150:235, :300] = WOOD
    assert shelf_of(picture) is None


def test_of_two_shelves_neither_is_told() -> None:
    picture = cv2.copyMakeBorder(box(150), 0, 160, 0, 0, cv2.BORDER_CONSTANT, value=TABLE)
    cv2.rectangle(picture, (270, 500), (870, 650), FRAME, -1)
    cv2.rectangle(picture, (300, 520), (840, 600), WOOD, -1)
    assert shelf_of(picture) is None


def test_a_box_without_tiles_is_read_as_shut() -> None:
    picture = Layers(box(150))
    view = look(picture, eyes().finder, whole(picture), 0.6)
    dice = [Die(3, x, 380.0, 45.0, (0.0, 0.0), 1.0, 3, True, True) for x in (430.0, 680.0)]
    numbers = trictrac._numbers_by_dice(picture, eyes(), view, dice)
    assert numbers is not None
    assert (numbers.open, numbers.why) == ((), ())
