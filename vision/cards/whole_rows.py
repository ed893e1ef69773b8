"""Whole rows of cards laid straight and read at once: each card among its neighbours, and what was missed."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import Line
from vision.cards.numbers import NAMES
from vision.cards.sheets import lay_map
from vision.layers import Layers
from vision.marks import Floats
from vision.network import ROW_SHEET, ROW_STRIDE, Rows

HIDDEN = "?"
FACES = (*NAMES, HIDDEN)
BEYOND = 3.4  # glyph heights that are read beyond a row's last cards
MOST_FADING = 0.12  # how much a row's size may change from one glyph height to the next
STEEPEST = 0.35  # how a row may run askew to its cards
STEPS = 16  # a glyph height, where a row's lengths are reckoned
ON_CARD = 0.55  # glyph heights from a card's middle to a mark that is on it
LIKELY = 0.5
LIKE_A_JOKER = 0.1  # the chance of a hidden card where a joker seems to lie
LONGEST = 40.0  # glyph heights: a longer row is none


@dataclass(frozen=True)
class Met:
    """A card that is met along a row: its middle, and the chances of FACES."""

    xy: Floats
    chances: Floats

    @property
    def name(self) -> str:
        """The likeliest face."""
        return FACES[int(self.chances[1:].argmax()) + 1]

    @property
    def chance(self) -> float:
        """How likely that is."""
        return float(self.chances[1:].max())

    @property
    def face(self) -> bool:
        """Whether that is a number or a joker, and not a sign or a hidden card."""
        return self.name.isdigit() or self.name == "J"


@dataclass(frozen=True)
class WholeRow:
    """What stands along a row: places in the picture, a glyph height there, and the chances of FACES."""

    places: Floats
    size: Floats
    chances: Floats

    @functools.cached_property
    def cards(self) -> tuple[Met, ...]:
        """The cards that are met from left to right."""
        some = np.flatnonzero(np.diff(np.concatenate([[0], self.chances[:, 0] < 1 - LIKELY, [0]])))
        return tuple(self._met(start, end) for start, end in some.reshape(-1, 2).tolist())

    def _met(self, start: int, end: int) -> Met:
        columns = self.chances[start:end]
        clearest = columns[np.sort(columns[:, 0].argsort(kind="stable")[:2])].mean(axis=0)
        weights = 1 - columns[:, 0]
        return Met((self.places[start:end] * weights[:, None]).sum(axis=0) / weights.sum(), clearest)

    def at(self, xy: Floats) -> Floats:
        """The chances of FACES for cards at some points: those of the card that is met there, if any."""
        met = [self._on(point) for point in xy]
        nearest = np.linalg.norm(self.places[None] - xy[:, None], axis=2).argmin(axis=1)
        return np.array(
            [
                self.chances[at] if each is None else each.chances
                for each, at in zip(met, nearest, strict=True)
            ]
        ).reshape(len(xy), len(FACES))

    def covered(self, xy: Floats, jokers: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which cards may have something lying on them; on a white card that looks much like a joker."""
        hidden = self.at(xy)[:, FACES.index(HIDDEN)]
        return np.asarray(hidden > np.where(jokers, LIKE_A_JOKER, LIKELY))

    def middle(self, xy: Floats) -> Floats:
        """The middle of the card that is met at a point, or else the point."""
        met = self._on(xy)
        return xy if met is None else met.xy

    def is_one(self, first: Floats, second: Floats) -> bool:
        """Whether two points lie on one card."""
        met = self._on(first)
        return met is not None and met is self._on(second)

    def _on(self, xy: Floats) -> Met | None:
        """The card on which a point lies."""
        away = [float(np.linalg.norm(met.xy - xy)) for met in self.cards]
        return self.cards[int(np.argmin(away))] if away and min(away) < self._reach(xy) else None

    def _reach(self, xy: Floats) -> float:
        """How far from a card's middle a mark may be on it, at a place of the row."""
        return ON_CARD * float(self.size[np.linalg.norm(self.places - xy, axis=1).argmin()])

    def without(self, faces: tuple[str, ...]) -> WholeRow:
        """The same row where some faces are none that the game has: what looks like one says nothing."""
        barred = np.isin(FACES, faces)
        chances = np.where(barred, 0.0, self.chances)
        chances[:, ~barred] += self.chances[:, barred].sum(axis=1, keepdims=True) / (~barred).sum()
        return WholeRow(self.places, self.size, chances)

    def unknown(self, xy: Floats) -> tuple[Met, ...]:
        """The cards that are met where none of some known ones has its middle."""
        return tuple(
            met
            for met in self.cards
            if np.linalg.norm(xy - met.xy, axis=1).min(initial=np.inf) > self._reach(met.xy)
        )


def read_row(picture: Layers, xy: Floats, size: Floats, step: Floats, rows: Rows) -> WholeRow:
    """Read a row of cards, their middles from left to right; a step leads a glyph height right and down."""
    sheet = _Straight.through(xy, size, step)
    chances = rows.read(lay_map(picture, sheet.pixels()))
    return WholeRow(*sheet.columns(len(chances)), chances)


def row_of(picture: Layers, line: Line, rows: Rows) -> WholeRow:
    """What a line of single cards shows as a whole."""
    return read_row(picture, line.xy, line.size, np.median(line.steps, axis=0), rows)


@dataclass(frozen=True)
class _Straight:
    """A row as a straight sheet: where it begins in the picture, its way, and its size along that way."""

    start: Floats
    way: Floats
    down: Floats
    ahead: Floats
    """Pixels along the way, STEPS of them for every glyph height."""
    size: Floats

    @classmethod
    def through(cls, xy: Floats, size: Floats, step: Floats) -> _Straight:
        """The straight line through a row, which goes on beyond its ends."""
        right, down = step[:, 0] / np.linalg.norm(step[:, 0]), step[:, 1] / np.linalg.norm(step[:, 1])
        usual = float(np.median(size))
        ahead, below = np.linalg.solve(np.column_stack([right, down]), xy.T)
        first, second = np.triu_indices(len(xy), 1)
        far = np.abs(ahead[second] - ahead[first]) > usual / 2
        # What is no card of the row may lie off its line: most cards tell where that runs.
        slopes = (below[second] - below[first])[far] / (ahead[second] - ahead[first])[far]
        slope = float(np.clip(np.median(slopes), -STEEPEST, STEEPEST)) if far.any() else 0.0
        level = float(np.median(below - slope * ahead))
        way = right + slope * down
        way = way / np.linalg.norm(way)
        start = float(ahead.mean()) * right + (level + slope * float(ahead.mean())) * down
        at = (xy - start) @ way
        fading = 0.0
        if len(xy) > 2:
            fading = np.polyfit(at, np.clip(size / usual, 0.6, 1.6), 1)[0] * usual
            fading = float(np.clip(fading, -MOST_FADING, MOST_FADING))
        ends = at.min() - BEYOND * usual, at.max() + BEYOND * usual
        ahead, sizes = [ends[0]], []
        while ahead[-1] < ends[1] and len(ahead) < LONGEST * STEPS:
            sizes.append(usual * float(np.clip(1 + fading * ahead[-1] / usual, 0.4, 2.5)))
            ahead.append(ahead[-1] + sizes[-1] / STEPS)
        return cls(start, way, down, np.array(ahead[:-1]), np.array(sizes))

    def _along(self, glyphs: Floats) -> tuple[Floats, Floats]:
        """The places so many glyph heights from the left, and the size there."""
        at = np.arange(len(self.ahead)) / STEPS
        ahead, size = np.interp(glyphs, at, self.ahead), np.interp(glyphs, at, self.size)
        return self.start + ahead[:, None] * self.way, size

    def pixels(self) -> Floats:
        """Where in the picture each pixel of the sheet comes from."""
        glyph, height = ROW_SHEET.glyph_px, ROW_SHEET.size[1]
        width = round(len(self.ahead) / STEPS * glyph / ROW_STRIDE / 4) * ROW_STRIDE * 4
        places, size = self._along(np.arange(width) / glyph)
        below = (np.arange(height) - (height - 1) / 2) / glyph
        return np.asarray(places[None] + below[:, None, None] * size[None, :, None] * self.down)

    def columns(self, count: int) -> tuple[Floats, Floats]:
        """The middle of each column of what is seen, and a glyph height there."""
        return self._along((np.arange(count) * ROW_STRIDE + (ROW_STRIDE - 1) / 2) / ROW_SHEET.glyph_px)
