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

COLOURS = 0.8  # of what is told: they show a foot better than the outlines that the network has learnt
FILLED = 0.5
REACH = 1.3  # sides round the top's middle in which all of a die is seen
LEAST_BODY, MOST_BODY = 0.6, 2.3  # of a top's area
SOLID = 0.9  # of the hull's area


def lean_between(picture: Layers, first: Die, second: Die, felt: Felt | None) -> tuple[Floats, bool]:
    """How much more the second die leans than the first, in sides, and whether colours tell so.

    Both are told by the same eye, or what each cuts off of a foot would pass for a lean.
    """
    pairs = ((first, second), (second, first))
    learnt = _between([outlined(*pair) for pair in pairs])
    coloured = (
        _between([silhouette_lean(picture, *pair, felt) for pair in pairs]) if felt is not None else None
    )
    if coloured is not None:
        return coloured if learnt is None else COLOURS * coloured + (1 - COLOURS) * learnt, True
    if learnt is not None:
        return learnt, False
    # Where no outline is whole, the network's guess of how a die stands is the next best.
    return np.array(second.foot) / second.size - np.array(first.foot) / first.size, False


def _between(leans: list[Floats | None]) -> Floats | None:
    """How much more the second leans than the first."""
    first, second = leans
    return None if first is None or second is None else second - first


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
