"""Dice as round-edged cubes, traced ray by ray: pips on every side, opposite sides make seven."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.camera import Camera, project
from vision.scene.texture import noise

Colour = tuple[float, float, float]
Image = NDArray[np.float32]
Points = NDArray[np.float64]

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
STEPS = 7
FINER = 2
"""Rays for each pixel's side."""
NEAR = 0.02  # of a side: a ray that comes this close has hit


@dataclass(frozen=True)
class Die:
    """One die on the table; colours BGR, 0 to 1, lengths as shares of its side."""

    sides: tuple[int, int, int]
    """What the sides towards x, y and the top show."""
    x_mm: float
    y_mm: float
    side_mm: float = 16.0
    turn_deg: float = 0.0
    tilt_deg: float = 0.0
    """How far it leans over, 0 when it lies flat."""
    tilt_way_deg: float = 0.0
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
    pips: Points
    """The middles of the top's pips."""
    other_pips: Points
    """Those of the pips on the other sides in sight."""
    pip_px: float


def draw_die(
    die: Die, picture: NDArray[np.uint8], owners: NDArray[np.int16], owner: int, camera: Camera, lamp: Points
) -> int:
    """Draw a die on the picture, in place, mark its pixels and count them."""
    size = (picture.shape[1], picture.shape[0])
    eye, back = _eye(camera, size)
    corners = _corners(die)
    flat = _seen(camera, size, corners)
    low = np.clip(np.floor(flat.min(0)) - 1, 0, size).astype(int)
    high = np.clip(np.ceil(flat.max(0)) + 2, 0, size).astype(int)
    if (high - low < 2).any():
        return 0
    columns = (np.arange((high[0] - low[0]) * FINER) + 0.5) / FINER + low[0] - 0.5
    rows = (np.arange((high[1] - low[1]) * FINER) + 0.5) / FINER + low[1] - 0.5
    u, v = np.meshgrid(columns, rows)
    spin = die.spin
    start = (eye - die.middle) @ spin / die.side_mm
    ways = (np.stack([u.ravel(), v.ravel(), np.ones(u.size)], axis=1) @ (back.T @ spin)).astype(np.float32)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    points, hit = _trace(die, start, ways)
    ground = picture[low[1] : high[1], low[0] : high[0]]
    colour = _shade(die, points[hit], ways[hit], (lamp @ spin).astype(np.float32))
    if die.clear:
        fine = cv2.resize(ground, (u.shape[1], u.shape[0]), interpolation=cv2.INTER_LINEAR)
        behind = np.roll(fine, 3, (0, 1)).reshape(-1, 3)[hit].astype(np.float32) / 255
        ink = _inked(die, points[hit])[0][:, None]
        colour = colour + (behind * colour * 1.3 - colour) * die.clear * (1 - ink)
    share = hit.reshape(u.shape).astype(np.float32)
    shape = (high[0] - low[0], high[1] - low[1])
    full = np.zeros((*u.shape, 3), np.float32)
    full[share > 0] = colour
    drawn = cv2.resize(full, shape, interpolation=cv2.INTER_AREA)
    cover = cv2.resize(share, shape, interpolation=cv2.INTER_AREA)
    mixed = ground * (1 - cover[..., None]) + drawn * 255
    ground[:] = np.clip(mixed, 0, 255).astype(np.uint8)
    owners[low[1] : high[1], low[0] : high[0]][cover > 0.5] = owner
    return int((cover > 0.5).sum())


def cast_shadow(die: Die, camera: Camera, mask: NDArray[np.uint8], shadow_mm: tuple[float, float]) -> None:
    """Add a die's shadow on the table to a mask."""
    size = (mask.shape[1], mask.shape[0])
    corners = _corners(die)
    fallen = corners[:, :2] + corners[:, 2:] * np.array(shadow_mm)
    points = project(camera.matrix(size), np.concatenate([fallen, corners[corners[:, 2] < 1, :2]]))
    hull = cv2.convexHull(np.clip(points * 16, -(2**20), 2**20).astype(np.float32))
    cv2.fillConvexPoly(mask, hull.round().astype(np.int32), 255, cv2.LINE_AA, 4)


def see_die(die: Die, camera: Camera, size: tuple[int, int]) -> SeenDie:
    """The truth about a die in a picture of (width, height)."""
    spin, half = die.spin, die.side_mm / 2
    eye, _ = _eye(camera, size)
    views = []
    for axis in range(3):
        for sign in (1, -1):
            normal = spin[:, axis] * sign
            to_eye = eye - (die.middle + normal * half)
            value = die.sides[axis] if sign > 0 else 7 - die.sides[axis]
            views.append((float(normal @ to_eye / np.linalg.norm(to_eye)), axis, sign, value))
    top = 4
    faces = [
        die.middle
        + half
        * np.array([(*place, 1.0) for place in _face_pips(die, axis, sign)])[:, _order(axis)]
        @ (spin * np.where(np.arange(3) == axis, sign, 1)).T
        for _, axis, sign, _ in views
    ]
    square = np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1), (0, 0, 1), (0, 0, -1)], float)
    quad = _seen(camera, size, die.middle + half * square @ spin.T)
    across, down = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    area = abs(float(across[0] * down[1] - across[1] * down[0]))
    others = [faces[i] for i, view in enumerate(views) if i != top and view[0] > 0.12]
    rest = max(view[0] for i, view in enumerate(views) if i != top)
    foot = quad[5] - quad[4]
    return SeenDie(
        views[top][3],
        float(quad[4, 0]),
        float(quad[4, 1]),
        float(np.sqrt(area)),
        (float(foot[0]), float(foot[1])),
        views[top][0] - rest,
        die.tilt_deg,
        _seen(camera, size, faces[top]),
        _seen(camera, size, np.concatenate(others)) if others else np.zeros((0, 2)),
        die.pip * float(np.sqrt(area)),
    )


def _about(axis: Points, angle: float) -> Points:
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


@functools.lru_cache(4)
def _full(camera: Camera, size: tuple[int, int]) -> Points:
    """The 3x4 projection of points in space: the planes at heights 0 and 1 say it all."""
    floor, above = camera.matrix(size), camera.matrix(size, 1.0)
    return np.stack([floor[:, 0], floor[:, 1], above[:, 2] - floor[:, 2], floor[:, 2]], axis=1)


@functools.lru_cache(4)
def _eye(camera: Camera, size: tuple[int, int]) -> tuple[Points, Points]:
    """Where the eye is, and the matrix from picture points to rays."""
    full = _full(camera, size)
    back = np.linalg.inv(full[:, :3])
    return -back @ full[:, 3], back


def _seen(camera: Camera, size: tuple[int, int], points: Points) -> Points:
    full = _full(camera, size)
    flat = points @ full[:, :3].T + full[:, 3]
    return np.asarray(flat[:, :2] / flat[:, 2:])


def _corners(die: Die) -> Points:
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return np.asarray(die.middle + signs * die.side_mm / 2 @ die.spin.T)


def _trace(die: Die, start: Points, ways: Image) -> tuple[Image, NDArray[np.bool_]]:
    """Follow the rays from the eye till they meet the die, whose side is 1 here."""
    origin = start.astype(np.float32)[:, None]
    toward = np.ascontiguousarray(ways.T)
    ahead = -(toward * origin).sum(axis=0)
    gone = np.maximum(ahead - np.float32(0.87), 0)
    near = np.nonzero(((origin + ahead * toward) ** 2).sum(axis=0) < 0.76)[0]
    toward = toward[:, near]
    reached = origin + gone[near] * toward
    for _ in range(STEPS):
        reached += np.clip(_gap(die, reached), -0.5, 0.5) * toward
    points, hit = np.zeros_like(ways), np.zeros(len(ways), bool)
    points[near] = reached.T
    hit[near] = _gap(die, reached) < NEAR
    return points, hit


def _gap(die: Die, points: Image) -> Image:
    """How far points (3, N) are outside the die."""
    over = np.abs(points) - np.float32(0.5 - die.edge)
    outside = np.maximum(over, 0)
    gap = np.sqrt((outside**2).sum(axis=0)) + np.minimum(over.max(axis=0), 0) - np.float32(die.edge)
    if die.ball:
        gap = np.maximum(gap, np.sqrt((points**2).sum(axis=0)) - np.float32(die.ball))
    return np.asarray(gap, np.float32)


def _normals(die: Die, points: Image) -> Image:
    over = np.maximum(np.abs(points) - np.float32(0.5 - die.edge), 1e-4) * np.sign(points)
    normals = over / np.linalg.norm(over, axis=1, keepdims=True)
    if die.ball:
        away = np.linalg.norm(points, axis=1, keepdims=True)
        round_ = away > die.ball - NEAR
        normals = np.where(round_, points / np.maximum(away, 1e-6), normals)
    return np.asarray(normals, np.float32)


def _order(axis: int) -> list[int]:
    """Where a side's two own axes and its normal stand among x, y, z."""
    order = [0, 0, 0]
    first, second = [other for other in range(3) if other != axis]
    order[first], order[second], order[axis] = 0, 1, 2
    return order


def _face_pips(die: Die, axis: int, sign: int) -> list[tuple[float, float]]:
    """The middles of a side's pips on its own two axes, half a side being 1."""
    value = die.sides[axis] if sign > 0 else 7 - die.sides[axis]
    flip = die.flip >> (2 * axis + (sign > 0)) & 1
    step = 2 * die.spread
    places = [(x * step, y * step) for x, y in PIPS[value]]
    if flip:
        places = [(y, -x) for x, y in places]
    return places


def _inked(die: Die, points: Image) -> tuple[Image, NDArray[np.bool_], Image]:
    """How much ink a point has, whether it is the one's, and which way a dent leans there."""
    size = np.abs(points)
    axis = size.argmax(axis=1)
    ink = np.zeros(len(points), np.float32)
    lone = np.zeros(len(points), bool)
    dent = np.zeros_like(points)
    for k in range(3):
        first, second = [other for other in range(3) if other != k]
        for sign in (1, -1):
            on = np.nonzero((axis == k) & (points[:, k] * sign > 0))[0]
            if not len(on):
                continue
            value = die.sides[k] if sign > 0 else 7 - die.sides[k]
            radius = die.pip * (1.5 if value == 1 and die.lone_ink else 1.0)
            for x, y in _face_pips(die, k, sign):
                dx, dy = points[on, first] - x / 2, points[on, second] - y / 2
                away = np.hypot(dx, dy) / radius
                inside = on[away < 1]
                ink[inside] = 1
                lone[inside] = value == 1
                dent[inside, first] = dx[away < 1] / radius
                dent[inside, second] = dy[away < 1] / radius
    return ink, lone, dent


def _shade(die: Die, points: Image, ways: Image, lamp: Image) -> Image:
    ink, lone, dent = _inked(die, points)
    normals = _normals(die, points) - die.dent * dent
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    lamp = lamp / np.linalg.norm(lamp)
    body = np.array(die.colour, np.float32)
    flesh = np.broadcast_to(body, points.shape)
    if die.grain:
        rng = np.random.default_rng(die.seed)
        field = noise(rng, (64, 64), (3, 14), 2)
        at = (np.clip(points[:, :2] + 0.3 * points[:, 2:], -0.7, 0.7) * 40 + 32).astype(int) % 64
        flesh = flesh * (1 + die.grain * field[at[:, 1], at[:, 0]])[:, None]
    dark = np.array(die.ink, np.float32)
    pips = np.where(lone[:, None], np.array(die.lone_ink or die.ink, np.float32), dark)
    colour = flesh + (pips - flesh) * ink[:, None]
    lit = 0.5 + 0.5 * np.clip(normals @ lamp, 0, 1)
    half = lamp - ways
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = die.gloss * np.clip((normals * half).sum(axis=1), 0, 1) ** 40
    return np.asarray(np.clip(colour * lit[:, None] + shine[:, None], 0, 1), np.float32)
