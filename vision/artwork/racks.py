"""Code 777's racks, cut from one sheet and folded: cards in front, the triangle of 28 for the owner."""

from __future__ import annotations

from dataclasses import replace

from vision.artwork.code777 import CARDS
from vision.artwork.look import FELT, Look
from vision.artwork.numerals import draw_number
from vision.artwork.outlines import bar, rectangle
from vision.artwork.shapes import Colour, Piece, Shape, move_shapes
from vision.artwork.suits import SUITS

BASE, SLOPE, LEDGE, LIP = 0.39, 0.69, 0.094, 0.125
"""The panels from the bottom up, as shares of a card's height: what the rack stands on, the owner's
side, the cards' side just as high, the ledge they stand on, and the lip that holds them."""


def rack(look: Look) -> Piece:
    """One rack, flat, with its fold lines."""
    width, card = 3 * look.card_width_mm + 3.0, look.card_height_mm
    height = (BASE + 2 * SLOPE + LEDGE + LIP) * card
    outline = rectangle(width, height)
    folds: list[float] = []
    y = height / 2
    for panel in (BASE, SLOPE, SLOPE, LEDGE):
        y -= panel * card
        folds.append(y)
    front = (LEDGE + LIP) * card
    shapes = [
        Shape((outline,), look.card_face, "face"),
        # The ledge and lip in felt: they frame the cards from the front.
        Shape((rectangle(width, front, 0.0, 0.0, (front - height) / 2),), FELT, "face"),
        *move_shapes(triangle(look, SLOPE * card - 5.0), 0.0, (folds[0] + folds[1]) / 2),
    ]
    for fold in folds:
        shapes += _fold_line(width, fold, look.card_face if fold == folds[-1] else look.ink)
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
    """A small card, filled with its colour, its number and shape left open in it."""
    number, colour = card.split()
    suit = SUITS[colour]
    plain = replace(look, underline="none", rim=None)
    digit, _ = draw_number(number, plain, height_mm * 0.58, width_mm, x_mm - width_mm * 0.19, y_mm, look.ink)
    sign = suit.ring(height_mm * 0.52, x_mm + width_mm * 0.19, y_mm)
    chip = rectangle(width_mm - 0.7, height_mm - 0.7, 1.0, x_mm, y_mm)
    if colour == "yellow":
        # Open letters do not show on yellow: here they are in ink.
        return Shape((chip,), suit.ink, "face"), *digit, Shape((sign,), look.ink, "ink")
    holes = tuple(ring for shape in digit for ring in shape.rings)
    return (Shape((chip, *holes, sign), suit.ink, "ink"),)


def _fold_line(width_mm: float, y_mm: float, ink: Colour) -> tuple[Shape, ...]:
    dashes = int(width_mm / 4)
    step = width_mm / dashes
    return tuple(
        Shape(
            (bar((-width_mm / 2 + i * step, y_mm), (-width_mm / 2 + (i + 0.5) * step, y_mm), 0.2),),
            ink,
            "border",
        )
        for i in range(dashes)
    )
