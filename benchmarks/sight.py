"""How well and how fast tables are read: `python -m benchmarks.sight [--tables N]` prints Markdown."""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from benchmarks.reliability import draw_curve
from benchmarks.tables import Truth, held_out_lot, tables
from benchmarks.tesseract import compare
from benchmarks.timing import reader_memory_mb, time_full_table, time_row
from vision import Reading
from vision.picture import Pixels
from vision.reader import read_picture

GAMES = ("addique", "formula")
CHANCE = np.random.default_rng(5)


def _motion(pixels: Pixels) -> Pixels:
    kernel = np.zeros((15, 15), np.float32)
    cv2.line(kernel, (2, 5), (12, 9), 1.0, 1)
    return np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum()), np.uint8)


def _dark(pixels: Pixels) -> Pixels:
    return np.clip(pixels * 0.18 + CHANCE.normal(0, 5, pixels.shape), 0, 255).astype(np.uint8)


def _jpeg(pixels: Pixels) -> Pixels:
    data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 20])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _small(pixels: Pixels) -> Pixels:
    size = (round(pixels.shape[1] * 0.6), round(pixels.shape[0] * 0.6))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


HARMS: dict[str, Callable[[Pixels], Pixels]] = {
    "as taken": lambda pixels: pixels,
    "six tenths of the size": _small,
    "shaken": _motion,
    "dark": _dark,
    "JPEG quality 20": _jpeg,
}


@dataclass
class Tally:
    """Counts over many tables; silent: wrong and sure all the same; blocked: something hides a part."""

    tables: int = 0
    exact: int = 0
    silent: int = 0
    left_out: int = 0
    asks: int = 0
    blocked: int = 0
    blocked_sure: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    pieces: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, reading: Reading, truth: Truth, scale: float = 1.0) -> str:
        """Count one reading; the word tells what it was."""
        self.pieces += _judge_pieces(reading, truth, scale)
        if truth.blocked:
            wrong = reading.sure and not is_exact(reading, truth)
            self.blocked += 1
            self.blocked_sure += wrong
            return "blocked, sure" if wrong else "blocked"
        self.tables += 1
        exact = is_exact(reading, truth)
        self.exact += exact
        self.asks += not reading.sure
        self.silent += reading.sure and not exact
        self.left_out += reading.sure and len(reading.pieces) < len(truth.pieces)
        if not reading.sure:
            self.reasons.update({doubt.code for doubt in reading.why})
        return ("exact" if exact else "wrong") + (", sure" if reading.sure else ", asks")

    def row(self, name: str) -> str:
        """A line of the Markdown table."""
        share = 100 / max(self.tables, 1)
        return (
            f"| {name} | {self.tables} | {self.exact * share:.1f} % | {self.silent} | {self.left_out} "
            f"| {self.asks * share:.1f} % | {self.blocked} | {self.blocked_sure} |"
        )


HEAD = (
    "| | tables | exact | silent | of these left out | asks | blocked | blocked, wrong yet sure |\n"
    "|---|---|---|---|---|---|---|---|"
)


def is_exact(reading: Reading, truth: Truth) -> bool:
    """Whether every piece is read, in its place, and nothing else."""
    if reading.game == "formula":
        return reading.tokens == truth.tokens
    return _laid((p.name, p.col or 0, p.row or 0) for p in reading.pieces) == _laid(
        p[:3] for p in truth.pieces
    )


def _laid(pieces: Iterable[tuple[str, int, int]]) -> set[tuple[str, int, int]]:
    found = list(pieces)
    col = min((piece[1] for piece in found), default=0)
    row = min((piece[2] for piece in found), default=0)
    return {(name, c - col, r - row) for name, c, r in found}


def _judge_pieces(reading: Reading, truth: Truth, scale: float) -> list[tuple[float, bool]]:
    """Confidence and rightness of every piece read where a whole piece lies."""
    judged = []
    for piece in reading.pieces:
        near = min(
            truth.pieces, key=lambda t: np.hypot(t[3] * scale - piece.x, t[4] * scale - piece.y), default=None
        )
        if near is not None:
            close = np.hypot(near[3] * scale - piece.x, near[4] * scale - piece.y) < truth.size_px * scale
            judged.append((piece.confidence, bool(close and near[0] == piece.name)))
    return judged


def measure(game: str, count: int, seed: int, folder: Path, fonts: Path | None) -> dict[str, Tally]:
    """Read generated tables under every condition; harms are counted on the first quarter."""
    tallies = {name: Tally() for name in HARMS}
    for number, (pixels, truth) in enumerate(tables(game, count, seed, held_out_lot(fonts), folder)):
        for name, harm in HARMS.items():
            if name == "as taken" or number < count // 4:
                harmed = harm(pixels)
                tallies[name].add(read_picture(harmed, game), truth, harmed.shape[1] / pixels.shape[1])
    return tallies


def main() -> None:
    """Measure everything and print it as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sight", description=__doc__)
    parser.add_argument("--tables", type=int, default=40, help="generated tables of each game")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--folder", type=Path, help="keep the generated tables here")
    parser.add_argument("--fonts", type=Path, help="keep the list of fit typefaces in this file")
    parser.add_argument("--curve", type=Path, help="draw the reliability curve into this SVG file")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as spare:
        folder = args.folder or Path(spare)
        pieces: list[tuple[float, bool]] = []
        for game in GAMES:
            print(f"\n### {game.capitalize()}, generated tables\n\n{HEAD}")
            tallies = measure(game, args.tables, args.seed, folder, args.fonts)
            for name, tally in tallies.items():
                print(tally.row(name), flush=True)
                pieces += tally.pieces
        if args.curve:
            args.curve.write_text(draw_curve(pieces))
    print("\n### Time and memory, one core\n\n| | median | slowest of twenty |\n|---|---|---|")
    for name, times in (
        ("48 tiles, 2304 × 1296", time_full_table()),
        ("a Formula row, 2304 × 1296", time_row()),
    ):
        print(f"| {name} | {statistics.median(times):.0f} ms | {max(times):.0f} ms |")
    print(f"| memory of a reader | {reader_memory_mb()} MB | |")
    print(f"\n{compare()}")


if __name__ == "__main__":
    started = time.perf_counter()
    main()
    print(f"\nMeasured in {time.perf_counter() - started:.0f} s.")
