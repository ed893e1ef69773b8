"""A scene as plain data, and the truth a rendered frame carries."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.artwork.shapes import Piece
from vision.scene.camera import Camera
from vision.scene.hand import Hand
from vision.scene.light import Light
from vision.scene.sensor import Sensor
from vision.scene.table import Table
from vision.scene.things import Thing

TABLE, PIECE, COVER = 0, 1, 2


@dataclass(frozen=True)
class Material:
    """What the pieces are made of: grain, edges, wear."""

    surface: str = "plain"
    depth: float = 0.0
    """How strongly the surface shows, 0 to 1."""
    bevel: float = 0.0
    relief: float = 0.0
    """How deep numerals are cut (below 0) or raised (above 0)."""
    tone_spread: float = 0.0
    side: float = 0.7
    """Brightness of the cut edges against the face."""
    wear: float = 0.0
    seed: int = 0


@dataclass(frozen=True)
class Placed:
    """A piece lying somewhere."""

    piece: Piece
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    lift_mm: float = 0.0
    size_mm: float = 18.0
    """The length that sets the scale: a tile's cell, a card's numeral."""
    place: tuple[int, int] | None = None
    stranger: bool = False
    """It belongs to another game: drawn, but not part of the truth."""


@dataclass(frozen=True)
class Scene:
    """Everything a picture is made from."""

    pieces: tuple[Placed, ...]
    camera: Camera = field(default_factory=Camera)
    table: Table = field(default_factory=Table)
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)
    material: Material = field(default_factory=Material)
    things: tuple[Thing, ...] = ()
    hand: Hand | None = None


@dataclass(frozen=True)
class SeenMark:
    """A numeral, symbol, joker or spot in the picture; axes in px for one `size_mm` to the right and down."""

    face: str
    x_px: float
    y_px: float
    across: tuple[float, float]
    down: tuple[float, float]
    seen: float
    """Visible share, 0 when covered or out of the picture."""
    piece: int

    @property
    def size_px(self) -> float:
        """The side of a square as large as the slanted cell."""
        return float(np.sqrt(abs(self.across[0] * self.down[1] - self.across[1] * self.down[0])))

    @property
    def turn_deg(self) -> float:
        """Which way the piece reads in the picture: 0 to the right, 90 downwards."""
        right = np.arctan2(self.across[1], self.across[0])
        down = np.arctan2(self.down[1], self.down[0]) - np.pi / 2
        slip = (down - right + np.pi) % (2 * np.pi) - np.pi
        return float(np.degrees(right + slip / 2) % 360)


@dataclass(frozen=True)
class SeenPiece:
    """A piece in the picture."""

    name: str
    x_px: float
    y_px: float
    place: tuple[int, int] | None
    seen: float
    """The least visible of its marks."""


@dataclass(frozen=True)
class Frame:
    """A picture (BGR) with its truth; `surface` says table, piece or cover for every pixel."""

    picture: NDArray[np.uint8]
    marks: tuple[SeenMark, ...]
    pieces: tuple[SeenPiece, ...]
    surface: NDArray[np.uint8]
