"""The felt of a Tric-Trac box: the even ground that dice fall on, found by its colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.dice import Die
from vision.box.numbers import Numbers
from vision.layers import Layers
from vision.marks import Floats
from vision.picture import Pixels

FELT_PX = 352
SAME_HUE = 0.992  # cosine between colours
LEAST_LIGHT = 0.2  # of the felt's own in a shadow
ALIKE_COLOUR, ALIKE_LIGHT = 16.0, 60.0  # steps of colour and of light
HUE = 0.94  # cosine between tints of one colour, pale or deep
LEAST_CHROMA = 8.0
DARK = 45  # steps under which no colour is told
FELT_SLOTS = (5.0, 150.0)  # the felt's area in squares as wide as a slot
FELT_DICE = (12.0, 500.0)  # and in squares as wide as a die
LEAST_PLACES = 10
NARROW_STEPS = (5.0, 20.0)  # of colour and of light, where the table is nearly as dark or pale as the felt
NO_SHADE = 2.0  # a cosine that nothing reaches
SOLID = 0.85  # of the hull's area: dice and their shadows are gaps in a felt, and no more
WHOLE = 0.9  # of the hull's area with all that lies on it: a felt has no bays
NARROW, BROAD = 3, 9  # points of the small picture: gaps in a frame that join nothing
EDGE = 0.01  # of the picture's sides
MOST_CUT = 2  # sides of a felt that the picture cuts off


@dataclass(frozen=True)
class Felt:
    """The outline of an even ground, and the colour most of it has, blue first."""

    outline: Floats
    colour: Floats


def felt_below(picture: Layers, numbers: Numbers) -> Felt | None:
    """The even ground below the numbers, or None when there is none to see."""
    rows = np.linspace(1.7, 3.2, 7)[:, None, None] * numbers.pitch * numbers.down
    least, most = (share * numbers.pitch**2 for share in FELT_SLOTS)
    return _felt_at(picture, (numbers.xy[None, 1:8] + rows).reshape(-1, 2), least, most)


def felt_round(picture: Layers, dice: Sequence[Die], narrow: bool = False) -> Felt | None:
    """The even ground that dice lie on, or only what hardly differs in colour."""
    angle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    places = [np.array([die.x, die.y]) + np.array(die.foot) / 2 + 1.15 * die.size * ring for die in dice]
    side = float(np.mean([die.size for die in dice]))
    least, most = (share * side**2 for share in FELT_DICE)
    return _felt_at(picture, np.concatenate(places), least, most, narrow)


def _felt_at(picture: Layers, points: Floats, least: float, most: float, narrow: bool = False) -> Felt | None:
    """The area that has the colour most of some points have, between two areas in px."""
    zoom = min(1.0, FELT_PX / max(picture.width, picture.height))
    pixels, _, _ = picture.layer(int(np.log2(1 / zoom)))
    shape = (round(picture.width * zoom), round(picture.height * zoom))
    small = cv2.resize(pixels, shape, interpolation=cv2.INTER_AREA)
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.5), np.uint8)
    places = (points * zoom).round().astype(int)
    places = places[(places >= 0).all(axis=1) & (places < shape).all(axis=1)]
    if len(places) < LEAST_PLACES:
        return None
    colour = np.median(soft[places[:, 1], places[:, 0]], axis=0)
    area = _area_at(felt_like(soft, colour), places)
    least, most = least * zoom**2, most * zoom**2
    if area.sum() > least and (narrow or _open_to_table(area, most)):
        # What runs on over the table is more than the felt, which may differ from it by little.
        alike = _area_at(felt_like(soft, colour, NARROW_STEPS, NO_SHADE), places)
        own = alike.sum() > max(least, SOLID * cv2.contourArea(_hull(alike)))
        area = alike if own and not _open_to_table(alike, most) else area
    if _share_of_hull(area) < WHOLE:
        # A cloth beside the box that has the felt's colour is joined to it by narrow gaps in the frame.
        cut = _area_at(felt_like(soft, colour), places, BROAD)
        area = cut if cut.sum() > least and _share_of_hull(cut) > WHOLE else area
    if not least < float(area.sum()) < most:
        return None
    colour = np.median(soft[area > 0], axis=0)
    return Felt(np.asarray((_hull(area) + 0.5) / zoom, np.float64), np.asarray(colour, np.float64))


def boxed(outline: Floats, width: int, height: int) -> bool:
    """Whether a felt ends inside the picture on three sides at least."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    rim = EDGE * np.array([width, height])
    cut = np.concatenate([low < rim, high > [width, height] - rim])
    return int(cut.sum()) < MOST_CUT


def _open_to_table(area: Pixels, most: float) -> bool:
    """Whether an area is too large for a felt, or runs out of the picture as only a table does."""
    return float(area.sum()) > most or not boxed(_hull(area), area.shape[1], area.shape[0])


def _share_of_hull(area: Pixels) -> float:
    """How much of its hull an area fills, with all that lies on it."""
    outlines, _ = cv2.findContours(area, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    inside = max((cv2.contourArea(outline) for outline in outlines), default=0.0)
    return float(inside) / max(float(cv2.contourArea(_hull(area))), 1.0)


def _area_at(like: NDArray[np.bool_], places: NDArray[np.integer], gap_px: int = NARROW) -> Pixels:
    """The connected part of a mask that most of some places lie in; nothing where none of them does."""
    kernel = np.ones((gap_px, gap_px), np.uint8)
    mask = cv2.morphologyEx(like.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    _, labels = cv2.connectedComponents(mask, connectivity=4)
    own = labels[places[:, 1], places[:, 0]]
    own = own[own > 0]
    return np.asarray(labels == np.bincount(own).argmax() if len(own) else labels < 0, np.uint8)


def _hull(area: Pixels) -> NDArray[np.int32]:
    """The corners of what an area would be without dents; one corner where it is empty."""
    outlines, _ = cv2.findContours(area, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return np.asarray(
        cv2.convexHull(np.concatenate(outlines))[:, 0] if outlines else np.zeros((1, 2)), np.int32
    )


def felt_like(
    soft: Pixels,
    colour: Floats,
    steps: tuple[float, float] = (ALIKE_COLOUR, ALIKE_LIGHT),
    hue: float = SAME_HUE,
    least: float = LEAST_LIGHT,
) -> NDArray[np.bool_]:
    """Where the felt is, lit or in shadow."""
    tone = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)
    felt = cv2.cvtColor(colour.reshape(1, 1, 3).astype(np.uint8), cv2.COLOR_BGR2LAB)[0, 0].astype(np.float32)
    away = np.abs(tone - felt)
    like = (np.hypot(away[..., 1], away[..., 2]) < steps[0]) & (away[..., 0] < steps[1])
    return np.asarray(like | shaded(soft, colour, hue, least))


def lit_felt(soft: Pixels, colour: Floats) -> NDArray[np.bool_]:
    """Where the felt is in any light: hidden in the dark, or of its hue however bright or pale."""
    tint, own = tint_of(soft), tint_of(np.asarray(colour).reshape(1, 1, 3).astype(np.uint8))
    return np.asarray(felt_like(soft, colour) | hued(tint, own) | (soft.max(axis=2) < DARK))


def tint_of(soft: Pixels) -> Floats:
    """The two colours of every pixel, 0 where it is grey."""
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB)[..., 1:], np.float32) - 128


def hued(tint: Floats, other: Floats) -> NDArray[np.bool_]:
    """Where a tint's hue is seen, as deep as it is or paler; nowhere if it is grey."""
    chroma, deep = np.linalg.norm(tint, axis=2), float(np.linalg.norm(other))
    same = tint @ other[0, 0] > HUE * chroma * deep
    return np.asarray(same & (chroma > LEAST_CHROMA) & (deep > LEAST_CHROMA))


def shaded(soft: Pixels, colour: Floats, hue: float, least: float) -> NDArray[np.bool_]:
    """Where the same colour lies in shadow: as blue, green and red as the colour, only darker."""
    along, length = against(soft.astype(np.float32), colour)
    whole = float(np.linalg.norm(colour))
    return np.asarray((along > hue * length) & (length < whole) & (length > least * whole))


def against(light: Floats, colour: Floats) -> tuple[Floats, Floats]:
    """How bright every pixel is along a colour, and altogether: as much where both have the same hue."""
    way = (colour / max(float(np.linalg.norm(colour)), 1.0)).astype(np.float32)
    return light @ way, np.sqrt(np.einsum("ijk,ijk->ij", light, light))
