"""What lies on or beside rows of cards and was not read: no card may be left out."""

from __future__ import annotations

import numpy as np

from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.reading import Doubt
from vision.rows import Row
from vision.view import COVER, PIECE, View

LEAST_GLYPH_PX = 14.0
CARD = np.array([0.7, 1.0])  # glyph heights from a numeral to its card's sides and ends
LEAST_COVER = 0.8  # square glyph heights of a hand or thing; smaller is a shadow or a print
END_COVER = 3.5  # glyph heights beyond a row's end where its next card may be hidden
NEAR_COVER = 1.3  # cards: a hand as near may lie on one
ENOUGH_MARKS = 3
MOST_PIECE = 0.01  # of the picture, on a table that is called empty


def doubts_round(picture: Layers, view: View, overview: View, glyphs: Marks, row: Row) -> list[Doubt]:
    """Doubts about cards that are cut off, covered, too small or not read.

    What covers them is seen better from afar: close up, any cloth may be a sleeve.
    """
    xy, side = glyphs.xy[row.glyphs], float(np.median(row.size))
    across, down = 0.7 * side * row.along, side * np.array([-row.along[1], row.along[0]])
    corners = np.stack([xy + a * across + b * down for a in (-1, 1) for b in (-1, 1)], axis=1)
    cut = ((corners < 0) | (corners > np.array([picture.width, picture.height]))).any(axis=(1, 2))
    why = [doubt("edge", *point) for point in xy[cut].tolist()]
    why += [doubt("cover", *point) for point in _covered(overview, xy, row).tolist()]
    why += _beyond(picture, view, xy, row)
    if side < LEAST_GLYPH_PX:
        why.append(doubt("small"))
    return why


def _covered(overview: View, xy: Floats, row: Row) -> Floats:
    """A point where something lies on a card or beyond a row's end, or a hand reaches in close by."""
    side = float(np.median(row.size))
    down = np.array([-row.along[1], row.along[0]])
    across, along = np.meshgrid(np.linspace(-1, 1, 13), np.linspace(-1, 1, 13))
    square = np.stack([across.ravel(), along.ravel()], axis=1) * side
    card = square * CARD @ np.stack([row.along, down])
    face, round_ = ((xy[:, None] + scale * card).reshape(-1, 2) for scale in (1.0, NEAR_COVER))
    place = xy @ row.along
    reach = np.linspace(1.0, END_COVER, 12)[:, None] * side * row.along
    ends = np.concatenate([xy[place.argmin()] - reach, xy[place.argmax()] + reach])
    thing = overview.large_areas(COVER, 0.6, LEAST_COVER * side**2)
    arm = overview.large_areas(COVER, 0.6, LEAST_COVER * side**2, reaching_in=True)
    found = [
        points[overview.sample(chart, points) > 0.5]
        for chart, points in ((thing, face), (thing, ends), (arm, round_))
    ]
    return np.asarray(np.concatenate(found)[:1])


def doubts_of_empty(view: View) -> tuple[Doubt, ...]:
    """An empty table is sure unless pieces or something over them are seen all the same."""
    why = []
    if float((view.field.surface[COVER] > 0.6).mean()) > 0.01:
        why.append(doubt("cover"))
    marks = np.concatenate([view.spots.xy, view.glyphs.xy])
    score = np.concatenate([view.spots.score, view.glyphs.score])
    on_piece = (score > 0.5) & (view.surface_at(marks, PIECE) > 0.5) if len(marks) else score > 1
    if on_piece.sum() >= ENOUGH_MARKS or float((view.field.surface[PIECE] > 0.6).mean()) > MOST_PIECE:
        why.append(doubt("unread-piece"))
    return tuple(why)


def _beyond(picture: Layers, view: View, xy: Floats, row: Row) -> list[Doubt]:
    """Doubts about cards along the row, or just beyond its ends, that have no glyph or lie outside."""
    side, along = float(np.median(row.size)), row.along
    place, down = xy @ along, np.array([-along[1], along[0]])
    order = np.argsort(place)
    pitch = float(np.clip(np.diff(place[order]).min(initial=1.6 * side), 1.2 * side, 2.4 * side))
    steps = np.arange(place.min() - 1.7 * pitch, place.max() + 1.7 * pitch, 0.05 * pitch)
    aside = np.interp(steps, place[order], (xy @ down)[order])
    shrunk = np.interp(steps, place[order], row.size[order]) / side  # the far end looks smaller
    lone = np.abs(steps[:, None] - place[None]).min(axis=1) > 0.64 * pitch * shrunk
    points = steps[:, None] * along + aside[:, None] * down
    around = points[:, None] + np.array([-0.5, 0.0, 0.5])[:, None] * side * down
    inside = ((around > 0) & (around < np.array([picture.width, picture.height]))).all(axis=(1, 2))
    card = inside & (view.surface_at(around, PIECE).min(axis=1) > 0.5)
    window = np.ones(9, int)
    maybe = np.convolve((lone & (card | ~inside)).astype(int), window, "same") >= 9
    run = maybe & (np.convolve((lone & card).astype(int), window, "same") >= 2)
    reach = 0.62 * pitch * along
    ends = np.stack([xy[order[0]] - reach, xy[order[-1]] + reach])
    out = ((ends < 0) | (ends > np.array([picture.width, picture.height]))).any(axis=1)
    why = [doubt("unread-piece", *point) for point in points[run][:1].tolist()]
    return why + [doubt("edge", *point) for point in ends[out].tolist()]
