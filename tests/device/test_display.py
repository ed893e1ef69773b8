"""The small displays, through their real libraries, down to the bus."""

import pytest

from device.pins.display import DotDisplay, LetterDisplay

pytest.importorskip("RPLCD", reason="RPLCD is not installed: the letter display was not tried")
pytest.importorskip("luma.oled", reason="luma.oled is not installed: the dot display was not tried")


class Hd44780:
    """The letter display's own chip behind its PCF8574: it takes in nibbles as the clock falls."""

    def __init__(self, port: int) -> None:
        self.memory = [" "] * 128
        self.place = 0
        self.last = 0
        self.half: int | None = None
        self.woken = 0

    def write_byte(self, address: int, value: int) -> None:
        clock_fell = self.last & 0b100 and not value & 0b100
        if clock_fell:
            self._nibble(self.last >> 4, bool(self.last & 1))
        self.last = value

    def _nibble(self, nibble: int, is_letter: bool) -> None:
        self.woken += 1
        if self.woken <= 4:  # the four wake-up nibbles that switch to four wires
            return
        if self.half is None:
            self.half = nibble
            return
        byte, self.half = self.half << 4 | nibble, None
        if is_letter:
            self.memory[self.place] = chr(byte)
            self.place += 1
        elif byte & 0x80:
            self.place = byte & 0x7F
        elif byte == 1:
            self.memory, self.place = [" "] * 128, 0

    def close(self) -> None:
        """The bus has nothing to close."""

    @property
    def rows(self) -> tuple[str, str]:
        return "".join(self.memory[:16]), "".join(self.memory[64:80])


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Hd44780:
    import RPLCD.i2c

    made = Hd44780(1)
    monkeypatch.setattr(RPLCD.i2c, "SMBus", lambda port: made)
    return made


def test_letters_reach_both_rows_and_longer_names_are_cut(chip: Hd44780) -> None:
    display = LetterDisplay(0x27)
    display.show("Annabelle-Christine 120", "+75")
    assert chip.rows == ("Annabelle-Christ", "+75             ")
    display.show("Bob 9", "turn")
    assert chip.rows == ("Bob 9           ", "turn            ")
    display.close()
    assert chip.rows == (" " * 16, " " * 16)


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma.oled's own
def test_dots_light_up_for_text_and_go_out_at_the_end() -> None:
    from luma.core.interface.serial import noop

    sent: list[int] = []

    class Bus(noop):  # type: ignore[misc]
        def data(self, data: list[int]) -> None:
            sent.extend(data)

    display = DotDisplay(0x3C, serial=Bus)
    sent.clear()
    display.show("Ann", "+75")
    lit = sum(bin(byte).count("1") for byte in sent)
    assert len(sent) == 128 * 64 // 8 and 100 < lit < 3000
    display.show("", "")
    assert not any(sent[-1024:])
    display.close()


def test_a_display_that_is_not_plugged_in_is_an_error_with_a_reason() -> None:
    with pytest.raises(OSError, match="i2c"):
        LetterDisplay(0x27, port=9)
