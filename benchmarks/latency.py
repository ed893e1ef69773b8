"""From the button to the phone: how long after NEXT the new score reaches a listening page."""

from __future__ import annotations

import json
import statistics
import sys
import threading
import time
from http.client import HTTPConnection
from random import Random

from benchmarks.companion import companion
from device.cameras.simulated import SimulatedCamera
from device.hands import pieces_of
from device.tabletop import Tabletop
from scoring.match import Match, Played
from scoring.players import deal
from scoring.snapshot import Begin, Press

TURNS = 24


class Page:
    """A page that listens to the stream of snapshots and notes when each version arrived."""

    def __init__(self, port: int) -> None:
        self.arrived_s: dict[int, float] = {}
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._connection.request("GET", "/events")
        self._stream = self._connection.getresponse()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._stream:
            if line.startswith(b"data: "):
                shown = json.loads(line[6:])
                match = shown.get("snapshot", shown).get("match")
                if match:
                    self.arrived_s.setdefault(match["version"], time.perf_counter())


def measure() -> list[float]:
    """Play the beginning of an Addique game and return each turn's time in ms, its preview being shown."""
    tabletop = Tabletop(1)
    times = []
    with companion(SimulatedCamera(tabletop)) as appliance:
        page = Page(appliance.served.port)
        dealt = deal("addique", ("Ann", "Bob"), Random(1))
        appliance.desk.ask(Begin(dealt.table))
        match = Match(dealt.table)
        for turn, _ in zip(dealt.turns(), range(TURNS), strict=False):
            match = match.with_event(Played(turn))
            tabletop.arrange("addique", pieces_of(match))
            shown = appliance.desk.snapshot()
            end_s = time.monotonic() + 30
            while not shown.preview and time.monotonic() < end_s:
                shown = appliance.desk.wait(shown.number, 1.0)
            pressed_s = time.perf_counter()
            appliance.desk.tell(Press("next"))
            while match.version not in page.arrived_s and time.monotonic() < end_s:
                time.sleep(0.0005)
            if match.version in page.arrived_s:
                times.append(1000 * (page.arrived_s[match.version] - pressed_s))
    return times


def main() -> int:
    """Print the figures."""
    times = sorted(measure())
    if len(times) < 3:
        print("Too few turns were read to tell.")
        return 1
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    print("| button to phone, preview shown | ms |\n|---|---|")
    for name, value in (("turns", len(times)), ("p50", cuts[49]), ("p95", cuts[94]), ("p99", cuts[98])):
        print(f"| {name} | {value:.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
