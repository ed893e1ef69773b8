"""A row of nine found by its joints: eight even lines across a strip beside the felt."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels

PITCH_PX = 32  # from one number to the next in the strip
ACROSS_PX, DOWN_PX = 320, 128
OVER = 0.05  # of the felt's side that the strip is longer at either end
UNIT_PX = ACROSS_PX / (1 + 2 * OVER)  # the felt's side in the strip
START_PX = OVER * UNIT_PX
BAND_PX = 28
HIGHEST_PX = 8  # of the strip: a row whose covers slide down is three steps from its felt
CLEAR_JOINT = 1.6  # against the strip's usual unevenness
LEAST_JOINTS = 7
LEAST_WORTH = 2.0
SAME_ROW = 0.25
MOST_RISE = 0.15
TEETH = tuple(
    (float(first), float(pitch))
    for pitch in PITCH_PX * np.linspace(0.94, 1.05, 12)
    for first in np.arange(0.0, max(ACROSS_PX - 9 * pitch, 1.0))
)
"""Where the first place may begin, and how far it may be to the next."""
AT_JOINTS = np.array([np.round(first + np.arange(1, 9) * pitch).astype(int) - 1 for first, pitch in TEETH])
BETWEEN = np.array([np.round(first + (np.arange(9) + 0.5) * pitch).astype(int) for first, pitch in TEETH])


@dataclass(frozen=True)
class Comb:
    """Nine places beside a felt, counted with the felt below them, and how clear their joints are."""

    slots: Floats
    worth: float


def find_comb(picture: Layers, felt: Floats) -> Comb | None:
    """The clearest row of nine beside any of the felt's four sides."""
    corners = felt_corners(felt)
    if corners is None:
        return None
    found = [comb for side in range(4) if (comb := _beside(picture, np.roll(corners, -side, axis=0)))]
    return max(found, key=lambda comb: comb.worth, default=None)


def felt_corners(felt: Floats) -> Floats | None:
    """The four corners of a felt's outline, clockwise."""
    hull = felt.astype(np.float32).reshape(-1, 1, 2)
    length = cv2.arcLength(hull, True)
    for share in np.linspace(0.02, 0.12, 11):
        corners = cv2.approxPolyDP(hull, float(share) * length, True)[:, 0]
        if len(corners) == 4:
            turn = cv2.contourArea(corners.reshape(-1, 1, 2), True)
            return np.asarray(corners if turn > 0 else corners[::-1], np.float64)
    return None


def strip_beside(picture: Layers, corners: Floats) -> tuple[Pixels, Floats]:
    """What lies beyond the first of a felt's sides, laid straight above it, and the way to the picture."""
    left, right, below_right, below_left = corners.astype(np.float32)
    across = float(np.linalg.norm(right - left) + np.linalg.norm(below_right - below_left)) / 2
    down = float(np.linalg.norm(below_left - left) + np.linalg.norm(below_right - right)) / 2
    high = UNIT_PX * down / across
    flat = np.array(
        [
            (START_PX, DOWN_PX),
            (START_PX + UNIT_PX, DOWN_PX),
            (START_PX + UNIT_PX, DOWN_PX + high),
            (START_PX, DOWN_PX + high),
        ],
        np.float32,
    )
    quad = np.stack([left, right, below_right, below_left])
    to_picture = cv2.getPerspectiveTransform(flat, quad)
    pixels, step_x, step_y = picture.layer(int(np.log2(max(1.0, across / UNIT_PX))))
    strip = cv2.warpPerspective(
        pixels,
        np.diag([1 / step_x, 1 / step_y, 1.0]) @ to_picture,
        (ACROSS_PX, DOWN_PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(strip, np.uint8), np.asarray(to_picture, np.float64)


def _beside(picture: Layers, corners: Floats) -> Comb | None:
    """The row beside the first side, whose corners come first."""
    strip, to_picture = strip_beside(picture, corners)
    slope = np.abs(cv2.Sobel(cv2.GaussianBlur(strip, (0, 0), 1.0).astype(np.float32), cv2.CV_32F, 1, 0))
    edges = np.minimum(slope.max(axis=2), 120.0)
    tops = np.arange(HIGHEST_PX, DOWN_PX - BAND_PX, 8)
    bands = [_joints(edges[top : top + BAND_PX].mean(axis=0)) for top in tops]
    worths = np.array([worth for worth, _, _ in bands])
    # Past the picture's edge there are only lines drawn out from it, as even as any joints.
    seen = np.where(in_picture(picture, to_picture, tops), worths, 0.0)
    if seen.max() < LEAST_WORTH:
        return None
    best = int(seen.argmax())
    worth, first, pitch = bands[best]
    # The joints run from the top of the row to its foot, and its numbers stand halfway.
    middle = float(np.average(tops, weights=worths > SAME_ROW * worth)) + BAND_PX / 2
    places = first + (np.arange(9) + 0.5) * pitch
    rise = _rise(edges, first + np.arange(1, 9) * pitch, int(tops[best]))
    middles = np.stack([places, middle + rise * (places - places[4])], axis=1)
    slots = cv2.perspectiveTransform(middles[None].astype(np.float32), to_picture)[0]
    return Comb(np.asarray(slots, np.float64), worth)


def in_picture(picture: Layers, to_picture: Floats, lines: Floats) -> NDArray[np.bool_]:
    """Which lines along a strip have both their ends inside the picture."""
    ends = np.array(
        [[(OVER * ACROSS_PX, line), ((1 - OVER) * ACROSS_PX, line)] for line in lines], np.float32
    )
    places = cv2.perspectiveTransform(ends, to_picture)
    return np.asarray(((places > 0) & (places < [picture.width, picture.height])).all(axis=(1, 2)))


def _rise(edges: Floats, joints: Floats, top: int) -> float:
    """How the joints' middles rise along a row that does not run quite as the felt's side does."""
    columns = np.round(joints).astype(int)[:, None] + np.arange(-1, 2)
    lines = edges[:, np.clip(columns, 0, ACROSS_PX - 1)].max(axis=2)
    clear = (lines > CLEAR_JOINT * (np.quantile(edges, 0.6, axis=1)[:, None] + 1.0)).astype(np.uint8)
    clear = np.asarray(cv2.morphologyEx(clear, cv2.MORPH_CLOSE, np.ones((7, 1), np.uint8)))
    middles = np.full(len(joints), np.nan)
    for k in range(len(joints)):
        # The run of each joint's line through the band in which all are clearest.
        _, runs = cv2.connectedComponents(clear[:, k : k + 1])
        inner = runs[top : top + BAND_PX, 0]
        if inner.any():
            middles[k] = np.nonzero(runs[:, 0] == np.bincount(inner[inner > 0]).argmax())[0].mean()
    seen = np.nonzero(np.isfinite(middles))[0]
    if len(seen) < LEAST_JOINTS:
        return 0.0
    first, second = np.triu_indices(len(seen), 2)
    slopes = (middles[seen[second]] - middles[seen[first]]) / (joints[seen[second]] - joints[seen[first]])
    return float(np.clip(np.median(slopes), -MOST_RISE, MOST_RISE))


def _joints(edges: Floats) -> tuple[float, float, float]:
    """How much an evenness of nine stands out, where its first place begins, and the step."""
    line = np.maximum(np.maximum(edges[:-2], edges[1:-1]), edges[2:])
    usual = float(np.quantile(edges, 0.6)) + 1.0
    joints = line[AT_JOINTS] / usual
    between = np.maximum(edges[BETWEEN].mean(axis=1) / usual, 0.6)
    worth = np.sort(joints, axis=1)[:, 1:].mean(axis=1) / between
    worth = np.where((joints > CLEAR_JOINT).sum(axis=1) >= LEAST_JOINTS, worth, 0.0)
    best = int(worth.argmax())
    return float(worth[best]), *TEETH[best]
