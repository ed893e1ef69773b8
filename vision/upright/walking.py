"""A walk beyond the ends of rows: cards that the finder did not see at all, told by their ink."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.colours import face_colours
from vision.cards.found import patch_axes
from vision.cards.rows import Row
from vision.layers import Layers
from vision.marks import Floats, Marks, joined
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.upright.digits import DIGITS, Seen, read_digits, together
from vision.view import Eyes

STEP = 1.9  # glyph heights from card to card; a window round that place holds other pitches too
TAKEN = (0.3, 3.0)  # glyph heights ahead of a glyph where another one is its neighbour
IN_LINE = 0.8
CLEAR_FACE, SURE_FACE = 0.5, 0.9
TALL = (0.45, 1.3)  # of the glyph that the walk began at
ALIKE = 0.12  # of its light: how much the faces of two cards may differ
MOST_STEPS, MOST_ENDS = 5, 12


def walk_on(picture: Layers, eyes: Eyes, seen: Seen, along: Floats, score: float) -> Seen:
    """Digits beyond the ends of rows, on cards like those that were seen."""
    beyond = seen.pick(np.zeros(0, int))
    for _ in range(MOST_STEPS):
        known = together(seen, beyond)
        cards = known.marks.pick(known.scales.mean(axis=0)[:, 1:].max(axis=1, initial=0.0) > CLEAR_FACE)
        ends = _ends(cards, known.marks, along)
        said = np.zeros((len(ends), len(GLYPHS)))
        ends = replace(ends, score=np.full(len(ends), score))
        found = read_digits(picture, eyes, ends, along, said, known)
        clear = found.scales.mean(axis=0)[:, DIGITS].max(axis=1, initial=0.0) > SURE_FACE
        found = found.pick(clear & ~known.hold(found.marks, along))
        found = found.pick(_like_the_next(picture, found.marks, cards, along))
        if not len(found.marks):
            break
        beyond = together(beyond, found)
    return beyond


def _ends(cards: Marks, marks: Marks, along: Floats) -> Marks:
    """The places next to cards that have no neighbour there."""
    step = (marks.xy[None] - cards.xy[:, None]) / cards.size[:, None, None]
    ahead, aside = step @ along, np.abs(step @ np.array([-along[1], along[0]]))
    ends = []
    for way in (-1.0, 1.0):
        taken = (way * ahead > TAKEN[0]) & (way * ahead < TAKEN[1]) & (aside < IN_LINE)
        free = cards.pick(~taken.any(axis=1))
        free = free.pick(np.argsort(-free.score, kind="stable")[:MOST_ENDS])
        ends.append(replace(free, xy=free.xy + way * STEP * free.size[:, None] * along))
    return joined(*ends)


def _like_the_next(picture: Layers, digits: Marks, cards: Marks, along: Floats) -> NDArray[np.bool_]:
    """Which digits stand in line with the nearest card, on a face of its colour, about as high."""
    if not len(digits):
        return np.zeros(0, bool)
    step = digits.xy[:, None] - cards.xy[None]
    nearest = cards.pick(np.linalg.norm(step, axis=2).argmin(axis=1))
    off = np.abs((digits.xy - nearest.xy) @ np.array([-along[1], along[0]])) / nearest.size
    tall = digits.size / nearest.size
    both = joined(digits, nearest)
    axes = patch_axes(both, Row(np.arange(len(both)), along, both.size))
    faces = face_colours(cut_patches(picture, both.xy, axes))
    own, other = faces[: len(digits)], faces[len(digits) :]
    alike = np.abs(own - other).max(axis=1) < ALIKE * other.max(axis=1)
    return np.asarray(alike & (off < IN_LINE) & (tall > TALL[0]) & (tall < TALL[1]))
