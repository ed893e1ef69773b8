"""Whether a die is seen whole: nothing lies over it that is neither die nor felt."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.close_look import DIE_PX
from vision.box.dice import Die
from vision.box.felt import DARK, Felt, against, felt_like, hued, tint_of
from vision.box.silhouette import (
    AWAY,
    DIE_HUE,
    FELT_STEPS,
    LEAST_LIGHT,
    SAME_HUE,
    beyond,
    die_like,
    inked,
    nearer,
    top_colour,
    window_of,
)
from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels

EVERY = np.s_[::2, ::2]  # a coarse look is enough
FAR = AWAY[EVERY] / DIE_PX  # sides from the top's middle
TOP_PX = (DIE_PX / 2) ** 2
ROUND = 0.8  # sides round a top's middle in which a thing over the die is seen
INNER = 0.45  # sides round it in which all is die
PIP = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
LARGER_THAN_PIP = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
THING = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))  # larger than two pips that touch
WAYS = np.arange(8) * np.pi / 4
HALF_SECTOR = 0.5
FOREIGN, OVER = 0.1, 0.03  # of a top's area: a thing, and how much of it lies over the top's middle
CUT_OFF, CUT_OFF_BY_FELT = 0.15, 0.3  # of a sector of the top, which may be a little smaller than it was told
PALE, DEEP = 14.0, 28.0  # chroma of a white die, and of what is no part of one


def overlaid(picture: Layers, die: Die, other: Die, felt: Felt) -> bool:
    """Whether something lies over a die; the other one has the same make, in another light."""
    full = window_of(picture, die)
    soft = full[EVERY]
    tint, light = tint_of(soft), soft.astype(np.float32)
    own, twin, cloth = (tint_of(_pixel(colour)) for colour in (die.colour, other.colour, felt.colour))
    near, chroma = die_like(full, top_colour(full, die))[EVERY], np.linalg.norm(tint, axis=2)
    like = near | hued(tint, own)
    if float(np.linalg.norm(own)) < PALE:
        like &= chroma < DEEP
    elif float(np.linalg.norm(twin)) < PALE and float(np.linalg.norm(own)) > DEEP:
        like &= chroma > PALE
    pips = inked(soft, die).astype(np.uint8)
    like |= (pips > 0) & (cv2.morphologyEx(pips, cv2.MORPH_OPEN, THING) == 0)
    ground = felt_like(soft, felt.colour, FELT_STEPS, SAME_HUE, LEAST_LIGHT)
    top = cv2.morphologyEx((like & ~(ground & ~near)).astype(np.uint8), cv2.MORPH_CLOSE, PIP)
    bare = (top == 0) & ground
    for sector in SECTORS:
        gone, felted = 1 - float(top[sector].mean()), float(bare[sector].mean())
        if gone - felted > CUT_OFF or gone > CUT_OFF_BY_FELT:
            return True
    zoom = DIE_PX / die.size
    off = (nearer(other, die, zoom) | beyond(felt.outline, die, zoom))[EVERY]
    like |= hued(tint, twin) | _along(light, np.array(other.colour), DIE_HUE)
    around = ground | hued(tint, cloth) | _along(light, felt.colour, SAME_HUE) | (soft.max(axis=2) < DARK)
    strange = (~like & ~around & ~off & (FAR < ROUND)).astype(np.uint8)
    _, things = cv2.connectedComponents(cv2.morphologyEx(strange, cv2.MORPH_OPEN, LARGER_THAN_PIP))
    # Neither a pip nor a frame near by reaches far over a top.
    size, inner = (np.bincount(part, minlength=2) for part in (things.ravel(), things[FAR < INNER]))
    inner = np.pad(inner, (0, len(size) - len(inner)))
    return bool(((size > FOREIGN * TOP_PX) & (inner > OVER * TOP_PX))[1:].any())


def _pixel(colour: Sequence[float] | Floats) -> Pixels:
    return np.array(colour).reshape(1, 1, 3).astype(np.uint8)


def _along(light: Floats, colour: Floats, least: float) -> NDArray[np.bool_]:
    """Where a colour is seen in more light or less."""
    along, length = against(light, colour)
    return np.asarray(along > least * length)


def _sectors() -> tuple[NDArray[np.bool_], ...]:
    """The eight parts of a top's middle."""
    across = np.arange(len(FAR)) - (len(FAR) - 1) / 2
    angle = np.arctan2(across[:, None], across[None])
    turned = [np.abs((angle - way + np.pi) % (2 * np.pi) - np.pi) for way in WAYS]
    return tuple((turn < HALF_SECTOR) & (FAR < INNER) for turn in turned)


SECTORS = _sectors()
