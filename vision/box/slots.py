"""What the nine slots of a row show: how much each looks like its number, and how much ink it has."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.box.row import CUT, FACES, READ, Row, square_axes
from vision.box.tints import TELLING, looks_open
from vision.layers import Layers
from vision.marks import Floats
from vision.patches import cut_patches
from vision.view import Eyes

SWEEP = np.linspace(-1, 1, 5)
SHIFTS = np.array([(0, 0), (0.1, 0), (-0.1, 0), (0, 0.1), (0, -0.1)])
PLACES = 0.2 * np.array([(x, y) for x in (0, -1, 1, -2, 2) for y in (0, -1, 1)], float)
OTHER_CUTS = (1.05, 1.5)
SIZES = (0.5, 0.7, 0.95)
LIFTS = (-0.3, -0.15, 0.0, 0.15, 0.3)
INKED = 0.62  # of a step: so wide is the part of a tile that has the ink
ASIDE = 0.13  # of a step: so little leaves no numeral out of what is looked at
SURE_OPEN, PLAINLY_SHUT = 0.8, 0.1
INKY = 0.55  # of the contrast that open numbers have


def look_at(picture: Layers, eyes: Eyes, row: Row, inked: Floats, tints: Floats) -> tuple[Floats, Floats]:
    """How much every slot looks like its own number, and like any other, in several cuts.

    What is neither clearly open nor clearly shut, or has the colour of open ones, is looked at again, closer
    and from further off, and where it has ink, at the place where its number is seen best.
    """
    middles = np.where((row.holder >= 0)[:, None], row.glyphs.xy[row.holder], row.slots)
    chance, wrong = _read_slots(picture, eyes, row, np.arange(9), middles, CUT)
    faced = (chance < READ) & (likely_open(tints, chance, inked) > TELLING)
    again = np.nonzero(faced | ((chance > PLAINLY_SHUT) & (chance < 0.9)))[0]
    if len(again):
        moved = again[inked[again] > INKY * full_ink(inked, chance)]
        if len(moved):
            read = _read_at(picture, eyes, row, moved, middles[moved], CUT, PLACES)
            best = read[:, np.arange(len(moved)), moved].argmax(axis=0)
            middles[moved] += _shifts(row, PLACES[best]) * row.size[moved, None]
        for cut in (CUT, *OTHER_CUTS):
            own, other = _read_slots(picture, eyes, row, again, middles[again], cut)
            chance[again], wrong[again] = np.maximum(chance[again], own), np.minimum(wrong[again], other)
    return chance, wrong


def sweep(picture: Layers, eyes: Eyes, row: Row) -> Floats:
    """How much each slot looks like its number, where neither numerals' size nor their height is known."""
    down = np.array([-row.way[1], row.way[0]])
    cuts = [row.slots + lift * down for lift in LIFTS for _ in SIZES]
    sides = np.repeat([CUT * size * row.pitch for _ in LIFTS for size in SIZES], 9)
    axes = square_axes(np.full(len(sides), row.turn), sides)
    read = eyes.glyphs.read(cut_patches(picture, np.concatenate(cuts), axes)).reshape(len(cuts), 9, -1)
    return np.asarray(np.sort(read[:, np.arange(9), FACES], axis=0)[-2], np.float64)


def astray(picture: Layers, eyes: Eyes, row: Row, shut: NDArray[np.integer]) -> Floats:
    """How much each shut slot's number is seen somewhere near: the ends of the row are only guessed at."""
    if not len(shut):
        return np.zeros(0)
    down = np.array([-row.way[1], row.way[0]]) / row.pitch
    reach = np.minimum(0.12 * row.far[shut], 0.6)
    size = row.size[shut]
    cuts = [
        row.slots[shut] + np.outer(reach * step, row.way) + np.outer(0.12 * lift * size, down)
        for step in SWEEP
        for lift in (-1, 0, 1)
    ]
    axes = square_axes(np.full(len(cuts) * len(shut), row.turn), np.tile(CUT * size, len(cuts)))
    patches = cut_patches(picture, np.concatenate(cuts), axes)
    read = eyes.glyphs.read(patches).reshape(len(cuts), len(shut), -1)
    return np.asarray(np.sort(read[:, np.arange(len(shut)), FACES[shut]], axis=0)[-3])


def likely_open(tints: Floats, chance: Floats, inked: Floats) -> Floats:
    """How much more each slot looks open than shut, by its colour, from -1 to 1."""
    open_, shut = chance > SURE_OPEN, chance < PLAINLY_SHUT
    # What has as much ink as open numbers is no example of a cover, if others have less,
    bare = shut & (inked < INKY * full_ink(inked, chance))
    shut = bare if bare.any() else shut
    # nor is what only looks open although it cannot be read.
    return looks_open(tints, open_, shut & (looks_open(tints, open_, shut) < TELLING))


def full_ink(inked: Floats, chance: Floats) -> float:
    """How much ink open numbers have."""
    return float(np.median(inked[chance > READ])) if (chance > READ).any() else 0.0


def slips(row: Row) -> list[Floats]:
    """No slip, and small ones along and across a row."""
    ahead, aside = ASIDE * row.way, ASIDE * np.array([-row.way[1], row.way[0]])
    return [np.zeros(2), ahead, -ahead, aside, -aside]


def ink_at(picture: Layers, places: Floats, row: Row) -> Floats:
    """How far dark and light are apart where a numeral would stand, in grey steps."""
    tall = float(np.median(row.size))
    axes = square_axes(np.full(len(places), row.turn), np.full(len(places), tall))
    # The joints beside a tile are no ink.
    axes[:, :, 0] *= min(1.0, INKED * row.pitch / tall)
    grey = cut_patches(picture, places, axes).mean(axis=3).reshape(len(places), -1)
    return np.asarray(np.quantile(grey, 0.95, axis=1) - np.quantile(grey, 0.05, axis=1))


def _read_slots(
    picture: Layers, eyes: Eyes, row: Row, which: NDArray[np.integer], middles: Floats, cut: float
) -> tuple[Floats, Floats]:
    """The mean chance of each slot's own number over small shifts, and the median of the best other one."""
    read = _read_at(picture, eyes, row, which, middles, cut, SHIFTS)
    own = read[:, np.arange(len(which)), which]
    other = read.copy()
    other[:, np.arange(len(which)), which] = 0
    return own.mean(axis=0), np.median(other.max(axis=2), axis=0)


def _read_at(
    picture: Layers,
    eyes: Eyes,
    row: Row,
    which: NDArray[np.integer],
    middles: Floats,
    cut: float,
    shifts: Floats,
) -> Floats:
    """Chances of 1 to 9 for slots at each of some shifts, in heights of a numeral: (shifts, slots, 9)."""
    size = row.size[which]
    centres = (middles[None] + _shifts(row, shifts)[:, None] * size[None, :, None]).reshape(-1, 2)
    axes = square_axes(np.full(len(centres), row.turn), np.tile(cut * size, len(shifts)))
    read = np.asarray(eyes.glyphs.read(cut_patches(picture, centres, axes)), np.float64)
    return np.asarray(read.reshape(len(shifts), len(which), -1)[:, :, FACES])


def _shifts(row: Row, shifts: Floats) -> Floats:
    """Shifts along and down a row, in the picture."""
    along = row.way / row.pitch
    return np.asarray(shifts[:, :1] * along + shifts[:, 1:] * np.array([-along[1], along[0]]))
