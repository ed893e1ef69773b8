"""Two hundred kills at random moments, and not one acknowledged turn is lost."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
MEMORY = Path("/dev/shm")


def test_killed_two_hundred_times_it_has_lost_no_turn() -> None:
    # A killed program leaves the system's memory alone, so a disk in memory shows the same, faster.
    disk = str(MEMORY) if MEMORY.is_dir() else tempfile.gettempdir()
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "benchmarks.kills",
            "--disk",
            disk,
            "--kills",
            "200",
            "--seed",
            "11",
            "--json",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    tally = json.loads(done.stdout)
    assert tally["kills"] == 200
    assert tally["lost"] == 0
    assert tally["notices"] == []
    # The kills came in the middle of things: most found a match to go on with, and much was played.
    assert tally["resumed"] > 100
    assert tally["acknowledged"] > 300
