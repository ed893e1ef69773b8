"""Rings drawn by rule: circles, rounded rectangles, crosses, stars, and rings grown or shrunk."""

from __future__ import annotations

from math import ceil, cos, hypot, pi, sin

from vision.artwork.shapes import Point, Ring

CURVE_STEP_MM = 0.35
"""The longest straight piece in a drawn curve: finer than a printer's or a camera's eye."""


def circle(diameter_mm: float, x_mm: float = 0.0, y_mm: float = 0.0) -> Ring:
    """A circle as a many-sided polygon."""
    radius = diameter_mm / 2
    sides = max(16, ceil(2 * pi * radius / CURVE_STEP_MM))
    return tuple(
        (x_mm + radius * cos(2 * pi * i / sides), y_mm + radius * sin(2 * pi * i / sides))
        for i in range(sides)
    )


def rounded(corners: Ring, radius_mm: float) -> Ring:
    """A polygon with straight sides whose corners are rounded, inner corners too."""
    if radius_mm <= 0:
        return corners
    points: list[Point] = []
    for i, corner in enumerate(corners):
        points += _rounded_corner(corners[i - 1], corner, corners[(i + 1) % len(corners)], radius_mm)
    return tuple(points)


def _rounded_corner(before: Point, corner: Point, after: Point, radius_mm: float) -> list[Point]:
    """A quadratic curve that leaves and joins the sides `radius_mm` from the corner, or half a side."""

    def along(other: Point) -> Point:
        length = hypot(other[0] - corner[0], other[1] - corner[1])
        share = min(radius_mm / length, 0.5)
        return corner[0] + (other[0] - corner[0]) * share, corner[1] + (other[1] - corner[1]) * share

    start, end = along(before), along(after)
    steps = max(3, ceil(radius_mm * 1.6 / CURVE_STEP_MM))
    curve: list[Point] = []
    for i in range(steps + 1):
        t = i / steps
        # A weight of 1/sqrt(2) makes a right-angled corner a true quarter circle.
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t) * 0.7071, t**2
        whole = a + b + c
        curve.append(
            (
                (a * start[0] + b * corner[0] + c * end[0]) / whole,
                (a * start[1] + b * corner[1] + c * end[1]) / whole,
            )
        )
    return curve


def rectangle(
    width_mm: float, height_mm: float, radius_mm: float = 0.0, x_mm: float = 0.0, y_mm: float = 0.0
) -> Ring:
    """A rectangle round a centre, with rounded corners if asked."""
    w, h = width_mm / 2, height_mm / 2
    corners = ((x_mm - w, y_mm - h), (x_mm + w, y_mm - h), (x_mm + w, y_mm + h), (x_mm - w, y_mm + h))
    return rounded(corners, radius_mm)


def cross(cell_mm: float, inset_mm: float = 0.0, radius_mm: float = 0.0) -> Ring:
    """The outline of five square cells in a plus, drawn `inset_mm` inside its own edge."""
    near, far = cell_mm / 2 - inset_mm, 1.5 * cell_mm - inset_mm
    corners = (
        (-near, -far),
        (near, -far),
        (near, -near),
        (far, -near),
        (far, near),
        (near, near),
        (near, far),
        (-near, far),
        (-near, near),
        (-far, near),
        (-far, -near),
        (-near, -near),
    )
    return rounded(corners, radius_mm)


def star(
    diameter_mm: float, points: int = 5, waist: float = 0.42, x_mm: float = 0.0, y_mm: float = 0.0
) -> Ring:
    """A star that stands on two of its points; `waist` is the inner radius as a share of the outer."""
    radius = diameter_mm / 2
    return tuple(
        (
            x_mm + radius * (waist if i % 2 else 1.0) * sin(pi * i / points),
            y_mm - radius * (waist if i % 2 else 1.0) * cos(pi * i / points),
        )
        for i in range(2 * points)
    )


def bar(start: Point, end: Point, width_mm: float) -> Ring:
    """A straight line of some width, with flat ends."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    across = -(end[1] - start[1]) / length * width_mm / 2
    down = (end[0] - start[0]) / length * width_mm / 2
    return (
        (start[0] + across, start[1] + down),
        (end[0] + across, end[1] + down),
        (end[0] - across, end[1] - down),
        (start[0] - across, start[1] - down),
    )


def grown(ring: Ring, by_mm: float) -> Ring:
    """A ring pushed outwards (inwards where negative) by a small distance."""
    side = 1.0 if signed_area(ring) > 0 else -1.0
    points: list[Point] = []
    for i, (x, y) in enumerate(ring):
        before, after = ring[i - 1], ring[(i + 1) % len(ring)]
        ax, ay = _unit(x - before[0], y - before[1])
        bx, by = _unit(after[0] - x, after[1] - y)
        across, down = ay + by, -(ax + bx)
        # Dividing by the squared length makes the sides move by the whole distance; sharp tips are held back.
        scale = side * by_mm * 2 / max(across**2 + down**2, 0.8)
        points.append((x + across * scale, y + down * scale))
    return tuple(points)


def signed_area(ring: Ring) -> float:
    """The area of a ring, positive when it runs clockwise as seen on paper."""
    return 0.5 * sum(ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1] for i in range(len(ring)))


def _unit(across: float, down: float) -> Point:
    length = hypot(across, down) or 1.0
    return across / length, down / length
