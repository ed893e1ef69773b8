"""The checks of the computer itself: groups, libraries, disk, clock, port, power."""

import grp
import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from device.doctor import Check, fail, ok, warn
from scoring.saying import say

FULL_BYTES, TIGHT_BYTES = 200_000_000, 1_000_000_000
OLDEST_YEAR = 2025
UNDERVOLTAGE, CAPPED, THROTTLED, HOT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
SINCE_POWER_ON = 16
COMPILED = ("numpy", "cv2", "onnxruntime", "simplejpeg")
"""simplejpeg comes with picamera2 and is built against the system's numpy."""


def run_tool(*words: str) -> str | None:
    """What a tool prints; None when it is missing or fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def check_groups(wanted: Iterable[str] = ("video", "gpio")) -> Check:
    """Whether this user may use camera and pins."""
    user = pwd.getpwuid(os.geteuid()).pw_name
    known = {group.gr_name: group.gr_gid for group in grp.getgrall()}
    mine = {os.getegid(), *os.getgroups()}
    missing = [name for name in wanted if name in known and known[name] not in mine]
    if os.geteuid() == 0 or not missing:
        return ok("groups", say("{user} may use camera and pins.", user=user))
    return fail(
        "groups",
        say("{user} is not in {groups}.", user=user, groups=" and ".join(missing)),
        say("Run: sudo usermod -aG {groups} {user}, then log in again.", groups=",".join(missing), user=user),
    )


def check_libraries(modules: Sequence[str] = COMPILED) -> Check:
    """Whether the compiled libraries fit each other; a misfit shows only when they are loaded together."""
    there = [name for name in modules if importlib.util.find_spec(name)]
    code = "import " + ", ".join(there) + "; print(numpy.__version__, cv2.__version__)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    if done.returncode == 0:
        numpy_version, cv2_version = done.stdout.split()[-2:]
        return ok(
            "libraries", say("numpy {numpy} and OpenCV {cv2} fit.", numpy=numpy_version, cv2=cv2_version)
        )
    reason = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "it crashed"
    if "dtype size changed" in reason or "multiarray" in reason or "ABI" in reason:
        fix = say(
            "Two versions of numpy are mixed: run systemd/install.sh again, which keeps to the system's."
        )
    else:
        fix = say("Run systemd/install.sh again.")
    return fail("libraries", say("The libraries cannot be loaded: {reason}.", reason=reason), fix)


def check_tesseract() -> Check:
    """Whether texts on cards can be read."""
    version = run_tool("tesseract", "--version")
    if version is None:
        return warn(
            "tesseract",
            say("The program tesseract is missing; question cards cannot be read, all else can."),
            say("Run: sudo apt install tesseract-ocr."),
        )
    return ok("tesseract", say("{version} is there.", version=version.split("\n")[0]))


def check_disk(home: Path) -> Check:
    """Whether games can be kept."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home) as file:
            file.write(b"tallytop" * 512)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return fail(
            "disk",
            say(
                "Nothing can be written to {home}: {reason}.",
                home=str(home),
                reason=error.strerror or str(error),
            ),
            say(
                "Free some space, or give {home} to this user; a worn SD card makes itself read-only.",
                home=str(home),
            ),
        )
    free = shutil.disk_usage(home).free
    finding = say("{free} MB are free for games in {home}.", free=free // 1_000_000, home=str(home))
    fix = say("Delete old pictures: tallytop history, or empty {home}/photos.", home=str(home))
    if free < FULL_BYTES:
        return fail("disk", finding, fix)
    return warn("disk", finding, fix) if free < TIGHT_BYTES else ok("disk", finding)


def check_clock(now: datetime) -> Check:
    """Whether dates of games will be right; turns themselves do not need the clock."""
    fix = say("Connect to the network once, or run: sudo timedatectl set-time 'YYYY-MM-DD HH:MM'.")
    if now.year < OLDEST_YEAR:
        return warn("clock", say("The clock says it is {year}.", year=now.year), fix)
    synchronised = run_tool("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if synchronised is not None and synchronised.strip() == "no":
        return warn(
            "clock", say("The clock, {now}, is not set by the network.", now=f"{now:%d %B %Y, %H:%M}"), fix
        )
    return ok("clock", say("It is {now}.", now=f"{now:%d %B %Y, %H:%M}"))


def check_port(address: str, port: int) -> Check:
    """Whether the pages can be served."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((address, port))
        except PermissionError:
            return fail(
                "port",
                say("Port {port} is for the system only.", port=port),
                say("Choose a web.port above 1023 in the settings."),
            )
        except OSError as error:
            return warn(
                "port",
                say("Port {port} is taken: {reason}.", port=port, reason=error.strerror or str(error)),
                say("Tallytop may be running already; else choose another web.port in the settings."),
            )
    return ok("port", say("Port {port} is free.", port=port))


def check_power() -> Check:
    """Whether the Pi gets enough power and stays cool."""
    answer = run_tool("vcgencmd", "get_throttled")
    if answer is None or "=" not in answer:
        return ok("power", say("This computer does not tell about its power."))
    bits = int(answer.strip().split("=")[1], 16)
    power = say("Use the power supply made for this Pi, and a short thick cable.")
    air = say("Give the Pi air, a heat sink or a fan.")
    if bits & UNDERVOLTAGE:
        return fail("power", say("The Pi gets too little power right now."), power)
    if bits & (CAPPED | THROTTLED | HOT):
        return warn("power", say("The Pi is slowed down right now because it is too hot."), air)
    if bits >> SINCE_POWER_ON & UNDERVOLTAGE:
        return warn("power", say("The Pi got too little power since it was switched on."), power)
    if bits >> SINCE_POWER_ON:
        return warn("power", say("The Pi was slowed down since it was switched on."), air)
    return ok("power", say("Power and temperature are fine."))
