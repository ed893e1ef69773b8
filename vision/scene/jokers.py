"""Jokers as other makers draw them: crowns, caps, faces, stars, suits and fancy shapes of several colours."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from vision.artwork.cards import blank_card, card_outline
from vision.artwork.lettering import MissingGlyphError, draw_text, text_width
from vision.artwork.look import Look
from vision.artwork.outlines import circle, rectangle, star
from vision.artwork.shapes import Colour, Mark, Piece, Ring, Shape, extent, move_shapes
from vision.scene.colours import contrasting

Rng = np.random.Generator
WORDS = ("JOKER", "JOKER", "Joker", "joker", "JOLLY", "WILD", "Jolly", "Wild")
WORTHS = ("0–5", "10+", "0-5", "10", "?", "★", "*")
WORD_ALONE = 0.15


def any_joker(rng: Rng, look: Look, name: str = "J", face: Colour | None = None) -> Piece:
    """A joker card of any drawing, with or without a word."""
    ground = look.card_face if face is None else face
    inks = [contrasting(rng, ground) for _ in range(int(rng.integers(1, 5)))]
    size = look.card_width_mm * float(rng.uniform(0.45, 0.95))
    shapes: tuple[Shape, ...] = ()
    if rng.random() < WORD_ALONE:
        shapes = _text(rng, look, WORDS, inks[0], size, look.card_height_mm * 0.4)
    alone = bool(shapes)
    if not alone:
        shapes = FIGURES[int(rng.integers(len(FIGURES)))](rng, size, inks)
    shapes = _centred(shapes)
    left, top, right, bottom = extent(tuple(ring for shape in shapes for ring in shape.rings))
    rise = -float(rng.uniform(0, 0.12)) * look.card_height_mm
    shapes = move_shapes(shapes, 0.0, rise)
    below = bottom + rise
    mark = Mark("J", 0.0, rise, bottom - top, right - left)
    for words, chance in ((WORDS, 0.0 if alone else 0.7), (WORTHS, 0.2)):
        if rng.random() < chance:
            text = _text(rng, look, words, inks[0], look.card_width_mm * 0.8, look.card_height_mm * 0.14)
            gap = look.card_height_mm * float(rng.uniform(0.02, 0.1))
            below, text = _under(text, below + gap)
            shapes += text
    return Piece(
        name, card_outline(look), (*blank_card(look, ground), *shapes), (mark,), look.card_thickness_mm
    )


def _text(
    rng: Rng, look: Look, words: tuple[str, ...], ink: Colour, widest_mm: float, tallest_mm: float
) -> tuple[Shape, ...]:
    """One of some words, as large as it may be; nothing where the typeface lacks a letter."""
    text = str(rng.choice(words))
    font = look.text_font if rng.random() < 0.6 else look.font
    try:
        size = min(tallest_mm, widest_mm / text_width(font, text, 1.0))
        return draw_text(font, text, size, 0.0, 0.0, ink)
    except (MissingGlyphError, ZeroDivisionError):
        return ()


def _under(shapes: tuple[Shape, ...], top_mm: float) -> tuple[float, tuple[Shape, ...]]:
    """Shapes moved below a line, and where they end."""
    if not shapes:
        return top_mm, shapes
    _, top, _, bottom = extent(tuple(ring for shape in shapes for ring in shape.rings))
    return top_mm + bottom - top, move_shapes(shapes, 0.0, top_mm - top)


def _centred(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    left, top, right, bottom = extent(tuple(ring for shape in shapes for ring in shape.rings))
    return move_shapes(shapes, -(left + right) / 2, -(top + bottom) / 2)


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


FIGURES = (_crown, _crown, _cap, _face, _stars, _fancy, _suits)
