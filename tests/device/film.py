"""Films of a table, drawn by the scene's own renderer: tiles, hands, lamps, a bumped camera."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from device.cameras import Glance
from device.cameras.shrink import shrunk
from vision.artwork.look import THEMES
from vision.scene.camera import Camera
from vision.scene.hand import Hand
from vision.scene.layouts import lay_tiles
from vision.scene.render import render
from vision.scene.scene import Placed, Scene

FRAME_S = 0.1
SIZE = (320, 180)


def tiles(count: int, seed: int = 3) -> tuple[Placed, ...]:
    """Addique tiles on one grid, always the same for a seed."""
    return lay_tiles(np.random.default_rng(seed), THEMES["classic"], count, gap=0.03, care=0.3)


@dataclass
class Film:
    """Frames at ten a second; noise and light are laid over the drawn picture."""

    scene: Scene
    noise: float = 2.0
    gain: float = 1.0
    at_s: float = 100.0
    number: int = 0
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))
    drink: tuple[int, int] | None = None
    """Where a glass stands, in dots."""
    drawn: dict[Scene, NDArray[np.uint8]] = field(default_factory=dict)

    def shoot(self, scene: Scene | None = None, lit: NDArray[np.float64] | float = 1.0) -> Glance:
        """One glance at a scene under a light."""
        scene = scene or self.scene
        if scene not in self.drawn:
            self.drawn = {scene: render(scene, SIZE).picture}
        grey = shrunk(self.drawn[scene]).astype(np.float64)
        if self.drink:
            cv2.circle(grey, self.drink, 22, 200.0, -1)
        linear = (grey / 255) ** 2.2 * lit * self.gain
        seen = np.clip(linear, 0, 1) ** (1 / 2.2) * 255 + self.rng.normal(0, self.noise, grey.shape)
        self.at_s += FRAME_S
        self.number += 1
        return Glance(np.clip(seen.round(), 0, 255).astype(np.uint8), self.at_s, self.number)

    def stay(self, seconds: float) -> Iterator[Glance]:
        """The table as it is, for a time."""
        for _ in range(round(seconds / FRAME_S)):
            yield self.shoot()

    def reach(
        self, x_mm: float, y_mm: float, steps: int = 6, leave: tuple[Placed, ...] | None = None
    ) -> Iterator[Glance]:
        """A hand comes in from below, lays down what it leaves, and goes."""
        ways = [1 - step / steps for step in range(steps)]
        for away in ways:
            yield self.shoot(replace(self.scene, hand=Hand(x_mm, y_mm + 320 * away, 90)))
        if leave is not None:
            self.scene = replace(self.scene, pieces=leave)
        for away in reversed(ways):
            yield self.shoot(replace(self.scene, hand=Hand(x_mm, y_mm + 320 * away, 90)))


def table(count: int = 6, px_per_mm: float = 0.5) -> Film:
    """A film of a table with some tiles; 320 dots at half a dot a millimetre show 64 centimetres."""
    return Film(Scene(tiles(count), camera=Camera(px_per_mm=px_per_mm, pitch_deg=12)))
