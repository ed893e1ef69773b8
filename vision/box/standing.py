"""How a die stands, told from its outline: where its body is seen beside its top."""

from __future__ import annotations

import cv2
import numpy as np

from vision.box.close_look import ACROSS_PX, DIE_PX, DOWN_PX, Outline
from vision.box.dice import Die
from vision.box.felt import Felt
from vision.box.silhouette import lean_of as silhouette_lean
from vision.layers import Layers
from vision.marks import Floats
from vision.network import STRIDE

FILLED = 0.5
REACH = 1.3  # sides round the top's middle in which all of a die is seen
LEAST_BODY, MOST_BODY = 0.6, 2.3  # of a top's area
SOLID = 0.9  # of the hull's area


def lean_of(picture: Layers, die: Die, other: Die, felt: Felt | None) -> Floats | None:
    """The way from a top's middle to the foot's, in sides; None where no outline is whole.

    What the network has learnt of bodies and what colours show of them err in different ways.
    """
    told = [outlined(die, other), None if felt is None else silhouette_lean(picture, die, other, felt)]
    known = [lean for lean in told if lean is not None]
    return np.mean(known, axis=0) if known else None


def outlined(die: Die, other: Die) -> Floats | None:
    """The same way by the network's outlines alone."""
    found = [_middle(outline, die, other) for outline in die.outlines]
    middles = [middle for middle in found if middle is not None]
    if not middles:
        return None
    return np.asarray(2 * (np.mean(middles, axis=0) - (die.x, die.y)) / die.size)


def _middle(outline: Outline, die: Die, other: Die) -> Floats | None:
    """The middle of a die's outline in the picture."""
    fine = cv2.resize(
        outline.filled.astype(np.float32), None, fx=STRIDE, fy=STRIDE, interpolation=cv2.INTER_CUBIC
    )
    top, beside = outline.at(die.x, die.y), outline.at(other.x, other.y)
    away, to_other = (np.hypot(ACROSS_PX - at[0], DOWN_PX - at[1]) for at in (top, beside))
    body = ((fine > FILLED) & (away < to_other) & (away < REACH * DIE_PX)).astype(np.uint8)
    _, parts = cv2.connectedComponents(body)
    x, y = np.clip(top.round().astype(int), 0, len(fine) - 1)
    own = (parts == parts[y, x]).astype(np.uint8)
    side = die.size / float(np.sqrt(abs(np.linalg.det(outline.back))))
    area = float(own.sum()) / side**2
    if not parts[y, x] or not LEAST_BODY < area < MOST_BODY:
        return None
    outlines, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.moments(cv2.convexHull(np.concatenate(outlines)))
    # A die bulges everywhere; what does not is not the outline of one.
    if own.sum() < SOLID * hull["m00"]:
        return None
    middle = np.array([hull["m10"], hull["m01"]]) / hull["m00"]
    return np.asarray(outline.centre + outline.back @ (middle - (len(fine) - 1) / 2))
