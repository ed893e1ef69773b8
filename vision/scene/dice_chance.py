"""Throws drawn by lot: dice of any make on any ground in any light, with the truth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.camera import Camera
from vision.scene.chance import draw_hand_over, draw_light, draw_sensor
from vision.scene.colours import bgr, jitter, rgb
from vision.scene.dice import Die, SeenDie, cast_shadow, draw_die, see_die
from vision.scene.hand import draw_hand
from vision.scene.light import shine, to_linear
from vision.scene.render import warp_table
from vision.scene.sensor import take
from vision.scene.table import Table
from vision.scene.texture import SURFACES
from vision.scene.things import KINDS, Thing, draw_thing

Rng = np.random.Generator
Colour = tuple[float, float, float]

HIDDEN = -1
GROUNDS = (*SURFACES, "felt", "felt", "felt", "wood", "wood", "plain", "dots")
CLUTTER = tuple(kind for kind in KINDS if kind != "die")


@dataclass(frozen=True)
class Throw:
    """A picture of dice (BGR), each with its truth and the share of it in sight."""

    picture: NDArray[np.uint8]
    dice: tuple[SeenDie, ...]
    seen: tuple[float, ...]


def draw_throw(rng: Rng, side_px: float, size: tuple[int, int]) -> Throw:
    """A throw whose dice measure about side_px, seen from up to 44 degrees off vertical."""
    camera = Camera(
        (0.0, 0.0),
        side_px / 16.0,
        float(np.exp(rng.uniform(np.log(1.2), np.log(5.0)))),
        float(rng.choice([rng.uniform(0, 20), rng.uniform(0, 44)])),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0, 360)),
    )
    extent_mm = max(size) / camera.px_per_mm
    shadow = (float(rng.normal(0, 0.6)), float(rng.normal(0, 0.6)))
    light = draw_light(rng, shadow)
    picture = warp_table(_ground(rng), camera, size)
    _strew(rng, picture, camera, extent_mm)
    dice = draw_dice(rng, extent_mm)
    mask = np.zeros(picture.shape[:2], np.uint8)
    for die in dice:
        cast_shadow(die, camera, mask, shadow)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, light.shadow_softness * camera.px_per_mm))
    picture = (picture * (1 - 0.7 * light.shadow_depth * soft[..., None] / np.float32(255))).astype(np.uint8)
    owners = np.zeros(picture.shape[:2], np.int16)
    lamp = np.array([-shadow[0], -shadow[1], 1.0])
    full = [0] * len(dice)
    for k in sorted(range(len(dice)), key=lambda k: -_distance(dice[k], camera, size)):
        full[k] = draw_die(dice[k], picture, owners, k + 1, camera, lamp)
    shade = np.zeros(picture.shape[:2], np.float32)
    if rng.random() < 0.1:
        cover = draw_hand(draw_hand_over(rng, (0.0, 0.0), extent_mm), camera, size, shadow)
        if cover is not None:
            picture = np.clip(
                picture + (cover.colour * 255 - picture) * cover.share[..., None], 0, 255
            ).astype(np.uint8)
            owners[cover.share > 0.5] = HIDDEN
            shade = cover.shadow * (1 - cover.share)
    lit, glare = shine(light, size)
    linear = to_linear(picture) * lit * (1 - light.shadow_depth * shade)[..., None]
    linear += (glare * light.gloss * 0.6)[..., None]
    seen = tuple(float((owners == k + 1).sum() / max(full[k], 1)) for k in range(len(dice)))
    truth = tuple(see_die(die, camera, size) for die in dice)
    return Throw(take(linear, draw_sensor(rng, side_px)), truth, seen)


def draw_dice(rng: Rng, extent_mm: float) -> tuple[Die, ...]:
    """None to four dice, often of one make, sometimes touching, seldom cocked."""
    count = int(rng.choice([0, 1, 2, 2, 2, 2, 3, 3, 4]))
    make = draw_make(rng)
    dice: list[Die] = []
    for _ in range(count):
        if rng.random() < 0.25:
            make = draw_make(rng)
        cocked = rng.random() < 0.1
        for _ in range(12):
            if dice and rng.random() < 0.3:
                way = rng.uniform(0, 2 * np.pi)
                near = dice[-1]
                at = np.array([near.x_mm, near.y_mm]) + near.side_mm * rng.uniform(1.02, 1.5) * np.array(
                    [np.cos(way), np.sin(way)]
                )
            else:
                at = rng.uniform(-0.5, 0.5, 2) * (extent_mm if dice else max(extent_mm - 22, 5))
            apart = [np.hypot(at[0] - d.x_mm, at[1] - d.y_mm) / d.side_mm for d in dice]
            if min(apart, default=9.0) > 1.2:
                break
        else:
            continue
        dice.append(
            Die(
                draw_sides(rng),
                float(at[0]),
                float(at[1]),
                turn_deg=float(rng.uniform(0, 360)),
                tilt_deg=float(rng.uniform(15, 55)) if cocked else 0.0,
                tilt_way_deg=float(rng.uniform(0, 360)),
                flip=int(rng.integers(256)),
                seed=int(rng.integers(2**31)),
                **make,  # type: ignore[arg-type]
            )
        )
    return tuple(dice)


def draw_sides(rng: Rng) -> tuple[int, int, int]:
    """Three sides that meet at a corner: one of each pair that makes seven."""
    pairs = rng.permutation([(1, 6), (2, 5), (3, 4)])
    first, second, third = (int(pair[int(rng.integers(2))]) for pair in pairs)
    return first, second, third


def draw_make(rng: Rng) -> dict[str, object]:
    """What a maker settles: colours, edges, pips."""
    kind = rng.random()
    lone: Colour | None = None
    grain, clear = 0.0, 0.0
    if kind < 0.38:
        tone = int(rng.uniform(195, 252))
        face = jitter(rng, (tone, tone - int(rng.uniform(0, 8)), tone - int(rng.uniform(0, 35))), 6)
        ink = jitter(rng, (25, 25, 25), 18) if rng.random() < 0.8 else rgb(rng.random(), 0.8, 0.5)
        if rng.random() < 0.2:
            lone = bgr(rgb(0.0, 0.9, 0.75))
    elif kind < 0.5:
        face, ink = jitter(rng, (200, 155, 100), 40), jitter(rng, (45, 28, 18), 15)
        grain = float(rng.uniform(0.04, 0.15))
    elif kind < 0.6:
        face, ink = jitter(rng, (28, 28, 28), 15), jitter(rng, (238, 238, 230), 12)
    else:
        hue = rng.random() if rng.random() < 0.6 else rng.choice([0.99, 0.0, 0.6, 0.35])
        face = rgb(hue, rng.uniform(0.5, 1), rng.uniform(0.35, 0.95))
        light = sum(face) > 430
        ink = (
            jitter(rng, (22, 22, 22), 15)
            if light and rng.random() < 0.8
            else jitter(rng, (243, 243, 238), 10)
        )
        if not light and rng.random() < 0.1:
            ink = jitter(rng, (215, 175, 60), 20)
        clear = float(rng.choice([0.0, 0.0, rng.uniform(0.2, 0.75)]))
    return {
        "colour": bgr(face),
        "ink": bgr(ink),
        "lone_ink": lone,
        "edge": float(rng.uniform(0.03, 0.2)),
        "ball": float(rng.choice([0.0, 0.0, rng.uniform(0.64, 0.8)])),
        "pip": float(rng.uniform(0.065, 0.115)),
        "spread": float(rng.uniform(0.22, 0.29)),
        "dent": float(rng.uniform(0, 0.7)),
        "gloss": float(rng.choice([0.0, rng.uniform(0, 0.6)])),
        "clear": clear,
        "grain": grain,
    }


def _ground(rng: Rng) -> Table:
    """Felt of any colour, wood, cloth, a table as pale or dark as the dice."""
    surface = str(rng.choice(GROUNDS))
    if surface == "felt":
        hue = rng.choice([0.38, 0.97, 0.6, rng.random()])
        low = rgb(hue, rng.uniform(0.4, 0.9), rng.uniform(0.2, 0.7))
    elif rng.random() < 0.35:
        tone = int(rng.uniform(150, 250))
        low = jitter(rng, (tone, tone - 6, tone - int(rng.uniform(0, 40))), 6)
    else:
        low = rgb(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 1))
    high = (
        jitter(rng, low, 30)
        if rng.random() < 0.6
        else rgb(rng.random(), rng.uniform(0, 1), rng.uniform(0, 1))
    )
    return Table(surface, bgr(low), bgr(high), float(rng.uniform(0, 360)), int(rng.integers(2**31)))


def _strew(rng: Rng, picture: NDArray[np.uint8], camera: Camera, extent_mm: float) -> None:
    """Clutter on the table: walls, coins, dominoes, counters and the like."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(int(rng.choice([0, 0, 1, 1, 2]))):
        at = rng.uniform(-0.6, 0.6, 2) * extent_mm
        kind = str(rng.choice([*CLUTTER, "block", "domino", "counters"]))
        draw_thing(
            Thing(kind, *at.tolist(), float(rng.uniform(0, 360)), int(rng.integers(2**31))),
            picture,
            mask,
            camera,
        )


def _distance(die: Die, camera: Camera, size: tuple[int, int]) -> float:
    """How deep a die stands in the picture, for drawing the far ones first."""
    return float((camera.matrix(size, float(die.middle[2])) @ np.array([die.x_mm, die.y_mm, 1.0]))[2])
