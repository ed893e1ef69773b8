"""The places of a table where a card may be hidden: holes in its rows, and beyond their ends."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.rooms import Laid
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats
from vision.reading import Doubt
from vision.upright.outlines import Outline, find_outline, has_outline
from vision.upright.plain import ROUND, Ground, find_ground, part_of
from vision.upright.standing import Standing
from vision.upright.straight import HEIGHT_PX, Upright, lay_straight
from vision.upright.under import shades_under
from vision.view import COVER, TABLE, View

LONE_PITCH, LEAST_GAP, MOST_LONE = 1.9, 2.2, 3.4  # glyph heights, and halves of a card, to the next one
CLOSE, HOLE, ENOUGH_STEPS = 0.6, 1.6, 3  # of the usual step, once there are so many
WIDE_HOLE = 1.35  # heights of a card from middle to middle: cards are narrower than high
ROWS_APART = 0.7  # heights of a card: nearer, two rows would lie over each other
SCATTERED = 1.35  # glyph heights to half way to the next card; of cards it was 1.1 at most
MORE_OTHER, LEAST_OTHER = 0.12, 0.55  # of a place that is no table: more, and something lies there
SLIVER, SLIVER_OTHER = (
    0.35,
    0.4,
)  # of a place, in the picture: there a card's sliver lies roughly, so less will do
SHORT_OTHER, MOST_OTHER = 0.25, 0.9  # the same where a row is short, and where hardly a colour is common
ROOM = 3.4  # halves of a card from card to card: with room for one between, less what they overlap
PLAIN = 0.12  # of a place: with less of anything else, it is bare table
SMOOTH, FLAT = 0.04, 0.08  # nats of light that bare cloth varies in: numerals and edges of cards do more
EDGES, ROUGHER, ENOUGH_ENDS = 0.05, 4.0, 2  # nats, and of what the other ends vary in, if there are as many
OFF_LINE, BEYOND = 1.0, 2.6  # glyph heights across a row, and steps beyond its ends, where its cards lie
NEXT_TO, LEAST_FREE, GOES_ON = 0.75, 0.2, 0.5  # cards up and down; what is free there, and of that no table
MOSTLY_TABLE, FAINT_COVER = 0.9, 0.25  # of what hid cards on 160 tables, none had as much and as little
STANDS_OUT = 0.5  # of the cards that are seen: where less is told from the table, a hidden one is not either


@dataclass(frozen=True)
class Surroundings:
    """Rows of cards by their middles, straight, and what is round them."""

    rows: tuple[Floats, ...]
    upright: Upright
    outline: Outline
    ground: Ground
    contrast: float
    """How much of the cards that were read is told from the table."""
    steps: Floats
    """From card to card, in glyph heights."""
    pitch: float
    """The usual step."""
    expected: int
    """How many rows the game has."""
    ends: Floats
    """Where the next cards would lie, in straight pixels."""

    def may_hide(self, points: Floats, off_line: float = OFF_LINE) -> NDArray[np.bool_]:
        """At which points of the picture one more card may lie: in line with a row, and not on bare table."""
        at = self.upright.place(np.asarray(points, np.float64).reshape(-1, 2))
        return np.array([self._in_line(place, off_line) and not self._bare(place) for place in at], bool)

    def _in_line(self, at: Floats, off_line: float) -> bool:
        """Whether a place lies on the line of a row and near its cards; anywhere, while a row is missing."""
        if len(self.rows) < self.expected or not self.rows_apart():
            return True
        for row in (self.upright.place(row) / HEIGHT_PX for row in self.rows):
            if self.expected == len(row) == 1:  # which way a lone card's row runs is not certain
                return bool(np.linalg.norm(at / HEIGHT_PX - row[0]) < BEYOND * self.pitch)
            slope, level = np.polyfit(*row.T, 1) if len(row) > 1 else (0.0, float(row[0, 1]))
            x, y = at / HEIGHT_PX
            reach = BEYOND * self.pitch
            if row[0, 0] - reach < x < row[-1, 0] + reach and abs(slope * x + level - y) < off_line:
                return True
        return False

    def _bare(self, at: Floats) -> bool:
        """Whether nothing but table is seen where a card would lie."""
        told = self.contrast >= STANDS_OUT or self.ground.rough(at, self.outline) < FLAT
        return told and self.ground.share(at, self.outline) < PLAIN

    def thin(self, cards: Floats, faces: Floats) -> list[Doubt]:
        """Doubts about what hardly looks like cards, unless faces of these colours end there as cards do."""
        known = [
            has_outline(self.upright, card, face, self.outline)
            for card, face in zip(cards, faces, strict=True)
        ]
        return [doubt("numeral", *point) for point in cards[~np.array(known, bool)].tolist()]

    def cards_at(self, doubts: Sequence[Doubt]) -> list[Doubt]:
        """Those doubts near by at whose places faces end as the cards' do; all where that is not seen."""
        if not self.outline.seen:
            return list(doubts)
        found = []
        for each in doubts:
            point = np.array([each.x, each.y])
            face = self.upright.colour_at(point)
            if face is not None and has_outline(self.upright, point, face, self.outline):
                found.append(each)
        return found

    def on_cards(self, points: Floats) -> NDArray[np.bool_]:
        """Which points of the picture lie on a card that was read."""
        step = (
            self.upright.place(points)[:, None] - self.upright.place(np.concatenate(self.rows))
        ) / HEIGHT_PX
        aside, below = step[..., 0], step[..., 1]
        across = np.abs(aside) < self.outline.aside
        down = (below > -self.outline.above) & (below < self.outline.below)
        return np.asarray((across & down).any(axis=1))

    def strange(self, points: Floats) -> float:
        """How much of some points of the picture has colours that the table has nowhere; all if unknown."""
        at = np.rint(self.upright.place(points)).astype(int)
        rows, cols = self.ground.other.shape
        at = at[((at >= 0) & (at < (cols, rows))).all(axis=1)]
        return float(self.ground.other[at[:, 1], at[:, 0]].mean()) if len(at) else 1.0

    def holes(self, complete: bool = False) -> list[Doubt]:
        """Doubts about gaps in rows with room for a card, whatever fills them; complete: none is missing."""
        found = []
        widest = HOLE * float(self.steps.min(initial=np.inf))
        if len(self.steps) >= ENOUGH_STEPS:
            widest = HOLE * self.pitch
        elif len(self.steps) == 1:
            widest = WIDE_HOLE * self.outline.tall
        for row, steps in zip(self.rows, self._steps_by_row(), strict=True):
            middles = (row[1:] + row[:-1]) / 2
            hole = steps > widest
            if len(self.steps) < ENOUGH_STEPS and not complete:
                hole |= (steps > ROOM * self.outline.aside) & self._taken(middles, row[:-1])
            found += [doubt("unread-piece", *point) for point in middles[hole].tolist()]
        return found

    def other_at(self, points: Floats) -> NDArray[np.bool_]:
        """At which points of the picture something as large as a card lies that the table has nowhere."""
        at = self.upright.place(points.reshape(-1, 2))
        return np.array([self.ground.share(place, self.outline) > SHORT_OTHER for place in at], bool)

    def _taken(self, middles: Floats, cards: Floats) -> NDArray[np.bool_]:
        """Between which cards and their next something lies that the table has nowhere."""
        places = zip(self.upright.place(middles), self.upright.place(cards), strict=True)
        return np.array(
            [self.ground.share(at, self.outline, card) > SHORT_OTHER for at, card in places], bool
        )

    def crowded(self) -> list[Doubt]:
        """Doubts about cards that lie much nearer than all others do: they may be one card's two digits."""
        if len(self.steps) < ENOUGH_STEPS:
            return []
        found = []
        for row, steps in zip(self.rows, self._steps_by_row(), strict=True):
            found += [doubt("numeral", *point) for point in row[1:][steps < CLOSE * self.pitch].tolist()]
        return found

    def scattered(self) -> bool:
        """Whether numerals lie farther apart than cards do, and no card is seen to end: print does."""
        return not self.outline.seen and self.outline.aside > SCATTERED

    def rows_apart(self) -> bool:
        """Whether two rows lie as far from each other as cards are high; one row does."""
        if len(self.rows) < 2 or not self.outline.seen:
            return True
        upper, lower = (self.upright.place(row) / HEIGHT_PX for row in self.rows)
        ways = [row - row.mean(axis=0) for row in (upper, lower)]
        along, across = (sum(float((way[:, 0] * way[:, k]).sum()) for way in ways) for k in (0, 1))
        step = lower.mean(axis=0) - upper.mean(axis=0)
        level = step[1] - step[0] * across / max(along, 1e-9)
        return bool(level > ROWS_APART * (self.outline.above + self.outline.below))

    def _steps_by_row(self) -> list[Floats]:
        return np.split(self.steps, np.cumsum([len(row) - 1 for row in self.rows])[:-1])

    def missing(self) -> list[Doubt]:
        """Doubts about both ends of a row that lacks a card, where anything but bare table is seen."""
        cards = [self.upright.place(row[end]) for row in self.rows for end in (0, -1)]
        lost = [
            place
            for place, card in zip(self.ends, cards, strict=True)
            if self.ground.share(place, self.outline, card) > SHORT_OTHER or self._unknown(place)
        ]
        return [doubt("unread-piece", *self.upright.point(place).tolist()) for place in lost]

    def _unknown(self, at: Floats) -> bool:
        """Whether a table that has the cards' own colours is not even smooth where a card would lie."""
        return self.contrast < STANDS_OUT and SMOOTH <= self.ground.rough(at, self.outline) < np.inf

    def things(self, *looks: View) -> list[Doubt]:
        """Doubts about what lies where a row's next card would, on a table that has its colours nowhere.

        Paper has such colours too: it is larger than a card, and table to the finder in all looks.
        """
        cards = [self.upright.place(row[end]) for row in self.rows for end in (0, -1)]
        hidden = [
            place
            for place, card in zip(self.ends, cards, strict=True)
            if self._rougher(place)
            or (
                self.ground.filled(place, self.outline, beside=card) > self._least(place)
                and not self._is_paper(place, looks)
            )
        ]
        return [
            doubt("cover", *point) for point in self.upright.point(np.array(hidden).reshape(-1, 2)).tolist()
        ]

    def _is_paper(self, at: Floats, looks: Sequence[View]) -> bool:
        """Whether what fills a card's place is larger than a card, and table in every look there was."""
        return bool(looks) and self._goes_on(at) and all(self._is_table(look, at) for look in looks)

    def _goes_on(self, at: Floats) -> bool:
        """Whether what fills a card's place is as much of the table above it or below it, cards aside."""
        free = self.upright.seen.copy()
        for card in self.upright.place(np.concatenate(self.rows)):
            free[part_of(card, self.outline, ROUND)] = False
        step = np.array([0.0, NEXT_TO * (self.outline.above + self.outline.below) * HEIGHT_PX])
        parts = [part_of(place, self.outline, 0.0) for place in (at - step, at + step)]
        parts = [part for part in parts if free[part].size and free[part].mean() > LEAST_FREE]
        return any(self.ground.other[part][free[part]].mean() > GOES_ON for part in parts)

    def _is_table(self, look: View, at: Floats) -> bool:
        """Whether a look takes a card's place for table, all of it."""
        x, y = np.meshgrid(np.linspace(-1, 1, 7), np.linspace(-1, 1, 9))
        half = np.where(y < 0, self.outline.above, self.outline.below)
        place = at + np.stack([x * self.outline.aside, y * half], axis=-1).reshape(-1, 2) * HEIGHT_PX
        points = self.upright.point(place)
        table, cover = look.surface_at(points, TABLE), look.surface_at(points, COVER)
        return bool(table.mean() > MOSTLY_TABLE and cover.max() < FAINT_COVER)

    def _rougher(self, at: Floats) -> bool:
        """Whether a table of the cards' own colours has edges at this end of a row, and none at others."""
        others = [self.ground.rough(end, self.outline) for end in self.ends if (end != at).any()]
        others = [each for each in others if each < np.inf]
        here = self.ground.rough(at, self.outline)
        if self.contrast >= STANDS_OUT or len(others) < ENOUGH_ENDS or here == np.inf:
            return False
        return bool(here > EDGES and here > ROUGHER * np.median(others))

    def _least(self, place: Floats) -> float:
        """How much of a place must be no table; less where the picture's edge leaves but a sliver of it."""
        least = LEAST_OTHER if self.ground.inside(place, self.outline) > SLIVER else SLIVER_OTHER
        return min(max(least, self.ground.busy + MORE_OTHER), MOST_OTHER)


def look_round(
    picture: Layers, standing: Standing, rows: Sequence[Floats], numbers: Floats, faces: Floats
) -> Surroundings:
    """Lay the cards straight; `rows` are their middles, `numbers` those with numbers, on faces of colours."""
    size, expected = standing.size, len(rows)
    rows = tuple(row for row in rows if len(row))
    steps = np.concatenate([np.linalg.norm(np.diff(row, axis=0), axis=1) for row in rows]) / size
    pitch = float(np.median(steps)) if len(steps) else MOST_LONE
    upright = lay_straight(picture, standing)
    outline = find_outline(upright, numbers, faces, pitch)
    if not len(steps):
        pitch = max(LONE_PITCH, LEAST_GAP * outline.aside) if 2 * outline.aside < MOST_LONE else LONE_PITCH
    places, ends = [], []
    for row in rows:
        way = standing.along * pitch * size
        if len(row) > 1:
            far = (row[-1] - row[0]) / np.linalg.norm(row[-1] - row[0])
            way = far * float(np.median(np.linalg.norm(np.diff(row, axis=0), axis=1)))
        places.append(upright.place(row))
        ends += [upright.place(row[0] - way), upright.place(row[-1] + way)]
    cards = np.concatenate(places)
    ground = find_ground(upright, outline, np.concatenate([cards, ends]))
    under = functools.partial(shades_under, ground, upright, outline, np.concatenate(rows))
    ground = replace(ground, under=functools.cache(under))
    contrast = float(np.median([ground.share(place, outline) for place in cards]))
    return Surroundings(rows, upright, outline, ground, contrast, steps, pitch, expected, np.array(ends))


def laid_round(standing: Standing, around: Surroundings) -> Laid:
    """Upright cards and what is round them."""
    outline = around.outline
    tall = outline.above + outline.below
    if not outline.seen and np.isfinite(outline.tall):
        tall = outline.tall
    ends = around.upright.point(around.ends)
    complete = len(around.rows) == around.expected and around.rows_apart()
    return Laid(np.concatenate(around.rows), standing.along, tall * standing.size, ends, complete)
