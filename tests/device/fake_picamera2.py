"""A stand-in for Picamera2 whose every call is bound by the real class's signatures.

What it does inside is a small sensor: light that settles slowly, a lens, a ribbon that can be pulled out.
A method or argument that the real class lacks raises here too.
"""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from tests.device.picamera2_surface import recorded_surface, signature

STREAM_KEYS = {"format", "size", "stride", "preserve_ar"}
MODULE_3 = frozenset(
    [
        "AeEnable",
        "AeFlickerMode",
        "AeFlickerPeriod",
        "AfMode",
        "AfSpeed",
        "AfTrigger",
        "AnalogueGain",
        "AwbEnable",
        "ColourGains",
        "ExposureTime",
        "FrameDurationLimits",
        "LensPosition",
    ]
)
MODULE_2 = MODULE_3 - {"AfMode", "AfSpeed", "AfTrigger", "LensPosition"}


@dataclass
class Rig:
    """What is plugged in, and everything that was asked of it."""

    infos: list[dict[str, object]]
    controls: frozenset[str] = MODULE_3
    plugged: bool = True
    focusable: bool = True
    lens: float = 4.2
    timeouts_asked: list[object] = field(default_factory=list)
    set: list[dict[str, object]] = field(default_factory=list)
    configured: dict[str, object] = field(default_factory=dict)
    flushes: list[object] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)
    closed: int = 0
    frames: int = 0
    blocked: bool = False


class Sensor:
    """The behaviour behind the surface, method by method."""

    def __init__(self, rig: Rig, camera_num=0, verbose_console=None, tuning=None, allocator=None):
        if camera_num >= len(rig.infos):
            raise RuntimeError(f"No camera number {camera_num} found")
        rig.opened.append(camera_num)
        self.rig = rig
        self.started = False

    def create_video_configuration(self, **asked):
        for stream in ("main", "lores", "raw"):
            unknown = set(asked.get(stream) or ()) - STREAM_KEYS
            if unknown:
                raise ValueError(f"Bad key {unknown}: valid stream configuration keys are {STREAM_KEYS}")
        return asked

    def configure(self, camera_config=None):
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        self.rig.configured = camera_config

    def camera_configuration(self):
        return self.rig.configured

    def start(self, config=None, show_preview=False):
        if not self.rig.configured:
            raise RuntimeError("Camera has not been configured")
        self.started = True

    @property
    def camera_controls(self):
        return dict.fromkeys(self.rig.controls, (0, 1, 0))

    def set_controls(self, controls):
        for name in controls:
            if name not in self.rig.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.rig.set.append(dict(controls))

    def capture_metadata(self, wait=None, signal_function=None):
        self._frame(wait)
        # Exposure closes in on its goal as a real one does: fast, then slower.
        off = 0.5 ** min(self.rig.frames, 20)
        return {
            "ExposureTime": round(10_000 * (1 - off)),
            "AnalogueGain": 2.0,
            "ColourGains": (1.5 + off, 2.0 - off),
        } | ({"LensPosition": self.rig.lens} if "LensPosition" in self.rig.controls else {})

    def capture_array(self, name="main", wait=None, signal_function=None):
        self._frame(wait)
        return self._array(name)

    @contextmanager
    def captured_request(self, wait=None, flush=None):
        self.rig.flushes.append(flush)
        self._frame(wait)
        yield bound("CompletedRequest", Request(self))

    def autofocus_cycle(self, wait=None, signal_function=None):
        if not self.rig.focusable:
            self.rig.blocked = True
        self._frame(wait)
        return True

    def cancel_all_and_flush(self):
        self.rig.blocked = False

    def close(self):
        self.rig.closed += 1

    def _frame(self, wait):
        self.rig.timeouts_asked.append(wait)
        if not self.started or not self.rig.plugged or self.rig.blocked:
            raise TimeoutError
        self.rig.frames += 1

    def _array(self, name):
        width, height = self.rig.configured[name]["size"]
        if self.rig.configured[name]["format"] == "YUV420":
            # Rows are padded to a multiple of 64, and colour follows below the grey.
            array = np.full((height * 3 // 2, -(-width // 64) * 64), 128, np.uint8)
            array[:height, :width] = 90 + self.rig.frames % 5
            array[:height, width:] = 255
            return array
        picture = np.zeros((height, width, 3), np.uint8)
        picture[:] = (200, 60, self.rig.frames % 250)
        return picture


class Request:
    """One completed request."""

    def __init__(self, sensor: Sensor) -> None:
        self.sensor = sensor

    def make_array(self, name):
        return self.sensor._array(name)


def bound(class_name: str, behaviour: object) -> object:
    """The behaviour, reachable only through the members and arguments that the real class has."""
    surface = recorded_surface()[class_name]

    class Bound:
        def __getattr__(self, name: str) -> object:
            member = surface[name]  # a KeyError here: picamera2 has no such member
            value = getattr(behaviour, name)
            return value if member.startswith("property") else checked(value, member)

    return Bound()


def checked(call: Callable[..., object], member: str) -> Callable[..., object]:
    """The call, refusing arguments that the real signature refuses."""
    real = signature(member)

    def guarded(*args: object, **named: object) -> object:
        real.bind(*([None] if member.startswith("method self") else []), *args, **named)
        return call(*args, **named)

    return guarded


def library(rig: Rig) -> Callable[[], object]:
    """A stand-in for `import picamera2; picamera2.Picamera2`, with this rig plugged in."""
    surface = recorded_surface()["Picamera2"]

    class Picamera2:
        global_camera_info = staticmethod(checked(lambda: rig.infos, surface["global_camera_info"]))

        def __new__(cls, *args: object, **named: object) -> object:
            signature(surface["__init__"]).bind(None, *args, **named)
            return bound("Picamera2", Sensor(rig, *args, **named))

    return lambda: Picamera2
