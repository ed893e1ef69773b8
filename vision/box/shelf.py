"""An empty shelf: where every tile was taken away, a plain strip between two bars of the frame is left."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.comb import DOWN_PX, START_PX, UNIT_PX, felt_corners, in_picture, strip_beside
from vision.box.covers import unlike
from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels

DEEP_PX = (26, 84)  # of a strip in which a number is 32 px wide: how deep a shelf is
INNER = slice(int(START_PX) + 8, int(START_PX + UNIT_PX) - 8, 3)  # without the shadows of its ends
END_PX = 5  # of the frame at both ends
OTHER = 0.1  # of the light that the frame differs from the shelf at least,
SAME = 0.08  # and at most from bar to bar
LIGHT = 0.25  # nats by which a bar of the shelf's own hue is lighter or darker
LEAST_PLAIN = 0.98  # of all of it
BAR_PX = 10  # in which a bar begins: before it there may be a shadow or a wall's face


def find_shelf(picture: Layers, felt: Floats) -> Floats | None:
    """The nine places of a shelf beside one of the felt's sides on which no tile stands."""
    corners = felt_corners(felt)
    if corners is None:
        return None
    found = [_beside(picture, np.roll(corners, -side, axis=0)) for side in range(4)]
    shelves = [slots for slots in found if slots is not None]
    # Of two, one is no shelf, and which is not told.
    return shelves[0] if len(shelves) == 1 else None


def _beside(picture: Layers, corners: Floats) -> Floats | None:
    """The places of a shelf beyond the first side."""
    strip, to_picture = strip_beside(picture, corners)
    soft = np.asarray(cv2.GaussianBlur(strip, (0, 0), 1.5), np.uint8)
    lines = np.asarray(np.median(soft[:, INNER], axis=1), np.float64)
    best: tuple[int, int] | None = None
    for row in range(DOWN_PX - DEEP_PX[0] // 2, DEEP_PX[0] // 2, -4):
        top, foot = _run(lines, row)
        if DEEP_PX[0] <= foot - top <= DEEP_PX[1] and _framed(soft, lines, top, foot):
            best = (top, foot)
            break
    if best is None or not in_picture(picture, to_picture, np.array([best[0]])).all():
        return None
    places = START_PX + (np.arange(9) + 0.5) * UNIT_PX / 9
    middles = np.stack([places, np.full(9, sum(best) / 2)], axis=1)
    return np.asarray(cv2.perspectiveTransform(middles[None].astype(np.float32), to_picture)[0], np.float64)


def _run(lines: Floats, row: int) -> tuple[int, int]:
    """The first and the last line round one that have its colour, in more light or less."""
    own = ~_parted(lines, lines[row])
    above, below = np.nonzero(~own[:row])[0], np.nonzero(~own[row:])[0]
    return (int(above[-1]) + 1 if len(above) else 0), (row + int(below[0]) if len(below) else DOWN_PX)


def _framed(soft: Pixels, lines: Floats, top: int, foot: int) -> bool:
    """Whether a strip is plain from end to end, and has bars of one make above and below and at both ends."""
    inner = soft[top + 3 : foot - 3].astype(np.float64)
    colour = np.median(inner[:, INNER].reshape(-1, 3), axis=0)
    plain = ~_parted(inner[:, INNER], lines[top + 3 : foot - 3, None])
    if foot > DOWN_PX - 2 or top < 2 or float(plain.mean()) < LEAST_PLAIN:
        return False
    ends = [np.median(inner[:, side], axis=(0, 1)) for side in (slice(0, END_PX), slice(-END_PX, None))]
    ledge = lines[foot : min(foot + BAR_PX, DOWN_PX)]
    bar = lines[max(top - BAR_PX, 0) : top]
    alike = unlike(bar[:, None], ledge[None]) < SAME
    alike &= _parted(bar, colour)[:, None] & _parted(ledge, colour)[None]
    return bool(alike.any()) and all(bool(_parted(end, colour)) for end in ends)


def _parted(colours: Floats, colour: Floats) -> NDArray[np.bool_]:
    """Which colours are not the shelf's."""
    light = np.log(np.linalg.norm(colours, axis=-1) + 10.0) - np.log(np.linalg.norm(colour, axis=-1) + 10.0)
    return np.asarray((unlike(colours, colour) > OTHER) | (np.abs(light) > LIGHT))
