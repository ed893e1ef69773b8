"""Rows of cards are found from loose glyphs, whatever way they run."""

import numpy as np
import pytest

from vision.cards.rows import find_rows
from vision.marks import NO_MARKS, Marks


def cards(
    chance: np.random.Generator, counts: list[int], spin: float, clutter: int = 0
) -> tuple[Marks, list[list[int]]]:
    """Glyph marks of crooked rows one above the other, shuffled, and which of them make each row."""
    size, points, rows = chance.uniform(20, 60), [], []
    for number, count in enumerate(counts):
        steps = chance.uniform(1.2, 3.2, count) * size
        x = np.cumsum(steps) + chance.uniform(-1, 1) * size
        y = number * 2.6 * size + chance.normal(0, 0.08, count) * size + chance.normal(0, 0.03) * x
        rows.append([len(points) + i for i in range(count)])
        points += list(zip(x, y, strict=True))
    for _ in range(clutter):
        points.append((chance.uniform(-2, 12) * size, chance.uniform(-9, -4) * size))
    xy = np.array(points) @ np.float64([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]]) + 900
    sizes = np.full(len(xy), size) * np.exp(chance.normal(0, 0.08, len(xy)))
    sizes[len(xy) - clutter :] *= 0.3
    turn = (spin + chance.normal(0, 0.09, len(xy)) + np.pi / 4) % (np.pi / 2) - np.pi / 4
    order = chance.permutation(len(xy))
    marks = Marks(xy[order], chance.uniform(0.6, 1, len(xy)), turn[order], sizes[order])
    where = np.argsort(order)
    return marks, [[int(where[i]) for i in row] for row in rows]


@pytest.mark.parametrize("seed", range(300))
def test_one_row_from_any_seat(seed: int) -> None:
    chance = np.random.default_rng(seed)
    marks, (row,) = cards(
        chance, [int(chance.integers(3, 12))], chance.uniform(0, 2 * np.pi), clutter=seed % 3
    )
    found = find_rows(marks)[0]
    assert found.glyphs.tolist() in (row, row[::-1])
    back = found.reversed()
    assert back.glyphs.tolist() == found.glyphs.tolist()[::-1] and (back.along == -found.along).all()


@pytest.mark.parametrize("seed", range(100))
def test_two_rows_from_any_seat(seed: int) -> None:
    chance = np.random.default_rng(seed)
    counts = [int(n) for n in chance.integers(3, 10, 2)]
    marks, rows = cards(chance, counts, chance.uniform(0, 2 * np.pi))
    found = sorted(sorted(row.glyphs.tolist()) for row in find_rows(marks))
    assert found == sorted(sorted(row) for row in rows)


def test_nothing_makes_no_row() -> None:
    assert find_rows(NO_MARKS) == ()


@pytest.mark.parametrize("seed", range(20))
def test_a_row_seen_askance_is_whole_to_its_small_end(seed: int) -> None:
    chance = np.random.default_rng(seed)
    count = int(chance.integers(7, 12))
    sizes = 120 * 2.2 ** -np.linspace(0, 1, count)
    x = np.cumsum(1.4 * sizes)
    marks = Marks(
        np.stack([x, 500 + chance.normal(0, 2, count)], axis=1),
        chance.uniform(0.8, 1, count),
        chance.normal(0, 0.05, count),
        sizes * np.exp(chance.normal(0, 0.04, count)),
    )
    assert len(find_rows(marks)[0].glyphs) == count
