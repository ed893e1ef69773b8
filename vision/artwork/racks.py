"""Code 777's racks, cut from one sheet and folded: cards in front, the triangle of 28 for the owner."""

from __future__ import annotations

from vision.artwork.code777 import CARDS
from vision.artwork.look import FELT, Look
from vision.artwork.numerals import draw_number
from vision.artwork.outlines import bar, rectangle
from vision.artwork.shapes import Piece, Ring, Shape, move_shapes
from vision.artwork.suits import SUITS

BASE_MM, SLOPE_MM, LEDGE_MM, LIP_MM = 25.0, 44.0, 6.0, 8.0
"""From the bottom up: what it stands on, the owner's side, the cards' side, the ledge, the lip."""


def rack_size(look: Look) -> tuple[float, float]:
    """How wide and how high a rack's sheet is, flat."""
    return 3 * look.card_width_mm + 3.0, BASE_MM + 2 * SLOPE_MM + LEDGE_MM + LIP_MM


def rack(look: Look) -> Piece:
    """One rack, flat, with its fold lines."""
    width, height = rack_size(look)
    outline = rectangle(width, height, 2.0)
    folds: list[float] = []
    y = height / 2
    for panel in (BASE_MM, SLOPE_MM, SLOPE_MM, LEDGE_MM):
        y -= panel
        folds.append(y)
    owner_y = (folds[0] + folds[1]) / 2
    shapes = [Shape((outline,), look.card_face, "face")]
    # The ledge and lip in felt: they frame the cards from the front.
    strip = rectangle(width, LEDGE_MM + LIP_MM, 0.0, 0.0, -height / 2 + (LEDGE_MM + LIP_MM) / 2)
    shapes.append(Shape((strip,), FELT, "face"))
    shapes += move_shapes(triangle(look, SLOPE_MM - 5.0), 0.0, owner_y)
    for fold in folds:
        shapes += _fold_line(width, fold, look)
    return Piece("rack", outline, tuple(shapes), (), look.card_thickness_mm)


def triangle(look: Look, height_mm: float) -> tuple[Shape, ...]:
    """All 28 cards as a triangle of small numbers: one 1 on top, seven 7s at the bottom."""
    row_mm = height_mm / 7
    column_mm = row_mm * 1.9
    shapes: list[Shape] = []
    for number in range(1, 8):
        row = [card for card in CARDS if card[0] == str(number)]
        y = -height_mm / 2 + (number - 0.5) * row_mm
        for i, card in enumerate(row):
            x = (i - (number - 1) / 2) * column_mm
            shapes += _chip(card, look, column_mm, row_mm, x, y)
    return tuple(shapes)


def _chip(
    card: str, look: Look, width_mm: float, height_mm: float, x_mm: float, y_mm: float
) -> tuple[Shape, ...]:
    number, colour = card.split()
    suit = SUITS[colour]
    frame: tuple[Ring, ...] = (
        rectangle(width_mm - 0.8, height_mm - 0.8, 1.0, x_mm, y_mm),
        rectangle(width_mm - 1.5, height_mm - 1.5, 0.8, x_mm, y_mm),
    )
    digit, _ = draw_number(number, look, height_mm * 0.56, width_mm, x_mm - width_mm * 0.2, y_mm, suit.ink)
    sign = suit.ring(height_mm * 0.5, x_mm + width_mm * 0.2, y_mm)
    return (Shape(frame, suit.ink, "border"), *digit, Shape((sign,), suit.ink, "ink"))


def _fold_line(width_mm: float, y_mm: float, look: Look) -> tuple[Shape, ...]:
    dashes = int(width_mm / 4)
    step = width_mm / dashes
    return tuple(
        Shape(
            (bar((-width_mm / 2 + i * step, y_mm), (-width_mm / 2 + (i + 0.5) * step, y_mm), 0.2),),
            look.ink,
            "border",
        )
        for i in range(dashes)
    )
