"""Which part is wired to which pin, by the Broadcom numbers (GPIO 17 is 17); 0 is not wired."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.saying import Saying, say

USABLE = frozenset(range(2, 28))
I2C_PINS = frozenset({2, 3})


@dataclass(frozen=True)
class Wiring:
    """The parts on the pins; docs/wiring.svg draws these defaults."""

    next: int = 17
    undo: int = 27
    yes: int = 0
    no: int = 0
    players: tuple[int, ...] = ()
    lights: tuple[int, ...] = (22, 23, 24)
    lights_are: str = "three"
    seats: tuple[int, ...] = (5, 6, 16, 26)
    buzzer: int = 12
    display: str = "none"
    display_address: int = 0x27

    def buttons(self) -> dict[str, int]:
        """Every wired button by its name."""
        named = {"next": self.next, "undo": self.undo, "yes": self.yes, "no": self.no}
        named |= {f"player{seat}": pin for seat, pin in enumerate(self.players, start=1)}
        return {name: pin for name, pin in named.items() if pin}

    def uses(self) -> Iterator[tuple[str, int]]:
        """Every wired part with its pin."""
        yield from self.buttons().items()
        yield from (("lights", pin) for pin in self.lights)
        yield from (("seats", pin) for pin in self.seats)
        if self.buzzer:
            yield "buzzer", self.buzzer
        if self.display != "none":
            yield from (("display", pin) for pin in I2C_PINS)

    def problems(self) -> list[Saying]:
        """Every pin that cannot be, and every pin used twice."""
        found = [
            say("pins.{part} is on pin {pin}; usable are 2 to 27.", part=part, pin=pin)
            for part, pin in self.uses()
            if pin not in USABLE
        ]
        if len(self.lights) not in (0, 3):
            found.append(say("pins.lights needs three pins, not {count}.", count=len(self.lights)))
        owner: dict[int, str] = {}
        for part, pin in self.uses():
            if pin in owner:
                template = "Pin {pin} is wired to both pins.{one} and pins.{other}."
                found.append(say(template, pin=pin, one=owner[pin], other=part))
            owner[pin] = part
        return found
