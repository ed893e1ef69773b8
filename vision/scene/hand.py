"""A hand and its arm reaching over the table, shaded from a simple body of capsules."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.camera import Camera
from vision.scene.texture import SURFACES, noise

Colour = tuple[float, float, float]
Image = NDArray[np.float32]

FINEST_PX = 220
"""The body is modelled on a coarse raster and enlarged: skin has no fine detail."""


CLOTHS = ("plain", "plain", "weave", "felt", "stripes", "checks", "dots")
"""What sleeves are made of."""


@dataclass(frozen=True)
class Hand:
    """Fingertips at a place on the table, the arm coming from a direction; colours BGR, 0 to 1."""

    x_mm: float
    y_mm: float
    from_deg: float
    """Where the arm comes from, 0 right of the table, 90 below it."""
    width_mm: float = 85.0
    curl: float = 0.5
    spread: float = 0.5
    thumb: float = 1.0
    skin: Colour = (0.55, 0.65, 0.85)
    sleeve: Colour = (0.5, 0.3, 0.2)
    cuff_mm: float = 230.0
    """How far behind the fingertips the sleeve begins."""
    height_mm: float = 25.0
    seed: int = 0


@dataclass(frozen=True)
class Cover:
    """Something drawn over the picture: its colours, its share of every pixel, its shadow."""

    colour: Image
    share: Image
    shadow: Image


def draw_hand(
    hand: Hand, camera: Camera, size: tuple[int, int], shadow_mm: tuple[float, float]
) -> Cover | None:
    """The hand as seen by a camera, or None when it is out of the picture."""
    width, height = size
    shrink = max(1.0, max(size) / FINEST_PX)
    small = (max(8, int(width / shrink)), max(8, int(height / shrink)))
    plane = camera.matrix(size, hand.height_mm)
    x_mm, y_mm = _ground(plane, small, shrink)
    body, along = _body(hand, x_mm, y_mm)
    if body.max() <= 0:
        return None
    lit = _shade(body, x_mm, y_mm, shadow_mm)
    rng = np.random.default_rng(hand.seed)
    skin = np.array(hand.skin, np.float32) * (1 + 0.05 * noise(rng, small, (9, 9), 2)[..., None])
    step = float(np.hypot(x_mm[0, 1] - x_mm[0, 0], y_mm[0, 1] - y_mm[0, 0]))
    cloth = SURFACES[CLOTHS[int(rng.integers(len(CLOTHS)))]]
    low, high = np.array(hand.sleeve, np.float32), rng.uniform(0, 1, 3).astype(np.float32)
    sleeve = cloth(rng, small, 1 / max(step, 0.05), low, high)
    sleeve = sleeve * (1 + 0.12 * noise(rng, small, (14, 3), 2)[..., None])
    in_sleeve = np.clip((along - hand.cuff_mm) / 3.0, 0, 1)[..., None]
    colour = (skin * (1 - in_sleeve) + sleeve * in_sleeve) * lit[..., None]
    share = np.clip(body / 2.5, 0, 1)
    shadow = _shadow(share, plane, hand.height_mm, shadow_mm, shrink)
    return Cover(_grow(colour, size), _harden(_grow(share, size)), _grow(shadow, size))


def _ground(plane: NDArray[np.float64], small: tuple[int, int], shrink: float) -> tuple[Image, Image]:
    back = np.linalg.inv(plane)
    x, y = np.meshgrid((np.arange(small[0]) + 0.5) * shrink, (np.arange(small[1]) + 0.5) * shrink)
    full = back @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    flat = full[:2] / full[2]
    return flat[0].reshape(x.shape).astype(np.float32), flat[1].reshape(x.shape).astype(np.float32)


def _body(hand: Hand, x_mm: Image, y_mm: Image) -> tuple[Image, Image]:
    """Height above the table in mm, and the distance behind the fingertips, for each raster point."""
    angle = np.radians(hand.from_deg)
    dx, dy = x_mm - hand.x_mm, y_mm - hand.y_mm
    along = dx * np.cos(angle) + dy * np.sin(angle)
    across = -dx * np.sin(angle) + dy * np.cos(angle)
    unit = hand.width_mm / 85.0
    rng = np.random.default_rng(hand.seed + 1)
    reach = 70 * (1 - 0.6 * hand.curl) * unit
    body = np.zeros_like(x_mm)
    for finger, side in enumerate((-1.5, -0.5, 0.5, 1.5)):
        root = side * 19 * unit
        tip = side * (11 + 14 * hand.spread) * unit
        short = reach * (0.0, 0.05, 0.12, 0.3)[finger if hand.thumb > 0 else 3 - finger] + rng.uniform(0, 6)
        body = np.maximum(
            body, _capsule(along, across, (short, tip), (reach + 8, root), 8.0 * unit, 10.5 * unit)
        )
    thumb = hand.thumb * unit
    palm = reach + 45 * unit
    body = np.maximum(
        body,
        _capsule(along, across, (palm - 62 * unit, 42 * thumb), (palm, 34 * thumb), 10 * unit, 15 * unit),
    )
    for side in (-1.0, 0.0, 1.0):
        body = np.maximum(
            body,
            _capsule(
                along,
                across,
                (reach + 14 * unit, side * 24 * unit),
                (palm + 40 * unit, side * 10 * unit),
                18 * unit,
                24 * unit,
            ),
        )
    far = palm + 900.0
    body = np.maximum(
        body,
        _capsule(along, across, (palm + 30 * unit, 0), (far, rng.uniform(-150, 150)), 26 * unit, 75 * unit),
    )
    sleeved = along > hand.cuff_mm
    wide = _capsule(along, across, (hand.cuff_mm, 0), (far, rng.uniform(-120, 120)), 42 * unit, 105 * unit)
    return np.where(sleeved, np.maximum(body, wide), body), along


def _capsule(
    along: Image, across: Image, start: tuple[float, float], end: tuple[float, float], r0: float, r1: float
) -> Image:
    vx, vy = end[0] - start[0], end[1] - start[1]
    px, py = along - start[0], across - start[1]
    t = np.clip((px * vx + py * vy) / max(vx * vx + vy * vy, 1e-6), 0, 1)
    radius = r0 + (r1 - r0) * t
    away2 = (px - t * vx) ** 2 + (py - t * vy) ** 2
    return np.asarray(np.sqrt(np.clip(radius * radius - away2, 0, None)), np.float32)


def _shade(body: Image, x_mm: Image, y_mm: Image, shadow_mm: tuple[float, float]) -> Image:
    step = max(float(np.hypot(x_mm[0, 1] - x_mm[0, 0], y_mm[0, 1] - y_mm[0, 0])), 0.05)
    soft = cv2.GaussianBlur(body, (0, 0), 1.2)
    slope_y, slope_x = np.gradient(soft, step)
    length = np.sqrt(slope_x**2 + slope_y**2 + 1)
    lamp = np.array([-shadow_mm[0], -shadow_mm[1], 1.2])
    lamp /= np.linalg.norm(lamp)
    facing = (-slope_x * lamp[0] - slope_y * lamp[1] + lamp[2]) / length
    return np.asarray(0.35 + 0.75 * np.clip(facing, 0, 1), np.float32)


def _shadow(
    share: Image, plane: NDArray[np.float64], height_mm: float, shadow_mm: tuple[float, float], shrink: float
) -> Image:
    step = plane[:2, :2] / plane[2, 2] @ (np.array(shadow_mm) * (height_mm + 10)) / shrink
    move = np.array([[1, 0, step[0]], [0, 1, step[1]]], np.float64)
    moved = cv2.warpAffine(share, move, (share.shape[1], share.shape[0]))
    return np.asarray(cv2.GaussianBlur(moved, (0, 0), 3.0), np.float32)


def _grow(field: Image, size: tuple[int, int]) -> Image:
    return np.asarray(cv2.resize(field.astype(np.float32), size, interpolation=cv2.INTER_LINEAR), np.float32)


def _harden(share: Image) -> Image:
    return np.asarray(np.clip((share - 0.5) * 3 + 0.5, 0, 1), np.float32)
