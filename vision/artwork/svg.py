"""Pieces as SVG text, for pages and for laser cutters."""

from __future__ import annotations

from vision.artwork.shapes import Colour, Piece, Point, Ring, extent


def ring_path(ring: Ring) -> str:
    """A closed ring as the data of an SVG path."""
    return f"{line_path(ring)}Z"


def line_path(points: tuple[Point, ...]) -> str:
    """An open line as the data of an SVG path."""
    return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in points)


def hex_colour(colour: Colour) -> str:
    """A colour as pages write it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def piece_svg(piece: Piece) -> str:
    """A piece as one inline SVG drawing, in its colours, one unit a millimetre."""
    left, top, right, bottom = extent((piece.outline,))
    paths = "".join(
        f'<path fill="{hex_colour(shape.fill)}" d="{"".join(ring_path(ring) for ring in shape.rings)}"/>'
        for shape in piece.shapes
    )
    box = " ".join(_short(value) for value in (left, top, right - left, bottom - top))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" fill-rule="evenodd">{paths}</svg>'


def _short(value: float) -> str:
    # Adding zero turns a rounded-off "-0" into "0".
    return f"{round(value, 3) + 0.0:.7g}"
