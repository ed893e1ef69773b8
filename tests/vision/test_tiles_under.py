"""What lies under Addique tiles is seen on both sides of an arm, and hides none."""

import cv2
import numpy as np

from tests.vision.test_glimpses import (
    CLOTH,
    FACE,
    MATRIX,
    ORIGIN,
    PURPLE,
    SIZE,
    draw_tile,
    places_at,
    table_with,
    view_of,
)
from vision.layers import Layers
from vision.picture import Pixels
from vision.tiles.beside import doubts_beside
from vision.tiles.leftovers import _cut_off
from vision.tiles.under import like_under

DOTS, PALER, RED = (60, 170, 230), (165, 70, 25), (20, 20, 220)
HALF_COVERED = np.full(SIZE, 100, np.uint8)  # the finder cannot tell print from a sleeve


def dotted_paper(pixels: Pixels) -> None:
    """A dotted sheet almost of the tiles' colour, from the first tile's spot to the right and down."""
    x, y = (ORIGIN - 20).astype(int)
    cv2.rectangle(pixels, (x, y), (x + 170, y + 170), PALER, -1)
    for across in range(x + 20, x + 170, 24):
        for down in range(y + 20, y + 170, 24):
            cv2.circle(pixels, (across, down), 7, DOTS, -1)


def test_printed_paper_under_a_lone_tile_hides_nothing() -> None:
    pixels = table_with()
    dotted_paper(pixels)
    draw_tile(pixels, (0, 0), FACE)
    assert not doubts_beside(Layers(pixels), view_of(HALF_COVERED), MATRIX, places_at((0, 0)))


def test_a_thing_beside_a_tile_on_such_paper_may_hide_one() -> None:
    pixels = table_with()
    dotted_paper(pixels)
    draw_tile(pixels, (0, 0), FACE)
    cv2.circle(pixels, (362, 295), 55, RED, -1)
    doubts = doubts_beside(Layers(pixels), view_of(HALF_COVERED), MATRIX, places_at((0, 0)))
    assert [each.code for each in doubts] == ["cover"]


def test_what_touches_one_side_of_an_arm_is_not_under_it() -> None:
    pixels = table_with((0, 0))
    cv2.rectangle(pixels, (316, 200), (420, 244), PURPLE, -1)
    points = np.array([[330.0, 230.0], [270.0, 290.0]])
    assert like_under(Layers(pixels), points, places_at((0, 0))).tolist() == [False, True]


def test_no_ground_is_known_where_it_is_another_on_each_side_of_every_arm() -> None:
    pixels = np.zeros((*SIZE, 3), np.uint8)
    x, y = ORIGIN.astype(int)
    pixels[:y, :x], pixels[:y, x:], pixels[y:, :x], pixels[y:, x:] = CLOTH, PURPLE, DOTS, RED
    draw_tile(pixels, (0, 0), FACE)
    assert not like_under(Layers(pixels), np.array([[100.0, 100.0]]), places_at((0, 0))).any()


def test_table_at_the_pictures_edge_is_no_tile_though_the_finder_takes_it_for_one() -> None:
    edge = np.array([[[300.0, 518.0], [305.0, 510.0], [295.0, 510.0], [305.0, 525.0], [295.0, 525.0]]])
    view = view_of(piece=0.9)
    for face, found in ((CLOTH, 0), (FACE, 1), (PURPLE, 1)):
        pixels = table_with((0, 7), face=FACE)
        cv2.rectangle(pixels, (285, SIZE[0] - 14), (315, SIZE[0]), face, -1)
        assert len(_cut_off(Layers(pixels), view, view, edge, MATRIX, places_at((0, 7)))) == found
