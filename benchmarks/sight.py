"""How well and how fast tables are read: `python -m benchmarks.sight [--tables N]` prints Markdown."""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import vision
from benchmarks import aruco, tables_cards, tables_dice, tables_tiles
from benchmarks.reliability import draw_curve
from benchmarks.tables import Deck, Lots, Table, held_out_lots, kind_of, tables
from benchmarks.tally import HEAD, Outcome, by_condition, judge, row
from benchmarks.tesseract import compare
from benchmarks.timing import reader_memory_mb, time_full_table, time_row
from vision.picture import Pixels
from vision.reader import read_picture

DECKS: dict[str, Deck] = {
    deck.game: deck for deck in (*tables_tiles.DECKS, *tables_cards.DECKS, *tables_dice.DECKS)
}
HARMED_EVERY = 8


def _motion(pixels: Pixels) -> Pixels:
    kernel = np.zeros((15, 15), np.float32)
    cv2.line(kernel, (2, 5), (12, 9), 1.0, 1)
    return np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum()), np.uint8)


def _dark(pixels: Pixels) -> Pixels:
    noise = np.random.default_rng(5).normal(0, 5, pixels.shape)
    return np.clip(pixels * 0.18 + noise, 0, 255).astype(np.uint8)


def _jpeg(pixels: Pixels) -> Pixels:
    data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 20])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _small(pixels: Pixels) -> Pixels:
    size = (round(pixels.shape[1] * 0.6), round(pixels.shape[0] * 0.6))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


HARMS: dict[str, Callable[[Pixels], Pixels]] = {
    "six tenths of the size": _small,
    "shaken": _motion,
    "dark": _dark,
    "JPEG quality 20": _jpeg,
}


def measure(deck: Deck, count: int, seed: int, folder: Path, lots: Lots) -> list[Outcome]:
    """Read generated tables, some also harmed; what was read before by the same eye is not read again."""
    kept = folder / f"{deck.game}-{seed}-{_eye()}.jsonl"
    done = [_outcomes(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    folder.mkdir(parents=True, exist_ok=True)
    with kept.open("a") as file:
        rest = itertools.islice(enumerate(tables(deck, count, seed, lots, folder)), len(done), None)
        for number, table in rest:
            read = list(_read(deck, number, table))
            print(json.dumps([asdict(outcome) for outcome in read]), file=file, flush=True)
            done.append(read)
    return [outcome for read in done[:count] for outcome in read]


def _read(deck: Deck, number: int, table: Table) -> Iterator[Outcome]:
    """A table as it is; and, of the ordinary ones, some harmed in every way."""
    kind = kind_of(number)
    yield _timed(deck, kind, table, table.pixels)
    if number % HARMED_EVERY == 0 and not table.truth.blocked and table.truth.readable:
        for name, harm in HARMS.items():
            yield _timed(deck, name, table, harm(table.pixels))


def _timed(deck: Deck, condition: str, table: Table, pixels: Pixels) -> Outcome:
    started = time.process_time()
    reading = read_picture(pixels, deck.game)
    spent = (time.process_time() - started) * 1000
    return judge(deck, condition, table, reading, spent, pixels.shape[1] / table.pixels.shape[1])


def _outcomes(line: str) -> list[Outcome]:
    return [
        Outcome(**{**entry, "why": tuple(entry["why"]), "pieces": tuple((c, r) for c, r in entry["pieces"])})
        for entry in json.loads(line)
    ]


def _eye() -> str:
    """A short name that changes with the reader's code and weights."""
    room = Path(vision.__file__).parent
    drawn = {room / name for name in ("artwork", "scene", "training")}
    code = [file for file in sorted(room.rglob("*.py")) if not drawn & set(file.parents)]
    parts = [*code, *sorted((room / "weights").glob("*"))]
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()[:10]


def sight_figures(
    games: list[str], count: int, seed: int, folder: Path, fonts: Path | None
) -> tuple[dict[str, Any], list[tuple[float, bool]]]:
    """All figures of reading by game and condition, and every piece's confidence and rightness."""
    lots = held_out_lots(fonts)
    found: dict[str, Any] = {}
    pieces: list[tuple[float, bool]] = []
    for game in games:
        outcomes = measure(DECKS[game], count, seed, folder, lots)
        found[game] = by_condition(outcomes)
        pieces += [piece for outcome in outcomes for piece in outcome.pieces]
    return found, pieces


def main() -> None:
    """Measure everything and print it as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sight", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these: {', '.join(DECKS)}")
    parser.add_argument("--tables", type=int, default=40, help="generated tables of each game")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--folder", type=Path, help="keep the generated tables and the readings here")
    parser.add_argument("--fonts", type=Path, help="keep the list of fit typefaces in this file")
    parser.add_argument("--curve", type=Path, help="draw the reliability curve into this SVG file")
    parser.add_argument("--json", type=Path, help="write the figures into this file too")
    args = parser.parse_args()
    games = args.games or list(DECKS)
    if unknown := sorted(set(games) - set(DECKS)):
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(DECKS)}.")
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as spare:
        folder = args.folder or Path(spare)
        found, pieces = sight_figures(games, args.tables, args.seed, folder, args.fonts)
    for game in games:
        print(f"\n### {game.capitalize()}, generated tables\n\n{HEAD}")
        print("\n".join(row(name, each) for name, each in found[game].items()), flush=True)
    if args.curve:
        args.curve.write_text(draw_curve(pieces))
    times = {"48 tiles, 2304 × 1296": time_full_table(), "a Formula row, 2304 × 1296": time_row()}
    memory = reader_memory_mb()
    print("\n### Time and memory, one core\n\n| | median | slowest of twenty |\n|---|---|---|")
    for name, each in times.items():
        print(f"| {name} | {statistics.median(each):.0f} ms | {max(each):.0f} ms |")
    print(f"| memory of a reader | {memory} MB | |")
    print(f"\n{compare()}\n\n{aruco.compare()}")
    if args.json:
        medians = {name: round(statistics.median(each), 1) for name, each in times.items()}
        args.json.write_text(
            json.dumps({"tables": found, "ms": medians, "memory_mb": memory}, indent=1) + "\n"
        )


if __name__ == "__main__":
    started = time.perf_counter()
    main()
    print(f"\nMeasured in {time.perf_counter() - started:.0f} s.")
