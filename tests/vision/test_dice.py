"""Dice: drawn as they are made, and read as they were drawn."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.artwork.pips import PIPS
from vision.box import dice
from vision.box.blots import blots
from vision.box.close_look import DiceFinder, Look, Outline
from vision.box.dice import MORE_TURNS_DEG, apart, find_dice, read_die, seen_together
from vision.box.dice import Die as ReadDie
from vision.box.felt import Felt
from vision.box.pips import find_pips, largest_pattern, misfit, top_pips
from vision.box.throw import pick_throw
from vision.box.whole import overlaid
from vision.layers import Layers
from vision.picture import Pixels
from vision.scene.camera import Camera
from vision.scene.dice import Die, see_die
from vision.scene.dice_chance import draw_throw
from vision.scene.dice_drawing import cast_shadow, draw_die
from vision.scene.dice_makes import draw_sides

SIZE = (640, 480)
LAMP = np.array([-0.4, -0.3, 1.0])
CORNERS = {1: (2, 3), 2: (1, 3), 3: (1, 2), 4: (1, 2), 5: (1, 3), 6: (2, 3)}


@pytest.fixture(scope="module")
def finder() -> DiceFinder:
    return DiceFinder()


def throw(*dice: Die, pitch_deg: float = 12.0, roll_deg: float = 0.0) -> tuple[Pixels, Camera]:
    """Dice on a green ground as a camera sees them."""
    camera = Camera((0.0, 0.0), 3.5, 1.1, pitch_deg, 20.0, roll_deg)
    picture = np.full((SIZE[1], SIZE[0], 3), (70, 110, 40), np.uint8)
    owners = np.zeros(picture.shape[:2], np.int16)
    shadow = np.zeros(picture.shape[:2], np.uint8)
    for die in dice:
        cast_shadow(die, camera, shadow, (0.4, 0.3))
    picture[shadow > 0] //= 2
    for number, die in enumerate(dice):
        draw_die(die, picture, owners, number + 1, camera, LAMP)
    return picture, camera


def showing(value: int, x: float, y: float, **make: object) -> Die:
    """A die with a value on top."""
    return Die((*CORNERS[value], value), x, y, turn_deg=25.0 * value, **make)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", PIPS)
def test_the_truth_has_a_place_for_every_pip_of_the_top(value: int) -> None:
    die = showing(value, 5.0, -3.0)
    picture, camera = throw(die)
    seen = see_die(die, camera, SIZE)
    assert seen.value == value
    assert len(seen.pips) == value
    for x, y in seen.pips:
        assert picture[round(y), round(x)].max() < 80, "a pip's middle is dark"
    assert picture[round(seen.y_px + 0.36 * seen.size_px), round(seen.x_px)].max() > 100 or value > 3


def test_sides_that_meet_never_make_seven() -> None:
    rng = np.random.default_rng(3)
    for _ in range(200):
        first, second, third = draw_sides(rng)
        assert 7 not in (first + second, first + third, second + third)
        assert len({first, second, third}) == 3


def test_the_same_seed_gives_the_same_throw_and_labels() -> None:
    pytest.importorskip("torch")
    from vision.training.dice import draw_sample

    first, second = (draw_throw(np.random.default_rng(11), 40.0, (128, 128)) for _ in range(2))
    assert np.array_equal(first.picture, second.picture)
    assert first.seen == second.seen
    samples = [draw_sample(5) for _ in range(2)]
    assert all(
        np.array_equal(samples[0][key], samples[1][key], equal_nan=key == "stand") for key in samples[0]
    )


@pytest.mark.parametrize("roll_deg", [0.0, 77.0, 190.0])
@pytest.mark.parametrize("pair", [(1, 6), (2, 5), (3, 4)])
def test_plain_dice_are_read_at_any_turn(finder: DiceFinder, pair: tuple[int, int], roll_deg: float) -> None:
    picture, camera = throw(showing(pair[0], -20.0, 8.0), showing(pair[1], 25.0, -10.0), roll_deg=roll_deg)
    dice = find_dice(Layers(picture), finder)
    assert sorted(die.value for die in dice) == sorted(pair)
    assert all(die.clear for die in dice)
    places = [see_die(showing(value, x, y), camera, SIZE) for value, x, y in ((pair[0], -20.0, 8.0),)]
    assert min(np.hypot(die.x - places[0].x_px, die.y - places[0].y_px) for die in dice) < 8


def test_red_dice_with_white_pips_are_read(finder: DiceFinder) -> None:
    red = {"colour": (0.1, 0.1, 0.75), "ink": (0.95, 0.95, 0.95)}
    picture, _ = throw(showing(5, -20.0, 8.0, **red), showing(2, 25.0, -10.0, **red))
    assert sorted(die.value for die in find_dice(Layers(picture), finder) if die.clear) == [2, 5]


def test_pips_that_make_no_pattern_are_not_taken_for_a_number() -> None:
    square = np.array([[-14.0, -14.0], [14.0, -14.0], [-14.0, 14.0], [14.0, 14.0]])
    assert misfit(square, np.eye(2), 60.0) < 0.03
    assert misfit(np.vstack([square[:3], [[14.0, -2.0]]]), np.eye(2), 60.0) > 0.08
    assert misfit(np.vstack([square, square[:3] / 2]), np.eye(2), 60.0) == 1.0


def test_the_side_with_the_largest_pips_is_the_top() -> None:
    pips = np.array([[-10.0, -10.0], [10.0, 10.0], [34.0, 0.0]])
    round_, thin = np.diag([9.0, 9.0]), np.diag([3.0, 8.0])
    assert largest_pattern(pips, np.array([round_, round_, thin]), 50.0) == [0, 1]
    assert largest_pattern(pips, np.array([thin, thin, round_]), 50.0) == [2]
    near = np.array([[-10.0, -10.0], [10.0, 10.0], [10.0, -10.0]])
    assert largest_pattern(near, np.array([round_, round_, thin]), 50.0) == []


def test_an_empty_table_has_no_dice(finder: DiceFinder) -> None:
    picture, _ = throw()
    assert find_dice(Layers(picture), finder) == ()


def test_pips_that_touch_are_told_apart() -> None:
    cells = np.arange(32)
    away = [np.hypot(cells - x, (cells - 16)[:, None]) for x in (13.0, 16.0, 19.0)]
    chart = np.clip(2.2 - np.min(away, axis=0), 0, 1)
    pips = find_pips(chart, 4, np.array([65.0, 65.0]), 40.0)
    assert sorted(round(float(x)) // 8 for x in pips[:, 0]) == [6, 8, 9]


@pytest.mark.parametrize(("drawn", "seen"), [(5, 3), (3, 1), (6, 4), (4, 2), (3, 3), (1, 1)])
def test_a_number_whose_pips_were_not_all_seen_is_not_counted(drawn: int, seen: int) -> None:
    window = np.full((128, 128, 3), 230, np.uint8)
    cells = np.arange(128)

    def away(count: int) -> np.ndarray:
        places = [(65.3 + 13 * x, 64.7 + 13 * y) for x, y in PIPS[count]]
        return np.min([np.hypot(cells - x, (cells - y)[:, None]) for x, y in places], axis=0)

    window[away(drawn) < 5] = 20
    top = np.exp(-((away(seen)[2::4, 2::4] / 5) ** 2)).astype(np.float32)
    chances = np.stack([1 - top, top, np.zeros_like(top)])
    found = top_pips(chances, 4, window, np.array([64.0, 64.0]), 52.0)
    assert len(found) == (seen if seen == drawn else 0)


def test_pips_that_nearly_touch_are_told_apart_by_their_ink() -> None:
    window = np.full((128, 128, 3), 225, np.uint8)
    cells = np.arange(128)
    places = np.array([(64 + x, 64 + y) for x in (-9.0, 9.0) for y in (-10.0, 0.0, 10.0)])
    blur = np.min([np.hypot(cells - x, (cells - y)[:, None]) for x, y in places], axis=0)
    window[blur < 3.7] = 15
    # The chart has each row of three as one streak.
    streak = np.where(blur[2::4, 2::4] < 7, 0.98, 0.0).astype(np.float32)
    chances = np.stack([1 - streak, streak, np.zeros_like(streak)])
    at = np.array([64.0, 64.0])
    found = blots(chances, 4, window, places[[0, 2, 3, 5]], at, 50.0)
    assert len(found) == 6
    assert np.abs(np.sort(found, axis=0) - np.sort(places, axis=0)).max() < 1.0
    assert len(top_pips(chances, 4, window, at, 50.0)) == 6
    side = chances.copy()
    side[1:, :, :15], side[1:, :, 15:] = chances[1:, :, :15], chances[2:0:-1, :, 15:]
    assert len(blots(side, 4, window, places[[0, 2]], at, 50.0)) == 3, "the others are another side's"
    stained = window.copy()
    stained[80:84, 62:66] = 15
    assert not len(blots(chances, 4, stained, places[[0, 2]], at, 50.0)), "nobody saw a pip there"
    window[59:69, 50:60] = 15
    assert not len(blots(chances, 4, window, places[[0, 2]], at, 50.0)), "what is larger than the others"


def _looking(pips: int, face: int) -> Look:
    """A look that counts so many pips on a face that looks most like a number."""
    chances = np.where(np.arange(7) == face, 0.7, 0.05)
    none = np.zeros(3)
    outline = Outline(np.zeros((32, 32)), np.zeros(2), np.eye(2))
    return Look(np.zeros(2), np.zeros(2), 50.0, np.zeros(2), chances, 0.2, pips, none, none, 0.0, outline)


def test_a_count_that_its_own_face_denies_is_no_vote() -> None:
    twos, gleam = [_looking(2, 2)] * 3, _looking(1, 2)
    assert seen_together([*twos, gleam, _looking(0, 2)]).clear
    assert not seen_together([*twos, _looking(1, 1), gleam]).clear, "here a face says one, too"
    assert not seen_together([_looking(1, 2)] * 5).clear, "pips and face never agree"


def test_a_die_that_most_looks_spoil_is_looked_at_from_more_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(*_: object) -> Look:
        turn = float(_[-1])  # type: ignore[arg-type]
        return _looking(2, 2) if turn in (0.0, *MORE_TURNS_DEG) else _looking(0, 2)

    monkeypatch.setattr(dice, "look_at_die", spoilt)
    die = read_die(Layers(np.zeros((64, 64, 3), np.uint8)), DiceFinder(), np.zeros(2), 50.0)
    assert die is not None
    assert die.clear
    assert len(die.outlines) == 5 + len(MORE_TURNS_DEG)


def test_a_word_on_the_felt_is_no_third_die_but_a_die_as_large_is() -> None:
    corners = np.array([[0.0, 0.0], [900.0, 0.0], [900.0, 500.0], [0.0, 500.0]])
    felt = Felt(corners, np.array([40.0, 110.0, 50.0]))

    def lying(x: float, size: float, colour: tuple[float, float, float] = (220, 225, 230)) -> ReadDie:
        return ReadDie(3, x, 250.0, size, (0.0, 0.0), 0.97, 3, True, True, colour)

    throw = [lying(200.0, 50.0), lying(600.0, 46.0)]
    assert pick_throw([*throw, lying(400.0, 24.0)], felt) == (throw, [])
    for third in (lying(400.0, 44.0), lying(650.0, 24.0)):
        assert pick_throw([*throw, third], felt) == ([*throw, third], [])
    faint = [throw[0], replace(throw[1], counted=0)]
    word = replace(lying(400.0, 30.0, (42, 112, 58)), counted=0)
    assert pick_throw([*faint, word], felt) == (faint, []), "unclear and of the felt's colour"


def test_what_is_of_another_make_beside_a_whole_throw_is_no_die_of_it() -> None:
    corners = np.array([[0.0, 0.0], [900.0, 0.0], [900.0, 500.0], [0.0, 500.0]])
    felt = Felt(corners, np.array([40.0, 110.0, 50.0]))

    def lying(x: float, y: float, colour: tuple[float, float, float], clear: bool = True) -> ReadDie:
        return ReadDie(1, x, y, 50.0, (0.0, 0.0), 0.97, 1 if clear else 0, clear, True, colour)

    red, knot = (60.0, 60.0, 190.0), (60.0, 110.0, 150.0)
    throw = [lying(200.0, 250.0, red), lying(600.0, 250.0, red)]
    assert pick_throw([*throw, lying(400.0, 550.0, knot)], felt) == (throw, [])
    third = lying(400.0, 550.0, red)
    assert pick_throw([*throw, third], felt) == (throw, [third]), "a third die of the same make"
    stray, faint = lying(400.0, 550.0, knot), lying(600.0, 250.0, red, clear=False)
    assert pick_throw([throw[0], faint, stray], felt)[1] == [stray], "one on the felt may be none"


@pytest.mark.parametrize("colour", [(230, 90, 60), (60, 190, 235), (200, 120, 190), (20, 20, 20)])
def test_a_thing_over_a_part_of_a_die_is_noticed(finder: DiceFinder, colour: tuple[int, int, int]) -> None:
    picture, _ = throw(showing(5, -20.0, 8.0), showing(3, 25.0, -10.0))
    corners = np.array([[0.0, 0.0], [639.0, 0.0], [639.0, 479.0], [0.0, 479.0]])
    felt = Felt(corners, np.array([70.0, 110.0, 40.0]))
    five, three = sorted(find_dice(Layers(picture), finder), key=lambda die: -die.value)
    for die, other in ((five, three), (three, five)):
        assert not overlaid(Layers(picture), die, other, felt)
        strip = picture.copy()
        x, y, reach = round(die.x), round(die.y), round(0.45 * die.size)
        strip[y : y + 2 * reach, x - 3 * reach : x + 3 * reach] = colour
        assert overlaid(Layers(strip), die, other, felt)


@pytest.mark.parametrize(("bare", "over"), [(0.38, False), (0.25, True)])
def test_a_top_may_be_a_little_smaller_than_told_but_not_cut_in_two(bare: float, over: bool) -> None:
    """Felt is seen beside one side of a die, from so many sides off its middle on."""
    corners = np.array([[0.0, 0.0], [639.0, 0.0], [639.0, 479.0], [0.0, 479.0]])
    felt = Felt(corners, np.array([106.0, 48.0, 30.0]))
    picture = np.full((480, 640, 3), (106, 48, 30), np.uint8)
    dice = [
        ReadDie(1, x, 240.0, 80.0, (0.0, 0.0), 0.97, 1, True, True, (60, 104, 34), (230, 235, 240))
        for x in (160.0, 480.0)
    ]
    for die in dice:
        x = round(die.x)
        picture[200:280, x - 40 : x + 40] = (60, 104, 34)
        cv2.circle(picture, (x, 240), 8, (230, 235, 240), -1)
    assert not overlaid(Layers(picture), dice[0], dice[1], felt)
    picture[:, 160 + round(bare * 80) : 220] = (106, 48, 30)
    assert overlaid(Layers(picture), dice[0], dice[1], felt) is over


def standing(x: float, y: float, size: float, chance: float = 0.99) -> ReadDie:
    return ReadDie(4, x, y, size, (0.0, 0.0), chance, 4, True, True)


def test_dice_that_touch_and_look_larger_than_they_are_stay_two() -> None:
    # Sides of 40 px that touch, each taken for a tenth longer.
    assert len(apart([standing(0.0, 0.0, 46.0), standing(40.0, 0.0, 44.0)])) == 2
    unclear = ReadDie(3, 40.0, 0.0, 44.0, (0.0, 0.0), 0.5, 0, False, True)
    assert len(apart([standing(0.0, 0.0, 46.0), unclear])) == 1, "a side may look like a die"
