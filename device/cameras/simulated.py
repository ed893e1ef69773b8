"""The simulated table as a camera: the demo, and the test rig."""

from __future__ import annotations

import time
from collections.abc import Callable

from device.cameras.camera import CameraChoice, Frame, Glance
from device.cameras.shrink import shrunk
from device.tabletop import Tabletop
from scoring.saying import Saying


def make(choice: CameraChoice) -> SimulatedCamera:
    """Build the simulated camera over a table of its own."""
    return SimulatedCamera(Tabletop())


def is_there(choice: CameraChoice) -> Saying | None:
    """A simulated table is always there."""
    return None


class SimulatedCamera:
    """Looks at a tabletop that lives in memory."""

    name = "simulated"
    live = True

    def __init__(self, tabletop: Tabletop, clock: Callable[[], float] = time.monotonic) -> None:
        self.tabletop = tabletop
        self._clock = clock
        self._count = 0

    @property
    def description(self) -> str:
        """What people call it."""
        return "the simulated table"

    def open(self) -> None:
        """Nothing to open."""

    def glance(self) -> Glance:
        """The next small grey picture."""
        self._count += 1
        return Glance(shrunk(self.tabletop.glance()), self._clock(), self._count)

    def still(self) -> Frame:
        """A full picture."""
        self._count += 1
        return Frame(self.tabletop.shot(), self._clock(), self._count)

    def settle(self) -> None:
        """The simulated lamp does not change by itself."""

    def close(self) -> None:
        """Nothing to close."""
