"""What a companion costs while nothing happens: processor time and memory, watching ten times a second.

python -m benchmarks.idle [SECONDS]
"""

from __future__ import annotations

import itertools
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import cv2

from device.appliance import Appliance
from device.cameras.camera import Frame, Glance, Pixels
from device.cameras.shrink import shrunk
from device.settings import Settings
from device.tabletop import Tabletop
from scoring.game import Table
from scoring.snapshot import Begin

SECONDS = 60.0
GLANCES = 40


def paint() -> tuple[list[Pixels], Pixels]:
    """Draw an empty table, often and small, and once large."""
    tabletop = Tabletop(1)
    return [shrunk(tabletop.glance()) for _ in range(GLANCES)], tabletop.frame().picture


class StillLife:
    """A camera over a table on which nothing happens; its pictures are drawn beforehand."""

    name = "simulated"
    live = True
    description = "a still life"

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._count = 0
        # Another process draws, so that its memory is not counted as the companion's.
        with ProcessPoolExecutor(1, get_context("spawn")) as painter:
            glances, self._still = painter.submit(paint).result()
        self._glances = itertools.cycle(glances)

    def open(self) -> None:
        """Nothing to open."""

    def glance(self) -> Glance:
        """The next small picture, with its own noise."""
        self._count += 1
        return Glance(next(self._glances), self._clock(), self._count)

    def still(self) -> Frame:
        """The table, large."""
        self._count += 1
        return Frame(self._still, self._clock(), self._count)

    def settle(self) -> None:
        """The light stays as it is."""

    def close(self) -> None:
        """Nothing to close."""


def measure(seconds: float) -> tuple[float, int]:
    """Return the share of a core and the megabytes of a companion at rest, a match being set up."""
    cv2.setNumThreads(1)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = Settings()
    settings = replace(settings, web=replace(settings.web, address="127.0.0.1", port=port))
    with tempfile.TemporaryDirectory() as home, Appliance(Path(home), settings, StillLife()) as companion:
        writer = threading.Thread(target=companion.run)
        writer.start()
        companion.desk.ask(Begin(Table("addique", ("Ann", "Bob"))))
        time.sleep(min(5.0, seconds))
        began_s, cpu_s = time.monotonic(), time.process_time()
        time.sleep(seconds)
        share = (time.process_time() - cpu_s) / (time.monotonic() - began_s)
        companion.stop()
        writer.join()
    lines = Path("/proc/self/status").read_text().splitlines()
    status = dict(line.split(":", 1) for line in lines)
    return share, int(status["VmRSS"].split()[0]) // 1024


def main() -> None:
    """Print the figures as Markdown."""
    share, megabytes = measure(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
    print("| a companion at rest | |\n|---|---|")
    print(f"| share of one core | {100 * share:.1f} % |\n| memory | {megabytes} MB |")


if __name__ == "__main__":
    main()
