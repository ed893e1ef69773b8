"""Which digits share a card: those that stand close, so that the cards of the table follow evenly."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats, Ints

USUAL_CUT = 0.39  # digit heights of bare card: those of one card are seldom farther apart, others nearer
NARROW = 0.3  # what is between two digits of a card where too few cards tell how even they lie
CUTS = (0.05, 0.95)
UNUSUAL = 0.15  # what a cut costs that is twice or half the usual one
WRONG = 1.0  # what a card costs that the set cannot have
LEAD = 0.03  # a way to share that is not better by so much than another is in doubt
UNEVEN_LEAST = 3  # steps from card to card that show whether they are even
MOST_DIGITS = 2
SIDE_BY_SIDE, ENOUGH_STEPS = 1.25, 2  # of the usual step, if there are so many: no card fits in between
LEAST_STEP = 0.1


@dataclass(frozen=True)
class Line:
    """The glyphs of a row from left to right: middles along it, heights and widths."""

    glyphs: Ints
    place: Floats
    tall: Floats
    wide: Floats
    joker: NDArray[np.bool_]
    zero: NDArray[np.bool_]
    one: NDArray[np.bool_]
    parted: NDArray[np.bool_]
    """Between which neighbours the edge of a card is seen."""

    @functools.cached_property
    def gaps(self) -> Floats:
        """Bare card between neighbours in digit heights; endless beside jokers and where a card ends."""
        bare = np.diff(self.place) - (self.wide[1:] + self.wide[:-1]) / 2
        gaps = bare / np.minimum(self.tall[1:], self.tall[:-1])
        return np.where(self.joker[1:] | self.joker[:-1] | self.parted, np.inf, gaps)


def share_cards(lines: Sequence[Line]) -> tuple[list[list[Ints]], set[int]]:
    """The glyphs of each card, row by row, and those that may belong to the next card instead."""
    gaps = np.concatenate([line.gaps for line in lines])
    edges = np.unique(np.concatenate([CUTS, gaps[(gaps > CUTS[0]) & (gaps < CUTS[1])]]))
    cuts = [float(np.clip(USUAL_CUT, low + 1e-6, high)) for low, high in pairwise(edges)]
    costs = np.array([_cost(lines, cut) for cut in cuts])
    best = int(costs.argmin())
    doubted: set[int] = set()
    for line in lines:
        gap = line.gaps
        for cut in (cuts[k] for k in np.nonzero(costs < costs[best] + LEAD)[0]):
            for place in np.nonzero((gap < cut) != (gap < cuts[best]))[0].tolist():
                doubted |= {int(line.glyphs[place]), int(line.glyphs[place + 1])}
        few = sum(len(_parts(each, cuts[best])) - 1 for each in lines) < UNEVEN_LEAST
        for place in np.nonzero((gap > NARROW) & (gap < cuts[best]) & few)[0].tolist():
            doubted |= {int(line.glyphs[place]), int(line.glyphs[place + 1])}
    return [[line.glyphs[part] for part in _parts(line, cuts[best])] for line in lines], doubted


def print_between(lines: Sequence[Line]) -> list[int]:
    """Glyphs that are no cards: a lone 1 between two that lie as near as cards lie side by side.

    Lines of print on what is under the cards look like a 1 where a strip of it is seen between them.
    """
    shared, _ = share_cards(lines)
    middles = [
        np.array([line.place[np.isin(line.glyphs, group)].mean() for group in groups])
        for line, groups in zip(lines, shared, strict=True)
    ]
    found = []
    for number, (line, groups) in enumerate(zip(lines, shared, strict=True)):
        for at in range(1, len(groups) - 1):
            if len(groups[at]) > 1 or not line.one[line.glyphs == groups[at][0]].all():
                continue
            row = np.diff(np.delete(middles[number], at))
            beside = [np.diff(each) for k, each in enumerate(middles) if k != number]
            others = np.concatenate([np.delete(row, at - 1), *beside])
            if len(others) >= ENOUGH_STEPS and row[at - 1] < SIDE_BY_SIDE * np.median(others):
                found.append(int(groups[at][0]))
    return found


def _parts(line: Line, cut: float) -> list[Ints]:
    return np.split(np.arange(len(line.glyphs)), np.nonzero(line.gaps >= cut)[0] + 1)


def _cost(lines: Sequence[Line], cut: float) -> float:
    """How uneven the cards would follow, how unusual the cut is, and cards that there cannot be."""
    wrong, steps = 0, []
    # One measure for all rows: the digits of two on a card are smaller, and a row may have only such.
    tall = float(np.median(np.concatenate([line.tall for line in lines])))
    for line in lines:
        left, right = line.place - line.wide / 2, line.place + line.wide / 2
        middles = []
        for part in _parts(line, cut):
            wrong += len(part) > MOST_DIGITS or (len(part) > 1 and bool(line.zero[part[0]]))
            middles.append(float(left[part[0]] + right[part[-1]]) / 2)
        steps += np.log(np.maximum(np.diff(middles) / tall, LEAST_STEP)).tolist()
    uneven = float(np.abs(steps - np.median(steps)).mean()) if len(steps) >= UNEVEN_LEAST else 0.0
    return uneven + UNUSUAL * abs(float(np.log2(cut / USUAL_CUT))) + WRONG * wrong
