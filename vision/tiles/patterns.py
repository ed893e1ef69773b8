"""The 48 Addique tiles as patterns of four numerals, and the best way to share them out."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from vision.marks import Floats, Ints


def _names() -> tuple[str, ...]:
    """Top and bottom make nine, left and right make nine, no numeral twice."""
    pairs = itertools.product(range(1, 9), repeat=2)
    return tuple(f"{t}{r}{9 - t}{9 - r}" for t, r in pairs if r not in (t, 9 - t))


NAMES = _names()
NUMERALS = np.array([[int(numeral) - 1 for numeral in name] for name in NAMES])

AGAIN = 7.0  # nats by which a tile seen twice must be clearer than the best tile still free


@dataclass(frozen=True)
class Shares:
    """Which tile each place got, and whether that tile was clearly seen elsewhere too."""

    tiles: Ints
    twice: Ints


def score_tiles(arms: Floats) -> Floats:
    """Log chances of all 48 tiles for places whose arms have log chances of the numerals 1 to 8."""
    return np.asarray(sum(arms[:, arm, :][:, NUMERALS[:, arm]] for arm in range(4)))


def share_out(scores: Floats) -> Shares:
    """Give every place its likeliest tile, each tile once, unless it is clearly seen twice."""
    best = scores.argmax(axis=1)
    if not len(scores) or len(set(best.tolist())) == len(best):
        return Shares(best, np.zeros(0, int))
    fair = assign(-np.maximum(scores, scores.max(axis=1, keepdims=True) - 60)) if len(scores) <= 48 else best
    places = np.arange(len(scores))
    lost = scores[places, best] - scores[places, fair]
    tiles = np.where(lost > AGAIN, best, fair)
    counts = np.bincount(tiles, minlength=len(NAMES))
    return Shares(tiles, np.nonzero(counts[tiles] > 1)[0])


def assign(costs: Floats) -> Ints:
    """The cheapest one-to-one choice of a column for every row (shortest augmenting paths)."""
    rows, columns = costs.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.full(columns + 1, rows)
    for row in range(rows):
        owner[columns] = row
        here = columns
        reach, used = np.full(columns, np.inf), np.zeros(columns + 1, bool)
        came = np.full(columns, columns)
        while owner[here] != rows or here == columns:
            used[here] = True
            line = costs[owner[here]] - row_price[owner[here]] - column_price[:columns]
            nearer = ~used[:columns] & (line < reach)
            reach[nearer], came[nearer] = line[nearer], here
            open_ = np.where(used[:columns], np.inf, reach)
            there = int(open_.argmin())
            step = open_[there]
            row_price[owner[used]] += step
            column_price[used] -= step
            reach[~used[:columns]] -= step
            here = there
        while here != columns:
            owner[here] = owner[came[here]]
            here = int(came[here])
    chosen = np.zeros(rows, int)
    for column in np.nonzero(owner[:columns] < rows)[0]:
        chosen[owner[column]] = column
    return chosen
