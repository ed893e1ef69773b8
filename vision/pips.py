"""Pips on a die's top: counted, and held against the pattern that such a number makes."""

from __future__ import annotations

import cv2
import numpy as np

from vision.marks import Floats

STRIDE_SHARE = 3
LEAST_PIP = 0.45
REACH = 0.72  # of the top's side: pips further from its middle are another side's
PATTERNS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
TURNS = np.radians(np.arange(0, 180, 6))
SPREADS = (0.17, 0.195, 0.22, 0.25, 0.28)
WAYS = np.array(
    [
        [[np.cos(turn) * spread, np.sin(turn) * spread], [-np.sin(turn) * spread, np.cos(turn) * spread]]
        for turn in TURNS
        for spread in SPREADS
    ]
)
"""Every way a pattern may lie on a top whose side is 1."""


def find_pips(chance: Floats, stride: int, at: Floats, side: float) -> Floats:
    """The middles of separate pips round the middle of a top, in pixels of the chart's picture."""
    fine = cv2.resize(
        chance.astype(np.float32), None, fx=STRIDE_SHARE, fy=STRIDE_SHARE, interpolation=cv2.INTER_CUBIC
    )
    step = stride / STRIDE_SHARE
    cells = (np.arange(len(fine)) + 0.5) * step - 0.5
    x, y = np.meshgrid(cells, cells)
    inside = np.hypot(x - at[0], y - at[1]) < REACH * side
    _, _, figures, middles = cv2.connectedComponentsWithStats(
        ((fine > LEAST_PIP) & inside).astype(np.uint8), connectivity=4
    )
    kept = figures[1:, cv2.CC_STAT_AREA] >= STRIDE_SHARE
    return np.asarray((middles[1:][kept] + 0.5) * step - 0.5)


def misfit(pips: Floats, side: float, foot: Floats) -> float:
    """How far pips lie from the pattern of their number at best, in sides of the top as seen squarely."""
    pattern = PATTERNS.get(len(pips))
    if pattern is None:
        return 1.0
    plane, full = _lie(side, foot)
    flat = (pips - pips.mean(axis=0)) @ np.linalg.inv(plane).T / full
    wanted = np.array(pattern, np.float64) @ WAYS
    gap = np.linalg.norm(flat[None, :, None] - wanted[:, None], axis=3)
    worst = np.maximum(gap.min(axis=1).max(axis=1), gap.min(axis=2).max(axis=1))
    return float(worst.min())


def _lie(side: float, foot: Floats) -> tuple[Floats, float]:
    """How the top's plane shrinks along the way to the foot, and the die's true side in px."""
    lean = float(np.linalg.norm(foot)) / side
    if lean < 1e-3:
        return np.eye(2), side
    # side² = full² cos, |foot| = full sin: lean² = sin² / cos
    cos = (np.sqrt(lean**4 + 4) - lean**2) / 2
    way = foot / np.linalg.norm(foot)
    return np.eye(2) + (cos - 1) * np.outer(way, way), side / float(np.sqrt(cos))
