"""All that is on the pins, as one panel; without pins it is there all the same, and silent."""

import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import gpiozero
from gpiozero.exc import GPIOZeroError

from device.pins.buttons import Buttons, Emit
from device.pins.display import Display, DotDisplay, LetterDisplay
from device.pins.lights import Mood, RgbLight, SeatLights, StatusLight, ThreeLights
from device.pins.tunes import Buzzer, Tune
from device.pins.wiring import Wiring
from scoring.saying import Saying, say

UNDO_HOLD_S = 1.0

Part = TypeVar("Part")


class Panel:
    """Buttons, lights, sounds and display; what could not be opened is left out and said in `sentences`."""

    def __init__(self, sentences: tuple[Saying, ...] = ()) -> None:
        self.sentences = sentences
        self._buttons: Buttons | None = None
        self._status: StatusLight | None = None
        self._seats: SeatLights | None = None
        self._buzzer: Buzzer | None = None
        self._display: Display | None = None
        self._mood: Mood | None = None
        self._lines: tuple[str, str] | None = None

    def mood(self, mood: Mood) -> None:
        """Show how the table is doing."""
        if self._status and mood is not self._mood:
            self._status.show(mood)
        self._mood = mood

    def turn(self, seat: int | None) -> None:
        """Light the seat whose turn it is, counted from 0."""
        if self._seats:
            self._seats.show(seat)

    def play(self, tune: Tune) -> None:
        """Play a tune without waiting."""
        if self._buzzer:
            self._buzzer.play(tune)

    def show(self, first: str, second: str) -> None:
        """Show two lines; a display that was unplugged is let go."""
        if self._display and (first, second) != self._lines:
            try:
                self._display.show(first, second)
            except OSError as error:
                self._display = None
                text = "The small display does not answer any more: {reason}."
                self.sentences = (*self.sentences, say(text, reason=str(error)))
        self._lines = (first, second)

    def close(self) -> None:
        """Go dark and silent, and let go of every pin."""
        for part in (self._buttons, self._status, self._seats, self._buzzer, self._display):
            if part is not None:
                with suppress(GPIOZeroError, OSError):
                    part.close()


def real_pins() -> Any:
    """This computer's pins; raises when it has none."""
    with warnings.catch_warnings():
        # gpiozero warns of each kind of pins that it tries in vain; the sentence says it once.
        warnings.simplefilter("ignore")
        gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory


def open_panel(
    wiring: Wiring,
    emit: Emit,
    clock: Callable[[], float] = time.monotonic,
    pins: Callable[[], Any] = real_pins,
    sounds: bool = True,
) -> Panel:
    """Open every wired part; none is needed, and one that fails does not take the others along."""
    try:
        factory = pins()
    except (GPIOZeroError, OSError, ImportError):
        return Panel((say("There are no pins here: buttons and lights are on the pages only."),))
    panel = Panel()
    troubles: list[Saying] = []

    def part(name: str, build: Callable[[], Part]) -> Part | None:
        try:
            return build()
        except Exception as error:  # lgpio's own error, "GPIO busy", is of no narrower kind
            troubles.append(
                say("The {part} cannot be used: {reason}.", part=name, reason=str(error).rstrip("."))
            )
            return None

    if wiring.buttons():
        panel._buttons = part(
            "buttons", lambda: Buttons(wiring.buttons(), emit, {"undo": UNDO_HOLD_S}, factory, clock)
        )
    if wiring.lights:
        kind = RgbLight if wiring.lights_are == "rgb" else ThreeLights
        panel._status = part("status lights", lambda: kind(wiring.lights, factory))
    if wiring.seats:
        panel._seats = part("seat lights", lambda: SeatLights(wiring.seats, factory))
    if wiring.buzzer and sounds:
        panel._buzzer = part("buzzer", lambda: Buzzer(wiring.buzzer, factory))
    if wiring.display == "letters":
        panel._display = part("display", lambda: LetterDisplay(wiring.display_address))
    elif wiring.display == "dots":
        panel._display = part("display", lambda: DotDisplay(wiring.display_address))
    if panel._buttons:
        panel._buttons.start()
    panel.sentences = tuple(troubles) or (say("Buttons and lights are ready."),)
    return panel
