"""What lies under the cards: paper, a mat; it is seen round the corners of cards, and not on them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats, Ints
from vision.upright.outlines import Outline, face_ends, is_face
from vision.upright.plain import BINS, Ground, part_of, with_next
from vision.upright.straight import HEIGHT_PX, Upright

AS_USUAL = 0.3  # glyph heights that a card may end nearer to its numeral, or farther, than the others
OFF, ALONG = (0.25, 0.6), (0.2, 0.9)  # glyph heights from a card's edge, and along it from its corner
CORNER = (0.2, 0.5)  # glyph heights inside both edges: what lies over both sides of a corner lies here too
LEAST_FACE = 0.4  # of a corner that has its card's colour: frames and small numerals take the rest
MOST_INSIDE = 0.2  # of a corner that may have the shades round it: hands lay cards askew
COMMON, LEAST_PIXELS = 0.15, 3  # of what is seen beside an edge has a shade, and pixels
BETWEEN = 0.1  # glyph heights round the other cards: nothing lies under these where they are seen
LEAST_FREE = 0.4  # of what is beside an edge where no other card lies


def shades_under(ground: Ground, upright: Upright, outline: Outline, cards: Floats) -> NDArray[np.bool_]:
    """The blurred shades of what lies under the cards.

    Things have no notches: what is seen on both sides of a corner lies on the corner too, or under the card.
    """
    found = np.zeros(BINS**3, bool)
    if not outline.seen:
        return found
    free = upright.seen.copy()
    for place in upright.place(cards):
        free[part_of(place, outline, BETWEEN)] = False
    usual = np.array([outline.above, outline.below])
    cards = np.array([card for card in cards if upright.colour_at(card) is not None]).reshape(-1, 2)
    faces = np.array([upright.colour_at(card) for card in cards]).reshape(-1, 3)
    told = zip(upright.place(cards), face_ends(upright, cards, faces), faces, strict=True)
    for place, ends, face in told:
        if not np.isfinite(ends).all() or np.abs(ends[:2] - usual).max() > AS_USUAL:
            continue
        above, below, left, right = ends.tolist()
        for x, across in ((-left, -1), (right, 1)):
            for y, down in ((-above, -1), (below, 1)):
                corner, out = place + np.array([x, y]) * HEIGHT_PX, np.array([across, down])
                inner = _part(corner, -out, CORNER, CORNER)
                if upright.seen[inner].size and is_face(upright.pixels[inner], face).mean() > LEAST_FACE:
                    found |= _round_corner(ground, free, corner, out) & ~_shades(
                        ground.blurred[inner], MOST_INSIDE
                    )
    return found


def _round_corner(ground: Ground, free: NDArray[np.bool_], corner: Floats, out: Ints) -> NDArray[np.bool_]:
    """The shades that are seen on both sides of a corner, where nothing else lies."""
    shades = np.ones(BINS**3, bool)
    for part in (_part(corner, out * (1, -1), OFF, ALONG), _part(corner, out * (-1, 1), ALONG, OFF)):
        if not free[part].size or free[part].mean() < LEAST_FREE:
            return np.zeros(BINS**3, bool)
        shades &= _shades(ground.blurred[part][free[part]], COMMON)
    return shades


def _shades(here: Ints, least: float) -> NDArray[np.bool_]:
    """Which shades, with those next to them, so much of some pixels has."""
    count = np.bincount(here.reshape(-1), minlength=BINS**3).astype(np.int32)
    near = with_next(count.reshape(1, BINS, BINS, BINS)).reshape(-1)
    return np.asarray(near >= max(least * here.size, LEAST_PIXELS))


def _part(
    corner: Floats, way: Ints, across: tuple[float, float], down: tuple[float, float]
) -> tuple[slice, slice]:
    """The straight pixels as far from a corner, in glyph heights, across and down this way."""
    spans = []
    for at, sign, reach in zip(corner, way, (across, down), strict=True):
        ends = sorted(round(float(at + sign * each * HEIGHT_PX)) for each in reach)
        spans.append(slice(max(ends[0], 0), max(ends[1], ends[0] + 1, 0)))
    return spans[1], spans[0]
