"""The grid is found from noisy points, whatever the turn, the tilt, the gaps and the false points."""

import numpy as np
import pytest

from vision.marks import NO_MARKS, Marks
from vision.tiles.crosses import ARMS, find_tiles
from vision.tiles.grid import Grid, lay_grid

KNIGHTS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]


def lay(count: int, chance: np.random.Generator) -> np.ndarray:
    """Cells of a table that grew tile by tile, each beside an earlier one."""
    cells = [(0, 0)]
    while len(cells) < count:
        x, y = cells[chance.integers(len(cells))]
        dx, dy = KNIGHTS[chance.integers(8)]
        new = (x + dx, y + dy)
        if all(abs(new[0] - a) + abs(new[1] - b) > 2 for a, b in cells):
            cells.append(new)
    return np.array(cells)


def see(
    cells: np.ndarray,
    chance: np.random.Generator,
    missing: float = 0.02,
    false_points: int = 6,
    noise: float = 0.04,
    spin: float | None = None,
) -> tuple[Marks, Marks, np.ndarray]:
    """Marks as a camera from any seat would give them, and which tile each spot belongs to (-1: none)."""
    gap, any_spin = chance.uniform(0, 0.08), chance.uniform(0, 2 * np.pi)
    spin = any_spin if spin is None else spin
    pitch, tilt_way = np.deg2rad(chance.uniform(0, 35)), chance.uniform(0, 2 * np.pi)
    cell_px = chance.uniform(20, 60)
    reach = max(np.abs(cells).max() + 2, 5)
    height = reach * chance.uniform(2.2, 4.0)
    bend = chance.normal(0, 0.02)

    def project(points: np.ndarray) -> np.ndarray:
        way = np.float64([[np.cos(spin), -np.sin(spin)], [np.sin(spin), np.cos(spin)]])
        points = points @ way.T
        along = points @ np.float64([np.cos(tilt_way), np.sin(tilt_way)])
        depth = height + along * np.sin(pitch)
        flat = points - np.outer(
            along * (1 - np.cos(pitch)), np.float64([np.cos(tilt_way), np.sin(tilt_way)])
        )
        seen = flat / depth[:, None] * height
        return seen * (1 + bend * (seen**2).sum(axis=1, keepdims=True) / reach**2) * cell_px + 1000

    centres = cells * (1 + gap) + chance.uniform(-0.4, 0.4, cells.shape) * gap
    turns = np.deg2rad(chance.uniform(-10, 10, len(cells)) * min(1.0, 0.3 + gap * 12))
    spin_each = np.stack(
        [np.stack([np.cos(turns), -np.sin(turns)], 1), np.stack([np.sin(turns), np.cos(turns)], 1)], 1
    )
    arms = centres[:, None] + np.einsum("nij,kj->nki", spin_each, ARMS)
    spots, glyphs = project(centres), project(arms.reshape(-1, 2))
    spots = spots + chance.normal(0, noise * cell_px, spots.shape)
    glyphs = glyphs + chance.normal(0, noise * cell_px, glyphs.shape)
    seen = chance.random(len(spots)) > missing
    owner = np.append(np.nonzero(seen)[0], [-1] * false_points)
    low, high = glyphs.min(axis=0) - 100, glyphs.max(axis=0) + 100
    spots = np.concatenate([spots[seen], chance.uniform(low, high, (false_points, 2))])
    glyphs = glyphs[chance.random(len(glyphs)) > missing]
    glyphs = np.concatenate([glyphs, chance.uniform(low, high, (false_points, 2))])
    return _marks(spots, spin, cell_px, chance), _marks(glyphs, spin, cell_px, chance), owner


def _marks(xy: np.ndarray, spin: float, cell_px: float, chance: np.random.Generator) -> Marks:
    """Points with turn and size as a network gives them: roughly."""
    count = len(xy)
    turn = (spin + chance.normal(0, 0.12, count) + np.pi / 4) % (np.pi / 2) - np.pi / 4
    size = cell_px * np.exp(chance.normal(0, 0.12, count))
    return Marks(xy, chance.uniform(0.5, 1, count), turn, size)


def agrees(found: np.ndarray, true: np.ndarray) -> bool:
    """Same cells after one of the four turns and a move."""
    turn = np.array([[0, -1], [1, 0]])
    if not len(found):
        return True
    for _ in range(4):
        found = found @ turn
        if ((found - found[0]) == (true - true[0])).all():
            return True
    return False


def fit_grid(spots: Marks, glyphs: Marks) -> Grid | None:
    tiles = find_tiles(spots, glyphs)
    return None if tiles is None else lay_grid(tiles)


def right(count: int, seed: int) -> bool:
    chance = np.random.default_rng([count, seed])
    cells = lay(count, chance)
    spots, glyphs, owner = see(cells, chance)
    grid = fit_grid(spots, glyphs)
    if grid is None:
        return False
    tiles = owner[grid.spots]
    true = tiles >= 0
    arms_seen = len(set(tiles[true])) >= 0.9 * (owner >= 0).sum() - 1
    return bool(arms_seen and agrees(grid.cells[true], cells[tiles[true]]))


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 13, 24, 36, 48])
def test_cells_are_found(count: int) -> None:
    tries = 60
    good = sum(right(count, seed) for seed in range(tries))
    assert good >= 0.95 * tries


@pytest.mark.parametrize("seed", range(8))
def test_tiles_at_an_eighth_of_a_turn_all_have_their_axes_one_way(seed: int) -> None:
    chance = np.random.default_rng(seed)
    spots, glyphs, _ = see(lay(36, chance), chance, spin=np.pi / 4)
    grid = fit_grid(spots, glyphs)
    assert grid is not None and len(grid.spots) > 24
    right = grid.axes[:, :, 0] / np.linalg.norm(grid.axes[:, :, 0], axis=1, keepdims=True)
    assert (right @ right.T).min() > np.cos(np.pi / 4)


def test_no_marks_no_grid() -> None:
    assert fit_grid(NO_MARKS, NO_MARKS) is None


def test_dots_without_numerals_are_no_table() -> None:
    chance = np.random.default_rng(3)
    dots = np.stack(np.meshgrid(np.arange(0, 2000, 60), np.arange(0, 1200, 60)), -1).reshape(-1, 2) * 1.0
    spots = _marks(dots, 0.3, 40, chance)
    glyphs = _marks(chance.uniform(0, 1200, (12, 2)), 0.3, 40, chance)
    grid = fit_grid(spots, glyphs)
    assert grid is None or len(grid.spots) <= 1
