"""The Raspberry Pi's own camera, through picamera2."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import cv2
import numpy as np

from device.cameras.camera import CameraChoice, CameraLostError, Frame, Glance, Pixels
from device.cameras.exposure import AUTO_LIGHT, holding, steady
from device.cameras.sensors import UNKNOWN, sensor_for
from device.cameras.shrink import GLANCE_WIDTH, shrunk
from scoring.saying import Saying, say

FRAME_TIMEOUT_S = 3.0
FOCUS_TIMEOUT_S = 6.0
SETTLE_TIMEOUT_S = 3.0
CLOSE_TIMEOUT_S = 4.0
BRISK_US = (33_333, 33_333)
"""Focusing counts frames, so it goes at full speed."""
CALM_US = (33_333, 100_000)
"""In a dim room a frame may take its time."""
FOCUS_BY_HAND, FLICKER_BY_HAND, FAST = 0, 1, 1
"""libcamera's AfModeManual, FlickerManual and AfSpeedFast."""

TO_COLOUR = {
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
}
"""picamera2's names say the colours the other way round than they lie in memory; RGB888 is as we want it."""

Library = Callable[[], type[Any]]


def picamera2_class() -> type[Any]:
    """The real Picamera2, imported only when a camera is wanted."""
    return import_module("picamera2").Picamera2  # type: ignore[no-any-return]


def make(choice: CameraChoice) -> "PiCamera":
    """Build the Pi camera without touching it."""
    return PiCamera(choice)


def is_there(choice: CameraChoice, library: Library = picamera2_class) -> Saying | None:
    """Say why no Pi camera can be used; None when one can."""
    try:
        find(choice, library)
    except CameraLostError as lost:
        return lost.sentence
    return None


def find(choice: CameraChoice, library: Library = picamera2_class) -> tuple[int, Mapping[str, Any]]:
    """The index and description of the wished camera, chosen by a part of its Id or model."""
    try:
        infos = library().global_camera_info()
    except ImportError as error:
        raise CameraLostError(
            say("The Pi camera needs the package python3-picamera2 ({reason}).", reason=str(error))
        ) from error
    except (RuntimeError, OSError) as error:
        raise CameraLostError(
            say("The Pi's cameras cannot be listed: {reason}.", reason=str(error))
        ) from error
    for index, info in enumerate(infos):
        # USB cameras are listed here too, but have a better way in.
        wished = choice.which in info["Id"] or choice.which in str(info.get("Model", ""))
        if wished and "/usb" not in info["Id"]:
            return index, info
    if choice.which and infos:
        raise CameraLostError(say('No Pi camera is called "{which}".', which=choice.which))
    raise CameraLostError(
        say("No Pi camera is plugged in: check both ends of its ribbon, with the power off.")
    )


class PiCamera:
    """One camera ribbon: focus, exposure and colours are found once and then held."""

    name = "pi"
    live = True

    def __init__(
        self,
        choice: CameraChoice,
        library: Library = picamera2_class,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._choice = choice
        self._library = library
        self._clock = clock
        self._camera: Any = None
        self._sensor = UNKNOWN
        self._number = 0
        self._dated = False

    @property
    def description(self) -> str:
        """The camera module's name as printed on its box."""
        return f"{self._sensor.people_say} ({self._sensor.model})" if self._sensor.model else "the Pi camera"

    def open(self) -> None:
        """Find, configure and start the camera, focus it once, take in the light once."""
        index, info = find(self._choice, self._library)
        self._sensor = sensor_for(str(info.get("Model", "")))
        try:
            self._camera = self._library()(camera_num=index)
            self._camera.configure(self._configuration())
            self._camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            self.close()
            raise self._lost(error) from error
        with self._watched():
            self._set({"AfSpeed": FAST, "FrameDurationLimits": BRISK_US, **self._without_flicker()})
            self._dated = "ExposureTime" in self._camera.capture_metadata(wait=FRAME_TIMEOUT_S)
            self._focus()
            self._set({"FrameDurationLimits": CALM_US})
        self.settle()

    def glance(self) -> Glance:
        """The grey plane of the small stream."""
        with self._watched():
            array = self._camera.capture_array("lores", wait=FRAME_TIMEOUT_S)
            width, height = self._camera.camera_configuration()["lores"]["size"]
        self._number += 1
        # YUV420 has the grey rows on top, with padding at their ends.
        grey = np.ascontiguousarray(array[:height, :width])
        # A camera that has no stream so small gives a larger one.
        return Glance(shrunk(grey) if width > GLANCE_WIDTH else grey, self._clock(), self._number)

    def still(self) -> Frame:
        """A frame whose exposure began after this call."""
        with (
            self._watched(),
            self._camera.captured_request(wait=FRAME_TIMEOUT_S, flush=self._dated or None) as request,
        ):
            picture = in_colour(
                request.make_array("main"), self._camera.camera_configuration()["main"]["format"]
            )
        self._number += 1
        return Frame(picture, self._clock(), self._number)

    def settle(self) -> None:
        """Let exposure and white balance find the light, then hold them."""
        with self._watched():
            self._set(AUTO_LIGHT)
            until_s = self._clock() + SETTLE_TIMEOUT_S
            history: list[Mapping[str, object]] = []
            while not steady(history) and self._clock() < until_s:
                history.append(self._camera.capture_metadata(wait=FRAME_TIMEOUT_S))
            if history:
                self._set(holding(history[-1]))

    def close(self) -> None:
        """Let go; picamera2 may wait for ever on a dead ribbon, so it is given a few seconds only."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        camera.cancel_all_and_flush()
        closing = threading.Thread(target=_close_quietly, args=(camera,), name="close-camera", daemon=True)
        closing.start()
        closing.join(CLOSE_TIMEOUT_S)

    def _configuration(self) -> Any:
        size = (self._choice.width, self._choice.height)
        return self._camera.create_video_configuration(
            # picamera2's RGB888 lies in memory as blue, green, red: OpenCV's order.
            main={"size": size if all(size) else self._sensor.still_size, "format": "RGB888"},
            lores={"size": self._sensor.glance_size, "format": "YUV420"},
            raw=None,
            buffer_count=4,
        )

    def _without_flicker(self) -> dict[str, object]:
        if not self._choice.mains_hz:
            return {}
        half_wave_us = round(1e6 / (2 * self._choice.mains_hz))
        return {"AeFlickerMode": FLICKER_BY_HAND, "AeFlickerPeriod": half_wave_us}

    def _focus(self) -> None:
        """Focus once and hold the lens there; a lens without a motor is left alone."""
        if "AfMode" not in self._camera.camera_controls:
            return
        lens: object = self._choice.lens_dioptres
        if self._choice.lens_dioptres < 0:
            try:
                self._camera.autofocus_cycle(wait=FOCUS_TIMEOUT_S)
            except TimeoutError:
                # A bare cloth gives nothing to focus on, and an unfinished search would block every frame.
                self._camera.cancel_all_and_flush()
            lens = self._camera.capture_metadata(wait=FRAME_TIMEOUT_S).get("LensPosition")
        self._set({"AfMode": FOCUS_BY_HAND} | ({} if lens is None else {"LensPosition": lens}))

    def _set(self, controls: Mapping[str, object]) -> None:
        """Set what this camera has; picamera2 refuses the rest."""
        known = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in controls.items() if name in known})

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Turn every way in which picamera2 gives up into the one that callers know."""
        if self._camera is None:
            raise CameraLostError(say("The camera is not open."))
        try:
            yield
        except (RuntimeError, OSError, CancelledError, KeyError) as error:
            raise self._lost(error) from error

    def _lost(self, error: BaseException) -> CameraLostError:
        if isinstance(error, CameraLostError):
            return error
        reason = "no picture came" if isinstance(error, TimeoutError) else str(error)
        return CameraLostError(
            say("{camera} does not answer: {reason}.", camera=self.description, reason=reason)
        )


def in_colour(array: Pixels, kind: str) -> Pixels:
    """The picture in blue, green, red, whatever format the camera agreed to in the end."""
    return np.asarray(cv2.cvtColor(array, TO_COLOUR[kind]), np.uint8) if kind in TO_COLOUR else array


def _close_quietly(camera: Any) -> None:
    # With the ribbon out there is nothing left to release.
    with suppress(RuntimeError, OSError):
        camera.close()
