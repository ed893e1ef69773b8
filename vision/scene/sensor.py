"""What lens, chip and file do to a clean picture: blur, noise, white balance, sharpening, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.light import to_screen

Image = NDArray[np.float32]


@dataclass(frozen=True)
class Sensor:
    """Blur in px, noise in grey steps; gains are blue, green, red."""

    defocus_px: float = 0.0
    motion_px: float = 0.0
    motion_deg: float = 0.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    exposure: float = 1.0
    """Brightness against what the automatic exposure would choose."""
    contrast: float = 0.0
    saturation: float = 1.0
    noise: float = 0.0
    noise_grain_px: float = 0.0
    sharpen: float = 0.0
    fringe_px: float = 0.0
    jpeg_quality: int = 100
    seed: int = 0
    metering: float = 97.0
    """Which percentile of the brightness the automatic exposure brings just below white."""


def take(light: Image, sensor: Sensor) -> NDArray[np.uint8]:
    """Expose, develop and save the linear light of a scene as an 8-bit BGR picture."""
    rng = np.random.default_rng(sensor.seed)
    light = _blur(light, sensor)
    light = light * (
        np.array(sensor.gains, np.float32) * np.float32(sensor.exposure * metered(light, sensor.metering))
    )
    picture = to_screen(light)
    if sensor.contrast or sensor.saturation != 1.0:
        picture = _tone(picture, sensor)
    if sensor.fringe_px > 0.1:
        picture = _fringe(picture, sensor.fringe_px)
    if sensor.noise > 0.1:
        picture = _grain(picture, sensor, rng)
    if sensor.sharpen > 0.01:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = cv2.addWeighted(picture, 1 + sensor.sharpen, soft, -sensor.sharpen, 0)
    if sensor.jpeg_quality < 98:
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg_quality])
        if done:
            picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return np.asarray(picture, np.uint8)


def metered(light: Image, percentile: float = 97.0) -> float:
    """The gain that brings the bright parts just below white."""
    bright = float(np.percentile(light[::8, ::8].max(axis=-1), percentile))
    return float(np.clip(0.85 / max(bright, 1e-3), 0.3, 6.0))


def _blur(light: Image, sensor: Sensor) -> Image:
    if sensor.defocus_px > 0.25:
        light = cv2.GaussianBlur(light, (0, 0), sensor.defocus_px)
    if sensor.motion_px > 1.0:
        reach = int(sensor.motion_px / 2) + 1
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        way = np.array([np.cos(np.radians(sensor.motion_deg)), np.sin(np.radians(sensor.motion_deg))])
        for step in np.linspace(-sensor.motion_px / 2, sensor.motion_px / 2, 4 * reach + 1):
            x, y = np.round(way * step).astype(int) + reach
            kernel[y, x] += 1
        light = cv2.filter2D(light, -1, kernel / kernel.sum())
    return np.asarray(light, np.float32)


def _tone(picture: NDArray[np.uint8], sensor: Sensor) -> NDArray[np.uint8]:
    level = np.arange(256) / 255.0
    curve = level + sensor.contrast * (level - 0.5) * 4 * level * (1 - level)
    picture = np.asarray(cv2.LUT(picture, (np.clip(curve, 0, 1) * 255).round().astype(np.uint8)))
    if sensor.saturation != 1.0:
        grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        picture = cv2.addWeighted(picture, sensor.saturation, grey, 1 - sensor.saturation, 0)
    return np.asarray(picture, np.uint8)


def _fringe(picture: NDArray[np.uint8], shift_px: float) -> NDArray[np.uint8]:
    height, width = picture.shape[:2]
    out = picture.copy()
    for channel, sign in ((0, 1.0), (2, -1.0)):
        move = np.array([[1, 0, sign * shift_px], [0, 1, sign * shift_px * 0.5]], np.float64)
        plane = np.ascontiguousarray(picture[..., channel])
        out[..., channel] = cv2.warpAffine(plane, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return out


def _grain(picture: NDArray[np.uint8], sensor: Sensor, rng: np.random.Generator) -> NDArray[np.uint8]:
    grain = rng.standard_normal(picture.shape, dtype=np.float32)
    if sensor.noise_grain_px > 0.3:
        grain = cv2.GaussianBlur(grain, (0, 0), sensor.noise_grain_px)
        grain *= 1 + 2.5 * sensor.noise_grain_px
    depth = sensor.noise * (0.6 + 0.8 * (1 - picture.astype(np.float32) / 255))
    return np.asarray(np.clip(picture + grain * depth, 0, 255), np.uint8)
