"""How long one look takes: a full table and a long row, drawn large."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

from vision.artwork.look import Look
from vision.picture import Pixels
from vision.reader import read_picture
from vision.scene.camera import Camera
from vision.scene.layouts import lay_formula, lay_tiles
from vision.scene.render import render
from vision.scene.scene import Placed, Scene

SIZE = (2304, 1296)
TIMES = 20


def full_table(count: int = 48) -> Pixels:
    """A table with many tiles, seen from a little aside."""
    return _picture(lay_tiles(np.random.default_rng(8), Look(), count, 0.03, 0.5))


def long_row() -> Pixels:
    """A Formula row of nine cards."""
    return _picture(lay_formula(np.random.default_rng(3), Look(), ["518", "-", "5", "=", "5J3"], 0.6, 0.2))


def time_full_table() -> list[float]:
    """Milliseconds of each look at 48 tiles."""
    return _time(full_table(), "addique")


def time_row() -> list[float]:
    """Milliseconds of each look at a row."""
    return _time(long_row(), "formula")


def reader_memory_mb() -> int:
    """Most memory of a process that does nothing but read a full table."""
    with tempfile.TemporaryDirectory() as folder:
        photo = str(Path(folder) / "table.jpg")
        cv2.imwrite(photo, full_table())
        code = (
            "import sys; from vision.picture import load; from vision.reader import read_picture; "
            "read_picture(load(sys.argv[1]), 'addique'); sys.stdout.write(open('/proc/self/status').read())"
        )
        done = subprocess.run([sys.executable, "-c", code, photo], capture_output=True, text=True, check=True)
    status = dict(line.split(":", 1) for line in done.stdout.splitlines())
    return int(status["VmHWM"].split()[0]) // 1024


def _picture(pieces: tuple[Placed, ...]) -> Pixels:
    """The pieces as a camera sees them that just takes them all in."""
    at = np.float64([(placed.x_mm, placed.y_mm) for placed in pieces])
    low, high = at.min(axis=0) - 60, at.max(axis=0) + 60
    middle = (low + high) / 2
    scale = float((np.float64(SIZE) / (high - low)).min())
    return render(Scene(pieces, Camera((float(middle[0]), float(middle[1])), scale)), SIZE).picture


def _time(pixels: Pixels, game: str) -> list[float]:
    read_picture(pixels, game)
    times = []
    for _ in range(TIMES):
        started = time.perf_counter()
        read_picture(pixels, game)
        times.append((time.perf_counter() - started) * 1000)
    return times
