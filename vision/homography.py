"""Between a grid's cells and the picture: homographies, applied and fitted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats


def to_picture(matrix: Floats, cells: NDArray[np.generic]) -> Floats:
    """Where points of the grid stand in the picture."""
    points = np.asarray(cells, np.float64)
    out = points @ matrix[:, :2].T + matrix[:, 2]
    return out[..., :2] / out[..., 2:]


def to_cells(matrix: Floats, points: Floats) -> Floats:
    """Where points of the picture stand on the grid."""
    return to_picture(np.linalg.inv(matrix), points)


def axes_at(matrix: Floats, cells: NDArray[np.generic]) -> Floats:
    """The grid's steps right and down in the picture at some cells, as columns."""
    points = np.asarray(cells, np.float64)
    half = np.array([[0.5, 0], [0, 0.5]])
    ends = [to_picture(matrix, points + side) - to_picture(matrix, points - side) for side in half]
    return np.stack(ends, axis=-1)


def solve(source: Floats, target: Floats, weight: Floats, perspective: bool) -> Floats:
    """Weighted least squares for an affine map or a homography, in normalised coordinates."""
    before, after = _normaliser(source), _normaliser(target)
    u, v = to_picture(before, source), to_picture(after, target)
    root = np.sqrt(weight)[:, None]
    one, zero = np.ones(len(u)), np.zeros(len(u))
    x_rows = np.stack([u[:, 0], u[:, 1], one, zero, zero, zero, -v[:, 0] * u[:, 0], -v[:, 0] * u[:, 1]], 1)
    y_rows = np.stack([zero, zero, zero, u[:, 0], u[:, 1], one, -v[:, 1] * u[:, 0], -v[:, 1] * u[:, 1]], 1)
    free = 8 if perspective else 6
    left = np.concatenate([x_rows * root, y_rows * root])[:, :free]
    right = np.concatenate([v[:, 0] * root[:, 0], v[:, 1] * root[:, 0]])
    ridge = np.diag([1e-9] * 6 + [1e-5] * 2)[:free, :free] * weight.sum()
    answer = np.linalg.solve(left.T @ left + ridge, left.T @ right)
    matrix = np.append(np.append(answer, [0.0] * (8 - free)), 1.0).reshape(3, 3)
    matrix = np.linalg.inv(after) @ matrix @ before
    return np.asarray(matrix / matrix[2, 2])


def _normaliser(points: Floats) -> Floats:
    middle = points.mean(axis=0)
    scale = 1 / max(float(np.abs(points - middle).mean()), 1e-9)
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1]])
