"""Cameras: each a backend picked by name, all alike to the rest of the appliance."""

from device.cameras.camera import (
    Camera,
    CameraChoice,
    CameraError,
    CameraLostError,
    Frame,
    Glance,
    NoMorePicturesError,
    NoPictureYetError,
)
from device.cameras.choose import NAMES, Pick, best_camera, make_camera
from device.cameras.kept import CameraState, Condition, KeptCamera

__all__ = [
    "NAMES",
    "Camera",
    "CameraChoice",
    "CameraError",
    "CameraLostError",
    "CameraState",
    "Condition",
    "Frame",
    "Glance",
    "KeptCamera",
    "NoMorePicturesError",
    "NoPictureYetError",
    "Pick",
    "best_camera",
    "make_camera",
]
