"""A Formula row in doubt: whole cards count as much as their glyphs, and what is no card falls out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import CARD_HEIGHT, Line, card_width
from vision.cards.numbers import NAMES, SCALES, read_each, read_whole
from vision.cards.rooms import GLANCE, chances_free, laid_in_line, read_rooms
from vision.cards.rows import Row
from vision.cards.whole_rows import WholeRow
from vision.doubts import doubt
from vision.formula.ghosts import squeezed
from vision.layers import Layers
from vision.marks import Floats, Ints, Marks, joined
from vision.network import CARD, GLYPHS, SIGN_CARDS, Numbers, Rooms
from vision.reading import Doubt
from vision.view import Eyes

COLUMNS = np.array([NAMES.index(face) if face in NAMES else 0 for face in GLYPHS])
FACES = np.array([face in NAMES for face in GLYPHS])
MISSED = (*"0123456789J", *SIGN_CARDS)
CARD_SEEN = 0.05  # the chance of no card where one surely lies
HARDLY, SURELY_NONE = 0.6, 0.99  # the chances of a glyph that is none, and of no card there
TOO_NEAR = 0.85  # of a card's width
HIDDEN = 0.05  # the chance of a hidden card
PLAIN = 0.9  # the chance of the same face as a whole that needs no look at other scales
BOTH_WRONG = 0.02  # the chance that a whole card is misread however clear it seems
SUSPECT, FREE = 0.3, 0.95  # the chances of no card as a whole, and of a free room, where a glyph was seen
NO_CARD, LIKELY_FREE = 0.9, 0.8  # the same where there is hardly a card to the one
TAKEN, SURE = 0.7, 0.9  # the chances of a card in a row's next room, and of what it says
ROOM_FOR_ONE, WIDE = 1.6, 1.8  # of a card's width from card to card, with room for one, and more
NOT_FREE = 0.3  # the chance of a free room in a wide hole
ABOUT = np.linspace(-0.4, 0.4, 9)  # of a card's width: where the next card's middle may be


def look_over(picture: Layers, line: Line, row: WholeRow, numbers: Numbers) -> tuple[Line, Floats]:
    """The line with the chances of each face as glyph, whole card and row tell, and those of no card."""
    # A joker's drawing may be of any size: how large its card is, the other cards tell.
    steps = line.steps * (np.median(line.size) / line.size)[:, None, None]
    whole, shown = read_each(picture, line.xy, steps, numbers), row.at(line.xy)
    faces = np.array(GLYPHS)[line.chances.argmax(axis=1)]
    closer = np.nonzero(~((np.array(whole.names) == faces) & (whole.clear > PLAIN)))[0]
    whole = whole.put(closer, read_each(picture, line.xy[closer], steps[closer], numbers, SCALES))
    among = whole.among(shown).chances
    # What may be hidden is no proof of nothing.
    no_card = np.where(shown[:, -1] < HIDDEN, among[:, 0], np.minimum(whole.chances[:, 0], shown[:, 0]))
    told = np.where(FACES, among[:, COLUMNS], 0.0) * (1 - BOTH_WRONG) + BOTH_WRONG / FACES.sum()
    # Whether there is a card at all is another question, unless both others surely see one.
    told[:, 0] = told.max(axis=1) * np.where(no_card < CARD_SEEN, BOTH_WRONG, 1.0)
    chances = line.chances * told
    weighed = chances / chances.sum(axis=1, keepdims=True)
    return replace(line, chances=weighed, alone=line.chances), no_card


def find_mirages(picture: Layers, line: Line, no_card: Floats, rooms: Rooms) -> NDArray[np.bool_]:
    """Which glyphs are on no card: as a whole there is none, and its room is free or no card fits in."""
    free = np.zeros(len(line.xy))
    for card in np.nonzero(no_card > SUSPECT)[0] if len(line.xy) > 1 else ():
        laid = laid_in_line(line.pick(np.arange(len(line.xy)) != card))
        step = line.xy[card] - laid.cards
        nearest = step[[np.linalg.norm(step, axis=1).argmin()]]
        free[card] = chances_free(picture, line.xy[[card]], nearest, laid.tall_px, rooms).mean()
    none = no_card > NO_CARD
    no_room = squeezed(line, none) | _crowded(line, none)
    hardly = (line.by_glyph < HARDLY) & (no_card > SURELY_NONE)
    return np.asarray((free > FREE) | (none & ((free > LIKELY_FREE) | no_room)) | hardly)


def _crowded(line: Line, none: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the glyphs that are none stand nearer to a card than two cards can lie."""
    cards = line.pick(~none)
    if len(cards.xy) < 2:
        return np.zeros(len(none), bool)
    away = np.linalg.norm(line.xy[:, None] - cards.xy[None], axis=2).min(axis=1)
    return none & (away < TOO_NEAR * card_width(cards) * line.size)


def holes(line: Line, room: float = ROOM_FOR_ONE) -> Ints:
    """After which cards of a row there is room for one more before the next."""
    steps = np.linalg.norm(np.diff(line.xy, axis=0), axis=1) / np.sqrt(line.size[1:] * line.size[:-1])
    return np.nonzero(steps > room * card_width(line))[0]


def doubts_in_holes(picture: Layers, line: Line, rooms: Rooms) -> list[Doubt]:
    """Doubts about a row's wide holes in whose middles something lies."""
    after = holes(line, WIDE)
    at, ways = (line.xy[after] + line.xy[after + 1]) / 2, line.xy[after + 1] - line.xy[after]
    free = chances_free(picture, at, ways, laid_in_line(line).tall_px, rooms)
    return [doubt("rows", *point) for point in at[free.mean(axis=0) < NOT_FREE].tolist()]


def take_met(cards: Marks, row: Row, line: Line, whole: WholeRow) -> tuple[Marks, Row]:
    """The cards and their row with those that it surely shows as a whole where none was read."""
    along = laid_in_line(line).along
    ahead = line.xy @ along
    for met in sorted(whole.unknown(line.xy), key=lambda each: -float(each.xy @ along)):
        if met.chance > SURE and met.name in MISSED:
            place = int(np.searchsorted(ahead, met.xy @ along))
            cards, row = _inserted(cards, row, line, met.xy, met.chance, place)
    return cards, row


def _inserted(cards: Marks, row: Row, line: Line, xy: Floats, chance: float, place: int) -> tuple[Marks, Row]:
    """The cards and their row with one more before the one that has a place in the line."""
    near = min(place, len(line.xy) - 1)
    turn, size = cards.turn[row.glyphs[[min(place, len(row.glyphs) - 1)]]], line.size[[near]]
    cards = joined(cards, Marks(xy[None], np.array([chance]), turn, size))
    glyphs = np.insert(row.glyphs, place, len(cards) - 1)
    return cards, Row(glyphs, row.along, np.insert(row.size, place, size[0]))


def take_in(
    picture: Layers, cards: Marks, row: Row, line: Line, eyes: Eyes, lacking: bool
) -> tuple[Marks, Row]:
    """The cards and their row with those beyond its ends and in its holes that rooms show and wholes read.

    Where a row is surely lacking some, what a room says from two places is enough.
    """
    laid, after = laid_in_line(line), holes(line)
    places = np.concatenate([laid.ends, (line.xy[after] + line.xy[after + 1]) / 2])
    befores = [0, len(line.xy), *(after + 1).tolist()]
    beside = np.clip(befores, 0, len(line.xy) - 1)
    ways = np.where(np.arange(len(places)) == 0, -1.0, 1.0)[:, None] * laid.along
    shown = read_rooms(picture, places, ways, laid.tall_px, eyes.rooms, GLANCE)[0, :, CARD] > TAKEN
    for place in sorted(np.nonzero(shown | lacking)[0].tolist(), key=lambda each: -befores[each]):
        points = places[place] + ABOUT[:, None] * laid.tall_px / CARD_HEIGHT * laid.along
        near = int(beside[place])
        step = line.steps[near] * (np.median(line.size) / line.size[near])
        whole = read_whole(picture, points, step, eyes.numbers)
        names = np.array(whole.names)
        twice = np.minimum(whole.clear[1:], whole.clear[:-1]) * (names[1:] == names[:-1])
        clear = np.where(np.isin(names, MISSED), np.maximum(np.append(twice, 0), np.append(0, twice)), 0.0)
        best = int((clear + whole.clear / 100).argmax())
        if max(clear[best], whole.clear[best] * shown[place] * (names[best] in MISSED)) < SURE:
            continue
        cards, row = _inserted(cards, row, line, points[best], float(whole.clear[best]), befores[place])
    return cards, row
