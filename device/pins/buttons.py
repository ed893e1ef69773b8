"""The buttons on the pins, read by gpiozero and debounced by ourselves."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from gpiozero import Button

from device.pins.press import Contact, Press, feel

GLANCE_S = 0.05
"""Levels are looked at this often even without an edge, for edges do get lost."""
CLOSE_LOOK_S = 0.004
CLOSE_LOOK_FOR_S = 0.06

Emit = Callable[[Press], None]


class Buttons:
    """Buttons by name; each press is handed to `emit`, from this object's own thread.

    An edge only wakes us up: what counts is the level, looked at until it is steady.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        emit: Emit,
        hold_s: Mapping[str, float],
        factory: Any,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._emit = emit
        self._clock = clock
        self._edge = threading.Event()
        self._closed = False
        self._contacts = {name: Contact(name, hold_s.get(name, 0.0)) for name in pins}
        self._buttons: dict[str, Button] = {}
        try:
            for name, pin in pins.items():
                button = Button(pin, pull_up=True, bounce_time=None, pin_factory=factory)
                button.when_pressed = button.when_released = self._edge.set
                self._buttons[name] = button
        except Exception:
            self._release()
            raise
        self._thread = threading.Thread(target=self._watch, name="buttons", daemon=True)

    def start(self) -> None:
        """Begin to watch the buttons."""
        self._thread.start()

    def look(self) -> None:
        """Look at every button once."""
        at_s = self._clock()
        for name, button in self._buttons.items():
            self._contacts[name], press = feel(self._contacts[name], bool(button.is_pressed), at_s)
            if press is not None:
                self._emit(press)

    def close(self) -> None:
        """Stop watching and let go of the pins."""
        self._closed = True
        self._edge.set()
        if self._thread.is_alive():
            self._thread.join()
        self._release()

    def _release(self) -> None:
        for button in self._buttons.values():
            button.close()
        self._buttons = {}

    def _watch(self) -> None:
        close_until_s = self._clock()
        while not self._closed:
            if self._edge.wait(CLOSE_LOOK_S if self._clock() < close_until_s else GLANCE_S):
                self._edge.clear()
                close_until_s = self._clock() + CLOSE_LOOK_FOR_S
            self.look()
            if any(contact.raw != contact.down for contact in self._contacts.values()):
                close_until_s = self._clock() + CLOSE_LOOK_FOR_S
