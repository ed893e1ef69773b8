"""Plain shapes as corners and faces; a picture on them is spread over the rectangle `low` to `high`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Corner = tuple[float, float, float]
Flat = list[tuple[float, float]]


@dataclass(frozen=True)
class Shape:
    """Corners, faces, the material slot of each face, and the rectangle a picture is spread over."""

    corners: list[Corner]
    faces: list[tuple[int, ...]]
    slots: list[int]
    low: tuple[float, float]
    high: tuple[float, float]


def _spread(outline: Flat) -> tuple[tuple[float, float], tuple[float, float]]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs), min(ys)), (max(xs), max(ys))


def rounded(width: float, height: float, radius: float, steps: int = 6) -> Flat:
    """The outline of a rectangle with round corners, its middle at the origin."""
    outline = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(steps + 1):
            angle = math.pi / 2 * (quarter + step / steps)
            x = sx * (width / 2 - radius) + radius * math.cos(angle)
            y = sy * (height / 2 - radius) + radius * math.sin(angle)
            outline.append((x, y))
    return outline


def circle(radius: float, steps: int = 40) -> Flat:
    """A round outline."""
    return [
        (radius * math.cos(2 * math.pi * step / steps), radius * math.sin(2 * math.pi * step / steps))
        for step in range(steps)
    ]


def plus(cell: float) -> Flat:
    """The outline of five squares that make a plus."""
    a, b = cell / 2, 1.5 * cell
    return [
        (b, -a),
        (b, a),
        (a, a),
        (a, b),
        (-a, b),
        (-a, a),
        (-b, a),
        (-b, -a),
        (-a, -a),
        (-a, -b),
        (a, -b),
        (a, -a),
    ]


def slab(outline: Flat, thickness: float, side_slot: int = 0) -> Shape:
    """The outline as a slab that stands on the table; its sides may have a material of their own."""
    count = len(outline)
    corners = [(x, y, z) for z in (thickness, 0.0) for x, y in outline]
    faces: list[tuple[int, ...]] = [tuple(range(count)), tuple(range(2 * count - 1, count - 1, -1))]
    faces += [(k, count + k, count + (k + 1) % count, (k + 1) % count) for k in range(count)]
    low, high = _spread(outline)
    return Shape(corners, faces, [0, side_slot] + [side_slot] * count, low, high)


def sheet(
    outline: Flat, thickness: float, height_at: Callable[[float, float], float], rings: int = 5
) -> Shape:
    """A thin sheet, bent as `height_at` says for each place, its edge in the second material."""
    count = len(outline)
    corners: list[Corner] = [(0.0, 0.0, thickness + height_at(0.0, 0.0))]
    for ring in range(1, rings + 1):
        for x, y in outline:
            x, y = x * ring / rings, y * ring / rings
            corners.append((x, y, thickness + height_at(x, y)))
    corners += [(x, y, height_at(x, y)) for x, y in outline]
    faces: list[tuple[int, ...]] = [(0, 1 + k, 1 + (k + 1) % count) for k in range(count)]
    for ring in range(rings):
        inner, outer = 1 + ring * count, 1 + (ring + 1) * count
        faces += [
            (inner + k, outer + k, outer + (k + 1) % count, inner + (k + 1) % count) for k in range(count)
        ]
    low, high = _spread(outline)
    return Shape(corners, faces, [0] * (count * rings) + [1] * count, low, high)


def lathe(profile: Sequence[tuple[float, float]], steps: int = 40) -> Shape:
    """A profile of (radius, height) turned about the upright axis: mugs, coins, bowls, pencils."""
    corners = [
        (r * math.cos(2 * math.pi * k / steps), r * math.sin(2 * math.pi * k / steps), z)
        for r, z in profile
        for k in range(steps)
    ]
    faces: list[tuple[int, ...]] = [
        (a * steps + k, a * steps + (k + 1) % steps, (a + 1) * steps + (k + 1) % steps, (a + 1) * steps + k)
        for a in range(len(profile) - 1)
        for k in range(steps)
    ]
    last = (len(profile) - 1) * steps
    faces.append(tuple(range(last, last + steps)))
    widest = max(r for r, _ in profile)
    return Shape(corners, faces, [0] * len(faces), (-widest, -widest), (widest, widest))


def ball(radius: float, squash: float = 1.0, steps: int = 16) -> Shape:
    """A ball about the origin, pressed flat by `squash`."""
    profile = [
        (max(1e-3, radius * math.sin(math.pi * k / steps)), -radius * squash * math.cos(math.pi * k / steps))
        for k in range(steps + 1)
    ]
    return lathe(profile, 2 * steps)


def ring(radius: float, thick: float, share: float = 1.0, steps: int = 36) -> Shape:
    """A ring, or the first `share` of one, lying flat about the origin: handles, rims of glasses."""
    around = 10
    count = steps if share == 1.0 else steps + 1
    corners = []
    for step in range(count):
        angle = 2 * math.pi * share * step / steps
        for k in range(around):
            out = radius + thick * math.cos(2 * math.pi * k / around)
            corners.append(
                (out * math.cos(angle), out * math.sin(angle), thick * math.sin(2 * math.pi * k / around))
            )
    faces: list[tuple[int, ...]] = [
        (
            a * around + k,
            (a + 1) % count * around + k,
            (a + 1) % count * around + (k + 1) % around,
            a * around + (k + 1) % around,
        )
        for a in range(steps)
        for k in range(around)
    ]
    wide = radius + thick
    return Shape(corners, faces, [0] * len(faces), (-wide, -wide), (wide, wide))


def brick(width: float, depth: float, height: float) -> Shape:
    """A box that stands on the table, its middle at the origin."""
    return slab(
        [(width / 2, -depth / 2), (width / 2, depth / 2), (-width / 2, depth / 2), (-width / 2, -depth / 2)],
        height,
    )
