"""The sides of a row's last card: where they are seen whole and something touches them, it lies on that."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import LIGHT, TINT, Outline
from vision.cards.plain import Ground
from vision.cards.upright import HEIGHT_PX, Upright
from vision.marks import Floats

CORNER = 3  # straight pixels of a card's side that its round corners take
INNER, OUTER = 4, 6  # straight pixels before and behind the place where a side is looked for
FRAME = 3  # straight pixels without the card's colour: a frame's line is thinner
STRAIGHT = 1.6  # straight pixels that a side may differ from a line
MOST_SLOPE = 0.3  # hands lay cards askew
WHOLE = 0.85  # of a side: the rest may be blurred, or worn
SHORT = 2.5  # straight pixels that a card may be narrower than the others: else something lies on it
BEYOND = np.arange(2, 5)  # straight pixels from a side: here is seen what touches it
FARTHER = np.arange(3, 7)  # straight pixels above and below a card: paper is larger
TOUCHED, LARGER = 0.6, 0.5  # of what is beyond a side, and above or below that, that is no table
LEAST_ROWS = 5

Mask = NDArray[np.bool_]


def lies_on(upright: Upright, ground: Ground, outline: Outline, card: Floats, toward: float) -> bool:
    """Whether what is beside a card, on the side toward a straight column, lies under it.

    What hides the next card would leave a gap of bare table, or else reach over this card as well.
    """
    aside, above, below = (round(each * HEIGHT_PX) for each in (outline.aside, outline.above, outline.below))
    reach = max(aside, above, below) + OUTER + FRAME + int(FARTHER[-1])
    face, other = _window(upright, ground, outline, card, reach)
    if toward < card[0]:
        face, other = face[:, ::-1], other[:, ::-1]
    up = slice(reach - above + CORNER, reach + below - CORNER + 1)
    half = slice(reach - aside // 2, reach + aside - CORNER + 1)
    side = _side(face[up, reach:], aside)
    over = _side(face[: reach + 1, half][::-1].T, above)
    under = _side(face[reach:, half].T, below)
    if side is None or over is None or under is None:
        return False
    rows = np.arange(len(side))[:, None] + up.start
    touched = other[rows, np.rint(reach + side[:, None] + BEYOND).astype(int)]
    # Another card that was not read may touch it as well, and be as high; paper is larger.
    edge = reach + round(float(np.median(side)))
    beyond = [
        other[np.ix_(far, edge + BEYOND)].mean() > LARGER
        for far in (reach - above - FARTHER, reach + below + FARTHER)
    ]
    return bool(touched.mean() > TOUCHED and any(beyond))


def _window(
    upright: Upright, ground: Ground, outline: Outline, card: Floats, reach: int
) -> tuple[Mask, Mask]:
    """Where round a card its own colour is seen, and where something that the table has nowhere."""
    x, y = np.rint(card).astype(int).tolist()
    rows, cols = (np.arange(at - reach, at + reach + 1) for at in (y, x))
    tall, wide = upright.seen.shape
    place = np.ix_(np.clip(rows, 0, tall - 1), np.clip(cols, 0, wide - 1))
    inside = ((rows >= 0) & (rows < tall))[:, None] & ((cols >= 0) & (cols < wide)) & upright.seen[place]
    part = upright.pixels[place]
    aside, above, below = (round(each * HEIGHT_PX) for each in (outline.aside, outline.above, outline.below))
    own = part[reach - above : reach + below, reach - aside : reach + aside].reshape(-1, 3)
    light = own.mean(axis=1)
    white = np.median(own[light >= np.median(light)], axis=0)
    shares = [part[..., k] / max(float(white[k]), 1.0) for k in range(3)]
    light = (shares[0] + shares[1] + shares[2]) / 3
    tint = np.maximum.reduce([np.abs(share - light) for share in shares])
    face = (tint < TINT * light) & (light > LIGHT[0]) & (light < LIGHT[1])
    return face & inside, ground.other[place] & inside


def _side(face: Mask, usual: int) -> Floats | None:
    """How far a card's face reaches, line by line, if it ends straight and about there; else none."""
    first = max(usual - INNER, 0)
    bare = ~face[:, first : usual + OUTER + FRAME]
    gone = np.logical_and.reduce([bare[:, k : bare.shape[1] - FRAME + 1 + k] for k in range(FRAME)])
    known = gone.any(axis=1) & ~gone[:, 0]
    if len(known) < LEAST_ROWS or known.mean() < WHOLE:
        return None
    lines, ends = np.arange(len(known)), first + gone.argmax(axis=1).astype(np.float64)
    off = np.abs(ends - np.polyval(np.polyfit(lines[known], ends[known], 1), lines))
    kept = known & (off <= np.quantile(off[known], WHOLE))
    slope, level = np.polyfit(lines[kept], ends[kept], 1)
    line = slope * lines + level
    straight = float((known & (np.abs(ends - line) < STRAIGHT)).mean()) >= WHOLE
    return line if straight and abs(slope) < MOST_SLOPE and np.median(line) > usual - SHORT else None
