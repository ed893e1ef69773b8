"""Where the table lies in the picture and how the lens bends it: measured once, kept, checked each turn."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from device.cameras.camera import Pixels
from device.markers import Corners, find_markers, marker_on_mat
from scoring.saying import Saying, say

NAME = "calibration.json"
LEAST_MARKERS = 3
LEAST_BOARDS = 5
MOST_ERROR_PX = 1.5
CROOKED_SHARE = 0.006
MOVED_SHARE = 0.004
"""The table counts as moved when a marker is off by so much of the picture's width."""

Matrix = NDArray[np.float64]
Plane = tuple[tuple[float, float, float], ...]


class CalibrationError(ValueError):
    """A picture from which nothing can be measured, with the sentence that says why."""

    def __init__(self, sentence: Saying) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


@dataclass(frozen=True)
class Lens:
    """A lens as OpenCV describes it, for pictures of one size; `error_px` is how well it fits."""

    matrix: Plane
    bend: tuple[float, ...]
    error_px: float


@dataclass(frozen=True)
class Calibration:
    """What is known of a table under a camera.

    `table` takes (x_mm, y_mm, 1) on the mat, from its middle, right and down, to the picture as taken, bent
    lens and all; with it the picture's up is known too. `markers` are the middles of the markers there.
    """

    size: tuple[int, int]
    table: Plane | None = None
    markers: tuple[tuple[int, float, float], ...] = ()
    lens: Lens | None = None


class Fit(Enum):
    """How a picture goes with a calibration."""

    FITS = "fits"
    MOVED = "moved"
    UNSEEN = "unseen"


def measure_table(picture: Pixels, lens: Lens | None = None) -> Calibration:
    """Find the mat in a picture; raises CalibrationError when too little of it is seen."""
    seen = find_markers(picture)
    if len(seen) < LEAST_MARKERS:
        text = (
            "Only {count} of the mat's 4 corner markers are seen; show at least {least}, flat and uncovered."
        )
        raise CalibrationError(say(text, count=len(seen), least=LEAST_MARKERS))
    on_mat = np.concatenate([marker_on_mat(number) for number in seen])
    in_picture = np.concatenate(list(seen.values()))
    table, _ = cv2.findHomography(on_mat, in_picture, 0)
    if table is None:
        raise CalibrationError(say("The markers do not lie on one flat table."))
    plane = np.asarray(table, np.float64)
    off_px = np.linalg.norm(_through(plane, on_mat) - in_picture, axis=1)
    height, width = picture.shape[:2]
    if off_px.max() > CROOKED_SHARE * width:
        text = "The markers are up to {off} dots off a flat table: lay the mat flat, parts edge to edge."
        raise CalibrationError(say(text, off=round(float(off_px.max()))))
    middles = tuple(
        (number, float(four[:, 0].mean()), float(four[:, 1].mean())) for number, four in sorted(seen.items())
    )
    return Calibration((width, height), _rows(plane), middles, lens)


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


def straighten(picture: Pixels, lens: Lens) -> Pixels:
    """The picture as a lens without faults would show it."""
    return np.asarray(cv2.undistort(picture, np.array(lens.matrix), np.array(lens.bend)), np.uint8)


def check_fit(calibration: Calibration, picture: Pixels) -> tuple[Fit, float]:
    """Look only where the markers should be; says how many dots the worst of them is off."""
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


def write_calibration(path: Path, calibration: Calibration) -> None:
    """Write the file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8") as file:
        json.dump(asdict(calibration), file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def read_calibration(path: Path) -> Calibration | None:
    """The kept calibration; None when there is none, CalibrationError when it is damaged."""
    try:
        told: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        lens = told["lens"] and Lens(
            _plane(told["lens"]["matrix"]),
            tuple(float(one) for one in told["lens"]["bend"]),
            float(told["lens"]["error_px"]),
        )
        width, height = (int(side) for side in told["size"])
        markers = tuple((int(number), float(x), float(y)) for number, x, y in told["markers"])
        return Calibration((width, height), told["table"] and _plane(told["table"]), markers, lens)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CalibrationError(
            say("{path} is damaged; run tallytop calibrate again, or delete it.", path=str(path))
        ) from error


def _through(plane: Matrix, points: Corners) -> Corners:
    lifted = np.column_stack([points, np.ones(len(points))]) @ plane.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], np.float64)


def _rows(matrix: Matrix) -> Plane:
    return tuple((float(a), float(b), float(c)) for a, b, c in matrix)


def _plane(rows: Any) -> Plane:
    return _rows(np.array(rows, np.float64).reshape(3, 3))
