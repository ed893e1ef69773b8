"""Every setting there is, with its default and the sentence that explains it. None is needed to start."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.cameras import NAMES, CameraChoice
from device.pins.wiring import USABLE, Wiring
from scoring.saying import say

NOT_WIRED = 0
PIN_CHOICES = (NOT_WIRED, *sorted(USABLE))
SECTIONS = {
    "camera": say("Which camera looks at the table, and how."),
    "pins": say("What is wired to the pins, by their GPIO numbers; 0 is not wired."),
    "table": say("How turns are taken."),
    "web": say("The pages that phones and the TV show."),
    "mqtt": say("A broker, such as Home Assistant's, that is told what stands on the table."),
}


def setting(
    default: Any,
    about: str,
    choices: tuple[Any, ...] = (),
    least: float | None = None,
    most: float | None = None,
    secret: bool = False,
) -> Any:
    """A field of a section: its default, what it does, and what it may be."""
    limits = {"choices": choices, "least": least, "most": most, "secret": secret}
    return field(default=default, metadata={"about": say(about), **limits})


@dataclass(frozen=True)
class CameraSettings:
    """The section camera."""

    name: str = setting(
        "best", "Which camera to use; best takes the best one that is there.", ("best", *NAMES)
    )
    which: str = setting("", "A part of the camera's name, when several are plugged in.")
    folder: str = setting("", "The folder of pictures that the camera called folder shows.")
    width: int = setting(
        0, "How many dots wide a picture is; 0 takes what suits the camera.", least=0, most=9248
    )
    height: int = setting(
        0, "How many dots high a picture is; 0 takes what suits the camera.", least=0, most=6944
    )
    mains_hz: int = setting(
        50, "How fast lamps flicker where you live; 0 leaves it to the camera.", (0, 50, 60)
    )
    lens_dioptres: float = setting(
        -1.0,
        "Where the lens stays, 1 divided by metres to the table; -1 focuses by itself.",
        least=-1,
        most=32,
    )

    def choice(self) -> CameraChoice:
        """What the cameras want to know."""
        return CameraChoice(
            self.which, Path(self.folder), self.width, self.height, self.mains_hz, self.lens_dioptres
        )


@dataclass(frozen=True)
class PinSettings:
    """The section pins."""

    next: int = setting(17, "The button that ends the turn.", PIN_CHOICES)
    undo: int = setting(27, "The button that takes the last turn back when held for a second.", PIN_CHOICES)
    yes: int = setting(0, "A button that says yes to a question.", PIN_CHOICES)
    no: int = setting(0, "A button that says no to a question.", PIN_CHOICES)
    players: tuple[int, ...] = setting(
        (), "One button for each player, in the order of the seats.", PIN_CHOICES
    )
    lights: tuple[int, ...] = setting(
        (22, 23, 24), "The status lights: green, amber, red; or red, green, blue of one light.", PIN_CHOICES
    )
    lights_are: str = setting("three", "Three single lights, or one rgb light.", ("three", "rgb"))
    seats: tuple[int, ...] = setting(
        (5, 6, 16, 26), "One light at each seat, for whose turn it is.", PIN_CHOICES
    )
    buzzer: int = setting(12, "The buzzer.", PIN_CHOICES)
    sounds: bool = setting(True, "Whether tunes are played.")
    display: str = setting(
        "none", "A small score display: 2 rows of letters, or an OLED of dots.", ("none", "letters", "dots")
    )
    display_address: int = setting(
        0x27, "The small display's I2C address; OLEDs mostly have 60.", least=3, most=119
    )

    def wiring(self) -> Wiring:
        """What the panel wants to know."""
        return Wiring(
            self.next, self.undo, self.yes, self.no, self.players, self.lights, self.lights_are,
            self.seats, self.buzzer, self.display, self.display_address,
        )  # fmt: skip


@dataclass(frozen=True)
class TableSettings:
    """The section table."""

    automatic: bool = setting(False, "Whether a legal turn counts by itself once the hands are away.")
    automatic_after_s: float = setting(
        3.0, "How many seconds it then waits, so that you may still move.", least=0.5, most=60
    )
    settle_s: float = setting(
        0.4, "For how many seconds nothing may move before the table is read.", least=0.2, most=5
    )
    keep_pictures: bool = setting(True, "Whether the picture of every turn is kept, for looking at it later.")


@dataclass(frozen=True)
class WebSettings:
    """The section web."""

    address: str = setting("0.0.0.0", "Where to listen; 127.0.0.1 shows the pages on this computer only.")
    port: int = setting(8080, "The number after the colon in the address of the pages.", least=1, most=65535)
    most_phones: int = setting(48, "How many phones may watch at the same time.", least=1, most=200)


@dataclass(frozen=True)
class MqttSettings:
    """The section mqtt."""

    host: str = setting("", "Where the broker is; nothing is told when this is empty.")
    port: int = setting(1883, "The broker's port.", least=1, most=65535)
    user: str = setting("", "The name we have at the broker.")
    password: str = setting("", "The password that goes with it.", secret=True)
    table: str = setting("Table", "What this table is called there.")


@dataclass(frozen=True)
class Settings:
    """All settings by section."""

    camera: CameraSettings = CameraSettings()
    pins: PinSettings = PinSettings()
    table: TableSettings = TableSettings()
    web: WebSettings = WebSettings()
    mqtt: MqttSettings = MqttSettings()
