"""The colours of a row's nine tiles: open numbers share their face's, covers have another."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.row import Row, square_axes
from vision.layers import Layers
from vision.marks import Floats
from vision.patches import SIDE, cut_patches

WIDE, TALL = 0.72, 1.3  # of a step and of a numeral: a tile without its rim
CORNER_PX = 8
GREYER = np.array([0.5, 1.0, 1.0])  # light changes along a row more than colour does
GRAIN = 5.0  # steps by which tiles of one make differ
TELLING = 0.4
ODD = 16.0


def tints_of(picture: Layers, row: Row) -> Floats:
    """The colour of every slot, as steps of light and of two colours."""
    tall = TALL * row.size
    axes = square_axes(np.full(9, row.turn), tall)
    axes[:, :, 0] *= (WIDE * row.pitch / tall)[:, None]
    # Ink hardly ever reaches into a tile's corners.
    rim = [*range(CORNER_PX), *range(SIDE - CORNER_PX, SIDE)]
    corners = cut_patches(picture, row.slots, axes)[:, rim][:, :, rim]
    colours = np.median(corners.reshape(9, -1, 3), axis=1)
    tones = cv2.cvtColor(colours[None].astype(np.uint8), cv2.COLOR_BGR2LAB)[0]
    return np.asarray(tones * GREYER, np.float64)


def looks_open(tints: Floats, open_: NDArray[np.bool_], shut: NDArray[np.bool_]) -> Floats:
    """How much more each slot looks like those surely open than like those surely shut, from -1 to 1.

    Without others of one kind, how much those of the other kind differ has to do.
    """
    gaps = np.linalg.norm(tints[:, None] - tints[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    to_open, to_shut = (gaps.min(axis=1, where=kind[None], initial=np.inf) for kind in (open_, shut))
    spread_open, spread_shut = (_spread(to[kind]) for to, kind in ((to_open, open_), (to_shut, shut)))
    likely = np.zeros(9)
    for k in range(9):
        near, far = to_open[k], to_shut[k]
        if np.isfinite(near) and np.isfinite(far):
            likely[k] = (far - near) / (far + near + 2 * GRAIN)
        elif np.isfinite(near) and spread_open is not None:
            likely[k] = min((spread_open - near) / (spread_open + near + 2 * GRAIN), 0.0)
        elif np.isfinite(far) and spread_shut is not None:
            likely[k] = max((far - spread_shut) / (far + spread_shut + 2 * GRAIN), 0.0)
    return likely


def odd_tints(tints: Floats, empty: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which empty slots have another colour than the others: something may lie open there after all."""
    away = np.linalg.norm(tints - np.median(tints[empty], axis=0), axis=1)
    return np.asarray(empty & (away > ODD))


def _spread(gaps: Floats) -> float | None:
    """How far tiles of a kind are at most from the next of it; None where there are not two."""
    known = gaps[np.isfinite(gaps)]
    return float(known.max()) if len(known) > 1 else None
