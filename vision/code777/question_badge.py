"""The number of a question card: light in a dark disc, or dark in a ring, read by the glyph network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.code777.question_words import COUNT
from vision.network import GLYPHS, PATCH_SIDE_PX, Glyphs
from vision.picture import Pixels

TALL = (0.12, 0.4)  # of the card's height
DIGIT_TALL = (0.3, 0.85)  # of the disc's height
LEAST_WIDE = 0.12  # of a digit's height
WINDOW = 1.7  # heights of a digit from side to side of what the network sees
CLEAR = 0.9
DIGITS = np.array([face.isdigit() for face in GLYPHS])

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Disc:
    """A dark disc on a card laid straight: which dots are its own, and the box round it."""

    dots: Mask
    box: tuple[int, int, int, int]

    @property
    def is_above(self) -> bool:
        """Whether it is in the upper half of the card."""
        _, top, _, tall = self.box
        return 2 * top + tall < self.dots.shape[0]


def find_discs(grey: Pixels) -> Iterator[Disc]:
    """The dark discs on a card laid straight."""
    dark = (grey < 0.6 * np.quantile(grey, 0.8)).astype(np.uint8)
    contours, parents = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    # Also those inside the line that runs round many a card, but not the holes in anything.
    for contour in (contours[at] for at in range(len(contours)) if parents[0][at][3] < 0):
        left, top, wide, tall = cv2.boundingRect(contour)
        round_ = cv2.contourArea(contour) > 0.6 * wide * tall and 0.6 < wide / tall < 1.6
        if round_ and TALL[0] < tall / grey.shape[0] < TALL[1]:
            dots = cv2.drawContours(np.zeros_like(grey), [contour], -1, 1, cv2.FILLED) > 0
            yield Disc(dots, (left, top, wide, tall))


def read_number(flat: Pixels, disc: Disc, glyphs: Glyphs) -> int | None:
    """The number in a disc of a card that is upright, in colour; None where it is not clear."""
    left, top, wide, tall = disc.box
    cut = (slice(top, top + tall), slice(left, left + wide))
    picture, dots = np.ascontiguousarray(flat[cut]), disc.dots[cut]
    inside = cv2.erode(dots.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=max(1, tall // 20)) > 0
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    level, _ = cv2.threshold(np.ascontiguousarray(grey[inside]), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    light = ((grey > level) & inside).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(light)
    digits = sorted(
        (one.tolist()[0], label)
        for label, one in enumerate(stats)
        if label
        and DIGIT_TALL[0] < one[cv2.CC_STAT_HEIGHT] / tall < DIGIT_TALL[1]
        and one[cv2.CC_STAT_WIDTH] > LEAST_WIDE * one[cv2.CC_STAT_HEIGHT]
    )
    if not 0 < len(digits) <= len(str(COUNT)):
        return None
    ground = np.median(picture[inside & (light == 0)], axis=0)
    patches = np.stack([_patch(picture, labels == label, ground) for _, label in digits])
    chances = glyphs.read(patches)
    if (chances.max(axis=1) < CLEAR).any() or not DIGITS[chances.argmax(axis=1)].all():
        return None
    number = int("".join(GLYPHS[best] for best in chances.argmax(axis=1)))
    return number if 0 < number <= COUNT else None


def _patch(picture: Pixels, digit: Mask, ground: NDArray[np.float64]) -> Pixels:
    """A digit alone on the disc's colour, as large as the network wants it."""
    rows, cols = np.nonzero(digit)
    middle = ((cols.min() + cols.max()) / 2, (rows.min() + rows.max()) / 2)
    scale = PATCH_SIDE_PX / (WINDOW * (np.ptp(rows) + 1))
    own = cv2.dilate(digit.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=max(1, round(0.5 / scale)))
    alone = np.where(own[..., None] > 0, picture, ground.astype(np.uint8))
    if scale < 1:
        alone = cv2.GaussianBlur(alone, (0, 0), 0.4 / scale)
    shift = [PATCH_SIDE_PX / 2 - 0.5 - scale * at for at in middle]
    matrix = np.array([(scale, 0, shift[0]), (0, scale, shift[1])], np.float64)
    return np.asarray(
        cv2.warpAffine(alone, matrix, (PATCH_SIDE_PX, PATCH_SIDE_PX), borderValue=ground.tolist()), np.uint8
    )
