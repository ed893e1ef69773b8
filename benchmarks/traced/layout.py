"""What lies on the table: the pieces, what must be seen of each, and what is true of them all."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.traced.camera import Point, View

Facts = dict[str, Any]


@dataclass(frozen=True)
class Piece:
    """One piece: what it says, its things' names, its middle, and the points one must see to read it."""

    says: Any
    names: frozenset[str]
    middle: Point
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Layout:
    """The pieces of one table, all points the camera should have in its picture, and the truth about them."""

    pieces: list[Piece]
    corners: list[Point]
    tell: Callable[[View, list[bool]], Facts]  # from the camera and which pieces are seen whole
    conditions: Facts = field(default_factory=dict)
    least_mm: float = 220.0
    fill: tuple[float, float] = (0.6, 0.94)
    tall_mm: float = 2.0
    small: bool = False  # so many pieces that a small picture would not show them


def place(x: float, y: float, at: tuple[float, float], turn_deg: float) -> tuple[float, float]:
    """A point of a piece on the table, once the piece is turned and moved."""
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    return at[0] + c * x - s * y, at[1] + s * x + c * y


def grid(
    wide: float,
    high: float,
    at: tuple[float, float],
    turn_deg: float,
    z: float,
    steps: int = 5,
    off: tuple[float, float] = (0, 0),
) -> list[Point]:
    """Points spread over a rectangle of a piece, its middle `off` from the piece's own."""
    spread = [k / (steps - 1) - 0.5 for k in range(steps)]
    return [(*place(off[0] + wide * a, off[1] + high * b, at, turn_deg), z) for a in spread for b in spread]


def px(view: View, point: Point) -> list[float]:
    """A point's pixel as the truth keeps it."""
    return [round(value, 1) for value in view.pixel(point)]
