"""Add Up and Code 777 read from drawn tables: rows, jokers, colours, every turn of the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scoring.code777_cards import DECK, Card
from vision import Reading, read
from vision.addup.addup import part_rows
from vision.artwork import addup, code777
from vision.artwork.look import CLASSIC
from vision.artwork.shapes import Piece
from vision.code777.colours import CARDS, colour_logs
from vision.layers import Layers
from vision.marks import NO_MARKS, Marks
from vision.network import GLYPHS
from vision.picture import Pixels
from vision.reader import eyes
from vision.scene.camera import Camera
from vision.scene.hand import Hand
from vision.scene.light import Light
from vision.scene.render import render
from vision.scene.scene import Placed, Scene
from vision.scene.table import Table
from vision.upright.digits import Seen, _stems_joined
from vision.upright.standing import Standing

TURNS = (None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)
WARM, COLD = (0.62, 0.84, 1.0), (1.0, 0.95, 0.86)
TOP, BOTTOM = ("8", "W", "4"), ("3", "Y", "10", "2", "7")
INKS = {
    "green": (60, 160, 80),
    "yellow": (230, 180, 30),
    "black": (30, 30, 30),
    "brown": (130, 85, 60),
    "red": (205, 45, 45),
    "pink": (225, 95, 155),
    "blue": (40, 90, 185),
}


def photograph(pieces: list[tuple[Piece, float, float]], light: tuple[float, float, float]) -> Pixels:
    """Cards on wood under a lamp of a colour."""
    size_mm = CLASSIC.card_height_mm * CLASSIC.card_numeral_share
    placed = tuple(
        Placed(piece, x, y, 1.5 * (-1) ** k, 0.0, size_mm) for k, (piece, x, y) in enumerate(pieces)
    )
    table = Table("wood", (0.16, 0.27, 0.42), (0.25, 0.4, 0.58), seed=3)
    scene = Scene(placed, Camera(px_per_mm=4.2, pitch_deg=6.0), table, Light(colour=light))
    return render(scene, (1536, 864)).picture


def add_up_table(light: tuple[float, float, float]) -> Pixels:
    """Two rows of different length, the lower one a little crooked."""
    step, height = CLASSIC.card_width_mm * 1.15, CLASSIC.card_height_mm
    pieces = [(addup.card(face, CLASSIC), (k - 1.2) * step, -0.6 * height) for k, face in enumerate(TOP)]
    pieces += [
        (addup.card(face, CLASSIC), (k - 2) * step, 0.6 * height + 2.0 * k) for k, face in enumerate(BOTTOM)
    ]
    return photograph(pieces, light)


def standing(*xy: tuple[float, float]) -> Standing:
    """Numerals ten pixels high at places, upright."""
    count = len(xy)
    marks = Marks(np.array(xy, float), np.ones(count), np.zeros(count), np.full(count, 10.0))
    chances = np.zeros((count, len(GLYPHS)))
    torn, wide = np.zeros(count, bool), np.full(count, 6.0)
    return Standing(marks, np.array([1.0, 0.0]), chances, torn, 9.0, NO_MARKS, wide, np.ones(count), torn)


@pytest.mark.parametrize("light", [WARM, COLD])
def test_add_up_is_read_under_warm_and_cold_lamps_at_every_turn(light: tuple[float, float, float]) -> None:
    table = add_up_table(light)
    for turn in TURNS:
        reading = read(table if turn is None else np.asarray(cv2.rotate(table, turn), np.uint8), "addup")
        rows = [tuple(piece.name for piece in reading.pieces if piece.row == row) for row in (0, 1)]
        assert rows == [TOP, BOTTOM], reading.reason


@pytest.mark.parametrize("light", [WARM, COLD])
@pytest.mark.parametrize("rack", [("5 red", "4 brown", "5 black"), ("7 pink", "7 yellow", "7 blue")])
def test_a_rack_is_read_from_left_to_right_under_warm_and_cold_lamps(
    rack: tuple[str, ...], light: tuple[float, float, float]
) -> None:
    step = CLASSIC.card_width_mm * 1.3
    shown = photograph(
        [(code777.card(name, CLASSIC), (k - 1) * step, 0.0) for k, name in enumerate(rack)], light
    )
    for turn in (None, cv2.ROTATE_180):
        reading = read(shown if turn is None else np.asarray(cv2.rotate(shown, turn), np.uint8), "code777")
        assert tuple(piece.name for piece in reading.pieces) == rack, reading.reason


@pytest.mark.parametrize("game", ["addup", "code777"])
def test_an_empty_table_is_surely_empty(game: str) -> None:
    reading = read(photograph([], (1.0, 1.0, 1.0)), game)
    assert reading.pieces == ()
    assert reading.sure


def test_a_row_alone_is_doubted_unless_the_table_was_empty_before() -> None:
    step = CLASSIC.card_width_mm * 1.15
    table = photograph([(addup.card(face, CLASSIC), k * step, 0.0) for k, face in enumerate("84")], COLD)
    alone = read(table, "addup")
    assert [piece.name for piece in alone.pieces] == ["8", "4"]
    assert "two-rows" in {doubt.code for doubt in alone.why}
    after_empty = read(table, "addup", Reading("addup"))
    assert "two-rows" not in {doubt.code for doubt in after_empty.why}


def test_rows_are_parted_though_they_slope_and_differ_in_length() -> None:
    upper = [(20.0 * k, 3.0 * k) for k in range(8)]
    lower = [(20.0 * k + 40, 30.0 + 3.0 * k) for k in range(3)]
    first, second = part_rows(standing(*lower, *upper))
    assert (len(first.glyphs), len(second.glyphs)) == (8, 3)
    assert first.glyphs.tolist() == list(range(3, 11))


def test_a_single_card_may_lie_alone_where_the_table_was_empty_before() -> None:
    table = photograph([(addup.card("7", CLASSIC), 0.0, 0.0)], WARM)
    after_empty = read(table, "addup", Reading("addup"))
    assert [piece.name for piece in after_empty.pieces] == ["7"]
    assert after_empty.sure, after_empty.why
    assert {doubt.code for doubt in read(table, "addup").why} == {"two-rows"}  # else one may be hidden


def test_one_row_is_not_torn_in_two() -> None:
    assert len(part_rows(standing((0, 0), (20, 4), (40, 1), (60, 5)))) == 1
    assert len(part_rows(standing((5, 5)))) == 1


@pytest.mark.parametrize("card", sorted(DECK))
def test_each_cards_ink_fits_it_best_among_the_cards_of_its_number(card: Card) -> None:
    logs = colour_logs(np.array(INKS[card.colour][::-1]) / 255)
    rivals = {name: log for (number, name), log in zip(CARDS, logs, strict=True) if number == card.number}
    assert max(rivals, key=rivals.__getitem__) == card.colour
    assert all(rivals[card.colour] - log > 3 for name, log in rivals.items() if name != card.colour)


@pytest.mark.parametrize(("face", "left"), [("0", [150.0]), ("1", [138.0, 162.0])])
def test_two_stems_are_one_digit_only_where_it_is_round(face: str, left: list[float]) -> None:
    picture = np.full((200, 300, 3), (235, 240, 240), np.uint8)
    cv2.ellipse(picture, (150, 100), (18, 30), 0, 0, 360, (40, 30, 30), 8, cv2.LINE_AA)
    xy = np.array([(138.0, 100.0), (162.0, 100.0)])
    scales = np.zeros((3, 2, len(GLYPHS)))
    scales[..., GLYPHS.index(face)] = 0.9
    stems = Seen(Marks(xy, np.ones(2), np.zeros(2), np.full(2, 66.0)), np.full(2, 14.0), scales)
    found = _stems_joined(Layers(picture), eyes("addup"), stems, np.array([1.0, 0.0]))
    assert found.marks.xy[:, 0].tolist() == left


def test_a_number_on_a_card_of_deep_colour_is_another_games() -> None:
    picture = np.full((600, 800, 3), (150, 150, 155), np.uint8)
    cv2.rectangle(picture, (300, 150), (500, 450), (40, 190, 215), -1)
    cv2.putText(picture, "4", (345, 360), cv2.FONT_HERSHEY_DUPLEX, 5.5, (30, 40, 90), 14, cv2.LINE_AA)
    deep = read(picture, "code777")
    cv2.floodFill(picture, None, (310, 160), (225, 235, 238))
    white = read(picture, "code777")
    assert [piece.name for piece in white.pieces] == ["4 brown"]
    assert "colour" in {doubt.code for doubt in deep.why} - {doubt.code for doubt in white.why}


def test_pale_yellow_beside_burnt_out_cards_is_no_white() -> None:
    pixels = add_up_table((1.0, 1.0, 1.0))
    assert read(pixels, "addup").sure
    card = cv2.inRange(pixels, (0, 120, 170), (140, 230, 255)) > 0
    faces = cv2.morphologyEx(card.astype(np.uint8), cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)) > 0
    pixels[pixels.min(axis=2) > 170] = 254
    pixels[faces] = (228, 252, 252)
    assert not read(pixels, "addup").sure


@pytest.mark.parametrize("surface", ["wood", "weave", "bricks"])
def test_a_hand_of_the_tables_colours_over_a_racks_card_is_a_doubt(surface: str) -> None:
    step, size_mm = CLASSIC.card_width_mm * 1.3, CLASSIC.card_height_mm * CLASSIC.card_numeral_share
    rack = ("7 blue", "3 black", "7 yellow")
    placed = tuple(
        Placed(code777.card(name, CLASSIC), (k - 1) * step, 0.0, 0.0, 0.0, size_mm)
        for k, name in enumerate(rack)
    )
    table = Table(surface, (0.25, 0.33, 0.5), (0.38, 0.52, 0.78), seed=3)
    hand = Hand(-step, 10.0, 90.0, 95.0, skin=(0.42, 0.55, 0.72))
    scene = Scene(placed, Camera(px_per_mm=4.2, pitch_deg=6.0), table, Light(), hand=hand)
    assert not read(render(scene, (1280, 960)).picture, "code777").sure
