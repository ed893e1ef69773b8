"""Addique's 48 plus-shaped tiles."""

from __future__ import annotations

from scoring.addique_board import TILES
from vision.artwork.look import Look
from vision.artwork.numerals import draw_number
from vision.artwork.outlines import bar, circle, cross, rectangle, star
from vision.artwork.shapes import Colour, Mark, Piece, Ring, Shape, move_ring

__all__ = ["TILES", "tile"]

_ARMS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))


def tile(name: str, look: Look) -> Piece:
    """The tile of four numerals, named clockwise from the top."""
    cell = look.cell_mm
    shapes = list(_blank(_face(name, look), look))
    marks: list[Mark] = []
    for numeral, (across, down) in zip(name, _ARMS, strict=True):
        x, y = across * cell, down * cell
        drawn, found = draw_number(
            numeral, look, cell * look.numeral_share, cell * 0.82, x, y, lowest_mm=y + cell * 0.48
        )
        shapes += drawn
        marks += found
    size = cell * look.spot_share
    shapes.append(Shape(_spot(look, size), look.spot, "spot"))
    marks.append(Mark("spot", 0.0, 0.0, size, size))
    return Piece(
        name, cross(cell, radius_mm=look.tile_corner_mm), tuple(shapes), tuple(marks), look.tile_thickness_mm
    )


def _face(name: str, look: Look) -> Colour:
    if not look.tile_faces or name not in TILES:
        return look.face
    return look.tile_faces[TILES.index(name) % len(look.tile_faces)]


def _blank(face: Colour, look: Look) -> tuple[Shape, ...]:
    cell, corner = look.cell_mm, look.tile_corner_mm
    outline = cross(cell, radius_mm=corner)
    shapes: list[Shape] = []
    inset = look.bevel_mm
    if inset > 0:
        inner = cross(cell, inset, max(corner - inset, 0.0))
        light = tuple((255 + value) // 2 for value in face)
        dark = tuple(value * 3 // 4 for value in face)
        shapes += [
            Shape((outline,), (dark[0], dark[1], dark[2]), "face"),
            Shape((move_ring(inner, -inset / 2, -inset / 2),), (light[0], light[1], light[2]), "face"),
            Shape((inner,), face, "face"),
        ]
    else:
        shapes.append(Shape((outline,), face, "face"))
    if look.border is not None:
        for i in range(look.border_lines):
            outer = inset + look.border_inset_mm + i * 2.2 * look.border_mm
            shapes.append(
                Shape(
                    (
                        cross(cell, outer, corner),
                        cross(cell, outer + look.border_mm, corner),
                    ),
                    look.border,
                    "border",
                )
            )
        if look.cell_lines:
            shapes += [Shape((line,), look.border, "border") for line in _cell_lines(look)]
    return tuple(shapes)


def _cell_lines(look: Look) -> tuple[Ring, ...]:
    half = look.cell_mm / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return tuple(bar(corners[i - 1], corners[i], look.border_mm) for i in range(4))


def _spot(look: Look, size_mm: float) -> tuple[Ring, ...]:
    if look.spot_shape == "ring":
        return circle(size_mm), circle(size_mm * 0.55)
    if look.spot_shape == "square":
        return (rectangle(size_mm * 0.88, size_mm * 0.88),)
    if look.spot_shape == "diamond":
        half = size_mm / 2
        return (((0.0, -half), (half, 0.0), (0.0, half), (-half, 0.0)),)
    return (star(size_mm) if look.spot_shape == "star" else circle(size_mm),)
