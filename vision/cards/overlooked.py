"""What lies on or near upright cards and was not read: no card may be left out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.digits import DIGITS
from vision.cards.edge import runs_out
from vision.cards.found import patch_axes
from vision.cards.ink import NARROWEST, find_ink
from vision.cards.rows import Row, near_row
from vision.cards.standing import Standing
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.patches import cut_patches
from vision.reading import Doubt
from vision.view import PIECE, Eyes, View

LEAST_GLYPH_PX = 14.0
REACH = (1.35, 1.95)  # glyph heights from a numeral to the sides and to the ends of its card, at most
NEAR = 3.2  # glyph heights: what lies farther from all cards is no card of this table
LEAST_CARD = 1.2  # square glyph heights
LEAST_COVER = 1.5
COVER_REACH = 2.4  # glyph heights: a hand so near a card may lie on the next one
COARSE = 2  # points of the charts
BESIDE = np.array([0.45, 0.6, 0.78])  # glyph heights to the next digit of a number
CLOSER = (0.7, 0.85, 1.0)  # a number of two digits has smaller ones than its row
NEAR_GLYPH = 0.4
PAIR = 0.98  # glyph heights between the digits of one card, at most
PITCH = (1.1, 2.3)  # glyph heights from card to card
WIDE = 1.5
LONE_PITCH = np.array([1.3, 1.5, 1.9, 2.2])
FAINT_PIECE, CUT_PIECE = 0.4, 0.58
LEAST_INSIDE = 0.2  # of a card that the picture's edge cuts off
SURE_DIGIT, STRAY_DIGIT = 0.7, 0.85
INK_TALL, INK_ABOVE = (0.45, 1.3), 0.25  # glyph heights of other ink that may be a digit, and off the line
MOST_ASIDE, LEAST_APART = 0.9, 0.28  # glyph heights from a digit to the next one on its card


def doubts_beside(
    picture: Layers,
    overview: View,
    view: View,
    standing: Standing,
    rows: Sequence[Row],
    faint: float = FAINT_PIECE,
) -> list[Doubt]:
    """Doubts about cards that are cut off, covered, too small or not read, be the next one ever so faint.

    What covers them is seen better from afar: close up, any cloth may be a sleeve.
    """
    marks, size = standing.marks, standing.size
    why = [doubt("small")] if size < LEAST_GLYPH_PX else []
    room = np.minimum(marks.xy, np.array([picture.width, picture.height]) - marks.xy).min(axis=1)
    why += [doubt("edge", *point) for point in marks.xy[room < 0.6 * marks.size].tolist()]
    why += [doubt("cover", *point) for point in _covered(overview, standing).tolist()]
    for row in rows:
        loose = near_row(standing.faint, marks, row)
        why += [doubt("loose-numeral", *point) for point in standing.faint.xy[loose].tolist()]
    unread = [*_between(view, standing, rows).tolist(), *_unread(view, standing)]
    unread += [point for row in rows for point in _beyond(picture, view, standing, row, faint).tolist()]
    why += [doubt("unread-piece", *point) for point in unread]
    return why


def run_out(picture: Layers, standing: Standing, row: Row) -> list[Doubt]:
    """Doubts about ends of a row so near the picture's edge that it may go on outside."""
    xy, size = standing.marks.xy[row.glyphs], standing.size
    steps = np.linalg.norm(np.diff(xy, axis=0), axis=1)
    steps = steps[steps > PAIR * size]
    if not len(steps):
        return []
    way = (xy[-1] - xy[0]) / np.linalg.norm(xy[-1] - xy[0]) * float(np.median(steps))
    ends = ((xy[0], -way), (xy[-1], way))
    out = [end for end, step in ends if runs_out(picture, end, step, standing.down * size)]
    return [doubt("edge", *end.tolist()) for end in out]


def digits_beside(picture: Layers, eyes: Eyes, standing: Standing, row: Row) -> list[Doubt]:
    """Doubts about digits close beside those of a row, on the same card, that no look has found."""
    marks = standing.marks.pick(_lone_digits(standing, row))
    shifts = np.concatenate([-BESIDE, BESIDE])
    xy = (marks.xy[:, None] + (shifts * marks.size[:, None])[..., None] * standing.along).reshape(-1, 2)
    copies = marks.pick(np.repeat(np.arange(len(marks)), len(shifts)))
    every = np.arange(len(copies))
    axes = [patch_axes(copies, Row(every, standing.along, copies.size * scale)) for scale in CLOSER]
    patches = cut_patches(picture, np.concatenate([xy] * len(CLOSER)), np.concatenate(axes))
    seen = np.asarray(eyes.glyphs.read(patches))[:, DIGITS].reshape(len(CLOSER), len(xy), int(DIGITS.sum()))
    chances = np.sort(seen, axis=0)[1].max(axis=1)
    gap = np.linalg.norm(xy[:, None] - standing.marks.xy[None], axis=2) / copies.size[:, None]
    found = (chances > STRAY_DIGIT) & (gap.min(axis=1) > NEAR_GLYPH)
    return [doubt("loose-numeral", *point) for point in xy[found][:1].tolist()]


def ink_beside(picture: Layers, standing: Standing, row: Row) -> list[Doubt]:
    """Doubts about lone digits with other ink as high as a digit beside them on their card."""
    marks = standing.marks.pick(_lone_digits(standing, row))
    inked = find_ink(picture, marks, standing.along, NARROWEST)
    step = (inked.xy - marks.xy[inked.owner]) / marks.size[inked.owner][:, None]
    aside, above = np.abs(step @ standing.along), np.abs(step @ standing.down)
    tall = inked.tall / marks.size[inked.owner]
    found = (aside > LEAST_APART) & (aside < MOST_ASIDE) & (above < INK_ABOVE)
    found &= (tall > INK_TALL[0]) & (tall < INK_TALL[1])
    return [doubt("loose-numeral", *point) for point in inked.xy[found].tolist()]


def _lone_digits(standing: Standing, row: Row) -> Ints:
    """The clear digits of a row that have no other near."""
    every = standing.marks.xy
    gap = np.linalg.norm(every[row.glyphs][:, None] - every[None], axis=2)
    gap /= standing.marks.size[row.glyphs][:, None]
    lone = (gap < PAIR).sum(axis=1) == 1
    lone &= standing.chances[row.glyphs][:, DIGITS].max(axis=1) > SURE_DIGIT
    return np.asarray(row.glyphs[lone])


def _covered(overview: View, standing: Standing) -> Floats:
    """A point of something large that lies over the cards or so near that it may hide one."""
    points = overview.places(overview.large_covers(0.6, LEAST_COVER * standing.size**2))
    away = np.linalg.norm(points[:, None] - standing.marks.xy[None], axis=2).min(axis=1, initial=np.inf)
    return np.asarray(points[away < COVER_REACH * standing.size][:1])


def _between(view: View, standing: Standing, rows: Sequence[Row]) -> Floats:
    """Middles of gaps in rows that are wide enough for a card and where card can be seen."""
    size = standing.size
    xy = [standing.marks.xy[row.glyphs] for row in rows]
    steps = [np.diff(points, axis=0) for points in xy]
    gaps = [np.linalg.norm(step, axis=1) / size for step in steps]
    apart = np.concatenate(gaps)
    apart = apart[apart > PAIR]
    pitch = float(np.clip(np.quantile(apart, 0.3), *PITCH)) if len(apart) else PITCH[1]
    wide = [
        (points[:-1] + 0.5 * step)[gap > WIDE * pitch]
        for points, step, gap in zip(xy, steps, gaps, strict=True)
    ]
    middles = np.concatenate(wide)
    if not len(middles):
        return middles
    spread = np.array([-0.5, 0.0, 0.5])[:, None] * standing.down * size
    return np.asarray(middles[view.surface_at(middles[:, None] + spread, PIECE).mean(axis=1) > 0.3])


def _beyond(picture: Layers, view: View, standing: Standing, row: Row, faint: float) -> Floats:
    """Middles of the places beyond a row's ends where a card can be made out, whole or cut off."""
    xy, size = standing.marks.xy[row.glyphs], standing.size
    gaps = np.linalg.norm(np.diff(xy, axis=0), axis=1) / size
    gaps = gaps[gaps > PAIR]
    pitch = np.clip(np.median(gaps), *PITCH) * np.array([1.0, 1.15]) if len(gaps) else LONE_PITCH
    steps = pitch[:, None] * size * standing.along
    places = np.concatenate([xy[0] - steps, xy[-1] + steps])
    across, down = np.meshgrid(np.linspace(-0.4, 0.4, 5), np.linspace(-0.8, 0.8, 7))
    offsets = across.reshape(-1, 1) * standing.along + down.reshape(-1, 1) * standing.down
    points = places[:, None] + offsets * size
    inside = ((points > 0) & (points < np.array([picture.width, picture.height]))).all(axis=2).mean(axis=1)
    seen = view.surface_at(points, PIECE).mean(axis=1)
    cut = (inside > LEAST_INSIDE) & (inside < 1) & (seen > CUT_PIECE * inside)
    return np.asarray(places[(seen > faint) | cut])


def large_areas(chart: NDArray[np.bool_], least: float) -> NDArray[np.bool_]:
    """Only those areas of a chart that measure more than so many of its points."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(chart.astype(np.uint8))
    large = stats[:, cv2.CC_STAT_AREA] > least
    large[0] = False
    return np.asarray(large[labels])


def _unread(view: View, standing: Standing) -> list[list[float]]:
    """A point of card with no numeral that was read, in an area as large as a card."""
    chart = view.field.surface[PIECE][::COARSE, ::COARSE]
    y, x = np.mgrid[: chart.shape[0], : chart.shape[1]] * COARSE
    points = np.stack([x, y], axis=-1) * _step(view) + np.array([view.box.left, view.box.top])
    step = (points[:, :, None] - standing.marks.xy) / standing.size
    aside, above = np.abs(step @ standing.along), np.abs(step @ standing.down)
    own = ((aside < REACH[0]) & (above < REACH[1])).any(axis=2)
    close = (np.maximum(aside, above) < NEAR).any(axis=2)
    least = LEAST_CARD * standing.size**2 / float(_step(view).prod()) / COARSE**2
    spare = points[large_areas((chart > 0.6) & ~own & close, least)]
    return [spare.mean(axis=0).tolist()] if len(spare) else []


def _step(view: View) -> Floats:
    """How many pixels of the picture a point of the finder's charts stands for, each way."""
    rows, cols = view.field.surface.shape[1:]
    return np.array([view.box.width / cols, view.box.height / rows])
