"""Faces of cards by their colour alone: where nothing was read on one, a card was left out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.standing import Standing
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels
from vision.reading import Doubt
from vision.view import box_round

HEIGHT_PX = 8.0  # of a numeral where faces are looked for
ALIKE = 0.1  # of its light: how much a face may differ from the others
OWN = 0.62  # of the way to the next card or row: a card's own face
MOST_OWN = (1.35, 1.95)  # glyph heights, where no card lies next to it
IN_LINE, NEXT_ROW = 0.9, 1.1  # glyph heights across
NEAR = 3.4  # glyph heights round the cards
AREA = (0.7, 9.0)  # square glyph heights of a face, with a drawing or without; paper has more
DRAWING = 0.8  # glyph heights of a drawing between what is seen of a face
LEAST_BARE, LEAST_FILLED = 0.25, 0.28  # of a card, and of the box round it
COARSE, BURNT, MOST_BURNT = 3, 250, 0.004  # layer, grey level, share of the picture
RUBBER = np.ones((3, 3), np.uint8)
MOST_UNREAD = 3  # more are a pattern of the cloth
LEAST_EDGE = 0.03  # of its light: light that fades across the table has no edge
MOST_ALIKE = 0.3  # of what is round the cards: more is a table of their colour


def unread_faces(
    picture: Layers, standing: Standing, cards: Floats, white: Floats, drawing: float = DRAWING
) -> list[Doubt]:
    """Doubts about areas near the cards (their middles) coloured like them, as large, and not read."""
    pixels, across, down = picture.layer(round(float(np.log2(max(1.0, standing.size / HEIGHT_PX)))))
    step, size = np.array([across, down]), standing.size / float(np.sqrt(across * down))
    box = box_round(picture, cards, NEAR * standing.size)
    left, top = round(box.left / across), round(box.top / down)
    near = pixels[top : round(box.bottom / down), left : round(box.right / across)]
    most = ALIKE * white.max()
    face = np.logical_and.reduce([np.abs(near[..., k] - white[k]) < most for k in range(3)])
    x, y = (np.arange(near.shape[1]) + left) / size, (np.arange(near.shape[0])[:, None] + top) / size
    half = _half_card(standing, cards)
    ahead, below = (x * way[0] + y * way[1] for way in (standing.along, standing.down))
    own = np.zeros(face.shape, bool)
    for card in cards / step / size:
        aside, above = np.abs(ahead - card @ standing.along), np.abs(below - card @ standing.down)
        own |= (aside < half[0]) & (above < half[1])
    face &= ~own
    if face[~own].mean() > MOST_ALIKE:
        return []
    kernel = np.ones((max(1, round(drawing * size)),) * 2, np.uint8)
    closed = cv2.morphologyEx(face.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    count, labels, stats, centres = cv2.connectedComponentsWithStats(closed, connectivity=4)
    found = []
    for part in range(1, count):
        area, bare = stats[part, cv2.CC_STAT_AREA] / size**2, face[labels == part].mean()
        filled = stats[part, cv2.CC_STAT_AREA] / stats[part, cv2.CC_STAT_WIDTH : cv2.CC_STAT_AREA].prod()
        large = AREA[0] < area < AREA[1] and bare > LEAST_BARE and filled > LEAST_FILLED
        if large and _edge(near, labels == part, own) > LEAST_EDGE * white.max():
            x, y = ((centres[part] + (left, top) + 0.5) * step - 0.5).tolist()
            found.append(doubt("unread-piece", x, y))
    return found if len(found) <= MOST_UNREAD else []


def _edge(pixels: Pixels, part: NDArray[np.bool_], own: NDArray[np.bool_]) -> float:
    """How much an area differs from what is close round it, in grey levels; endlessly if nothing is."""
    grown = [cv2.dilate(part.astype(np.uint8), RUBBER, iterations=times) > 0 for times in (1, 3)]
    inner = part & (cv2.erode(part.astype(np.uint8), RUBBER, iterations=2) == 0)
    outer = grown[1] & ~grown[0] & ~own
    if not outer.any():
        return np.inf
    return float(np.abs(np.median(pixels[inner], axis=0) - np.median(pixels[outer], axis=0)).max())


def _half_card(standing: Standing, cards: Floats) -> tuple[float, float]:
    """How far a card's face may reach from its middle, aside and above, in glyph heights."""
    step = (cards[:, None] - cards[None]) / standing.size
    ahead, aside = np.abs(step @ standing.along), np.abs(step @ standing.down)
    pitch = ahead[(aside < IN_LINE) & (ahead > 0)].min(initial=np.inf)
    apart = aside[aside > NEXT_ROW].min(initial=np.inf)
    return min(OWN * float(pitch), MOST_OWN[0]), min(OWN * float(apart), MOST_OWN[1])


def burnt_faces(picture: Layers) -> list[Doubt]:
    """A doubt where so much is burnt out that a card's numeral may be lost in it."""
    burnt = picture.layer(COARSE)[0].min(axis=2) >= BURNT
    return [doubt("glare")] if burnt.mean() > MOST_BURNT else []
