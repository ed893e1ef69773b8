"""The grid under an Addique table: which spot stands in which column and row."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats, Ints, Marks

ARMS = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])  # top, right, bottom, left
REACH = 3.4  # cells between the spots of neighbours
ARM_SLACK = 0.42  # cells between an arm and the glyph taken for it
GRID_SLACK = 0.36  # cells between a spot and its place on the grid
ENOUGH_ARMS = 3
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


def fit_grid(spots: Marks, glyphs: Marks) -> Grid | None:
    """Find the one grid that the spots with numerals round them stand on; None without any."""
    tiles = find_tiles(spots, glyphs)
    return None if tiles is None else lay_grid(tiles)


def find_tiles(spots: Marks, glyphs: Marks) -> Tiles | None:
    """Spots that have at least three numerals round them, each numeral at one spot only; None without any."""
    if not len(spots) or not len(glyphs):
        return None
    return _tiles(spots, glyphs, _cross_axes(spots, glyphs)) or _tiles(spots, glyphs, _told_axes(spots))


def lay_grid(tiles: Tiles) -> Grid:
    """Lay tiles on one grid; those that fit nowhere are its strays."""
    steps, near = _steps(tiles)
    placed, cells = _grow(tiles, steps, near)
    pitch = _pitch(tiles)
    for _ in range(2):
        matrix = _fit(tiles, placed, cells, 1 / pitch)
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


def to_picture(matrix: Floats, cells: NDArray[np.generic]) -> Floats:
    """Where points of the grid stand in the picture."""
    points = np.asarray(cells, np.float64)
    out = points @ matrix[:, :2].T + matrix[:, 2]
    return out[..., :2] / out[..., 2:]


def to_cells(matrix: Floats, points: Floats) -> Floats:
    """Where points of the picture stand on the grid."""
    return to_picture(np.linalg.inv(matrix), points)


def axes_at(matrix: Floats, cells: NDArray[np.generic]) -> Floats:
    """The grid's steps right and down in the picture at some cells, as columns."""
    points = np.asarray(cells, np.float64)
    half = np.array([[0.5, 0], [0, 0.5]])
    ends = [to_picture(matrix, points + side) - to_picture(matrix, points - side) for side in half]
    return np.stack(ends, axis=-1)


def _tiles(spots: Marks, glyphs: Marks, axes: Floats) -> Tiles | None:
    """Give each spot its arms and axes; only spots with three numerals of their own count."""
    offsets = glyphs.xy[None] - spots.xy[:, None]
    for _ in range(2):
        arms, _ = _match_arms(axes, offsets)
        own, known = _own_axes(spots, glyphs, arms)
        strong = known.all(axis=1) & ((arms >= 0).sum(axis=1) >= ENOUGH_ARMS)
        if not strong.any():
            return None
        axes = _smooth(spots.xy, own, strong, axes)
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


def _smooth(xy: Floats, own: Floats, strong: NDArray[np.bool_], before: Floats) -> Floats:
    """Mean the axes of the strong spots round each spot, so that single turned tiles do not matter."""
    size = np.sqrt(np.abs(np.linalg.det(before)))
    gap = np.linalg.norm(xy[:, None] - xy[strong][None], axis=2)
    weight = np.exp(-0.5 * (gap / (3.0 * size[:, None])) ** 2) + 1e-6
    weight /= weight.sum(axis=1, keepdims=True)
    return np.asarray((weight @ own[strong].reshape(-1, 4)).reshape(-1, 2, 2))


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


def _smooth_axes(tiles: Tiles) -> Floats:
    everyone = np.ones(len(tiles.spots), bool)
    return _smooth(tiles.centres, tiles.axes, everyone, tiles.axes)


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


def _fit(tiles: Tiles, placed: NDArray[np.bool_], cells: Ints, arm: float) -> Floats:
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
        matrix = _solve(source, target, weight, perspective=len(inside) >= 5)
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


def _solve(source: Floats, target: Floats, weight: Floats, perspective: bool) -> Floats:
    """Weighted least squares for an affine map or a homography, in normalised coordinates."""
    before, after = _normaliser(source), _normaliser(target)
    u, v = to_picture(before, source), to_picture(after, target)
    root = np.sqrt(weight)[:, None]
    one, zero = np.ones(len(u)), np.zeros(len(u))
    x_rows = np.stack([u[:, 0], u[:, 1], one, zero, zero, zero, -v[:, 0] * u[:, 0], -v[:, 0] * u[:, 1]], 1)
    y_rows = np.stack([zero, zero, zero, u[:, 0], u[:, 1], one, -v[:, 1] * u[:, 0], -v[:, 1] * u[:, 1]], 1)
    free = 8 if perspective else 6
    left = np.concatenate([x_rows * root, y_rows * root])[:, :free]
    right = np.concatenate([v[:, 0] * root[:, 0], v[:, 1] * root[:, 0]])
    ridge = np.diag([1e-9] * 6 + [1e-5] * 2)[:free, :free] * weight.sum()
    answer = np.linalg.solve(left.T @ left + ridge, left.T @ right)
    matrix = np.append(np.append(answer, [0.0] * (8 - free)), 1.0).reshape(3, 3)
    matrix = np.linalg.inv(after) @ matrix @ before
    return np.asarray(matrix / matrix[2, 2])


def _normaliser(points: Floats) -> Floats:
    middle = points.mean(axis=0)
    scale = 1 / max(float(np.abs(points - middle).mean()), 1e-9)
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1]])
