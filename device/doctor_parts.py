"""The checks of what is plugged in and set: settings, camera, pins, display."""

import importlib.util
import os
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from device.cameras import CameraError, KeptCamera, best_camera, make_camera
from device.doctor import Check, fail, ok, warn
from device.settings import Settings, SettingsError, read_settings
from scoring.saying import say

I2C_MODULES = {"letters": "RPLCD", "dots": "luma.oled"}


def check_settings(path: Path) -> Check:
    """Whether the settings file is right."""
    try:
        read_settings(path)
    except SettingsError as error:
        return fail(
            "settings",
            say(
                "{count} settings are wrong: {problems}",
                count=len(error.problems),
                problems="; ".join(str(problem) for problem in error.problems),
            ),
            say("Correct {path}, or delete it: no setting is needed.", path=str(path)),
        )
    if not path.exists():
        return ok("settings", say("There is no settings file, and none is needed."))
    return ok("settings", say("{path} is right.", path=str(path)))


def check_camera(settings: Settings, still: bool) -> Check:
    """Which camera would be used, and, if wished, whether it gives a picture."""
    choice = settings.camera.choice()
    try:
        if settings.camera.name == "best":
            pick = best_camera(choice)
            camera, finding = pick.camera, pick.why
            if not pick.found:
                return warn("camera", finding, say("Plug in a Pi camera or a USB camera."))
        else:
            camera = make_camera(settings.camera.name, choice)
            finding = say("The settings choose {camera}.", camera=camera.description)
        if not still:
            return ok("camera", finding)
        kept = KeptCamera(camera)
        try:
            frame = kept.still()
        finally:
            kept.close()
    except (CameraError, ImportError) as error:
        return fail(
            "camera",
            say("The camera gives no picture: {reason}", reason=str(error)),
            say("Check its cable at both ends; stop Tallytop first if it is running."),
        )
    height, width = frame.picture.shape[:2]
    if frame.picture.mean() < 6:
        return warn(
            "camera", say("The picture is black."), say("Take the cap off the lens and switch on the light.")
        )
    return ok(
        "camera",
        say("{camera} gives {width} × {height} dots.", camera=camera.description, width=width, height=height),
    )


def check_pins(settings: Settings, devices: Path = Path("/dev")) -> Check:
    """Whether buttons and lights can be used."""
    chips = sorted(devices.glob("gpiochip*"))
    if not chips:
        return ok("pins", say("This computer has no pins: buttons and lights are on the pages only."))
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return fail(
            "pins",
            say("This user may not use the pins ({chip}).", chip=str(chips[0])),
            say("Run: sudo usermod -aG gpio $USER, then log in again."),
        )
    try:
        lgpio = version("lgpio") if importlib.util.find_spec("lgpio") else ""
    except PackageNotFoundError:
        lgpio = "1"  # installed by the system, without a note of its version
    if not lgpio or lgpio.startswith("0.0"):
        return fail("pins", say("The library lgpio is missing."), say("Run: sudo apt install python3-lgpio."))
    uses = len(list(settings.pins.wiring().uses()))
    return ok("pins", say("The pins are there; {count} are in use.", count=uses))


def check_display(settings: Settings, devices: Path = Path("/dev")) -> Check:
    """Whether the small display, where one is chosen, can be used."""
    kind = settings.pins.display
    if kind == "none":
        return ok("display", say("No small display is chosen."))
    if not any(devices.glob("i2c-*")):
        return fail(
            "display",
            say("I2C is switched off."),
            say("Run: sudo raspi-config nonint do_i2c 0, then restart."),
        )
    if importlib.util.find_spec(I2C_MODULES[kind].split(".")[0]) is None:
        return fail(
            "display",
            say("The library {module} is missing.", module=I2C_MODULES[kind]),
            say("Run systemd/install.sh --display."),
        )
    return ok("display", say("The small display can be used."))
