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

READ = """
import sys, cv2
from vision.picture import load
from vision.reader import read_picture
cv2.setNumThreads(1)
picture = load(sys.argv[1])
for _ in range(2):
    read_picture(picture, sys.argv[2])
    print("read", flush=True)
    sys.stdin.readline()
"""
"""Reads a photo once by itself, and again when it is sent a line."""


def count(photo: Path, game: str) -> int:
    """Instructions of reading a photo that was read before, so that starting and loading do not count."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/out"]
        reader = subprocess.Popen(
            ["valgrind", *words, sys.executable, "-c", READ, str(photo), game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert reader.stdin is not None and reader.stdout is not None
        if reader.stdout.readline():
            _switch(reader.pid, "on")
            print(file=reader.stdin, flush=True)
            reader.stdout.readline()
            _switch(reader.pid, "off")
        _, said = reader.communicate()
    found = re.findall(r"Collected : (\d+)", said)
    if reader.returncode or not found:
        raise RuntimeError((said.strip().splitlines() or ["valgrind said nothing"])[-1])
    return int(found[-1])


def _switch(pid: int, way: str) -> None:
    """Have callgrind count, or not."""
    subprocess.run(["callgrind_control", f"--instr={way}", str(pid)], capture_output=True, check=True)


def main() -> int:
    """Print the figures as Markdown."""
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
            print(f"| {name} | {count(photo, game) / 1e6:.0f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
