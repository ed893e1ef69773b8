"""What other makers draw on their jokers: crowns, caps, faces, stars, suns, wheels, cats, fancy shapes."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from vision.artwork.outlines import circle, rectangle, star
from vision.artwork.shapes import Colour, Ring, Shape

Rng = np.random.Generator


def _pick(rng: Rng, inks: list[Colour]) -> Colour:
    return inks[int(rng.integers(len(inks)))]


def _blob(ring: list[tuple[float, float]], size: float) -> Ring:
    return tuple((x * size, y * size) for x, y in ring)


def _crown(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    points, flare = int(rng.integers(3, 6)), rng.uniform(0.7, 1.1)
    tops = [
        ((i / (points - 1) - 0.5) * flare, -0.3 - rng.uniform(0, 0.15) * sin(pi * i / (points - 1)))
        for i in range(points)
    ]
    outline = []
    for i, (x, y) in enumerate(tops):
        outline.append((x, y))
        if i < points - 1:
            outline.append(((x + tops[i + 1][0]) / 2 * 0.9, float(rng.uniform(-0.1, 0.05))))
    base = 0.36
    body = [*outline, (base, 0.25), (-base, 0.25)]
    shapes = [Shape((_blob(body, size),), _pick(rng, inks), "ink")]
    if rng.random() < 0.7:
        ball = size * rng.uniform(0.06, 0.15)
        shapes += [Shape((circle(ball, x * size, y * size),), _pick(rng, inks), "ink") for x, y in tops]
    if rng.random() < 0.6:
        shapes.append(
            Shape((rectangle(size * 0.72, size * 0.1, 0.0, 0.0, size * 0.3),), _pick(rng, inks), "ink")
        )
    if rng.random() < 0.5:
        tall, thin = size * rng.uniform(0.2, 0.5), size * 0.025
        outer = tuple((x * rng.uniform(1.0, 1.001), size * 0.3 + tall / 2 + y) for x, y in circle(tall))
        inner = tuple((x, size * 0.3 + tall / 2 + y) for x, y in circle(max(tall - 2 * thin, 0.1)))
        shapes.append(Shape((outer, inner), _pick(rng, inks), "ink"))
    return tuple(shapes)


def _cap(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    horns = int(rng.integers(2, 5))
    shapes = []
    for i in range(horns):
        lean = (i / (horns - 1) - 0.5) * rng.uniform(1.2, 2.4)
        tip = (0.5 * sin(lean), -0.45 * cos(lean) + abs(lean) * 0.12)
        horn = [
            (-0.25 + 0.5 * i / horns, 0.0),
            (tip[0] * 0.7 - 0.08, tip[1] * 0.9),
            tip,
            (0.05 + 0.5 * i / horns - 0.2, 0.0),
            (0.25, 0.05),
        ]
        shapes.append(Shape((_blob(horn, size),), _pick(rng, inks), "ink"))
        shapes.append(Shape((circle(size * 0.1, tip[0] * size, tip[1] * size),), _pick(rng, inks), "ink"))
    shapes.append(Shape((rectangle(size * 0.6, size * 0.1, 0.0, 0.0, size * 0.06),), _pick(rng, inks), "ink"))
    return (*shapes, *_face(rng, size * 0.7, inks, 0.3)) if rng.random() < 0.6 else tuple(shapes)


def _face(rng: Rng, size: float, inks: list[Colour], down: float = 0.0) -> tuple[Shape, ...]:
    y, line = down * size, size * rng.uniform(0.03, 0.08)
    outer = circle(size * 0.8, 0.0, y)
    shapes = [
        Shape(
            (outer,) if rng.random() < 0.4 else (outer, circle(size * 0.8 - 2 * line, 0.0, y)),
            _pick(rng, inks),
            "ink",
        )
    ]
    eye, ink = size * rng.uniform(0.06, 0.14), _pick(rng, inks)
    shapes += [Shape((circle(eye, side * size * 0.16, y - size * 0.1),), ink, "ink") for side in (-1, 1)]
    turn = np.linspace(0.15 * pi, 0.85 * pi, 9)
    smile = [(0.25 * cos(t), 0.25 * sin(t)) for t in turn] + [
        (0.17 * cos(t), 0.15 * sin(t)) for t in turn[::-1]
    ]
    shapes.append(Shape((tuple((px * size, y + py * size) for px, py in smile),), _pick(rng, inks), "ink"))
    if rng.random() < 0.5:
        shapes.append(Shape((circle(size * 0.12, 0.0, y),), _pick(rng, inks), "ink"))
    return tuple(shapes)


def _stars(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    shapes = [Shape((star(size),), _pick(rng, inks), "ink")]
    if rng.random() < 0.4:
        shapes.append(Shape((star(size * 0.5),), _pick(rng, inks), "ink"))
    for _ in range(int(rng.integers(0, 4))):
        x, y = rng.uniform(-0.6, 0.6, 2) * size
        shapes += [Shape((tuple((px + x, py + y) for px, py in star(size * 0.3)),), _pick(rng, inks), "ink")]
    return tuple(shapes)


def _fancy(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    """A smooth random figure with others on it, for all the drawings nobody thought of."""
    shapes = []
    for step in range(int(rng.integers(1, 5))):
        angle = np.linspace(0, 2 * pi, 48, endpoint=False)
        radius = np.full(48, 0.4) * 0.7**step
        for wave in range(2, 7):
            radius = radius * (1 + rng.normal(0, 0.12) * np.cos(wave * angle + rng.uniform(0, 2 * pi)))
        shift = rng.normal(0, 0.1, 2) * size * min(step, 1)
        ring = tuple(
            (float(r * cos(a) * size + shift[0]), float(r * sin(a) * size + shift[1]))
            for r, a in zip(radius, angle, strict=True)
        )
        shapes.append(Shape((ring,), _pick(rng, inks), "ink"))
    return tuple(shapes)


def _suits(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    shapes = []
    for x, y in [(0, 0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)][: int(rng.choice([2, 4]))]:
        half = size * rng.uniform(0.2, 0.28)
        diamond = (
            (x * size, y * size - half * 1.3),
            (x * size + half, y * size),
            (x * size, y * size + half * 1.3),
            (x * size - half, y * size),
        )
        ring: Ring = diamond if rng.random() < 0.5 else circle(2 * half, x * size, y * size)
        shapes.append(Shape((ring,), _pick(rng, inks), "ink"))
    return tuple(shapes)


def _sun(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    rays, core, wide = int(rng.integers(6, 17)), rng.uniform(0.35, 0.6), rng.uniform(0.1, 0.3)
    ink = _pick(rng, inks)
    shapes = []
    for turn in np.linspace(0, 2 * pi, rays, endpoint=False):
        ray = [(core * 0.55 * cos(turn + side), core * 0.55 * sin(turn + side)) for side in (-wide, wide)]
        shapes.append(Shape((_blob([*ray, (0.5 * cos(turn), 0.5 * sin(turn))], size),), ink, "ink"))
    shapes.append(Shape((circle(size * core),), _pick(rng, inks), "ink"))
    return (*shapes, *_face(rng, size * core, inks)) if rng.random() < 0.4 else tuple(shapes)


def _wheel(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    parts, inner = int(rng.integers(3, 11)), float(rng.choice([0.0, 0.0, rng.uniform(0.1, 0.35)]))
    shapes = []
    for i in range(parts):
        turn = np.linspace(2 * pi * i / parts, 2 * pi * (i + 1) / parts, 8)
        outer = [(0.5 * cos(t), 0.5 * sin(t)) for t in turn]
        back = [(inner * cos(t), inner * sin(t)) for t in turn[::-1]]
        shapes.append(Shape((_blob(outer + back, size),), inks[i % len(inks)], "ink"))
    return tuple(shapes[:: 1 if len(inks) > 1 else 2])


def _spiral(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    turn = np.linspace(0, 2 * pi * rng.uniform(1.5, 4), 90)
    radius, half = np.linspace(0.02, 0.5, 90), rng.uniform(0.02, 0.05)
    way = rng.choice([-1, 1])
    outer = [(r * cos(t) * way, r * sin(t)) for r, t in zip(radius + half, turn, strict=True)]
    inner = [(r * cos(t) * way, r * sin(t)) for r, t in zip(radius - half, turn, strict=True)]
    return (Shape((_blob(outer + inner[::-1], size),), _pick(rng, inks), "ink"),)


def _leaf(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    """Clovers, hearts and spades: leaves round a stem."""
    leaves, ink, lean = int(rng.integers(2, 6)), _pick(rng, inks), rng.uniform(0, 2 * pi)
    shapes = []
    for turn in lean + np.linspace(0, 2 * pi, leaves, endpoint=False):
        x, y = 0.24 * size * cos(turn), 0.24 * size * sin(turn)
        shapes.append(Shape((circle(size * rng.uniform(0.38, 0.5), x, y),), ink, "ink"))
    if rng.random() < 0.7:
        stem = [(-0.03, 0.0), (0.03, 0.0), (0.1, 0.6), (-0.02, 0.6)]
        shapes.append(Shape((_blob(stem, size),), _pick(rng, inks), "ink"))
    return tuple(shapes)


def _cat(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    head, ink = size * rng.uniform(0.6, 0.8), _pick(rng, inks)
    shapes = [Shape((circle(head),), ink, "ink")]
    for side in (-1, 1):
        ear = [(side * 0.1, -0.28), (side * 0.38, -0.12), (side * rng.uniform(0.28, 0.42), -0.5)]
        shapes.append(Shape((_blob(ear, size),), ink, "ink"))
    inside = _pick(rng, inks)
    if rng.random() < 0.5:
        shapes.append(Shape((circle(head * 0.8),), inside, "ink"))
    return (*shapes, *_face(rng, head * 0.9, inks)[1:])


def _framed(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    """A smaller drawing in a ring or a lozenge."""
    line, ink = rng.uniform(0.03, 0.1), _pick(rng, inks)
    sides = int(rng.choice([4, 6, 8, 48, 48]))
    turn = np.linspace(0, 2 * pi, sides, endpoint=False) + (0.0 if rng.random() < 0.7 else pi / sides)
    outer, inner = ([(r * cos(t), r * sin(t)) for t in turn] for r in (0.5, 0.5 - line))
    inside = PLAIN[int(rng.integers(len(PLAIN)))](rng, size * rng.uniform(0.35, 0.6), inks)
    return (Shape((_blob(outer, size), _blob(inner, size)), ink, "ink"), *inside)


PLAIN = (_crown, _cap, _face, _stars, _fancy, _suits, _sun, _wheel, _spiral, _leaf, _cat)
FIGURES = (*PLAIN, _crown, _framed)
