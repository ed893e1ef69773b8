"""Faces of cards by their colour alone: where nothing was read on one, a card was left out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats
from vision.reading import Doubt
from vision.upright.straight import HEIGHT_PX
from vision.upright.surroundings import ENOUGH_ENDS, HOLE, OFF_LINE, SMOOTH, Surroundings

ALIKE = 0.1  # of its light: how much a face may differ from the others
OWN = 0.25  # glyph heights round a card that are its own: hands lay cards askew
MOST_OWN = (1.35, 1.95)  # glyph heights from a card's middle, where its outline is not seen
AREA = 0.7  # square glyph heights of a face, with a drawing or without
MOST_WIDE, MOST_TALL = 2.3, 1.3  # of a card: two side by side are no larger, paper is
DRAWING = 0.8  # glyph heights of a drawing between what is seen of a face
LEAST_BARE, LEAST_FILLED = 0.25, 0.28  # of a card, and of the box round it
WHOLE = (0.7, 1.3)  # of a card, and of its box: on a table of the cards' colour a face must be as large
ROUGH = 0.12  # nats of light that a place varies in where a thing lies, buttons and edges and all
ASKEW = 2.2  # glyph heights off a row's line, which a joker's mark may tell wrongly, for what is like a card
COARSE, BURNT, MOST_BURNT = 3, 250, 0.004  # layer, grey level, share of the picture
RUBBER = np.ones((3, 3), np.uint8)
MOST_UNREAD = 3  # more are a pattern of the cloth
LEAST_EDGE = 0.03  # of its light: light that fades across the table has no edge
MOST_ALIKE = 0.3  # of what is round the cards: more is a table of their colour


def unread_faces(around: Surroundings, white: Floats, drawing: float = DRAWING) -> list[Doubt]:
    """Doubts about areas near the cards coloured like them, as large, and not read."""
    pixels, outline = around.upright.pixels, around.outline
    own = _own(around)
    most = ALIKE * white.max()
    face = np.logical_and.reduce([np.abs(pixels[..., k] - white[k]) < most for k in range(3)])
    face &= around.upright.seen & ~own
    free = around.upright.seen & ~own
    if not free.any() or face[free].mean() > MOST_ALIKE:
        return []
    kernel = np.ones((max(1, round(drawing * HEIGHT_PX)),) * 2, np.uint8)
    closed = cv2.morphologyEx(face.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(closed, connectivity=4)
    wide, tall = 2 * outline.aside * HEIGHT_PX, (outline.above + outline.below) * HEIGHT_PX
    found = []
    for part in range(1, count):
        box = stats[part, cv2.CC_STAT_WIDTH : cv2.CC_STAT_AREA]
        area = float(stats[part, cv2.CC_STAT_AREA])
        if area < AREA * HEIGHT_PX**2 or box[0] > MOST_WIDE * wide or box[1] > MOST_TALL * tall:
            continue
        like_a_card = WHOLE[0] < box[0] / wide and WHOLE[0] < box[1] / tall  # or with a sliver of the next
        off_line = ASKEW if like_a_card else OFF_LINE
        point = around.upright.point(centres[part])
        if area < LEAST_FILLED * box.prod() or not around.may_hide(point, off_line)[0]:
            continue
        here = labels == part
        if face[here].mean() < LEAST_BARE or _edge(pixels, here, own) <= LEAST_EDGE * white.max():
            continue
        if _told(around, here) or (area > WHOLE[0] * wide * tall and area > WHOLE[0] * box.prod()):
            found.append(doubt("unread-piece", *point.tolist()))
    return found if len(found) <= MOST_UNREAD else []


def rough_ends(around: Surroundings) -> list[Doubt]:
    """Doubts about things at one end of a row, on a table that is even at all others.

    What is grey as the shadows of a grey table are is told by nothing else.
    """
    own = _own(around)
    rough = np.array([around.ground.rough(end, around.outline, own) for end in around.ends])
    found = []
    for i in np.nonzero((rough > ROUGH) & (rough < np.inf))[0]:
        others = np.delete(rough, i)
        others = others[others < np.inf]
        if len(others) >= ENOUGH_ENDS and others.max() < SMOOTH:
            found.append(doubt("cover", *around.upright.point(around.ends[i]).tolist()))
    return found


def _told(around: Surroundings, here: NDArray[np.bool_]) -> bool:
    """Whether an area is mostly of colours that the table has nowhere."""
    return bool(around.ground.other[here].mean() > 0.5)


def _own(around: Surroundings) -> NDArray[np.bool_]:
    """Where the cards lie that were read."""
    outline = around.outline
    above, below, aside = outline.above, outline.below, outline.aside
    if not outline.seen:
        above, below = (max(each, MOST_OWN[1]) for each in (above, below))
    aside = min(aside, MOST_OWN[0])
    own = np.zeros(around.upright.seen.shape, bool)
    for row in around.rows:
        at = around.upright.place(row) / HEIGHT_PX
        # What lies between two cards that follow closely is theirs: hands lay them unevenly.
        after = np.append(np.diff(at[:, 0]), 0.0)
        after = np.where(after < HOLE * around.pitch, np.maximum(after, aside), aside)
        for (x, y), far in zip(at, after, strict=True):
            ends = (x - aside - OWN, y - above - OWN, x + far + OWN, y + below + OWN)
            left, top, right, bottom = (max(round(end * HEIGHT_PX), 0) for end in ends)
            own[top:bottom, left:right] = True
    return own


def _edge(pixels: NDArray[np.float32], part: NDArray[np.bool_], own: NDArray[np.bool_]) -> float:
    """How much an area differs from what is close round it, in grey levels; endlessly if nothing is."""
    grown = [cv2.dilate(part.astype(np.uint8), RUBBER, iterations=times) > 0 for times in (1, 3)]
    inner = part & (cv2.erode(part.astype(np.uint8), RUBBER, iterations=2) == 0)
    outer = grown[1] & ~grown[0] & ~own
    if not outer.any():
        return np.inf
    return float(np.abs(np.median(pixels[inner], axis=0) - np.median(pixels[outer], axis=0)).max())


def burnt_faces(picture: Layers) -> list[Doubt]:
    """A doubt where so much is burnt out that a card's numeral may be lost in it."""
    burnt = picture.layer(COARSE)[0].min(axis=2) >= BURNT
    return [doubt("glare")] if burnt.mean() > MOST_BURNT else []
