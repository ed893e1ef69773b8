"""A signal that stops the companion may come at any moment, even while the writer takes a request off."""

from __future__ import annotations

import subprocess
import sys

MANY_SIGNALS = """
import signal
from device.replaying import Notebook
from device.desk import Desk
from device.referee import Referee
from scoring.snapshot import Press

desk, left = Desk(Referee(Notebook())), iter(range(3000))

def heed(*_):
    if next(left, None) is None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        desk.stop()
    else:
        desk.tell(Press("next"))

signal.signal(signal.SIGALRM, heed)
signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
desk.run(every_s=0.0001)
"""


def test_the_writer_never_waits_for_itself() -> None:
    done = subprocess.run([sys.executable, "-c", MANY_SIGNALS], timeout=90, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
