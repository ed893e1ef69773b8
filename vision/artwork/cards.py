"""Cards with rounded corners, alike in every card game: a border, a face, small numbers in two corners."""

from __future__ import annotations

from dataclasses import replace

from vision.artwork.jokers import draw_joker
from vision.artwork.look import Look
from vision.artwork.numerals import SIGNS, draw_number, draw_sign
from vision.artwork.outlines import rectangle
from vision.artwork.shapes import Colour, Mark, Piece, Ring, Shape, half_turn, move_shapes

JOKER = "J"


def card_outline(look: Look) -> Ring:
    """A card's cut line."""
    return rectangle(look.card_width_mm, look.card_height_mm, look.card_corner_mm)


def blank_card(look: Look, face: Colour, line: Colour | None = None) -> tuple[Shape, ...]:
    """A card's face and border lines, with nothing on it yet."""
    shapes = [Shape((card_outline(look),), face, "face")]
    line = look.border if line is None else line
    if line is not None:
        for i in range(look.border_lines):
            inset = look.card_border_inset_mm + i * 2.2 * look.border_mm
            shapes.append(
                Shape((_inside(look, inset), _inside(look, inset + look.border_mm)), line, "border")
            )
    return tuple(shapes)


def _inside(look: Look, inset_mm: float) -> Ring:
    return rectangle(
        look.card_width_mm - 2 * inset_mm,
        look.card_height_mm - 2 * inset_mm,
        max(look.card_corner_mm - inset_mm, 0.6),
    )


def number_card(
    number: str, look: Look, face: Colour | None = None, ink: Colour | None = None, line: Colour | None = None
) -> Piece:
    """A card with a number of one digit or several."""
    background = blank_card(look, look.card_face if face is None else face, line)
    shapes, marks = draw_number(
        number, look, look.card_height_mm * look.card_numeral_share, look.card_width_mm * 0.78, ink=ink
    )
    return _card(number, look, (*background, *_corners(number, look, ink), *shapes), marks)


def sign_card(sign: str, look: Look) -> Piece:
    """A card with a calculation sign, on the symbols' colour."""
    ink = look.symbol_colour()
    height = look.card_height_mm * look.card_numeral_share * look.symbol_share
    shapes, marks = draw_sign(sign, look, min(height, look.card_width_mm * 0.7), ink)
    line = None if look.border is None else _darker(look.symbol_face)
    return _card(sign, look, (*blank_card(look, look.symbol_face, line), *shapes), marks)


def joker_card(look: Look, name: str = JOKER, face: Colour | None = None) -> Piece:
    """A card with the joker."""
    colour = look.card_face if face is None else face
    line = None if look.border is None or face is None else _darker(colour)
    shapes, marks = draw_joker(
        replace(look, card_face=colour), look.card_height_mm * 0.5, look.card_width_mm * 0.62
    )
    return _card(name, look, (*blank_card(look, colour, line), *shapes), marks)


def draw_card(face: str, look: Look) -> Piece:
    """The card of a face: a number, a calculation sign, or "J"."""
    if face in SIGNS:
        return sign_card(face, look)
    return joker_card(look) if face == JOKER else number_card(face, look)


def _card(name: str, look: Look, shapes: tuple[Shape, ...], marks: tuple[Mark, ...]) -> Piece:
    return Piece(name, card_outline(look), shapes, marks, look.card_thickness_mm)


def _corners(number: str, look: Look, ink: Colour | None) -> tuple[Shape, ...]:
    """The small number at the top left, and turned at the bottom right."""
    if not look.index:
        return ()
    height = look.card_height_mm * look.index_share
    shapes, marks = draw_number(number, replace(look, rim=None), height, look.card_width_mm * 0.3, ink=ink)
    inset = (look.card_border_inset_mm + look.border_mm * (1 + look.border_lines)) if look.border else 1.6
    width = sum(mark.width_mm for mark in marks)
    corner = move_shapes(
        shapes,
        -look.card_width_mm / 2 + inset + 1.3 + width / 2,
        -look.card_height_mm / 2 + inset + 1.6 + height / 2,
    )
    return (*corner, *half_turn(corner))


def _darker(colour: Colour) -> Colour:
    return (colour[0] * 3 // 4, colour[1] * 3 // 4, colour[2] * 3 // 4)
