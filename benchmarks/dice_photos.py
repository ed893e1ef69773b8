"""Dice on real photos, each counted by itself: `python -m benchmarks.dice_photos FOLDER`.

The folder has NAME.jpg and NAME.json with `dice_boxes_px`: value, left, top, right, bottom of every die.
No box of numbers need be in sight, so a die counts as sure by what is seen of it alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.box.dice import Die, find_dice
from vision.box.trictrac import dice_finder
from vision.layers import Layers
from vision.picture import Pixels

Box = tuple[int, float, float, float, float]
"""A die's value, and its left, top, right and bottom in px."""

RIM = 0.25  # of a die by which a box drawn by hand may be too narrow
SEEN = ("right", "right but unsure", "misread but unsure", "misread and sure", "not found")
NO_DIE = "taken for a die, surely"


def judge(dice: Sequence[Die], boxes: Sequence[Box]) -> tuple[Counter[str], list[str]]:
    """How many dice were read in each way, and a sentence on every one that was not simply right."""
    left = list(dice)
    counts: Counter[str] = Counter()
    notes = []
    for value, *edges in boxes:
        own = [die for die in left if _inside(die, edges)]
        die = max(own, key=lambda die: (die.clear, die.chance), default=None)
        # A side that was found beside its top belongs to the same die.
        left = [other for other in left if other not in own or (other is not die and other.clear)]
        how = _how(die, value)
        counts[how] += 1
        if how != SEEN[0]:
            at = f"{(edges[0] + edges[2]) / 2:.0f}, {(edges[1] + edges[3]) / 2:.0f}"
            notes.append(f"the {value} at {at}: {how}" + (f" as {die.value}" if die else ""))
    strange = [die for die in left if die.clear]
    counts[NO_DIE] += len(strange)
    return counts, notes + [f"{NO_DIE}: {die.value} at {die.x:.0f}, {die.y:.0f}" for die in strange]


def _how(die: Die | None, value: int) -> str:
    if die is None:
        return SEEN[4]
    if die.value == value:
        return SEEN[0] if die.clear else SEEN[1]
    return SEEN[3] if die.clear else SEEN[2]


def _inside(die: Die, edges: Sequence[float]) -> bool:
    left, top, right, bottom = edges
    rim = RIM * max(right - left, bottom - top)
    return left - rim < die.x < right + rim and top - rim < die.y < bottom + rim


def read_photo(pixels: Pixels) -> tuple[tuple[Die, ...], float]:
    """All dice of a photo, and the milliseconds of one core that they took."""
    started = time.process_time()
    dice = find_dice(Layers(pixels), dice_finder())
    return dice, (time.process_time() - started) * 1000


def main() -> None:
    """Read every photo, and print how its dice were read."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dice_photos", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("-v", "--verbose", action="store_true", help="tell of every die that was not right")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    total: Counter[str] = Counter()
    times = []
    for path in sorted(args.folder.rglob("*.json")):
        boxes = [tuple(box) for box in json.loads(path.read_text()).get("dice_boxes_px", ())]
        pixels = cv2.imread(str(path.with_suffix(".jpg")))
        if not boxes or pixels is None:
            continue
        dice, spent = read_photo(np.asarray(pixels, np.uint8))
        counts, notes = judge(dice, boxes)
        total += counts
        times.append(spent)
        if args.verbose and notes:
            print(f"{path.stem}: " + "; ".join(notes))
    if not times:
        parser.error("there is no photo with dice_boxes_px in this folder.")
    dice_there = sum(total[how] for how in SEEN)
    print("| | dice |\n|---|---|")
    for how in (*SEEN, NO_DIE):
        print(f"| {how} | {total[how]} of {dice_there} |" if how != NO_DIE else f"| {how} | {total[how]} |")
    print(f"\n{len(times)} photos, {statistics.median(times):.0f} ms each (median, one core).")


if __name__ == "__main__":
    main()
