"""The doctor's round: every check there is, in the order in which they are shown."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from device import doctor_machine as machine
from device import doctor_parts as parts
from device.doctor import Check
from device.settings import NAME, Settings, SettingsError, read_settings


def looks(folder: Path, still: bool, serving: bool = False) -> list[Callable[[], Check]]:
    """Every check there is, in the order in which they are shown; who serves has its port already."""
    try:
        settings = read_settings(folder / NAME)
    except SettingsError:
        settings = Settings()
    wanted = ("video", "gpio") if settings.pins.display == "none" else ("video", "gpio", "i2c")
    port = [] if serving else [lambda: machine.check_port(settings.web.address, settings.web.port)]
    return [
        lambda: parts.check_settings(folder / NAME),
        lambda: parts.check_camera(settings, still),
        lambda: parts.check_pins(settings),
        lambda: parts.check_display(settings),
        lambda: machine.check_groups(wanted),
        machine.check_libraries,
        machine.check_tesseract,
        lambda: machine.check_disk(folder),
        lambda: machine.check_clock(datetime.now()),
        *port,
        machine.check_power,
    ]
