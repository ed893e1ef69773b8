"""Ghosts in a row of cards: cloth between or beside them that looks like a sign or a joker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import PATCH_GLYPHS, Line
from vision.marks import Floats
from vision.view import PIECE, View

ACROSS, DOWN = np.linspace(-0.55, 0.55, 7), np.linspace(-0.8, 0.8, 9)  # glyph heights: a card's middle
CERTAIN_FACE, CERTAIN_CARD = 0.95, 0.75  # a card read as clearly, that is card all over, is none
LEAST_ROOM = 0.8  # of the smallest step between certain cards
MOST_CERTAIN = 0.6  # of a row: where fewer are, their steps tell nothing
BARE = 0.5  # a ghost with less card under it is table
WHOLE_JOKER = 0.7  # a joker is no joker without its card


def card_shares(view: View, line: Line) -> Floats:
    """How much of the place where each card should lie looks like card."""
    grid = np.stack(np.meshgrid(ACROSS, DOWN), axis=-1).reshape(-1, 2)
    points = line.xy[:, None] + grid @ (line.axes / PATCH_GLYPHS).transpose(0, 2, 1)
    return np.asarray((view.surface_at(points, PIECE) > 0.5).mean(axis=1))


def find_ghosts(line: Line, clear: Floats, shares: Floats) -> NDArray[np.bool_]:
    """Marks that stand nearer to a certain card than any two certain cards of the row lie."""
    certain = np.nonzero((clear > CERTAIN_FACE) & (shares > CERTAIN_CARD))[0]
    if len(certain) < max(3.0, MOST_CERTAIN * len(line.xy)):
        return np.zeros(len(line.xy), bool)
    gap = np.linalg.norm(line.xy[:, None] - line.xy[None, certain], axis=2)
    gap /= np.sqrt(line.size[:, None] * line.size[None, certain])
    gap[certain, np.arange(len(certain))] = np.inf
    near = gap.min(axis=1) < LEAST_ROOM * gap[certain].min()
    near[certain] = False
    return np.asarray(near)
