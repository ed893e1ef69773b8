"""A rack of Code 777: three cards alike that follow evenly are all it has, whatever lies beside them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.rooms import chances_free
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats
from vision.reading import Doubt
from vision.upright.standing import Standing
from vision.upright.straight import HEIGHT_PX
from vision.upright.surroundings import Surroundings, laid_round
from vision.view import COVER, TABLE, Eyes, View, box_round, look

RACK = 3
CLEAR_FACE, CLEAR_CARD = 0.8, 0.6
EVEN = 1.3  # the wider of two steps, in shares of the other
STRAIGHT = 0.4  # glyph heights that the middle card may lie off the others' line
ALIKE = (0.72, 1.35)  # of the middle size: how high a numeral may be
ODD_END = 0.5  # glyph heights that a face may end nearer to its numeral, or farther, than two others
CLOSER_PX = (24.0, 52.0)  # how high numerals are in two more looks: what fools one look seldom fools three
ROUND = 2.0  # glyph heights round the cards and the places beside them that are looked at again
MANY_COLOURS = 0.25  # of the table: with more that is common nowhere, colours tell no thing from paper
TABLE_MEAN, MOST_COVER = 0.8, 0.1  # of a place in all looks, among many colours; hidden cards had 0.65, 0.17
ON_NUMERAL, LEAST_COVER = (
    0.65,
    1.5,
)  # glyph heights from a numeral's middle to all of its ink, and a cover's area
TOGETHER, LEAST_EACH = 1.4, 0.5  # of two chances that a place is free; 39 hidden cards had 0.99 at most
PLAINLY_TABLE, LEAST_TABLE = 0.97, 0.8  # the same anywhere: on the whole, and at its least


def clear_rack(standing: Standing, clear: Floats) -> Standing | None:
    """The three cards that are clearly read, alike and evenly laid; none where it is not just three."""
    sure = (clear > CLEAR_FACE) & (standing.card > CLEAR_CARD)
    rack = standing.pick(sure, standing.chances)
    return rack if is_even(rack) else None


def is_even(rack: Standing) -> bool:
    """Whether three numerals of one size follow each other evenly and straight."""
    if len(rack.marks) != RACK:
        return False
    xy = rack.marks.xy[np.argsort(rack.marks.xy @ rack.along)] / rack.size
    steps = np.linalg.norm(np.diff(xy, axis=0), axis=1)
    way = (xy[2] - xy[0]) / np.linalg.norm(xy[2] - xy[0])
    off = abs(float((xy[1] - xy[0]) @ np.array([-way[1], way[0]])))
    size = rack.marks.size / np.median(rack.marks.size)
    alike = bool((size > ALIKE[0]).all() and (size < ALIKE[1]).all())
    return alike and bool(steps.max() < EVEN * steps.min()) and off < STRAIGHT


def odd_faces(ends: Floats) -> NDArray[np.bool_]:
    """Which of three cards ends above or below elsewhere than both others do, who agree."""
    odd = np.zeros(len(ends), bool)
    if len(ends) == RACK:
        for one in range(RACK):
            first, second = np.delete(ends[:, :2], one, axis=0)
            with np.errstate(invalid="ignore"):
                agree = np.abs(first - second) < ODD_END
                odd[one] = bool((agree & (np.abs(ends[one, :2] - (first + second) / 2) > ODD_END)).any())
    return odd


def covered_numerals(overview: View, standing: Standing) -> list[Doubt]:
    """Doubts about numerals of a whole rack that something lies on; at a card's rim it hides nothing."""
    points = overview.places(overview.large_covers(0.6, LEAST_COVER * standing.size**2), every=1)
    away = np.linalg.norm(points[:, None] - standing.marks.xy[None], axis=2)
    near = (away < ON_NUMERAL * standing.marks.size).any(axis=0)
    return [doubt("cover", *point) for point in standing.marks.xy[near].tolist()]


def missing_cards(
    picture: Layers, eyes: Eyes, overview: View, standing: Standing, around: Surroundings
) -> list[Doubt]:
    """Doubts about places beside a rack that lacks a card, but for those that are seen to be free."""
    doubts = around.missing()
    if not doubts:
        return []
    every = np.concatenate([*around.rows, around.upright.point(around.ends)])
    box = box_round(picture, every, ROUND * standing.size)
    looks = [overview, *(look(picture, eyes.finder, box, px / standing.size) for px in CLOSER_PX)]
    places = np.array([(each.x, each.y) for each in doubts])
    free = free_places(picture, eyes, standing, around, places, looks)
    return [
        each
        for each, place, told in zip(doubts, places, free, strict=True)
        if not told and not is_table(*_surfaces(around, place, looks), around.ground.busy)
    ]


def free_places(
    picture: Layers,
    eyes: Eyes,
    standing: Standing,
    around: Surroundings,
    places: Floats,
    looks: Sequence[View],
) -> NDArray[np.bool_]:
    """Which places near a rack have no card, as the finder and the network for rooms agree."""
    cards, laid = np.concatenate(around.rows), laid_round(standing, around)
    nearest = np.linalg.norm(places[:, None] - cards[None], axis=2).argmin(axis=1)
    rooms = chances_free(picture, places, places - cards[nearest], laid.tall_px, eyes.rooms).mean(axis=0)
    table = [float(_surfaces(around, place, looks)[0].mean()) for place in places]
    return np.array([is_free(*both) for both in zip(table, rooms.tolist(), strict=True)], bool)


def _surfaces(around: Surroundings, at: Floats, looks: Sequence[View]) -> tuple[Floats, Floats]:
    """How much each look takes the place of a card, point by point, for table and for something over it."""
    outline = around.outline
    x, y = np.meshgrid(np.linspace(-1, 1, 7), np.linspace(-1, 1, 9))
    place = np.stack([x * outline.aside, y * np.where(y < 0, outline.above, outline.below)], axis=-1)
    points = around.upright.point(around.upright.place(at) + place.reshape(-1, 2) * HEIGHT_PX)
    table, cover = (np.array([one.surface_at(points, kind) for one in looks]) for kind in (TABLE, COVER))
    return table, cover


def is_table(table: Floats, cover: Floats, busy: float) -> bool:
    """Whether all looks at a place see table: clearly, or mostly where the table has many colours.

    On a plain table colours tell what lies there better than the finder does.
    """
    if cover.mean() > MOST_COVER:
        return False
    plainly = bool(table.mean() > PLAINLY_TABLE and table.min() > LEAST_TABLE)
    return plainly or (busy > MANY_COLOURS and bool(table.mean() > TABLE_MEAN))


def is_free(table: float, room: float) -> bool:
    """Whether two networks that learned apart think so together: one sees table, the other a free room."""
    return min(table, room) > LEAST_EACH and table + room > TOGETHER
