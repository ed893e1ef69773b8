"""Reads an Addique table: one grid, four numerals a tile, 48 tiles, each at most once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.spare import doubts_of_empty
from vision.doubts import doubt
from vision.homography import axes_at, to_cells
from vision.layers import Layers
from vision.marks import Floats
from vision.network import Finder, Glyphs
from vision.reading import Doubt, Reading
from vision.tiles.beside import doubts_beside
from vision.tiles.crosses import ENOUGH_ARMS, Tiles, find_tiles
from vision.tiles.grid import Grid, lay_grid
from vision.tiles.growing import grow_tiles, loose_numerals
from vision.tiles.leftovers import doubt_groups, doubt_leftovers, doubt_vanished
from vision.tiles.naming import doubt_suspects, name_tiles, tell_tile
from vision.tiles.places import (
    QUARTER,
    Places,
    distance,
    places_of,
    read_again,
    read_arms,
    which_way_up,
)
from vision.tiles.tips import doubts_of_tips
from vision.view import COVER, OTHER_PX, PIECE, WHOLE_PX, Eyes, View, box_round, look, whole

CELL_PX = 28.0  # a cell in the finder's close look
ENOUGH_CELL_PX = 23.0  # a first look with cells of this size needs no second one
CROWDED_CELL_PX = 20.0  # cells of a table so large that a closer look would take too long
LEAST_CELL_PX = 15.0  # smaller in the picture itself: not sure
MOST_LOOK_PX = 330_000
MOST_WIDE_PX = 800_000  # where tiles were missed
MOST_LOOKS = 4
ENOUGH_LOOSE = 4  # numerals that belong to no tile: so many make one
OFF_GRID = 0.4
OWN_ARM = 0.4  # cells between the numerals of two tiles
CLEAR_ARM = 0.8  # the chance of the faintest numeral on a tile that is told though it seems covered

SURE_TURN = 6.0
HIDING = ("cover", "edge")  # doubts of a first look that a finer one does not settle


def read_addique(picture: Layers, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read every tile on the table, or say what is in the way; look finer before calling it empty."""
    reading = _read(picture, eyes, previous, WHOLE_PX)
    if reading.pieces or max(picture.width, picture.height) <= WHOLE_PX:
        return reading
    finer = _read(picture, eyes, previous, max(OTHER_PX))
    if not finer.pieces:
        return reading if finer.sure else finer
    hidden = tuple(each for each in reading.why if each.code in HIDING)
    return replace(finer, why=hidden + finer.why)  # what lies over tiles is seen better from afar


def _read(picture: Layers, eyes: Eyes, previous: Reading | None, wide: int) -> Reading:
    overview, view, grid = _find_table(picture, eyes.finder, wide)
    size = (picture.width, picture.height)
    if grid is None:
        why = [*doubts_of_empty(view, overview), *doubt_vanished(previous, ())]
        why += doubts_of_tips(picture, eyes.finder, overview) if not why else []
        return Reading("addique", why=tuple(why), size=size)
    if len(loose := loose_numerals(overview, grid)) >= ENOUGH_LOOSE:
        view, grid = _look_wider(picture, eyes, view, grid, loose)
    places = places_of(grid, view)
    turn, lead = which_way_up(picture, eyes.glyphs, places)
    places, matrix = places.turned(turn), _turned(grid.matrix, turn)
    chances = read_arms(picture, eyes.glyphs, places)
    chances = read_again(picture, eyes.glyphs, places, chances)
    kept, suspect, why = _weigh(picture, view, places, chances)
    why += doubt_suspects(picture, eyes.glyphs, places.pick(suspect))
    places, chances = places.pick(kept), chances[kept]
    pieces, doubtful = name_tiles(picture, eyes.glyphs, places, chances, previous)
    why += doubtful
    why += doubt_leftovers(picture, eyes, view, overview, matrix, places)
    why += doubts_beside(picture, view, matrix, places)
    why += doubt_groups(places)
    why += doubt_vanished(previous, pieces)
    why += _doubt_grid(picture, eyes.glyphs, view, grid, places, matrix)
    if lead < SURE_TURN:
        why.append(doubt("upside"))
    return Reading("addique", pieces, tuple(why), grid=_rows(matrix), size=size)


def _find_table(picture: Layers, finder: Finder, wide: int) -> tuple[View, View, Grid | None]:
    """Look at the whole picture, then closely at the table so that its cells have the wanted size."""
    box = whole(picture)
    longest = max(box.width, box.height)
    view = overview = look(picture, finder, box, min(1.0, wide / longest))
    tiles = find_tiles(view.spots, view.glyphs)
    if tiles is None and wide == WHOLE_PX < longest:
        view = look(picture, finder, box, min(1.0, min(OTHER_PX) / longest))
        tiles = find_tiles(view.spots, view.glyphs)
    for _ in range(MOST_LOOKS):
        if tiles is None:
            return overview, view, None
        cell = tiles.cell_px
        close = box_round(picture, _table_points(view, tiles), 2.6 * cell)
        room = float(np.sqrt(MOST_LOOK_PX / (close.width * close.height)))
        zoom = min(max(min(CELL_PX / cell, room), CROWDED_CELL_PX / cell), 2.0)
        if view.box.holds(close) and view.zoom * cell > min(ENOUGH_CELL_PX, 0.95 * zoom * cell):
            break
        closer = look(picture, finder, close, zoom)
        found = find_tiles(closer.spots, closer.glyphs)
        if found is None:
            break
        view, tiles = closer, found
    return overview, view, None if tiles is None else lay_grid(tiles)


def _look_wider(picture: Layers, eyes: Eyes, view: View, grid: Grid, loose: Floats) -> tuple[View, Grid]:
    """Look again where numerals without spots are too, and grow the table by them."""
    cell = float(np.median(np.sqrt(np.abs(np.linalg.det(grid.axes)))))
    box = box_round(picture, np.concatenate([grid.centres, loose]), 2.6 * cell)
    if not view.box.holds(box):
        room = float(np.sqrt(MOST_WIDE_PX / (box.width * box.height)))
        wider = look(picture, eyes.finder, box, min(CELL_PX / cell, room, 2.0))
        tiles = find_tiles(wider.spots, wider.glyphs)
        if tiles is not None:
            view, grid = wider, lay_grid(tiles)
    return view, grow_tiles(picture, eyes.glyphs, view, grid)


def _table_points(view: View, tiles: Tiles) -> Floats:
    """Tiles and numerals near them, by which the close look is framed."""
    near = distance(view.glyphs.xy, tiles.centres) < 3.6 * tiles.cell_px
    return np.concatenate([tiles.centres, view.glyphs.xy[near & (view.glyphs.score > 0.5)]])


def _turned(matrix: Floats, quarters: int) -> Floats:
    """The grid's homography after its columns and rows are turned."""
    spin = np.eye(3)
    spin[:2, :2] = np.linalg.matrix_power(QUARTER, quarters)
    return matrix @ spin


def _weigh(
    picture: Layers, view: View, places: Places, chances: Floats
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], list[Doubt]]:
    """Which places hold a tile that can be seen whole, which only look like one, and what hides tiles."""
    height, width = picture.height, picture.width
    numeral = chances.sum(axis=2)
    points = np.concatenate([places.arms(), places.centres[:, None]], axis=1)
    half = 0.42 * places.sides[:, None]
    x, y = points[..., 0], points[..., 1]
    cut = ((x < half) | (y < half) | (x > width - half) | (y > height - half)).any(axis=1)
    hand = np.maximum(view.surface_at(points, COVER), _cover_round(view, places))[:, :4]
    cover = (hand > 0.7).any(axis=1) | ((hand > 0.2) & (numeral < 0.5)).any(axis=1)
    on_spot = view.surface_at(places.centres, COVER) > 0.5
    cover |= on_spot & ((hand > 0.2) | (numeral < 0.9)).any(axis=1)  # a worn spot looks covered too
    told = tell_tile(chances)
    clear = told & (chances.max(axis=2).min(axis=1) > CLEAR_ARM)  # what seems to cover it lies beside it
    readable = (numeral > 0.5).sum(axis=1)
    tile = np.where(places.strong, (readable >= ENOUGH_ARMS) | told, readable == 4)
    tile &= ~places.overlapped(tile, np.where(places.strong, 9.0, numeral.sum(axis=1)))
    piece = view.surface_at(places.centres, PIECE) > 0.5
    suspect = ~tile & ((readable >= ENOUGH_ARMS) | (places.strong & (piece | (readable >= 2))))
    suspect &= (readable >= ENOUGH_ARMS) | places.touching(tile | suspect) | ~tile.any()  # else a die, a coin
    suspect &= ~places.overlapped(tile, np.where(tile, 9.0, 0.0))
    why: list[Doubt] = []
    there = tile | suspect
    for flags, code in ((cover & there, "cover"), (cut & there, "edge")):
        why += [doubt(code, *centre) for centre in places.centres[flags].tolist()]
    return tile & ~cut & (clear | ~cover), suspect, why


def _cover_round(view: View, places: Places) -> Floats:
    """How surely something lies over a part of each arm and of the spot."""
    corners = 0.3 * np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])
    points = np.concatenate([places.arms(), places.centres[:, None]], axis=1)
    around = points[:, :, None] + (corners @ places.axes.transpose(0, 2, 1))[:, None]
    return np.asarray(view.surface_at(around, COVER).max(axis=2))


def _doubt_grid(
    picture: Layers, glyphs: Glyphs, view: View, grid: Grid, places: Places, matrix: Floats
) -> list[Doubt]:
    """Doubts about tiles that fit the grid badly or not at all, or are too small to trust."""
    why: list[Doubt] = []
    if len(grid.strays):
        centres = view.spots.xy[grid.strays]
        cells = to_cells(matrix, centres)
        strays = Places(
            np.rint(cells).astype(int),
            centres,
            axes_at(matrix, cells) / grid.pitch,
            np.zeros(len(cells), bool),
        )
        numeral = read_arms(picture, glyphs, strays).max(axis=2) > 0.6
        ends = distance(strays.arms().reshape(-1, 2), places.arms().reshape(-1, 2)).reshape(-1, 4)
        numeral &= ends > OWN_ARM * places.cell_px  # a hole's are those of the tiles round it
        why += [doubt("off-grid", *point) for point in centres[numeral.sum(axis=1) >= 2].tolist()]
    if len(places):
        off = np.abs(to_cells(matrix, places.centres) - places.cells).max(axis=1)
        why += [doubt("off-grid", *centre) for centre in places.centres[off > OFF_GRID].tolist()]
    if places.cell_px < LEAST_CELL_PX:
        why.append(doubt("small"))
    return why


def _rows(matrix: Floats) -> tuple[tuple[float, float, float], ...]:
    return tuple((float(a), float(b), float(c)) for a, b, c in matrix)
