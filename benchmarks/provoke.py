"""Photos with truth made worse in many ways: `python -m benchmarks.provoke FOLDER --game GAME`.

A few photos of a real set tell more when each is also turned, tilted, dimmed, shaded, recoloured, has a thing
laid over one of its pieces, and ends across one. The folder has NNN.jpg and NNN.json, with the fields of
`tallytop read` and `center_px` of every piece.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.harms import COLOURS, HARMS, Rng, cut_off, lay_thing, turn
from device.commands.read import describe
from vision.picture import Pixels
from vision.reader import READERS, read_picture

TURNS, MIXES, THINGS, CUTS = 3, 3, 4, 4
MIXED = 3  # harms at once
RECOLOURED = ("addique", "formula")  # in the other games colours mean something
HIDDEN, CUT_OFF = "a thing over a piece", "a piece cut off"
WHOLE_IN_VIEW = ("trictrac",)  # its dice lie in the middle of a box


def provoke(rng: Rng, pixels: Pixels, game: str, centres: list[list[float]]) -> Iterator[tuple[str, Pixels]]:
    """The photo in every worse state, by name."""
    for _ in range(TURNS):
        yield "turned", turn(pixels, rng)
    harms = HARMS | (COLOURS if game in RECOLOURED else {})
    for name, harm in harms.items():
        yield name, harm(pixels, rng)
    for _ in range(MIXES):
        worse = pixels
        for name in rng.permutation(list(HARMS))[:MIXED]:
            worse = HARMS[str(name)](worse, rng)
        yield "several at once", turn(worse, rng)
    for _ in range(THINGS if centres else 0):
        yield HIDDEN, lay_thing(pixels, rng, centres)
    for _ in range(CUTS if centres and game not in WHOLE_IN_VIEW else 0):
        yield CUT_OFF, cut_off(pixels, rng, centres)


def told(game: str, fields: dict[str, Any]) -> object:
    """What a truth or a reading says, in a form that can be compared."""
    if game == "addique":
        tiles = [(str(tile["tile"]), tile["col"], tile["row"]) for tile in fields["tiles"]]
        left, top = (min((tile[way] for tile in tiles), default=0) for way in (1, 2))
        return frozenset((name, col - left, row - top) for name, col, row in tiles)
    if game == "formula":
        return "".join(fields["tokens"]).replace("−", "-")
    if game == "addup":
        return tuple(tuple(map(str, fields[row])) for row in ("top", "bottom"))
    if game == "trictrac":
        return tuple(tuple(sorted(fields[kind])) for kind in ("dice", "open"))
    return tuple((card["number"], card["color"]) for card in fields["cards"])


def truth_of(game: str, entry: dict[str, Any]) -> tuple[object, list[list[float]]]:
    """What lies in a photo, and the middles of its pieces."""
    pieces = entry.get("pieces", entry.get("cards", ()))
    centres = [piece["center_px"] for piece in pieces if "center_px" in piece] or entry.get("dice_px", [])
    if game == "addique" and "tiles" not in entry:
        sides = ("top", "right", "bottom", "left")
        tiles = [{**piece, "tile": "".join(str(piece[side]) for side in sides)} for piece in pieces]
        entry = {"tiles": tiles}
    return told(game, entry), centres


def main() -> None:
    """Read every photo in every state and print what was exact, silent and asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.provoke", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", required=True, choices=sorted(READERS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="put the pictures that were read wrongly and surely here")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path in sorted(args.folder.rglob("*.json")):
        entry = json.loads(path.read_text())
        if entry.get("occluded"):
            continue
        want, centres = truth_of(args.game, entry)
        pixels = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        rng = np.random.default_rng([args.seed, zlib.crc32(str(path.relative_to(args.folder)).encode())])
        for number, (name, worse) in enumerate(provoke(rng, pixels, args.game, centres)):
            reading = read_picture(worse, args.game)
            exact = told(args.game, describe("", reading)) == want
            silent = reading.sure and not exact
            counts[name] += Counter(tables=1, exact=exact, silent=silent, asks=not reading.sure)
            if silent and args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(args.keep / f"{args.game}-{path.stem}-{number}.jpg"), worse)
    print("| | tables | exact | silent | asks |\n|---|---|---|---|---|")
    for name, found in counts.items():
        print(
            f"| {name} | "
            + " | ".join(str(found[key]) for key in ("tables", "exact", "silent", "asks"))
            + " |"
        )


if __name__ == "__main__":
    main()
