"""A pinhole camera over a table: where a point of the table falls in the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """Looks at one point of the table; lengths in mm, picture x right and y down."""

    aim_mm: tuple[float, float] = (0.0, 0.0)
    px_per_mm: float = 2.0
    focal_share: float = 1.1
    pitch_deg: float = 0.0
    yaw_deg: float = 0.0
    roll_deg: float = 0.0
    bend: float = 0.0

    def matrix(self, size: tuple[int, int], z_mm: float = 0.0) -> Points:
        """The 3x3 homography from the plane at height z_mm to a picture of (width, height)."""
        width, height = size
        focal = self.focal_share * max(width, height)
        turn = _about_z(self.roll_deg) @ _about_x(self.pitch_deg) @ _about_z(self.yaw_deg)
        distance = focal / self.px_per_mm
        aim = np.array([self.aim_mm[0], self.aim_mm[1], 0.0])
        origin = turn @ -aim + np.array([0.0, 0.0, distance]) - z_mm * turn[:, 2]
        lens = np.array([[focal, 0.0, width / 2], [0.0, focal, height / 2], [0.0, 0.0, 1.0]])
        return np.asarray(lens @ np.stack([turn[:, 0], turn[:, 1], origin], axis=1))

    def lens_map(self, size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For every picture point, where the straight (undistorted) picture has it."""
        width, height = size
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        factor = self._stretch(x, y, size)
        return (x - width / 2) * factor + width / 2, (y - height / 2) * factor + height / 2

    def bent(self, points: Points, size: tuple[int, int]) -> Points:
        """Straight picture points moved to where the lens puts them."""
        if not self.bend:
            return points
        half = np.array([size[0] / 2, size[1] / 2])
        moved = points
        for _ in range(6):
            factor = self._stretch(moved[..., 0], moved[..., 1], size)
            moved = (points - half) / factor[..., None] + half
        return np.asarray(moved)

    def _stretch(self, x: NDArray, y: NDArray, size: tuple[int, int]) -> NDArray:  # type: ignore[type-arg]
        radius2 = ((x - size[0] / 2) ** 2 + (y - size[1] / 2) ** 2) / (max(size) / 2) ** 2
        return 1.0 + self.bend * radius2


def project(matrix: Points, points: Points) -> Points:
    """Plane points (N, 2) through a homography."""
    full = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(full[..., :2] / full[..., 2:])


def turn_matrix(degrees: float) -> Points:
    """The 2x2 matrix that turns by an angle, clockwise as y runs down."""
    return _about_z(degrees)[:2, :2]


def _about_z(degrees: float) -> Points:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _about_x(degrees: float) -> Points:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
