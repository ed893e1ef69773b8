"""How long the rules take: `python -m benchmarks.scoring` prints microseconds of processor time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from random import Random

from scoring.games import GAMES
from scoring.match import Match, Played, Removed, replay
from scoring.players import deal
from scoring.record import parse_record, score, write_record

RUNS = 20
PLAYERS = ("Ann", "Bob")


def best_us(work: Callable[[], object]) -> float:
    """Return the microseconds of the quickest of several runs."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times) * 1e6


def main() -> None:
    """Measure whole games of all five, a record from its bytes, and a correction of an old turn."""
    print("| | turns | µs |\n|---|---|---|")
    for name in GAMES:
        dealt = deal(name, PLAYERS, Random(1))
        turns = tuple(dealt.turns())
        taken_us = best_us(lambda table=dealt.table, turns=turns: replay(table, turns))
        print(f"| {name}, a whole game | {len(turns)} | {taken_us:.0f} |")
        if name == "addique":
            written = json.dumps(write_record(dealt.table, turns)).encode()
            read_us = best_us(lambda data=written: score(parse_record(data)))
            print(f"| the same from a record's bytes | {len(turns)} | {read_us:.0f} |")
            match = Match(dealt.table, tuple(map(Played, turns)))
            mended_us = best_us(lambda match=match: match.act(Removed(3), match.version).results)
            print(f"| an old turn taken out, all recomputed | {len(turns)} | {mended_us:.0f} |")


if __name__ == "__main__":
    main()
