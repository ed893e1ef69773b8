"""Short tunes for what happened, on a small buzzer."""

import queue
import threading
from enum import Enum
from typing import Any

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone


class Tune(Enum):
    """What a tune stands for."""

    SCORED = "scored"
    NOTHING = "nothing"
    ILLEGAL = "illegal"
    ASK = "ask"
    OVER = "over"


NOTES: dict[Tune, tuple[tuple[str, float], ...]] = {
    Tune.SCORED: (("C5", 0.09), ("E5", 0.09), ("G5", 0.16)),
    Tune.NOTHING: (("G4", 0.12),),
    Tune.ILLEGAL: (("E4", 0.16), ("", 0.04), ("C4", 0.3)),
    Tune.ASK: (("A4", 0.1), ("", 0.05), ("D5", 0.14)),
    Tune.OVER: (("C5", 0.14), ("G4", 0.1), ("A4", 0.1), ("C5", 0.14), ("E5", 0.14), ("G5", 0.35)),
}
"""Note and seconds; no note is a rest. All lie within two octaves round A4."""


class Buzzer:
    """Plays tunes from its own thread; a new tune cuts the one before short."""

    def __init__(self, pin: int, factory: Any) -> None:
        self._buzzer = TonalBuzzer(pin, mid_tone=Tone("A4"), octaves=2, pin_factory=factory)
        self._wanted: queue.SimpleQueue[Tune | None] = queue.SimpleQueue()
        self._cut = threading.Event()
        self._thread = threading.Thread(target=self._work, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, tune: Tune) -> None:
        """Play a tune without waiting for its end."""
        self._wanted.put(tune)
        self._cut.set()

    def close(self) -> None:
        """Fall silent and let go of the pin."""
        self._wanted.put(None)
        self._cut.set()
        self._thread.join()
        self._buzzer.close()

    def _work(self) -> None:
        while (tune := self._wanted.get()) is not None:
            if not self._wanted.empty():
                continue
            self._cut.clear()
            for note, seconds in NOTES[tune]:
                if note:
                    self._buzzer.play(Tone(note))
                else:
                    self._buzzer.stop()
                if self._cut.wait(seconds):
                    break
            self._buzzer.stop()
