"""The camera: where it stands, what falls on which pixel, and how it is set up for some pieces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

Point = tuple[float, float, float]
SIZES = ((1280, 960), (1640, 1232), (1536, 864), (2304, 1296))


@dataclass(frozen=True)
class View:
    """A camera that looks at `target` from `distance_mm`, tilted by `pitch_deg` and turned by `yaw_deg`."""

    width: int
    height: int
    field_deg: float
    pitch_deg: float
    yaw_deg: float
    lean_deg: float  # from which side the tilt is, seen in the picture; 0 is from below
    distance_mm: float = 600.0
    target: tuple[float, float] = (0.0, 0.0)

    @property
    def focal_px(self) -> float:
        return self.width / 2 / math.tan(math.radians(self.field_deg) / 2)

    @property
    def mm_per_px(self) -> float:
        """How much of the table a pixel in the middle takes."""
        return self.distance_mm / self.focal_px

    @property
    def eye(self) -> Point:
        side = math.radians(self.yaw_deg + self.lean_deg - 90)
        pitch = math.radians(self.pitch_deg)
        out = self.distance_mm * math.sin(pitch)
        return (
            self.target[0] + out * math.cos(side),
            self.target[1] + out * math.sin(side),
            self.distance_mm * math.cos(pitch),
        )

    def axes(self) -> np.ndarray:
        """Right, up and forward, as rows."""
        forward = np.array([*self.target, 0.0]) - np.array(self.eye)
        forward /= np.linalg.norm(forward)
        yaw = math.radians(self.yaw_deg)
        right = np.cross(forward, (-math.sin(yaw), math.cos(yaw), 0.0))
        right /= np.linalg.norm(right)
        return np.array([right, np.cross(right, forward), forward])

    def matrix(self) -> list[list[float]]:
        """The camera's place in the world, as Blender wants it."""
        right, up, forward = self.axes()
        rows = np.eye(4)
        rows[:3, 0], rows[:3, 1], rows[:3, 2], rows[:3, 3] = right, up, -forward, self.eye
        return rows.tolist()

    def pixel(self, point: Point) -> tuple[float, float]:
        """Where a point of the table falls in the picture."""
        x, y, depth = self.axes() @ (np.array(point) - np.array(self.eye))
        return (
            float(self.width / 2 + self.focal_px * x / depth),
            float(self.height / 2 - self.focal_px * y / depth),
        )

    def ground(self, x: float, y: float) -> tuple[float, float]:
        """The place on the table that is seen at a pixel."""
        right, up, forward = self.axes()
        ray = forward + right * (x - self.width / 2) / self.focal_px
        ray = ray - up * (y - self.height / 2) / self.focal_px
        reach = -self.eye[2] / ray[2]
        return float(self.eye[0] + reach * ray[0]), float(self.eye[1] + reach * ray[1])

    def floor(self, spare: float = 0.12) -> tuple[float, float, float, float]:
        """The least rectangle of the table (west, south, east, north) that holds all that is seen."""
        w, h = self.width * spare, self.height * spare
        corners = [self.ground(x, y) for x in (-w, self.width + w) for y in (-h, self.height + h)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return min(xs), min(ys), max(xs), max(ys)

    def moved(self, dx_px: float, dy_px: float) -> View:
        """The camera carried along the table so that what it sees moves by so many pixels."""
        here = self.ground(self.width / 2, self.height / 2)
        there = self.ground(self.width / 2 - dx_px, self.height / 2 - dy_px)
        return replace(
            self, target=(self.target[0] + there[0] - here[0], self.target[1] + there[1] - here[1])
        )

    def reach(self, points: Sequence[Point]) -> tuple[float, float, float, float]:
        """The pixels (left, top, right, bottom) that hold all of these points."""
        pixels = np.array([self.pixel(point) for point in points])
        return (*pixels.min(axis=0).tolist(), *pixels.max(axis=0).tolist())


def fit(view: View, points: Sequence[Point], fill: float, least_mm: float) -> View:
    """The camera so far off that the points fill this share of what it sees, at least `least_mm` wide."""
    for _ in range(12):
        left, top, right, bottom = view.reach(points)
        view = view.moved(view.width / 2 - (left + right) / 2, view.height / 2 - (top + bottom) / 2)
        taken = max((right - left) / view.width, (bottom - top) / view.height)
        least = least_mm * view.focal_px / view.width
        view = replace(view, distance_mm=max(least, view.distance_mm * taken / fill))
    return view
