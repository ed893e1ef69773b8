"""A row of nine with a single number open: the felt's sides tell where its other places are."""

from __future__ import annotations

import cv2
import numpy as np

from vision.box.comb import felt_corners
from vision.box.row import CUT, FACES, READ, square_axes
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.patches import cut_patches
from vision.view import Eyes

SURE = 0.9
STEP = 0.975  # ninths of the felt's side from one number to the next
ABOVE = (0.3, 3.0)  # steps from the felt to the numbers
SIZES = (0.3, 1.3)  # steps that a numeral is high
SLIP = 0.6  # steps that a number may stand off the place that the felt has for it


def find_lone(picture: Layers, eyes: Eyes, felt: Floats, glyphs: Marks) -> Floats | None:
    """The nine places, told by the felt and the numeral that stands upright beside it where it should."""
    corners = felt_corners(felt)
    if corners is None or not len(glyphs):
        return None
    found = [_beside(picture, eyes, np.roll(corners, -side, axis=0), glyphs) for side in range(4)]
    chance, slots = max(found, key=lambda each: each[0])
    return slots if chance > SURE else None


def _beside(picture: Layers, eyes: Eyes, corners: Floats, glyphs: Marks) -> tuple[float, Floats]:
    """How clear the clearest number beside the first side is, and the places it tells."""
    across = float(np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    down = float(np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    high = 9 * down / across
    flat = np.array([(0, 0), (9, 0), (9, high), (0, high)], np.float32)
    to_flat = cv2.getPerspectiveTransform(corners.astype(np.float32), flat)
    at = cv2.perspectiveTransform(glyphs.xy[None].astype(np.float32), to_flat)[0].astype(np.float64)
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
    slots = cv2.perspectiveTransform(places[None].astype(np.float32), np.linalg.inv(to_flat))[0]
    return float(chances[glyph, number]), np.asarray(slots, np.float64)
