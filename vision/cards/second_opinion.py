"""A Formula row in doubt: whole cards count as much as their glyphs, and what is no card falls out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import Line
from vision.cards.ghosts import squeezed
from vision.cards.numbers import NAMES, read_whole
from vision.cards.rooms import chances_free, laid_in_line
from vision.layers import Layers
from vision.marks import Floats
from vision.network import GLYPHS, Numbers, Rooms

COLUMNS = np.array([NAMES.index(face) if face in NAMES else 0 for face in GLYPHS])
FACES = np.array([face in NAMES for face in GLYPHS])
BOTH_WRONG = 0.02  # the chance that a whole card is misread however clear it seems
NO_CARD, FREE = 0.9, 0.8  # the chances of none as a whole, and of a free room, where a glyph was seen


def look_over(picture: Layers, line: Line, numbers: Numbers) -> tuple[Line, Floats]:
    """The line with the chances of each face as its glyph and its whole card tell, and those of no card."""
    # A joker's drawing may be of any size: how large its card is, the other cards tell.
    steps = line.steps * (np.median(line.size) / line.size)[:, None, None]
    read = [read_whole(picture, line.xy[[i]], steps[i], numbers).chances for i in range(len(line.xy))]
    whole = np.concatenate(read)
    told = np.where(FACES, whole[:, COLUMNS], 0.0) * (1 - BOTH_WRONG) + BOTH_WRONG / FACES.sum()
    told[:, 0] = told.max(axis=1)  # whether there is a card at all is another question
    chances = line.chances * told
    return replace(line, chances=chances / chances.sum(axis=1, keepdims=True)), whole[:, 0]


def find_mirages(picture: Layers, line: Line, no_card: Floats, rooms: Rooms) -> NDArray[np.bool_]:
    """Which glyphs are on no card: as a whole there is none, and its room is free or no card fits in."""
    ghosts = no_card > NO_CARD
    if not ghosts.any() or ghosts.all():
        return np.zeros(len(line.xy), bool)
    laid = laid_in_line(replace(line, xy=line.xy[~ghosts], size=line.size[~ghosts], axes=line.axes[~ghosts]))
    at = line.xy[ghosts]
    nearest = laid.cards[np.linalg.norm(at[:, None] - laid.cards[None], axis=2).argmin(axis=1)]
    free = chances_free(picture, at, at - nearest, laid.tall_px, rooms).mean(axis=0) > FREE
    found = squeezed(line, ghosts)
    found[np.nonzero(ghosts)[0][free]] = True
    return np.asarray(found & ghosts)
