"""Numerals and words as rings, from the outlines of a font file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, log2
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from vision.artwork.outlines import signed_area
from vision.artwork.shapes import Colour, Point, Ring, Shape, extent

FINENESS_MM = 0.012
"""How far a flattened curve may stray from the true one."""


@dataclass(frozen=True)
class Glyph:
    """One character: parts that are filled one by one, in em, with the baseline at y = 0 and y down."""

    parts: tuple[tuple[Ring, ...], ...]
    advance: float
    box: tuple[float, float, float, float]
    """Left, top, right and bottom of the ink."""


class MissingGlyphError(LookupError):
    """The font has no such character."""


@lru_cache(maxsize=512)
def open_font(font: Path) -> TTFont:
    """Open a font file once."""
    return TTFont(font, lazy=True, fontNumber=0)


def has_glyph(font: Path, character: str) -> bool:
    """Say whether a font can write a character."""
    return ord(character) in (open_font(font).getBestCmap() or {})


def glyph(font: Path, character: str, size_mm: float) -> Glyph:
    """The outline of a character, flattened as finely as its size in millimetres an em asks for."""
    return _flattened(font, character, ceil(log2(max(size_mm, 0.1))))


@lru_cache(maxsize=16384)
def _flattened(font: Path, character: str, size_power: int) -> Glyph:
    opened = open_font(font)
    name = (opened.getBestCmap() or {}).get(ord(character))
    if name is None:
        raise MissingGlyphError(f"The font {font.name} cannot write “{character}”.")
    glyphs = opened.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    em = opened["head"].unitsPerEm
    rings = _rings(pen.value, em, FINENESS_MM / 2.0**size_power)
    box = extent(rings) if rings else (0.0, 0.0, 0.0, 0.0)
    return Glyph(_parts(rings), glyphs[name].width / em, box)


def _rings(commands: list[tuple[str, tuple[Point | None, ...]]], em: float, stray: float) -> tuple[Ring, ...]:
    rings: list[Ring] = []
    points: list[Point] = []
    for command, at in commands:
        ends = [(p[0] / em, -p[1] / em) for p in at if p is not None]
        if command == "moveTo" or command == "lineTo":
            points.append(ends[0])
        elif command == "curveTo":
            points += _curve([points[-1], *ends], stray)
        elif command == "qCurveTo":
            if at[-1] is None:
                ends = _closed_quadratic(ends)
                points.append(ends.pop(0))
            for control, end in _quadratic_pieces(ends):
                points += _curve([points[-1], control, end], stray)
        elif points:
            ring = tuple(points[:-1] if points[0] == points[-1] else points)
            if len(ring) > 2:
                rings.append(ring)
            points = []
    return tuple(rings)


def _closed_quadratic(controls: list[Point]) -> list[Point]:
    """TrueType may draw a ring of controls only: it then starts half way between the last and the first."""
    start = _middle(controls[-1], controls[0])
    return [start, *controls, start]


def _quadratic_pieces(ends: list[Point]) -> list[tuple[Point, Point]]:
    controls, last = ends[:-1], ends[-1]
    if not controls:
        return [(last, last)]
    joints = [_middle(a, b) for a, b in pairwise(controls)]
    return list(zip(controls, [*joints, last], strict=True))


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _curve(control: list[Point], stray: float) -> list[Point]:
    """Points along a Bézier curve, its first point left out."""
    bend = max(
        abs(a[k] - 2 * b[k] + c[k])
        for a, b, c in zip(control, control[1:], control[2:], strict=False)
        for k in (0, 1)
    )
    degree = len(control) - 1
    steps = max(1, ceil((degree * (degree - 1) * bend / (8 * stray)) ** 0.5))
    points = []
    for i in range(1, steps + 1):
        t = i / steps
        level = control
        while len(level) > 1:
            level = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(level)]
        points.append(level[0])
    return points


def _parts(rings: tuple[Ring, ...]) -> tuple[tuple[Ring, ...], ...]:
    """Give each hole to the ring round it, so that rings that overlap each other do not cancel out."""
    if not rings:
        return ()
    outward = signed_area(max(rings, key=lambda ring: abs(signed_area(ring)))) > 0
    outer = sorted(
        (ring for ring in rings if (signed_area(ring) > 0) == outward),
        key=lambda ring: abs(signed_area(ring)),
    )
    parts = [[ring] for ring in outer]
    for hole in rings:
        if (signed_area(hole) > 0) != outward:
            home = next((part for part in parts if _inside(hole[0], part[0])), parts[-1])
            home.append(hole)
    return tuple(tuple(part) for part in parts)


def _inside(point: Point, ring: Ring) -> bool:
    x, y = point
    inside = False
    for i in range(len(ring)):
        (ax, ay), (bx, by) = ring[i - 1], ring[i]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def draw_glyph(
    outline: Glyph, size_mm: float, x_mm: float, baseline_mm: float, fill: Colour, layer: str = "ink"
) -> tuple[Shape, ...]:
    """Shapes of a character whose origin stands at `x_mm` on a baseline."""
    return tuple(
        Shape(
            tuple(tuple((x_mm + x * size_mm, baseline_mm + y * size_mm) for x, y in ring) for ring in part),
            fill,
            layer,
        )
        for part in outline.parts
    )


def text_width(font: Path, text: str, size_mm: float) -> float:
    """How far a line of text runs."""
    return sum(glyph(font, character, size_mm).advance for character in text) * size_mm


def draw_text(
    font: Path,
    text: str,
    size_mm: float,
    x_mm: float,
    baseline_mm: float,
    fill: Colour,
    *,
    anchor: str = "middle",
    layer: str = "ink",
) -> tuple[Shape, ...]:
    """Shapes of a line of text that starts at, is centred on, or ends at `x_mm`."""
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    x = x_mm - share * text_width(font, text, size_mm)
    shapes: list[Shape] = []
    for character in text:
        outline = glyph(font, character, size_mm)
        shapes += draw_glyph(outline, size_mm, x, baseline_mm, fill, layer)
        x += outline.advance * size_mm
    return tuple(shapes)


def cap_height(font: Path, size_mm: float) -> float:
    """The height of a capital letter."""
    return -glyph(font, "H", size_mm).box[1] * size_mm


def wrap(font: Path, text: str, size_mm: float, width_mm: float) -> tuple[str, ...]:
    """Break a sentence into as few lines as fit a width, all about equally long."""
    # A numeral or a lone sign stays with the word before it: "pink 7", "vois-tu ?".
    words = re.split(r" (?![\d?!:])", text)
    widths = [text_width(font, word, size_mm) for word in words]
    space = text_width(font, " ", size_mm)
    lines = _break(words, widths, space, width_mm)
    for narrower in range(95, 40, -5):
        tried = _break(words, widths, space, width_mm * narrower / 100)
        if len(tried) > len(lines):
            break
        lines = tried
    return lines


def _break(words: list[str], widths: list[float], space: float, room: float) -> tuple[str, ...]:
    lines: list[str] = []
    used = room
    for word, width in zip(words, widths, strict=True):
        if lines and used + space + width <= room:
            lines[-1] += f" {word}"
            used += space + width
        else:
            lines.append(word)
            used = width
    return tuple(lines)
