"""A row of nine with few numbers open: the felt's sides tell where its other places are."""

from __future__ import annotations

import cv2
import numpy as np

from vision.box.comb import felt_corners
from vision.box.row import CUT, FACES, READ, square_axes
from vision.layers import Layers
from vision.marks import Floats, Ints, Marks
from vision.patches import cut_patches
from vision.view import Eyes

SURE = 0.9
STEP = 0.975  # ninths of the felt's side from one number to the next
ABOVE = (0.3, 3.0)  # steps from the felt to the numbers
SIZES = (0.3, 1.3)  # steps that a numeral is high
SLIP = 0.6  # steps that a number may stand off the place that the felt has for it
STEPS = (0.86, 1.06)  # ninths of the felt's side from one number to the next
OFF_LINE = 0.2  # steps that numbers may stand off a row as wide as its felt


def find_lone(picture: Layers, eyes: Eyes, felt: Floats, glyphs: Marks) -> Floats | None:
    """The nine places, told by the felt and the numeral that stands upright beside it where it should."""
    corners = felt_corners(felt)
    if corners is None or not len(glyphs):
        return None
    found = [_beside(picture, eyes, np.roll(corners, -side, axis=0), glyphs) for side in range(4)]
    chance, slots = max(found, key=lambda each: each[0])
    return slots if chance > SURE else None


def along_felt(felt: Floats, xy: Floats, open_: Ints) -> Floats | None:
    """The nine places of a row that runs as the felt's side does and has its middle there."""
    corners = felt_corners(felt)
    way, off = xy[8] - xy[0], open_ - 4
    if corners is None or not off.any():
        return None
    sides = [np.roll(corners, -side, axis=0) for side in range(4)]
    to_flat, _ = _flat(max(sides, key=lambda side: float((side[1] - side[0]) @ way)))
    at = _moved(to_flat, xy[open_])
    step = float((at[:, 0] - 4.5) @ off / (off @ off))
    places = np.stack([4.5 + step * np.arange(-4, 5), np.full(9, np.median(at[:, 1]))], axis=1)
    if not STEPS[0] < step < STEPS[1] or float(np.abs(at - places[open_]).max()) > OFF_LINE:
        return None
    return _moved(np.linalg.inv(to_flat), places)


def _beside(picture: Layers, eyes: Eyes, corners: Floats, glyphs: Marks) -> tuple[float, Floats]:
    """How clear the clearest number beside the first side is, and the places it tells."""
    to_flat, across = _flat(corners)
    at = _moved(to_flat, glyphs.xy)
    share = glyphs.size / (across / 9)
    fits = (at[:, 0] > 0) & (at[:, 0] < 9) & (-at[:, 1] > ABOVE[0]) & (-at[:, 1] < ABOVE[1])
    fits &= (glyphs.score > READ) & (share > SIZES[0]) & (share < SIZES[1])
    if not fits.any():
        return 0.0, corners
    at, own = at[fits], glyphs.pick(fits)
    way = corners[1] - corners[0]
    turn = np.full(len(own), np.arctan2(way[1], way[0]))
    chances = eyes.glyphs.read(cut_patches(picture, own.xy, square_axes(turn, CUT * own.size)))[:, FACES]
    near = np.abs(at[:, :1] - (np.arange(9) + 0.5)) < SLIP
    chances = np.where(near, chances, 0.0)
    glyph, number = np.unravel_index(int(chances.argmax()), chances.shape)
    x, y = at[glyph]
    places = np.stack([x + STEP * (np.arange(9) - number), np.full(9, y)], axis=1)
    return float(chances[glyph, number]), _moved(np.linalg.inv(to_flat), places)


def _flat(corners: Floats) -> tuple[Floats, float]:
    """To a plane in which the first of a felt's sides is nine steps wide, and that side's length in px."""
    across = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    down = float(np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    high = 9 * down / across
    flat = np.array([(0, 0), (9, 0), (9, high), (0, high)], np.float32)
    return cv2.getPerspectiveTransform(corners.astype(np.float32), flat), across


def _moved(matrix: Floats, places: Floats) -> Floats:
    found = cv2.perspectiveTransform(places[None].astype(np.float32), matrix)[0]
    return np.asarray(found, np.float64)
