"""Spots and glyphs as points in the picture, with the local turn and size beside each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Ints = NDArray[np.integer]


@dataclass(frozen=True)
class Marks:
    """Points of one kind; `turn` is the way of the local axes modulo a quarter turn, in radians."""

    xy: Floats
    score: Floats
    turn: Floats
    size: Floats

    def __len__(self) -> int:
        return len(self.xy)

    def pick(self, which: NDArray[np.generic]) -> Marks:
        """The marks that an index or a mask names."""
        return Marks(self.xy[which], self.score[which], self.turn[which], self.size[which])


NO_MARKS = Marks(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros(0))


def joined(*several: Marks) -> Marks:
    """The marks of all."""
    parts = ([getattr(marks, name) for marks in several] for name in ("xy", "score", "turn", "size"))
    return Marks(*map(np.concatenate, parts))


def find_marks(chance: Floats, frame: Floats, stride: int, least: float) -> Marks:
    """Find the peaks of a chance map, each brought to the weighted middle of its blob."""
    rows, cols = np.nonzero(chance >= least)
    padded = np.pad(chance, 1)
    near = np.stack([padded[rows + y, cols + x] for y in range(3) for x in range(3)], axis=1)
    peaks = near[:, 4] >= near.max(axis=1)
    if not peaks.any():
        return NO_MARKS
    rows, cols, near = rows[peaks], cols[peaks], near[peaks].astype(np.float64)
    weight = near**2
    total = weight.sum(axis=1)
    x = cols + (weight @ np.array([-1, 0, 1] * 3)) / total
    y = rows + (weight @ np.array([-1] * 3 + [0] * 3 + [1] * 3)) / total
    xy = (np.stack([x, y], axis=1) + 0.5) * stride - 0.5
    cos4, sin4, log_size = (frame[i, rows, cols].astype(np.float64) for i in range(3))
    marks = Marks(xy, chance[rows, cols].astype(np.float64), np.arctan2(sin4, cos4) / 4, 2.0**log_size)
    return marks.pick(_strongest_apart(marks))


def _strongest_apart(marks: Marks) -> Ints:
    """Of peaks that stand nearer than a third of their size, keep the strongest."""
    order = np.argsort(-marks.score, kind="stable")
    point, size = marks.xy[order] @ np.array([1, 1j]), marks.size[order]
    gap = np.abs(point[:, None] - point[None])
    near = np.tril(gap < 0.33 * np.minimum(size[:, None], size[None]), -1)
    kept = np.ones(len(order), bool)
    for i in np.nonzero(near.any(axis=1))[0]:
        kept[i] = not (near[i] & kept).any()
    return np.sort(order[kept])
