"""Addique once more, slowly and differently: the board drawn as lines of text, numbers found by a pattern."""

import re

Tile = tuple[str, int, int]
"""Name, column and row of the spot."""


def is_tile(name: str) -> bool:
    """A tile's opposite numerals make nine and its four numerals differ."""
    return (
        bool(re.fullmatch("[1-8]{4}", name))
        and len(set(name)) == 4
        and (int(name[0]) + int(name[2]) == int(name[1]) + int(name[3]) == 9)
    )


def cells(tile: Tile) -> list[tuple[int, int, str]]:
    """The five cells of a tile: column, row, sign."""
    name, col, row = tile
    return [
        (col, row, "o"),
        (col, row - 1, name[0]),
        (col + 1, row, name[1]),
        (col, row + 1, name[2]),
        (col - 1, row, name[3]),
    ]


def drawing(tiles: list[Tile]) -> tuple[list[str], int, int]:
    """The board as lines of text with an empty edge, and the column and row of its first sign."""
    signs = {(col, row): sign for tile in tiles for col, row, sign in cells(tile)}
    left, top = (min(cell[axis] for cell in signs) - 1 for axis in (0, 1))
    right, bottom = (max(cell[axis] for cell in signs) + 1 for axis in (0, 1))
    lines = [
        "".join(signs.get((col, row), " ") for col in range(left, right + 1))
        for row in range(top, bottom + 1)
    ]
    return lines, left, top


def numbers(tiles: list[Tile]) -> list[tuple[int, str, int, int]]:
    """Every number with a numeral of the last tile: number, direction, its first column and row."""
    lines, left, top = drawing(tiles)
    fresh = {(col, row) for col, row, sign in cells(tiles[-1]) if sign != "o"}
    found = []
    for row, line in enumerate(lines, start=top):
        for run in re.finditer("[1-8]{2,}", line):
            if any((left + at, row) in fresh for at in range(*run.span())):
                found.append((int(run[0]), "across", left + run.start(), row))
    for col, column in enumerate(map("".join, zip(*lines, strict=True)), start=left):
        for run in re.finditer("[1-8]{2,}", column):
            if any((col, top + at) in fresh for at in range(*run.span())):
                found.append((int(run[0]), "down", col, top + run.start()))
    return found


def points(tiles: list[Tile]) -> int:
    """What the last tile scores; the first one scores its products."""
    if len(tiles) == 1:
        top, right, bottom, left = map(int, tiles[0][0])
        return top * bottom + left * right
    return sum(number // 9 for number, *_ in numbers(tiles) if sum(map(int, str(number))) % 9 == 0)


def edges(tiles: list[Tile], new: Tile) -> int:
    """The unit edges between a new tile and those laid: every pair of cells one step apart."""
    return sum(
        abs(col - other_col) + abs(row - other_row) == 1
        for col, row, _ in cells(new)
        for tile in tiles
        for other_col, other_row, _ in cells(tile)
    )


def broken_rules(tiles: list[Tile], new: Tile) -> set[str]:
    """The rules of laying that a new tile breaks."""
    if not is_tile(new[0]):
        return {"unknown-tile"}
    broken = {"tile-twice"} if new[0] in [name for name, _, _ in tiles] else set()
    taken = {(col, row) for tile in tiles for col, row, _ in cells(tile)}
    if any((col, row) in taken for col, row, _ in cells(new)):
        return broken | {"overlap"}
    return broken | ({"edges"} if tiles and edges(tiles, new) < 3 else set())
