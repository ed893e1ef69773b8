"""A USB camera, through V4L2 and OpenCV."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from device.cameras.camera import CameraChoice, CameraLostError, Frame, Glance, Pixels
from device.cameras.shrink import shrunk
from scoring.saying import Saying, say

SIZES = ((1920, 1080), (1280, 720), (640, 480))
STALE_FRAMES = 2
DAMAGED_IN_A_ROW = 5
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
DEVICES = Path("/sys/class/video4linux")

Capture = Callable[[str], cv2.VideoCapture]


@dataclass(frozen=True)
class UsbDevice:
    """A USB camera as the kernel lists it."""

    path: str
    people_say: str


def list_usb(devices: Path = DEVICES) -> tuple[UsbDevice, ...]:
    """USB cameras in the order they were found; a Pi's own decoders and image processors are left out."""
    found = []
    for node in sorted(devices.glob("video*"), key=lambda path: int(path.name.removeprefix("video"))):
        wired_by_usb = any(part.startswith("usb") for part in (node / "device").resolve().parts)
        # One camera has several nodes; the one with index 0 gives pictures.
        if wired_by_usb and (node / "index").read_text().strip() == "0":
            found.append(UsbDevice(f"/dev/{node.name}", (node / "name").read_text().strip()))
    return tuple(found)


def v4l2(path: str) -> cv2.VideoCapture:
    """Open a video device by V4L2 alone: OpenCV's other ways in are slower to say no."""
    return cv2.VideoCapture(path, cv2.CAP_V4L2)


def make(choice: CameraChoice) -> "UsbCamera":
    """Build the USB camera without touching it."""
    return UsbCamera(choice)


def is_there(choice: CameraChoice, devices: Path = DEVICES) -> Saying | None:
    """Say why no USB camera can be used; None when one can."""
    try:
        find(choice, devices)
    except CameraLostError as lost:
        return lost.sentence
    return None


def find(choice: CameraChoice, devices: Path = DEVICES) -> UsbDevice:
    """The wished USB camera, chosen by its device file or a part of its name."""
    listed = list_usb(devices)
    for device in listed:
        if choice.which in device.path or choice.which.lower() in device.people_say.lower():
            return device
    if choice.which and listed:
        raise CameraLostError(say('No USB camera is called "{which}".', which=choice.which))
    raise CameraLostError(say("No USB camera is plugged in."))


class UsbCamera:
    """A webcam; it is asked for JPEGs, of which a glance decodes an eighth only."""

    name = "usb"
    live = True

    def __init__(
        self,
        choice: CameraChoice,
        devices: Path = DEVICES,
        capture: Capture = v4l2,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._choice = choice
        self._devices = devices
        self._capture = capture
        self._clock = clock
        self._video: cv2.VideoCapture | None = None
        self._device: UsbDevice | None = None
        self._number = 0

    @property
    def description(self) -> str:
        """The name the camera gives itself."""
        return f"the USB camera {self._device.people_say}" if self._device else "the USB camera"

    def open(self) -> None:
        """Open the device at the largest size it has."""
        self._device = find(self._choice, self._devices)
        video = self._capture(self._device.path)
        if not video.isOpened():
            video.release()
            raise CameraLostError(
                say(
                    "{camera} is there but cannot be opened: is another program using it?",
                    camera=self.description,
                )
            )
        video.set(cv2.CAP_PROP_FOURCC, MJPG)
        wished = (self._choice.width, self._choice.height)
        for size in (wished, *SIZES) if all(wished) else SIZES:
            video.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            video.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
            if (
                round(video.get(cv2.CAP_PROP_FRAME_WIDTH)),
                round(video.get(cv2.CAP_PROP_FRAME_HEIGHT)),
            ) == size:
                break
        video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if round(video.get(cv2.CAP_PROP_FOURCC)) == MJPG:
            video.set(cv2.CAP_PROP_CONVERT_RGB, 0)
        self._video = video

    def glance(self) -> Glance:
        """The next picture, small and grey."""
        grey = self._read(small_grey)
        self._number += 1
        return Glance(grey, self._clock(), self._number)

    def still(self) -> Frame:
        """A whole picture; the ones that waited in the queue are older than the call and thrown away."""
        for _ in range(STALE_FRAMES):
            self._grab()
        picture = self._read(in_colour)
        self._number += 1
        return Frame(picture, self._clock(), self._number)

    def settle(self) -> None:
        """Webcams keep adapting by themselves."""

    def close(self) -> None:
        """Let go of the device."""
        if self._video is not None:
            self._video.release()
            self._video = None

    def _grab(self) -> cv2.VideoCapture:
        if self._video is None:
            raise CameraLostError(say("The camera is not open."))
        if not self._video.grab():
            raise CameraLostError(say("{camera} was unplugged or sends nothing.", camera=self.description))
        return self._video

    def _read(self, decode: Callable[[Pixels], Pixels | None]) -> Pixels:
        """The next picture that is whole; a webcam sends a damaged one now and then."""
        for _ in range(DAMAGED_IN_A_ROW):
            good, raw = self._grab().retrieve()
            picture = decode(np.asarray(raw, np.uint8)) if good and raw is not None and raw.size else None
            if picture is not None:
                return picture
        raise CameraLostError(say("{camera} sends damaged pictures.", camera=self.description))


def is_jpeg(raw: Pixels) -> bool:
    """Whether V4L2 handed over an undecoded JPEG, a single row of bytes."""
    return raw.ndim == 1 or min(raw.shape[:2]) == 1


def small_grey(raw: Pixels) -> Pixels | None:
    """A glance from a JPEG or from a decoded picture; None when it is damaged."""
    if is_jpeg(raw):
        grey = cv2.imdecode(raw.reshape(-1), cv2.IMREAD_REDUCED_GRAYSCALE_4)
        return None if grey is None else shrunk(np.asarray(grey, np.uint8))
    return shrunk(raw)


def in_colour(raw: Pixels) -> Pixels | None:
    """A whole picture from a JPEG or from a decoded picture; None when it is damaged."""
    if is_jpeg(raw):
        picture = cv2.imdecode(raw.reshape(-1), cv2.IMREAD_COLOR)
        return None if picture is None else np.asarray(picture, np.uint8)
    return raw if raw.ndim == 3 else np.asarray(cv2.cvtColor(raw, cv2.COLOR_GRAY2BGR), np.uint8)
