"""Digits by their ink: where each stands on its card, how high and how wide, whatever the finder saw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layers import Layers
from vision.marks import Floats, Ints, Marks
from vision.picture import Pixels

HEIGHT_PX = 28.0  # of a numeral in the window that is cut round it
WINDOW = (2.9, 1.9)  # glyph heights
FACE = (0.7, 0.75)  # from the middle: here the card is seen, and little else
STROKES = (0.6, 0.55)  # from the middle: here ink and card are told apart
TALL = (0.4, 1.4)  # glyph heights of a digit; numbers of two digits have smaller ones
OFF_LINE = 0.35
ASIDE = 1.0  # glyph heights from a mark to the other digit of its card
LEAST_WIDE_PX, LEAST_AREA = 3, 0.5
USUAL_WIDE, NARROWEST = 0.21, 0.07  # of its height: most a 1 has, and one that is a bare thin stroke
PART_TALL, PART_OVER, PART_OUTSIDE = 0.7, 0.6, 0.12  # broken strokes above each other are one digit
RUBBER = np.ones((3, 3), np.uint8)  # wider than a frame's line, narrower than most numerals' strokes
RUBBED_TALL, RUBBED_OFF_LINE = (0.7, 1.2), 0.15  # what is left then must look the more like a digit
LAPPED, SAME_LINE = 0.6, 0.5  # of their widths aside, of the lower one's height above: ink that overlaps
SAME = 0.3  # heights between the middles of one digit seen in two windows
LINE_TALL, LINE_WHOLE = (
    0.62,
    0.97,
)  # glyph heights up and down, and how much of that a line between cards takes
ASKEW = np.ones((1, 5), np.uint8)  # a line may lean by so many pixels
BROAD = np.ones((15, 15), np.uint8)  # wider than a numeral's strokes: what closes under it is ink


@dataclass(frozen=True)
class Inked:
    """Pieces of ink that may be digits, and the mark beside which each was found."""

    xy: Floats
    tall: Floats
    wide: Floats
    owner: Ints

    def __len__(self) -> int:
        return len(self.xy)

    def pick(self, which: NDArray[np.bool_]) -> Inked:
        """Those that a mask names."""
        return Inked(self.xy[which], self.tall[which], self.wide[which], self.owner[which])


def _middle(reach: tuple[float, float]) -> tuple[slice, slice]:
    """The rows and columns of a window that are nearer to its middle, aside and above, than so much."""
    parts = []
    for side, most in zip(WINDOW[::-1], reach[::-1], strict=True):
        count = round(side * HEIGHT_PX)
        near = np.nonzero(np.abs(np.arange(count) - (count - 1) / 2) / HEIGHT_PX < most)[0]
        parts.append(slice(int(near[0]), int(near[-1]) + 1))
    return parts[0], parts[1]


_FACE, _STROKES = _middle(FACE), _middle(STROKES)

Blot = tuple[int, int, int, int]
"""Left, top, right and bottom in a window's pixels."""


def find_ink(picture: Layers, marks: Marks, along: Floats, least_wide: float = USUAL_WIDE) -> Inked:
    """What stands on or beside the marks and may be a digit, each once; seen best from the nearest mark."""
    down = np.array([-along[1], along[0]])
    found: list[tuple[float, int, Floats, float, float]] = []
    for owner, (xy, size) in enumerate(zip(marks.xy, marks.size.tolist(), strict=True)):
        window = _window(picture, xy, along, size)
        middle = (np.array(window.shape[1::-1]) - 1) / 2
        for left, top, right, bottom in blots(window, least_wide):
            place = np.array([left + right - 1, top + bottom - 1]) / 2 - middle
            away, scale = abs(float(place[0])) / HEIGHT_PX, size / HEIGHT_PX
            if away < ASIDE:
                at = xy + scale * (place[0] * along + place[1] * down)
                found.append((away, owner, at, scale * (bottom - top), scale * (right - left)))
    kept: list[tuple[float, int, Floats, float, float]] = []
    for one in sorted(found, key=lambda one: one[0]):
        if not any(_same(one[2] - other[2], one[3:], other[3:], along) for other in kept):
            kept.append(one)
    return Inked(
        np.array([one[2] for one in kept]).reshape(-1, 2),
        np.array([one[3] for one in kept]),
        np.array([one[4] for one in kept]),
        np.array([one[1] for one in kept], int),
    )


def _same(step: Floats, one: tuple[float, float], other: tuple[float, float], along: Floats) -> bool:
    """Whether two pieces of ink, so high and wide, are on one digit: they overlap, or their middles meet."""
    tall, wide = min(one[0], other[0]), (one[1] + other[1]) / 2
    aside, above = abs(float(step @ along)), abs(float(step @ np.array([-along[1], along[0]])))
    return float(np.hypot(aside, above)) <= SAME * tall or (
        aside < LAPPED * wide and above < SAME_LINE * tall
    )


def parted_by_line(picture: Layers, xy: Floats, along: Floats, size: float, apart: float) -> bool:
    """Whether a line as high as the digits runs between two of them: the edge or frame of another card.

    The place is the middle between the digits, `apart` how far their middles are, in their heights.
    """
    window = _window(picture, xy, along, size)
    middle = (np.array(window.shape[:2]) - 1) / 2
    tall, wide = round(LINE_TALL * HEIGHT_PX), round(apart / 2 * HEIGHT_PX)
    rows, cols = (round(float(at)) for at in middle)
    near = _ink(window)[rows - tall : rows + tall + 1, max(cols - wide, 0) : cols + wide + 1]
    broad = cv2.dilate(near.astype(np.uint8), ASKEW)
    return bool(broad.mean(axis=0).max(initial=0.0) > LINE_WHOLE)


def _window(picture: Layers, xy: Floats, along: Floats, size: float) -> Pixels:
    """An upright part of the picture round a mark."""
    pixels, across, down = picture.layer(round(float(np.log2(max(1.0, size / HEIGHT_PX)))))
    step, scale = np.array([across, down]), size / HEIGHT_PX
    axes = scale * np.array([[along[0], -along[1]], [along[1], along[0]]])
    wide, tall = (round(side * HEIGHT_PX) for side in WINDOW)
    corner = xy - axes @ np.array([(wide - 1) / 2, (tall - 1) / 2])
    warp = np.column_stack([axes / step[:, None], (corner + 0.5) / step - 0.5])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(pixels, warp, (wide, tall), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def blots(window: Pixels, least_wide: float = USUAL_WIDE) -> list[Blot]:
    """Ink about as high as a numeral, on its line; what reaches beyond the window is table or frame."""
    found = _parted(_ink(window), least_wide)
    middle = window.shape[1] / 2
    if any(left < middle < right for left, _, right, _ in found):
        return found
    # A shadow that ends on a card parts it in two: with the light evened out its numeral is whole.
    evened = _parted(_ink(_evened(window)), least_wide)
    return found + [blot for blot in evened if not any(_overlap(blot, other) for other in found)]


def _evened(window: Pixels) -> Pixels:
    """A window as it would look if its card were lit alike all over."""
    light = cv2.morphologyEx(window, cv2.MORPH_CLOSE, BROAD)
    return np.asarray(cv2.divide(window, light, scale=255), np.uint8)


def _parted(inked: NDArray[np.bool_], least_wide: float) -> list[Blot]:
    """Pieces of ink that may be digits, with thin lines and without."""
    ink = inked.astype(np.uint8)
    found = _blots(ink, least_wide, TALL, OFF_LINE)
    # Numerals that touch a thin frame stand free once it is rubbed out.
    bold = _blots(cv2.morphologyEx(ink, cv2.MORPH_OPEN, RUBBER), least_wide, RUBBED_TALL, RUBBED_OFF_LINE)
    return found + [blot for blot in bold if not any(_overlap(blot, other) for other in found)]


def _overlap(one: Blot, other: Blot) -> bool:
    return one[0] < other[2] and other[0] < one[2]


def _blots(ink: Pixels, least_wide: float, tall_as: tuple[float, float], off_line: float) -> list[Blot]:
    rows, cols = ink.shape
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink)
    digits: list[Blot] = []
    parts: list[Blot] = []
    for left, top, wide, tall, area in stats[1:count].tolist():
        right, bottom = left + wide, top + tall
        if left == 0 or top == 0 or right == cols or bottom == rows:
            continue
        off = abs((top + bottom - rows) / 2) / HEIGHT_PX
        large = wide >= min(LEAST_WIDE_PX, least_wide * HEIGHT_PX) and wide >= least_wide * tall
        large &= area > LEAST_AREA * HEIGHT_PX
        if tall_as[0] < tall / HEIGHT_PX < tall_as[1] and off < off_line and large:
            digits.append((left, top, right, bottom))
        elif tall < PART_TALL * HEIGHT_PX:
            parts.append((left, top, right, bottom))
    digits.sort(key=lambda blot: blot[1] - blot[3])
    return list(_merged(digits, parts))


def _ink(window: Pixels) -> NDArray[np.bool_]:
    """Where a window is not of the card's colour, by the threshold that parts the two in its middle."""
    near = window[_FACE][::2, ::2].reshape(-1, 3).astype(np.float32)
    # The middle of the lighter half; partitions, as medians take a third of the time of a reading.
    light = near[:, 0] + near[:, 1] + near[:, 2]
    lighter = near[np.argpartition(light, len(near) // 2)[len(near) // 2 :]]
    face = np.partition(lighter, len(lighter) // 2, axis=0)[len(lighter) // 2]
    blue, green, red = cv2.split(cv2.absdiff(window, (*face.tolist(), 0.0)))
    away = cv2.max(cv2.max(blue, green), red)
    strokes = np.ascontiguousarray(away[_STROKES])
    level, _ = cv2.threshold(strokes, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return np.asarray(away > level)


def _merged(digits: list[Blot], parts: list[Blot]) -> Iterator[Blot]:
    """Digits with the parts of their strokes that stand above or below each other."""
    outside = PART_OUTSIDE * HEIGHT_PX
    whole: list[list[int]] = []
    for number, (left, top, right, bottom) in enumerate([*digits, *parts]):
        for one in whole:
            over = min(one[2], right) - max(one[0], left)
            inside = top > one[1] - outside and bottom < one[3] + outside
            if over > PART_OVER * (right - left) and inside:
                one[0], one[1] = min(one[0], left), min(one[1], top)
                one[2], one[3] = max(one[2], right), max(one[3], bottom)
                break
        else:
            if number < len(digits):
                whole.append([left, top, right, bottom])
    return ((left, top, right, bottom) for left, top, right, bottom in whole)
