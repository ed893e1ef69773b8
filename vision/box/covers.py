"""Shut places of a row: each is one cover from side to side, and no thing that lies over a number."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.box.row import Row, square_axes
from vision.layers import Layers
from vision.marks import Floats
from vision.patches import SIDE, cut_patches

WIDE, TALL = 0.66, 1.32  # of a step and of a numeral: what every cover hides, without its rim
CELLS = 5  # to either side
CELL_PX = SIDE // CELLS
RIM_PX = (SIDE - CELLS * CELL_PX) // 2
CORE = np.s_[:, 1:-1, 1:-1]
KNOB = np.s_[:, CELLS // 2, CELLS // 2]
SIDES = (np.s_[:, 0, :], np.s_[:, -1, :], np.s_[:, :, 0], np.s_[:, :, -1])
CORNERS = [0, CELLS - 1]
HALF_LIT = 1.35  # times as bright as the darkest corner
SHADE = (0.25, 4.0)  # how much darker or lighter a shadow makes a part of one cover than its middle
DIM = 30.0  # steps of light under which colours say little
GRAIN = 2.0  # times the noise that parts of one colour differ by at most
TO_SIGMA = 1.48  # from the median of what is off to the usual deviation
NOISE_LEFT = 1.25 / CELL_PX  # of a pixel's noise in the median of a cell
PATCHY, RIMMED, OTHER_MAKE = 0.04, 0.06, 0.08  # of the light: a cover's own colour, its rim's, all covers'
ONE_COLOUR = 0.02  # so little has no ink at all
OTHER_THING = 0.06  # of the light that a cover is off the next like it at most,
OTHER_HUE, OTHER_LIGHT = 0.027, 0.2  # or where it is also off by so much light, in nats
DARK = 16.0  # levels added to each colour: in the dark it is noise
SAME_MAKE, LEAST_ALIKE = 0.03, 3
LEAST_OPEN, LEAST_PLAIN = 2, 2  # open numbers, and other plain places, that tell a place is plain
ONE_WOOD = 7.0  # steps of light and colour by which tiles of one wood differ
AS_GRAINY = 1.2  # times the contrast that plain places have
LEAST_TREND = 6  # shut places that tell how colours change along a row
BURNT = 248.0
LACQUER, GLOSS = 140.0, (12.0, 24.0, 36.0)  # light of dark covers, and of what a window lays on them
SLIPS = (0.13, 0.26)  # of a step: as far a place may lie from where few open numbers put it


@dataclass(frozen=True)
class Covering:
    """What the colours of nine places say of what covers them."""

    inked: NDArray[np.bool_]
    """Not of one colour in the middle, in more light or less, or burnt out so that none is seen."""
    patchy: NDArray[np.bool_]
    """Nor of one colour from side to side."""
    half_lit: NDArray[np.bool_]
    """Of one colour, but not equally bright in all corners: light ends here."""
    middle: Floats
    corner: Floats
    """The colour in the corners, where no ink is."""

    def hides(self, shut: NDArray[np.bool_], like: Covering | None = None) -> NDArray[np.bool_]:
        """Which shut places are not one cover all over, or not covered like the others, here or as told."""
        gaps = unlike_but_for_gloss(self.middle[:, None], self.middle[None])
        others = shut[None] & ~np.eye(9, dtype=bool)
        # Whatever is beside a cover that lies askew, it has its make in common with plain ones.
        alike = (others & ~self.patchy[None] & (gaps < SAME_MAKE)).sum(axis=1)
        made = (alike >= LEAST_ALIKE) & (2 * alike > others.sum(axis=1))
        usual = np.nanmedian(np.where(others, gaps, np.nan), axis=1) if shut.sum() > 1 else np.zeros(9)
        if shut.sum() >= LEAST_TREND:
            # Where the light changes its colour along the row, so do the covers.
            usual = np.minimum(usual, unlike(self.middle, _trend(self.middle, np.nonzero(shut)[0])))
        strange = (usual > OTHER_MAKE) | self._strange(like or self, others)
        return np.asarray(shut & (self.inked | (self.patchy & ~made) | strange))

    def _strange(self, like: Covering, others: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which places are covered like none of the others, in the light that open numbers are seen in."""
        gaps = unlike_but_for_gloss(self.middle[:, None], like.middle[None])
        light = _light(like.corner, ~others.any(axis=0))
        own, told = (np.log(each.middle + DARK) - light for each in (self, like))
        apart = np.abs(own[:, None] - told[None]).max(axis=2)
        unlike_it = (gaps > OTHER_THING) | ((gaps > OTHER_HUE) & (apart > OTHER_LIGHT))
        return np.asarray(others.any(axis=1) & (unlike_it | ~others).all(axis=1))


def hidden_places(
    picture: Layers, row: Row, covering: Covering, shut: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which shut places are not one cover all over, nor are so a little beside where the row puts them."""
    hidden = covering.hides(shut)
    ahead, aside = row.way, np.array([-row.way[1], row.way[0]])
    for step in (slip * way for slip in SLIPS for way in (ahead, -ahead, aside, -aside)):
        if not hidden.any():
            break
        hidden &= covering_of(picture, replace(row, slots=row.slots + step)).hides(shut, covering)
    return hidden


def plain_among(
    covering: Covering, tints: Floats, inked: Floats, open_: NDArray[np.bool_], blank: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which blank places are as plain as others of their colour, where every open number shows its ink.

    Where covers and open tiles are of one wood, its colour does not tell them apart.
    """
    plain = blank & ~covering.inked
    if open_.sum() < LEAST_OPEN or not covering.inked[open_].all() or plain.sum() <= LEAST_PLAIN:
        return np.zeros(9, bool)
    near = np.linalg.norm(tints[:, None] - tints[None], axis=2) < ONE_WOOD
    alike = (near & plain[None] & ~np.eye(9, dtype=bool)).sum(axis=1) >= LEAST_PLAIN
    return np.asarray(plain & alike & (inked < AS_GRAINY * float(np.median(inked[plain]))))


def covering_of(picture: Layers, row: Row) -> Covering:
    """Look at all of every place that a cover would hide."""
    cells, noise = _cells(picture, row)
    middle = np.median(cells[CORE].reshape(9, -1, 3), axis=1)
    away = unlike(cells, middle[:, None, None], noise[:, None, None])
    for side in SIDES:
        # A cover's rim, or the frame beside it, runs along all of a side.
        own = np.median(cells[side][:, 1:-1], axis=1)
        along = unlike(cells[side], own[:, None], noise[:, None]).max(axis=1)
        away[side] = np.minimum(away[side], along[:, None])
    # A slide has a knob in its middle, and no numeral is so small.
    away[KNOB] = 0.0
    core = away[CORE].max(axis=(1, 2))
    inked = (core > PATCHY) | (middle.min(axis=1) > BURNT)
    corners = cells[:, CORNERS][:, :, CORNERS].reshape(9, 4, 3)
    light = np.linalg.norm(corners, axis=2)
    half_lit = (light.max(axis=1) > HALF_LIT * (light.min(axis=1) + 1.0)) & (core < ONE_COLOUR)
    patchy = inked | (away.max(axis=(1, 2)) > RIMMED)
    return Covering(inked, patchy, half_lit, middle, np.median(corners, axis=1))


def _trend(colours: Floats, shut: NDArray[np.integer]) -> Floats:
    """The colours nine places would have if they changed evenly along the row, as most shut ones do."""
    first, second = np.triu_indices(len(shut), 1)
    steps = (colours[shut[second]] - colours[shut[first]]) / (shut[second] - shut[first])[:, None]
    step = np.median(steps, axis=0)
    start = np.median(colours[shut] - np.outer(shut, step), axis=0)
    return np.asarray(np.maximum(start + np.outer(np.arange(9), step), 0.0))


def _light(faces: Floats, open_: NDArray[np.bool_]) -> Floats:
    """How light falls on nine places, told by the faces of those that are open, in nats."""
    known = np.nonzero(open_)[0]
    if not len(known):
        return np.zeros((9, 3))
    levels = np.log(faces[known] + DARK)
    return np.stack([np.interp(np.arange(9), known, level) for level in levels.T], axis=1)


def _cells(picture: Layers, row: Row) -> tuple[Floats, Floats]:
    """The colours of every place's cells (9, CELLS, CELLS, 3), and how far noise alone puts them off."""
    tall = TALL * row.size
    axes = square_axes(np.full(9, row.turn), tall)
    axes[:, :, 0] *= (WIDE * row.pitch / tall)[:, None]
    inner = cut_patches(picture, row.slots, axes)[:, RIM_PX:-RIM_PX, RIM_PX:-RIM_PX].astype(np.float64)
    parts = inner.reshape(9, CELLS, CELL_PX, CELLS, CELL_PX, 3).swapaxes(2, 3).reshape(9, CELLS, CELLS, -1, 3)
    cells = np.median(parts, axis=3)
    off = np.median(np.abs(parts - cells[..., None, :]), axis=3).reshape(9, -1, 3)
    noise = TO_SIGMA * NOISE_LEFT * np.linalg.norm(np.median(off, axis=1), axis=1)
    return cells, noise


def unlike_but_for_gloss(colours: Floats, others: Floats) -> Floats:
    """How far colours are off others, where dark lacquer may shine on one of both."""
    gaps = unlike(colours, others)
    for one, other in ((colours, others), (others, colours)):
        dark = np.linalg.norm(other, axis=-1) < LACQUER
        for veil in GLOSS:
            shine = unlike(np.maximum(one - veil, 1.0), other)
            gaps = np.where(dark, np.minimum(gaps, shine), gaps)
    return np.asarray(gaps)


def unlike(colours: Floats, others: Floats, noise: Floats | float = 0.0) -> Floats:
    """How far colours are off others in more light or less, as a share of the light."""
    share = (colours * others).sum(axis=-1) / np.maximum((others**2).sum(axis=-1), 1.0)
    lit = np.clip(share, *SHADE)[..., None] * others
    off = np.maximum(np.linalg.norm(colours - lit, axis=-1) - GRAIN * noise, 0.0)
    light = (np.linalg.norm(colours, axis=-1) + np.linalg.norm(others, axis=-1)) / 2
    return np.asarray(off / (light + DIM))
