"""The Raspberry Pi's camera sensors and the picture sizes that suit each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sensor:
    """A sensor by libcamera's name for it; sizes show its whole field of view."""

    model: str
    people_say: str
    still_size: tuple[int, int]
    glance_size: tuple[int, int]


WIDE, TALL = (320, 180), (320, 240)

SENSORS = (
    Sensor("ov5647", "Camera Module 1 or a Zero camera", (1944, 1458), TALL),
    Sensor("imx219", "Camera Module 2", (1640, 1232), TALL),
    Sensor("imx708", "Camera Module 3", (2304, 1296), WIDE),
    Sensor("imx477", "High Quality Camera", (2028, 1520), TALL),
    Sensor("imx500", "AI Camera", (2028, 1520), TALL),
    Sensor("imx296", "Global Shutter Camera", (1456, 1088), TALL),
)

UNKNOWN = Sensor("", "camera", (1920, 1080), WIDE)


def sensor_for(model: str) -> Sensor:
    """The sensor behind a model name such as `imx708_wide_noir`."""
    return next((sensor for sensor in SENSORS if model.startswith(sensor.model)), UNKNOWN)
