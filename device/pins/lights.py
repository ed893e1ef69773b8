"""The lights: how the table is doing, and whose turn it is."""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Protocol

from gpiozero import LED, RGBLED


class Mood(Enum):
    """How the table is doing."""

    OFF = "off"
    READY = "ready"
    READING = "reading"
    ASK = "ask"
    ILLEGAL = "illegal"


class StatusLight(Protocol):
    """A light that shows the table's mood."""

    def show(self, mood: Mood) -> None:
        """Show a mood until the next."""

    def close(self) -> None:
        """Go dark and let go of the pins."""


COLOURS = {Mood.READY: (0, 1, 0), Mood.READING: (0, 0, 1), Mood.ASK: (1, 0.45, 0), Mood.ILLEGAL: (1, 0, 0)}


class RgbLight:
    """One light of three colours: green ready, blue reading, amber asks, red illegal."""

    def __init__(self, pins: Sequence[int], factory: Any) -> None:
        red, green, blue = pins
        self._led = RGBLED(red, green, blue, pin_factory=factory)

    def show(self, mood: Mood) -> None:
        """Show a mood; asking pulses, for it waits for somebody."""
        if mood is Mood.OFF:
            self._led.off()
        elif mood is Mood.ASK:
            self._led.pulse(fade_in_time=0.4, fade_out_time=0.4, on_color=COLOURS[mood])
        else:
            self._led.color = COLOURS[mood]

    def close(self) -> None:
        """Go dark and let go of the pins."""
        self._led.close()


class _Row:
    """Single lights in a row: all of them are opened, or none."""

    def __init__(self, pins: Sequence[int], factory: Any) -> None:
        self._leds: list[LED] = []
        try:
            for pin in pins:
                self._leds.append(LED(pin, pin_factory=factory))
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        """Go dark and let go of the pins."""
        for led in self._leds:
            led.close()


class ThreeLights(_Row):
    """Green, amber and red: green ready, green flickering reads, amber asks, red illegal."""

    def show(self, mood: Mood) -> None:
        """Show a mood on the one light that stands for it."""
        green, amber, red = self._leds
        for led in self._leds:
            led.off()
        if mood is Mood.READY:
            green.on()
        elif mood is Mood.READING:
            green.blink(on_time=0.06, off_time=0.06)
        elif mood is Mood.ASK:
            amber.blink(on_time=0.4, off_time=0.4)
        elif mood is Mood.ILLEGAL:
            red.on()


class SeatLights(_Row):
    """One light at each seat; the one whose turn it is shines."""

    def show(self, seat: int | None) -> None:
        """Light one seat, counted from 0, or none; a seat without a light is no fault."""
        for index, led in enumerate(self._leds):
            led.value = index == seat
