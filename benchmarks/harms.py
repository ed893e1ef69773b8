"""What happens to a photo: turns, tilts, bad light, bad lenses, other colours, a thing over a piece."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Pixels

Rng = np.random.Generator
Harm = Callable[[Pixels, Rng], Pixels]

LARGEST_PX = 2600
DIMMED = 0.8  # of the rim's colour: what lies beyond the photo's own edge is darker, as a floor is
TILT = 0.09  # of the picture's sides
CUT = 0.7  # of half the way from piece to piece: what is left of a piece cannot be read
STRAY = 0.15  # of a thing's unit: how far its middle lies from the piece's


def _bytes(values: NDArray[np.floating]) -> Pixels:
    return np.clip(values, 0, 255).astype(np.uint8)


def _rim(pixels: Pixels) -> tuple[float, ...]:
    rim = np.concatenate([pixels[:4].reshape(-1, 3), pixels[-4:].reshape(-1, 3)])
    return tuple((DIMMED * np.median(rim, axis=0)).tolist())


def turn(pixels: Pixels, rng: Rng) -> Pixels:
    """Turned by any angle, whole in a larger picture."""
    height, width = pixels.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(0, 360)), 1.0)
    cos, sin = np.abs(matrix[0, :2])
    size = np.array([height * sin + width * cos, height * cos + width * sin])
    matrix[:, 2] += (size - (width, height)) / 2
    scale = min(1.0, LARGEST_PX / float(size.max()))
    wide, tall = (size * scale).astype(int).tolist()
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(
        cv2.warpAffine(pixels, matrix * scale, (wide, tall), flags=flags, borderValue=_rim(pixels)), np.uint8
    )


def _tilted(pixels: Pixels, rng: Rng) -> Pixels:
    height, width = pixels.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + rng.uniform(-TILT, TILT, (4, 2)) * (width, height)
    moved = (moved - moved.min(axis=0)).astype(np.float32)
    wide, tall = np.ceil(moved.max(axis=0)).astype(int).tolist()
    matrix = cv2.getPerspectiveTransform(corners, moved)
    return np.asarray(cv2.warpPerspective(pixels, matrix, (wide, tall), borderValue=_rim(pixels)), np.uint8)


def _tinted(pixels: Pixels, rng: Rng) -> Pixels:
    return _bytes(pixels * np.exp(rng.normal(0, 0.15, 3)))


def _lighter_or_darker(pixels: Pixels, rng: Rng) -> Pixels:
    return _bytes(255 * (pixels / 255.0) ** np.exp(rng.uniform(-0.6, 0.6)))


def _smaller(pixels: Pixels, rng: Rng) -> Pixels:
    scale = float(rng.uniform(0.45, 0.8))
    return np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _blurred(pixels: Pixels, rng: Rng) -> Pixels:
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(1, 2.2))), np.uint8)


def _noisy(pixels: Pixels, rng: Rng) -> Pixels:
    return _bytes(pixels + rng.normal(0, rng.uniform(6, 16), pixels.shape))


def _sloped(pixels: Pixels, rng: Rng) -> Pixels:
    """Light from one side: at one end nearly four times as bright as at the other."""
    height, width = pixels.shape[:2]
    way, (y, x) = rng.uniform(0, 2 * np.pi), np.mgrid[:height, :width]
    along = np.cos(way) * (x / width - 0.5) + np.sin(way) * (y / height - 0.5)
    return _bytes(pixels * np.exp(1.3 * along)[..., None])


def _shaded(pixels: Pixels, rng: Rng) -> Pixels:
    """A shadow with five corners, hard or soft."""
    height, width = pixels.shape[:2]
    middle = rng.uniform(0.2, 0.8, 2) * (width, height)
    corners = (middle + rng.normal(0, 0.3, (5, 2)) * (width, height)).astype(np.int32)
    mask = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(mask, cv2.convexHull(corners), 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(2, 40)))
    return _bytes(pixels * (1 - 0.55 * mask)[..., None])


def _other_hues(pixels: Pixels, rng: Rng) -> Pixels:
    hsv = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(20, 160))) % 180
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


def _swapped(pixels: Pixels, rng: Rng) -> Pixels:
    return np.ascontiguousarray(pixels[..., rng.permutation(3)])


def _inverted(pixels: Pixels, _: Rng) -> Pixels:
    return np.asarray(255 - pixels, np.uint8)


HARMS: dict[str, Harm] = {
    "tilted": _tilted,
    "tinted": _tinted,
    "lighter or darker": _lighter_or_darker,
    "smaller": _smaller,
    "blurred": _blurred,
    "noisy": _noisy,
    "light from one side": _sloped,
    "a shadow": _shaded,
}
COLOURS: dict[str, Harm] = {"other hues": _other_hues, "colours swapped": _swapped, "inverted": _inverted}


def lay_thing(pixels: Pixels, rng: Rng, centres: list[list[float]]) -> Pixels:
    """A disc or strip of any colour, with a shadow, over the middle of one of some pieces."""
    height, width = pixels.shape[:2]
    unit = _unit(centres, width)
    x, y = np.array(centres[int(rng.integers(len(centres)))]) + rng.normal(0, STRAY * unit, 2)
    mask = np.zeros((height, width), np.uint8)
    if rng.random() < 0.4:
        cv2.circle(mask, (int(x), int(y)), int(unit * rng.uniform(0.6, 1.4)), 255, -1)
    else:
        sides = (float(unit * rng.uniform(1.2, 6)), float(unit * rng.uniform(0.7, 1.5)))
        strip = cv2.boxPoints(((float(x), float(y)), sides, float(rng.uniform(0, 360))))
        cv2.fillConvexPoly(mask, strip.astype(np.int32), 255)
    coarse = rng.normal(0, 60 * rng.uniform(0, 1), (height // 8 + 1, width // 8 + 1, 3))
    cloud = cv2.resize(
        cv2.GaussianBlur(coarse, (0, 0), 1.5), (width, height), interpolation=cv2.INTER_NEAREST
    )
    move = np.array([[1, 0, 0.08 * unit], [0, 1, 0.06 * unit]])
    shadow = cv2.warpAffine(cv2.GaussianBlur(mask, (0, 0), 0.06 * unit), move, (width, height)) / 255
    edge = (cv2.GaussianBlur(mask, (0, 0), 1.0) / 255)[..., None]
    shaded = pixels * (1 - 0.5 * shadow)[..., None]
    return _bytes(shaded + (np.clip(rng.uniform(10, 245, 3) + cloud, 0, 255) - shaded) * edge)


def cut_off(pixels: Pixels, rng: Rng, centres: list[list[float]]) -> Pixels:
    """The picture ending across the middle of its outermost piece on one side, give or take a little."""
    at = np.array(centres)
    axis, side = int(rng.integers(2)), int(rng.choice([-1, 1]))
    outer = side * float((side * at[:, axis]).max())
    line = round(outer + rng.uniform(-CUT, CUT) * _unit(centres, pixels.shape[1]))
    kept = slice(line) if side > 0 else slice(line, None)
    return np.ascontiguousarray(pixels[:, kept] if axis == 0 else pixels[kept])


def _unit(centres: list[list[float]], width: int) -> float:
    """Half the way from piece to piece."""
    if len(centres) < 2:
        return 0.05 * width
    at = np.array(centres)
    away = np.linalg.norm(at[:, None] - at[None], axis=2) + np.diag(np.full(len(at), np.inf))
    return float(min(0.5 * np.median(away.min(axis=1)), 0.1 * width))
