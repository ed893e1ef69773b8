"""Hold many watchers on live streams and measure how soon every one of them sees a change."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))

from by_hand import ByHand

from scoring.match import Match, Played
from scoring.players import deal
from web.app import create_app
from web.house import Settings
from web.serving import Served

OPENING = b'data: {"snapshot":{"number":'


async def look(port: int, seen: dict[int, float], until: asyncio.Event) -> None:
    """Be one phone that looks: note when each snapshot arrived."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    writer.write(b"GET /events?page=live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    while not until.is_set() and (line := await reader.readline()):
        if line.startswith(OPENING):
            seen[int(line[len(OPENING) :].split(b",", 1)[0])] = time.monotonic()
    writer.close()


async def look_all(port: int, count: int, pipe: Connection) -> None:
    """Be many phones until told to stop, then tell what each saw and when."""
    until = asyncio.Event()
    phones: list[dict[int, float]] = [{} for _ in range(count)]
    tasks = [asyncio.create_task(look(port, seen, until)) for seen in phones]
    while not all(phones):
        await asyncio.sleep(0.05)
    pipe.send("ready")
    while not pipe.poll():
        await asyncio.sleep(0.05)
    pipe.send(phones)
    for task in tasks:
        task.cancel()


def watch(port: int, count: int, pipe: Connection) -> None:
    """Look from a process of its own, so that the phones do not slow the server down."""
    asyncio.run(look_all(port, count, pipe))


def measure(watchers: int, changes: int, every_s: float) -> dict[str, float]:
    """Let a match go on under many eyes and return how long its news took."""
    companion = ByHand()
    dealt = deal("addique", ["Ann", "Bob", "Chloé"], Random(4))
    match = Match(dealt.table)
    served = Served(create_app(companion, settings=Settings(most_streams=watchers)), "127.0.0.1", 0).start()
    companion.show(match_id="m", match=match)
    here, there = get_context("spawn").Pipe()
    phones = get_context("spawn").Process(target=watch, args=(served.port, watchers, there), daemon=True)
    phones.start()
    here.recv()
    told: dict[int, float] = {}
    for _ in range(changes):
        match = match.with_event(Played(dealt.choose(match.state)))
        at = time.monotonic()
        companion.show(match=match)
        told[companion.snapshot().number] = at
        time.sleep(every_s)
    time.sleep(2)
    here.send("enough")
    seen: list[dict[int, float]] = here.recv()
    phones.join(5)
    served.stop()
    companion.close()
    delays = sorted(
        (times[number] - at) * 1000 for times in seen for number, at in told.items() if number in times
    )
    return {
        "watchers": watchers,
        "changes": changes,
        "lost": watchers * changes - len(delays),
        "median_ms": round(statistics.median(delays), 1),
        "p95_ms": round(delays[int(len(delays) * 0.95)], 1),
        "slowest_ms": round(delays[-1], 1),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--changes", type=int, default=20)
    parser.add_argument("--every-s", type=float, default=0.5)
    args = parser.parse_args()
    found = measure(args.watchers, args.changes, args.every_s)
    print(
        "| watchers | changes | messages lost | median ms | p95 ms | slowest ms |\n|---|---|---|---|---|---|"
    )
    print("| " + " | ".join(map(str, found.values())) + " |")
