"""The backs: a felt panel well inside the edge, so that a sheet printed a little askew still looks right."""

from __future__ import annotations

from vision.artwork.lettering import draw_text, glyph, text_width
from vision.artwork.look import FELT, GOLD, Look
from vision.artwork.numerals import sign_rings
from vision.artwork.outlines import circle, cross, rectangle
from vision.artwork.shapes import Colour, Piece, Ring, Shape, move_ring

PANEL_INSET_MM = 3.6
PATTERN: Colour = (62, 120, 97)
SIGN_PITCH_MM = 5.6
SIGNS = "+-×÷"


def card_back(look: Look, emblem: str, *, lying: bool = False) -> Piece:
    """The back of a card, with a game's emblem in a medallion."""
    width, height = look.card_width_mm, look.card_height_mm
    if lying:
        width, height = height, width
    outline = rectangle(width, height, look.card_corner_mm)
    panel_width, panel_height = width - 2 * PANEL_INSET_MM, height - 2 * PANEL_INSET_MM
    medallion = min(panel_width, panel_height) * 0.52
    shapes = [
        Shape((outline,), look.card_face, "face"),
        Shape((rectangle(panel_width, panel_height, 2.2),), FELT, "face"),
        _pattern(panel_width, panel_height, medallion / 2),
        Shape((circle(medallion), circle(medallion - 1.4)), GOLD, "border"),
        *_emblem(look, emblem, medallion * 0.62),
    ]
    return Piece("back", outline, tuple(shapes), (), look.card_thickness_mm)


def _pattern(width_mm: float, height_mm: float, hole_mm: float) -> Shape:
    """Small signs all over, like a cloth, but for the middle."""
    columns, rows = int((width_mm - 2) / SIGN_PITCH_MM), int((height_mm - 2) / SIGN_PITCH_MM)
    rings: list[Ring] = []
    for row in range(rows):
        for column in range(columns):
            x = (column - (columns - 1) / 2) * SIGN_PITCH_MM
            y = (row - (rows - 1) / 2) * SIGN_PITCH_MM
            if x * x + y * y > (hole_mm + 2.2) ** 2:
                sign = SIGNS[(row + column) % 4]
                rings += (move_ring(ring, x, y) for ring in sign_rings(sign, 2.3))
    return Shape(tuple(rings), PATTERN, "ink")


def _emblem(look: Look, emblem: str, width_mm: float) -> tuple[Shape, ...]:
    size = min(width_mm / text_width(look.font, emblem, 1.0), width_mm * 1.15)
    boxes = [glyph(look.font, character, size).box for character in emblem]
    middle = (min(box[1] for box in boxes) + max(box[3] for box in boxes)) / 2 * size
    return draw_text(look.font, emblem, size, 0.0, -middle, GOLD)


def tile_back(look: Look) -> Piece:
    """The back of an Addique tile: a felt cross with a golden ring, and a sign on each arm."""
    cell = look.cell_mm
    inset = 2.2
    outline: Ring = cross(cell, radius_mm=look.tile_corner_mm)
    shapes = [
        Shape((outline,), look.face, "face"),
        Shape((cross(cell, inset, 1.4),), FELT, "face"),
        Shape((circle(cell * 0.5), circle(cell * 0.5 - 1.2)), GOLD, "border"),
    ]
    arms = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
    for sign, (across, down) in zip(SIGNS, arms, strict=True):
        rings = tuple(move_ring(ring, across * cell, down * cell) for ring in sign_rings(sign, cell * 0.3))
        shapes.append(Shape(rings, PATTERN, "ink"))
    return Piece("back", outline, tuple(shapes), (), look.tile_thickness_mm)
