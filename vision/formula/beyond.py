"""The room beside a row's ends: does it look like the table, or may a card be hidden there?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import CARD_HEIGHT, Line, card_width
from vision.doubts import doubt
from vision.ground import ALIKE, colours_at, in_shade, is_inside, on_floor, strange_places
from vision.layers import Layers
from vision.marks import Floats
from vision.reading import Doubt
from vision.view import COVER, TABLE, View

AHEAD = np.arange(0.64, 2.2, 0.06)  # card widths from the middle of an end card
WINDOW = 13  # steps ahead: a little less than a card
ACROSS = np.linspace(-0.42, 0.42, 9)  # card heights
FLANKS = np.array([-1.25, -1.05, -0.85, 0.85, 1.05, 1.25])  # card heights: the table along a row
SIDEWAYS = np.array([-0.4, -0.2, 0.0, 0.2, 0.4])  # card widths
RIM = np.array([[0.0, -0.68], [0.3, -0.66], [-0.3, -0.66], [0.0, 0.68], [0.3, 0.66], [-0.3, 0.66]])
HIDES = 0.6  # of a card's room that is not table; shadows and grain are a third at most
LITTLE_HUE, HIDES_HUE = 0.25, 0.35  # of that room in another hue than the table's and the cards': no shadow
SURELY_TABLE = 0.7  # as the finder sees it
WITH_CARD = 0.85  # of that room, with what has the cards' colour
MUCH = 0.3  # of the table: what less of it has, dots on a cloth say, does not hide a card's colour
CARDS_ONLY = 0.1  # of the table may have the cards' colour where that tells a card
BARE_CARD = 0.5  # of a card's room that has the cards' colour
MOST_USUAL = 0.5  # of the table may have the cards' colour
ON_CARD, CARD_ROUND = 0.6, 0.2  # the same where cards are told: of both, and of either
GOES_ON = 0.15  # of the room above and below: paper is larger than a card
PEEPS_OUT = 0.1  # of a card's room that has the cards' colour and not the table's
LIKE_TABLE = 0.45  # as the finder sees it: paper that the cards lie on, or the floor beyond the table

ROUND_ALONG, ROUND_ACROSS = np.linspace(-1.9, 1.9, 27), np.linspace(-0.8, 0.8, 17)
LIKE_SLEEVE = 0.3  # the same chance as makes the rim look like one
LEAST_SLEEVE = 0.01  # of the room round the cards


def doubts_beyond(
    picture: Layers, view: View, line: Line, ended: tuple[bool, bool] = (False, False)
) -> list[Doubt]:
    """Doubts about something as large as a card beside a row's end, in colours that the table has nowhere.

    Paper under the cards has such colours too: it shows nothing of a card, and the finder takes it for table.
    Beside a first or last card where the row has surely ended, whatever lies there hides none of it.
    """
    size = float(np.median(line.size))
    steps = line.steps * card_width(line)
    right, down = steps[:, None, None, :, 0], CARD_HEIGHT * steps[:, None, None, :, 1]
    table = line.xy[:, None, None] + SIDEWAYS[:, None, None] * right + FLANKS[:, None] * down
    rims = line.xy[:, None] + RIM @ line.steps.transpose(0, 2, 1)
    faces = np.median(colours_at(picture, rims, size), axis=1)
    table = table.reshape(-1, 2)
    own_table = colours_at(picture, table[is_inside(picture, table)], size)
    usual = has_face(picture, table, faces, own_table, size).mean()
    why = []
    for end, way, over in ((0, -1.0, ended[0]), (-1, 1.0, ended[1])):
        if over:
            continue
        ahead = line.xy[end] + way * AHEAD[:, None, None] * right[end]
        room, beside = (ahead + rows[:, None] * down[end] for rows in (ACROSS, FLANKS))
        start, card = _densest(has_face(picture, room, faces, own_table, size, 0.0))
        if usual < CARDS_ONLY and card > BARE_CARD:
            why.append(doubt("unread-piece", *room[start + WINDOW // 2, len(ACROSS) // 2].tolist()))
            continue
        strange = strange_places(picture, room, table, size)
        if _densest(strange)[1] < PEEPS_OUT:
            continue
        strange &= ~on_floor(picture, room, size)
        around = strange_places(picture, beside, table, size) & ~on_floor(picture, beside, size)
        own = has_face(picture, room, faces, own_table, size)
        shade = in_shade(picture, room, table, size)
        first = _fill(strange, shade, around, own, view.surface_at(room, TABLE), float(usual))
        if first is not None:
            why.append(doubt("cover", *room[first + WINDOW // 2, len(ACROSS) // 2].tolist()))
    return why


def _fill(
    strange: NDArray[np.bool_],
    shade: NDArray[np.bool_],
    around: NDArray[np.bool_],
    own: NDArray[np.bool_],
    like_table: Floats,
    usual: float,
) -> int | None:
    """Where a thing fills the room of one card beside a row's end; None if only table or paper is there."""
    told = usual < CARDS_ONLY
    if _densest(strange)[1] < PEEPS_OUT:
        return None
    start, both = _densest(strange | own)
    share, least = (own[start : start + WINDOW].mean(), strange[start : start + WINDOW].mean())
    if told and both > ON_CARD and min(share, least) > CARD_ROUND:
        return start
    if both > WITH_CARD and min(share, least) > PEEPS_OUT and usual < MOST_USUAL:
        return start
    (first, hides), (tinged, hue) = _densest(strange), _densest(strange & ~shade & ~own)
    if hue < LITTLE_HUE and like_table.mean() > SURELY_TABLE:
        return None  # a shadow
    if hue > HIDES_HUE:
        first, hides = tinged, 1.0
    window = slice(first, first + WINDOW)
    peeps_out = own[window].mean() if told else (own & strange)[window].mean()
    paper = peeps_out < PEEPS_OUT and like_table[window].mean() > LIKE_TABLE
    paper = paper and around[window].mean() > GOES_ON
    return first if hides > HIDES and not paper else None


def sleeve_near(picture: Layers, overview: View, line: Line) -> bool:
    """Whether anything on or round a row looks like a sleeve, where the picture's rim does so all round.

    The floor beyond a table often does: it is no sleeve where it has the rim's own colour.
    """
    size = float(np.median(line.size))
    steps = line.steps * card_width(line)
    right, down = steps[:, None, None, :, 0], CARD_HEIGHT * steps[:, None, None, :, 1]
    room = line.xy[:, None, None] + ROUND_ALONG[:, None, None] * right + ROUND_ACROSS[:, None] * down
    seen = overview.surface_at(room, COVER) > LIKE_SLEEVE
    return bool((seen & ~on_floor(picture, room, size)).mean() > LEAST_SLEEVE)


def has_face(
    picture: Layers, points: Floats, faces: Floats, table: Floats, size: float, much: float = MUCH
) -> NDArray[np.bool_]:
    """Which points have a card's colour, and are less like much of the table."""
    colours = colours_at(picture, points.reshape(-1, 2), size)
    to_face, to_table = _away(colours, faces), _away(colours, table)
    nearest = to_face.min(axis=1)
    own = nearest < ALIKE[-1]
    if len(table):
        some = int(much * len(table))
        own &= nearest < np.partition(to_table, some, axis=1)[:, some]
    return np.asarray(own & is_inside(picture, points.reshape(-1, 2))).reshape(points.shape[:-1])


def _away(colours: Floats, others: Floats) -> Floats:
    """Nats in one of blue, green, red from each colour to each other one."""
    away = np.zeros((len(colours), len(others)), np.float32)
    for channel in range(3):
        np.maximum(away, np.abs(colours[:, None, channel] - others[None, :, channel]), out=away)
    return away


def _densest(chart: NDArray[np.bool_]) -> tuple[int, float]:
    """Where the room of one card is fullest, and how full."""
    share = np.convolve(chart.mean(axis=1), np.full(WINDOW, 1 / WINDOW), "valid")
    return int(share.argmax()), float(share.max())
