"""Code 777's seven colours, each with a shape of its own for eyes that do not tell colours apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from vision.artwork.look import INK
from vision.artwork.outlines import circle, rectangle, star
from vision.artwork.shapes import Colour, Ring, move_ring


@dataclass(frozen=True)
class Suit:
    """A colour and its shape."""

    name: str
    ink: Colour
    shape: str

    def ring(self, size_mm: float, x_mm: float = 0.0, y_mm: float = 0.0) -> Ring:
        """The shape's outline round a point, all shapes about equally heavy."""
        return move_ring(_SHAPES[self.shape](size_mm), x_mm, y_mm)


def _polygon(size_mm: float, sides: int) -> Ring:
    """A polygon that stands with one corner up."""
    angles = (2 * pi * i / sides for i in range(sides))
    return tuple((size_mm / 2 * sin(angle), -size_mm / 2 * cos(angle)) for angle in angles)


def _triangle(size_mm: float) -> Ring:
    return move_ring(_polygon(size_mm * 1.16, 3), 0.0, size_mm * 0.13)


def _hourglass(size_mm: float) -> Ring:
    far, near = size_mm * 0.46, size_mm * 0.09
    return ((-far, -far), (far, -far), (near, 0.0), (far, far), (-far, far), (-near, 0.0))


def _heart(size_mm: float) -> Ring:
    points = []
    for i in range(48):
        t = 2 * pi * i / 48
        x = 16 * sin(t) ** 3
        y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
        points.append((x / 33 * size_mm, -(y + 2) / 33 * size_mm))
    return tuple(points)


_SHAPES: dict[str, Callable[[float], Ring]] = {
    "triangle": _triangle,
    "star": lambda size: star(size * 1.12, waist=0.45),
    "square": lambda size: rectangle(size * 0.86, size * 0.86),
    "hourglass": _hourglass,
    "diamond": lambda size: tuple((x * 0.78, y * 1.12) for x, y in _polygon(size, 4)),
    "heart": _heart,
    "circle": lambda size: circle(size * 0.94),
}

SUITS = {
    suit.name: suit
    for suit in (
        Suit("green", (22, 128, 72), "triangle"),
        Suit("yellow", (240, 180, 10), "star"),
        Suit("black", INK, "square"),
        Suit("brown", (124, 76, 40), "hourglass"),
        Suit("red", (204, 36, 28), "diamond"),
        Suit("pink", (236, 92, 160), "heart"),
        Suit("blue", (34, 84, 196), "circle"),
    )
}
