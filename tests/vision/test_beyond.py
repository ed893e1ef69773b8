"""Room beside rows and tiles that does not look like the table: a piece may be hidden there."""

import cv2
import numpy as np
import pytest

from vision.cards.found import PATCH_GLYPHS, Line
from vision.cards.rows import Row
from vision.formula.beyond import doubts_beyond, sleeve_near
from vision.formula.formula import _doubt_ends
from vision.formula.ways import Way
from vision.ground import on_floor, strange_places
from vision.layers import Layers
from vision.marks import NO_MARKS
from vision.network import Field
from vision.picture import Pixels
from vision.reader import eyes
from vision.tiles.beside import doubts_beside
from vision.tiles.places import Places
from vision.tiles.rooms import rooms_beside
from vision.view import COVER, TABLE, Box, View

SIZE = 40
CLOTH, FACE, PINK, RED = (120, 70, 30), (238, 240, 240), (150, 60, 230), (20, 20, 220)


def view_of(pixels: Pixels, kind: int) -> View:
    """A look that takes everything for one kind of surface, as surely as it takes things on pieces."""
    surface = np.full((3, 8, 8), 0.1, np.float32)
    surface[kind] = 0.8
    chart = np.zeros((3, 8, 8), np.float32)
    box = Box(0, 0, pixels.shape[1], pixels.shape[0])
    return View(box, 1.0, NO_MARKS, NO_MARKS, Field(chart, surface, chart, 4))


def row_on(cloth: tuple[int, int, int] = CLOTH) -> tuple[Pixels, Line]:
    """Four cards side by side on one cloth."""
    pixels = np.full((400, 700, 3), cloth, np.uint8)
    xy = np.stack([220.0 + 60 * np.arange(4), np.full(4, 200.0)], axis=1)
    for x, y in xy.astype(int):
        cv2.rectangle(pixels, (x - 28, y - 42), (x + 28, y + 42), FACE, -1)
    axes = np.tile(np.eye(2) * SIZE * PATCH_GLYPHS, (4, 1, 1))
    return pixels, Line(xy, np.full(4, float(SIZE)), axes, np.zeros((4, 18)))


def codes_beyond(pixels: Pixels, line: Line, kind: int = TABLE) -> list[str]:
    return [each.code for each in doubts_beyond(Layers(pixels), view_of(pixels, kind), line)]


def test_bare_cloth_beyond_a_row_hides_nothing() -> None:
    assert not codes_beyond(*row_on())


def test_something_as_large_as_a_card_beside_the_end_may_hide_one() -> None:
    pixels, line = row_on()
    cv2.rectangle(pixels, (432, 150), (520, 250), PINK, -1)
    assert codes_beyond(pixels, line, COVER) == ["cover"]


def test_paper_that_the_finder_takes_for_table_hides_nothing() -> None:
    pixels, line = row_on()
    cv2.rectangle(pixels, (432, 90), (560, 330), PINK, -1)
    assert not codes_beyond(pixels, line, TABLE)


def test_what_is_no_larger_than_a_card_is_no_paper() -> None:
    pixels, line = row_on()
    cv2.rectangle(pixels, (432, 155), (500, 245), PINK, -1)
    assert codes_beyond(pixels, line, TABLE) == ["cover"]


def test_a_card_on_a_cloth_nearly_as_light_is_told_by_the_nearer_colour() -> None:
    cloth = (224, 228, 236)
    pixels, line = row_on(cloth)
    assert not codes_beyond(pixels, line)
    cv2.rectangle(pixels, (432, 158), (488, 242), FACE, -1)
    assert codes_beyond(pixels, line) == ["unread-piece"]


def test_a_card_that_peeps_out_is_told_whatever_the_finder_takes_it_for() -> None:
    pixels, line = row_on()
    cv2.rectangle(pixels, (432, 158), (488, 242), FACE, -1)
    cv2.circle(pixels, (460, 200), 30, PINK, -1)
    assert codes_beyond(pixels, line, TABLE) == ["cover"]


def test_a_dotted_cloth_hides_no_coin_on_a_card() -> None:
    pixels, line = row_on()
    for x in range(0, 700, 30):
        for y in [*range(0, 140, 30), *range(270, 400, 30)]:
            cv2.circle(pixels, (x, y), 7, FACE, -1)
    assert not codes_beyond(pixels, line)
    cv2.rectangle(pixels, (432, 158), (488, 242), FACE, -1)
    cv2.circle(pixels, (460, 200), 18, PINK, -1)
    assert codes_beyond(pixels, line) == ["cover"]


def test_the_floor_beyond_the_table_hides_nothing() -> None:
    pixels, line = row_on()
    pixels[:, :180], pixels[:, 440:], pixels[:40] = PINK, PINK, PINK
    assert not codes_beyond(pixels, line, COVER)
    pixels[:40], pixels[:, :180] = CLOTH, CLOTH  # seen on one side only, it may be a sleeve
    assert codes_beyond(pixels, line, COVER) == ["cover"]


def test_what_the_rim_shows_on_two_sides_is_no_floor() -> None:
    pixels = np.full((200, 300, 3), CLOTH, np.uint8)
    pixels[:40], pixels[-40:] = PINK, PINK
    points = np.array([[150.0, 10.0], [150.0, 100.0]])
    assert on_floor(Layers(pixels), points, 12.0).tolist() == [True, False]
    pixels[:, :60], pixels[:, -60:] = FACE, FACE
    assert on_floor(Layers(pixels), points, 12.0).tolist() == [False, False]


def test_a_floor_like_a_sleeve_is_none_near_the_row() -> None:
    pixels, line = row_on()
    pixels[:, :150], pixels[:, 440:], pixels[:60] = PINK, PINK, PINK
    view = view_of(pixels, COVER)
    assert sleeve_near(Layers(pixels), view, line)
    view.field.surface[COVER] = 0.5 * (np.arange(8) > 4)
    assert not sleeve_near(Layers(pixels), view, line)


def test_a_pencil_beside_the_end_hides_nothing() -> None:
    pixels, line = row_on()
    cv2.line(pixels, (450, 120), (470, 300), PINK, 10)
    assert not codes_beyond(pixels, line, COVER)


@pytest.mark.parametrize(("last", "codes"), [("2", ["loose-numeral"]), ("", [])])
def test_a_digit_beyond_a_row_is_told_whatever_the_finder_takes_its_card_for(last: str, codes: list) -> None:
    pixels, line = row_on(FACE)  # white cards on white paper, in bright light
    cv2.putText(pixels, last, (446, 218), cv2.FONT_HERSHEY_SIMPLEX, 1.7, (30, 30, 30), 5, cv2.LINE_AA)
    view = view_of(pixels, TABLE)
    way = Way(Row(np.arange(4), np.array([1.0, 0.0]), line.size), line, ("7", "8", "=", "8"), 0.0)
    assert [each.code for each in _doubt_ends(Layers(pixels), eyes("formula"), view, view, way)] == codes


CELL = 30.0
MATRIX = np.array([[CELL, 0, 300], [0, CELL, 200], [0, 0, 1.0]])
ARMS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


def tiles_on(*cells: tuple[int, int]) -> Pixels:
    pixels = np.full((400, 700, 3), CLOTH, np.uint8)
    lay_tiles(pixels, *cells)
    return pixels


def lay_tiles(pixels: Pixels, *cells: tuple[int, int], face: tuple[int, int, int] = FACE) -> None:
    for col, row in cells:
        for across, down in ARMS:
            x, y = 300 + CELL * (col + across), 200 + CELL * (row + down)
            cv2.rectangle(pixels, (int(x - 15), int(y - 15)), (int(x + 14), int(y + 14)), face, -1)


def codes_beside(pixels: Pixels, kind: int, *cells: tuple[int, int]) -> list[str]:
    view = view_of(pixels, kind)
    return [each.code for each in doubts_beside(Layers(pixels), view, MATRIX, places_at(*cells))]


def places_at(*cells: tuple[int, int]) -> Places:
    return Places(
        np.array(cells),
        np.array(cells) * CELL + np.array([300.0, 200.0]),
        np.tile(np.eye(2) * CELL, (len(cells), 1, 1)),
        np.ones(len(cells), bool),
    )


def test_bare_cloth_beside_tiles_hides_nothing() -> None:
    assert not codes_beside(tiles_on((0, 0), (1, 2)), COVER, (0, 0), (1, 2))


@pytest.mark.parametrize("radius", [25, 35])
def test_a_coin_on_a_tile_left_out_is_told(radius: int) -> None:
    pixels = tiles_on((0, 0), (1, 2), (2, -1))
    cv2.circle(pixels, (360, 170), radius, PINK, -1)
    assert codes_beside(pixels, TABLE, (0, 0), (1, 2)) == ["cover"]


def test_paper_under_tiles_hides_nothing() -> None:
    pixels = np.full((400, 700, 3), CLOTH, np.uint8)
    cv2.rectangle(pixels, (200, 92), (420, 200), PINK, -1)
    tiles = tiles_on((0, 0), (1, 2))
    pixels = np.where((tiles == FACE).all(axis=2)[..., None], tiles, pixels)
    assert not codes_beside(pixels, TABLE, (0, 0), (1, 2))
    assert not codes_beside(pixels, COVER, (0, 0), (1, 2))  # whatever it is, the tiles lie on it


def test_a_disc_over_a_tile_laps_over_the_corner_of_its_neighbour() -> None:
    pixels = tiles_on((0, 0), (1, 2), (2, -1))
    cv2.circle(pixels, (360, 170), 46, PINK, -1)
    assert codes_beside(pixels, COVER, (0, 0), (1, 2)) == ["cover"]


def test_a_thing_in_the_tiles_own_colour_is_told_though_all_corners_look_whole() -> None:
    pixels = tiles_on((0, 0), (1, 2))
    cv2.circle(pixels, (360, 170), 46, FACE, -1)
    assert codes_beside(pixels, COVER, (0, 0), (1, 2)) == ["cover"]


def test_a_thing_that_the_finder_sees_may_hide_a_tile_of_another_colour_and_leave_all_corners_whole() -> None:
    pixels = tiles_on((0, 0), (1, 2))
    lay_tiles(pixels, (2, -1), face=RED)
    cv2.rectangle(pixels, (376, 90), (460, 250), RED, -1)
    cv2.circle(pixels, (360, 170), 24, PINK, -1)
    assert not codes_beside(pixels, TABLE, (0, 0), (1, 2))
    assert codes_beside(pixels, COVER, (0, 0), (1, 2)) == ["cover"]


def test_a_ruler_that_the_finder_takes_for_table_is_told_by_the_corner_it_laps_over() -> None:
    pixels = tiles_on((0, 0), (1, 2), (2, -1))
    cv2.rectangle(pixels, (318, 100), (690, 200), PINK, -1)
    assert codes_beside(pixels, TABLE, (0, 0), (1, 2)) == ["cover"]


@pytest.mark.parametrize(("kind", "codes"), [(TABLE, []), (COVER, ["cover"])])
def test_a_card_in_a_colour_of_the_table_is_told_by_the_tile_that_peeps_out(kind: int, codes: list) -> None:
    read = (0, 0), (1, 2), (-1, -2)
    pixels = tiles_on(*read, (2, -1))
    pixels[:80] = PINK
    cv2.rectangle(pixels, (338, 148), (382, 192), PINK, -1)
    assert codes_beside(pixels, kind, *read) == codes


@pytest.mark.parametrize(("kind", "codes"), [(TABLE, []), (COVER, ["cover"])])
def test_a_card_on_a_tile_in_the_tables_colour_laps_over_a_neighbours_corner(kind: int, codes: list) -> None:
    pixels = tiles_on((0, 0), (1, 2), (2, -1))
    pixels[:, 430:] = pixels[:80] = FACE  # the cloth's other colour, which tells no tile from it
    cv2.rectangle(pixels, (318, 150), (390, 196), PINK, -1)
    assert codes_beside(pixels, kind, (0, 0), (1, 2)) == codes


def test_room_for_a_tile_has_three_edges() -> None:
    rooms, _ = rooms_beside(places_at((0, 0)))
    assert {tuple(room) for room in rooms.tolist()} == {
        (x, y) for x in range(-2, 3) for y in range(-2, 3) if {abs(x), abs(y)} == {1, 2}
    }  # beside one tile that leaves the knight's moves


def test_what_is_no_larger_than_a_tile_is_no_paper_under_them() -> None:
    pixels = tiles_on((0, 0), (1, 2), (2, -1))
    cv2.rectangle(pixels, (318, 128), (402, 212), PINK, -1)
    pixels[185:230, 250:316] = tiles_on((0, 0))[185:230, 250:316]
    assert codes_beside(pixels, TABLE, (0, 0), (1, 2)) == ["cover"]


def test_where_little_table_is_seen_nothing_is_strange() -> None:
    picture = Layers(np.full((100, 100, 3), 90, np.uint8))
    points = np.full((5, 2), 50.0)
    assert not strange_places(picture, points, np.full((10, 2), 20.0), 20.0).any()


def test_an_even_table_shows_faint_pieces_and_a_rough_one_does_not() -> None:
    even = np.full((200, 200, 3), 120, np.uint8)
    rough = (
        np.random.default_rng(1).integers(80, 160, (200, 1, 1)).repeat(200, 1).repeat(3, 2).astype(np.uint8)
    )
    rng = np.random.default_rng(2)
    table = rng.uniform(0, 199, (300, 2))
    for pixels, strange in ((even, True), (rough, False)):
        pixels[90:110, 90:110] = 138
        assert strange_places(Layers(pixels), np.array([[100.0, 100.0]]), table, 12.0).all() == strange


def test_a_hole_of_a_tiles_very_shape_is_told() -> None:
    around = ((1, 2), (2, -1), (-1, -2), (-2, 1))
    assert codes_beside(tiles_on(*around), TABLE, *around) == ["unread-piece"]
    assert not codes_beside(tiles_on(*around[:3]), TABLE, *around[:3])
