"""What must work on a real table: markers a camera finds, dice that fold to a die, drawings as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from vision.artwork import addique
from vision.artwork.look import CLASSIC
from vision.artwork.mat import (
    MARKER_CENTRES_MM,
    MARKER_DICTIONARY,
    MARKER_MM,
    MAT_HEIGHT_MM,
    MAT_WIDTH_MM,
    mat_part,
)
from vision.artwork.outlines import signed_area
from vision.artwork.paint import paint
from vision.artwork.shapes import extent
from vision.artwork.svg import piece_svg
from vision.artwork.trictrac import DIE_MM, die_net


def test_the_four_mat_parts_make_one_mat_whose_markers_are_found_where_they_should_be() -> None:
    px_per_mm = 4
    width, height = int(MAT_WIDTH_MM * px_per_mm), int(MAT_HEIGHT_MM * px_per_mm)
    mat = np.full((height, width, 3), 255, np.uint8)
    for number, (x, y) in MARKER_CENTRES_MM.items():
        part = paint(mat_part(number, CLASSIC), px_per_mm)[1:-1, 1:-1, :3]
        left, top = (width // 2 if x > 0 else 0), (height // 2 if y > 0 else 0)
        mat[top : top + height // 2, left : left + width // 2] = part
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY))
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(mat, cv2.COLOR_RGB2GRAY))
    assert ids is not None and sorted(np.ravel(ids)) == [0, 1, 2, 3]
    for number, found in zip(np.ravel(ids), corners, strict=True):
        quad = np.reshape(found, (4, 2))
        centre = quad.mean(axis=0) / px_per_mm - (MAT_WIDTH_MM / 2, MAT_HEIGHT_MM / 2)
        assert centre == pytest.approx(MARKER_CENTRES_MM[int(number)], abs=0.4)
        # The marker stands upright: its first corner is the top left one.
        assert quad[0] == pytest.approx(quad.min(axis=0), abs=2)
        assert np.linalg.norm(quad[1] - quad[0]) / px_per_mm == pytest.approx(MARKER_MM, abs=0.6)


def test_a_folded_die_has_opposite_faces_that_make_seven() -> None:
    net = die_net(CLASSIC)
    pips: dict[tuple[int, int], int] = {}
    for shape in net.shapes:
        if shape.layer == "spot":
            left, top, right, bottom = extent(shape.rings)
            square = (round((left + right) / 2 / DIE_MM), round((top + bottom) / 2 / DIE_MM + 0.5))
            pips[square] = pips.get(square, 0) + 1
    assert sorted(pips.values()) == [1, 2, 3, 4, 5, 6]
    # Roll a cube over the net: each square prints the face that is then at the bottom.
    faces: dict[str, int] = {}
    rolled = {(0, 0): dict(zip("DUNSEW", "DUNSEW", strict=True))}
    to_do = [(0, 0)]
    rolls = {
        (1, 0): {"D": "E", "E": "U", "U": "W", "W": "D", "N": "N", "S": "S"},
        (-1, 0): {"D": "W", "W": "U", "U": "E", "E": "D", "N": "N", "S": "S"},
        (0, 1): {"D": "S", "S": "U", "U": "N", "N": "D", "E": "E", "W": "W"},
        (0, -1): {"D": "N", "N": "U", "U": "S", "S": "D", "E": "E", "W": "W"},
    }
    while to_do:
        here = to_do.pop()
        faces[rolled[here]["D"]] = pips[here]
        for step, turn in rolls.items():
            there = (here[0] + step[0], here[1] + step[1])
            if there in pips and there not in rolled:
                rolled[there] = {side: rolled[here][turn[side]] for side in "DUNSEW"}
                to_do.append(there)
    assert faces["U"] + faces["D"] == faces["N"] + faces["S"] == faces["E"] + faces["W"] == 7


def test_a_die_has_seven_tabs() -> None:
    area = abs(signed_area(die_net(CLASSIC).outline))
    tab = 0.28 * DIE_MM * (DIE_MM + DIE_MM * (1 - 2 * 0.16)) / 2
    assert area == pytest.approx(6 * DIE_MM**2 + 7 * tab, rel=1e-6)


def test_a_piece_as_svg_is_well_formed_and_to_scale() -> None:
    tile = addique.tile("4752", CLASSIC)
    drawing = ElementTree.fromstring(piece_svg(tile))
    assert [float(value) for value in drawing.attrib["viewBox"].split()] == pytest.approx(
        [-1.5 * CLASSIC.cell_mm, -1.5 * CLASSIC.cell_mm, 3 * CLASSIC.cell_mm, 3 * CLASSIC.cell_mm]
    )
    assert len(drawing) == len(tile.shapes)
    assert all(path.attrib["d"].startswith("M") and path.attrib["d"].endswith("Z") for path in drawing)
