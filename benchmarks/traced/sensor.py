"""From the light that falls on the sensor to the JPEG that a small camera keeps."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

from benchmarks.traced.chance import Chance
from benchmarks.traced.lights import Light


@dataclass(frozen=True)
class Sensor:
    """How a camera of this make, in this light, spoils the picture."""

    blur_px: float
    noise: float  # standard deviation in a middle grey, of 255
    sharpen: float
    vignette: float
    balance: float  # the share of the light's colour that the white balance takes out
    brightness: float

    @classmethod
    def drawn(cls, chance: Chance, light: Light) -> Sensor:
        """A sensor as chance has it; dim light makes it noisy and dark."""
        dim = light.brightness < 0.7
        return cls(
            blur_px=chance.uniform(1.2, 2.2) if chance.maybe(0.1) else chance.uniform(0.0, 0.6),
            noise=chance.uniform(1.8, 3.4) if dim else chance.uniform(0.5, 1.4),
            sharpen=chance.uniform(0.0, 0.6),
            vignette=chance.uniform(0.02, 0.25),
            balance=chance.uniform(0.55, 0.95),
            brightness=light.brightness**0.6 * chance.uniform(0.85, 1.12),
        )

    def develop(self, light: np.ndarray, source: Light, chance: Chance) -> Image.Image:
        """Balance, expose, bend and blur the light, and add what the sensor adds."""
        light = np.maximum(light, 0.0) / np.array(source.tint) ** self.balance
        grey = light @ np.array([0.3, 0.59, 0.11])
        # A camera goes by the mean, and takes back what the brightest parts would lose.
        mean, top = float(grey.mean()) + 1e-4, float(np.percentile(grey, 97)) + 1e-4
        light = light * self.brightness * (0.2 / mean) ** 0.35 * (0.68 / top) ** 0.65
        height, width = grey.shape
        y, x = np.mgrid[0:height, 0:width]
        off = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2
        light = light * (1 - self.vignette * off)[..., None]
        bent = np.where(light < 0.7, light, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.3))
        shown = np.where(bent <= 0.0031308, 12.92 * bent, 1.055 * np.maximum(bent, 1e-6) ** (1 / 2.4) - 0.055)
        picture = Image.fromarray((255 * np.clip(shown, 0, 1) + 0.5).astype(np.uint8))
        if self.blur_px > 0.15:
            picture = picture.filter(ImageFilter.GaussianBlur(self.blur_px))
        pixels = np.asarray(picture, np.float32)
        # Shadows show more noise once the curve has lifted them.
        spread = self.noise * (1.3 - 0.6 * pixels.mean(axis=2, keepdims=True) / 255)
        shared = chance.grain.standard_normal((height, width, 1), np.float32)
        own = chance.grain.standard_normal((height, width, 3), np.float32)
        pixels = pixels + spread * (0.8 * shared + 0.6 * own)
        picture = Image.fromarray(np.clip(pixels + 0.5, 0, 255).astype(np.uint8))
        if self.sharpen > 0.1:
            picture = picture.filter(ImageFilter.UnsharpMask(1.2, round(100 * self.sharpen), 2))
        return picture


def keep(picture: Image.Image, path: Path) -> None:
    """Write the JPEG so that a half-written one is never found under its name."""
    part = path.with_suffix(".part")
    picture.save(part, "JPEG", quality=92)
    part.replace(path)
