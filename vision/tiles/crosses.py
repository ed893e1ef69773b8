"""Addique tiles as crosses: a spot with numerals above, right, below and left of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats, Ints, Marks

ARMS = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])  # top, right, bottom, left
ARM_SLACK = 0.42  # cells between an arm and the glyph taken for it
ENOUGH_ARMS = 3


@dataclass(frozen=True)
class Tiles:
    """Spots that have numerals round them, each with its own axes in pixels a cell."""

    spots: Ints
    centres: Floats
    axes: Floats
    arms: Ints

    @property
    def cell_px(self) -> float:
        """The usual side of a cell in the picture."""
        return float(np.median(np.sqrt(np.abs(np.linalg.det(self.axes)))))


def find_tiles(spots: Marks, glyphs: Marks) -> Tiles | None:
    """Spots that have at least three numerals round them, each numeral at one spot only; None without any."""
    if not len(spots) or not len(glyphs):
        return None
    return _tiles(spots, glyphs, _cross_axes(spots, glyphs)) or _tiles(spots, glyphs, _told_axes(spots))


def smooth(xy: Floats, own: Floats, strong: NDArray[np.bool_], before: Floats) -> Floats:
    """Mean the axes of the strong spots round each spot, so that single turned tiles do not matter."""
    size = np.sqrt(np.abs(np.linalg.det(before)))
    gap = np.linalg.norm(xy[:, None] - xy[strong][None], axis=2)
    weight = np.exp(-0.5 * (gap / (3.0 * size[:, None])) ** 2) + 1e-6
    weight /= weight.sum(axis=1, keepdims=True)
    return np.asarray((weight @ own[strong].reshape(-1, 4)).reshape(-1, 2, 2))


def _tiles(spots: Marks, glyphs: Marks, axes: Floats) -> Tiles | None:
    """Give each spot its arms and axes; only spots with three numerals of their own count."""
    offsets = glyphs.xy[None] - spots.xy[:, None]
    for _ in range(2):
        arms, _ = _match_arms(axes, offsets)
        own, known = _own_axes(spots, glyphs, arms)
        strong = known.all(axis=1) & ((arms >= 0).sum(axis=1) >= ENOUGH_ARMS)
        if not strong.any():
            return None
        axes = smooth(spots.xy, own, strong, axes)
    arms, miss = _match_arms(axes, offsets)
    arms = _claim(arms, miss, spots.score, glyphs.score)
    index = np.nonzero((arms >= 0).sum(axis=1) >= ENOUGH_ARMS)[0]
    if not len(index):
        return None
    own, known = _own_axes(spots, glyphs, arms)
    own = np.where(known[:, None, :], own, axes)
    centres = _centres(spots, glyphs, arms, index)
    return Tiles(index, centres, _near_smooth(own[index], axes[index]), arms[index])


def _claim(arms: Ints, miss: Floats, spot_score: Floats, glyph_score: Floats) -> Ints:
    """Let every numeral belong to one spot only: the clearest crosses choose first."""
    there = arms >= 0
    fit = np.where(there, glyph_score[arms] * np.exp(-0.5 * (miss / 0.15) ** 2), 0.0).sum(axis=1)
    taken = np.zeros(len(glyph_score), bool)
    claimed = np.full_like(arms, -1)
    for spot in np.argsort(-fit * spot_score, kind="stable"):
        own = arms[spot]
        free = there[spot] & ~taken[own]
        if free.sum() >= ENOUGH_ARMS:
            claimed[spot] = np.where(free, own, -1)
            taken[own[free]] = True
    return claimed


def _cross_axes(spots: Marks, glyphs: Marks) -> Floats:
    """Axes from the crosses that spots make with their nearest numerals, meaned over the neighbourhood.

    A tile has four numerals at one distance a quarter turn apart; a dot on the cloth has not.
    """
    step = (glyphs.xy[None] - spots.xy[:, None]) @ np.array([1, 1j])
    far = np.abs(step)
    nearest = np.argsort(far, axis=1)[:, :4]
    step, far = np.take_along_axis(step, nearest, axis=1), np.take_along_axis(far, nearest, axis=1) + 1e-6
    usual = far[:, min(1, far.shape[1] - 1), None]
    alike = np.exp(-0.5 * (np.log(far / usual) / 0.18) ** 2) * glyphs.score[nearest]
    wave = (alike * (step / far) ** 4).sum(axis=1)
    trust = (np.abs(wave) / (alike.sum(axis=1) + 1e-6)) ** 4 * np.abs(wave) * spots.score + 1e-9
    log_size = (alike * np.log(far)).sum(axis=1) / (alike.sum(axis=1) + 1e-6)
    span = 3 * np.exp((trust * log_size).sum() / trust.sum())
    apart = np.abs((spots.xy[None] - spots.xy[:, None]) @ np.array([1, 1j]))
    weight = trust * (np.exp(-0.5 * (apart / span) ** 2) + 1e-6 + 2 * np.eye(len(spots)))
    turn = np.angle(weight @ (wave / (np.abs(wave) + 1e-9))) / 4
    size = np.exp((weight @ log_size) / weight.sum(axis=1))
    return _turned_axes(turn, size)


def _told_axes(spots: Marks) -> Floats:
    """Axes as the finder tells them at each spot."""
    return _turned_axes(spots.turn, spots.size)


def _turned_axes(turn: Floats, size: Floats) -> Floats:
    """Axes for turns known but for quarters: all of them taken nearest to their common one.

    A table that lies at an eighth of a turn would else have its axes one way here and another way there.
    """
    common = np.angle(np.exp(4j * turn).sum()) / 4
    turn = common + np.angle(np.exp(4j * (turn - common))) / 4
    cos, sin = np.cos(turn) * size, np.sin(turn) * size
    return np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)


def _match_arms(axes: Floats, offsets: Floats) -> tuple[Ints, Floats]:
    """For each spot and arm the glyph that stands nearest to it, or -1, and how many cells it is off."""
    local = offsets @ np.linalg.inv(axes).transpose(0, 2, 1)
    x, y = local[..., 0], local[..., 1]
    spots, arms, miss = np.arange(len(axes)), [], []
    for right, down in ARMS:
        far = (x - right) ** 2 + (y - down) ** 2
        best = far.argmin(axis=1)
        arms.append(np.where(far[spots, best] < ARM_SLACK**2, best, -1))
        miss.append(np.sqrt(far[spots, best]))
    return np.stack(arms, axis=1), np.stack(miss, axis=1)


def _own_axes(spots: Marks, glyphs: Marks, arms: Ints) -> tuple[Floats, NDArray[np.bool_]]:
    """Each spot's axes from its own arms, and which of the two axes have an arm at all."""
    there = arms >= 0
    points = np.where(there[..., None], glyphs.xy[arms], spots.xy[:, None])
    pairs = ((1, 3), (2, 0))
    columns = []
    for plus, minus in pairs:
        count = np.maximum(there[:, plus].astype(float) + there[:, minus], 1)
        columns.append((points[:, plus] - points[:, minus]) / count[:, None])
    known = np.stack([there[:, plus] | there[:, minus] for plus, minus in pairs], axis=1)
    return np.stack(columns, axis=2), known


def _near_smooth(own: Floats, smooth: Floats) -> Floats:
    """Keep a tile's own axes unless they are wild, then take the neighbourhood's."""
    change = np.linalg.norm(own - smooth, axis=(1, 2)) / np.linalg.norm(smooth, axis=(1, 2))
    return np.where((change < 0.3)[:, None, None], own, smooth)


def _centres(spots: Marks, glyphs: Marks, arms: Ints, index: Ints) -> Floats:
    """Spot positions, steadied by the arms that lie across from each other."""
    arms, total, count = arms[index], spots.xy[index] * 2.0, np.full(len(index), 2.0)
    for one, other in ((0, 2), (1, 3)):
        both = (arms[:, one] >= 0) & (arms[:, other] >= 0)
        middle = (glyphs.xy[arms[:, one]] + glyphs.xy[arms[:, other]]) / 2
        total = total + np.where(both[:, None], middle, 0)
        count = count + both
    return np.asarray(total / count[:, None])
