"""One look of the finder at a picture or a part of it, brought back to picture coordinates."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layers import Layers
from vision.marks import Floats, Marks, find_marks
from vision.network import Field, Finder, Glyphs, Numbers, Rooms, Rows, Words

TABLE, PIECE, COVER = 0, 1, 2
SPOT, GLYPH = 1, 2
LEAST_CHANCE = 0.25
WHOLE_PX = 704
RIM = 6  # points of the finder's charts
MOST_ROUND = 0.1  # of each side: an arm comes in from one or two
MOST_TABLE = 0.85  # of a side without an arm is no more like a cover than this
LEAST_LEFT = 0.25  # what a hand must have beyond the table's own likeness to be told at all
WIDEST_SHEET = 4096  # points beside each other where many are looked up at once
OTHER_PX = (352, 1408)  # for pieces that fill the picture, and for pieces lost in it


@dataclass(frozen=True)
class Eyes:
    """The networks that a reader looks with."""

    finder: Finder
    glyphs: Glyphs
    words: Words
    numbers: Numbers
    rooms: Rooms
    rows: Rows


@dataclass(frozen=True)
class Box:
    """A part of a picture, in its pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Pixels from left to right."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return self.bottom - self.top

    def holds(self, other: Box) -> bool:
        """Whether another box lies wholly inside."""
        sides = self.left <= other.left and other.right <= self.right
        return sides and self.top <= other.top and other.bottom <= self.bottom


@dataclass(frozen=True)
class View:
    """Spots and glyphs in picture coordinates, and what kind of surface lies where."""

    box: Box
    zoom: float
    spots: Marks
    glyphs: Marks
    field: Field

    def surface_at(self, points: Floats, kind: int) -> Floats:
        """The chance of a kind of surface at points of the picture; 0 outside the box."""
        return self.sample(self.field.surface[kind], points)

    @functools.cached_property
    def cover(self) -> Floats:
        """The chance of something lying over the table, beyond what the rim shows the table to look like."""
        chart = self.field.surface[COVER]
        if not self.like_a_cover:
            return chart
        level = sorted(float(np.quantile(side, MOST_TABLE)) for side in _sides(chart))[1]
        return np.asarray(np.clip((chart - level) / max(1 - level, LEAST_LEFT), 0, 1), np.float32)

    @functools.cached_property
    def like_a_cover(self) -> bool:
        """Whether the table itself looks like a sleeve, so that hardly a hand can be told from it."""
        sides = _sides(self.field.surface[COVER])
        return min(float((side > 0.3).mean()) for side in sides) > MOST_ROUND

    def large_covers(self, chance: float, least_px: float, reaching_in: bool = False) -> Floats:
        """A chart with 1 where something of at least so many square pixels lies over, 0 elsewhere.

        Reaching in: only what comes in from the edge of what is looked at, as an arm does.
        """
        _, labels, stats, _ = cv2.connectedComponentsWithStats((self.cover > chance).astype(np.uint8))
        share = stats[:, cv2.CC_STAT_AREA] / labels.size
        large = share * (self.box.width * self.box.height) >= least_px
        large[0] = False
        if reaching_in:
            rim = np.concatenate([side.ravel() for side in _sides(labels)])
            large &= np.isin(np.arange(len(large)), rim)
        return np.asarray(large[labels], np.float32)

    def places(self, chart: Floats, every: int = 3) -> Floats:
        """Where in the picture a chart is not 0, of every so many points one."""
        rows, cols = np.nonzero(chart)
        step = np.array([self.box.width / chart.shape[1], self.box.height / chart.shape[0]])
        return np.stack([cols, rows], axis=1)[::every] * step + np.array([self.box.left, self.box.top])

    def glyph_at(self, points: Floats) -> Floats:
        """The chance of a glyph's middle at points of the picture."""
        return self.sample(self.field.marks[GLYPH], points)

    def sample(self, chart: Floats, points: Floats) -> Floats:
        """The values of a chart at points of the picture; 0 outside the box."""
        rows, cols = chart.shape
        x = (points[..., 0] - self.box.left + 0.5) * cols / self.box.width - 0.5
        y = (points[..., 1] - self.box.top + 0.5) * rows / self.box.height - 0.5
        shape, count = np.shape(np.atleast_1d(x)), np.size(x)
        # OpenCV takes no sheet as wide as all points of a large table, so they are laid in lines.
        wide = max(1, min(count, WIDEST_SHEET))
        sheet = np.full((2, max(1, -(-count // wide)), wide), -1.0, np.float32)
        sheet.reshape(2, -1)[:, :count] = np.ravel(x), np.ravel(y)
        found = cv2.remap(
            chart.astype(np.float32), sheet[0], sheet[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
        )
        return np.asarray(found, np.float32).reshape(-1)[:count].reshape(shape)


def _sides(chart: NDArray[np.generic]) -> tuple[NDArray[np.generic], ...]:
    """The four strips along a chart's rim."""
    return chart[:RIM], chart[-RIM:], chart[:, :RIM], chart[:, -RIM:]


def whole(picture: Layers) -> Box:
    """The box round the whole picture."""
    return Box(0, 0, picture.width, picture.height)


def box_round(picture: Layers, points: Floats, margin: float) -> Box:
    """The box round some points with a margin, inside the picture."""
    limit = np.array([picture.width, picture.height])
    low = np.clip(np.floor(points.min(axis=0) - margin), 0, limit - 1).astype(int)
    high = np.clip(np.ceil(points.max(axis=0) + margin), low + 1, limit).astype(int)
    return Box(int(low[0]), int(low[1]), int(high[0]), int(high[1]))


def look(picture: Layers, finder: Finder, box: Box, zoom: float) -> View:
    """Look at a box of the picture, scaled by zoom."""
    width = max(32, round(box.width * zoom / 16) * 16)
    height = max(32, round(box.height * zoom / 16) * 16)
    pixels, step_x, step_y = picture.layer(int(np.log2(max(1.0, 1 / zoom))))
    left, right = round(box.left / step_x), max(round(box.right / step_x), round(box.left / step_x) + 1)
    top, bottom = round(box.top / step_y), max(round(box.bottom / step_y), round(box.top / step_y) + 1)
    crop = pixels[top:bottom, left:right]
    # The layer is at most twice as large as wanted, so plain interpolation is fair, and far faster.
    field = finder.find(np.asarray(cv2.resize(crop, (width, height)), np.uint8))
    across, down = box.width / width, box.height / height

    def marks(kind: int) -> Marks:
        found = find_marks(field.marks[kind], field.frame, field.stride, LEAST_CHANCE)
        xy = (found.xy + 0.5) * np.array([across, down]) - 0.5 + np.array([box.left, box.top])
        return Marks(xy, found.score, found.turn, found.size * np.sqrt(across * down))

    return View(box, 1 / np.sqrt(across * down), marks(SPOT), marks(GLYPH), field)
