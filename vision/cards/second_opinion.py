"""A Formula row in doubt: whole cards count as much as their glyphs, and what is no card falls out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.digits import joined
from vision.cards.found import Line
from vision.cards.ghosts import squeezed
from vision.cards.numbers import NAMES, read_whole
from vision.cards.rooms import chances_free, laid_in_line, read_rooms
from vision.cards.rows import Row
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.network import CARD, GLYPHS, Numbers, Rooms
from vision.view import Eyes

COLUMNS = np.array([NAMES.index(face) if face in NAMES else 0 for face in GLYPHS])
FACES = np.array([face in NAMES for face in GLYPHS])
NEXT_FACES = frozenset("0123456789J")
BOTH_WRONG = 0.02  # the chance that a whole card is misread however clear it seems
SUSPECT, FREE = 0.3, 0.95  # the chances of no card as a whole, and of a free room, where a glyph was seen
NO_CARD, LIKELY_FREE = 0.9, 0.8  # the same where there is hardly a card to the one
TAKEN, SURE = 0.7, 0.9  # the chances of a card in a row's next room, and of what it says
ABOUT = np.linspace(-0.3, 0.3, 7)  # of a card's width: where the next card's middle may be


def look_over(picture: Layers, line: Line, numbers: Numbers) -> tuple[Line, Floats]:
    """The line with the chances of each face as its glyph and its whole card tell, and those of no card."""
    # A joker's drawing may be of any size: how large its card is, the other cards tell.
    steps = line.steps * (np.median(line.size) / line.size)[:, None, None]
    read = [read_whole(picture, line.xy[[i]], steps[i], numbers).chances for i in range(len(line.xy))]
    whole = np.concatenate(read)
    told = np.where(FACES, whole[:, COLUMNS], 0.0) * (1 - BOTH_WRONG) + BOTH_WRONG / FACES.sum()
    told[:, 0] = told.max(axis=1)  # whether there is a card at all is another question
    chances = line.chances * told
    weighed = chances / chances.sum(axis=1, keepdims=True)
    return replace(line, chances=weighed, alone=line.chances), whole[:, 0]


def find_mirages(picture: Layers, line: Line, no_card: Floats, rooms: Rooms) -> NDArray[np.bool_]:
    """Which glyphs are on no card: as a whole there is none, and its room is free or no card fits in."""
    free = np.zeros(len(line.xy))
    for card in np.nonzero(no_card > SUSPECT)[0] if len(line.xy) > 1 else ():
        laid = laid_in_line(line.pick(np.arange(len(line.xy)) != card))
        step = line.xy[card] - laid.cards
        nearest = step[[np.linalg.norm(step, axis=1).argmin()]]
        free[card] = chances_free(picture, line.xy[[card]], nearest, laid.tall_px, rooms).mean()
    none = no_card > NO_CARD
    return np.asarray((free > FREE) | (none & ((free > LIKELY_FREE) | squeezed(line, none))))


def go_on(picture: Layers, cards: Marks, row: Row, line: Line, eyes: Eyes) -> tuple[Marks, Row]:
    """The cards and their row with those beyond its ends that rooms show and that say something."""
    laid = laid_in_line(line)
    taken = read_rooms(picture, laid.ends, laid.ends - line.xy[[0, -1]], laid.tall_px, eyes.rooms)
    for place, end in enumerate((0, -1)):
        if taken[:, place, CARD].mean() < TAKEN:
            continue
        width = np.linalg.norm(laid.ends[place] - line.xy[end])
        points = laid.ends[place] + ABOUT[:, None] * width * laid.along
        step = line.steps[end] * (np.median(line.size) / line.size[end])
        whole = read_whole(picture, points, step, eyes.numbers)
        best = int(whole.clear.argmax())
        if whole.clear[best] < SURE or whole.names[best] not in NEXT_FACES:
            continue
        turn = cards.turn[row.glyphs[end]]
        found = Marks(points[[best]], whole.clear[[best]], np.array([turn]), line.size[[end]])
        cards = joined(cards, found)
        size, glyphs = (row.size, row.glyphs) if place else (row.size[::-1], row.glyphs[::-1])
        size, glyphs = np.append(size, line.size[end]), np.append(glyphs, len(cards) - 1)
        row = Row(*((glyphs, row.along, size) if place else (glyphs[::-1], row.along, size[::-1])))
    return cards, row
