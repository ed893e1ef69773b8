"""`tallytop start`: the companion itself."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

from device.appliance import Appliance
from device.cameras.camera import Camera, CameraError
from device.cameras.choose import NAMES, best_camera, make_camera
from device.notify import Notifier
from device.settings import NAME, Settings, SettingsError, home, read_settings
from scoring.match import Refusal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--camera", choices=("best", *NAMES), help="which camera looks at the table")
    parser.add_argument("--folder", type=Path, help="the pictures that the camera called folder shows")
    parser.add_argument("--port", type=int, help="the port of the pages")
    parser.add_argument("--home", type=Path, help="where settings and history are kept")


def run(args: argparse.Namespace) -> int:
    """Start everything and run until stopped; 1 when it cannot start, with the reason in a sentence."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    where = args.home or home()
    try:
        settings = _settings(where, args)
        camera = _camera(settings)
        appliance = Appliance(where, settings, camera)
        for number in (signal.SIGTERM, signal.SIGINT):  # before any page is served: it may be stopped at once
            signal.signal(number, lambda *_: appliance.stop())
        with appliance:
            _run(appliance)
        if appliance.again:
            _start_again()
        return 0
    except SettingsError as error:
        for wrong in error.problems:
            print(wrong, file=sys.stderr)
    except (CameraError, Refusal) as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(f"The companion cannot start: {error.strerror or error}.", file=sys.stderr)
    return 1


def _settings(where: Path, args: argparse.Namespace) -> Settings:
    """Return the settings of the file, with what the command line says otherwise."""
    settings = read_settings(where / NAME)
    camera, web = settings.camera, settings.web
    if args.camera:
        camera = replace(camera, name=args.camera)
    if args.folder:
        camera = replace(camera, folder=str(args.folder))
    if args.port is not None:
        web = replace(web, port=args.port)
    return replace(settings, camera=camera, web=web)


def _camera(settings: Settings) -> Camera:
    """Build the camera that was asked for, or the best there is, and say which."""
    if settings.camera.name != "best":
        return make_camera(settings.camera.name, settings.camera.choice())
    pick = best_camera(settings.camera.choice())
    if pick.found or is_a_pi():
        print(pick.why, file=sys.stderr)
        return pick.camera
    print("No camera was found, so this plays on the simulated table.", file=sys.stderr)
    return make_camera("simulated")


def is_a_pi() -> bool:
    """Tell whether this is a Raspberry Pi, where a missing camera is waited for and not made up."""
    try:
        return "Raspberry Pi" in Path("/proc/device-tree/model").read_text()
    except OSError:
        return False


def _start_again() -> None:
    """Put a fresh companion in this one's place: the same process, as systemd knows it."""
    print("Tallytop starts again with the settings as they are now.", file=sys.stderr, flush=True)
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _run(appliance: Appliance) -> None:
    """Say where the pages are, and be the one writer until a signal comes."""
    print(f"Tallytop is ready: open http://{appliance.address()} on any phone in this network.")
    print(f"To change things from a phone, pair it with the code {appliance.code()}.", flush=True)
    notifier = Notifier()
    notifier.ready()
    appliance.run(notifier.beat)
    if not appliance.again:
        notifier.stopping()
