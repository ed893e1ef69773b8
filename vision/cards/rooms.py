"""Rooms for one more card beside the rows: what seems to hide one there is nothing where they are free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import CARD_HEIGHT, Line, card_width
from vision.cards.sheets import lay_card
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats
from vision.network import CARD, FREE, ROOM_SHEET, Rooms
from vision.reading import Doubt

SCALES = (0.9, 1.0, 1.12)  # of a card's height
GLANCE = (1.0,)
HIDDEN = frozenset({"cover", "unread-piece", "loose-numeral"})  # doubts about one more card
UNPLACED = frozenset({"cover", "left-out"})  # and those about one beside any end
FULL = 0.9  # the chance of a card in a row's next room that nobody read
NO_CARD = 0.15  # the chance of a card where there is none
HARDLY_FREE = 0.25  # the chance of a free room that something lies in
NEAR = 1.6  # heights of a card from what may hide one to the rooms that it may reach into
NEXT = 1.05  # widths of a card from a row's end card to the next
OFF_LINE = 0.65  # heights of a card from the middle of every row
INSIDE = 0.15  # heights of a card from a room's middle to the picture's edge
HALF_WIDE = 0.36  # of a card's height
PART, TAKEN = 0.6, 0.3  # of half a room that may lie outside the picture; the chance of one that is not free
SURE, LEAST = 0.8, 0.4  # the chance of a free room, on average and at every scale


@dataclass(frozen=True)
class Laid:
    """Cards as they lie in a picture: their middles, the way they read, their height, and the next rooms."""

    cards: Floats
    along: Floats
    tall_px: float
    ends: Floats
    """Where each row's next cards would lie."""
    complete: bool = True
    """Whether all rows that the game has are seen."""

    @property
    def down(self) -> Floats:
        """The way down the cards."""
        return np.array([-self.along[1], self.along[0]])


def laid_in_line(line: Line) -> Laid:
    """A Formula row."""
    far = line.xy[-1] - line.xy[0]
    along = far / max(float(np.linalg.norm(far)), 1e-9) if len(line.xy) > 1 else line.steps[0][:, 0]
    wide = card_width(line) * float(np.median(line.size))
    along = along / np.linalg.norm(along)
    ends = line.xy[[0, -1]] + NEXT * wide * np.array([[-1.0], [1.0]]) * along
    return Laid(line.xy, along, CARD_HEIGHT * wide, ends)


def unless_free(doubts: Sequence[Doubt], picture: Layers, laid: Laid, rooms: Rooms) -> list[Doubt]:
    """Those doubts but for what seems to hide a card near rows whose next rooms, and its own, are free.

    What lies in line with no row hides none of its cards, once all rows are seen.
    """
    asked = [each for each in doubts if each.code in HIDDEN and each.x is not None and each.y is not None]
    somewhere = [each for each in doubts if each.code in UNPLACED and each.x is None]
    if not asked and not somewhere:
        return list(doubts)
    at = np.array([(each.x, each.y) for each in asked]).reshape(-1, 2)
    places = np.concatenate([at, laid.ends])
    step, ways = places[:, None] - laid.cards[None], _ways(laid, places)
    free = free_rooms(picture, places, ways, laid.tall_px, rooms) & _inside(picture, places, laid)
    own, ends = free[: len(at)], free[len(at) :]
    near = np.linalg.norm(at[:, None] - laid.ends[None], axis=2) < NEAR * laid.tall_px
    beside = np.where(near, ends, True).all(axis=1)
    aside, above = np.abs(step[: len(at)] @ laid.along), np.abs(step[: len(at)] @ laid.down)
    on_card = ((aside < HALF_WIDE * laid.tall_px) & (above < laid.tall_px / 2)).any(axis=1)
    off_line = (above > OFF_LINE * laid.tall_px).all(axis=1) & laid.complete & ends.all()
    vouched = (own | off_line) & beside & ~on_card
    known = {id(each) for each, told in zip(asked, vouched, strict=True) if told}
    known |= {id(each) for each in somewhere if ends.all()}
    return [each for each in doubts if id(each) not in known]


def like_cards(doubts: Sequence[Doubt], picture: Layers, laid: Laid, rooms: Rooms) -> list[Doubt]:
    """Those doubts where what lies there may be a card, seen from any of the cards."""
    at = np.array([(each.x, each.y) for each in doubts], np.float64).reshape(-1, 2)
    chances = read_rooms(picture, at, _ways(laid, at), laid.tall_px, rooms)[..., CARD]
    return [each for each, chance in zip(doubts, chances.max(axis=0), strict=True) if chance > NO_CARD]


def cards_beyond(picture: Layers, laid: Laid, rooms: Rooms, free: float = 0.0) -> list[Doubt]:
    """Doubts about a row's next rooms in which a card is seen that was not read, or that are hardly free."""
    nearest = laid.cards[np.linalg.norm(laid.ends[:, None] - laid.cards[None], axis=2).argmin(axis=1)]
    ends, ways = laid.ends, laid.ends - nearest
    for scales in (GLANCE, SCALES):  # a glance is enough where nothing is seen
        chances = read_rooms(picture, ends, ways, laid.tall_px, rooms, scales).mean(axis=0)
        full = (chances[:, CARD] > FULL) | (chances[:, FREE] < free)
        full &= _inside(picture, ends, laid)
        ends, ways = ends[full], ways[full]
    return [doubt("unread-piece", *point) for point in ends.tolist()]


def doubts_at_edge(picture: Layers, laid: Laid, rooms: Rooms) -> list[Doubt]:
    """Doubts about a row's next rooms that the picture's edge cuts, and that are not seen to be free."""
    reach = laid.tall_px * (HALF_WIDE * np.abs(laid.along) + np.abs(laid.down) / 2)
    size = np.array([picture.width, picture.height])
    whole = (laid.ends >= reach).all(axis=1) & (laid.ends < size - reach).all(axis=1)
    seen = (laid.ends > -PART * reach).all(axis=1) & (laid.ends < size + PART * reach).all(axis=1)
    cut = laid.ends[seen & ~whole]
    nearest = np.array([laid.cards[np.linalg.norm(laid.cards - end, axis=1).argmin()] for end in cut])
    free = chances_free(picture, cut, cut - nearest.reshape(-1, 2), laid.tall_px, rooms).mean(axis=0)
    points = np.clip(cut[free < TAKEN], 0, size - 1)
    return [doubt("edge", *point) for point in points.tolist()]


def _ways(laid: Laid, places: Floats) -> Floats:
    """The way along the rows that leads from the nearest card to each place."""
    step = places[:, None] - laid.cards[None]
    nearest = step[np.arange(len(places)), np.linalg.norm(step, axis=2).argmin(axis=1)]
    return np.where(nearest @ laid.along < 0, -1.0, 1.0)[:, None] * laid.along


def _inside(picture: Layers, places: Floats, laid: Laid) -> NDArray[np.bool_]:
    """Of which rooms the picture holds half at least."""
    rim = INSIDE * laid.tall_px
    return np.asarray(
        (places >= rim).all(axis=1) & (places < (picture.width - rim, picture.height - rim)).all(axis=1)
    )


def free_rooms(
    picture: Layers, places: Floats, ways: Floats, tall_px: float, rooms: Rooms
) -> NDArray[np.bool_]:
    """Which rooms are surely free; a way leads from the cards to each, a card is so high in the picture."""
    free = chances_free(picture, places, ways, tall_px, rooms)
    return np.asarray((free.mean(axis=0) > SURE) & (free.min(axis=0) > LEAST))


def chances_free(picture: Layers, places: Floats, ways: Floats, tall_px: float, rooms: Rooms) -> Floats:
    """How likely each room is free, scale by scale."""
    return np.asarray(read_rooms(picture, places, ways, tall_px, rooms)[..., FREE])


def read_rooms(
    picture: Layers,
    places: Floats,
    ways: Floats,
    tall_px: float,
    rooms: Rooms,
    scales: tuple[float, ...] = SCALES,
) -> Floats:
    """How likely each room is free, has a card or is covered, scale by scale.

    But for a glance each is seen either way up: what it says both ways errs half as often.
    """
    if not len(places):
        return np.ones((len(scales), 0, 3))
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    sheets = [
        lay_card(picture, at, _axes(way) * tall_px * scale, ROOM_SHEET.glyph_px, ROOM_SHEET.size)
        for scale in scales
        for at, way in zip(places, ways, strict=True)
    ]
    laid = np.stack(sheets)
    found = rooms.read(laid)
    if scales is not GLANCE:
        found = (found + rooms.read(np.ascontiguousarray(laid[:, ::-1]))) / 2
    return np.asarray(found.reshape(len(scales), len(places), 3))


def _axes(way: Floats) -> Floats:
    """A step along the way and one across it; which side is up does not matter in a room."""
    return np.column_stack([way, (-way[1], way[0])])
