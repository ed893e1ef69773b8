"""What every camera is: opened, glanced at many times a second, asked for a still, closed."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.saying import Saying

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """A full picture of the table, blue-green-red."""

    picture: Pixels
    at_s: float
    number: int
    name: str = ""


@dataclass(frozen=True, eq=False)
class Glance:
    """A small grey picture of the table, for watching."""

    grey: Pixels
    at_s: float
    number: int


@dataclass(frozen=True)
class CameraChoice:
    """What is wished of a camera; the defaults suit any."""

    which: str = ""
    folder: Path = field(default_factory=Path)
    width: int = 0
    height: int = 0
    mains_hz: int = 50
    lens_dioptres: float = -1.0


class CameraError(Exception):
    """A camera that cannot do what is asked, with the sentence that says why."""

    def __init__(self, sentence: Saying) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


class CameraLostError(CameraError, OSError):
    """The camera went away, or was never there; it may come back."""


class NoPictureYetError(CameraError, LookupError):
    """Nothing has been photographed yet; ask again later."""


class NoMorePicturesError(CameraError, EOFError):
    """The last picture of a folder has been taken."""


class Camera(Protocol):
    """A source of pictures. Nothing is touched before `open`; any call may raise CameraError."""

    @property
    def name(self) -> str:
        """The kind of camera, as it is chosen by."""

    @property
    def live(self) -> bool:
        """Whether pictures come from a sensor, so that the same bytes for long mean that it hangs."""

    @property
    def description(self) -> str:
        """What people call this camera."""

    def open(self) -> None:
        """Take hold of the camera and get it ready: focus, exposure."""

    def glance(self) -> Glance:
        """Wait for the next small grey picture."""

    def still(self) -> Frame:
        """Take a full picture that was exposed after this call."""

    def settle(self) -> None:
        """Adapt to the light afresh, then hold exposure and colours again."""

    def close(self) -> None:
        """Let go of the camera; closing twice is fine."""
