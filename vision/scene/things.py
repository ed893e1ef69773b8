"""Things that stand or lie about on a table and are no pieces: mugs, pencils, phones, coins, scraps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.camera import Camera, project

Points = NDArray[np.float64]
Rng = np.random.Generator
Shade = tuple[int, int, int]


@dataclass(frozen=True)
class Thing:
    """One thing by kind; its seed settles colours and proportions."""

    kind: str
    x_mm: float
    y_mm: float
    turn_deg: float
    seed: int
    lift_mm: float = 0.0


class Brush:
    """Fills areas given in the thing's own mm, at any height, on a picture and on a mask of the covered."""

    def __init__(
        self, picture: NDArray[np.uint8], mask: NDArray[np.uint8], camera: Camera, thing: Thing
    ) -> None:
        self._picture, self._mask = picture, mask
        self._camera, self._thing = camera, thing
        self._size = (picture.shape[1], picture.shape[0])
        angle = np.radians(thing.turn_deg)
        self._turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])

    def fill(self, ring: Points, z_mm: float, colour: Shade) -> None:
        """Fill a ring at a height."""
        placed = ring @ self._turn.T + (self._thing.x_mm, self._thing.y_mm)
        flat = project(self._camera.matrix(self._size, z_mm + self._thing.lift_mm), placed)
        fine = np.clip(flat * 16, -(2**20), 2**20).round().astype(np.int32)
        cv2.fillPoly(self._picture, [fine], colour, cv2.LINE_AA, 4)
        cv2.fillPoly(self._mask, [fine], 255, cv2.LINE_8, 4)

    def stack(self, ring: Points, low_mm: float, high_mm: float, colour: Shade, steps: int = 6) -> None:
        """Fill a ring at rising heights, so that its sides show."""
        for z in np.linspace(low_mm, high_mm, steps):
            self.fill(ring, float(z), colour)


def draw_thing(thing: Thing, picture: NDArray[np.uint8], mask: NDArray[np.uint8], camera: Camera) -> None:
    """Draw a thing on the picture, in place, and set the mask where it covers."""
    rng = np.random.default_rng(thing.seed)
    KINDS[thing.kind](rng, Brush(picture, mask, camera, thing))


def _disc(radius: float, x: float = 0.0, y: float = 0.0, stretch: float = 1.0) -> Points:
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.stack([x + radius * np.cos(angle) * stretch, y + radius * np.sin(angle)], axis=1)


def _box(width: float, height: float, x: float = 0.0, y: float = 0.0) -> Points:
    w, h = width / 2, height / 2
    return np.array([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]])


def _colour(rng: Rng) -> Shade:
    kind = rng.random()
    if kind < 0.3:
        tone = int(rng.integers(15, 250))
        return tone, tone, tone
    return int(rng.integers(10, 250)), int(rng.integers(10, 250)), int(rng.integers(10, 250))


def _tint(colour: Shade, factor: float) -> Shade:
    b, g, r = (int(min(255, c * factor)) for c in colour)
    return b, g, r


def _mug(rng: Rng, brush: Brush) -> None:
    colour, radius, tall = _colour(rng), rng.uniform(28, 55), rng.uniform(30, 110)
    if rng.random() < 0.7:
        brush.stack(_disc(radius * 0.45, radius * 1.1), tall * 0.4, tall * 0.6, _tint(colour, 0.8), 3)
    for i, z in enumerate(np.linspace(0, tall, 12)):
        brush.fill(_disc(radius), float(z), _tint(colour, 0.6 + 0.03 * i))
    brush.fill(_disc(radius), tall, _tint(colour, 1.15))
    brush.fill(_disc(radius * 0.9), tall, _tint(colour, 0.5))
    drink = (20, 35, 60) if rng.random() < 0.5 else _colour(rng)
    brush.fill(_disc(radius * 0.84), tall * 0.85, drink)


def _pencil(rng: Rng, brush: Brush) -> None:
    colour, length, wide = _colour(rng), rng.uniform(60, 190), rng.uniform(5, 14)
    brush.stack(_box(length, wide), 0, wide * 0.7, _tint(colour, 0.7), 3)
    brush.fill(_box(length, wide * 0.4), wide * 0.9, _tint(colour, 1.2))
    tip = np.array([[length / 2, -wide / 2], [length / 2 + wide * 2, 0], [length / 2, wide / 2]])
    brush.fill(tip, wide * 0.5, (150, 200, 230) if rng.random() < 0.7 else _tint(colour, 0.5))
    brush.fill(tip * 0.35 + tip[1] * 0.65, wide * 0.5, (30, 30, 30))
    if rng.random() < 0.5:
        brush.fill(_box(wide, wide, -length / 2), wide * 0.8, _colour(rng))


def _phone(rng: Rng, brush: Brush) -> None:
    wide, long, tall = rng.uniform(55, 90), rng.uniform(110, 190), rng.uniform(6, 20)
    rim = _colour(rng)
    brush.stack(_box(wide, long), 0, tall, _tint(rim, 0.7), 4)
    brush.fill(_box(wide, long), tall, rim)
    screen = (12, 12, 12) if rng.random() < 0.6 else _colour(rng)
    brush.fill(_box(wide * 0.9, long * 0.93), tall, screen)
    if rng.random() < 0.3:
        for row in range(int(rng.integers(2, 7))):
            for column in range(4):
                at = ((column - 1.5) * wide * 0.2, (row - 3) * wide * 0.22)
                brush.fill(_box(wide * 0.14, wide * 0.14, *at), tall, _colour(rng))


def _coin(rng: Rng, brush: Brush) -> None:
    radius = rng.uniform(4, 18)
    colour = [(190, 200, 205), (90, 150, 190), (60, 90, 150), (235, 235, 235)][int(rng.integers(4))]
    if rng.random() < 0.3:
        colour = _colour(rng)
    brush.stack(_disc(radius), 0, rng.uniform(1, 5), _tint(colour, 0.6), 3)
    top = rng.uniform(1, 5)
    brush.fill(_disc(radius), top, colour)
    if rng.random() < 0.7:
        brush.fill(_disc(radius * rng.uniform(0.3, 0.85)), top, _tint(colour, rng.uniform(0.6, 1.3)))
    if rng.random() < 0.3:
        brush.fill(_disc(radius * 0.3), top, _colour(rng))


def _die(rng: Rng, brush: Brush) -> None:
    side, colour = rng.uniform(9, 24), _colour(rng)
    pip = (245, 245, 245) if sum(colour) < 380 else (20, 20, 20)
    brush.stack(_box(side, side), 0, side, _tint(colour, 0.65), 8)
    brush.fill(_box(side * 0.97, side * 0.97), side, colour)
    spots = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}[int(rng.integers(1, 7))]
    for name in spots:
        row, column = divmod("abcdefghi".index(name), 3)
        brush.fill(_disc(side * 0.1, (column - 1) * side * 0.27, (row - 1) * side * 0.27), side, pip)


def _domino(rng: Rng, brush: Brush) -> None:
    side, colour = rng.uniform(12, 25), _colour(rng)
    pip = (245, 245, 245) if sum(colour) < 380 else (20, 20, 20)
    brush.stack(_box(side, 2 * side), 0, side * 0.3, _tint(colour, 0.6), 3)
    brush.fill(_box(side, 2 * side), side * 0.3, colour)
    brush.fill(_box(side * 0.9, side * 0.06), side * 0.3, pip)
    for half in (-0.5, 0.5):
        for index in rng.permutation(9)[: int(rng.integers(0, 7))]:
            row, column = divmod(int(index), 3)
            brush.fill(
                _disc(side * 0.09, (column - 1) * side * 0.28, (half + (row - 1) * 0.28) * side),
                side * 0.3,
                pip,
            )


def _pawn(rng: Rng, brush: Brush) -> None:
    colour, radius, tall = _colour(rng), rng.uniform(6, 14), rng.uniform(12, 40)
    for i, z in enumerate(np.linspace(0, tall, 9)):
        brush.fill(_disc(radius * (1 - 0.6 * i / 8)), float(z), _tint(colour, 0.6 + 0.05 * i))
    brush.fill(_disc(radius * 0.6), tall, _tint(colour, 1.1))


def _plate(rng: Rng, brush: Brush) -> None:
    colour, radius = _colour(rng), rng.uniform(40, 130)
    brush.fill(_disc(radius), 3, _tint(colour, 0.9))
    brush.fill(_disc(radius * 0.97), 4, colour)
    brush.fill(_disc(radius * rng.uniform(0.5, 0.8)), 2, _tint(colour, rng.uniform(0.7, 1.2)))


def _ruler(rng: Rng, brush: Brush) -> None:
    colour, wide, long = _colour(rng), rng.uniform(18, 40), rng.uniform(120, 320)
    ink = (20, 20, 20) if sum(colour) > 300 else (240, 240, 240)
    brush.stack(_box(long, wide), 0, 2.0, colour, 2)
    for i in range(int(long / 5)):
        tall = wide * (0.4 if i % 2 == 0 else 0.22)
        brush.fill(_box(0.5, tall, -long / 2 + 5 * i + 2, -wide / 2 + tall / 2), 2.0, ink)


def _counters(rng: Rng, brush: Brush) -> None:
    for _ in range(int(rng.integers(2, 12))):
        at = rng.normal(0, 35, 2)
        colour, radius = _colour(rng), rng.uniform(3, 14)
        brush.stack(_disc(radius, *at), 0, 3, _tint(colour, 0.6), 3)
        brush.fill(_disc(radius, *at), 3, colour)


def _bar(rng: Rng, brush: Brush) -> None:
    """A plain block: a box, a remote control, a tray of pieces, a rubber."""
    wide, long, tall = rng.uniform(10, 90), rng.uniform(20, 200), rng.uniform(2, 45)
    colour = _colour(rng)
    brush.stack(_box(wide, long), 0, tall, _tint(colour, 0.6), 8)
    brush.fill(_box(wide, long), tall, colour)
    for _ in range(int(rng.integers(0, 6))):
        at = (rng.uniform(-0.35, 0.35) * wide, rng.uniform(-0.4, 0.4) * long)
        if rng.random() < 0.5:
            brush.fill(_disc(wide * rng.uniform(0.05, 0.15), *at), tall, _colour(rng))
        else:
            brush.fill(
                _box(wide * rng.uniform(0.1, 0.4), wide * rng.uniform(0.05, 0.3), *at), tall, _colour(rng)
            )


def _cable(rng: Rng, brush: Brush) -> None:
    wide = rng.uniform(1, 5)
    steps = np.cumsum(rng.normal(0, 25, (7, 2)) + rng.normal(0, 15, 2), axis=0)
    steps -= steps.mean(axis=0)
    fine = np.stack([np.interp(np.linspace(0, 6, 60), np.arange(7), steps[:, k]) for k in (0, 1)], axis=1)
    fine = np.stack([np.convolve(fine[:, k], np.ones(9) / 9, "valid") for k in (0, 1)], axis=1)
    way = np.gradient(fine, axis=0)
    side = (
        np.stack([-way[:, 1], way[:, 0]], axis=1)
        / (np.linalg.norm(way, axis=1, keepdims=True) + 1e-6)
        * wide
        / 2
    )
    brush.fill(np.concatenate([fine + side, (fine - side)[::-1]]), wide, _colour(rng))


def _scrap(rng: Rng, brush: Brush) -> None:
    """Anything at all, of the size of a piece or some: a napkin, a wrapper, a lid, a crust, a purse."""
    reach, stretch, corners = rng.uniform(9, 45), rng.uniform(0.35, 1.0), int(rng.integers(3, 12))
    angle = np.sort(rng.uniform(0, 2 * np.pi, corners)) if rng.random() < 0.5 else _disc_angles(corners)
    rough = rng.choice([0.0, rng.uniform(0, 0.35)])
    far = reach * (1 + rng.normal(0, rough, len(angle)).clip(-0.5, 0.5))
    ring = np.stack([far * np.cos(angle), far * np.sin(angle) * stretch], axis=1)
    colour, tall = _colour(rng), rng.uniform(0.5, 25)
    brush.stack(ring, 0, tall, _tint(colour, rng.uniform(0.5, 0.9)), 4)
    brush.fill(ring, tall, colour)
    # Folds, print or shine: bands and blots a little lighter or darker, inside the outline.
    for _ in range(int(rng.choice([0, rng.integers(1, 5), rng.integers(4, 16)]))):
        part = ring * rng.uniform(0.1, 0.75) * np.array([1.0, rng.choice([0.15, 1.0])])
        spot = part + rng.uniform(-0.25, 0.25, 2) * reach * np.array([1.0, stretch])
        brush.fill(spot, tall, _colour(rng) if rng.random() < 0.25 else _tint(colour, rng.uniform(0.6, 1.4)))


def _disc_angles(corners: int) -> Points:
    """Angles of an even polygon, or, with many corners, of a disc."""
    count = corners if corners < 7 else 40
    return np.linspace(0, 2 * np.pi, count, endpoint=False)


KINDS: dict[str, Callable[[Rng, Brush], None]] = {
    "mug": _mug,
    "pencil": _pencil,
    "phone": _phone,
    "coin": _coin,
    "die": _die,
    "domino": _domino,
    "pawn": _pawn,
    "plate": _plate,
    "ruler": _ruler,
    "counters": _counters,
    "block": _bar,
    "cable": _cable,
    "scrap": _scrap,
}
