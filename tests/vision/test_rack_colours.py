"""Colours of Code 777's cards: inks on white, white numbers on colours, and sets that are neither."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision import Reading, read
from vision.artwork.cards import number_card
from vision.artwork.look import CLASSIC, WHITE, Look
from vision.artwork.shapes import Colour
from vision.artwork.suits import SUITS
from vision.cards.colours import lit_alike
from vision.code777.colours import find_colours
from vision.layers import Layers
from vision.patches import SIDE
from vision.picture import Pixels
from vision.scene.camera import Camera
from vision.scene.light import Light
from vision.scene.render import render
from vision.scene.scene import Placed, Scene
from vision.scene.table import Table

WARM, COLD = (0.62, 0.84, 1.0), (1.0, 0.95, 0.86)
DARK: Colour = (24, 20, 18)
LOOK: Look = replace(CLASSIC, border=None, index=False)
Named = tuple[str, Colour, Colour]


def shown(cards: tuple[Named, ...], light: tuple[float, float, float]) -> Reading:
    """What is read of cards, each a name, its face's colour and its number's."""
    return read(picture_of(cards, light), "code777")


def picture_of(cards: tuple[Named, ...], light: tuple[float, float, float]) -> Pixels:
    """Cards side by side on a wooden table."""
    step, size_mm = LOOK.card_width_mm * 1.2, LOOK.card_height_mm * LOOK.card_numeral_share
    placed = tuple(
        Placed(number_card(name[0], LOOK, face, ink), (k - 1) * step, 0.0, 2.0 * (-1) ** k, 0.0, size_mm)
        for k, (name, face, ink) in enumerate(cards)
    )
    table = Table("wood", (0.16, 0.27, 0.42), (0.25, 0.4, 0.58), seed=3)
    scene = Scene(placed, Camera(px_per_mm=4.2, pitch_deg=6.0), table, Light(colour=light))
    return render(scene, (1280, 800)).picture


def on_white(*names: str) -> tuple[Named, ...]:
    return tuple((name, WHITE, SUITS[name.split()[1]].ink) for name in names)


def in_colour(*names: str) -> tuple[Named, ...]:
    return tuple((name, SUITS[name.split()[1]].ink, WHITE) for name in names)


@pytest.mark.parametrize("light", [WARM, COLD])
@pytest.mark.parametrize(
    "rack", [("5 red", "4 brown", "5 black"), ("7 pink", "7 yellow", "7 blue"), ("6 green",)]
)
def test_white_numbers_on_cards_in_colour_are_read(
    rack: tuple[str, ...], light: tuple[float, float, float]
) -> None:
    reading = shown(in_colour(*rack), light)
    assert tuple(piece.name for piece in reading.pieces) == rack
    assert reading.sure, reading.why


@pytest.mark.parametrize("odd", ["4 red", "6 red"])
def test_a_clear_colour_that_a_number_never_has_is_asked_about(odd: str) -> None:
    reading = shown(in_colour("7 blue", odd, "7 pink"), WARM)
    assert [doubt.code for doubt in reading.why] == ["colour"]
    assert {piece.name for piece in reading.pieces} > {"7 blue", "7 pink"}


@pytest.mark.parametrize("odd", ["6 blue", "3 blue"])
def test_an_ink_that_a_number_never_has_is_asked_about(odd: str) -> None:
    assert {doubt.code for doubt in shown(on_white("7 blue", odd, "7 pink"), COLD).why} & {
        "colour",
        "numeral",
    }


@pytest.mark.parametrize("names", [("6 green", "5 red", "2 yellow"), ("7 blue", "1 green", "4 brown")])
@pytest.mark.parametrize("slope", [0.35, -0.35])
def test_a_hard_shadow_across_the_cards_leaves_their_colours(names: tuple[str, ...], slope: float) -> None:
    picture = picture_of(on_white(*names), COLD)
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    shaded = np.abs(y - 430 - slope * (x - 640)) < 90
    picture[shaded] = (picture[shaded] * 0.45).astype(np.uint8)
    reading = read(picture, "code777")
    assert tuple(piece.name for piece in reading.pieces) == names
    assert reading.sure, reading.why


def test_only_a_shadow_lets_ink_run_on_in_it() -> None:
    card = patch(235, (60, 120, 20))
    shade, strip = card.copy(), card.copy()
    shade[SIDE // 2 :] = (shade[SIDE // 2 :] * 0.45).astype(np.uint8)
    strip[SIDE // 2 :] = 105
    assert np.abs(lit_alike(shade).astype(int) - card).max() < 12
    assert np.array_equal(lit_alike(strip), strip)
    assert np.array_equal(lit_alike(card), card)
    green = patch(0, (245, 245, 245))
    green[(green == 0).all(axis=2)] = (60, 140, 30)
    assert np.array_equal(lit_alike(green), green)


def test_a_yellow_card_among_such_may_have_a_dark_number() -> None:
    yellow = ("7 yellow", SUITS["yellow"].ink, DARK)
    reading = shown((*in_colour("5 red", "6 green"), yellow), WARM)
    assert [piece.name for piece in reading.pieces] == ["5 red", "6 green", "7 yellow"]
    assert reading.sure, reading.why


def test_no_set_has_white_cards_among_cards_in_colour() -> None:
    white = ("5 black", (250, 248, 244), DARK)
    reading = shown((*in_colour("5 red", "6 green"), white), WARM)
    assert not reading.sure


def patch(face: int, ink: tuple[int, int, int]) -> Pixels:
    """A dark 1 on a white card."""
    pixels = np.full((SIDE, SIDE, 3), face, np.uint8)
    cv2.line(pixels, (SIDE // 2, 5), (SIDE // 2, SIDE - 6), ink, 4)
    return pixels


def test_a_colourful_ink_on_a_grey_table_shows_that_the_picture_has_colours() -> None:
    grey = Layers(np.full((640, 800, 3), 140, np.uint8))
    black, green = patch(235, (30, 30, 30)), patch(235, (60, 120, 20))
    assert find_colours(grey, np.array([black, black])).doubtful.all()
    assert not find_colours(grey, np.array([black, green])).doubtful.any()
