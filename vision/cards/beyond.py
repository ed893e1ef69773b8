"""The room beside a row's ends: does it look like the table, or may a card be hidden there?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import PATCH_GLYPHS, Line, card_width
from vision.doubts import doubt
from vision.ground import colours_at, is_inside, on_floor, share_alike, strange_places
from vision.layers import Layers
from vision.marks import Floats
from vision.reading import Doubt
from vision.view import COVER, TABLE, View

CARD_HEIGHT = 1.4  # of its width
AHEAD = np.arange(0.64, 2.2, 0.06)  # card widths from the middle of an end card
WINDOW = 13  # steps ahead: a little less than a card
ACROSS = np.linspace(-0.42, 0.42, 9)  # card heights
FLANKS = np.array([-1.25, -1.05, -0.85, 0.85, 1.05, 1.25])  # card heights: the table along a row
SIDEWAYS = np.array([-0.4, -0.2, 0.0, 0.2, 0.4])  # card widths
RIM = np.array([[0.0, -0.68], [0.3, -0.66], [-0.3, -0.66], [0.0, 0.68], [0.3, 0.66], [-0.3, 0.66]])
HIDES = 0.6  # of a card's room that is not table; shadows and grain are a third at most
WITH_CARD = 0.85  # of that room, with what has the cards' colour
MOST_USUAL = 0.5  # of the table may have the cards' colour
PEEPS_OUT = 0.1  # of a card's room that has the cards' colour and not the table's
LIKE_TABLE = 0.45  # as the finder sees it: paper that the cards lie on, or the floor beyond the table

ROUND_ALONG, ROUND_ACROSS = np.linspace(-1.9, 1.9, 27), np.linspace(-0.8, 0.8, 17)
LIKE_SLEEVE = 0.3  # the same chance as makes the rim look like one
LEAST_SLEEVE = 0.01  # of the room round the cards


def doubts_beyond(picture: Layers, view: View, line: Line) -> list[Doubt]:
    """Doubts about something as large as a card beside a row's end, in colours that the table has nowhere.

    Paper under the cards has such colours too: it shows nothing of a card, and the finder takes it for table.
    """
    size = float(np.median(line.size))
    steps = line.axes / PATCH_GLYPHS * card_width(line)
    right, down = steps[:, None, None, :, 0], CARD_HEIGHT * steps[:, None, None, :, 1]
    table = line.xy[:, None, None] + SIDEWAYS[:, None, None] * right + FLANKS[:, None] * down
    rims = line.xy[:, None] + RIM @ (line.axes / PATCH_GLYPHS).transpose(0, 2, 1)
    faces = np.median(colours_at(picture, rims, size), axis=1)
    table = table.reshape(-1, 2)
    usual = _has_face(picture, table, faces, size).mean()
    why = []
    for end, way in ((0, -1.0), (-1, 1.0)):
        room = line.xy[end] + way * AHEAD[:, None, None] * right[end] + ACROSS[:, None] * down[end]
        strange = strange_places(picture, room, table, size) & ~on_floor(picture, room, size)
        if _densest(strange)[1] < PEEPS_OUT:
            continue
        own = _has_face(picture, room, faces, size)
        (first, hides), (start, card) = _densest(strange), _densest(strange | own)
        least = min(chart[start : start + WINDOW].mean() for chart in (strange, own))
        on_card = card > WITH_CARD and least > PEEPS_OUT and usual < MOST_USUAL
        window = slice(first, first + WINDOW)
        paper = (own & strange)[window].mean() < PEEPS_OUT
        paper = paper and view.surface_at(room[window], TABLE).mean() > LIKE_TABLE
        if on_card or (hides > HIDES and not paper):
            why.append(doubt("cover", *room[first + WINDOW // 2, len(ACROSS) // 2].tolist()))
    return why


def sleeve_near(picture: Layers, overview: View, line: Line) -> bool:
    """Whether anything on or round a row looks like a sleeve, where the picture's rim does so all round.

    The floor beyond a table often does: it is no sleeve where it has the rim's own colour.
    """
    size = float(np.median(line.size))
    steps = line.axes / PATCH_GLYPHS * card_width(line)
    right, down = steps[:, None, None, :, 0], CARD_HEIGHT * steps[:, None, None, :, 1]
    room = line.xy[:, None, None] + ROUND_ALONG[:, None, None] * right + ROUND_ACROSS[:, None] * down
    seen = overview.surface_at(room, COVER) > LIKE_SLEEVE
    return bool((seen & ~on_floor(picture, room, size)).mean() > LEAST_SLEEVE)


def _has_face(picture: Layers, points: Floats, faces: Floats, size: float) -> NDArray[np.bool_]:
    """Which points have the colour of a card's face."""
    own = share_alike(colours_at(picture, points.reshape(-1, 2), size), faces) > 0
    return np.asarray(own & is_inside(picture, points.reshape(-1, 2))).reshape(points.shape[:-1])


def _densest(chart: NDArray[np.bool_]) -> tuple[int, float]:
    """Where the room of one card is fullest, and how full."""
    share = np.convolve(chart.mean(axis=1), np.full(WINDOW, 1 / WINDOW), "valid")
    return int(share.argmax()), float(share.max())
