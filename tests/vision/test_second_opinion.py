"""A Formula row in doubt looked over by whole cards, and the rooms at its ends."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.cards import draw_card
from vision.artwork.look import CLASSIC
from vision.cards.found import Line
from vision.cards.rooms import cards_beyond, laid_in_line, unless_free
from vision.cards.whole_rows import row_of
from vision.doubts import doubt
from vision.formula.second_opinion import find_mirages, look_over
from vision.layers import Layers
from vision.network import GLYPHS, Numbers, Rooms, Rows
from vision.scene.camera import Camera
from vision.scene.patterns import PATTERNS
from vision.scene.render import render
from vision.scene.scene import Frame, Placed, Scene
from vision.scene.table import Table
from vision.scene.things import Thing

FACES = tuple("12+7=19")
SCALE, STEP = 2.6, 1.12


def photograph(things: tuple[Thing, ...] = (), surface: str = "wood") -> Frame:
    """A Formula row on a table."""
    size_mm = CLASSIC.card_height_mm * CLASSIC.card_numeral_share
    placed = tuple(
        Placed(draw_card(face, CLASSIC), (place - 3) * STEP * CLASSIC.card_width_mm, 0.0, size_mm=size_mm)
        for place, face in enumerate(FACES)
    )
    table = Table(surface, (0.16, 0.27, 0.42), (0.25, 0.4, 0.58), seed=3)
    return render(Scene(placed, Camera((0.0, 0.0), SCALE, pitch_deg=6.0), table, things=things), (1300, 500))


def line_of(frame: Frame, faces: tuple[str, ...], more: tuple[float, float] | None = None) -> Line:
    """The row as glyphs see it that are half sure of some faces, and maybe one glyph farther on."""
    xy = [(piece.x_px, piece.y_px) for piece in frame.pieces]
    step = np.subtract(xy[-1], xy[-2])
    if more is not None:
        xy.append(tuple(xy[-1] + step * more))
        faces = (*faces, "J")
    size = SCALE * CLASSIC.card_height_mm * CLASSIC.card_numeral_share
    chances = np.full((len(xy), len(GLYPHS)), 0.3 / len(GLYPHS))
    chances[np.arange(len(xy)), [GLYPHS.index(face) for face in faces]] += 0.7
    return Line(np.array(xy), np.full(len(xy), size), np.tile(np.eye(2) * size, (len(xy), 1, 1)), chances)


def test_faces_that_whole_cards_confirm_grow_clearer_and_others_less_clear() -> None:
    frame = photograph()
    faces = (*FACES[:3], "1", *FACES[4:])
    picture, seen = Layers(frame.picture), line_of(frame, faces)
    line, no_card = look_over(picture, seen, row_of(picture, seen, Rows()), Numbers())
    chance = line.chances[np.arange(len(faces)), [GLYPHS.index(face) for face in faces]]
    assert (np.delete(chance, 3) > 0.9).all()
    assert chance[3] < 0.7
    assert (no_card < 0.5).all()


def test_a_glyph_on_bare_table_or_between_two_cards_is_a_mirage_and_none_on_a_card_is() -> None:
    frame = photograph()
    picture = Layers(frame.picture)
    seen = line_of(frame, FACES, more=(1.0, 1.0))
    line, no_card = look_over(picture, seen, row_of(picture, seen, Rows()), Numbers())
    assert find_mirages(picture, line, no_card, Rooms()).tolist() == [False] * len(FACES) + [True]


def test_a_glyph_nearer_to_a_card_than_two_can_lie_is_a_mirage_if_there_is_no_card() -> None:
    frame = photograph()
    line = line_of(frame, FACES, more=(0.6, 0.0))
    none = np.append(np.zeros(len(FACES)), 0.97)
    assert find_mirages(Layers(frame.picture), line, none, Rooms())[-1]
    assert not find_mirages(Layers(frame.picture), line, 0.5 * none, Rooms())[-1]


def test_a_card_that_a_row_goes_on_with_is_a_doubt_and_bare_table_is_none() -> None:
    frame = photograph()
    picture, whole = Layers(frame.picture), line_of(frame, FACES)
    assert cards_beyond(picture, laid_in_line(whole), Rooms()) == []
    shorter = Line(whole.xy[:-1], whole.size[:-1], whole.axes[:-1], whole.chances[:-1])
    found = cards_beyond(picture, laid_in_line(shorter), Rooms())
    assert [each.code for each in found] == ["unread-piece"]
    assert np.hypot(found[0].x - whole.xy[-1, 0], found[0].y - whole.xy[-1, 1]) < whole.size[0] / 2


@pytest.mark.parametrize("covered", [False, True])
def test_a_formula_lacks_no_card_where_both_its_next_rooms_are_free(covered: bool) -> None:
    at_mm = (4 * STEP * CLASSIC.card_width_mm, 0.0)
    frame = photograph((Thing("mug", *at_mm, 0.0, 3, 4.0),) if covered else ())
    doubts = [doubt("left-out"), doubt("upside")]
    left = unless_free(doubts, Layers(frame.picture), laid_in_line(line_of(frame, FACES)), Rooms())
    assert left == (doubts if covered else doubts[1:])


@pytest.mark.parametrize("surface", PATTERNS)
def test_tables_of_any_print_are_drawn(surface: str) -> None:
    picture = photograph(surface=surface).picture
    assert np.concatenate([picture[:150], picture[-150:]]).reshape(-1, 3).std(axis=0).max() > 2


@pytest.mark.parametrize(
    "colour", [(200, 60, 30), (60, 160, 60), (180, 60, 200)], ids=["blue", "green", "pink"]
)
@pytest.mark.parametrize("shape", ["disc", "strip"])
def test_a_plain_thing_over_a_rows_last_card_is_a_doubt(shape: str, colour: tuple[int, int, int]) -> None:
    frame = photograph()
    picture, line = frame.picture.copy(), line_of(frame, FACES)
    x, y = np.rint(line.xy[-1]).astype(int).tolist()
    tall = round(SCALE * CLASSIC.card_height_mm)
    if shape == "disc":
        cv2.circle(picture, (x + 8, y - 6), round(0.42 * tall), colour, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(
            picture, (x - round(0.22 * tall), y - tall), (x + round(0.3 * tall), y + tall), colour, -1
        )
    shorter = laid_in_line(line.pick(np.arange(len(FACES)) < len(FACES) - 1))
    doubts = [doubt("cover", float(x), float(y))]
    assert unless_free(doubts, Layers(picture), shorter, Rooms()) == doubts
