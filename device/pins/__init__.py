"""Pins: buttons, lights, sounds and a small display, all optional."""

from device.pins.lights import Mood
from device.pins.panel import Panel, open_panel
from device.pins.press import Press, What
from device.pins.tunes import Tune
from device.pins.wiring import Wiring

__all__ = ["Mood", "Panel", "Press", "Tune", "What", "Wiring", "open_panel"]
