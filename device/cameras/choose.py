"""The cameras by name, and the best one there is."""

from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Protocol, cast

from device.cameras.camera import Camera, CameraChoice, CameraError, CameraLostError
from device.cameras.sought import SoughtCamera
from scoring.saying import Saying, say

NAMES = ("pi", "usb", "folder", "phone", "simulated")


class Backend(Protocol):
    """What a module of this folder named like a camera offers."""

    def make(self, choice: CameraChoice) -> Camera:
        """Build the camera without touching it."""

    def is_there(self, choice: CameraChoice) -> Saying | None:
        """Say why this camera cannot be used now; None when it can."""


@dataclass(frozen=True)
class Pick:
    """The camera that was picked, whether it is there now, and the sentence for page and log."""

    camera: Camera
    found: bool
    why: Saying


def backend(name: str) -> Backend:
    """Find a kind of camera by its name."""
    if name not in NAMES:
        raise CameraError(
            say(
                'There is no camera called "{name}"; choose one of {names}.',
                name=name,
                names=", ".join(NAMES),
            )
        )
    return cast(Backend, import_module(f"device.cameras.{name}"))


def make_camera(name: str, choice: CameraChoice | None = None) -> Camera:
    """Build the named camera; it is touched only when it is opened."""
    return backend(name).make(choice or CameraChoice())


def best_camera(choice: CameraChoice | None = None) -> Pick:
    """Pick the best camera there is: a Pi camera, else a USB one, else whichever is plugged in later."""
    chosen = choice or CameraChoice()
    camera = SoughtCamera(
        [
            (partial(backend(name).is_there, chosen), partial(backend(name).make, chosen))
            for name in ("pi", "usb")
        ]
    )
    try:
        return Pick(camera, True, camera.seek())
    except CameraLostError as none:
        return Pick(camera, False, none.sentence)
