"""How many instructions one read takes, counted by callgrind, whatever else the machine does."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2

from benchmarks.timing import full_table, long_row

READ = (
    "import sys, cv2; cv2.setNumThreads(1); from vision.picture import load; "
    "from vision.reader import read_picture; picture = load(sys.argv[1]); "
    "[read_picture(picture, sys.argv[2]) for _ in range(int(sys.argv[3]))]"
)


def count(photo: Path, game: str, times: int) -> int:
    """Instructions of a process that reads a photo so many times."""
    with tempfile.TemporaryDirectory() as folder:
        out = f"--callgrind-out-file={folder}/out"
        command = [
            "valgrind",
            "--tool=callgrind",
            out,
            sys.executable,
            "-c",
            READ,
            str(photo),
            game,
            str(times),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.findall(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        raise RuntimeError((done.stderr.strip().splitlines() or ["valgrind said nothing"])[-1])
    return int(found[-1])


def main() -> int:
    """Print the figures as Markdown: a second read's, so that starting and loading do not count."""
    if shutil.which("valgrind") is None:
        print("Valgrind is not installed: nothing was counted.")
        return 0
    print("| one read, 640 × 360 | million instructions |\n|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, game, pixels in (
            ("5 tiles", "addique", full_table(5)),
            ("a Formula row", "formula", long_row()),
        ):
            photo = Path(folder) / f"{game}.png"
            cv2.imwrite(str(photo), cv2.resize(pixels, (640, 360), interpolation=cv2.INTER_AREA))
            print(f"| {name} | {(count(photo, game, 2) - count(photo, game, 1)) / 1e6:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
