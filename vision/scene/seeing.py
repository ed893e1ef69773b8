"""The truth of a frame: where every mark and piece is, and how much of it can be seen."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.camera import Camera, project, turn_matrix
from vision.scene.scene import COVER, PIECE, TABLE, Placed, Scene, SeenMark, SeenPiece

Owners = NDArray[np.int16]
"""For every pixel the number of its piece, from 1; 0 for the table."""
COVERED = -1


def see_marks(pieces: tuple[Placed, ...], camera: Camera, owners: Owners) -> tuple[SeenMark, ...]:
    """Every mark's place, axes and visible share in the finished picture."""
    size = (owners.shape[1], owners.shape[0])
    seen = []
    for index, placed in enumerate(pieces):
        if placed.stranger or not placed.piece.marks:
            continue
        turn = turn_matrix(placed.turn_deg)
        at = np.array([(mark.x_mm, mark.y_mm) for mark in placed.piece.marks])
        reach = placed.size_mm / 2
        arms = np.array([(0.0, 0.0), (reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach)])
        probes = (arms[:, None] + at).reshape(-1, 2)
        plane = camera.matrix(size, placed.lift_mm + placed.piece.thickness_mm)
        flat = camera.bent(project(plane, probes @ turn.T + (placed.x_mm, placed.y_mm)), size).reshape(
            5, -1, 2
        )
        for mark, (centre, right, left, below, above) in zip(
            placed.piece.marks, flat.transpose(1, 0, 2), strict=True
        ):
            across, down = right - left, below - above
            share = _visible(owners, index + 1, centre, across, down)
            seen.append(
                SeenMark(
                    mark.face, *map(float, centre), tuple(across.tolist()), tuple(down.tolist()), share, index
                )
            )
    return tuple(seen)


def _visible(
    owners: Owners,
    owner: int,
    centre: NDArray[np.float64],
    across: NDArray[np.float64],
    down: NDArray[np.float64],
) -> float:
    steps = np.linspace(-0.3, 0.3, 7)
    grid = centre + steps[:, None, None] * across + steps[None, :, None] * down
    points = np.round(grid.reshape(-1, 2)).astype(int)
    inside = ((points >= 0) & (points < (owners.shape[1], owners.shape[0]))).all(axis=1)
    points = points[inside]
    return float((owners[points[:, 1], points[:, 0]] == owner).sum()) / len(steps) ** 2


def see_pieces(scene: Scene, size: tuple[int, int], marks: tuple[SeenMark, ...]) -> tuple[SeenPiece, ...]:
    """Every piece of the game with its least visible mark."""
    least: dict[int, float] = {}
    for mark in marks:
        least[mark.piece] = min(least.get(mark.piece, 1.0), mark.seen)
    found = []
    for index, placed in enumerate(scene.pieces):
        if not placed.stranger:
            plane = scene.camera.matrix(size, placed.lift_mm + placed.piece.thickness_mm)
            centre = scene.camera.bent(project(plane, np.array([[placed.x_mm, placed.y_mm]])), size)[0]
            found.append(
                SeenPiece(
                    placed.piece.name, float(centre[0]), float(centre[1]), placed.place, least.get(index, 0.0)
                )
            )
    return tuple(found)


def surface_of(owners: Owners, pieces: tuple[Placed, ...]) -> NDArray[np.uint8]:
    """Table, piece or cover for every pixel."""
    kinds = np.full(len(pieces) + 2, PIECE, np.uint8)
    kinds[0], kinds[-1] = TABLE, COVER
    for index, placed in enumerate(pieces):
        if placed.stranger:
            kinds[index + 1] = TABLE
    return np.asarray(kinds[owners], np.uint8)


def contrast(picture: NDArray[np.uint8], mark: SeenMark) -> float:
    """How far the ink stands out from the face, in grey steps."""
    reach = max(3, round(mark.size_px * 0.34))
    x, y = round(mark.x_px), round(mark.y_px)
    area = picture[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    if area.size == 0:
        return 0.0
    soft = cv2.blur(area, (3, 3)).reshape(-1, 3).astype(np.float32)
    return float((np.percentile(soft, 97, axis=0) - np.percentile(soft, 3, axis=0)).max())
