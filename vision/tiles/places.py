"""Places on an Addique table where a tile lies or might lie, and the numerals read on their arms."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.homography import axes_at, to_cells, to_picture
from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.network import Glyphs
from vision.patches import cut_patches
from vision.tiles.crosses import ARMS
from vision.tiles.grid import Grid
from vision.tiles.patterns import score_tiles
from vision.view import PIECE, View

PATCH_CELLS = 1.0
TOUCHING = 3  # cells from a tile's spot to that of a neighbour, columns and rows together
QUARTER = np.array([[0, -1], [1, 0]])
NUMERAL = slice(2, 10)  # where 1 to 8 stand among the glyphs
TURN_TILES = (3, 12)  # so many tiles decide; more if it is not clear
CLEAR_TURN = 15.0
FAINT_ARM = 0.8
JITTER = ((0.07, 0.0, 0.92), (-0.07, 0.0, 0.92), (0.0, 0.07, 1.0), (0.0, -0.07, 1.0), (0.0, 0.0, 1.1))
ENOUGH_EVIDENCE = 1.7
MOST_FAINT = 16
SMEAR = 0.01  # no numeral is ever less likely than an eighth of this


@dataclass(frozen=True)
class Places:
    """Where tiles may lie: cell, centre, axes in pixels a cell, and if three numerals vouch for it."""

    cells: Ints
    centres: Floats
    axes: Floats
    strong: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def cell_px(self) -> float:
        """The usual side of a cell in the picture."""
        return float(np.median(self.sides)) if len(self) else float("inf")

    @property
    def sides(self) -> Floats:
        """The side of every place's cells in the picture."""
        return np.asarray(np.sqrt(np.abs(np.linalg.det(self.axes))))

    def pick(self, which: NDArray[np.generic]) -> Places:
        """The places that an index or mask names."""
        return Places(self.cells[which], self.centres[which], self.axes[which], self.strong[which])

    def turned(self, quarters: int) -> Places:
        """The same places if the numerals' way up is some quarters further on."""
        spin = np.linalg.matrix_power(QUARTER, quarters % 4)
        return replace(self, cells=self.cells @ spin, axes=self.axes @ spin)

    def overlapped(self, there: NDArray[np.bool_], worth: Floats) -> NDArray[np.bool_]:
        """Which places would lie on a worthier one that is there."""
        on = np.abs(self.cells[:, None] - self.cells[None]).sum(axis=2) <= 2
        return np.asarray((on & there[None] & (worth[None] > worth[:, None])).any(axis=1))

    def touching(self, others: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which places would touch one of the others, if tiles lay on both."""
        away = np.abs(self.cells[:, None] - self.cells[None]).sum(axis=2)
        return np.asarray((others[None] & (away > 0) & (away <= TOUCHING)).any(axis=1))

    def arms(self) -> Floats:
        """Middle of each arm in the picture: top, right, bottom, left."""
        return np.asarray(self.centres[:, None] + ARMS @ self.axes.transpose(0, 2, 1))


def places_of(grid: Grid, view: View) -> Places:
    """The grid's tiles, and faint ones: spots with few numerals, or numerals round no spot."""
    strong = Places(grid.cells, grid.centres, grid.axes, np.ones(len(grid.cells), bool))
    faint = _faint_cells(grid, view)
    if not len(faint):
        return strong
    return Places(
        np.concatenate([strong.cells, faint]),
        np.concatenate([strong.centres, to_picture(grid.matrix, faint)]),
        np.concatenate([strong.axes, axes_at(grid.matrix, faint) / grid.pitch]),
        np.concatenate([strong.strong, np.zeros(len(faint), bool)]),
    )


def _faint_cells(grid: Grid, view: View) -> Ints:
    """Free cells where something speaks for a tile: a spot, loose numerals, a piece's surface."""
    free = np.ones(len(view.glyphs), bool)
    free[grid.arms[grid.arms >= 0]] = False
    glyphs = to_cells(grid.matrix, view.glyphs.xy[free])
    spots = to_cells(grid.matrix, view.spots.xy)
    cells = cells_round(grid.cells, 4)
    cells = cells[(np.abs(cells[:, None] - grid.cells[None]).sum(axis=2) > 2).all(axis=1)]
    ends = cells[:, None] + ARMS / grid.pitch
    arms = (distance(ends.reshape(-1, 2), glyphs) < 0.38).reshape(-1, 4).sum(axis=1)
    whole = np.concatenate([ends, cells[:, None]], axis=1)
    piece = view.surface_at(to_picture(grid.matrix, whole.reshape(-1, 2)).reshape(-1, 5, 2), PIECE)
    evidence = arms + (distance(cells, spots) < 0.36) + 2.0 * piece.min(axis=1)
    likely = np.argsort(-evidence, kind="stable")[:MOST_FAINT]
    return np.asarray(cells[likely[evidence[likely] >= ENOUGH_EVIDENCE]])


def cells_round(cells: Ints, margin: int) -> Ints:
    """All cells of the box round some cells, with a margin."""
    low, high = cells.min(axis=0) - margin, cells.max(axis=0) + margin + 1
    cols, rows = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    return np.stack([cols.ravel(), rows.ravel()], axis=1)


def distance(points: NDArray[np.number], others: Floats) -> Floats:
    """How far each point is from the nearest of the others."""
    if not len(others):
        return np.full(len(points), np.inf)
    x = points[:, 0, None] - others[:, 0]
    y = points[:, 1, None] - others[:, 1]
    return np.asarray(np.sqrt((x * x + y * y).min(axis=1)))


def read_arms(picture: Layers, glyphs: Glyphs, *tables: Places) -> Floats:
    """Chances of the numerals 1 to 8 on every arm, for one or more lists of places in one go."""
    centres = np.concatenate([places.arms().reshape(-1, 2) for places in tables])
    axes = np.concatenate([np.repeat(places.axes, 4, axis=0) for places in tables])
    chances = glyphs.read(cut_patches(picture, centres, axes * PATCH_CELLS))
    return np.asarray(chances[:, NUMERAL].reshape(-1, 4, 8), np.float64)


def read_again(picture: Layers, glyphs: Glyphs, places: Places, chances: Floats) -> Floats:
    """Read faint tiles a few times more, each time cut a little differently, and mean what was read."""
    faint = np.nonzero(chances.max(axis=2).min(axis=1) < FAINT_ARM)[0]
    if not len(faint):
        return chances
    again = places.pick(faint)
    tries = [
        replace(again, centres=again.centres + again.axes @ np.array(shift), axes=again.axes * scale)
        for *shift, scale in JITTER
    ]
    read = read_arms(picture, glyphs, *tries).reshape(len(JITTER), len(faint), 4, 8)
    steady = chances.copy()
    steady[faint] = (chances[faint] + read.sum(axis=0)) / (1 + len(JITTER))
    return steady


def read_numerals(picture: Layers, glyphs: Glyphs, points: Floats, axes: Floats) -> Floats:
    """The chance of the likeliest numeral from 1 to 8 at each point."""
    return np.asarray(glyphs.read(cut_patches(picture, points, axes * PATCH_CELLS))[:, NUMERAL].max(axis=1))


def log_chances(chances: Floats) -> Floats:
    """Logarithms of chances, none of them below a floor."""
    return np.asarray(np.log(chances * (1 - SMEAR) + SMEAR / 8))


def which_way_up(picture: Layers, glyphs: Glyphs, places: Places) -> tuple[int, float]:
    """The quarter turn under which the tiles make most sense, and its lead in nats over the next."""
    strong = np.nonzero(places.strong)[0]
    for count in TURN_TILES:
        sample = places.pick(strong[:count])
        tables = [sample.turned(quarters) for quarters in range(4)]
        chances = read_arms(picture, glyphs, *tables).reshape(4, len(sample), 4, 8)
        sense = [float(_evidence(score_tiles(log_chances(table))).sum()) for table in chances]
        order = np.argsort(sense)
        lead = sense[order[-1]] - sense[order[-2]]
        if lead > CLEAR_TURN or len(sample) == len(strong):
            break
    return int(order[-1]), lead


def _evidence(scores: Floats) -> Floats:
    """Log chance that a place shows any of the 48 tiles."""
    top = scores.max(axis=1)
    return np.asarray(top + np.log(np.exp(scores - top[:, None]).mean(axis=1)))
