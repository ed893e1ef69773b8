"""The grid under an Addique table: which spot stands in which column and row."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import axes_at, solve, to_cells, to_picture
from vision.marks import Floats, Ints
from vision.tiles.crosses import ARMS, Tiles, smooth

REACH = 3.4  # cells between the spots of neighbours
GRID_SLACK = 0.36  # cells between a spot and its place on the grid
MOST_PAIRS = 120
ENOUGH_FOR_VOTE = 7


@dataclass(frozen=True)
class Grid:
    """Spots with their cells; axes hold each tile's own way right (column 0) and down (column 1)."""

    spots: Ints
    cells: Ints
    centres: Floats
    axes: Floats
    arms: Ints
    matrix: Floats
    pitch: float
    strays: Ints


def lay_grid(tiles: Tiles) -> Grid:
    """Lay tiles on one grid; those that fit nowhere are its strays."""
    steps, near = _steps(tiles)
    placed, cells = _grow(tiles, steps, near)
    pitch = _pitch(tiles)
    for _ in range(2):
        matrix = fit(tiles, placed, cells, 1 / pitch)
        if not _settle(tiles, placed, cells, matrix):
            break
    inside = np.nonzero(placed)[0]
    return Grid(
        spots=tiles.spots[inside],
        cells=cells[inside],
        centres=tiles.centres[inside],
        axes=tiles.axes[inside],
        arms=tiles.arms[inside],
        matrix=matrix,
        pitch=pitch,
        strays=tiles.spots[~placed],
    )


def _smooth_axes(tiles: Tiles) -> Floats:
    everyone = np.ones(len(tiles.spots), bool)
    return smooth(tiles.centres, tiles.axes, everyone, tiles.axes)


def _steps(tiles: Tiles) -> tuple[Floats, NDArray[np.bool_]]:
    """Steps between all spots in cells of the grid, after finding the common gap and turn."""
    axes = _smooth_axes(tiles)
    middle = (axes[:, None] + axes[None]) / 2
    raw = np.linalg.solve(middle, (tiles.centres[None] - tiles.centres[:, None])[..., None])[..., 0]
    length = np.linalg.norm(raw, axis=2)
    near = (length > 1.5) & (length < REACH * 1.12)
    pairs = raw[near]
    if not len(pairs):
        return raw, near
    pairs = pairs[:: max(1, len(pairs) // MOST_PAIRS)]
    gaps, turns = np.linspace(1.0, 1.12, 9), np.deg2rad(np.linspace(-12, 12, 13))
    scaled = (pairs[:, 0] + 1j * pairs[:, 1]) / gaps[:, None, None]
    tries = scaled * np.exp(1j * turns)[:, None]
    whole = np.rint(tries)
    miss = np.abs(tries - whole) ** 2
    miss[np.abs(whole.real) + np.abs(whole.imag) < 3] = 1.0  # such neighbours would overlap
    cost = np.minimum(miss, 0.15).mean(axis=2) + 0.02 * (turns / turns.max()) ** 2
    gap, turn = np.unravel_index(cost.argmin(), cost.shape)
    cos, sin = np.cos(turns[turn]), np.sin(turns[turn])
    return raw @ np.array([[cos, sin], [-sin, cos]]) / gaps[gap], near


def _grow(tiles: Tiles, steps: Floats, near: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Ints]:
    """Lay the spots on the grid one by one, the clearest neighbour first."""
    count = len(tiles.spots)
    placed, cells = np.zeros(count, bool), np.zeros((count, 2), int)
    miss = np.abs(steps - np.rint(steps)).max(axis=2)
    good = near & (miss < GRID_SLACK)
    weight = np.where(near, 1 / (0.05 + miss**2) / (1e-9 + (steps**2).sum(axis=2)), 0.0)
    total, sum_x, sum_y = np.zeros(count), np.zeros(count), np.zeros(count)
    done = np.zeros(count, bool)
    new, cell = int(good.sum(axis=1).argmax()), np.zeros(2, int)
    while True:
        placed[new], cells[new], done[new] = True, cell, True
        total += weight[new]
        sum_x += weight[new] * (cell[0] + steps[new, :, 0])
        sum_y += weight[new] * (cell[1] + steps[new, :, 1])
        while True:
            open_ = np.nonzero(~done & (total > 0))[0]
            if not len(open_):
                return placed, cells
            x, y = sum_x[open_] / total[open_], sum_y[open_] / total[open_]
            off = np.maximum(np.abs(x - np.rint(x)), np.abs(y - np.rint(y)))
            best = int((off - 0.02 * np.minimum(total[open_], 5)).argmin())
            new, cell = int(open_[best]), np.rint([x[best], y[best]]).astype(int)
            done[new] = True
            if off[best] < GRID_SLACK and not _overlaps(cells[placed], cell):
                break


def _overlaps(cells: Ints, cell: Ints) -> bool:
    """Whether a tile at a cell would lie on one of the others."""
    return bool((np.abs(cells - cell).sum(axis=1) <= 2).any())


def _pitch(tiles: Tiles) -> float:
    """Grid steps are longer than a tile's own cells by the gap; the mean factor of the picture."""
    count = len(tiles.spots)
    if count < 2:
        return 1.0
    axes = _smooth_axes(tiles)
    middle = (axes[:, None] + axes[None]) / 2
    raw = np.linalg.solve(middle, (tiles.centres[None] - tiles.centres[:, None])[..., None])[..., 0]
    length = np.linalg.norm(raw, axis=2)
    knights = length[(length > 1.9) & (length < 2.7)] / np.sqrt(5)
    return float(np.clip(np.median(knights), 0.98, 1.12)) if len(knights) else 1.04


def _settle(tiles: Tiles, placed: NDArray[np.bool_], cells: Ints, matrix: Floats) -> bool:
    """Move spots to where the whole grid has them, and lay those left over; True if any changed, in place."""
    exact = to_cells(matrix, tiles.centres)
    whole = np.rint(exact).astype(int)
    fits = np.abs(exact - whole).max(axis=1) < GRID_SLACK
    wrong = ~placed | (whole != cells).any(axis=1)
    changed = False
    placed &= ~(fits & wrong)
    for i in np.nonzero(fits & wrong)[0]:
        if not _overlaps(cells[placed], whole[i]):
            placed[i], cells[i], changed = True, whole[i], True
    return changed


def fit(tiles: Tiles, placed: NDArray[np.bool_], cells: Ints, arm: float) -> Floats:
    """The homography from cells to picture through spots and arm ends, steadied against outliers."""
    inside = np.nonzero(placed)[0]
    centres, axes = tiles.centres[inside], tiles.axes[inside]
    ends = centres[:, None] + np.einsum("nij,kj->nki", axes, ARMS)
    grid = cells[inside][:, None] + ARMS * arm
    source = np.concatenate([cells[inside].astype(float), grid.reshape(-1, 2)])
    target = np.concatenate([centres, ends.reshape(-1, 2)])
    kept = _majority(cells[inside], centres, axes)
    base = np.concatenate([np.full(len(inside), 3.0), np.full(4 * len(inside), 0.5)])
    weight = base * np.concatenate([kept, np.repeat(kept, 4)])
    matrix: Floats = np.eye(3)
    for _ in range(3):
        matrix = solve(source, target, weight, perspective=len(inside) >= 5)
        size = np.sqrt(np.abs(np.linalg.det(axes_at(matrix, source))))
        miss = np.linalg.norm(to_picture(matrix, source) - target, axis=1) / size
        weight = base / (1 + (miss / 0.12) ** 2)
    return matrix


def _majority(cells: Ints, centres: Floats, axes: Floats) -> Floats:
    """1 for spots that agree with most others on one homography, a little for the rest."""
    if len(cells) < ENOUGH_FOR_VOTE:
        return np.ones(len(cells))
    slack = 0.3 * float(np.median(np.sqrt(np.abs(np.linalg.det(axes)))))
    _, agree = cv2.findHomography(cells.astype(float), centres, cv2.RANSAC, slack)
    return np.where(agree[:, 0] > 0, 1.0, 1e-3) if agree is not None else np.ones(len(cells))
