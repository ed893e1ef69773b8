"""What is no card of a row: cloth that looks like a sign or a joker, and pieces of other sets beside it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import Line
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.patches import cut_patches
from vision.view import PIECE, View

ACROSS, DOWN = np.linspace(-0.55, 0.55, 7), np.linspace(-0.8, 0.8, 9)  # glyph heights: a card's middle
CERTAIN_FACE, CERTAIN_CARD = 0.95, 0.75  # a card read as clearly, that is card all over, is none
LEAST_ROOM = 0.8  # of the smallest step between certain cards
MOST_CERTAIN = 0.6  # of a row: where fewer are, their steps tell nothing
SIDE_BY_SIDE = 1.3  # of the smallest step between cards
BARE = 0.5  # a ghost with less card under it is table
WHOLE_JOKER = 0.7  # a joker is no joker without its card
ASIDE = 1.2  # glyph heights from the row's line: no card of it lies there, unless it slipped
FAR = 4.0  # glyph heights from the nearest card
OTHER_COLOUR = 0.5  # nats in one of blue, green, red: more than a shadow's edge changes a card


def card_shares(view: View, line: Line) -> Floats:
    """How much of the place where each card should lie looks like card."""
    grid = np.stack(np.meshgrid(ACROSS, DOWN), axis=-1).reshape(-1, 2)
    points = line.xy[:, None] + grid @ line.steps.transpose(0, 2, 1)
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


def squeezed(line: Line, ghosts: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which ghosts stand between two cards that lie side by side, so that no card can be there."""
    cards = np.nonzero(~ghosts)[0]
    inside = np.zeros(len(ghosts), bool)
    if len(cards) < 2:
        return inside
    steps = np.linalg.norm(np.diff(line.xy[cards], axis=0), axis=1)
    steps /= np.sqrt(line.size[cards[1:]] * line.size[cards[:-1]])
    for one, other, step in zip(cards[:-1], cards[1:], steps, strict=True):
        inside[one + 1 : other] = step < SIDE_BY_SIDE * steps.min()
    return inside


def lies_apart(line: Line, xy: Floats) -> NDArray[np.bool_]:
    """Which places lie so far beside a row that no card of it can have slipped there, and not ahead of it."""
    away = np.linalg.solve(line.steps[None], (xy[:, None] - line.xy[None])[..., None])[..., 0]
    aside = np.abs(away[..., 1])[np.arange(len(xy)), np.abs(away).max(axis=2).argmin(axis=1)]
    return np.asarray((np.linalg.norm(away, axis=2).min(axis=1) > FAR) & (aside > ASIDE))


def find_strangers(picture: Layers, line: Line, marks: Marks) -> NDArray[np.bool_]:
    """Marks off the row on a face of another colour than all its cards: pieces of another set, or print."""
    if not len(marks):
        return np.zeros(0, bool)
    nearest = np.linalg.norm(marks.xy[:, None] - line.xy[None], axis=2).argmin(axis=1)
    down = line.axes[nearest][:, :, 1] / np.linalg.norm(line.axes[nearest][:, :, 1], axis=1, keepdims=True)
    aside = np.abs(((marks.xy - line.xy[nearest]) * down).sum(axis=1)) / line.size[nearest]
    own, other = (
        np.log(1 + np.median(cut_patches(picture, xy, axes).reshape(len(xy), -1, 3), axis=1))
        for xy, axes in ((line.xy, line.axes), (marks.xy, line.axes[nearest]))
    )
    away = np.abs(other[:, None] - own[None]).max(axis=2).min(axis=1)
    return np.asarray((aside > ASIDE) & (away > OTHER_COLOUR))
