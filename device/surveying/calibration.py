"""What is known of a table under a camera, and the file that keeps it."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scoring.housekeeping import Corners
from scoring.saying import Saying, say

NAME = "calibration.json"

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
    """What is known of a table under a camera, for pictures of one size, straightened by the lens if known.

    `corners` are the table's, clockwise from its own top left; `markers` the middles of the mat's markers.
    """

    size: tuple[int, int]
    corners: Corners | None = None
    markers: tuple[tuple[int, float, float], ...] = ()
    lens: Lens | None = None


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
        width, height = (int(side) for side in told["size"])
        corners = told["corners"] and tuple((float(x), float(y)) for x, y in told["corners"])
        markers = tuple((int(number), float(x), float(y)) for number, x, y in told["markers"])
        return Calibration((width, height), corners, markers, told["lens"] and _lens(told["lens"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CalibrationError(
            say("{path} is damaged; run tallytop calibrate again, or delete it.", path=str(path))
        ) from error


def _lens(told: Mapping[str, Any]) -> Lens:
    matrix = tuple((float(a), float(b), float(c)) for a, b, c in told["matrix"])
    return Lens(matrix, tuple(float(one) for one in told["bend"]), float(told["error_px"]))
