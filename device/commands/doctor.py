"""`tallytop doctor`: check every part, and say the fix."""

import argparse
import json
from collections.abc import Callable
from datetime import datetime

from device import doctor_machine as machine
from device import doctor_parts as parts
from device.doctor import Check, Verdict, examine, worst
from device.settings import NAME, Settings, SettingsError, home, read_settings

HELP = "check camera, pins, disk and the rest, and say the fix"
SIGNS = {Verdict.OK: "✓", Verdict.WARN: "!", Verdict.FAIL: "✗"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--still", action="store_true", help="also take a picture with the camera")


def looks(still: bool) -> list[Callable[[], Check]]:
    """Every check there is, in the order in which they are shown."""
    folder = home()
    try:
        settings = read_settings(folder / NAME)
    except SettingsError:
        settings = Settings()
    wanted = ("video", "gpio") if settings.pins.display == "none" else ("video", "gpio", "i2c")
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
        lambda: machine.check_port(settings.web.address, settings.web.port),
        machine.check_power,
    ]


def run(args: argparse.Namespace) -> int:
    """Print every finding; exit code 1 when something is unusable."""
    checks = examine(looks(args.still))
    if args.json:
        print(json.dumps({"verdict": worst(checks).value, "checks": [check.as_json() for check in checks]}))
    else:
        for check in checks:
            print(f"{SIGNS[check.verdict]} {check.part}: {check.finding}")
            if check.fix:
                print(f"    {check.fix}")
    return int(worst(checks) is Verdict.FAIL)
