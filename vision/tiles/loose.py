"""Numerals beside Addique tiles that belong to no tile read: each may be all that is seen of one."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubt
from vision.ground import is_inside, strange_places
from vision.homography import axes_at, to_cells, to_picture
from vision.layers import Layers
from vision.marks import Floats
from vision.network import Glyphs
from vision.reading import Doubt
from vision.tiles.bare import CROSS, SPREAD, bare_table, like_faces
from vision.tiles.crosses import ARMS
from vision.tiles.glimpses import glimpse
from vision.tiles.places import TOUCHING, Places, distance, read_numerals
from vision.tiles.rooms import rooms_beside
from vision.view import PIECE, View

BOLD, CLEAR_AFAR = 0.6, 0.95  # a numeral's score and surface, and its chance, beyond the close look
AFAR = 7.0  # cells from a tile's middle: two tiles farther on
ON_GRID = 0.3  # cells
ON_PIECE = 0.85  # on a surface as clear a numeral needs no room round it: a tile may lie askew
ASTRAY = 0.6  # cells from a numeral to where the grid would have it
SAME_TILE = 2.4  # cells between two numerals of one tile, at most
RING = 0.4 * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1], [1, 0], [-1, 0], [0, 1], [0, -1]])
LIKE_FACE = 0.3  # of the places round a numeral
STRANGE_CELL, CLEAR_UNSEEN = 0.5, 0.78  # of a cell that the finder saw nothing in, and a numeral's chance


def doubt_numerals(
    picture: Layers, glyphs: Glyphs, view: View, overview: View, matrix: Floats, places: Places
) -> list[Doubt]:
    """Doubts about numerals near the tiles, farther off, and where the finder saw none."""
    points = np.concatenate(
        [
            _near(picture, glyphs, view, overview, matrix, places),
            _afar(picture, glyphs, view, overview, matrix, places),
            _unseen(picture, glyphs, matrix, places),
        ]
    )
    return [doubt("loose-numeral", *point) for point in points.tolist()]


def _near(
    picture: Layers, glyphs: Glyphs, view: View, overview: View, matrix: Floats, places: Places
) -> Floats:
    """Numerals of the tiles' size that the glyph network reads too and that no tile explains."""
    cell, found = places.cell_px, view.glyphs
    loose = distance(found.xy, places.arms().reshape(-1, 2)) > 0.42 * cell
    # How large a numeral is the finder guesses: those of the tiles tell what it makes of them here.
    usual = float(np.median(found.size[~loose])) if (~loose).any() else cell
    loose &= (found.size > min(usual, cell) / 1.7) & (found.size < max(usual, cell) * 1.7)
    loose &= distance(found.xy, places.centres) < 4 * cell
    points = found.xy[loose]
    if not len(points):
        return points
    cells = to_cells(matrix, points)
    read = read_numerals(picture, glyphs, points, axes_at(matrix, cells))
    clear = read > 0.6
    on_grid = np.abs(cells - np.rint(cells)).max(axis=1) < ON_GRID
    score, piece = found.score[loose], view.surface_at(points, PIECE)
    bold = (score > 0.6) & (piece > 0.6)
    # Numerals of tiles left out had a score or a surface near 1; specks on cloth have half of either.
    loose = clear & (on_grid | bold) & ((score > 0.8) | (piece > 0.8) | ((read > 0.95) & (score > 0.6)))
    loose &= on_grid | ~_strangers(picture, points, cells, matrix, places, loose)
    printed = loose & (piece < ON_PIECE)
    if printed.any():
        loose[printed] = _have_room(picture, view, overview, matrix, places, cells[printed])
    return points[loose]


def _strangers(
    picture: Layers, points: Floats, cells: Floats, matrix: Floats, places: Places, loose: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which loose numerals stand alone on another colour than the tiles: letters of other games.

    Round them only what is not on a tile that was read can tell.
    """
    apart = np.linalg.norm(cells[:, None] - cells[loose][None], axis=2)
    alone = (apart < SAME_TILE).sum(axis=1) <= 1
    ring = points[:, None] + RING @ axes_at(matrix, cells).transpose(0, 2, 1)
    on = np.abs(to_cells(matrix, ring)[:, :, None, None] - places.cells[:, None] - CROSS).max(axis=4) < 0.5
    beside = ~on.any(axis=(2, 3))
    own = (like_faces(picture, ring, places) & beside).sum(axis=1) < LIKE_FACE * beside.sum(axis=1)
    return np.asarray(alone & own)


def _have_room(
    picture: Layers, view: View, overview: View, matrix: Floats, places: Places, cells: Floats
) -> NDArray[np.bool_]:
    """Which numerals may stand on a tile: it needs room beside those read, and none of it bare table."""
    near = np.array(list(itertools.product((-2, -1, 0, 1, 2), repeat=2)))
    spots = np.rint(cells).astype(int)[:, None] + near
    ends = spots[:, :, None] + ARMS
    fits = (np.abs(ends - cells[:, None, None]).max(axis=3) < ASTRAY).any(axis=2)
    fits &= np.abs(spots[:, :, None] - places.cells).sum(axis=3).min(axis=2) >= TOUCHING
    fits[fits] = ~glimpse(picture, view, overview, matrix, places, spots[fits]).table
    return np.asarray(fits.any(axis=1))


def _afar(
    picture: Layers, glyphs: Glyphs, view: View, overview: View, matrix: Floats, places: Places
) -> Floats:
    """Numerals on the tiles' grid beyond the close look: the tiles between may be hidden."""
    found, box = overview.glyphs, view.box
    low, high = np.array([box.left, box.top]), np.array([box.right, box.bottom])
    outside = ~((found.xy >= low) & (found.xy < high)).all(axis=1) & (found.score > BOLD)
    outside[outside] = distance(found.xy[outside], places.centres) < AFAR * places.cell_px
    points = found.xy[outside]
    if not len(points):
        return points
    cells = to_cells(matrix, points)
    there = np.abs(cells - np.rint(cells)).max(axis=1) < ON_GRID
    there &= overview.surface_at(points, PIECE) > BOLD
    points, cells = points[there], cells[there]
    return points[read_numerals(picture, glyphs, points, axes_at(matrix, cells)) > CLEAR_AFAR]


def _unseen(picture: Layers, glyphs: Glyphs, matrix: Floats, places: Places) -> Floats:
    """Numerals in cells beside the tiles that do not look like the table, whatever the finder saw there."""
    rooms, _ = rooms_beside(places)
    cells = np.unique((rooms[:, None] + ARMS).astype(int).reshape(-1, 2), axis=0)
    points = to_picture(matrix, cells[:, None] + SPREAD[:5])
    strange = strange_places(picture, points, bare_table(matrix, places), places.cell_px)
    cells = cells[(strange.mean(axis=1) > STRANGE_CELL) & is_inside(picture, points).all(axis=1)]
    points = to_picture(matrix, cells)
    if not len(points):
        return points
    return points[read_numerals(picture, glyphs, points, axes_at(matrix, cells)) > CLEAR_UNSEEN]
