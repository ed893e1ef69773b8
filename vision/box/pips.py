"""Pips on a die's top: told from those of its sides, counted, and held against their number's pattern."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork.pips import PIPS
from vision.box.blots import blots
from vision.marks import Floats
from vision.picture import Pixels

STRIDE_SHARE = 3
LEAST_PIP, LEAST_SOFT = 0.45, 0.2
SOFT = 2.2  # steps of the finer chart by which it is smoothed, so that a pip has one peak
APART = np.ones((9, 9), np.uint8)  # no two pips are nearer than half of this
NEAR, FAR = 0.62, 1.0  # of the top's side from its middle: where its own pips are, and those of all sides
FIT = 0.08  # of a side: pips this near their places make the pattern
ALIKE = 0.3  # how differently shaped two pips of one side may look
LEAD = 1.08  # how much larger the top's pips look than those of another side
DOUBTFUL = 0.25  # how near to evens the chances are that a pip is the top's
OWN = 0.42  # of a side from the middle of its pips: no other pip can be so near on the same side
BLOB_PX = 8
TURNS = np.radians(np.arange(0, 180, 6))
SPREADS = (0.17, 0.195, 0.22, 0.25, 0.28)
WAYS = np.array(
    [
        [[np.cos(turn) * spread, np.sin(turn) * spread], [-np.sin(turn) * spread, np.cos(turn) * spread]]
        for turn in TURNS
        for spread in SPREADS
    ]
)
"""Every way a pattern may lie on a top whose side is 1."""
PLANES = (
    np.eye(2),
    *(
        np.eye(2) + (cos - 1) * np.outer(way, way)
        for cos in (0.85, 0.7)
        for way in np.stack([np.cos(TURNS[::5]), np.sin(TURNS[::5])], axis=1)
    ),
)
"""How a side may be foreshortened."""
MORE: dict[int, tuple[tuple[tuple[int, int], ...], ...]] = {
    1: (((-1, -1), (1, 1)),),
    2: (((0, 0),), ((1, -1), (-1, 1))),
    3: (((1, -1), (-1, 1)),),
    4: (((0, 0),), ((-1, 0), (1, 0)), ((0, -1), (0, 1))),
    5: (),
    6: (),
}
"""The places whose pips would make a higher number of each."""
LONE_WAYS = np.concatenate([WAYS[2::10], WAYS[4::10]])
SOFT_PX = 1.2
FACE = 0.45  # of a side from the middle: most of that is the face's colour
LEAST_INK = 16.0  # steps of colour between pips and face; with less, others may have been lost
AS_DARK = 0.5  # of a pip's ink
CENTRED, LONE_CENTRED = 0.17, 0.24  # of a side that the middle of a number's pips may be off the face's


def find_pips(chance: Floats, stride: int, at: Floats, reach: float) -> Floats:
    """The middles of pips round a place, in pixels of the chart's picture, even of pips that touch."""
    fine = cv2.resize(
        chance.astype(np.float32), None, fx=STRIDE_SHARE, fy=STRIDE_SHARE, interpolation=cv2.INTER_CUBIC
    )
    soft = cv2.GaussianBlur(fine, (0, 0), SOFT)
    step = stride / STRIDE_SHARE
    cells = (np.arange(len(fine), dtype=np.float32) + 0.5) * step - 0.5
    inside = (cells - at[0]) ** 2 + ((cells - at[1]) ** 2)[:, None] < reach**2
    peaks = (soft >= cv2.dilate(soft, APART)) & (soft > LEAST_SOFT) & (fine > LEAST_PIP) & inside
    down, across = np.nonzero(peaks)
    return np.stack([cells[across], cells[down]], axis=1).astype(np.float64)


def top_pips(chances: Floats, stride: int, window: Pixels, at: Floats, side: float) -> Floats:
    """The pips of a top round a place; none where they make no pattern or could be told two ways.

    Chances are those of no pip, a pip of the top and a pip of another side.
    """
    pips = find_pips(1 - chances[0], stride, at, FAR * side)
    own = _own(chances, stride, pips)
    near = np.linalg.norm(pips - at, axis=1) < NEAR * side
    told = pips[near & (own > 0.5)]
    if (near & (np.abs(own - 0.5) < DOUBTFUL)).any():
        # Where pips may be of either side, their shapes have to say the same.
        largest = largest_pattern(pips, shapes_of(window, pips), side)
        if len(largest) != len(told) or (own[largest] < 0.5 - DOUBTFUL).any():
            return told[:0]
        told = pips[largest]
    found = _whole_number(window, told, at, side)
    if not len(found) and len(told) > 1:
        # Pips that nearly touch are one in the chart, but not in the picture.
        found = _whole_number(window, blots(chances, stride, window, told, at, side), at, side)
    return found


def _whole_number(window: Pixels, told: Floats, at: Floats, side: float) -> Floats:
    """Pips that make a number's pattern in the middle of a face, with no ink of a higher one; else none."""
    laid = _laid(told, side) if len(told) else None
    most = LONE_CENTRED if len(told) == 1 else CENTRED
    # Two pips at one side of a four are as far apart as those of a two, but not in the middle.
    if laid is None or float(np.linalg.norm(told.mean(axis=0) - at)) > most * side:
        return told[:0]
    return told if not _more_ink(window, told, laid, side) else told[:0]


def _own(chances: Floats, stride: int, pips: Floats) -> Floats:
    """How much each pip is the top's rather than another side's."""
    across, down = ((pips + 0.5) / stride - 0.5).round().astype(int).T
    top, other = chances[1:, down, across]
    return np.asarray(top / np.maximum(top + other, 1e-6))


def _laid(pips: Floats, side: float) -> Floats | None:
    """How their number's pattern lies, seen squarely or askance, in px; None where they make none."""
    for plane in PLANES:
        full = side / float(np.sqrt(np.linalg.det(plane)))
        gap, way = _best_way(pips, plane, full)
        if gap < FIT:
            return np.asarray(way @ plane.T * full)
    return None


def _more_ink(window: Pixels, pips: Floats, laid: Floats, side: float) -> bool:
    """Whether pips of a higher number's pattern may have been missed: ink is where they would be."""
    soft = cv2.GaussianBlur(window, (0, 0), SOFT_PX).astype(np.float32)
    middle = pips.mean(axis=0)
    # A single pip does not tell which way its side lies.
    ways = LONE_WAYS * side if len(pips) == 1 else laid[None]
    face = np.median(soft[_disc(middle, FACE * side, len(window))], axis=0)
    ink = _at(soft, pips).mean(axis=0) - face
    strength = float(ink @ ink)
    if strength < LEAST_INK**2:
        return True
    for more in MORE[len(pips)]:
        places = middle + np.array(more, np.float64) @ ways
        inked = (_at(soft, places.reshape(-1, 2)) - face) @ ink / strength
        if float(inked.reshape(len(ways), -1).min(axis=1).max()) > AS_DARK:
            return True
    return False


def _at(soft: Floats, places: Floats) -> Floats:
    """The colours at places of a window."""
    across, down = np.clip(places.round().astype(int), 0, len(soft) - 1).T
    return np.asarray(soft[down, across])


def _disc(middle: Floats, reach: float, size: int) -> NDArray[np.bool_]:
    cells = np.arange(size)
    return np.asarray((cells - middle[0]) ** 2 + ((cells - middle[1]) ** 2)[:, None] < reach**2)


def largest_pattern(pips: Floats, shapes: Floats, side: float) -> list[int]:
    """Which pips are on the side whose pips look largest, as it faces the eye; none when it is not clear."""
    size = np.sqrt(np.maximum(np.linalg.det(shapes), 1e-6))
    found: dict[tuple[int, ...], float] = {}
    for shape in shapes:
        if not shape.any():
            continue
        unlike = np.linalg.norm(shapes - shape, axis=(1, 2)) / np.linalg.norm(shape)
        own = unlike < ALIKE
        plane, full = _plane(shapes[own].mean(axis=0), side)
        flat = (pips - pips[own].mean(axis=0)) @ np.linalg.inv(plane).T / full
        alone = not (np.linalg.norm(flat[~own], axis=1) < OWN).any()
        if alone and misfit(pips[own], plane, full) < FIT:
            found[tuple(np.nonzero(own)[0].tolist())] = float(size[own].mean())
    if not found:
        return []
    best = max(found, key=lambda own: found[own])
    rivals = [size for own, size in found.items() if len(own) != len(best)]
    return list(best) if found[best] > LEAD * max(rivals, default=0.0) else []


def shapes_of(window: Pixels, pips: Floats) -> Floats:
    """The second moments of every pip's blot, in px²: a circle's are alike both ways."""
    across = np.arange(-BLOB_PX, BLOB_PX + 1)
    x, y = np.meshgrid(across, across)
    grown = np.pad(window, ((BLOB_PX,) * 2,) * 2 + ((0, 0),), mode="edge").astype(np.float32)
    shapes = np.zeros((len(pips), 2, 2))
    for k, (column, row) in enumerate(np.clip(pips.round().astype(int), 0, len(window) - 1)):
        blot = grown[row : row + 2 * BLOB_PX + 1, column : column + 2 * BLOB_PX + 1]
        inner = blot[BLOB_PX - 1 : BLOB_PX + 2, BLOB_PX - 1 : BLOB_PX + 2].mean(axis=(0, 1))
        outer = np.median(blot[np.hypot(x, y) > 0.8 * BLOB_PX], axis=0)
        ink = (blot - outer) @ (inner - outer) / max(float((inner - outer) @ (inner - outer)), 1.0)
        _, parts = cv2.connectedComponents((ink > 0.5).astype(np.uint8))
        own = (parts == parts[BLOB_PX, BLOB_PX]) & (parts > 0)
        if own.sum() > 3:
            spots = np.stack([x[own], y[own]], axis=1).astype(np.float64)
            shapes[k] = np.cov(spots.T)
    return shapes


def _plane(shape: Floats, side: float) -> tuple[Floats, float]:
    """How a side's plane is foreshortened, told from its round pips, and the die's true side in px."""
    values, ways = np.linalg.eigh(shape)
    cos = float(np.clip(np.sqrt(max(values[0], 1e-6) / max(values[1], 1e-6)), 0.55, 1.0))
    return np.asarray(ways @ np.diag([cos, 1.0]) @ ways.T), side / float(np.sqrt(cos))


def misfit(pips: Floats, plane: Floats, full: float) -> float:
    """How far pips lie from the pattern of their number at best, in sides of the top as seen squarely."""
    return _best_way(pips, plane, full)[0]


def _best_way(pips: Floats, plane: Floats, full: float) -> tuple[float, Floats]:
    """The way in which pips lie nearest to the pattern of their number, and how far from it they are."""
    pattern = PIPS.get(len(pips))
    if pattern is None:
        return 1.0, WAYS[0]
    flat = (pips - pips.mean(axis=0)) @ np.linalg.inv(plane).T / full
    wanted = np.array(pattern, np.float64) @ WAYS
    away = flat[None, :, None] - wanted[:, None]
    gap = away[..., 0] ** 2 + away[..., 1] ** 2
    worst = np.maximum(gap.min(axis=1).max(axis=1), gap.min(axis=2).max(axis=1))
    best = int(worst.argmin())
    return float(np.sqrt(worst[best])), WAYS[best]
