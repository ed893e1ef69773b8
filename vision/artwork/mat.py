"""A table mat in four parts, with a marker in each corner that tells a camera where the table lies."""

from __future__ import annotations

import cv2

from vision.artwork.look import BLACK, FELT, GOLD, WHITE, Look
from vision.artwork.outlines import bar, rectangle
from vision.artwork.shapes import Piece, Point, Shape, move_shapes

MAT_WIDTH_MM, MAT_HEIGHT_MM = 520.0, 370.0
MARKER_DICTIONARY = cv2.aruco.DICT_4X4_50
MARKER_MM = 36.0
"""A marker's black square; a white edge of one module is kept free round it."""
MARKER_INSET_MM = 16.0

_REACH_X = MAT_WIDTH_MM / 2 - MARKER_INSET_MM - MARKER_MM / 2
_REACH_Y = MAT_HEIGHT_MM / 2 - MARKER_INSET_MM - MARKER_MM / 2
MARKER_CENTRES_MM: dict[int, Point] = {
    0: (-_REACH_X, -_REACH_Y),
    1: (_REACH_X, -_REACH_Y),
    2: (_REACH_X, _REACH_Y),
    3: (-_REACH_X, _REACH_Y),
}
"""Where each marker's middle lies, from the mat's middle, x right and y down; clockwise from top left."""


def marker(number: int) -> tuple[Shape, ...]:
    """A marker as black squares round its middle."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    modules = dictionary.markerSize + 2
    dots = cv2.aruco.generateImageMarker(dictionary, number, modules)
    side = MARKER_MM / modules
    shapes: list[Shape] = []
    for row in range(modules):
        column = 0
        while column < modules:
            start = column
            while column < modules and dots[row, column] == 0:
                column += 1
            if column > start:
                # Dark modules side by side are one bar, and bars overlap the row below by a hair: no seams.
                down = side if row == modules - 1 else side + 0.02
                left, top = -MARKER_MM / 2 + start * side, -MARKER_MM / 2 + row * side
                middle_x = left + (column - start) * side / 2
                ring = rectangle((column - start) * side, down, 0.0, middle_x, top + down / 2)
                shapes.append(Shape((ring,), BLACK, "ink"))
            column += 1
    return tuple(shapes)


def mat_part(number: int, look: Look) -> Piece:
    """A quarter of the mat, with its marker in the outer corner; parts are numbered as their markers."""
    width, height = MAT_WIDTH_MM / 2, MAT_HEIGHT_MM / 2
    centre_x, centre_y = MARKER_CENTRES_MM[number]
    right, down = (1.0 if centre_x > 0 else -1.0), (1.0 if centre_y > 0 else -1.0)
    outline = rectangle(width, height)
    shapes = [Shape((outline,), WHITE, "face")]
    for inset, thick, colour in ((5.0, 1.6, FELT), (8.0, 0.5, GOLD)):
        corner = (right * (width / 2 - inset), down * (height / 2 - inset))
        across = (-right * width / 2, corner[1])
        along = (corner[0], -down * height / 2)
        reach = thick / 2
        shapes += [
            Shape((bar(across, (corner[0] + right * reach, corner[1]), thick),), colour, "border"),
            Shape((bar(along, (corner[0], corner[1] + down * reach), thick),), colour, "border"),
        ]
    shapes += move_shapes(marker(number), centre_x - right * width / 2, centre_y - down * height / 2)
    return Piece(f"mat {number + 1}", outline, tuple(shapes), (), look.card_thickness_mm)
