"""A picture of a Tric-Trac box with its covers and a throw on its felt, drawn by lot, with the truth."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.artwork.look import Look
from vision.scene.box_things import FIRST_DIE, HIDDEN, ON_NUMBERS, NoRoomError, lay_over, reach_in
from vision.scene.boxes import NUMBERS, Box, printed_board, wooden_box
from vision.scene.camera import Camera
from vision.scene.chance import draw_light, draw_sensor, draw_table
from vision.scene.dice import Die, SeenDie, see_die
from vision.scene.dice_drawing import lay_dice
from vision.scene.dice_makes import draw_make, draw_sides
from vision.scene.dice_throws import draw_wall, lean
from vision.scene.light import Light, shine, to_linear
from vision.scene.lot import Lot
from vision.scene.render import OVERSIZE, cast_shadows, face_of, lay, paint_grain, warp_table
from vision.scene.scene import COVER, PIECE, TABLE, Frame, Material, SeenMark
from vision.scene.seeing import see_marks
from vision.scene.sensor import take

Rng = np.random.Generator

FLAT, ON_WALL, ON_DIE, STACKED, ONE, HAND = "flat", "on the wall", "on a die", "stacked", "one", "hand"
BLOCKS = (ON_WALL, ON_WALL, ON_DIE, ON_DIE, STACKED, ONE, HAND, *ON_NUMBERS)
TILTS_DEG = (12.0, 48.0)  # cocked; of a die that leans less, players count the top
TOUCHING, TURNED_APART = 0.12, 1.45  # of flat throws, and sides between dice that do not touch at any turn
UNSAID = 255
"""The surface of dice and of the printed board: neither table nor piece nor cover."""


@dataclass(frozen=True)
class BoxPicture:
    """A picture (BGR), the numbers left open in it, all numerals' marks, its dice, and how they lie.

    `surface` says table, piece or cover for every pixel: the nine tiles are pieces, box and felt are table.
    """

    picture: NDArray[np.uint8]
    open: tuple[int, ...]
    marks: tuple[SeenMark, ...]
    dice: tuple[SeenDie, ...]
    throw: str
    surface: NDArray[np.uint8]

    @property
    def frame(self) -> Frame:
        """The same as any other game's."""
        return Frame(self.picture, self.marks, (), self.surface)

    @property
    def clear(self) -> bool:
        """Whether two dice lie flat and all is in full view."""
        return self.throw == FLAT


def draw_box(
    rng: Rng,
    lot: Lot,
    look: Look,
    size: tuple[int, int],
    throw: str = FLAT,
    wooden: bool = False,
    hard: bool = False,
    left: tuple[int, ...] | None = None,
) -> BoxPicture:
    """A box at any turn of the picture, the numbers left open or some by lot, a throw on its felt."""
    while True:
        # On a few boxes nothing can lie as the throw has it: then another is drawn.
        with contextlib.suppress(NoRoomError):
            return _draw_once(rng, lot, look, size, throw, wooden, hard, left)


def _draw_once(
    rng: Rng,
    lot: Lot,
    look: Look,
    size: tuple[int, int],
    throw: str,
    wooden: bool,
    hard: bool,
    left: tuple[int, ...] | None,
) -> BoxPicture:
    """One box, unless the thing that is to hide a part of it finds no place."""
    share = rng.uniform(0.1, 1)
    if left is None:
        left = tuple(n for n in NUMBERS if rng.random() < share)
    if throw in ON_NUMBERS and not left:
        left = (int(rng.integers(1, 10)),)
    box = (wooden_box if wooden else printed_board)(look, left, rng)
    camera = Camera(
        (0.0, 0.0),
        min(size) * float(rng.uniform(0.58, 0.8)) / box.width_mm,
        float(rng.uniform(0.9, 1.5)),
        float(rng.uniform(0, 32 if hard else 18)),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0, 360)),
    )
    shadow = (float(rng.normal(0, 0.5)), float(rng.normal(0, 0.5)))
    light = draw_light(rng, shadow, hard)
    picture = warp_table(draw_table(rng, lot, (0.0, 0.0), 300.0, look), camera, size)
    owners = np.zeros(picture.shape[:2], np.int16)
    _build(rng, box, picture, owners, camera, light)
    dice = _throw(rng, box, throw)
    lay_dice(dice, picture, owners, range(FIRST_DIE, FIRST_DIE + len(dice)), camera, light)
    seen = tuple(see_die(die, camera, size) for die in dice)
    surface = _surface(box, owners)
    if throw == HAND:
        surface[reach_in(rng, seen, picture, owners, camera, shadow)] = COVER
    if throw in ON_NUMBERS:
        surface[lay_over(rng, throw, box, left, seen, picture, owners, camera, light)] = COVER
    lit, glare = shine(light, size)
    linear = to_linear(picture) * lit + (glare * light.gloss * 0.3)[..., None]
    sensor = draw_sensor(rng, box.die_mm * camera.px_per_mm, hard)
    marks = see_marks(box.pieces, camera, owners)
    return BoxPicture(take(linear, sensor), left, marks, seen, throw, surface)


def _surface(box: Box, owners: NDArray[np.int16]) -> NDArray[np.uint8]:
    """What every pixel belongs to before a hand comes in."""
    ground = 2 if box.walls else 1  # the tray and its felt, or the printed board, lie lowest
    surface = np.where(owners > ground, PIECE, TABLE).astype(np.uint8)
    surface[(owners >= FIRST_DIE) | ((owners == 1) & (not box.walls))] = UNSAID
    return surface


def _build(
    rng: Rng,
    box: Box,
    picture: NDArray[np.uint8],
    owners: NDArray[np.int16],
    camera: Camera,
    light: Light,
) -> None:
    """Lay the pieces, the walls, and the shadows that both cast."""
    material = Material(
        "wood" if box.walls else "plain", 0.6 if box.walls else 0.0, 0.2, seed=int(rng.integers(2**31))
    )
    scale = camera.px_per_mm * OVERSIZE
    grain = paint_grain(material, camera.px_per_mm)
    cast_shadows(picture, box.pieces[:1], camera, light)
    for index, placed in enumerate(box.pieces):
        if index == 2:
            cast_shadows(picture, box.pieces[2:], camera, light)
        face = face_of(placed, scale, material, grain, rng)
        lay(picture, owners, placed, index + 1, camera, material, face, scale)
    for wall in box.walls:
        draw_wall(wall, picture, owners, HIDDEN, camera)


def _throw(rng: Rng, box: Box, throw: str) -> list[Die]:
    """Two dice of one make on the felt: flat, or as the throw has it."""
    make, side = draw_make(rng), box.die_mm
    left, top, right, bottom = box.felt
    room = 0.75 * side

    def die(x: float, y: float, turn: float) -> Die:
        flip, seed = int(rng.integers(256)), int(rng.integers(2**31))
        return Die(
            draw_sides(rng),
            x,
            y,
            side,
            turn,
            lift_mm=box.floor_mm,
            flip=flip,
            seed=seed,
            **make,  # type: ignore[arg-type]
        )

    def anywhere() -> tuple[float, float]:
        return float(rng.uniform(left + room, right - room)), float(rng.uniform(top + room, bottom - room))

    first = die(*anywhere(), float(rng.uniform(0, 360)))
    if throw == ONE:
        return [first]
    tilt = float(rng.uniform(*TILTS_DEG))
    if throw == ON_DIE or (throw == ON_WALL and not box.walls):
        while True:
            way = float(rng.uniform(0, 360))
            tipped, reach = lean(first, tilt, way)
            step = (reach + side / 2) * np.array([np.cos(np.radians(way)), np.sin(np.radians(way))])
            x, y = first.x_mm + float(step[0]), first.y_mm + float(step[1])
            # Both fit in between the walls.
            if left + room < x < right - room and top + room < y < bottom - room:
                return [die(x, y, way), replace(tipped, turn_deg=way)]
    if throw == STACKED:
        over = die(first.x_mm + float(rng.normal(0, 0.25)) * side, first.y_mm, float(rng.uniform(0, 360)))
        return [first, replace(over, lift_mm=box.floor_mm + side)]
    closest = TURNED_APART * side
    second = first
    while np.hypot(second.x_mm - first.x_mm, second.y_mm - first.y_mm) < closest:
        second = die(*anywhere(), float(rng.uniform(0, 360)))
    if throw == FLAT and rng.random() < TOUCHING:
        second = _beside(rng, first, second, (left + room, top + room, right - room, bottom - room))
    if throw == ON_WALL:
        way = float(rng.choice([0.0, 90.0, 180.0]))
        second, reach = lean(replace(second, turn_deg=way), tilt, way)
        edge = {
            0.0: (right - reach, first.y_mm),
            90.0: (first.x_mm, bottom - reach),
            180.0: (left + reach, first.y_mm),
        }
        x, y = edge[way]
        first = replace(first, x_mm=-0.5 * first.x_mm if way == 90.0 else 0.3 * first.x_mm)
        second = replace(second, x_mm=x, y_mm=y)
    return [first, second]


def _beside(rng: Rng, first: Die, second: Die, room: tuple[float, float, float, float]) -> Die:
    """The second die moved up to the first, side by side or turned against it, where there is room."""
    left, top, right, bottom = room
    for _ in range(8):
        quarter = first.turn_deg + 90.0 * int(rng.integers(4))
        turn = float(rng.choice([first.turn_deg, rng.uniform(0, 360)]))
        skew = np.radians(turn - first.turn_deg)
        apart = first.side_mm * (0.51 + (abs(np.cos(skew)) + abs(np.sin(skew))) / 2)
        x = first.x_mm + apart * float(np.cos(np.radians(quarter)))
        y = first.y_mm + apart * float(np.sin(np.radians(quarter)))
        if left < x < right and top < y < bottom:
            return replace(second, x_mm=x, y_mm=y, turn_deg=turn)
    return second
