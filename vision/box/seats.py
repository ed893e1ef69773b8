"""How shut places sit in a row: things on a number leave some of its face in sight, or lie on the frame."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.covers import DIM, unlike
from vision.box.row import Row
from vision.layers import Layers
from vision.marks import Floats

Bools = NDArray[np.bool_]

LEAST_OPEN = 2
LEAST_MADE = 3  # places that show how all are made
WIDE = 0.6  # of a step: the part of a place that tells the colours of its line
STEP = 0.05  # of a numeral's height, from point to point down the line
DOWN = np.arange(-2.6, 2.61, STEP)
ACROSS = np.linspace(-WIDE / 2, WIDE / 2, 15)
CORE = np.abs(DOWN) < 0.45
BARE = 0.62  # of a numeral's height off its middle, where no ink is left
NEAREST, NO_FACE = 3, 0.25  # points that tell the face's colour, and of the light by which no face changes
ENDS = 0.7, 1.6  # of its height off its middle, where a tile's end may be
SHORT = 0.78  # of its height off its middle: all covers reach so far, where no end is seen
RIM, RIM_IN_LINE = 2, 4  # points before an end that a cover may leave bare
LINE = 6  # points in which a line drawn on a face has an end
FACE = 0.05  # of the light that a face changes at most up to its end
OTHER = 0.14  # of the light that a cover differs at least from what is open, and a thing from the frame
SHADE = 0.07  # of the light that one thing differs at most in another light
NEARER = 0.45  # times as far from the one as from the other
SLIVER = 2  # points in a line that show a face
BEYOND, SLACK = 16, 5  # points beyond a tile's end that show the frame, give or take some
OVER = 7  # points that a thing hides of these
BREAK, JUMP = 3, 0.15  # points round a tile's end, and nats that the light changes in between
AS_TALL = 4  # points by which a cover that has slid is longer or shorter than an open tile


def misseated(picture: Layers, row: Row, open_: Bools, shut: Bools) -> Bools:
    """Which shut places show an open tile's face above or below what covers them, or go on over the frame."""
    if open_.sum() < LEAST_OPEN or not shut.any():
        return np.zeros(9, bool)
    lines = _lines(picture, row)
    middle, shown = np.median(lines[:, CORE], axis=1), np.median(lines[open_], axis=0)
    bare, shaded, over = (np.zeros(9, bool) for _ in range(3))
    tall, reach = 0, np.zeros(9, int)
    for way in (-1, 1):
        out = np.nonzero(way * DOWN > BARE)[0][::way]
        gaps = _apart(shown[out], np.median(shown[out[:NEAREST]], axis=0))
        if float(gaps[:NEAREST].max()) > NO_FACE:
            continue  # the numerals are lower than they seem, so that no face is left here
        away = gaps > FACE
        end = int(np.argmax(away)) if away.any() else len(away)
        clear = ENDS[0] < BARE + end * STEP < ENDS[1]
        # Covers that are laid on a board end within the line that is drawn round a number.
        rim = RIM if 2 * away[end : end + LINE].sum() > LINE else RIM_IN_LINE
        tile = out[: max(end - rim, 0) if clear else int((SHORT - BARE) / STEP)]
        bare |= _peeps(lines[:, tile], shown[tile], middle, _apart)
        shaded |= _peeps(lines[:, tile], shown[tile], middle, unlike)
        if clear:
            own = _own(lines[:, out], middle)
            over |= _over(own, lines[:, out], shown[out], end) & ~breaks(lines[:, out], end)
            tall, reach = tall + end, reach + own.sum(axis=1)
        else:
            reach += len(DOWN)
    others = shut[None] & ~np.eye(9, dtype=bool)
    # What goes too far at one end by as much as it falls short at the other is a cover that slid.
    slid = np.abs(reach - tall) <= AS_TALL
    bare |= shaded & ~slid
    # Covers that are mostly shorter than their tiles are made so,
    made = _mostly(bare, others)
    # and so are places that go on over the frame, if open ones lie between: nothing leaps over those.
    longer = _mostly(over, others) & _parted(over & shut, open_)
    return np.asarray(shut & ((bare & ~made) | (over & ~slid & ~longer)))


def _mostly(kind: Bools, others: Bools) -> Bools:
    """For every place, whether most others are of a kind."""
    return np.asarray(2 * (others & kind[None]).sum(axis=1) > others.sum(axis=1))


def _parted(kind: Bools, open_: Bools) -> bool:
    """Whether an open number lies between several places of a kind."""
    places = np.nonzero(kind)[0]
    return len(places) >= LEAST_MADE and bool(open_[places[0] : places[-1]].any())


def _peeps(lines: Floats, shown: Floats, middle: Floats, apart: Callable[[Floats, Floats], Floats]) -> Bools:
    """Which places show the face of open tiles, and not their own middle's colour, before a tile ends.

    They show it in the same light, or in the shadow of the thing that lies there, by how colours are apart.
    """
    other = apart(shown[None], middle[:, None]) > OTHER
    seen = other & (apart(lines, shown[None]) < NEARER * apart(lines, middle[:, None]))
    run = sum(seen[:, start : seen.shape[1] - SLIVER + 1 + start].astype(int) for start in range(SLIVER))
    return np.asarray((run == SLIVER).any(axis=1))


def _own(lines: Floats, middle: Floats) -> Bools:
    """How far places go on in their middle's colour."""
    own = (_apart(lines, middle[:, None]) < OTHER) | (unlike(lines, middle[:, None]) < SHADE)
    # Whatever lies on the frame lies on all between: a felt may have the covers' colour.
    return np.cumprod(own, axis=1).astype(bool)


def _over(own: Bools, lines: Floats, shown: Floats, end: int) -> Bools:
    """Which places have their own colour where open ones have the frame."""
    hidden = np.zeros(9, int)
    for point in range(end + 2, min(end + 2 + BEYOND, len(shown))):
        frame = shown[max(point - SLACK, 0) : point + SLACK + 1]
        hidden += own[:, point] & (_apart(lines[:, point, None], frame[None]).min(axis=1) > OTHER)
    return np.asarray(hidden >= OVER)


def breaks(lines: Floats, end: int) -> Bools:
    """Which places change their light just where open tiles end: another thing begins there."""
    light = np.log(np.linalg.norm(lines, axis=-1) + DIM)
    before, after = light[:, max(end - BREAK, 0)], light[:, min(end + BREAK, lines.shape[1] - 1)]
    return np.asarray(np.abs(after - before) > JUMP)


def _lines(picture: Layers, row: Row) -> Floats:
    """The colours from above every place to below it, (9, points, 3)."""
    ahead = np.gradient(row.slots, axis=0)
    aside = np.array([-row.way[1], row.way[0]]) / row.pitch * row.size[:, None]
    at = (
        row.slots[:, None, None]
        + ACROSS[None, None, :, None] * ahead[:, None, None]
        + DOWN[None, :, None, None] * aside[:, None, None]
    )
    step = STEP * float(np.median(row.size))
    pixels, x, y = picture.layer(round(float(np.log2(max(1.0, step)))))
    places = ((at + 0.5) / [x, y] - 0.5).astype(np.float32).reshape(9 * len(DOWN), len(ACROSS), 2)
    found = cv2.remap(
        pixels, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(np.median(found.reshape(9, len(DOWN), len(ACROSS), 3), axis=2), np.float64)


def _apart(colours: Floats, others: Floats) -> Floats:
    """How far colours are apart, as a share of the light."""
    light = (np.linalg.norm(colours, axis=-1) + np.linalg.norm(others, axis=-1)) / 2
    return np.asarray(np.linalg.norm(colours - others, axis=-1) / (light + DIM))
