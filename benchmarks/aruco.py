"""Plain marker detection on the same frame: what a system with printed markers would pay for looking."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import cv2

from benchmarks.timing import TIMES, full_table
from vision.reader import read_picture


def compare() -> str:
    """A sentence with both times for one frame."""
    pixels = full_table()
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    markers = _median_ms(lambda: detector.detectMarkers(grey))
    ours = _median_ms(lambda: read_picture(pixels, "addique"))
    return (
        f"OpenCV's ArUco detection takes {markers:.0f} ms for the same frame, in which it finds nothing as "
        f"there are no markers to print and glue; reading all 48 tiles takes {ours:.0f} ms."
    )


def _median_ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(TIMES):
        started = time.process_time()
        work()
        times.append((time.process_time() - started) * 1000)
    return statistics.median(times)
