"""What lies beside the cards and is no table, told by colours that the table has nowhere else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import Outline
from vision.cards.upright import HEIGHT_PX, Upright
from vision.marks import Floats

ROUND = 0.2  # glyph heights round a card: its shadow
LEAST_LIGHT, STEP, BINS = 8.0, 0.1, 36  # grey levels; nats of light from one shade to the next
COMMON = 0.03  # of a sector: what less of it has, with the shades next to it, is something else there
SECTORS, LEAST_PIXELS = 8, 40  # round the cards; a colour of the table is common in half of them
SHADOW = 8  # shades that a shadow is darker, at most
FITS, KEPT = 3, 3.0  # rounds of fitting the light, spreads within which the table counts
STRAY, LEAST_STRAY = 4.0, 0.1  # spreads, and nats of light, from the table's colour in its light


@dataclass(frozen=True)
class Ground:
    """Which straight pixels are not of the table's colours, and how much of the table itself is not."""

    other: NDArray[np.bool_]
    light: Floats
    """Logarithms of the light in each pixel."""
    seen: NDArray[np.bool_]
    busy: float

    def share(self, at: Floats, outline: Outline) -> float:
        """How much of the place of a card round a straight pixel is not table; 0 outside the picture."""
        part = _part(at, outline, 0.0)
        inside = self.seen[part]
        return float(self.other[part][inside].mean()) if inside.any() else 0.0

    def rough(self, at: Floats, outline: Outline) -> float:
        """How much the light of such a place varies, in nats; endlessly where it is not in the picture."""
        part = _part(at, outline, 0.0)
        return float(self.light[part].std()) if self.seen[part].size and self.seen[part].all() else np.inf


def find_ground(upright: Upright, outline: Outline, taken: Floats) -> Ground:
    """Learn the table's colours from all places but those where cards lie, or may lie."""
    free = upright.seen.copy()
    for at in taken:
        free[_part(at, outline, ROUND)] = False
    if not free.any():
        return Ground(np.zeros_like(free), np.zeros(free.shape), upright.seen, 1.0)
    # Colour by colour: numpy is slow along an axis of three.
    logs = np.log(np.maximum(np.moveaxis(upright.pixels, 2, 0).copy(), LEAST_LIGHT) / LEAST_LIGHT)
    other = _uncommon(logs, free) & _astray(logs, free)
    return Ground(other, logs.mean(axis=0), upright.seen, float(other[free].mean()))


def _uncommon(logs: Floats, free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which pixels have a shade that little of the table has, in light or in shadow."""
    blue, green, red = (logs / STEP).astype(np.int32)
    shade = (blue * BINS + green) * BINS + red
    rows, cols = free.shape
    y, x = np.nonzero(free)
    turn = np.arctan2((y - rows / 2) / rows, (x - cols / 2) / cols) / (2 * np.pi) + 0.5
    sector = np.minimum((turn * SECTORS).astype(int), SECTORS - 1)
    total = np.bincount(sector, minlength=SECTORS)
    count = np.bincount(sector * BINS**3 + shade[free], minlength=SECTORS * BINS**3).astype(np.int32)
    count = _with_next(count.reshape(SECTORS, BINS, BINS, BINS))[total >= LEAST_PIXELS]
    if not len(count):
        return np.zeros(free.shape, bool)
    often = count > COMMON * total[total >= LEAST_PIXELS, None, None, None]
    lit = 2 * often.sum(axis=0) >= len(count)
    common = lit.copy()
    for darker in range(1, SHADOW + 1):
        common[:-darker, :-darker, :-darker] |= lit[darker:, darker:, darker:]
    return np.asarray(~common.reshape(-1)[shade])


def _with_next(count: NDArray[np.int32]) -> NDArray[np.int32]:
    """Counts of shades, sector by sector, with those of the shades next to them."""
    for axis in (1, 2, 3):
        wider = count.copy()
        here, there = ([slice(None)] * 4 for _ in range(2))
        here[axis], there[axis] = slice(1, None), slice(None, -1)
        wider[tuple(here)] += count[tuple(there)]
        wider[tuple(there)] += count[tuple(here)]
        count = wider
    return count


def _astray(logs: Floats, free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which pixels are not of the one colour that most of the table has, in light that fades across it."""
    rows, cols = free.shape
    x, y = np.arange(cols) / cols - 0.5, np.arange(rows) / rows - 0.5
    places = np.nonzero(free.reshape(-1))[0][::3]
    known = np.stack([np.ones(len(places)), x[places % cols], y[places // cols]])
    colour = logs.reshape(3, -1)[:, places].astype(np.float64)
    fit = np.zeros((3, 3))
    fit[:, 0] = np.median(colour, axis=1)
    for _ in range(FITS):
        away = np.abs(colour - fit @ known)
        spread = np.maximum(1.48 * np.median(away, axis=1), LEAST_STRAY / STRAY)
        kept = np.logical_and.reduce(away < KEPT * spread[:, None])
        if kept.sum() < len(known):
            break
        table = known[:, kept]
        fit = np.linalg.lstsq(table.T, colour[:, kept].T, rcond=None)[0].T
    spread = 1.48 * np.median(np.abs(colour - fit @ known), axis=1)
    limit = np.maximum(STRAY * spread, LEAST_STRAY)
    light = fit[:, :1, None] + fit[:, 1:2, None] * x + fit[:, 2:, None] * y[:, None]
    return np.asarray(np.logical_or.reduce(np.abs(logs - light) > limit[:, None, None]))


def _part(at: Floats, outline: Outline, more: float) -> tuple[slice, slice]:
    """The straight pixels of a card round a place, and so many glyph heights round it."""
    left, right = (round(at[0] + side * (outline.aside + more) * HEIGHT_PX) for side in (-1, 1))
    top = round(at[1] - (outline.above + more) * HEIGHT_PX)
    bottom = round(at[1] + (outline.below + more) * HEIGHT_PX)
    return slice(max(top, 0), max(bottom, 0)), slice(max(left, 0), max(right, 0))
