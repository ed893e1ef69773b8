"""Room beside Addique tiles: bare table proves it empty, and parts of a tile prove the contrary."""

import cv2
import numpy as np

from vision.layers import Layers
from vision.marks import Marks
from vision.network import Field
from vision.picture import Pixels
from vision.reader import eyes
from vision.tiles.bare import sides_alike
from vision.tiles.beside import doubts_beside
from vision.tiles.covers import _hides_nothing
from vision.tiles.glimpses import crosses_seen, glimpse
from vision.tiles.loose import _strangers, doubt_numerals
from vision.tiles.places import Places
from vision.tiles.rooms import rooms_beside
from vision.view import COVER, PIECE, TABLE, Box, View

CELL = 30.0
ORIGIN = np.array([300.0, 260.0])
MATRIX = np.array([[CELL, 0, ORIGIN[0]], [0, CELL, ORIGIN[1]], [0, 0, 1.0]])
CLOTH, FACE, SKIN, PURPLE, WHITE = (40, 90, 30), (150, 60, 20), (140, 180, 220), (160, 60, 150), (250,) * 3
SIZE = (520, 700)
NONE = np.zeros((0, 2))


def table_with(*cells: tuple[int, int], face: tuple[int, int, int] = FACE) -> Pixels:
    pixels = np.full((*SIZE, 3), CLOTH, np.uint8)
    for cell in cells:
        draw_tile(pixels, cell, face)
    return pixels


def draw_tile(pixels: Pixels, cell: tuple[int, int], face: tuple[int, int, int]) -> None:
    for arm in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
        x, y = (ORIGIN + CELL * (np.array(cell) + arm)).astype(int)
        cv2.rectangle(pixels, (x - 15, y - 15), (x + 14, y + 14), face, -1)


def write(pixels: Pixels, text: str, at: tuple[float, float], ink: tuple[int, int, int] = WHITE) -> None:
    x, y = (ORIGIN + CELL * np.array(at)).astype(int)
    cv2.putText(pixels, text, (x - 8, y + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.8, ink, 2, cv2.LINE_AA)


def places_at(*cells: tuple[int, int]) -> Places:
    axes = np.tile(np.eye(2) * CELL, (len(cells), 1, 1))
    return Places(np.array(cells), np.array(cells) * CELL + ORIGIN, axes, np.ones(len(cells), bool))


def view_of(cover: Pixels | None = None, marks: np.ndarray = NONE, piece: float = 0.0) -> View:
    """A look that takes all for table but for a cover, and sees numerals at some points."""
    surface = np.zeros((3, SIZE[0] // 4, SIZE[1] // 4), np.float32)
    if cover is not None:
        surface[COVER] = cv2.resize(cover, surface.shape[:0:-1]) / 255
    surface[TABLE], surface[PIECE] = 1 - surface[COVER], piece
    chart = np.zeros_like(surface)
    count = len(marks)
    glyphs = Marks(marks, np.full(count, 0.9), np.zeros(count), np.full(count, CELL))
    spots = Marks(NONE, np.zeros(0), np.zeros(0), np.zeros(0))
    return View(Box(0, 0, SIZE[1], SIZE[0]), 1.0, spots, glyphs, Field(chart, surface, chart, 4))


def hand_on(pixels: Pixels, *corners: tuple[int, int]) -> View:
    """Lay a hand over a picture and see it."""
    mask = np.zeros(SIZE, np.uint8)
    cv2.fillPoly(mask, [np.array(corners)], 255)
    pixels[mask > 0] = SKIN
    return view_of(mask)


def test_fingers_on_a_tile_that_leave_its_neighbours_corner_whole_are_told() -> None:
    pixels = table_with((0, 0), (1, -2))
    view = hand_on(pixels, (318, 170), (335, 225), (420, 300), (600, 300), (600, 120), (340, 150))
    picture, places = Layers(pixels), places_at((0, 0))
    assert not _hides_nothing(picture, view, view, MATRIX, places)
    assert glimpse(picture, view, view, MATRIX, places, np.array([[1, -2]])).tile.all()


def test_an_arm_that_ends_at_the_corner_of_a_neighbour_may_hide_a_tile_of_another_colour() -> None:
    pixels = table_with((0, 0))
    draw_tile(pixels, (2, 1), PURPLE)
    view = hand_on(pixels, (346, 0), (346, 519), (600, 519), (600, 0))
    assert not _hides_nothing(Layers(pixels), view, view, MATRIX, places_at((0, 0)))


def test_a_hand_over_bare_table_hides_nothing() -> None:
    pixels = table_with((0, 0))
    view = hand_on(pixels, (345, 170), (345, 240), (600, 300), (600, 120))
    assert _hides_nothing(Layers(pixels), view, view, MATRIX, places_at((0, 0)))


def test_a_cell_of_bare_table_is_seen() -> None:
    pixels = table_with((0, 0), (1, -2))
    rooms = np.array([[1, -2], [2, 1]])
    seen = glimpse(Layers(pixels), view_of(), view_of(), MATRIX, places_at((0, 0)), rooms)
    assert seen.table.tolist() == [False, True] and seen.tile.tolist() == [True, False]


def test_a_tile_washed_out_by_light_is_told_by_its_shape() -> None:
    pixels = table_with((0, 0))
    draw_tile(pixels, (2, 1), WHITE)
    cv2.circle(pixels, (450, 400), 55, WHITE, -1)  # a mug in the same white: the table's, by its share
    places = places_at((0, 0))
    doubts = doubts_beside(Layers(pixels), view_of(), MATRIX, places)
    assert [(each.code, each.x, each.y) for each in doubts] == [("unread-piece", 360, 290)]


def test_paper_under_a_tile_has_no_tiles_shape() -> None:
    pixels = table_with()
    cv2.rectangle(pixels, (290, 230), (480, 420), WHITE, -1)
    draw_tile(pixels, (0, 0), FACE)
    places = places_at((0, 0))
    rooms, _ = rooms_beside(places)
    assert not crosses_seen(Layers(pixels), MATRIX, places, rooms).any()


def test_a_ruler_as_long_as_the_table_is_wide_is_no_table() -> None:
    pixels = table_with((0, 0), (1, -2))
    cv2.line(pixels, (120, 125), (490, 255), PURPLE, 50)
    picture, places = Layers(pixels), places_at((0, 0))
    sides, seen = sides_alike(picture, np.array([[330.0, 200.0], [300.0, 400.0]]), MATRIX, places, 0.05)
    assert seen == 4 and sides[0] < 3 and sides[1] == 4
    assert [each.code for each in doubts_beside(picture, view_of(), MATRIX, places)] == ["cover"]


def loose_numerals(pixels: Pixels, view: View, *cells: tuple[int, int]) -> list[str]:
    found = doubt_numerals(Layers(pixels), eyes("addique").glyphs, view, view, MATRIX, places_at(*cells))
    return [each.code for each in found]


def test_a_numeral_on_a_tile_is_told_though_the_finder_sees_none() -> None:
    pixels = table_with((0, 0), (1, -2))
    write(pixels, "8", (1, -3))
    assert loose_numerals(pixels, view_of(), (0, 0)) == ["loose-numeral"]


def test_print_between_tiles_with_bare_table_round_it_is_no_tile() -> None:
    pixels = table_with((0, 0))
    write(pixels, "8", (1, -3))
    marks = (ORIGIN + CELL * np.array([[1.0, -3.0]])).round()
    assert not loose_numerals(pixels, view_of(None, marks), (0, 0))
    assert loose_numerals(pixels, view_of(None, marks, piece=0.9), (0, 0)) == ["loose-numeral"]


def test_a_letter_of_another_game_beside_a_tile_is_left_alone() -> None:
    pixels = table_with((0, 0))
    at = (1.4, -2.55)
    x, y = (ORIGIN + CELL * np.array(at)).astype(int)
    for ground, codes in ((SKIN, []), (FACE, ["loose-numeral"])):
        cv2.rectangle(pixels, (x - 20, y - 20), (x + 20, y + 20), ground, -1)
        write(pixels, "8", at, CLOTH if ground == SKIN else WHITE)
        view = view_of(None, np.array([[x, y]], float), piece=0.9)
        assert loose_numerals(pixels, view, (0, 0)) == codes


def test_print_in_the_corner_between_a_tiles_arms_stands_on_paper_not_on_the_tile() -> None:
    point, cell = ORIGIN + CELL * np.array([[0.75, -0.75]]), np.array([[0.75, -0.75]])
    for ground, alone in ((SKIN, True), (FACE, False)):
        pixels = table_with()
        cv2.rectangle(pixels, (290, 200), (360, 270), ground, -1)
        draw_tile(pixels, (0, 0), FACE)
        found = _strangers(Layers(pixels), point, cell, MATRIX, places_at((0, 0)), np.array([True]))
        assert found.tolist() == [alone]
