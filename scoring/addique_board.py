"""Addique's tiles and the board they make: names, cells, edges and the numbers that read off it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

Cell = tuple[int, int]

ARMS: tuple[Cell, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Steps from the spot to the numerals in the order of a tile's name: top, right, bottom, left."""

TILES: tuple[str, ...] = tuple(
    "".join(map(str, numerals))
    for numerals in permutations(range(1, 9), 4)
    if numerals[0] + numerals[2] == 9 and numerals[1] + numerals[3] == 9
)
"""All 48 tiles by name, numerals clockwise from the top."""

EDGES_NEEDED = 3
_SHAPE: tuple[Cell, ...] = ((0, 0), *ARMS)
_EDGES_TO: dict[Cell, int] = Counter(
    (col + dc, row + dr) for col, row in _SHAPE for dc, dr in ARMS if (col + dc, row + dr) not in _SHAPE
)
"""How many of a tile's twelve unit edges border on each cell around it, counted from its spot."""
_SPOT = "•"
_ACROSS: Cell = (1, 0)
_DOWN: Cell = (0, 1)


@dataclass(frozen=True)
class Laid:
    """A tile on the table; column and row are its spot's, rows counted downwards."""

    tile: str
    col: int
    row: int

    @property
    def spot(self) -> Cell:
        """Return the cell of the spot."""
        return self.col, self.row

    @cached_property
    def cells(self) -> dict[Cell, str]:
        """Return the five cells the tile covers with what stands there."""
        faces = {(self.col + dc, self.row + dr): face for (dc, dr), face in zip(ARMS, self.tile, strict=True)}
        return {self.spot: _SPOT, **faces}

    def __str__(self) -> str:
        return f"{self.tile}@{self.col},{self.row}"


@dataclass(frozen=True)
class Number:
    """A number that reads across or down; column and row are its first numeral's."""

    number: int
    direction: str
    col: int
    row: int

    @property
    def points(self) -> int:
        """Return what it scores: a ninth of a multiple of nine, otherwise nothing."""
        return 0 if self.number % 9 else self.number // 9

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return the cells its numerals stand on."""
        dc, dr = _ACROSS if self.direction == "across" else _DOWN
        return tuple((self.col + dc * k, self.row + dr * k) for k in range(len(str(self.number))))


def faces_of(tiles: Iterable[Laid]) -> dict[Cell, str]:
    """Return what stands on every covered cell."""
    faces: dict[Cell, str] = {}
    for tile in tiles:
        faces.update(tile.cells)
    return faces


def opening_total(tile: str) -> int:
    """Return what an opening tile counts: top times bottom plus left times right."""
    top, right, bottom, left = map(int, tile)
    return top * bottom + left * right


def shared_edges(faces: Mapping[Cell, str], tile: Laid) -> int:
    """Count the unit edges a tile would share with those already laid."""
    return _edges_at(faces, tile.col, tile.row)


def places(tiles: Iterable[Laid]) -> list[Cell]:
    """Return every place where a further tile's spot may lie."""
    faces = faces_of(tiles)
    if not faces:
        return [(0, 0)]
    near = {(col + dc, row + dr) for col, row in faces for dc, dr in _EDGES_TO}
    return sorted(
        (col, row)
        for col, row in near
        if not any((col + dc, row + dr) in faces for dc, dr in _SHAPE)
        and _edges_at(faces, col, row) >= EDGES_NEEDED
    )


def _edges_at(faces: Mapping[Cell, str], col: int, row: int) -> int:
    """Count the unit edges a tile with its spot on a cell would share with those laid."""
    return sum(edges for (dc, dr), edges in _EDGES_TO.items() if (col + dc, row + dr) in faces)


def numbers_of(faces: Mapping[Cell, str], tile: Laid) -> list[Number]:
    """Return every number of two or more numerals that has a numeral of this tile, which is laid already."""
    found: dict[tuple[str, Cell], Number] = {}
    for dc, dr in ARMS:
        cell = tile.col + dc, tile.row + dr
        for direction, step in (("across", _ACROSS), ("down", _DOWN)):
            number = _run(faces, cell, direction, step)
            if number is not None:
                found[direction, (number.col, number.row)] = number
    return sorted(found.values(), key=lambda number: (number.direction, number.row, number.col))


def _run(faces: Mapping[Cell, str], cell: Cell, direction: str, step: Cell) -> Number | None:
    """Return the maximal run of numerals through a cell, if it has at least two."""
    dc, dr = step
    col, row = cell
    while _is_numeral(faces, (col - dc, row - dr)):
        col, row = col - dc, row - dr
    first, digits = (col, row), ""
    while _is_numeral(faces, (col, row)):
        digits += faces[col, row]
        col, row = col + dc, row + dr
    return Number(int(digits), direction, *first) if len(digits) > 1 else None


def _is_numeral(faces: Mapping[Cell, str], cell: Cell) -> bool:
    """Tell whether a numeral stands on a cell; a spot and an empty cell both end a number."""
    return faces.get(cell, _SPOT) != _SPOT
