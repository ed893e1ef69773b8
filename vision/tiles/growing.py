"""Tiles whose spots can hardly be seen, found by their numerals beside those that were."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.network import Glyphs
from vision.tiles.crosses import ARMS, Tiles
from vision.tiles.grid import Grid, fit
from vision.tiles.patterns import score_tiles
from vision.tiles.places import Places, distance, log_chances, places_of, read_arms, which_way_up
from vision.view import PIECE, View

MOST_ROUNDS = 24
CLEAR_ARM = 0.5  # the chance of each numeral of a tile without a spot
CLEAR_LEAD = 4.0  # nats between the two likeliest tiles: four numerals round a hole make none
NEAR = 0.42  # cells between a numeral and where the grid has it
CLEAR_MARK = 0.5


def loose_numerals(view: View, grid: Grid) -> Floats:
    """Where numerals on pieces stand that belong to no tile."""
    found = view.glyphs
    ends = (grid.centres[:, None] + ARMS @ grid.axes.transpose(0, 2, 1)).reshape(-1, 2)
    cell = float(np.median(np.sqrt(np.abs(np.linalg.det(grid.axes)))))
    loose = (found.score > CLEAR_MARK) & (view.surface_at(found.xy, PIECE) > CLEAR_MARK)
    loose[loose] = distance(found.xy[loose], ends) > NEAR * cell
    return found.xy[loose]


def grow_tiles(picture: Layers, glyphs: Glyphs, view: View, grid: Grid) -> Grid:
    """The grid with all tiles that join on to it and whose four numerals are clearly those of a tile."""
    turn, _ = which_way_up(picture, glyphs, places_of(grid, view))
    for _ in range(MOST_ROUNDS):
        places = places_of(grid, view)
        faint = places.pick(~places.strong)
        new = faint.pick(_are_tiles(picture, glyphs, faint.turned(turn))) if len(faint) else faint
        if not len(new):
            break
        grid = _with(grid, view, new)
    return grid


def _are_tiles(picture: Layers, glyphs: Glyphs, places: Places) -> NDArray[np.bool_]:
    """Which places show four numerals of one tile, leaving out those that would lie on a clearer one."""
    chances = read_arms(picture, glyphs, places)
    scores = np.sort(score_tiles(log_chances(chances)), axis=1)
    lead = scores[:, -1] - scores[:, -2]
    tile = (chances.max(axis=2).min(axis=1) > CLEAR_ARM) & (lead > CLEAR_LEAD)
    return np.asarray(tile & ~places.overlapped(tile, scores[:, -1]))


def _with(grid: Grid, view: View, new: Places) -> Grid:
    """The grid with more tiles on it, fitted again through all of them."""
    arms = _numerals_at(view, new)
    there = arms >= 0
    points = np.where(there[..., None], view.glyphs.xy[arms], new.arms())
    axes = np.stack([(points[:, 1] - points[:, 3]) / 2, (points[:, 2] - points[:, 0]) / 2], axis=2)
    tiles = Tiles(
        np.concatenate([grid.spots, np.full(len(new), -1)]),
        np.concatenate([grid.centres, points.mean(axis=1)]),
        np.concatenate([grid.axes, axes]),
        np.concatenate([grid.arms, arms]),
    )
    cells = np.concatenate([grid.cells, new.cells])
    matrix = fit(tiles, np.ones(len(cells), bool), cells, 1 / grid.pitch)
    return replace(
        grid,
        spots=tiles.spots,
        cells=cells,
        centres=tiles.centres,
        axes=tiles.axes,
        arms=tiles.arms,
        matrix=matrix,
    )


def _numerals_at(view: View, places: Places) -> Ints:
    """For each place and arm the mark that stands there, or -1."""
    ends = places.arms()
    away = np.linalg.norm(ends[:, :, None] - view.glyphs.xy, axis=3)
    nearest = away.argmin(axis=2)
    close = np.take_along_axis(away, nearest[..., None], axis=2)[..., 0] < NEAR * places.sides[:, None]
    return np.where(close, nearest, -1)
