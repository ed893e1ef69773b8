"""Rows of cards at the picture's edge."""

import numpy as np
import pytest

from vision.cards.edge import runs_out
from vision.layers import Layers

CLOTH, PAPER = (40, 60, 90), (225, 232, 236)
STEP, DOWN = np.array([70.0, 0.0]), np.array([0.0, 40.0])


def row_up_to(last: float, *, strip: bool, cloth: tuple[int, int, int] = CLOTH) -> tuple[Layers, np.ndarray]:
    """A card whose middle lies so many steps from the right edge, and maybe a strip of another card there."""
    pixels = np.full((300, 600, 3), cloth, np.uint8)
    x = round(599 - last * STEP[0])
    pixels[100:200, x - 30 : x + 30] = PAPER
    if strip:
        pixels[100:200, x + 40 :] = (np.array(PAPER) * 0.93).astype(np.uint8)
    return Layers(pixels), np.array([x, 150.0])


@pytest.mark.parametrize("last", [0.7, 0.8])
def test_a_strip_of_the_next_card_is_seen(last: float) -> None:
    picture, end = row_up_to(last, strip=True)
    assert runs_out(picture, end, STEP, DOWN)


@pytest.mark.parametrize("last", [0.7, 0.8, 1.5])
def test_bare_cloth_at_the_edge_is_no_card(last: float) -> None:
    picture, end = row_up_to(last, strip=False)
    assert not runs_out(picture, end, STEP, DOWN)


def test_a_card_cut_by_the_edge_runs_out() -> None:
    picture, end = row_up_to(0.4, strip=False)
    assert runs_out(picture, end, STEP, DOWN)


def test_a_table_of_the_cards_colour_tells_nothing() -> None:
    picture, end = row_up_to(0.8, strip=False, cloth=PAPER)
    assert not runs_out(picture, end, STEP, DOWN)


@pytest.mark.parametrize("last", [0.95, 1.1, 1.3])
def test_half_a_card_with_a_cut_numeral_is_seen(last: float) -> None:
    picture, end = row_up_to(last, strip=True)
    pixels = picture.layer(0)[0].copy()
    pixels[130:170, round(end[0] + 0.9 * STEP[0]) :] = (60, 30, 80)
    assert runs_out(Layers(pixels), end, STEP, DOWN)


def test_half_a_card_on_a_table_nearly_as_light_is_seen() -> None:
    picture, end = row_up_to(1.1, strip=True, cloth=(180, 184, 186))
    assert runs_out(picture, end, STEP, DOWN)


def test_dots_on_a_cloth_are_no_card() -> None:
    picture, end = row_up_to(1.2, strip=False)
    pixels = picture.layer(0)[0].copy()
    for y in range(0, 300, 32):
        for x in range(round(end[0]) + 40, 600, 32):
            pixels[y : y + 18, x : x + 18] = PAPER
    assert not runs_out(Layers(pixels), end, STEP, DOWN)
