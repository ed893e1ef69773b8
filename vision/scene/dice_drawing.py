"""Draws dice as round-edged cubes, traced ray by ray, and their shadows."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.camera import Camera, project
from vision.scene.dice import Die, Points, eye_of, see_points
from vision.scene.light import Light
from vision.scene.texture import noise

Image = NDArray[np.float32]

STEPS = 7
FINER = 2
"""Rays for each pixel's side."""
NEAR = 0.02  # of a side: a ray that comes this close has hit


def lay_dice(
    dice: Sequence[Die],
    picture: NDArray[np.uint8],
    owners: NDArray[np.int16],
    numbers: Sequence[int],
    camera: Camera,
    light: Light,
) -> None:
    """Draw dice and their shadows on the picture, in place, and mark each one's pixels with its number."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    for die in dice:
        cast_shadow(die, camera, mask, light.shadow_mm)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, light.shadow_softness * camera.px_per_mm))
    picture[:] = picture * (1 - 0.6 * light.shadow_depth * soft[..., None] / np.float32(255))
    lamp = np.array([-light.shadow_mm[0], -light.shadow_mm[1], 1.0])
    for number, die in zip(numbers, dice, strict=True):
        draw_die(die, picture, owners, number, camera, lamp)


def draw_die(
    die: Die, picture: NDArray[np.uint8], owners: NDArray[np.int16], owner: int, camera: Camera, lamp: Points
) -> int:
    """Draw a die on the picture, in place, mark its pixels and count them."""
    size = (picture.shape[1], picture.shape[0])
    eye, back = eye_of(camera, size)
    flat = see_points(camera, size, die.corners)
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
        colour += (behind * colour * 1.3 - colour) * np.float32(die.clear) * (1 - ink)
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
    corners = die.corners
    fallen = corners[:, :2] + corners[:, 2:] * np.array(shadow_mm)
    points = project(camera.matrix(size), np.concatenate([fallen, corners[corners[:, 2] < 1, :2]]))
    hull = cv2.convexHull(np.clip(points * 16, -(2**20), 2**20).astype(np.float32))
    cv2.fillConvexPoly(mask, hull.round().astype(np.int32), 255, cv2.LINE_AA, 4)


def _trace(die: Die, start: Points, ways: Image) -> tuple[Image, NDArray[np.bool_]]:
    """Follow the rays from the eye till they meet the die, whose side is 1 here."""
    origin = start.astype(np.float32)[:, None]
    toward = np.ascontiguousarray(ways.T)
    ahead = -np.einsum("ij,ik->j", toward, origin)
    passing = origin + ahead * toward
    near = np.nonzero(np.einsum("ij,ij->j", passing, passing) < 0.76)[0]
    toward = np.ascontiguousarray(toward[:, near])
    reached = origin + np.maximum(ahead[near] - np.float32(0.87), 0) * toward
    for _ in range(STEPS):
        reached += np.clip(_gap(die, reached), -0.5, 0.5) * toward
    points, hit = np.zeros_like(ways), np.zeros(len(ways), bool)
    points[near] = reached.T
    hit[near] = _gap(die, reached) < NEAR
    return points, hit


def _gap(die: Die, points: Image) -> Image:
    """How far points (3, N) are outside the die."""
    over = np.abs(points)
    over -= np.float32(0.5 - die.edge)
    inner = np.minimum(np.maximum(np.maximum(over[0], over[1]), over[2]), 0)
    outside = np.maximum(over, 0)
    gap = np.sqrt(np.einsum("ij,ij->j", outside, outside)) + inner - np.float32(die.edge)
    if die.ball:
        gap = np.maximum(gap, np.sqrt(np.einsum("ij,ij->j", points, points)) - np.float32(die.ball))
    return np.asarray(gap, np.float32)


def _normals(die: Die, points: Image) -> Image:
    over = np.maximum(np.abs(points) - np.float32(0.5 - die.edge), 1e-4) * np.sign(points)
    normals = over / np.linalg.norm(over, axis=1, keepdims=True)
    if die.ball:
        away = np.linalg.norm(points, axis=1, keepdims=True)
        round_ = away > die.ball - NEAR
        normals = np.where(round_, points / np.maximum(away, 1e-6), normals)
    return np.asarray(normals, np.float32)


def _inked(die: Die, points: Image) -> tuple[Image, NDArray[np.bool_], Image]:
    """How much ink a point has, whether it is the one's, and which way a dent leans there."""
    axis = np.abs(points).argmax(axis=1)
    ink = np.zeros(len(points), np.float32)
    lone = np.zeros(len(points), bool)
    dent = np.zeros_like(points)
    for k in range(3):
        first, second = [other for other in range(3) if other != k]
        for sign in (1, -1):
            on = np.nonzero((axis == k) & (points[:, k] * sign > 0))[0]
            if not len(on):
                continue
            value = die.shows(k, sign)
            radius = die.pip * (1.5 if value == 1 and die.lone_ink else 1.0)
            for x, y in die.pips_of(k, sign):
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
    lit = die.ambient + (1 - die.ambient) * np.clip(normals @ lamp, 0, 1)
    half = lamp - ways
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = die.gloss * np.clip((normals * half).sum(axis=1), 0, 1) ** 40
    return np.asarray(np.clip(colour * lit[:, None] + shine[:, None], 0, 1), np.float32)
