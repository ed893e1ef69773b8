"""How dice stand: flat dice stand alike, and one that leans or lies on another is asked about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.box import standing, throw
from vision.box.close_look import ACROSS, DOWN, MIDDLE, Outline
from vision.box.dice import Die
from vision.box.felt import Felt
from vision.box.silhouette import hue_of_felt
from vision.box.silhouette import lean_of as silhouette_lean
from vision.box.standing import outlined
from vision.box.throw import lean_apart
from vision.layers import Layers

FELT = Felt(np.array([(0.0, 0.0), (800.0, 0.0), (800.0, 500.0), (0.0, 500.0)]), np.array([60.0, 120.0, 40.0]))


def test_dice_that_lean_as_perspective_makes_them_stand_alike() -> None:
    apart = np.array([400.0, 0.0])
    assert lean_apart(apart, np.array([-0.3, 0.0]), 640) == (0.0, 0.0)
    assert lean_apart(apart, np.array([0.3, 0.0]), 640)[0] > 0.25
    assert lean_apart(apart, np.array([-1.0, 0.0]), 640)[0] < -0.2
    assert abs(lean_apart(apart, np.array([0.0, 0.3]), 640)[1]) > 0.25


@pytest.mark.parametrize(
    ("second", "foot", "cocked"),
    [
        ((24.0, 250.0), (-0.07, 0.0), True),  # it reaches for the wall beside it
        ((24.0, 250.0), (0.02, 0.0), False),
        ((24.0, 250.0), (0.02, 0.13), False),  # it reaches along the wall, where nothing holds it
        ((30.0, 24.0), (-0.08, 0.03), True),  # in a corner it reaches for the wall that is not the nearest
        ((358.0, 250.0), (-0.12, 0.0), False),  # the other hides a part of it
        ((358.0, 250.0), (0.12, 0.0), True),  # its top leans away from the other
        ((452.0, 50.0), (0.15, 0.1), False),  # nothing is near enough to lean on
    ],
)
def test_how_dice_stand_is_judged_by_what_they_may_lean_on(
    monkeypatch: pytest.MonkeyPatch, second: tuple[float, float], foot: tuple[float, float], cocked: bool
) -> None:
    dice = [Die(4, x, y, 40.0, (0.0, 0.0), 0.99, 4, True, True) for x, y in ((400.0, 250.0), second)]
    monkeypatch.setattr(throw, "lean_between", lambda *_: (np.array(foot), True))
    monkeypatch.setattr(throw, "overlaid", lambda picture, die, other, felt: False)
    picture = Layers(np.zeros((1600, 2000, 3), np.uint8))
    assert [doubt.code for doubt in throw.doubts_of_throw(picture, dice, FELT)] == ["cocked"] * cocked


@pytest.mark.parametrize(("gap", "codes"), [(36.0, []), (32.0, ["cocked"])])
def test_dice_that_touch_and_look_larger_than_they_are_do_not_lie_on_each_other(
    monkeypatch: pytest.MonkeyPatch, gap: float, codes: list[str]
) -> None:
    dice = [Die(4, x, 250.0, size, (0.0, 0.0), 0.99, 4, True, True) for x, size in ((400.0, 40.0), (0, 42.0))]
    dice[1] = replace(dice[1], x=400.0 + gap)
    monkeypatch.setattr(throw, "lean_between", lambda *_: (np.zeros(2), True))
    monkeypatch.setattr(throw, "overlaid", lambda picture, die, other, felt: False)
    picture = Layers(np.zeros((1600, 2000, 3), np.uint8))
    assert [doubt.code for doubt in throw.doubts_of_throw(picture, dice, FELT)] == codes


def _outlined(x: float, y: float, body: tuple[float, float]) -> Die:
    """A die of 52 px in a picture whose pixels are a window's, its body's middle so many px off its top's."""
    off = np.hypot(ACROSS - MIDDLE[0] - body[0], DOWN - MIDDLE[1] - body[1])
    filled = 1 / (1 + np.exp((off - 30.0) / 3))
    outline = Outline(filled, np.array([x, y]), np.eye(2))
    return Die(4, x, y, 52.0, (0.0, 0.0), 0.99, 4, True, True, outlines=(outline,))


def test_how_a_die_stands_is_told_by_its_outline() -> None:
    die, far = _outlined(200.0, 200.0, (6.5, 0.0)), _outlined(500.0, 200.0, (0.0, 0.0))
    lean = outlined(die, far)
    assert lean is not None and np.abs(lean - (0.25, 0.0)).max() < 0.03
    near = _outlined(208.0, 200.0, (0.0, 0.0))
    assert outlined(die, near) is None, "of a die that another hides half of, too little is seen"
    assert outlined(replace(die, outlines=()), far) is None


def test_two_dice_are_compared_by_what_one_eye_sees_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = [_outlined(200.0, 200.0, (0.0, 0.0)), _outlined(500.0, 200.0, (6.5, 0.0))]
    coloured = {dice[0]: np.array((0.3, 0.0)), dice[1]: np.array((0.3, 0.0))}
    monkeypatch.setattr(standing, "silhouette_lean", lambda picture, die, other, felt: coloured[die])
    picture = Layers(np.zeros((600, 800, 3), np.uint8))
    lean, seen = standing.lean_between(picture, *dice, FELT)
    assert seen
    assert abs(lean[0]) < 0.1, "colours count for more than outlines"
    coloured[dice[1]] = None
    lean, seen = standing.lean_between(picture, *dice, FELT)
    assert not seen
    assert abs(lean[0] - 0.25) < 0.03, (
        "what colours show of one die alone is not held against the other's outline"
    )


def test_a_leaning_die_is_doubted_where_no_felt_is_told() -> None:
    flat = [_outlined(x, 300.0, (0.0, 0.0)) for x in (200.0, 330.0)]
    picture = Layers(np.zeros((600, 800, 3), np.uint8))
    assert throw.doubts_of_throw(picture, flat, None) == []
    leaning = [flat[0], _outlined(330.0, 300.0, (0.0, 6.5))]
    assert [doubt.code for doubt in throw.doubts_of_throw(picture, leaning, None)] == ["cocked"]


def test_the_shadow_of_a_dark_die_has_the_felts_hue() -> None:
    felt, die, shadow = (np.array(colour, float) for colour in ((55, 129, 21), (51, 53, 33), (47, 84, 34)))
    soft = np.stack([die, shadow, felt]).astype(np.uint8)[None]
    assert hue_of_felt(soft, felt, die)[0].tolist() == [False, True, False]
    green, white = 0.5 * felt, np.full(3, 220.0)
    assert not hue_of_felt(soft, felt, green).any(), "of a die that is green itself nothing is told so"
    assert not hue_of_felt(soft, felt, white).any(), "nor is it needed where the die is lighter"


def test_a_light_top_alone_is_no_outline() -> None:
    die = Die(
        1, 150.0, 150.0, 52.0, (0.0, 0.0), 0.99, 1, True, True, (90.0, 160.0, 90.0), (250.0, 250.0, 250.0)
    )
    far = replace(die, x=450.0)
    felt = Felt(
        np.array([(10.0, 10.0), (590.0, 10.0), (590.0, 290.0), (10.0, 290.0)]), np.array([30.0, 20.0, 140.0])
    )
    for half, whole in ((20, False), (26, True)):
        pixels = np.full((300, 600, 3), (30, 20, 140), np.uint8)
        pixels[118:182, 118:182] = (10, 14, 10)  # its sides are nearly black
        pixels[150 - half : 150 + half, 150 - half : 150 + half] = (90, 160, 90)
        assert (silhouette_lean(Layers(pixels), die, far, felt) is not None) == whole
