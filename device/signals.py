"""What the lights, the buzzer and the small display say of what is shown."""

from __future__ import annotations

import threading

from device.desk import Desk
from device.pins.lights import Mood
from device.pins.panel import Panel
from device.pins.tunes import Tune
from scoring.snapshot import Snapshot

MOODS = {
    "ready": Mood.READY,
    "by hand": Mood.READY,
    "hand": Mood.READY,
    "reading": Mood.READING,
    "asks": Mood.ASK,
    "illegal": Mood.ILLEGAL,
    "no camera": Mood.ILLEGAL,
}


def tune_for(before: Snapshot, now: Snapshot) -> Tune | None:
    """Return the tune for what has just happened, if it deserves one."""
    if now.match and before.match_id == now.match_id and before.match:
        if now.match.standing.finished and not before.match.standing.finished:
            return Tune.OVER
        if len(now.match.turns) > len(before.match.turns):
            return Tune.SCORED if now.match.results[-1].points else Tune.NOTHING
    if now.machine != before.machine:
        return {"asks": Tune.ASK, "illegal": Tune.ILLEGAL}.get(now.machine)
    return None


def lines_for(now: Snapshot) -> tuple[str, str]:
    """Return the two lines of the small display: whose turn, and the leading totals."""
    if now.match is None:
        return "Tallytop", "no game yet"
    standing, table = now.match.standing, now.match.table
    first = "Game over" if standing.finished else f"> {table.name(standing.to_play)}"
    order = sorted(range(table.seats), key=lambda seat: -standing.totals[seat])
    return first[:16], " ".join(f"{table.players[seat][:3]} {standing.totals[seat]}" for seat in order)[:16]


class Signals:
    """Follows the snapshots on a thread of its own and plays them on the panel."""

    def __init__(self, desk: Desk, panel: Panel) -> None:
        self._desk = desk
        self._panel = panel
        self._stopped = threading.Event()
        self._shown = desk.snapshot()
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self.show(self._shown)
        self._thread.start()

    def stop(self) -> None:
        """Go dark."""
        self._stopped.set()
        self._thread.join(timeout=3)
        self._panel.close()

    def show(self, now: Snapshot) -> None:
        """Put a snapshot on lights, buzzer and display."""
        tune = tune_for(self._shown, now)
        self._shown = now
        self._panel.mood(MOODS[now.machine])
        self._panel.turn(now.match.standing.to_play if now.match else None)
        self._panel.show(*lines_for(now))
        if tune:
            self._panel.play(tune)

    def _run(self) -> None:
        while not self._stopped.is_set():
            now = self._desk.wait(self._shown.number, 1.0)
            if now.number > self._shown.number:
                self.show(now)
