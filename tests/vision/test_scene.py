"""Scenes: the same seed gives the same picture, and the truth says what the picture shows."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.artwork.addique import tile
from vision.artwork.look import ATKINSON, ATKINSON_TEXT, BESLEY, CLASSIC, HIGH_CONTRAST, THEMES
from vision.scene.camera import Camera, project
from vision.scene.chance import draw_scene
from vision.scene.dealing import GAMES
from vision.scene.hand import Hand
from vision.scene.jokers import any_joker
from vision.scene.layouts import cells, formula_tokens, grow_places, lay_formula, lay_tiles
from vision.scene.lot import HELD_OUT_HUES, HELD_OUT_SURFACES, HELD_OUT_THINGS, Lot
from vision.scene.render import render
from vision.scene.scene import COVER, PIECE, TABLE, Placed, Scene
from vision.scene.seeing import contrast
from vision.scene.table import Table
from vision.scene.things import KINDS, Thing

SIZE = (320, 240)
LOT = Lot((((str(BESLEY),), (str(ATKINSON), str(ATKINSON_TEXT))),))


def lone_tile(**camera: float) -> Scene:
    placed = Placed(tile("4752", HIGH_CONTRAST), 10.0, -5.0, 0.0, 0.0, HIGH_CONTRAST.cell_mm, (0, 0))
    return Scene((placed,), Camera(px_per_mm=3.0, **camera), Table(low=(0.2, 0.4, 0.2), high=(0.3, 0.5, 0.3)))


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_same_frame(game: str) -> None:
    frames = [render(draw_scene(np.random.default_rng(7), LOT, game, 40.0, SIZE), SIZE) for _ in range(2)]
    assert np.array_equal(frames[0].picture, frames[1].picture)
    assert frames[0].marks == frames[1].marks
    other = render(draw_scene(np.random.default_rng(8), LOT, game, 40.0, SIZE), SIZE)
    assert not np.array_equal(frames[0].picture, other.picture)


def test_an_ordinary_evening_is_clearer_than_a_hard_day() -> None:
    def clearness(hard: bool) -> float:
        found = []
        for seed in range(16):
            scene = draw_scene(np.random.default_rng(seed), LOT, "addique", 40.0, SIZE, hard=hard)
            frame = render(replace(scene, hand=None, things=()), SIZE)
            found += [contrast(frame.picture, mark) for mark in frame.marks if mark.seen > 0.97]
        return float(np.percentile(found, 10))

    assert clearness(hard=False) > 1.3 * clearness(hard=True)


def test_our_own_sets_are_for_training_only() -> None:
    own = {look.cell_mm for look in THEMES.values()}

    def drawn(lot: Lot) -> set[float]:
        scenes = [draw_scene(np.random.default_rng(s), lot, "addique", 40.0, SIZE) for s in range(60)]
        return {scene.pieces[0].size_mm for scene in scenes}

    assert own <= drawn(LOT)
    assert not own & drawn(replace(LOT, held_out=True))


def test_straight_down_puts_marks_where_the_artwork_says() -> None:
    frame = render(lone_tile(), SIZE)
    spot = next(mark for mark in frame.marks if mark.face == "spot")
    lifted = HIGH_CONTRAST.tile_thickness_mm
    assert spot.x_px == pytest.approx(160 + 10 * 3, abs=1 + lifted)
    assert spot.y_px == pytest.approx(120 - 5 * 3, abs=1 + lifted)
    assert spot.size_px == pytest.approx(HIGH_CONTRAST.cell_mm * 3, rel=0.03)
    assert min(spot.turn_deg, 360 - spot.turn_deg) < 0.5
    assert frame.pieces[0].name == "4752"
    assert frame.pieces[0].seen > 0.95


@pytest.mark.parametrize("roll", [0.0, 33.0, 137.0, 250.0])
@pytest.mark.parametrize("bend", [0.0, 0.08])
def test_the_dark_ink_lies_under_the_marks_at_any_turn(roll: float, bend: float) -> None:
    frame = render(lone_tile(roll_deg=roll, pitch_deg=25.0, bend=bend), SIZE)
    spot = next(mark for mark in frame.marks if mark.face == "spot")
    grey = cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY)
    x, y = round(spot.x_px), round(spot.y_px)
    beside = round(spot.x_px + 0.36 * spot.across[0]), round(spot.y_px + 0.36 * spot.across[1])
    assert grey[y, x] < 60
    assert grey[beside[1], beside[0]] > 140
    turn = (spot.turn_deg - roll + 180) % 360 - 180
    assert abs(turn) < 8
    assert frame.surface[y, x] == PIECE
    assert frame.surface[2, 2] == TABLE


def test_a_hand_covers_and_the_truth_knows() -> None:
    scene = lone_tile()
    covered = render(replace(scene, hand=Hand(10.0, -5.0, 90.0, 120.0, curl=0.2)), SIZE)
    assert covered.pieces[0].seen < 0.5
    assert (covered.surface == COVER).mean() > 0.05
    away = render(replace(scene, hand=Hand(900.0, 900.0, 90.0)), SIZE)
    assert away.pieces[0].seen > 0.95
    assert not (away.surface == COVER).any()


def test_a_mark_out_of_the_picture_is_not_seen() -> None:
    scene = lone_tile()
    moved = replace(scene, pieces=(replace(scene.pieces[0], x_mm=60.0),))
    seen = {mark.face: mark.seen for mark in render(moved, SIZE).marks}
    assert seen["7"] == 0
    assert seen["2"] > 0.9


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_thing_on_a_tile_hides_it_and_beside_it_does_not(kind: str) -> None:
    scene = lone_tile()
    plain = render(scene, SIZE)
    beside = render(replace(scene, things=(Thing(kind, -300.0, 200.0, 10.0, 3),)), SIZE)
    assert beside.pieces[0].seen == plain.pieces[0].seen
    near = render(replace(scene, things=(Thing(kind, 10.0, -5.0, 10.0, 3),)), SIZE)
    assert not np.array_equal(near.picture, plain.picture)
    assert (near.surface == COVER).any()


def test_places_grow_by_the_rules() -> None:
    places = grow_places(np.random.default_rng(3), 48)
    taken: set[tuple[int, int]] = set()
    for place in places:
        own = cells(place)
        assert not own & taken
        if taken:
            shared = sum(
                (x + dx, y + dy) in taken for x, y in own for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            )
            assert shared >= 3
        taken |= own


def test_a_full_table_has_each_tile_once() -> None:
    laid = lay_tiles(np.random.default_rng(1), CLASSIC, 48, 0.02, 0.5)
    assert len({placed.piece.name for placed in laid}) == 48


def test_older_cards_lie_under_and_are_mostly_hidden() -> None:
    rng = np.random.default_rng(5)
    laid = lay_formula(rng, CLASSIC, ["12", "+", "3", "=", "15"], 0.5, 0.9)
    frame = render(Scene(laid, Camera(px_per_mm=1.0, focal_share=3.0)), (700, 200))
    assert len(laid) > 7
    clear = [mark for mark in frame.marks if mark.seen > 0.9]
    assert sorted(mark.face for mark in clear) == sorted("12+3=15")


def test_formulas_have_five_parts() -> None:
    for seed in range(50):
        tokens = formula_tokens(np.random.default_rng(seed))
        assert len(tokens) == 5 and tokens[3] == "="
        assert all(1 <= len(tokens[i]) <= 3 for i in (0, 2, 4))


def test_lens_bend_goes_both_ways() -> None:
    camera = Camera(bend=0.06)
    across, down = camera.lens_map(SIZE)
    straight = np.array([[across[40, 60], down[40, 60]], [across[200, 300], down[200, 300]]], np.float64)
    assert camera.bent(straight, SIZE) == pytest.approx(np.array([[60, 40], [300, 200]]), abs=0.05)


def test_homography_meets_the_aimed_point() -> None:
    camera = Camera(aim_mm=(12.0, 34.0), pitch_deg=30.0, yaw_deg=77.0, roll_deg=200.0)
    assert project(camera.matrix(SIZE), np.array([[12.0, 34.0]]))[0] == pytest.approx([160, 120])


def test_every_joker_has_one_mark_on_its_card() -> None:
    for seed in range(40):
        piece = any_joker(np.random.default_rng(seed), CLASSIC)
        (mark,) = piece.marks
        assert mark.face == "J"
        assert abs(mark.y_mm) + mark.height_mm / 2 < CLASSIC.card_height_mm / 2
        assert mark.width_mm <= CLASSIC.card_width_mm * 1.3


def test_held_out_sides_draw_other_things() -> None:
    test_side = replace(LOT, held_out=True)
    rng = np.random.default_rng(0)
    surfaces = {side.held_out: {side.surface(rng) for _ in range(200)} for side in (LOT, test_side)}
    things = {side.held_out: {side.thing(rng) for _ in range(300)} for side in (LOT, test_side)}
    assert not surfaces[False] & set(HELD_OUT_SURFACES) and surfaces[True] >= set(HELD_OUT_SURFACES)
    assert not things[False] & set(HELD_OUT_THINGS) and things[True] >= set(HELD_OUT_THINGS)
    assert not any(HELD_OUT_HUES[0] < LOT.hue(rng) < HELD_OUT_HUES[1] for _ in range(500))


def test_a_smaller_lot_keeps_its_side() -> None:
    few = replace(LOT, held_out=True).some(np.random.default_rng(1), 2)
    assert few.held_out
    assert few.font(np.random.default_rng(2)) in {str(BESLEY), str(ATKINSON), str(ATKINSON_TEXT)}


def test_contrast_tells_clear_from_burnt_out() -> None:
    frame = render(lone_tile(), SIZE)
    clear = [contrast(frame.picture, mark) for mark in frame.marks]
    assert min(clear) > 100
    white = np.full_like(frame.picture, 255)
    assert all(contrast(white, mark) == 0 for mark in frame.marks)
