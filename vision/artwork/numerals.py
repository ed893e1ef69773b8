"""Numbers and calculation signs, drawn to a height round a point, with their marks."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from pathlib import Path

from vision.artwork.lettering import Glyph, draw_glyph, glyph, has_glyph
from vision.artwork.look import Look
from vision.artwork.outlines import bar, circle, grown, rectangle
from vision.artwork.shapes import Colour, Mark, Ring, Shape, extent

SIGNS = {"+": "+", "-": "−", "×": "×", "÷": "÷", "=": "="}
"""Each calculation sign's face, and the character that draws it."""

Drawing = tuple[tuple[Shape, ...], tuple[Mark, ...]]


@lru_cache(maxsize=4096)
def figure_height(font: Path) -> float:
    """The height of a font's tallest figure, in em."""
    boxes = [glyph(font, digit, 10.0).box for digit in "0123456789"]
    return max(bottom - top for _, top, _, bottom in boxes)


def draw_number(
    number: str,
    look: Look,
    height_mm: float,
    max_width_mm: float,
    x_mm: float = 0.0,
    y_mm: float = 0.0,
    ink: Colour | None = None,
    lowest_mm: float = inf,
) -> Drawing:
    """One digit or several side by side, centred by their ink, with one mark each.

    The underline of a 6 or 9 stays above `lowest_mm`.
    """
    size = height_mm / figure_height(look.font)
    glyphs = [glyph(look.font, digit, size) for digit in number]
    left = glyphs[0].box[0]
    right = sum(g.advance for g in glyphs[:-1]) + glyphs[-1].box[2]
    size = min(size, max_width_mm / (right - left))
    top, bottom = min(g.box[1] for g in glyphs), max(g.box[3] for g in glyphs)
    pen_x = x_mm - (left + right) / 2 * size
    baseline = y_mm - (top + bottom) / 2 * size

    shapes: list[Shape] = []
    marks: list[Mark] = []
    for digit, outline in zip(number, glyphs, strict=True):
        colour = look.digit_ink(digit) if ink is None else ink
        shapes += _inked(outline, size, pen_x, baseline, colour, look)
        mark = _mark(digit, outline, size, pen_x, baseline)
        if number in look.underlined:
            shapes += _underline(mark, colour, look, lowest_mm)
        marks.append(mark)
        pen_x += outline.advance * size
    return tuple(shapes), tuple(marks)


def _inked(
    outline: Glyph, size_mm: float, x_mm: float, baseline_mm: float, ink: Colour, look: Look
) -> tuple[Shape, ...]:
    shapes = draw_glyph(outline, size_mm, x_mm, baseline_mm, ink)
    if look.rim is None:
        return shapes
    return (
        *(
            Shape(
                (grown(s.rings[0], look.rim_mm), *(grown(r, -look.rim_mm) for r in s.rings[1:])),
                look.rim,
                "ink",
            )
            for s in shapes
        ),
        *shapes,
    )


def _mark(face: str, outline: Glyph, size_mm: float, x_mm: float, baseline_mm: float) -> Mark:
    left, top, right, bottom = (edge * size_mm for edge in outline.box)
    return Mark(face, x_mm + (left + right) / 2, baseline_mm + (top + bottom) / 2, bottom - top, right - left)


def _underline(mark: Mark, ink: Colour, look: Look, lowest_mm: float) -> tuple[Shape, ...]:
    """The line or dot under a 6 or 9 that says which way is up."""
    below = mark.y_mm + mark.height_mm * 0.61
    if look.underline == "line":
        thick = mark.height_mm * 0.075
        ring = rectangle(mark.width_mm * 0.84, thick, 0.0, mark.x_mm, min(below, lowest_mm - thick / 2))
    elif look.underline == "dot":
        size = mark.height_mm * 0.11
        ring = circle(size, mark.x_mm, min(below, lowest_mm - size / 2))
    else:
        return ()
    return (Shape((ring,), ink, "ink"),)


def draw_sign(sign: str, look: Look, plus_height_mm: float, ink: Colour) -> Drawing:
    """A calculation sign round the centre, all signs of a set to one scale."""
    character = SIGNS[sign]
    if look.symbols == "font" and has_glyph(look.font, character) and has_glyph(look.font, "+"):
        _, top, _, bottom = glyph(look.font, "+", plus_height_mm).box
        size = plus_height_mm / (bottom - top)
        outline = glyph(look.font, character, size)
        x = -(outline.box[0] + outline.box[2]) / 2 * size
        baseline = -(outline.box[1] + outline.box[3]) / 2 * size
        return _inked(outline, size, x, baseline, ink, look), (_mark(sign, outline, size, x, baseline),)
    rings = sign_rings(sign, plus_height_mm)
    left, top, right, bottom = extent(rings)
    return (Shape(rings, ink, "ink"),), (Mark(sign, 0.0, 0.0, bottom - top, right - left),)


def sign_rings(sign: str, size_mm: float) -> tuple[Ring, ...]:
    """The rings of a drawn sign, none over another."""
    reach, thick = size_mm / 2, size_mm * 0.2
    flat = bar((-reach, 0.0), (reach, 0.0), thick)
    if sign in "+×":
        h = thick / 2
        arm = ((-h, -h), (-h, -reach), (h, -reach))
        quarters = ((1, 0), (0, 1), (-1, 0), (0, -1))
        plus = tuple((x * c - y * s, x * s + y * c) for c, s in quarters for x, y in arm)
        turned = tuple(((x - y) * 0.78, (x + y) * 0.78) for x, y in plus)
        return (plus if sign == "+" else turned,)
    if sign == "÷":
        return flat, circle(thick * 1.35, 0.0, -size_mm * 0.34), circle(thick * 1.35, 0.0, size_mm * 0.34)
    if sign == "=":
        return tuple(bar((-reach, y), (reach, y), thick) for y in (-size_mm * 0.2, size_mm * 0.2))
    return (flat,)
