"""Measuring the table by the mat's markers, and the lens by a chessboard."""

from collections.abc import Sequence
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from device.cameras.camera import Pixels
from device.surveying.calibration import Calibration, CalibrationError, Lens, Plane
from device.surveying.markers import Points, find_markers, marker_on_mat
from scoring.housekeeping import Corners
from scoring.saying import say
from vision.artwork.mat import MAT_HEIGHT_MM, MAT_WIDTH_MM

LEAST_MARKERS = 3
LEAST_BOARDS = 5
MOST_ERROR_PX = 1.5
CROOKED_SHARE = 0.006
MOVED_SHARE = 0.004
"""The table counts as moved when a marker is off by so much of the picture's width."""

Matrix = NDArray[np.float64]


class Fit(Enum):
    """How a picture goes with a calibration."""

    FITS = "fits"
    MOVED = "moved"
    UNSEEN = "unseen"


def measure_table(picture: Pixels, lens: Lens | None = None) -> Calibration:
    """Find the mat in a straightened picture; raises CalibrationError when too little of it is seen."""
    seen = find_markers(picture)
    if len(seen) < LEAST_MARKERS:
        template = (
            "Only {count} of the mat's 4 corner markers are seen; show at least {least}, flat and uncovered."
        )
        raise CalibrationError(say(template, count=len(seen), least=LEAST_MARKERS))
    on_mat = np.concatenate([marker_on_mat(number) for number in seen])
    in_picture = np.concatenate(list(seen.values()))
    table, _ = cv2.findHomography(on_mat, in_picture, 0)
    if table is None:
        raise CalibrationError(say("The markers do not lie on one flat table."))
    plane = np.asarray(table, np.float64)
    off_px = np.linalg.norm(_through(plane, on_mat) - in_picture, axis=1)
    height, width = picture.shape[:2]
    if off_px.max() > CROOKED_SHARE * width:
        template = "The markers are up to {off} dots off a flat table: lay the mat flat, parts edge to edge."
        raise CalibrationError(say(template, off=round(float(off_px.max()))))
    middles = tuple(
        (number, float(four[:, 0].mean()), float(four[:, 1].mean())) for number, four in sorted(seen.items())
    )
    return Calibration((width, height), _corners(plane, width, height), middles, lens)


def measure_lens(pictures: Sequence[Pixels], board: tuple[int, int] = (9, 6)) -> Lens:
    """Measure the lens from pictures of a chessboard with so many inner corners across and down."""
    flat = np.zeros((board[0] * board[1], 3), np.float32)
    flat[:, :2] = np.mgrid[0 : board[0], 0 : board[1]].T.reshape(-1, 2)
    found, size = [], (0, 0)
    for picture in pictures:
        grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        height, width = grey.shape
        if size not in ((0, 0), (width, height)):
            raise CalibrationError(say("All pictures of the chessboard must have the same size."))
        size = (width, height)
        good, corners = cv2.findChessboardCornersSB(grey, board)
        if good:
            found.append(np.asarray(corners, np.float32).reshape(-1, 1, 2))
    if len(found) < LEAST_BOARDS:
        text = (
            "The chessboard is found in {count} pictures; {least} or more are needed, each from another side."
        )
        raise CalibrationError(say(text, count=len(found), least=LEAST_BOARDS))
    start = np.array([[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1.0]])
    error, matrix, bend, _, _ = cv2.calibrateCamera([flat] * len(found), found, size, start, np.zeros(5))
    if error > MOST_ERROR_PX:
        text = (
            "The pictures disagree about the lens by {error} dots: take them sharp, the board stiff and flat."
        )
        raise CalibrationError(say(text, error=round(float(error), 1)))
    return Lens(
        _rows(np.asarray(matrix, np.float64)), tuple(float(one) for one in np.ravel(bend)), float(error)
    )


def check_fit(calibration: Calibration, picture: Pixels) -> tuple[Fit, float]:
    """Look only where the markers should be; says by how many dots the worst of them is off."""
    height, width = picture.shape[:2]
    if not calibration.markers:
        return Fit.UNSEEN, 0.0
    if (width, height) != calibration.size:
        return Fit.MOVED, float(width)
    reach = round(0.06 * width)
    off_px = []
    for number, x, y in calibration.markers:
        left, top = max(0, round(x) - reach), max(0, round(y) - reach)
        seen = find_markers(np.ascontiguousarray(picture[top : round(y) + reach, left : round(x) + reach]))
        if number in seen:
            seen_x, seen_y = seen[number].mean(axis=0)
            off_px.append(float(np.hypot(left + seen_x - x, top + seen_y - y)))
    if len(off_px) < min(2, len(calibration.markers)):
        return Fit.UNSEEN, 0.0
    worst_px = max(off_px)
    return (Fit.MOVED if worst_px > MOVED_SHARE * width else Fit.FITS), worst_px


def _corners(plane: Matrix, width: int, height: int) -> Corners:
    """The mat's corners in shares of the picture, as far as they are in it."""
    x, y = MAT_WIDTH_MM / 2, MAT_HEIGHT_MM / 2
    seen = _through(plane, np.array([(-x, -y), (x, -y), (x, y), (-x, y)])) / (width, height)
    return tuple((float(across), float(down)) for across, down in seen.clip(0, 1))


def _through(plane: Matrix, points: Points) -> Points:
    lifted = np.column_stack([points, np.ones(len(points))]) @ plane.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], np.float64)


def _rows(matrix: Matrix) -> Plane:
    return tuple((float(a), float(b), float(c)) for a, b, c in matrix)
