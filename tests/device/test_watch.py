"""The watcher on drawn films: hands, lamps, sun, noise, a bumped camera."""

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.cameras import Glance
from device.watch import Phase, Sight, Watcher
from device.watch_texture import find_shift, reaching_in, texture
from tests.device.film import Film, table, tiles


def watch(watcher: Watcher, glances: Iterable[Glance]) -> list[Sight]:
    return [watcher.see(glance) for glance in glances]


def started(film: Film) -> Watcher:
    """A watcher that already knows the table."""
    watcher = Watcher()
    assert [sight.phase for sight in watch(watcher, film.stay(1.0))][-1] is Phase.SETTLED
    return watcher


def freshes(sights: Iterable[Sight]) -> list[Sight]:
    return [sight for sight in sights if sight.fresh]


def test_a_still_table_is_settled_once_at_the_start_and_then_stays_quiet() -> None:
    film = table()
    sights = watch(Watcher(), film.stay(5.0))
    assert len(freshes(sights)) == 1 and sights[0].phase is Phase.HAND
    assert freshes(sights)[0].at_s - sights[0].at_s <= 0.8


def test_a_tile_laid_by_a_hand_is_told_once_and_only_after_the_hand_is_gone() -> None:
    film = table(6)
    watcher = started(film)
    during = watch(watcher, film.reach(0, 0, leave=tiles(7)))
    after = watch(watcher, film.stay(2.0))
    assert not freshes(during) and Phase.HAND in {sight.phase for sight in during}
    (fresh,) = freshes(after)
    assert fresh.phase is Phase.SETTLED and fresh.bump is None and 0.0005 < fresh.changed < 0.03
    assert after[-1].phase is Phase.SETTLED


def test_a_hand_that_changes_nothing_leaves_the_table_empty_and_untold() -> None:
    film = table(6)
    watcher = started(film)
    sights = watch(watcher, film.reach(0, 0)) + watch(watcher, film.stay(1.5))
    assert not freshes(sights) and sights[-1].phase is Phase.EMPTY


def test_a_hand_resting_on_the_table_is_still_a_hand() -> None:
    film = table(6)
    watcher = started(film)
    coming = list(film.reach(0, -20))
    watch(watcher, coming[:6])
    resting = [watcher.see(replace(coming[5], at_s=film.at_s + 0.1 * step)) for step in range(1, 40)]
    assert {sight.phase for sight in resting} == {Phase.HAND}


def test_an_arm_that_rested_long_leaves_no_ghost_when_it_goes() -> None:
    film = table(6)
    watcher = started(film)
    coming = list(film.reach(0, -20))
    watch(watcher, coming[:6])
    resting = [watcher.see(replace(coming[5], at_s=film.at_s + 0.1 * step)) for step in range(1, 80)]
    assert resting[-1].phase is Phase.SETTLED
    film.at_s += 8
    (fresh,) = freshes(watch(watcher, film.stay(1.5)))
    assert fresh.phase is Phase.SETTLED


def test_a_drink_at_the_rim_is_no_arm_though_hands_go_on_beside_it() -> None:
    film = table(6)
    watcher = started(film)
    film.drink = (20, 120)
    put_down_s = film.at_s
    sights = watch(watcher, film.stay(2.0)) + watch(watcher, film.reach(0, 0, leave=tiles(7)))
    assert not freshes(sights)
    (fresh,) = freshes(watch(watcher, film.stay(8.0)))
    assert fresh.at_s - put_down_s < 7.0


def test_a_slow_hand_is_seen_too() -> None:
    film = table(6)
    watcher = started(film)
    sights = watch(watcher, film.reach(0, -40, steps=20))
    inside = [sight for sight in sights if sight.changed > 0.01]
    assert len(inside) > 7
    assert all(sight.phase is Phase.HAND for sight in inside) and not freshes(inside)


@pytest.mark.parametrize("gain", [0.35, 0.6, 1.25])
def test_a_lamp_switched_is_no_change_on_the_table(gain: float) -> None:
    film = table(12)
    film.gain = 0.8
    watcher = started(film)
    film.gain *= gain
    sights = watch(watcher, film.stay(2.0))
    assert not freshes(sights)
    assert np.sign(sights[1].light) == np.sign(gain - 1), "the light itself is noticed"


def test_a_lamp_at_the_side_is_no_change_either() -> None:
    film = table(12)
    film.gain = 0.7
    watcher = started(film)
    slope = np.linspace(0.6, 1.4, 320)[None, :] * np.linspace(1.2, 0.8, 180)[:, None]
    sights = watch(watcher, (film.shoot(lit=slope) for _ in range(20)))
    assert not freshes(sights) and sights[-1].phase is not Phase.HAND


def test_a_tile_laid_while_the_lamp_changes_is_still_told() -> None:
    film = table(6)
    film.gain = 0.9
    watcher = started(film)
    film.gain = 0.6
    watch(watcher, film.reach(0, 0, leave=tiles(7)))
    (fresh,) = freshes(watch(watcher, film.stay(2.0)))
    assert fresh.bump is None and fresh.light < -0.05


def test_the_sun_going_round_is_followed_in_silence() -> None:
    film = table(12)
    watcher = started(film)
    across = np.linspace(0, 1, 320)[None, :]
    sights = []
    for step in range(200):
        edge = step / 200
        shaded = 0.55 + 0.45 / (1 + np.exp((across - edge) * 18))
        sights.append(watcher.see(film.shoot(lit=np.broadcast_to(shaded, (180, 320)))))
    assert not freshes(sights[1:]), "twenty seconds of a soft shadow crossing the table"


@pytest.mark.parametrize("noise", [0.0, 1.0, 4.0, 8.0])
def test_noise_is_not_movement_and_does_not_hide_a_tile(noise: float) -> None:
    film = table(6)
    film.noise = noise
    watcher = started(film)
    assert not freshes(watch(watcher, film.stay(3.0)))
    watch(watcher, film.reach(0, 0, leave=tiles(7)))
    assert len(freshes(watch(watcher, film.stay(2.0)))) == 1


@pytest.mark.parametrize(
    ("aim_mm", "roll_deg"), [((9.0, 5.0), 0.0), ((-14.0, 3.0), 0.8), ((4.0, -8.0), -1.5)]
)
def test_a_bumped_camera_is_told_from_a_moved_tile(aim_mm: tuple[float, float], roll_deg: float) -> None:
    film = table(14)
    watcher = started(film)
    film.scene = replace(film.scene, camera=replace(film.scene.camera, aim_mm=aim_mm, roll_deg=roll_deg))
    (fresh,) = freshes(watch(watcher, film.stay(2.0)))
    assert fresh.bump is not None
    assert fresh.bump.right == pytest.approx(-aim_mm[0] / 640, abs=0.006)
    assert fresh.bump.down == pytest.approx(-aim_mm[1] / 640, abs=0.006)
    assert abs(fresh.bump.turn_deg) == pytest.approx(abs(roll_deg), abs=0.35)


def test_one_moved_tile_is_no_bump() -> None:
    film = table(14)
    watcher = started(film)
    pieces = film.scene.pieces
    moved = (*pieces[:-1], replace(pieces[-1], x_mm=pieces[-1].x_mm + 25, y_mm=pieces[-1].y_mm + 25))
    watch(watcher, film.reach(pieces[-1].x_mm, pieces[-1].y_mm, leave=moved))
    (fresh,) = freshes(watch(watcher, film.stay(2.0)))
    assert fresh.bump is None


def test_a_picture_of_another_shape_starts_afresh() -> None:
    film = table()
    watcher = started(film)
    taller = [replace(glance, grey=cv2.resize(glance.grey, (320, 240))) for glance in film.stay(1.5)]
    assert len(freshes(watch(watcher, taller))) == 1


def test_a_forgotten_table_is_told_again() -> None:
    film = table()
    watcher = started(film)
    watcher.forget()
    assert len(freshes(watch(watcher, film.stay(1.5)))) == 1


def test_time_that_jumps_makes_no_trouble() -> None:
    film = table(6)
    watcher = started(film)
    film.at_s += 86_400 * 365
    assert not freshes(watch(watcher, film.stay(1.0)))
    watch(watcher, film.reach(0, 0, leave=tiles(7)))
    assert len(freshes(watch(watcher, film.stay(2.0)))) == 1


def test_light_that_multiplies_leaves_the_texture_alone() -> None:
    grey = table().shoot().grey
    half = (grey * 0.5).astype(np.uint8)
    (full_texture, full_light), (half_texture, half_light) = texture(grey), texture(half)
    assert float(np.abs(full_texture - half_texture).mean()) < 0.02
    assert full_light - half_light == pytest.approx(np.log(2), abs=0.1)


def test_what_comes_in_from_the_rim_is_an_arm_and_what_lies_within_is_not() -> None:
    lying, arm = np.zeros((180, 320), np.uint8), np.zeros((180, 320), np.uint8)
    lying[60:120, 100:180] = 1
    arm[130:180, 100:140] = 1
    assert np.array_equal(reaching_in(arm | lying, 0.16), arm) and not reaching_in(lying, 0.16).any()


def test_two_different_tables_are_not_explained_by_a_movement() -> None:
    rng = np.random.default_rng(0)
    one, other = (rng.normal(0, 0.3, (180, 320)).astype(np.float32) for _ in range(2))
    found = find_shift(one, other)
    assert found is None or float(np.abs(found[1] - other).mean()) > 0.2
