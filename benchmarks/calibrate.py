"""Fit the confidences to what is right: `python -m benchmarks.calibrate` writes the table sight uses.

Run it whenever the weights change. It reads other tables than the benchmark does.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import cv2
import numpy as np

from benchmarks.sight import DECKS
from benchmarks.tables import Deck, Lots, held_out_lots, tables
from benchmarks.tally import judge_pieces
from vision.calibration import TABLE
from vision.layers import Layers
from vision.marks import Floats
from vision.reader import READERS, eyes

LEAST_PIECES = 60  # in one step of the table
ENOUGH_PIECES = 300  # to say anything about a game


def scores_of(deck: Deck, count: int, seed: int, folder: Path, lots: Lots) -> list[tuple[float, bool]]:
    """The score and rightness of every piece read, before any calibration."""
    judged = []
    for table in tables(deck, count, seed, lots, folder):
        reading = READERS[deck.game](Layers(table.pixels), eyes(deck.game), None)
        judged += judge_pieces(reading, table.truth)
    return judged


def fit(judged: list[tuple[float, bool]]) -> dict[str, list[float]]:
    """Steps of rising score, each with the share that was right; never falling."""
    mixed = np.random.default_rng(0).permutation(np.array(judged, float))  # equal scores in no order
    order = mixed[np.argsort(mixed[:, 0], kind="stable")]
    steps = np.array_split(order, max(1, min(16, len(order) // LEAST_PIECES)))
    score, right = _rising([(step[:, 0].mean(), step[:, 1].sum(), len(step)) for step in steps])
    known = {"score": [0.0, *score.tolist()], "right": [0.0, *right.tolist()]}  # no score, no trust
    return {name: [round(value, 5) for value in values] for name, values in known.items()}


def _rising(steps: list[tuple[float, float, int]]) -> tuple[Floats, Floats]:
    """Pool neighbouring steps until the share right rises; one imagined piece each is right and wrong."""
    pools: list[tuple[float, float, int]] = []
    for step in steps:
        pools.append(step)
        while len(pools) > 1 and not _rises(*pools[-2:]):
            (score, right, count), (low, fewer, least) = pools.pop(), pools.pop()
            total = count + least
            pools.append(((score * count + low * least) / total, right + fewer, total))
    shares = [(right + 1) / (count + 2) for _, right, count in pools]
    return np.array([pool[0] for pool in pools]), np.maximum.accumulate(shares)


def _rises(low: tuple[float, float, int], high: tuple[float, float, int]) -> bool:
    return low[0] < high[0] and low[1] / low[2] < high[1] / high[2]


def main() -> None:
    """Read tables and write the steps of every game."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibrate", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"only these: {', '.join(DECKS)}")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="keep the generated tables here")
    parser.add_argument("--fonts", type=Path, help="keep the list of fit typefaces in this file")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    games = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    with tempfile.TemporaryDirectory() as spare:
        for game in args.games or DECKS:
            folder = args.folder or Path(spare)
            judged = scores_of(DECKS[game], args.tables, args.seed, folder, held_out_lots(args.fonts))
            if len(judged) < ENOUGH_PIECES:
                print(f"{game}: {len(judged)} pieces are too few; left as it is.")
                continue
            games[game] = fit(judged)
            print(f"{game}: {len(judged)} pieces, {len(games[game]['score'])} steps.")
    TABLE.write_text(json.dumps(games, indent=1) + "\n")


if __name__ == "__main__":
    main()
