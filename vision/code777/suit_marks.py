"""The little shapes on a rack's cards, one for each colour in our own sets: they may confirm an ink."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork.suits import SUITS
from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels
from vision.upright.outlines import Outline

GLYPH_PX = 80  # how high a numeral is on a card laid straight
MORE = 1.15  # of a card's outline, as hands lay cards askew
SIZES = (0.12, 0.42)  # glyph heights of a shape
LEAST_PX = 7.0  # of the picture: smaller shapes are blots
INKED = 0.15  # of a face's light: what differs more is ink
SOLID = 0.8  # of a shape has less ink than its middle
SIDE, SPREAD = 16, 3.5  # pixels of a shape's sheet, and how far its ink spreads there
TURNS = (-16, -8, 0, 8, 16)  # degrees that a hand and perspective turn a card
FITS, LEAD = 0.86, 0.05  # how much a shape has in common with the best suit, and less with any other
RIM = 2  # straight pixels round a shape: its blurred edge
OURS = 2  # cards with the shapes of our own sets
BLUR = 4.0  # of a hundred: how much a shape is blurred in a picture


def suits_on(
    picture: Layers, centres: Floats, axes: Floats, outline: Outline, faces: Floats
) -> list[str | None]:
    """The colour whose shape is on each card, told by the shape alone; none where none is seen clearly.

    Axes are a numeral's height right and down on each card.
    """
    found = []
    for centre, step, face in zip(centres, axes / GLYPH_PX, faces, strict=True):
        shapes = find_shapes(_lay_straight(picture, centre, step, outline), face, np.linalg.norm(step[:, 0]))
        names = {name for name in map(name_of, shapes) if name is not None}
        found.append(names.pop() if len(names) == 1 else None)
    return found


def vouched_and_doubted(
    suits: Sequence[str | None], colours: Sequence[str]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which cards' colours are vouched for by their shapes, and which are doubted.

    Other sets have other shapes: only where two cards have ours is a third one with another's a doubt.
    """
    agree = np.array([suit == colour for suit, colour in zip(suits, colours, strict=True)], bool)
    against = np.array([suit is not None for suit in suits], bool) & ~agree
    return agree & ~against.any(), against & (agree.sum() >= OURS)


def _lay_straight(picture: Layers, centre: Floats, step: Floats, outline: Outline) -> Pixels:
    """A card with its numeral in the middle, `step` picture pixels right and down for each of its own."""
    scale = float(np.linalg.norm(step[:, 0]))
    pixels, across, down = picture.layer(int(np.log2(max(1.0, scale))))
    per = np.array([across, down])
    reach = MORE * np.array([outline.aside, max(outline.above, outline.below)])
    half = np.rint(reach * GLYPH_PX).astype(int)
    corner = centre - step @ half
    warp = np.column_stack([step / per[:, None], (corner + 0.5) / per - 0.5])
    size = (2 * half + 1).tolist()
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(pixels, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))


def find_shapes(card: Pixels, face: Floats, scale: float) -> list[Floats]:
    """Blots on a card as large as shapes are, each by how much of its ink every pixel has."""
    away = functools.reduce(cv2.max, cv2.split(cv2.absdiff(card, (*face.tolist(), 0.0))))
    inked = (away > INKED * face.max()).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(inked, connectivity=4)
    corner, sides = stats[:, :2], stats[:, 2:4]
    fits = (sides.min(axis=1) > max(SIZES[0] * GLYPH_PX, LEAST_PX / scale)) & (
        sides.max(axis=1) < SIZES[1] * GLYPH_PX
    )
    inside = (corner >= RIM).all(axis=1) & (corner + sides <= np.array(away.shape)[::-1] - RIM).all(axis=1)
    found = []
    for part in np.nonzero(fits & inside)[0]:
        left, top, wide, tall = stats[part, :4].tolist()
        room = slice(top - RIM, top + tall + RIM), slice(left - RIM, left + wide + RIM)
        blot = labels[room] == part
        near = cv2.dilate(blot.astype(np.uint8), np.ones((2 * RIM + 1,) * 2, np.uint8)) > 0
        solid = float(np.quantile(away[room][blot], SOLID))
        found.append(np.where(near, np.clip(away[room] / solid, 0, 1), 0))
    return found


def name_of(shape: Floats) -> str | None:
    """The colour of the suit that a shape looks like, if it looks like one and no other."""
    fits = _common(_sheet(shape))
    best, second = np.argsort(-fits)[:2]
    return list(SUITS)[best] if fits[best] > FITS and fits[best] - fits[second] > LEAD else None


def _common(sheet: Floats) -> Floats:
    """How much a shape's sheet has in common with each suit's, turned as may be: 1 for all."""
    both = np.minimum(sheet, known_sheets()).sum(axis=(2, 3))
    either = np.maximum(sheet, known_sheets()).sum(axis=(2, 3))
    return np.asarray((both / either).max(axis=1))


@functools.cache
def known_sheets() -> Floats:
    """The sheets of all suits, in all turns, either way up."""
    sheets = []
    for suit in SUITS.values():
        for turn in (turn + up for up in (0, 180) for turn in TURNS):
            ring = np.array(suit.ring(60.0)) @ _turned(turn).T + 50.0
            canvas = np.zeros((100, 100), np.float32)
            cv2.fillPoly(canvas, [np.rint(ring).astype(np.int32)], 1.0)
            sheets.append(_sheet(cv2.GaussianBlur(canvas, (0, 0), BLUR)))
    return np.array(sheets).reshape(len(SUITS), -1, SIDE, SIDE)


def _turned(degrees: float) -> Floats:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([(cos, -sin), (sin, cos)])


def _sheet(shape: Floats) -> Floats:
    """A shape stretched so that its ink spreads alike in all directions, whatever it leans or shrinks to."""
    y, x = np.indices(shape.shape).reshape(2, -1)
    weight = shape.reshape(-1) / shape.sum()
    middle = np.array([x @ weight, y @ weight])
    values, ways = np.linalg.eigh(np.cov(np.stack([x, y]), aweights=weight, ddof=0))
    stretch = ways * np.sqrt(values) @ ways.T / SPREAD  # from the sheet to the shape
    warp = np.column_stack([stretch, middle - stretch @ np.full(2, (SIDE - 1) / 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(shape.astype(np.float32), warp, (SIDE, SIDE), flags=flags))
