"""A Tric-Trac board with its covers and a throw on the green, drawn by lot, with the truth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork.look import Look
from vision.artwork.trictrac import BOARD_WIDTH_MM, FIELD_Y_MM, board, cover, field_x
from vision.scene.camera import Camera
from vision.scene.chance import draw_light, draw_sensor, draw_table
from vision.scene.dice import Die, SeenDie, cast_shadow, draw_die, see_die
from vision.scene.dice_chance import draw_make, draw_sides
from vision.scene.light import shine, to_linear
from vision.scene.lot import Lot
from vision.scene.render import cast_shadows, face_of, lay, warp_table
from vision.scene.scene import Material, Placed
from vision.scene.sensor import take

Rng = np.random.Generator

DIE_MM = 16.0
GREEN_MM = (100.0, 0.0, 62.0)
"""Where dice may fall: half the width, the top and the bottom of the green from the board's middle."""
OVERSIZE = 1.15


@dataclass(frozen=True)
class BoxPicture:
    """A picture (BGR), the numbers open in it, and its dice."""

    picture: NDArray[np.uint8]
    open: tuple[int, ...]
    dice: tuple[SeenDie, ...]


def draw_box(rng: Rng, lot: Lot, look: Look, size: tuple[int, int]) -> BoxPicture:
    """A board at any turn of the picture, some of its numbers covered, two dice on its green."""
    camera = Camera(
        (0.0, 0.0),
        min(size) * float(rng.uniform(0.75, 0.92)) / BOARD_WIDTH_MM,
        float(rng.uniform(0.9, 1.5)),
        float(rng.uniform(0, 25)),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0, 360)),
    )
    shadow = (float(rng.normal(0, 0.5)), float(rng.normal(0, 0.5)))
    light = draw_light(rng, shadow)
    picture = warp_table(draw_table(rng, lot, (0.0, 0.0), 300.0, look), camera, size)
    left = tuple(n for n in range(1, 10) if rng.random() < 0.55) or (int(rng.integers(1, 10)),)
    owners = np.zeros(picture.shape[:2], np.int16)
    _lay_pieces(rng, picture, owners, camera, look, left)
    dice = _throw(rng)
    mask = np.zeros(picture.shape[:2], np.uint8)
    for die in dice:
        cast_shadow(die, camera, mask, shadow)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, light.shadow_softness * camera.px_per_mm))
    picture = (picture * (1 - 0.6 * light.shadow_depth * soft[..., None] / np.float32(255))).astype(np.uint8)
    for die in dice:
        draw_die(die, picture, owners, len(dice), camera, np.array([-shadow[0], -shadow[1], 1.0]))
    lit, glare = shine(light, size)
    linear = to_linear(picture) * lit + (glare * light.gloss * 0.3)[..., None]
    sensor = draw_sensor(rng, DIE_MM * camera.px_per_mm)
    return BoxPicture(take(linear, sensor), left, tuple(see_die(die, camera, size) for die in dice))


def _lay_pieces(
    rng: Rng,
    picture: NDArray[np.uint8],
    owners: NDArray[np.int16],
    camera: Camera,
    look: Look,
    left: tuple[int, ...],
) -> None:
    """The board, and a cover on every number that is not open, laid by hand."""
    pieces = [Placed(board(look), 0.0, 0.0)]
    for number in range(1, 10):
        if number not in left:
            x, y = rng.normal(0, 0.6, 2)
            turn = float(rng.normal(0, 1.5))
            pieces.append(Placed(cover(look), field_x(number) + float(x), FIELD_Y_MM + float(y), turn, 0.5))
    cast_shadows(picture, tuple(pieces[:1]), camera, draw_light(rng, (0.3, 0.3)))
    scale = camera.px_per_mm * OVERSIZE
    material = Material()
    for index, placed in enumerate(pieces):
        face = face_of(placed, scale, material, None, rng)
        lay(picture, owners, placed, index + 1, camera, material, face, scale)


def _throw(rng: Rng) -> tuple[Die, Die]:
    """Two dice of one make on the green, now and then touching."""
    half, top, bottom = GREEN_MM
    make = draw_make(rng)
    first = np.array([rng.uniform(-half, half), rng.uniform(top, bottom)])
    second = first
    while np.hypot(*(second - first)) < 1.45 * DIE_MM:
        second = np.array([rng.uniform(-half, half), rng.uniform(top, bottom)])
    dice = [
        Die(
            draw_sides(rng),
            float(x),
            float(y),
            DIE_MM,
            float(rng.uniform(0, 360)),
            flip=int(rng.integers(256)),
            seed=int(rng.integers(2**31)),
            **make,  # type: ignore[arg-type]
        )
        for x, y in (first, second)
    ]
    return dice[0], dice[1]
