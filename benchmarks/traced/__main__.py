"""`python3 -m benchmarks.traced GAME --count N --seed S --folder F` traces photos, each with its truth.

Photos that are in the folder already stay as they are, so a run that was cut off goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from benchmarks.traced.photo import GAMES, take
from benchmarks.traced.sensor import keep


def main() -> int:
    """Trace the photos that are not there yet."""
    parser = argparse.ArgumentParser(prog="python3 -m benchmarks.traced", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--count", type=int, default=30, help="how many photos there are to be in the end")
    parser.add_argument("--start", type=int, default=0, help="the first photo's number")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other photos")
    parser.add_argument("--folder", type=Path, required=True, help="where NNN.jpg and NNN.json go")
    parser.add_argument("--samples", type=int, default=16, help="light paths for each pixel")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for number in range(args.start, args.count):
        path = args.folder / f"{number:03d}.jpg"
        if path.exists() and path.with_suffix(".json").exists():
            continue
        started_s = time.monotonic()
        with tempfile.TemporaryDirectory() as scratch:
            photo = take(args.game, args.seed, number, Path(scratch), args.samples)
        path.with_suffix(".json").write_text(json.dumps(photo.truth, indent=1, ensure_ascii=False) + "\n")
        keep(photo.picture, path)
        print(f"{path} {time.monotonic() - started_s:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
