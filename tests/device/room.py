"""The room round the simulated table as its camera sees it: lamps, sun, a cat, a drink, and bad days."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.cameras.camera import CameraLostError, Frame, Glance, Pixels
from device.cameras.shrink import shrunk
from device.cameras.simulated import SimulatedCamera
from device.tabletop import Tabletop
from scoring.saying import say

NOISES = 5
"""While nothing changes, so many glances are drawn, each with its noise, and then shown in turn."""
MOST_GAIN = 6.0
"""How far the camera can turn itself up in the dark."""


@dataclass(frozen=True)
class Blob:
    """Something soft and round in the picture; place and size in shares of its width."""

    x: float
    y: float
    width: float
    height: float
    colour: tuple[int, int, int]

    def draw(self, picture: Pixels) -> None:
        """Draw it over a picture."""
        wide = picture.shape[1]
        centre = (round(self.x * wide), round(self.y * wide))
        axes = (max(1, round(self.width * wide / 2)), max(1, round(self.height * wide / 2)))
        cv2.ellipse(picture, centre, axes, 0, 0, 360, self.colour, -1, cv2.LINE_AA)


def drink(x: float, y: float) -> tuple[Blob, ...]:
    """A glass seen from above."""
    return Blob(x, y, 0.085, 0.085, (215, 222, 226)), Blob(x, y, 0.07, 0.07, (38, 92, 168))


def cat(x: float, y: float) -> tuple[Blob, ...]:
    """A cat from above: its body, its head and its tail."""
    fur = (58, 64, 74)
    return (
        Blob(x, y, 0.26, 0.12, fur),
        Blob(x + 0.15, y, 0.09, 0.085, (50, 55, 66)),
        Blob(x - 0.19, y + 0.02, 0.17, 0.03, fur),
    )


class Room(SimulatedCamera):
    """A camera over the simulated table, with all that a room does to its pictures."""

    def __init__(self, tabletop: Tabletop, clock: Callable[[], float]) -> None:
        super().__init__(tabletop, clock)
        self.lamp = 1.0
        """How bright it is; 1 is an evening's lamp."""
        self.sun = 0.0
        """How far a soft shadow has wandered across the table, from 0 to 1."""
        self.things: tuple[Blob, ...] = ()
        self.unplugged = self.hangs = self.breaks = False
        self.stills = 0
        self._gain = 1.0
        self._glances: list[Pixels] = []
        self._shows: object = None

    def open(self) -> None:
        """Take hold of the camera, if it is plugged in."""
        self._answer()

    def glance(self) -> Glance:
        """The next small grey picture."""
        self._answer()
        self._count += 1
        if self.hangs and self._glances:
            return Glance(self._glances[-1], self._clock(), self._count)
        shows = (self.tabletop.touched, self.things, self.lamp, self._gain, self.sun)
        if shows != self._shows:
            self._glances, self._shows = [], shows
        if len(self._glances) < NOISES:
            self._glances.append(shrunk(self._seen(self.tabletop.glance())))
            return Glance(self._glances[-1], self._clock(), self._count)
        return Glance(self._glances[self._count % NOISES], self._clock(), self._count)

    def still(self) -> Frame:
        """A full picture."""
        self._answer()
        if self.breaks:
            self.unplugged = True
            self._answer()
        self._count += 1
        self.stills += 1
        return Frame(self._seen(self.tabletop.shot()), self._clock(), self._count)

    def settle(self) -> None:
        """Take in as much light as there is."""
        self._gain = min(MOST_GAIN, 1 / max(self.lamp, 1e-6))

    def _answer(self) -> None:
        if self.unplugged:
            raise CameraLostError(say("{camera} was unplugged or sends nothing.", camera=self.description))

    def _seen(self, picture: Pixels) -> Pixels:
        """The picture with things in it, under the light there is."""
        seen = picture.copy()
        for thing in self.things:
            thing.draw(seen)
        bright = self.lamp * self._gain
        if self.sun:
            return np.asarray(cv2.multiply(seen, _shadow(self.sun, bright, seen.shape[:2]), dtype=cv2.CV_8U))
        if abs(bright - 1) < 1e-3:
            return seen
        curve = np.clip(np.arange(256) * bright ** (1 / 2.2), 0, 255).round().astype(np.uint8)
        return np.asarray(cv2.LUT(seen, curve), np.uint8)


@lru_cache(maxsize=4)
def _shadow(edge: float, bright: float, shape: tuple[int, int]) -> NDArray[np.float32]:
    """What a soft-edged shadow leaves of every dot."""
    across = np.linspace(0, 1, shape[1], dtype=np.float32)
    lit = (0.6 + 0.4 / (1 + np.exp((across - edge) * 14))) * bright
    return np.ascontiguousarray(np.broadcast_to((lit ** (1 / 2.2))[None, :, None], (*shape, 3)), np.float32)
