"""What lies beside the cards and is no table, told by colours that the table has nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats
from vision.upright.outlines import Outline
from vision.upright.straight import HEIGHT_PX, Upright

ROUND = 0.2  # glyph heights round a card: its shadow
LEAST_LIGHT, STEP, BINS = 8.0, 0.1, 36  # grey levels; nats of light from one shade to the next
COMMON = 0.03  # of a sector: what less of it has, with the shades next to it, is something else there
SECTORS, LEAST_PIXELS = 8, 40  # round the cards; a colour of the table is common in half of them
LEAST_QUARTER = 0.1  # of a quarter of a card's place: with less, a card would be seen there
FEW, FITS, KEPT, LEAST_KEPT = 5, 3, 4.0, 0.1  # one pixel of so many, rounds, spreads and nats that count
SHADOW = 6  # shades that a shadow is darker, at most
STRIP = (0.2, 0.6)  # glyph heights from a card's edge: here is seen what lies under it
BLUR_PX = 5  # straight pixels: half a numeral
UNDER, LEAST_UNDER = 0.04, 2  # of such a strip, and pixels: what more of it has lies under the card


@dataclass(frozen=True)
class Ground:
    """Which straight pixels are not of the table's colours, and how much of the table itself is not."""

    other: NDArray[np.bool_]
    light: Floats
    """Logarithms of the light in each pixel."""
    shade: NDArray[np.int32]
    """Which of all shades each pixel has."""
    seen: NDArray[np.bool_]
    free: NDArray[np.bool_]
    """Where no card lies, or may lie."""
    busy: float
    blurred: NDArray[np.int32]
    """Which shade each pixel has with those round it: print and patterns are one shade."""
    under: Callable[[], NDArray[np.bool_]] | None = None
    """Tells which blurred shades lie under the cards for certain; few tables need it."""

    def share(self, at: Floats, outline: Outline, beside: Floats | None = None) -> float:
        """How much of the place of a card round a straight pixel is not table; 0 outside the picture.

        What is seen above and below the card `beside` it as well lies under both: paper, a mat.
        """
        part = part_of(at, outline, 0.0)
        inside = self.seen[part]
        if not inside.any():
            return 0.0
        other = self.other[part]
        if beside is not None and other.any():
            other = other & ~self._under(beside, float(at[0]), outline)[self.shade[part]]
            if self.under is not None and other.any():
                other = other & ~self.under()[self.blurred[part]]
        return float(other[inside].mean())

    def filled(self, at: Floats, outline: Outline, beside: Floats) -> float:
        """The same where something is in each quarter of the place; else 0."""
        part = part_of(at, outline, 0.0)
        seen, other = self.seen[part], self.other[part]
        for rows in np.array_split(np.arange(seen.shape[0]), 2):
            for cols in np.array_split(np.arange(seen.shape[1]), 2):
                quarter = np.ix_(rows, cols)
                if seen[quarter].any() and other[quarter][seen[quarter]].mean() < LEAST_QUARTER:
                    return 0.0
        return self.share(at, outline, beside)

    def _under(self, card: Floats, toward: float, outline: Outline) -> NDArray[np.bool_]:
        """Which shades are seen close above a card and close below it, on its half away from a place."""
        found = np.ones((BINS, BINS, BINS), bool)
        for strip in _strips(card, toward, outline):
            here = self.shade[strip][self.seen[strip] & self.free[strip]]
            count = np.bincount(here, minlength=BINS**3).astype(np.int32).reshape(1, BINS, BINS, BINS)
            found &= with_next(count)[0] > max(UNDER * len(here), LEAST_UNDER)
        return found.reshape(-1)

    def inside(self, at: Floats, outline: Outline) -> float:
        """How much of the place of a card is in the picture."""
        card = 2 * outline.aside * (outline.above + outline.below) * HEIGHT_PX**2
        return float(self.seen[part_of(at, outline, 0.0)].sum() / card)

    def rough(self, at: Floats, outline: Outline, but: NDArray[np.bool_] | None = None) -> float:
        """How much the light of such a place varies, in nats; endlessly where it is not in the picture.

        But: where something is known to lie, of which a place may have no more than half.
        """
        part = part_of(at, outline, 0.0)
        if not self.seen[part].size or not self.seen[part].all():
            return np.inf
        left = np.ones(self.seen[part].shape, bool) if but is None else ~but[part]
        return float(self.light[part][left].std()) if left.mean() > 0.5 else np.inf


def find_ground(upright: Upright, outline: Outline, taken: Floats) -> Ground:
    """Learn the table's colours from all places but those where cards lie, or may lie."""
    free = upright.seen.copy()
    for at in taken:
        free[part_of(at, outline, ROUND)] = False
    if not free.any():
        nothing = np.zeros(free.shape, np.int32)
        return Ground(free, nothing.astype(float), nothing, upright.seen, free, 1.0, nothing)
    # Colour by colour: numpy is slow along an axis of three.
    logs = np.log(np.maximum(np.moveaxis(upright.pixels, 2, 0).copy(), LEAST_LIGHT) / LEAST_LIGHT)
    even = np.clip(logs - _fading(logs.mean(axis=0), free), 0, (BINS - 1) * STEP)
    shade = _shades(even)
    blurred = _shades(np.stack([cv2.blur(each, (BLUR_PX, BLUR_PX)) for each in even]))
    other = _uncommon(shade, free)
    busy = float(other[free].mean())
    return Ground(other, logs.mean(axis=0), shade, upright.seen, free, busy, blurred)


def _shades(even: Floats) -> NDArray[np.int32]:
    """One number for the blue, green and red of each pixel."""
    blue, green, red = (even / STEP).astype(np.int32)
    return np.asarray((blue * BINS + green) * BINS + red)


def _uncommon(shade: NDArray[np.int32], free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which pixels have a shade that little of the table has, in light or in shadow."""
    rows, cols = free.shape
    y, x = np.nonzero(free)
    turn = np.arctan2((y - rows / 2) / rows, (x - cols / 2) / cols) / (2 * np.pi) + 0.5
    sector = np.minimum((turn * SECTORS).astype(int), SECTORS - 1)
    total = np.bincount(sector, minlength=SECTORS)
    count = np.bincount(sector * BINS**3 + shade[free], minlength=SECTORS * BINS**3).astype(np.int32)
    count = with_next(count.reshape(SECTORS, BINS, BINS, BINS))[total >= LEAST_PIXELS]
    if not len(count):
        return np.zeros(free.shape, bool)
    often = count > COMMON * total[total >= LEAST_PIXELS, None, None, None]
    lit = 2 * often.sum(axis=0) >= len(count)
    common = lit.copy()
    for darker in range(1, SHADOW + 1):
        common[:-darker, :-darker, :-darker] |= lit[darker:, darker:, darker:]
    return np.asarray(~common.reshape(-1)[shade])


def _fading(light: Floats, free: NDArray[np.bool_]) -> Floats:
    """How much lighter than in the middle a lamp at one side or near by makes each pixel, in nats."""
    rows, cols = free.shape
    x, y = np.arange(cols) / cols - 0.5, np.arange(rows) / rows - 0.5
    places = np.nonzero(free.reshape(-1))[0][::FEW]
    across, down = x[places % cols], y[places // cols]
    known = np.stack([np.ones(len(places)), across, down, across**2, across * down, down**2], axis=1)
    seen = light.reshape(-1)[places].astype(np.float64)
    fit = np.zeros(known.shape[1])
    fit[0] = np.median(seen)
    for _ in range(FITS):
        away = np.abs(seen - known @ fit)
        kept = away <= max(KEPT * float(np.median(away)), LEAST_KEPT)
        fit = np.linalg.lstsq(known[kept], seen[kept], rcond=None)[0]
    _, right, below, wide, askew, tall = fit
    slope = below + askew * x
    return np.asarray(right * x + wide * x**2 + slope * y[:, None] + tall * y[:, None] ** 2, np.float32)


def with_next(count: NDArray[np.int32]) -> NDArray[np.int32]:
    """Counts of shades, sector by sector, with those of the shades next to them."""
    for axis in (1, 2, 3):
        wider = count.copy()
        here, there = ([slice(None)] * 4 for _ in range(2))
        here[axis], there[axis] = slice(1, None), slice(None, -1)
        wider[tuple(here)] += count[tuple(there)]
        wider[tuple(there)] += count[tuple(here)]
        count = wider
    return count


def _strips(card: Floats, toward: float, outline: Outline) -> list[tuple[slice, slice]]:
    """The straight pixels close above and below the half of a card that is away from a place."""
    away = card[0] - np.sign(toward - card[0]) * outline.aside * HEIGHT_PX
    left, right = sorted(max(round(float(end)), 0) for end in (card[0], away))
    strips = []
    for edge, way in ((card[1] - outline.above * HEIGHT_PX, -1), (card[1] + outline.below * HEIGHT_PX, 1)):
        ends = sorted(max(round(edge + way * off * HEIGHT_PX), 0) for off in STRIP)
        strips.append((slice(*ends), slice(left, right)))
    return strips


def part_of(at: Floats, outline: Outline, more: float) -> tuple[slice, slice]:
    """The straight pixels of a card round a place, and so many glyph heights round it."""
    left, right = (round(at[0] + side * (outline.aside + more) * HEIGHT_PX) for side in (-1, 1))
    top = round(at[1] - (outline.above + more) * HEIGHT_PX)
    bottom = round(at[1] + (outline.below + more) * HEIGHT_PX)
    return slice(max(top, 0), max(bottom, 0)), slice(max(left, 0), max(right, 0))
