"""Flat procedural surfaces (cloth, wood, stone, paper) painted as pictures from a seed."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]
Rng = np.random.Generator
Size = tuple[int, int]


def noise(rng: Rng, size: Size, grain_px: tuple[float, float], octaves: int = 1) -> Image:
    """Smooth noise around 0 with spread about 1; grain in px along x and y."""
    width, height = size
    total = np.zeros((height, width), np.float32)
    share = 1.0
    gx, gy = grain_px
    for _ in range(octaves):
        small = (
            max(2, min(width, round(width / max(gx, 1.0)) + 1)),
            max(2, min(height, round(height / max(gy, 1.0)) + 1)),
        )
        field = rng.standard_normal((small[1], small[0]), dtype=np.float32)
        total += share * cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC)
        share, gx, gy = share * 0.6, gx * 0.5, gy * 0.5
    return total


def _flat(size: Size, colour: NDArray[np.float32]) -> Image:
    return np.broadcast_to(colour, (size[1], size[0], 3)).astype(np.float32)


def _mix(low: NDArray[np.float32], high: NDArray[np.float32], share: Image) -> Image:
    flat = share.astype(np.float32)
    return np.asarray(
        cv2.merge([flat * float(b - a) + float(a) for a, b in zip(low, high, strict=True)]), np.float32
    )


def _shade(colour: NDArray[np.float32], field: Image, depth: float) -> Image:
    gain = field * np.float32(depth) + np.float32(1)
    return np.asarray(cv2.merge([gain * float(c) for c in colour]), np.float32)


def plain(rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]) -> Image:
    """Lacquer, laminate or paint: nearly even, faintly cloudy."""
    del high
    return _shade(low, noise(rng, size, (40 * scale, 40 * scale), 2), rng.uniform(0.0, 0.04))


def speckled(
    rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]
) -> Image:
    """Terrazzo, granite or sprayed laminate: specks of a second colour."""
    grain = rng.uniform(0.3, 3.0) * scale
    field = noise(rng, size, (grain, grain))
    edge = rng.uniform(0.8, 2.0)
    share = np.clip((field - edge) * 4, 0, 1) * rng.uniform(0.2, 1.0)
    return _mix(low, high, share)


def wood(rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]) -> Image:
    """Planks with grain along one side."""
    height = size[1]
    y = np.arange(height, dtype=np.float32)[:, None] / scale
    bend = noise(rng, size, (120 * scale, 30 * scale)) * rng.uniform(1, 8)
    ring = rng.uniform(2, 14)
    rings = np.sin((y + bend) * 2 * np.pi / ring + noise(rng, size, (200 * scale, 8 * scale))) * 0.5
    fibre = noise(rng, size, (rng.uniform(15, 60) * scale, max(1.0, rng.uniform(0.3, 0.8) * scale)), 2) * 0.35
    share = np.clip(0.5 + rng.uniform(0.1, 0.6) * rings + rng.uniform(0.1, 0.6) * fibre, 0, 1)
    board = _mix(low, high, share)
    plank = rng.uniform(40, 180) * scale
    if rng.random() < 0.5:
        start = rng.uniform(0, plank)
        tones = 1 + rng.normal(0, 0.07, int(height / plank) + 3)
        rows = ((np.arange(height) + start) / plank).astype(int)
        board = board * tones[rows][:, None, None].astype(np.float32)
        gap = max(1, round(rng.uniform(0.3, 1.2) * scale))
        seam = ((np.arange(height) + start) % plank) < gap
        board[seam] *= rng.uniform(0.2, 0.8)
    return np.asarray(board, np.float32)


def weave(rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]) -> Image:
    """Linen, canvas or rattan: threads over and under."""
    width, height = size
    pitch = rng.uniform(0.7, 4.0) * scale
    x = np.arange(width, dtype=np.float32)[None] / pitch + noise(rng, size, (60 * scale, 60 * scale)) * 0.4
    y = (
        np.arange(height, dtype=np.float32)[:, None] / pitch
        + noise(rng, size, (60 * scale, 60 * scale)) * 0.4
    )
    strength = np.clip(pitch / 2.0 - 0.6, 0.0, 1.0)
    over = (np.sin(np.pi * x) * np.sin(np.pi * y)) * strength
    threads = noise(rng, size, (30 * scale, pitch)) + noise(rng, size, (pitch, 30 * scale))
    share = np.clip(0.5 + rng.uniform(0.1, 0.5) * over + rng.uniform(0.05, 0.3) * threads, 0, 1)
    return _mix(low, high, share)


def felt(rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]) -> Image:
    """Felt, carpet or suede: fine hair over wide clouds."""
    del high
    hair = noise(rng, size, (rng.uniform(0.3, 1.5) * scale,) * 2, 2)
    cloud = noise(rng, size, (rng.uniform(20, 90) * scale,) * 2, 2)
    return _shade(low, hair * rng.uniform(0.03, 0.18) + cloud * rng.uniform(0.0, 0.09), 1.0)


def dots(rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]) -> Image:
    """A cloth with dots or rings, in rows or staggered."""
    cloth = weave(rng, size, scale, low, low * 0.85) if rng.random() < 0.5 else _flat(size, low)
    pitch = rng.uniform(4, 40) * scale
    radius = pitch * rng.uniform(0.12, 0.42)
    stagger = rng.random() < 0.5
    ring = rng.random() < 0.15
    mask = np.zeros((size[1], size[0]), np.uint8)
    for row, cy in enumerate(np.arange(-pitch, size[1] + pitch, pitch)):
        for cx in np.arange(-pitch + (pitch / 2 if stagger and row % 2 else 0), size[0] + pitch, pitch):
            centre = (round(cx * 16), round(cy * 16))
            cv2.circle(
                mask,
                centre,
                round(radius * 16),
                255,
                max(1, int(radius * 0.35)) if ring else -1,
                cv2.LINE_AA,
                4,
            )
    return cloth + (high - cloth) * (mask[..., None] / np.float32(255))


def stripes(rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]) -> Image:
    """Stripes of one to four widths."""
    profile = _bands(rng, size[0], scale)
    share = np.broadcast_to(profile[None], (size[1], size[0]))
    cloth = _mix(low, high, share)
    return _shade(np.ones(3, np.float32), noise(rng, size, (1.5 * scale, 1.5 * scale)), 0.04) * cloth


def checks(rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]) -> Image:
    """A chequered or tartan cloth, or squared paper."""
    across, down = _bands(rng, size[0], scale), _bands(rng, size[1], scale)
    crossed = rng.random() < 0.4
    share = np.abs(across[None] - down[:, None]) if crossed else (across[None] + down[:, None]) / 2
    return _mix(low, high, share.astype(np.float32))


def _bands(rng: Rng, length: int, scale: float) -> NDArray[np.float32]:
    period = rng.uniform(4, 60) * scale
    where = (np.arange(length) + rng.uniform(0, period)) % period / period
    profile = np.zeros(length, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        start, wide = rng.uniform(0, 1), rng.uniform(0.03, 0.5)
        profile = np.maximum(profile, (((where - start) % 1) < wide) * np.float32(rng.uniform(0.4, 1)))
    return profile


def marble(rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]) -> Image:
    """Stone with veins."""
    field = noise(rng, size, (rng.uniform(25, 80) * scale,) * 2, 4)
    vein = np.exp(-np.abs(field) * rng.uniform(4, 14))
    cloud = noise(rng, size, (60 * scale, 60 * scale), 2)
    return _mix(low, high, np.clip(vein * rng.uniform(0.3, 0.9) + cloud * 0.06, 0, 1).astype(np.float32))


def blotches(
    rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]
) -> Image:
    """Concrete, worn leather, camouflage or a printed mat of random shapes."""
    field = noise(rng, size, (rng.uniform(4, 50) * scale,) * 2, int(rng.integers(1, 5)))
    share = np.clip(0.5 + field * rng.uniform(0.2, 2.0), 0, 1)
    return _mix(low, high, share)


def bricks(rng: Rng, size: Size, scale: float, low: NDArray[np.float32], high: NDArray[np.float32]) -> Image:
    """Tiles, bricks or parquet with joints, each of its own tone."""
    wide, tall = rng.uniform(8, 120) * scale, rng.uniform(8, 60) * scale
    joint = max(1.0, rng.uniform(0.2, 2.0) * scale)
    y = np.arange(size[1])[:, None] + rng.uniform(0, tall)
    row = (y // tall).astype(int)
    x = np.arange(size[0])[None] + (row % 2) * wide * rng.choice([0.0, 0.5]) + rng.uniform(0, wide)
    column = (x // wide).astype(int)
    tone = rng.normal(0, 1, 997).astype(np.float32)[(row * 131 + column * 17) % 997]
    surface = _shade(low, tone, rng.uniform(0.02, 0.2))
    surface = surface * (1 + 0.05 * noise(rng, size, (6 * scale, 2 * scale), 2)[..., None])
    gap = (y % tall < joint) | (x % wide < joint)
    surface[gap] = high
    return np.asarray(surface, np.float32)


Painter = Callable[[Rng, Size, float, NDArray[np.float32], NDArray[np.float32]], Image]
SURFACES: dict[str, Painter] = {
    "plain": plain,
    "speckled": speckled,
    "wood": wood,
    "weave": weave,
    "felt": felt,
    "dots": dots,
    "stripes": stripes,
    "checks": checks,
    "marble": marble,
    "blotches": blotches,
    "bricks": bricks,
}
