"""How much of a core watching takes: ten glances a second of an idle table, and of a hand passing.

python -m benchmarks.watch [SECONDS]
"""

import sys
import time

import cv2

from device.watch import Watcher
from tests.device.film import table, tiles

GOAL = 0.15


def main(seconds: float = 20.0) -> int:
    """Print the share of a core for both films; 1 when it is over the goal."""
    cv2.setNumThreads(1)
    film = table(12)
    idle = list(film.stay(seconds))
    busy = [glance for _ in range(3) for glance in [*film.reach(0, 0, leave=tiles(13)), *film.stay(1.0)]]
    shares = {}
    print("| watching | ms a glance | share of a core |\n|---|---|---|")
    for name, glances in (("an idle table", idle), ("hands at work", busy)):
        watcher = Watcher()
        began_s = time.process_time()
        for glance in glances:
            watcher.see(glance)
        used_s = time.process_time() - began_s
        shares[name] = used_s / (len(glances) * 0.1)
        print(f"| {name} | {1000 * used_s / len(glances):.2f} | {100 * shares[name]:.1f} % |")
    return int(max(shares.values()) > GOAL)


if __name__ == "__main__":
    sys.exit(main(*(float(word) for word in sys.argv[1:])))
