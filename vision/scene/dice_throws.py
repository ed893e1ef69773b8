"""Throws drawn by lot: dice that lie flat, lean on a wall or on each other, or lie on top of each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.scene.camera import Camera
from vision.scene.dice import Die
from vision.scene.dice_makes import draw_sides, draw_worn_make
from vision.scene.things import Brush, Thing

Rng = np.random.Generator
Spot = NDArray[np.float64]

COUNTS = (0, 1, 2, 2, 2, 2, 3, 3, 4)
COCKED, STACKED, WALLED = 0.36, 0.09, 0.25
TILTS_DEG = (9.0, 48.0)
PLAIN_TILT_DEG = 16.0  # what leans less, with nothing seen to lean on, looks like a flat die seen askance
ON_EDGE = 0.8
CLOSEST = 1.2  # sides between the middles of dice that are turned against each other


@dataclass(frozen=True)
class Wall:
    """A straight low wall, like a box's, that dice may touch or lean on."""

    x_mm: float
    y_mm: float
    turn_deg: float
    length_mm: float
    width_mm: float
    height_mm: float
    colour: tuple[int, int, int]


def draw_dice(rng: Rng, extent_mm: float) -> tuple[tuple[Die, ...], tuple[Wall, ...]]:
    """None to four dice, often of one make, sometimes touching, sometimes cocked or stacked, with walls."""
    kind = rng.random()
    make = draw_worn_make(rng)
    walls: list[Wall] = []
    dice: list[Die] = []
    if kind < COCKED:
        dice, walls = _cock(rng, _spot(rng, extent_mm), make)
    elif kind < COCKED + STACKED:
        dice = _stack(rng, _spot(rng, extent_mm), make)
    elif kind < COCKED + STACKED + WALLED:
        first = _flat(rng, _spot(rng, extent_mm), make)
        dice, walls = [first], [_wall_beside(rng, first)]
    for _ in range(int(rng.choice(COUNTS)) - len(dice)):
        if rng.random() < 0.25:
            make = draw_worn_make(rng)
        other = _another(rng, dice, extent_mm, make)
        if other is not None and not any(_through(other, wall) for wall in walls):
            dice.append(other)
    return tuple(dice), tuple(walls)


def draw_wall(
    wall: Wall, picture: NDArray[np.uint8], owners: NDArray[np.int16], owner: int, camera: Camera
) -> None:
    """Draw a wall on the picture, in place, and mark its pixels."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    brush = Brush(picture, mask, camera, Thing("wall", wall.x_mm, wall.y_mm, wall.turn_deg, 0))
    x, y = wall.length_mm / 2, wall.width_mm / 2
    ring = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    blue, green, red = (int(0.7 * part) for part in wall.colour)
    brush.stack(ring, 0.0, wall.height_mm, (blue, green, red), 10)
    brush.fill(ring, wall.height_mm, wall.colour)
    owners[mask > 0] = owner


def _spot(rng: Rng, extent_mm: float) -> Spot:
    return np.asarray(rng.uniform(-0.5, 0.5, 2) * max(extent_mm - 24, 5))


def _flat(rng: Rng, at: Spot, make: dict[str, object], turn_deg: float | None = None) -> Die:
    turn = float(rng.uniform(0, 360)) if turn_deg is None else turn_deg
    flip, seed = int(rng.integers(256)), int(rng.integers(2**31))
    return Die(draw_sides(rng), float(at[0]), float(at[1]), turn_deg=turn, flip=flip, seed=seed, **make)  # type: ignore[arg-type]


def _another(rng: Rng, dice: list[Die], extent_mm: float, make: dict[str, object]) -> Die | None:
    """One more flat die that keeps clear of the others, now and then side by side with the last."""
    for _ in range(12):
        if dice and rng.random() < 0.3:
            near, way = dice[-1], float(rng.uniform(0, 360))
            beside = rng.random() < 0.4 and not near.tilt_deg
            if beside:
                way = near.turn_deg + 90.0 * int(rng.integers(4))
            apart = near.side_mm * rng.uniform(1.0 if beside else CLOSEST, 1.06 if beside else 1.5)
            at = np.array([near.x_mm, near.y_mm]) + apart * _way(way)
            closest, turn = (0.99, near.turn_deg) if beside else (CLOSEST, None)
        else:
            at, closest, turn = rng.uniform(-0.5, 0.5, 2) * extent_mm, 1.42, None
            if not dice:
                at = _spot(rng, extent_mm)
        room = [np.hypot(at[0] - die.x_mm, at[1] - die.y_mm) / die.side_mm for die in dice]
        if min(room, default=9.0) >= closest and sum(gap < 1.42 for gap in room) < 2:
            return _flat(rng, at, make, turn)
    return None


def lean(die: Die, tilt_deg: float, held_deg: float) -> tuple[Die, float]:
    """A die tipped so that its side in one direction is lifted, and how far it reaches that way, in mm."""
    tilt = np.radians(tilt_deg)
    # The top leans away from what holds the lifted side.
    tipped = replace(die, tilt_deg=tilt_deg, tilt_way_deg=held_deg - 90.0)
    return tipped, float(die.side_mm * (np.cos(tilt) + np.sin(tilt)) / 2)


def _cock(rng: Rng, at: Spot, make: dict[str, object]) -> tuple[list[Die], list[Wall]]:
    """A die on one edge or corner, its lifted side held by a wall, by another die, or by nothing seen."""
    die = _flat(rng, at, make)
    held = die.turn_deg + 90.0 * int(rng.integers(4)) if rng.random() < ON_EDGE else rng.uniform(0, 360)
    tilt = float(rng.uniform(*TILTS_DEG))
    die, reach = lean(die, tilt, float(held))
    support = rng.random()
    if support < 0.38:
        turn = float(rng.choice([held, rng.uniform(0, 360)]))
        skew = np.radians(turn - held)
        half = die.side_mm * (abs(np.cos(skew)) + abs(np.sin(skew))) / 2
        return [_flat(rng, at + _way(held) * (reach + half), make, turn), die], []
    if support < 0.8:
        wall = draw_any_wall(rng, float(held) - 90.0)
        place = at + _way(held) * (reach + wall.width_mm / 2 + rng.uniform(-0.5, 1.0))
        return [die], [replace(wall, x_mm=float(place[0]), y_mm=float(place[1]))]
    return [replace(die, tilt_deg=max(tilt, PLAIN_TILT_DEG))], []


def _stack(rng: Rng, at: Spot, make: dict[str, object]) -> list[Die]:
    """A die that lies on another, flat or slipping."""
    under = _flat(rng, at, make)
    over = _flat(rng, at + rng.normal(0, 0.22, 2) * under.side_mm, make)
    tilt = float(rng.choice([0.0, 0.0, rng.uniform(4, 25)]))
    return [
        under,
        replace(over, lift_mm=under.side_mm, tilt_deg=tilt, tilt_way_deg=float(rng.uniform(0, 360))),
    ]


def _wall_beside(rng: Rng, die: Die) -> Wall:
    """A wall that a flat die stands near or touches."""
    along = die.turn_deg + float(rng.choice([0.0, 90.0, rng.uniform(0, 360)]))
    skew = np.radians(along - die.turn_deg)
    half = die.side_mm * (abs(np.cos(skew)) + abs(np.sin(skew))) / 2
    wall = draw_any_wall(rng, along)
    gap = half + wall.width_mm / 2 + float(rng.choice([0.0, rng.uniform(0, 12)]))
    place = np.array([die.x_mm, die.y_mm]) + _way(along + 90.0 * rng.choice([-1, 1])) * gap
    return replace(wall, x_mm=float(place[0]), y_mm=float(place[1]))


def draw_any_wall(rng: Rng, along_deg: float) -> Wall:
    """A wall of any make, of wood more often than not."""
    wood = rng.random() < 0.6
    tone = np.array([60, 95, 140]) * rng.uniform(0.35, 1.5) if wood else rng.uniform(15, 245, 3)
    blue, green, red = (int(np.clip(part + rng.normal(0, 8), 0, 255)) for part in tone)
    height = float(rng.uniform(5, 22))
    return Wall(
        0.0,
        0.0,
        along_deg,
        float(rng.uniform(40, 250)),
        float(rng.uniform(3, 14)),
        height,
        (blue, green, red),
    )


def _through(die: Die, wall: Wall) -> bool:
    """Whether a die would stand in a wall."""
    step = np.array([die.x_mm - wall.x_mm, die.y_mm - wall.y_mm])
    aside = abs(float(step @ _way(wall.turn_deg + 90.0)))
    along = abs(float(step @ _way(wall.turn_deg)))
    room = 0.72 * die.side_mm
    return aside < wall.width_mm / 2 + room and along < wall.length_mm / 2 + room


def _way(degrees: float) -> Spot:
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
