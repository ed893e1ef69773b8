"""How a die stands, told from its outline on the felt: where the body is seen beside its top."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.close_look import ACROSS_PX, DIE_PX, DOWN_PX, MIDDLE, cut_window
from vision.box.dice import Die
from vision.box.felt import DARK, Felt, against, felt_like, hued, tint_of
from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels

REACH = 1.15  # sides round the top's middle in which all of a die is seen
SAME_HUE, LEAST_LIGHT = 0.985, 0.15  # cosine between colours of lit and shaded felt, and how dark that may be
DIE_HUE = 0.972
DIE_LIGHT = (0.3, 2.2)  # a die's shaded and shining sides against its top
INK_HUE, INK_LIGHT = 0.985, (0.45, 1.15)
FELT_STEPS = (14.0, 45.0)  # of colour and of light
ALIKE_STEPS = 40.0
SEAM_PX = (5, 5)  # between a top and its sides there may be a line of another colour
LIMB = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))  # what is thinner is no part of a die
AT_TOP, TOP_REACH = 0.5, 0.75  # sides from a top's middle to its edges and to its corners
NEAREST_FRAME, FRAME_ALIKE = 0.6, 0.35  # and to a frame of which so much looks like the die
LEAST_BODY, MOST_BODY = 0.7, 2.1  # of a top's area
SOLID = 0.9  # of the hull's area
AWAY = np.hypot(ACROSS_PX - MIDDLE[0], DOWN_PX - MIDDLE[1])
ON_TOP = (AWAY > 0.06 * DIE_PX) & (AWAY < 0.4 * DIE_PX)


def lean_of(picture: Layers, die: Die, other: Die, felt: Felt) -> Floats | None:
    """The way from a top's middle to the foot's, in sides; None where the outline is lost on the felt."""
    body = body_of(picture, die, other, felt)
    area = float(body.sum())
    if not LEAST_BODY < area / DIE_PX**2 < MOST_BODY:
        return None
    outlines, _ = cv2.findContours(body.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.moments(cv2.convexHull(np.concatenate(outlines)))
    # A die bulges everywhere; where its outline does not, felt or shadow passed for it, or it for them.
    if area < SOLID * hull["m00"]:
        return None
    middle = np.array([hull["m10"], hull["m01"]]) / hull["m00"]
    return np.asarray(2 * (middle - MIDDLE) / DIE_PX)


def body_of(picture: Layers, die: Die, other: Die, felt: Felt) -> NDArray[np.bool_]:
    """Where a die is seen in a window round its top: what is not felt, shadow, frame or the other die."""
    zoom = DIE_PX / die.size
    soft = window_of(picture, die)
    top = top_colour(soft, die)
    like = die_like(soft, top)
    if max(die.ink) > DARK:
        like |= inked(soft, die)  # a dark pip at a die's rim looks like its shadow
    ground = felt_like(soft, felt.colour, FELT_STEPS, SAME_HUE, LEAST_LIGHT) | hue_of_felt(
        soft, felt.colour, top
    )
    rough = (like & ~ground).astype(np.uint8)
    rough = np.asarray(cv2.morphologyEx(rough, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    frame = beyond(felt.outline, die, zoom, TOP_REACH)
    if frame.any() and float(like[frame].mean()) > FRAME_ALIKE:
        # A frame of the die's own colour is taken to begin as near as it can.
        frame = beyond(felt.outline, die, zoom, NEAREST_FRAME)
    rough[nearer(other, die, zoom) | frame] = 0
    solid = np.asarray(cv2.morphologyEx(rough, cv2.MORPH_CLOSE, np.ones(SEAM_PX, np.uint8)), np.uint8)
    _, parts = cv2.connectedComponents(solid)
    own = np.bincount(parts[ON_TOP & (parts > 0)], minlength=2).argmax()
    body = ((parts == own) & (parts > 0) & (AWAY < REACH * DIE_PX)).astype(np.uint8)
    outlines, _ = cv2.findContours(body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(body, outlines, -1, 1, cv2.FILLED)  # pips are a part of it
    return np.asarray(cv2.morphologyEx(body, cv2.MORPH_OPEN, LIMB) > 0)


def window_of(picture: Layers, die: Die) -> Pixels:
    """An upright window with a die's top in the middle, a little softened."""
    zoom = DIE_PX / die.size
    window = cut_window(picture, np.array([die.x, die.y]), np.eye(2) / zoom, zoom)
    return np.asarray(cv2.GaussianBlur(window, (0, 0), 1.0), np.uint8)


def top_colour(soft: Pixels, die: Die) -> Floats:
    """The colour of a top's face: of what looks least like its pips."""
    face = soft[ON_TOP].astype(np.float32)
    off = np.linalg.norm(face - np.array(die.ink, np.float32), axis=1)
    return np.asarray(np.median(face[off >= np.median(off)], axis=0))


def die_like(soft: Pixels, top: Floats) -> NDArray[np.bool_]:
    """Where a top's colour is seen, lit or shaded."""
    light = soft.astype(np.float32)
    along, length = against(light, top)
    least, most = max(float(np.linalg.norm(top)), 1.0) * np.array(DIE_LIGHT)
    near = (np.abs(light - top) < ALIKE_STEPS).all(axis=2)
    return np.asarray(((along > DIE_HUE * length) & (length > least) & (length < most)) | near)


def hue_of_felt(soft: Pixels, felt: Floats, top: Floats) -> NDArray[np.bool_]:
    """Where the felt's hue lies in the shadow of a die as dark as that; nowhere if the die has it too."""
    cloth, own = (tint_of(colour.reshape(1, 1, 3).astype(np.uint8)) for colour in (felt, top))
    lit = float(np.linalg.norm(felt))
    if float(np.linalg.norm(top)) > lit or hued(own, cloth).any():
        return np.zeros(soft.shape[:2], bool)
    return np.asarray((np.linalg.norm(soft.astype(np.float32), axis=2) < lit) & hued(tint_of(soft), cloth))


def inked(soft: Pixels, die: Die) -> NDArray[np.bool_]:
    """Where the colour is that of the die's pips, or darker as on a shaded side."""
    light, ink = soft.astype(np.float32), np.array(die.ink)
    along, length = against(light, ink)
    least, most = float(np.linalg.norm(ink)) * np.array(INK_LIGHT)
    return np.asarray((along > INK_HUE * length) & (length > least) & (length < most))


def nearer(other: Die, die: Die, zoom: float) -> NDArray[np.bool_]:
    """Where another die's body is nearer than this one's."""
    step = (np.array([other.x, other.y]) - np.array([die.x, die.y])) * zoom
    to_other = np.hypot(ACROSS_PX - MIDDLE[0] - step[0], DOWN_PX - MIDDLE[1] - step[1])
    return np.asarray(to_other < AWAY)


def beyond(felt: Floats, die: Die, zoom: float, nearest: float = AT_TOP) -> NDArray[np.bool_]:
    """Where the frame is: past the felt's edge, and further off than the die's top reaches at least."""
    outline = (felt - np.array([die.x, die.y])) * zoom + MIDDLE
    inside = np.zeros(AWAY.shape, np.uint8)
    cv2.fillConvexPoly(inside, outline.round().astype(np.int32), 1)
    return np.asarray((inside == 0) & (nearest * DIE_PX < AWAY))
