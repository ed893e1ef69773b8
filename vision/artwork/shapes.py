"""What a drawn piece is made of: filled shapes, and the marks a camera should find on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

Colour = tuple[int, int, int]
Point = tuple[float, float]
Ring = tuple[Point, ...]


@dataclass(frozen=True)
class Shape:
    """One filled area, even-odd over its rings (x right, y down, millimetres from the piece's centre)."""

    rings: tuple[Ring, ...]
    fill: Colour
    layer: str
    """One of "face", "ink", "spot", "border" and "cut"."""


@dataclass(frozen=True)
class Mark:
    """A numeral, symbol, joker or spot, and where its ink stands."""

    face: str
    x_mm: float
    y_mm: float
    height_mm: float
    width_mm: float


@dataclass(frozen=True)
class Piece:
    """One piece of a game: its cut line, its shapes in painting order, and its marks."""

    name: str
    outline: Ring
    shapes: tuple[Shape, ...]
    marks: tuple[Mark, ...]
    thickness_mm: float


def move_ring(ring: Ring, right_mm: float, down_mm: float) -> Ring:
    """Shift a ring."""
    return tuple((x + right_mm, y + down_mm) for x, y in ring)


def move_shapes(shapes: tuple[Shape, ...], right_mm: float, down_mm: float) -> tuple[Shape, ...]:
    """Shift shapes."""
    return tuple(
        replace(shape, rings=tuple(move_ring(ring, right_mm, down_mm) for ring in shape.rings))
        for shape in shapes
    )


def turn_shapes(shapes: tuple[Shape, ...], degrees: float) -> tuple[Shape, ...]:
    """Turn shapes clockwise about the piece's centre."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return tuple(
        replace(
            shape,
            rings=tuple(tuple((c * x - s * y, s * x + c * y) for x, y in ring) for ring in shape.rings),
        )
        for shape in shapes
    )


def half_turn(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Turn shapes upside down about the piece's centre."""
    return tuple(
        replace(shape, rings=tuple(tuple((-x, -y) for x, y in ring) for ring in shape.rings))
        for shape in shapes
    )


def extent(rings: tuple[Ring, ...]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some rings."""
    points = [point for ring in rings for point in ring]
    across = [x for x, _ in points]
    down = [y for _, y in points]
    return min(across), min(down), max(across), max(down)
