"""Jokers that the finder saw only as card: drawings differ too much for it to know them all."""

from __future__ import annotations

import numpy as np

from vision.cards.found import patch_axes
from vision.cards.rows import Row
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.view import PIECE, Eyes, View

J = GLYPHS.index("J")
GRID = 0.33  # glyph heights from one place that is tried to the next
OWN = (0.95, 1.3)  # glyph heights from a glyph aside and above: places on its own card
BESIDE = (2.7, 0.7)  # and places where the next card of its row may lie
SCALES = (1.0, 1.25)
MOST_TRIED = 120
CLEAR, FAIR = 0.9, 0.75
SUPPORT, NEAR = 4, 0.6  # so many places within so many glyph heights must say the same
LEAST_CARD = 0.55  # how surely all of a card's place is card


def find_jokers(picture: Layers, eyes: Eyes, view: View, glyphs: Marks, along: Floats, score: float) -> Marks:
    """Jokers in line with glyphs that are clear, where card lies and nothing else was found."""
    size, down = float(np.median(glyphs.size)), np.array([-along[1], along[0]])
    places = _places(view, glyphs.xy, along, size)
    if not len(places):
        return glyphs.pick(np.zeros(0, int))
    turn = float(np.arctan2(along[1], along[0]))
    count = len(places)
    tried = Marks(places, np.full(count, score), np.full(count, turn), np.full(count, size))
    rows = [Row(np.arange(count), along, tried.size * scale) for scale in SCALES]
    axes = np.concatenate([patch_axes(tried, row) for row in rows])
    read = eyes.glyphs.read(cut_patches(picture, np.concatenate([places] * len(SCALES)), axes))
    chance = read[:, J].reshape(len(SCALES), count).max(axis=0)
    gap = np.linalg.norm(places[:, None] - places[None], axis=2) / size
    support = ((gap < NEAR) & (chance > FAIR)).sum(axis=1)
    across, above = np.meshgrid(np.linspace(-0.5, 0.5, 5), np.linspace(-0.8, 0.8, 7))
    card = across.reshape(-1, 1) * along + above.reshape(-1, 1) * down
    whole = view.surface_at(places[:, None] + card * size, PIECE).mean(axis=1) > LEAST_CARD
    found: list[int] = []
    for i in np.argsort(-support * chance).tolist():
        alone = all(gap[i, other] > OWN[0] for other in found)
        if chance[i] > CLEAR and support[i] >= SUPPORT and whole[i] and alone:
            found.append(i)
    return tried.pick(np.array(found, int))


def _places(view: View, glyphs: Floats, along: Floats, size: float) -> Floats:
    """Places on card that is nobody's, in line with a glyph."""
    low, high = glyphs.min(axis=0) - BESIDE[0] * size, glyphs.max(axis=0) + BESIDE[0] * size
    x, y = (np.arange(start, end, GRID * size) for start, end in zip(low, high, strict=True))
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    points = points[view.surface_at(points, PIECE) > 0.5]
    step = (points[:, None] - glyphs[None]) / size
    aside, above = np.abs(step @ along), np.abs(step @ np.array([-along[1], along[0]]))
    own = ((aside < OWN[0]) & (above < OWN[1])).any(axis=1)
    beside = ((aside < BESIDE[0]) & (above < BESIDE[1])).any(axis=1)
    return np.asarray(points[~own & beside][:MOST_TRIED])
