"""Table cloths: checks, stripes, tartans, dots and flowers, woven and slightly creased."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import RGB, mix, rgb, vary
from benchmarks.traced.grain import clouds, finished

CLOTHS = ("gingham", "stripes", "tartan", "flowers", "leaves", "plain cloth", "tiles print", "zigzag")
PALES = tuple(rgb(word) for word in ("#f1ece0", "#faf8f2", "#e5dccb", "#dfe6ea"))
STRONG = tuple(
    rgb(word)
    for word in ("#b3262e", "#24508f", "#2f7a4b", "#d08a1e", "#6a3d78", "#3c4650", "#c4597a", "#1f7f86")
)


def _gingham(chance: Chance, h: int, w: int, s: float, pale: RGB, strong: RGB) -> np.ndarray:
    side = chance.uniform(5, 28) * s
    across = (np.arange(w) // side % 2)[None, :]
    down = (np.arange(h) // side % 2)[:, None]
    share = (across + down)[..., None] / 2.0
    return np.asarray(pale) * (1 - share) + np.asarray(strong) * share


def _stripes(chance: Chance, h: int, w: int, s: float, pale: RGB, strong: RGB, other: RGB) -> np.ndarray:
    wide = chance.uniform(12, 60) * s
    along = (np.arange(h)[:, None] if chance.maybe(0.5) else np.arange(w)[None, :]) % wide / wide
    field = np.broadcast_to(np.asarray(pale, np.float32), (h, w, 3)).copy()
    along = np.broadcast_to(along, (h, w))
    field[along < chance.uniform(0.25, 0.5)] = strong
    field[(along > 0.62) & (along < 0.7)] = other
    return field


def _tartan(chance: Chance, h: int, w: int, s: float, pale: RGB, strong: RGB, other: RGB) -> np.ndarray:
    wide = chance.uniform(30, 70) * s
    field = np.broadcast_to(np.asarray(mix(strong, (0, 0, 0), 0.25), np.float32), (h, w, 3)).copy()
    for start, end, ink in (
        (0.1, 0.3, other),
        (0.36, 0.4, pale),
        (0.7, 0.74, pale),
        (0.8, 0.95, (20, 20, 24)),
    ):
        for axis, length in ((0, h), (1, w)):
            along = np.arange(length) % wide / wide
            band = (along > start) & (along < end)
            picked = (band, slice(None)) if axis == 0 else (slice(None), band)
            field[picked] = 0.5 * field[picked] + 0.5 * np.asarray(ink)
    return field


def _scattered(
    chance: Chance, h: int, w: int, s: float, pale: RGB, inks: list[RGB], leaves: bool
) -> np.ndarray:
    picture = Image.new("RGB", (w, h), pale)
    draw = ImageDraw.Draw(picture)
    size = chance.uniform(6, 20) * s
    step = size * chance.uniform(1.7, 2.6)
    green = vary(rgb("#4d7c3c"), chance)
    for row in range(int(h / step) + 2):
        for col in range(int(w / step) + 2):
            x = (col + 0.5 * (row % 2)) * step + chance.near(size * 0.15)
            y = row * step + chance.near(size * 0.15)
            turn = chance.uniform(0, math.tau)
            ink = chance.choice(inks)
            if leaves:
                for side in (-1, 1):
                    a = turn + side * 0.6
                    tip = (x + size * 0.9 * math.cos(a), y + size * 0.9 * math.sin(a))
                    flank = [
                        (x + size * 0.5 * math.cos(a + d), y + size * 0.5 * math.sin(a + d))
                        for d in (-0.45, 0.45)
                    ]
                    draw.polygon([(x, y), flank[0], tip, flank[1]], fill=ink if side > 0 else green)
                continue
            stem = (x - size * math.cos(turn), y - size * math.sin(turn))
            draw.line([(x, y), stem], fill=green, width=max(1, round(size * 0.08)))
            for petal in range(5):
                a = turn + math.tau * petal / 5
                px, py, r = x + size * 0.36 * math.cos(a), y + size * 0.36 * math.sin(a), size * 0.26
                draw.ellipse([px - r, py - r, px + r, py + r], fill=ink)
            r = size * 0.16
            draw.ellipse([x - r, y - r, x + r, y + r], fill=rgb("#f0c33c"))
    return np.asarray(picture, np.float32)


def _tiles(chance: Chance, h: int, w: int, s: float, pale: RGB, strong: RGB) -> np.ndarray:
    wide = chance.uniform(22, 60) * s
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    u, v = np.abs(x % wide / wide - 0.5), np.abs(y % wide / wide - 0.5)
    shape = (np.hypot(u, v) % 0.24 < 0.1) ^ (u + v > 0.75) ^ (np.abs(u - v) < 0.05)
    return np.where(shape[..., None], np.asarray(strong, np.float32), np.asarray(pale, np.float32))


def _zigzag(chance: Chance, h: int, w: int, s: float, pale: RGB, strong: RGB) -> np.ndarray:
    wide = chance.uniform(10, 35) * s
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    wave = np.abs(x % (2 * wide) - wide)
    shape = (y + wave) % (1.2 * wide) < 0.5 * wide
    return np.where(shape[..., None], np.asarray(strong, np.float32), np.asarray(pale, np.float32))


def draw_cloth(chance: Chance, name: str, h: int, w: int, s: float) -> Image.Image:
    """A cloth of this pattern, `s` pixels to the millimetre."""
    pale, strong, other = (
        vary(chance.choice(PALES), chance),
        vary(chance.choice(STRONG), chance),
        chance.choice(STRONG),
    )
    if name == "gingham":
        field = _gingham(chance, h, w, s, pale, strong)
    elif name == "stripes":
        field = _stripes(chance, h, w, s, pale, strong, other)
    elif name == "tartan":
        field = _tartan(chance, h, w, s, pale, strong, other)
    elif name in ("flowers", "leaves"):
        ground = pale if chance.maybe(0.65) else mix(strong, (0, 0, 0), 0.3)
        inks = [vary(ink, chance) for ink in chance.sample(STRONG, 3)]
        field = _scattered(chance, h, w, s, ground, inks, name == "leaves")
    elif name == "tiles print":
        field = _tiles(chance, h, w, s, pale, strong)
    elif name == "zigzag":
        field = _zigzag(chance, h, w, s, pale, strong)
    else:
        field = np.broadcast_to(
            np.asarray(chance.choice((pale, strong, mix(pale, strong, 0.5))), np.float32), (h, w, 3)
        )
    thread = 0.8 * s
    weave = 0.04 * (
        np.sin(np.arange(w) * math.tau / max(2.5, thread))[None, :]
        + np.sin(np.arange(h) * math.tau / max(2.5, thread))[:, None]
    )
    crease = 0.05 * clouds(chance.grain, h, w, 80 * s, 110 * s, 2)
    fuzz = 0.03 * chance.grain.standard_normal((h, w), np.float32)
    return finished(field * (1 + weave + crease + fuzz)[..., None])
