"""Rooms for one more card beside the rows: what seems to hide one there is nothing where they are free."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.sheets import lay_card
from vision.cards.standing import Standing
from vision.cards.surroundings import Surroundings
from vision.layers import Layers
from vision.marks import Floats
from vision.network import FREE, ROOM_SHEET, Rooms
from vision.reading import Doubt

SCALES = (0.9, 1.0, 1.12)  # of a card's height
HIDDEN = frozenset({"cover", "unread-piece"})  # doubts about one more card
NEAR = 1.6  # heights of a card from what may hide one to the rooms that it may reach into
HALF_WIDE = 0.36  # of a card's height
SURE, LEAST = 0.97, 0.85  # the chance of a free room, on average and at every scale


def unless_free(
    doubts: Sequence[Doubt], picture: Layers, standing: Standing, around: Surroundings, rooms: Rooms
) -> list[Doubt]:
    """Those doubts but for what seems to hide a card near rows whose next rooms, and its own, are free."""
    asked = [each for each in doubts if each.code in HIDDEN and each.x is not None and each.y is not None]
    if not asked:
        return list(doubts)
    at = np.array([(each.x, each.y) for each in asked])
    tall = _card_height(around) * standing.size
    ends = around.upright.point(around.ends)
    places = np.concatenate([at, ends])
    cards = np.concatenate(around.rows)
    step = places[:, None] - cards[None]
    nearest = step[np.arange(len(places)), np.linalg.norm(step, axis=2).argmin(axis=1)]
    ways = np.where(nearest @ standing.along < 0, -1.0, 1.0)[:, None] * standing.along
    free = free_rooms(picture, places, ways, tall, rooms) & _inside(picture, places, standing, tall)
    near = np.linalg.norm(at[:, None] - ends[None], axis=2) < NEAR * tall
    beside = np.where(near, free[None, len(at) :], True).all(axis=1)
    vouched = free[: len(at)] & beside & ~around.on_cards(at)
    known = {id(each) for each, told in zip(asked, vouched, strict=True) if told}
    return [each for each in doubts if id(each) not in known]


def _card_height(around: Surroundings) -> float:
    """Of the table's cards, in glyph heights."""
    outline = around.outline
    if outline.seen or not np.isfinite(outline.tall):
        return outline.above + outline.below
    return outline.tall


def _inside(picture: Layers, places: Floats, standing: Standing, tall: float) -> NDArray[np.bool_]:
    """Which rooms the picture holds whole."""
    reach = tall * (HALF_WIDE * np.abs(standing.along) + np.abs(standing.down) / 2)
    low, high = places - reach, places + reach
    return np.asarray((low >= 0).all(axis=1) & (high < (picture.width, picture.height)).all(axis=1))


def free_rooms(
    picture: Layers, places: Floats, ways: Floats, tall_px: float, rooms: Rooms
) -> NDArray[np.bool_]:
    """Which rooms are surely free; a way leads from the cards to each, a card is so high in the picture."""
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    sheets = [
        lay_card(picture, at, _axes(way) * tall_px * scale, ROOM_SHEET.glyph_px, ROOM_SHEET.size)
        for scale in SCALES
        for at, way in zip(places, ways, strict=True)
    ]
    if not sheets:
        return np.zeros(0, bool)
    free = rooms.read(np.stack(sheets))[:, FREE].reshape(len(SCALES), -1)
    return np.asarray((free.mean(axis=0) > SURE) & (free.min(axis=0) > LEAST))


def _axes(way: Floats) -> Floats:
    """A step along the way and one across it; which side is up does not matter in a room."""
    return np.column_stack([way, (-way[1], way[0])])
