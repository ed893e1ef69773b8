"""A small score display: two rows of sixteen letters, or an OLED of 128 × 64 dots."""

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, Protocol

COLUMNS, ROWS = 16, 2


class Display(Protocol):
    """Shows two short lines."""

    def show(self, first: str, second: str) -> None:
        """Show two lines; what is too long is cut."""

    def close(self) -> None:
        """Clear the display and let go of it."""


class LetterDisplay:
    """An HD44780 behind a PCF8574, by RPLCD."""

    def __init__(self, address: int, port: int = 1) -> None:
        self._lcd = import_module("RPLCD.i2c").CharLCD(
            "PCF8574", address, port=port, cols=COLUMNS, rows=ROWS, auto_linebreaks=False
        )

    def show(self, first: str, second: str) -> None:
        """Write over both rows; clearing first would make it flicker."""
        for row, line in enumerate((first, second)):
            self._lcd.cursor_pos = (row, 0)
            self._lcd.write_string(line[:COLUMNS].ljust(COLUMNS))

    def close(self) -> None:
        """Clear the display and let go of it."""
        with suppress(OSError):
            self._lcd.close(clear=True)


class DotDisplay:
    """An SSD1306, by luma.oled."""

    def __init__(self, address: int, port: int = 1, serial: Callable[[], Any] | None = None) -> None:
        def i2c() -> Any:
            return import_module("luma.core.interface.serial").i2c(port=port, address=address)

        self._canvas = import_module("luma.core.render").canvas
        self._oled = import_module("luma.oled.device").ssd1306((serial or i2c)())
        fonts = import_module("PIL.ImageFont")
        self._small, self._large = fonts.load_default(14), fonts.load_default(26)

    def show(self, first: str, second: str) -> None:
        """Draw the first line small and the second one large."""
        with self._canvas(self._oled) as draw:
            draw.text((0, 0), first, fill="white", font=self._small)
            draw.text((0, 26), second, fill="white", font=self._large)

    def close(self) -> None:
        """Clear the display and let go of it."""
        with suppress(OSError):
            self._oled.cleanup()
