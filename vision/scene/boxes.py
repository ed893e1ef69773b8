"""Tric-Trac boxes drawn by lot: our printed board, and wooden boxes with flaps, covers or slides."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.artwork.look import Look
from vision.artwork.numerals import draw_number
from vision.artwork.outlines import rectangle
from vision.artwork.shapes import Colour, Piece, Shape
from vision.artwork.trictrac import (
    BOARD_WIDTH_MM,
    DIE_MM,
    FIELD_HEIGHT_MM,
    FIELD_WIDTH_MM,
    FIELD_Y_MM,
    board,
    cover,
    field_x,
)
from vision.scene.colours import contrasting, jitter, luma, rgb
from vision.scene.dice_throws import Wall
from vision.scene.scene import Placed

Rng = np.random.Generator

NUMBERS = range(1, 10)
GREEN_MM = (-110.0, -25.0, 110.0, 62.0)
WOODS: tuple[Colour, ...] = ((196, 152, 98), (150, 100, 60), (222, 192, 140), (92, 58, 34), (170, 110, 78))
STYLES = ("cover", "flip", "slide", "gone")


@dataclass(frozen=True)
class Box:
    """A box from above: its pieces from the ground up, its walls, and where dice fall; lengths in mm."""

    pieces: tuple[Placed, ...]
    walls: tuple[Wall, ...]
    felt: tuple[float, float, float, float]
    """Left, top, right and bottom of the ground for dice."""
    floor_mm: float
    width_mm: float
    die_mm: float
    tile_mm: tuple[float, float]
    """How wide and tall the place of a number is."""
    high_mm: float
    """How high covers reach."""


def printed_board(look: Look, left: tuple[int, ...], rng: Rng) -> Box:
    """Our own board, a cover laid by hand on every number that is not open."""
    pieces = [Placed(board(look), 0.0, 0.0, size_mm=FIELD_HEIGHT_MM * 0.5)]
    for number in NUMBERS:
        if number not in left:
            x, y = rng.normal(0, 0.6, 2).tolist()
            at = (field_x(number) + x, FIELD_Y_MM + y)
            pieces.append(Placed(cover(look), *at, float(rng.normal(0, 1.5)), look.card_thickness_mm))
    die_mm = float(rng.choice([16.0, DIE_MM]))
    tile, thick = (FIELD_WIDTH_MM, FIELD_HEIGHT_MM), look.card_thickness_mm
    return Box(tuple(pieces), (), GREEN_MM, thick, BOARD_WIDTH_MM, die_mm, tile, 2 * thick)


def wooden_box(look: Look, left: tuple[int, ...], rng: Rng) -> Box:
    """A tray of wood: nine tiles in a row behind a ledge, a felt to throw on, walls all round."""
    pitch = float(rng.uniform(18, 26))
    tall, deep = pitch * float(rng.uniform(1.15, 1.8)), pitch * float(rng.uniform(4.2, 6.5))
    ledge, room = float(rng.uniform(3, 7)), float(rng.uniform(1, 5))
    half = 4.5 * pitch + float(rng.uniform(0.5, 6))
    height = tall + 2 * room + ledge + deep
    top = -height / 2
    row_y, felt_top = top + room + tall / 2, top + 2 * room + tall + ledge
    wood = jitter(rng, WOODS[int(rng.integers(len(WOODS)))], 15)
    shade = jitter(rng, tuple(int(0.5 * part) for part in wood), 8)  # type: ignore[arg-type]
    hue = float(rng.choice([0.38, 0.97, 0.6, rng.random()]))
    felt = rgb(hue, rng.uniform(0.5, 0.9), rng.uniform(0.25, 0.65))
    pieces = [
        Placed(_slab(2 * half, height, shade, 1.0), 0.0, 0.0),
        Placed(_slab(2 * half, deep, felt, 0.4), 0.0, felt_top + deep / 2, 0.0, 1.0),
    ]
    pieces += _row(rng, look, left, pitch, tall, row_y, wood)
    broad, rise = float(rng.uniform(5, 10)), float(rng.uniform(8, 22))
    frame = bgr_of(jitter(rng, wood, 12))

    def wall(x: float, y: float, turn: float, length: float, width: float, rise_mm: float) -> Wall:
        return Wall(x, y, turn, length, width, rise_mm, frame)

    walls = (
        wall(0.0, top - broad / 2, 0.0, 2 * half + 2 * broad, broad, rise),
        wall(0.0, felt_top - ledge / 2, 0.0, 2 * half, ledge, min(rise, float(rng.uniform(3, 10)))),
        wall(-half - broad / 2, 0.0, 90.0, height, broad, rise),
        wall(half + broad / 2, 0.0, 90.0, height, broad, rise),
        wall(0.0, -top + broad / 2, 0.0, 2 * half + 2 * broad, broad, rise),
    )
    die_mm = pitch * float(rng.uniform(0.6, 0.92))
    felt_mm, tile, high = (-half, felt_top, half, -top), (0.9 * pitch, tall), _height(pieces[2:])
    return Box(tuple(pieces), walls, felt_mm, 1.4, 2 * (half + broad), die_mm, tile, high)


def _row(
    rng: Rng, look: Look, left: tuple[int, ...], pitch: float, tall: float, y: float, wood: Colour
) -> list[Placed]:
    """The nine numbers, each open or shut in the way of this box."""
    style = str(rng.choice(STYLES))
    face = jitter(rng, wood, 22) if rng.random() < 0.6 else look.card_face
    ink = look.ink if abs(luma(look.ink) - luma(face)) > 0.3 else contrasting(rng, face)
    back = jitter(rng, wood, 30)
    wide, thick = pitch * float(rng.uniform(0.84, 0.97)), float(rng.uniform(1.5, 5))
    numeral = tall * float(rng.uniform(0.38, 0.62))
    pieces = []
    for number in NUMBERS:
        x, turn = (number - 5) * pitch + float(rng.normal(0, 0.15)), float(rng.normal(0, 0.6))
        shut = _slab(wide, tall, back, thick)
        drawn, marks = draw_number(str(number), look, numeral, wide * 0.8, 0.0, 0.0, ink)
        shown = replace(
            _slab(wide, tall, face, thick), shapes=(*_slab(wide, tall, face, thick).shapes, *drawn)
        )
        if number in left or style in ("cover", "slide"):
            pieces.append(Placed(replace(shown, marks=marks), x, y, turn, 1.0, numeral))
        if number in left:
            if style == "slide":
                away = Placed(_slab(wide * 0.9, tall * 0.2, back, 1.0), x, y - 0.38 * tall, turn, 1.0 + thick)
                pieces.append(away)
        elif style == "cover":
            pieces.append(Placed(shut, x, y + float(rng.normal(0, 0.4)), turn, 1.0 + thick))
        elif style == "slide":
            pieces.append(Placed(_slab(wide, tall, back, 1.0), x, y, turn, 1.0 + thick))
        elif style == "flip":
            pieces.append(Placed(shut, x, y + float(rng.choice([0.0, -0.2, 0.1])) * tall, turn, 1.0))
    return pieces


def _height(row: list[Placed]) -> float:
    """How high the highest of a row reaches; a box whose covers are gone may have none."""
    return max((placed.lift_mm + placed.piece.thickness_mm for placed in row), default=1.0)


def _slab(width: float, height: float, colour: Colour, thick: float) -> Piece:
    outline = rectangle(width, height, 0.8)
    return Piece("slab", outline, (Shape((outline,), colour, "face"),), (), thick)


def bgr_of(colour: Colour) -> Colour:
    """A colour with blue first."""
    return colour[2], colour[1], colour[0]
