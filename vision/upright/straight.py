"""The part of a picture where the cards lie, laid straight: rows run from left to right, numerals stand."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layers import Layers
from vision.marks import Floats
from vision.upright.standing import Standing

HEIGHT_PX = 10  # of a numeral
MARGIN, LEAST_SIDE = 4.0, 14.0  # glyph heights round the cards, and of the whole: few cards need more table


@dataclass(frozen=True)
class Upright:
    """Straight pixels, ten to a numeral's height; `seen` says which of them the picture holds."""

    pixels: NDArray[np.float32]
    seen: NDArray[np.bool_]
    corner: Floats
    axes: Floats

    def place(self, xy: Floats) -> Floats:
        """Points of the picture in straight pixels, across and down."""
        return np.asarray((xy - self.corner) @ self.axes / float((self.axes[:, 0] ** 2).sum()))

    def point(self, at: Floats) -> Floats:
        """Straight pixels as points of the picture."""
        return np.asarray(self.corner + at @ self.axes.T)

    def colour_at(self, point: Floats) -> Floats | None:
        """The lighter colour round a point of the picture, as a card's is; none where it is not seen."""
        x, y = np.rint(self.place(point)).astype(int).tolist()
        half = HEIGHT_PX * 2 // 3
        part = slice(max(y - half, 0), max(y + half, 0)), slice(max(x - half, 0), max(x + half, 0))
        if not self.seen[part].any():
            return None
        pixels = self.pixels[part][self.seen[part]]
        light = pixels.mean(axis=1)
        return np.asarray(np.median(pixels[light >= np.median(light)], axis=0))


def lay_straight(picture: Layers, standing: Standing) -> Upright:
    """Turn and shrink the cards and what is round them."""
    scale = standing.size / HEIGHT_PX
    axes = scale * np.column_stack([standing.along, standing.down])
    at = standing.marks.xy @ axes / scale**2
    margin = np.maximum(MARGIN * HEIGHT_PX, (LEAST_SIDE * HEIGHT_PX - np.ptp(at, axis=0)) / 2)
    low, high = at.min(axis=0) - margin, at.max(axis=0) + margin
    wide, tall = np.ceil(high - low).astype(int).tolist()
    corner = axes @ low
    pixels, across, down = picture.layer(round(float(np.log2(max(1.0, scale)))))
    step = np.array([across, down])
    warp = np.column_stack([axes / step[:, None], (corner + 0.5) / step - 0.5])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    straight = cv2.warpAffine(pixels, warp, (wide, tall), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inside = np.ones((tall, wide), bool)
    for start, (right, below), end in zip(corner, axes, (picture.width, picture.height), strict=True):
        place = start + right * np.arange(wide) + below * np.arange(tall)[:, None]
        inside &= (place >= 0) & (place < end)
    return Upright(np.asarray(straight, np.float32), inside, corner, axes)
