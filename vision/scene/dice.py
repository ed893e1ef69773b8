"""Dice as cubes on a table: how they stand, and what of them is seen where in a picture."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.artwork.pips import PIPS
from vision.scene.camera import Camera

Colour = tuple[float, float, float]
Points = NDArray[np.float64]

TOP = 4  # of six sides: those towards x, away from it, towards y, away from it, the top, the bottom
GLANCING = 0.12  # cosine: a side seen flatter than this shows no pips


@dataclass(frozen=True)
class Die:
    """One die on the table; colours BGR, 0 to 1, lengths as shares of its side."""

    sides: tuple[int, int, int]
    """What the sides towards x, y and the top show; opposite sides make seven."""
    x_mm: float
    y_mm: float
    side_mm: float = 16.0
    turn_deg: float = 0.0
    tilt_deg: float = 0.0
    """How far it leans over, 0 when it lies flat."""
    tilt_way_deg: float = 0.0
    """The edge or line about which it leans."""
    lift_mm: float = 0.0
    colour: Colour = (0.9, 0.93, 0.95)
    ink: Colour = (0.05, 0.05, 0.05)
    lone_ink: Colour | None = None
    """The colour of the one, where it is another."""
    edge: float = 0.1
    ball: float = 0.0
    """The radius of a ball that cuts the corners off, or 0."""
    pip: float = 0.09
    spread: float = 0.26
    dent: float = 0.3
    gloss: float = 0.2
    ambient: float = 0.5
    """How much of the light comes from all round, so that sides are nearly as bright as the top."""
    clear: float = 0.0
    """How much of the ground shines through."""
    grain: float = 0.0
    flip: int = 0
    """Eight bits: which way the 2, the 3 and the 6 lie on each side."""
    seed: int = 0

    @property
    def spin(self) -> Points:
        """The turn from the die's own axes to the table's."""
        turn, tilt, way = np.radians([self.turn_deg, self.tilt_deg, self.tilt_way_deg])
        lean = np.array([np.cos(way), np.sin(way), 0.0])
        return _about(lean, tilt) @ _about(np.array([0.0, 0.0, 1.0]), turn)

    @property
    def middle(self) -> Points:
        """Its middle over the table, resting on its lowest corner."""
        low = np.abs(self.spin[2]).sum() / 2 * self.side_mm if self.tilt_deg else self.side_mm / 2
        return np.array([self.x_mm, self.y_mm, low + self.lift_mm])

    @property
    def corners(self) -> Points:
        """Its eight corners over the table."""
        signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return np.asarray(self.middle + signs * self.side_mm / 2 @ self.spin.T)

    def shows(self, axis: int, sign: int) -> int:
        """What the side towards an axis, or away from it, shows."""
        return self.sides[axis] if sign > 0 else 7 - self.sides[axis]

    def pips_of(self, axis: int, sign: int) -> list[tuple[float, float]]:
        """The middles of a side's pips on its own two axes, half a side being 1."""
        step = 2 * self.spread
        places = [(x * step, y * step) for x, y in PIPS[self.shows(axis, sign)]]
        if self.flip >> (2 * axis + (sign > 0)) & 1:
            places = [(y, -x) for x, y in places]
        return places


@dataclass(frozen=True)
class SeenDie:
    """A die in the picture: what lies on top, where that side is, and how the die stands to the eye."""

    value: int
    x_px: float
    y_px: float
    size_px: float
    """The side of a square as large as the top."""
    foot: tuple[float, float]
    """From the top's middle to that of the bottom, in px."""
    lead: float
    """How much squarer the eye sees the top than any other side, as a difference of cosines."""
    tilt_deg: float
    flat: bool
    """Whether it lies flat on the table: neither cocked nor on another die."""
    top: Points
    """The corners of the top."""
    pips: Points
    """The middles of the top's pips."""
    other_pips: Points
    """Those of the pips on the other sides in sight."""
    pip_px: float


def see_die(die: Die, camera: Camera, size: tuple[int, int]) -> SeenDie:
    """The truth about a die in a picture of (width, height)."""
    spin, half = die.spin, die.side_mm / 2
    eye, _ = eye_of(camera, size)
    facing: list[float] = []
    pips: list[Points] = []
    for axis in range(3):
        for sign in (1, -1):
            normal = spin[:, axis] * sign
            to_eye = eye - (die.middle + normal * half)
            facing.append(float(normal @ to_eye / np.linalg.norm(to_eye)))
            places = np.array([(*place, 1.0) for place in die.pips_of(axis, sign)])[:, _order(axis)]
            pips.append(die.middle + half * places @ (spin * np.where(np.arange(3) == axis, sign, 1)).T)
    square = np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1), (0, 0, 1), (0, 0, -1)], float)
    quad = see_points(camera, size, die.middle + half * square @ spin.T)
    across, down = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    side = float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))
    others = [pips[k] for k in range(6) if k != TOP and facing[k] > GLANCING]
    foot = quad[5] - quad[4]
    return SeenDie(
        die.shows(2, 1),
        float(quad[4, 0]),
        float(quad[4, 1]),
        side,
        (float(foot[0]), float(foot[1])),
        facing[TOP] - max(facing[:TOP] + facing[TOP + 1 :]),
        die.tilt_deg,
        not die.tilt_deg and die.lift_mm < 0.2 * die.side_mm,
        quad[:4],
        see_points(camera, size, pips[TOP]),
        see_points(camera, size, np.concatenate(others)) if others else np.zeros((0, 2)),
        die.pip * side,
    )


@functools.lru_cache(4)
def eye_of(camera: Camera, size: tuple[int, int]) -> tuple[Points, Points]:
    """Where the eye is, and the matrix from picture points to rays."""
    full = _full(camera, size)
    back: Points = np.asarray(np.linalg.inv(full[:, :3]), np.float64)
    return -back @ full[:, 3], back


def see_points(camera: Camera, size: tuple[int, int], points: Points) -> Points:
    """Where points over the table (N, 3) fall in a picture."""
    full = _full(camera, size)
    flat = points @ full[:, :3].T + full[:, 3]
    return np.asarray(flat[:, :2] / flat[:, 2:])


@functools.lru_cache(4)
def _full(camera: Camera, size: tuple[int, int]) -> Points:
    """The 3x4 projection of points in space: the planes at heights 0 and 1 say it all."""
    floor, above = camera.matrix(size), camera.matrix(size, 1.0)
    return np.stack([floor[:, 0], floor[:, 1], above[:, 2] - floor[:, 2], floor[:, 2]], axis=1)


def _about(axis: Points, angle: float) -> Points:
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def _order(axis: int) -> list[int]:
    """Where a side's two own axes and its normal stand among x, y, z."""
    order = [0, 0, 0]
    first, second = [other for other in range(3) if other != axis]
    order[first], order[second], order[axis] = 0, 1, 2
    return order
