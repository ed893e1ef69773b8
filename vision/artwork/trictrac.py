"""Tric-Trac's board with the numbers 1 to 9, its covers, and dice to fold."""

from __future__ import annotations

from vision.artwork.lettering import draw_text, has_glyph, text_width
from vision.artwork.look import FELT, GOLD, Look
from vision.artwork.numerals import draw_number
from vision.artwork.outlines import circle, rectangle
from vision.artwork.pips import PIPS
from vision.artwork.shapes import Mark, Piece, Ring, Shape, move_shapes

BOARD_WIDTH_MM, BOARD_HEIGHT_MM = 258.0, 180.0
FIELD_WIDTH_MM, FIELD_HEIGHT_MM = 26.4, 46.0
FIELD_PITCH_MM = 27.6
DIE_MM = 22.0


def field_x(number: int) -> float:
    """How far right of the board's middle a number stands."""
    return (number - 5) * FIELD_PITCH_MM


FIELD_Y_MM = -BOARD_HEIGHT_MM / 2 + 8.0 + FIELD_HEIGHT_MM / 2


def board(look: Look) -> Piece:
    """The whole board: nine numbers in a row and a green to throw on."""
    outline = rectangle(BOARD_WIDTH_MM, BOARD_HEIGHT_MM, 6.0)
    shapes = [
        Shape((outline,), look.face, "face"),
        Shape(
            (
                rectangle(BOARD_WIDTH_MM - 6, BOARD_HEIGHT_MM - 6, 4.0),
                rectangle(BOARD_WIDTH_MM - 7.2, BOARD_HEIGHT_MM - 7.2, 3.5),
            ),
            GOLD,
            "border",
        ),
    ]
    shapes += _green(look)
    marks: list[Mark] = []
    for number in range(1, 10):
        shapes.append(_frame(number, look))
        drawn, found = draw_number(
            str(number), look, FIELD_HEIGHT_MM * 0.5, FIELD_WIDTH_MM * 0.74, field_x(number), FIELD_Y_MM
        )
        shapes += drawn
        marks += found
    return Piece("board", outline, tuple(shapes), tuple(marks), look.card_thickness_mm)


def _frame(number: int, look: Look) -> Shape:
    x = field_x(number)
    return Shape(
        (
            rectangle(FIELD_WIDTH_MM, FIELD_HEIGHT_MM, 2.0, x, FIELD_Y_MM),
            rectangle(FIELD_WIDTH_MM - 0.8, FIELD_HEIGHT_MM - 0.8, 1.7, x, FIELD_Y_MM),
        ),
        look.border or look.ink,
        "border",
    )


def _green(look: Look) -> tuple[Shape, ...]:
    """The throwing green: felt with a fine golden line inside its edge."""
    top = FIELD_Y_MM + FIELD_HEIGHT_MM / 2 + 7.0
    height = BOARD_HEIGHT_MM / 2 - 8.0 - top
    width = 9 * FIELD_PITCH_MM - 1.2
    y = top + height / 2
    return (
        Shape((rectangle(width, height, 4.0, 0.0, y),), FELT, "face"),
        Shape(
            (
                rectangle(width - 5, height - 5, 2.6, 0.0, y),
                rectangle(width - 5.7, height - 5.7, 2.3, 0.0, y),
            ),
            GOLD,
            "border",
        ),
        *_title(look, y + height / 2 - 7.4),
    )


def _title(look: Look, baseline_mm: float) -> tuple[Shape, ...]:
    """The game's name along the foot of the green, widely spaced."""
    size, space = 4.6, 2.2
    known = [letter for letter in "TRIC-TRAC" if has_glyph(look.font, letter)]
    letters = [(letter, text_width(look.font, letter, size) + space) for letter in known]
    x = -(sum(width for _, width in letters) - space) / 2
    shapes: list[Shape] = []
    for letter, width in letters:
        shapes += draw_text(look.font, letter, size, x, baseline_mm, GOLD, anchor="start")
        x += width
    return tuple(shapes)


def cover(look: Look) -> Piece:
    """A cover, laid over a number that is done: felt, with no numeral on it."""
    width, height = FIELD_WIDTH_MM - 1.4, FIELD_HEIGHT_MM - 2.0
    outline = rectangle(width, height, 2.0)
    shapes = (
        Shape((outline,), FELT, "face"),
        Shape(
            (rectangle(width - 3.6, height - 3.6, 1.2), rectangle(width - 4.3, height - 4.3, 1.0)),
            GOLD,
            "border",
        ),
    )
    return Piece("cover", outline, shapes, (), look.card_thickness_mm)


def die_face(pips: int, look: Look, side_mm: float = DIE_MM) -> tuple[Shape, ...]:
    """The pips of one face round its middle."""
    step, size = side_mm * 0.27, side_mm * 0.19
    return tuple(
        Shape((circle(size, across * step, down * step),), look.ink, "spot") for across, down in PIPS[pips]
    )


def die_net(look: Look) -> Piece:
    """A die to cut out and fold: a cross of six faces with seven tabs for glue; opposite faces make 7."""
    side = DIE_MM
    places = {1: (0, 0), 2: (0, -1), 5: (0, 1), 3: (-1, 0), 4: (1, 0), 6: (0, 2)}
    outline = _net_outline(side)
    shapes = [Shape((outline,), look.card_face, "face")]
    for pips, (column, row) in places.items():
        x, y = column * side, (row - 0.5) * side
        frame = rectangle(side, side, 0.0, x, y), rectangle(side - 0.3, side - 0.3, 0.0, x, y)
        shapes.append(Shape(frame, look.border or look.ink, "border"))
        shapes += move_shapes(die_face(pips, look), x, y)
    return Piece("die", outline, tuple(shapes), (), look.card_thickness_mm)


def _net_outline(side: float) -> Ring:
    """The cross of six squares, with a tab on every edge that must be glued to another."""
    tab, slope = side * 0.28, side * 0.16
    h = side / 2

    def tabbed(start: tuple[float, float], end: tuple[float, float]) -> Ring:
        """An edge walked clockwise, with its tab to the left of the walk."""
        ux, uy = (end[0] - start[0]) / side, (end[1] - start[1]) / side
        ox, oy = uy * tab, -ux * tab
        return (
            start,
            (start[0] + ux * slope + ox, start[1] + uy * slope + oy),
            (end[0] - ux * slope + ox, end[1] - uy * slope + oy),
            end,
        )

    top, foot = -2 * side, 2 * side
    return (
        *tabbed((-h, top), (h, top))[:3],
        *tabbed((h, top), (h, top + side)),
        (h + side, top + side),
        (h + side, top + 2 * side),
        *tabbed((h + side, top + 2 * side), (h, top + 2 * side))[1:],
        *tabbed((h, top + 3 * side), (h, foot))[:3],
        (h, foot),
        (-h, foot),
        *tabbed((-h, foot), (-h, top + 3 * side))[1:3],
        (-h, top + 3 * side),
        (-h, top + 2 * side),
        *tabbed((-h, top + 2 * side), (-h - side, top + 2 * side))[1:],
        (-h - side, top + side),
        (-h, top + side),
        *tabbed((-h, top + side), (-h, top))[1:3],
    )
