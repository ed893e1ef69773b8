"""Reads an Addique table: one grid, four numerals a tile, 48 tiles, each at most once."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubt
from vision.grid import ARMS, ENOUGH_ARMS, Grid, axes_at, fit_grid, to_cells, to_picture
from vision.marks import Floats, Ints
from vision.patches import cut_patches
from vision.picture import Pixels
from vision.reading import Candidate, Doubt, Piece, Reading
from vision.tiles import NAMES, NUMERALS, score_tiles, share_out
from vision.view import COVER, FINER_PX, PIECE, WHOLE_PX, Eyes, Finder, Glyphs, View, box_round, look, whole

CELL_PX = 28.0  # a cell in the finder's close look
ENOUGH_CELL_PX = 23.0  # a first look with cells of this size needs no second one
LEAST_CELL_PX = 15.0  # smaller in the picture itself: not sure
MOST_LOOK_PX = 1_100_000
PATCH_CELLS = 1.0
QUARTER = np.array([[0, -1], [1, 0]])
NUMERAL = slice(2, 10)  # where 1 to 8 stand among the glyphs
TURN_TILES = 8
SMEAR = 0.01  # no numeral is ever less likely than an eighth of this

SURE_MARGIN = 4.0
SURE_ARM = 0.5
SURE_TURN = 6.0


@dataclass(frozen=True)
class Places:
    """Where tiles may lie: cell, centre, axes in pixels a cell, and whether three numerals vouch for each."""

    cells: Ints
    centres: Floats
    axes: Floats
    strong: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.cells)

    def pick(self, which: NDArray[np.generic]) -> Places:
        """The places that an index or mask names."""
        return Places(self.cells[which], self.centres[which], self.axes[which], self.strong[which])

    def turned(self, quarters: int) -> Places:
        """The same places if the numerals' way up is some quarters further on."""
        spin = np.linalg.matrix_power(QUARTER, quarters % 4)
        return replace(self, cells=self.cells @ spin, axes=self.axes @ spin)

    def arms(self) -> Floats:
        """Middle of each arm in the picture: top, right, bottom, left."""
        return np.asarray(self.centres[:, None] + np.einsum("nij,kj->nki", self.axes, ARMS))


def read_addique(pixels: Pixels, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read every tile on the table, or say what is in the way."""
    view, grid = _find_table(pixels, eyes.finder)
    size = (pixels.shape[1], pixels.shape[0])
    if grid is None:
        return Reading("addique", why=_doubts_of_empty(view), size=size)
    places = _places(grid, view)
    turn, lead = _which_way_up(pixels, eyes.glyphs, places)
    places = places.turned(turn)
    matrix = grid.matrix @ np.block(
        [[np.linalg.matrix_power(QUARTER, turn), np.zeros((2, 1))], [np.zeros((1, 2)), np.ones((1, 1))]]
    )
    chances = _read_arms(pixels, eyes.glyphs, places)
    numeral = chances.sum(axis=2)
    kept, why = _weigh(pixels, view, places, numeral)
    places, chances = places.pick(kept), chances[kept]
    if lead < SURE_TURN:
        why.append(doubt("upside"))
    pieces, more = _name(view, places, chances)
    why += more
    why += _look_round(pixels, eyes.glyphs, view, matrix, places)
    why += _compare(previous, pieces, places)
    if grid.apart or _in_groups(places):
        why.append(doubt("apart"))
    if _cell_px(places) < LEAST_CELL_PX:
        why.append(doubt("small"))
    return Reading("addique", tuple(pieces), tuple(why), grid=_rows(matrix), size=size)


def _find_table(pixels: Pixels, finder: Finder) -> tuple[View, Grid | None]:
    """Look at the whole picture, then closely at the table so that its cells have the wanted size."""
    box = whole(pixels)
    longest = max(box.width, box.height)
    view = look(pixels, finder, box, min(1.0, WHOLE_PX / longest))
    grid = fit_grid(view.spots, view.glyphs)
    if grid is None and longest > WHOLE_PX:
        view = look(pixels, finder, box, min(1.0, FINER_PX / longest))
        grid = fit_grid(view.spots, view.glyphs)
    if grid is None:
        return view, None
    for _ in range(2):
        cell = _grid_cell_px(grid)
        if cell * view.zoom >= ENOUGH_CELL_PX and view.box == box:
            break
        near = _table_points(view, grid)
        close = box_round(pixels, near, 2.6 * cell)
        zoom = min(CELL_PX / cell, np.sqrt(MOST_LOOK_PX / (close.width * close.height)), 2.0)
        if view.box.left <= close.left and view.box.top <= close.top and zoom < view.zoom * 1.25:
            if view.box.right >= close.right and view.box.bottom >= close.bottom:
                break
        closer = look(pixels, finder, close, zoom)
        found = fit_grid(closer.spots, closer.glyphs)
        if found is None:
            break
        view, grid = closer, found
    return view, grid


def _table_points(view: View, grid: Grid) -> Floats:
    """Spots on the grid, and marks near them, by which the close look is framed."""
    cells = to_cells(grid.matrix, view.glyphs.xy)
    low, high = grid.cells.min(axis=0) - 3.6, grid.cells.max(axis=0) + 3.6
    near = ((cells > low) & (cells < high)).all(axis=1)
    return np.concatenate([grid.centres, view.glyphs.xy[near]])


def _grid_cell_px(grid: Grid) -> float:
    return float(np.median(np.sqrt(np.abs(np.linalg.det(grid.axes)))))


def _cell_px(places: Places) -> float:
    if not len(places):
        return float("inf")
    return float(np.median(np.sqrt(np.abs(np.linalg.det(places.axes)))))


def _places(grid: Grid, view: View) -> Places:
    """The grid's tiles, and faint ones: spots with few numerals, or numerals round no spot."""
    strong = Places(grid.cells, grid.centres, grid.axes, np.ones(len(grid.cells), bool))
    taken = grid.cells
    faint_cells: list[Ints] = []
    free = np.ones(len(view.glyphs), bool)
    free[grid.arms[grid.arms >= 0]] = False
    exact = to_cells(grid.matrix, view.glyphs.xy[free]) if free.any() else np.zeros((0, 2))
    spots = to_cells(grid.matrix, view.spots.xy)
    low, high = taken.min(axis=0) - 4, taken.max(axis=0) + 5
    cols, rows = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    cells = np.stack([cols.ravel(), rows.ravel()], axis=1)
    cells = cells[(np.abs(cells[:, None] - taken[None]).sum(axis=2) > 2).all(axis=1)]
    ends = cells[:, None] + ARMS / grid.pitch
    arms = (_gap(ends.reshape(-1, 2), exact) < 0.38).reshape(-1, 4).sum(axis=1)
    spot = _gap(cells.astype(float), spots) < 0.36
    evidence = arms + spot
    for i in np.argsort(-evidence, kind="stable"):
        if evidence[i] < ENOUGH_ARMS:
            break
        if not faint_cells or (np.abs(np.array(faint_cells) - cells[i]).sum(axis=1) > 2).all():
            faint_cells.append(cells[i])
    if not faint_cells:
        return strong
    faint = np.array(faint_cells)
    return Places(
        np.concatenate([strong.cells, faint]),
        np.concatenate([strong.centres, to_picture(grid.matrix, faint)]),
        np.concatenate([strong.axes, axes_at(grid.matrix, faint) / grid.pitch]),
        np.concatenate([strong.strong, np.zeros(len(faint), bool)]),
    )


def _gap(points: Floats, others: Floats) -> Floats:
    """How far each point is from the nearest of the others."""
    if not len(others):
        return np.full(len(points), np.inf)
    return np.asarray(np.sqrt(((points[:, None] - others[None]) ** 2).sum(axis=2).min(axis=1)))


def _read_arms(pixels: Pixels, glyphs: Glyphs, *tables: Places) -> Floats:
    """Chances of the numerals 1 to 8 on every arm, for one or more lists of places in one go."""
    centres = np.concatenate([places.arms().reshape(-1, 2) for places in tables])
    axes = np.concatenate([np.repeat(places.axes, 4, axis=0) for places in tables])
    chances = glyphs.read(cut_patches(pixels, centres, axes * PATCH_CELLS))
    return np.asarray(chances[:, NUMERAL].reshape(-1, 4, 8), np.float64)


def _logs(chances: Floats) -> Floats:
    return np.asarray(np.log(chances * (1 - SMEAR) + SMEAR / 8))


def _which_way_up(pixels: Pixels, glyphs: Glyphs, places: Places) -> tuple[int, float]:
    """The quarter turn under which the tiles make most sense, and its lead in nats over the next."""
    sample = places.pick(np.nonzero(places.strong)[0][:TURN_TILES])
    tables = [sample.turned(quarters) for quarters in range(4)]
    chances = _read_arms(pixels, glyphs, *tables).reshape(4, len(sample), 4, 8)
    sense = [float(_evidence(score_tiles(_logs(table))).sum()) for table in chances]
    order = np.argsort(sense)
    return int(order[-1]), sense[order[-1]] - sense[order[-2]]


def _evidence(scores: Floats) -> Floats:
    """Log chance that a place shows any of the 48 tiles."""
    top = scores.max(axis=1)
    return np.asarray(top + np.log(np.exp(scores - top[:, None]).mean(axis=1)))


def _weigh(
    pixels: Pixels, view: View, places: Places, numeral: Floats
) -> tuple[NDArray[np.bool_], list[Doubt]]:
    """Which places hold a tile that can be seen whole, and doubts about the others."""
    height, width = pixels.shape[:2]
    points = np.concatenate([places.arms(), places.centres[:, None]], axis=1)
    half = 0.42 * np.sqrt(np.abs(np.linalg.det(places.axes)))[:, None]
    x, y = points[..., 0], points[..., 1]
    cut = ((x < half) | (y < half) | (x > width - half) | (y > height - half)).any(axis=1)
    cover = (view.surface_at(points, COVER) > 0.5).any(axis=1)
    readable = (numeral > 0.5).sum(axis=1)
    tile = np.where(places.strong, readable >= ENOUGH_ARMS, readable == 4)
    piece = view.surface_at(places.centres, PIECE) > 0.5
    suspect = ~tile & ((readable >= 2) | (places.strong & piece))
    why: list[Doubt] = []
    for flags, code in (
        (cover & (tile | suspect), "cover"),
        (cut & (tile | suspect), "edge"),
        (suspect, "loose-spot"),
    ):
        why += [doubt(code, *places.centres[i]) for i in np.nonzero(flags)[0]]
    return tile & ~cut & ~cover, why


def _name(view: View, places: Places, chances: Floats) -> tuple[list[Piece], list[Doubt]]:
    """Share the tiles out among the places; doubt those that are close between two or have a faint arm."""
    logs = _logs(chances)
    scores = score_tiles(logs)
    shares = share_out(scores)
    index = np.arange(len(places))
    own = scores[index, shares.tiles]
    others = scores.copy()
    others[index, shares.tiles] = -np.inf
    margin = own - others.max(axis=1, initial=-np.inf)
    arm = np.take_along_axis(chances, NUMERALS[shares.tiles][..., None], axis=2)[..., 0]
    weakest = arm.min(axis=1, initial=1.0)
    posterior = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-np.inf))
    posterior /= posterior.sum(axis=1, keepdims=True)
    pieces, why = [], []
    for i in index:
        likely = [int(tile) for tile in np.argsort(-scores[i])[:4] if tile != shares.tiles[i]][:3]
        x, y = places.centres[i]
        reach = np.abs(places.axes[i]).sum(axis=1) * 1.5
        pieces.append(
            Piece(
                NAMES[shares.tiles[i]],
                float(x),
                float(y),
                float(posterior[i, shares.tiles[i]]),
                tuple(Candidate(NAMES[tile], float(posterior[i, tile])) for tile in likely),
                (float(x - reach[0]), float(y - reach[1]), float(x + reach[0]), float(y + reach[1])),
                col=int(places.cells[i, 0]),
                row=int(places.cells[i, 1]),
            )
        )
        if margin[i] < SURE_MARGIN:
            why.append(doubt("numeral", float(x), float(y)))
        elif weakest[i] < SURE_ARM:
            why.append(doubt("hidden", float(x), float(y)))
    if len(places) > len(NAMES):
        why.append(doubt("crowd"))
    return pieces, why


def _look_round(pixels: Pixels, glyphs: Glyphs, view: View, matrix: Floats, places: Places) -> list[Doubt]:
    """Doubts about what lies on or beside the table and belongs to no tile: nothing may be left out."""
    if not len(places):
        return []
    why: list[Doubt] = []
    covered = {
        tuple(cell) for place in places.cells for cell in place + np.array([[0, 0], *ARMS.astype(int)])
    }
    low, high = places.cells.min(axis=0) - 2, places.cells.max(axis=0) + 3
    cols, rows = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    cells = np.stack([cols.ravel(), rows.ravel()], axis=1)
    spread = 0.25 * np.array([[0, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]])
    points = to_picture(matrix, (cells[:, None] + spread).reshape(-1, 2)).reshape(-1, 5, 2)
    near = (np.abs(cells[:, None] - places.cells[None]).max(axis=2) <= 2).any(axis=1)
    hidden = near & (view.surface_at(points, COVER).mean(axis=1) > 0.5)
    free = np.array([tuple(cell) not in covered for cell in cells])
    unread = free & (view.surface_at(points, PIECE).min(axis=1) > 0.6)
    why += [doubt("cover", *points[i, 0]) for i in np.nonzero(hidden)[0]]
    if unread.sum() >= 2:
        why += [doubt("unread-piece", *points[i, 0]) for i in np.nonzero(unread)[0]]
    return why + _loose_numerals(pixels, glyphs, view, matrix, places)


def _loose_numerals(
    pixels: Pixels, glyphs: Glyphs, view: View, matrix: Floats, places: Places
) -> list[Doubt]:
    """Numerals of the tiles' size that the glyph network reads too and that no tile explains."""
    cell = _cell_px(places)
    loose = _gap(view.glyphs.xy, places.arms().reshape(-1, 2)) > 0.42 * cell
    loose &= (view.glyphs.size > cell / 1.7) & (view.glyphs.size < cell * 1.7)
    loose &= _gap(view.glyphs.xy, places.centres) < 4 * cell
    points = view.glyphs.xy[loose]
    if not len(points):
        return []
    axes = axes_at(matrix, to_cells(matrix, points))
    chances = glyphs.read(cut_patches(pixels, points, axes * PATCH_CELLS))[:, NUMERAL].sum(axis=1)
    piece = view.surface_at(points, PIECE)
    return [doubt("loose-numeral", *points[i]) for i in np.nonzero((chances > 0.5) & (piece > 0.2))[0]]


def _in_groups(places: Places) -> bool:
    """Whether the tiles do not all touch each other."""
    count = len(places)
    if count < 2:
        return False
    step = np.abs(places.cells[:, None] - places.cells[None])
    touching = (step.sum(axis=2) <= 3) & (step.max(axis=2) <= 3)
    reached = np.zeros(count, bool)
    reached[0] = True
    for _ in range(count):
        wider = touching[reached].any(axis=0) | reached
        if (wider == reached).all():
            break
        reached = wider
    return not bool(reached.all())


def _compare(previous: Reading | None, pieces: list[Piece], places: Places) -> list[Doubt]:
    """Tiles do not vanish: one that lay there before and is not seen now is a doubt."""
    if previous is None or not previous.pieces:
        return []
    names = {piece.name for piece in pieces}
    return [doubt("vanished", piece.x, piece.y) for piece in previous.pieces if piece.name not in names]


def _doubts_of_empty(view: View) -> tuple[Doubt, ...]:
    """An empty table is sure unless pieces or something over them are seen all the same."""
    piece = float((np.asarray(view.field.surface[PIECE]) > 0.6).mean())
    cover = float((np.asarray(view.field.surface[COVER]) > 0.6).mean())
    why = []
    if cover > 0.01:
        why.append(doubt("cover"))
    if piece > 0.002 or len(view.glyphs) >= 2:
        why.append(doubt("unread-piece"))
    return tuple(why)


def _rows(matrix: Floats) -> tuple[tuple[float, float, float], ...]:
    return tuple((float(a), float(b), float(c)) for a, b, c in matrix)
