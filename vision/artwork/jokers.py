"""The jokers: a crown, a star, a laughing face, or the word alone."""

from __future__ import annotations

from math import cos, pi, sin

from vision.artwork.lettering import cap_height, draw_text, has_glyph, text_width
from vision.artwork.look import ATKINSON, GOLD, Look
from vision.artwork.numerals import Drawing
from vision.artwork.outlines import bar, circle, rectangle, star
from vision.artwork.shapes import Colour, Mark, Ring, Shape, extent, move_shapes

WORD = "JOKER"


def draw_joker(look: Look, height_mm: float, max_width_mm: float) -> Drawing:
    """A joker's drawing with its word below, centred, as one mark."""
    font = look.font if all(has_glyph(look.font, letter) for letter in WORD) else ATKINSON
    if look.joker == "word":
        size = max_width_mm / text_width(font, WORD, 1.0)
        shapes = draw_text(font, WORD, size, 0.0, cap_height(font, size) / 2, look.joker_ink)
    else:
        size_mm = min(height_mm * 0.8, max_width_mm)
        shapes = _DRAWINGS[look.joker](size_mm, look)
        if look.joker_word:
            size = min(height_mm * 0.24, max_width_mm / text_width(font, WORD, 1.0))
            bottom = extent(tuple(ring for shape in shapes for ring in shape.rings))[3]
            shapes += draw_text(
                font, WORD, size, 0.0, bottom + height_mm * 0.1 + cap_height(font, size), look.ink
            )
    left, top, right, bottom = extent(tuple(ring for shape in shapes for ring in shape.rings))
    shapes = move_shapes(shapes, -(left + right) / 2, -(top + bottom) / 2)
    return shapes, (Mark("J", 0.0, 0.0, bottom - top, right - left),)


def _crown(size_mm: float, look: Look) -> tuple[Shape, ...]:
    half = size_mm / 2
    tips = [(-0.98, -0.42), (-0.5, -0.78), (0.0, -0.95), (0.5, -0.78), (0.98, -0.42)]
    dips = [(-0.6, 0.02), (-0.24, -0.12), (0.24, -0.12), (0.6, 0.02)]
    top: list[tuple[float, float]] = []
    for i, tip in enumerate(tips):
        top.append(tip)
        top += dips[i : i + 1]
    body = tuple((x * half, y * half) for x, y in [*top, (0.7, 0.62), (-0.7, 0.62)])
    balls = tuple(
        Shape((circle(size_mm * 0.13, x * half, (y - 0.1) * half),), _bells(look), "ink") for x, y in tips
    )
    band = Shape(
        (rectangle(size_mm * 0.74, size_mm * 0.12, size_mm * 0.03, 0.0, half * 0.74),), look.ink, "ink"
    )
    return (Shape((body,), look.joker_ink, "ink"), band, *balls)


def _star(size_mm: float, look: Look) -> tuple[Shape, ...]:
    return (Shape((star(size_mm),), look.joker_ink, "ink"),)


def _face(size_mm: float, look: Look) -> tuple[Shape, ...]:
    """A laughing face in a three-pointed cap with bells."""
    half = size_mm / 2
    cap: Ring = tuple(
        (x * half, y * half)
        for x, y in [
            (-0.55, 0.05),
            (-1.0, -0.15),
            (-0.62, -0.62),
            (-0.3, -0.45),
            (0.0, -0.95),
            (0.3, -0.45),
            (0.62, -0.62),
            (1.0, -0.15),
            (0.55, 0.05),
        ]
    )
    bells = tuple(
        Shape((circle(size_mm * 0.13, x * half, y * half),), _bells(look), "ink")
        for x, y in [(-1.0, -0.08), (0.0, -1.0), (1.0, -0.08)]
    )
    head = Shape(
        (circle(size_mm * 0.62, 0.0, half * 0.34), circle(size_mm * 0.54, 0.0, half * 0.34)), look.ink, "ink"
    )
    eyes = tuple(
        Shape((circle(size_mm * 0.085, x * half, half * 0.26),), look.ink, "ink") for x in (-0.22, 0.22)
    )
    smile = tuple((half * 0.34 * cos(pi * i / 16), half * (0.42 + 0.3 * sin(pi * i / 16))) for i in range(17))
    brim = Shape(
        (bar((-half * 0.58, half * 0.06), (half * 0.58, half * 0.06), size_mm * 0.08),), look.ink, "ink"
    )
    return (
        head,
        *eyes,
        Shape((smile,), look.ink, "ink"),
        Shape((cap,), look.joker_ink, "ink"),
        brim,
        *bells,
    )


def _bells(look: Look) -> Colour:
    """The bells' colour: gold, or the ink where the card or the drawing is golden itself."""
    golden = any(
        red > 170 and green > 130 and blue < 120 for red, green, blue in (look.joker_ink, look.card_face)
    )
    return look.ink if golden else GOLD


_DRAWINGS = {"crown": _crown, "star": _star, "face": _face}
