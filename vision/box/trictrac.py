"""Reads a Tric-Trac table: the two dice in the box and the numbers that are open."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.close_look import DiceFinder
from vision.box.comb import find_comb
from vision.box.dice import Die, find_dice
from vision.box.felt import Felt, boxed, felt_below, felt_round, lit_felt
from vision.box.lone import along_felt, find_lone
from vision.box.numbers import NEXT, PLACED, Numbers, find_numbers, numbers_at
from vision.box.reach import reached_over
from vision.box.shelf import find_shelf
from vision.box.throw import THROW, as_large, doubts_of_throw, likeliest_throw, near_felt, off_row, pick_throw
from vision.doubts import doubt
from vision.dusk import brightened
from vision.layers import Layers
from vision.marks import Ints, Marks
from vision.reading import Candidate, Doubt, Piece, Reading
from vision.view import COVER, WHOLE_PX, Eyes, View, box_round, look, whole

PIP = 0.62
GLANCE_PITCH_PX = 40.0  # from one number to the next when dice are looked for
AT_A_GLANCE = 1.25  # how far off a first guess of a die's size may be
NEAR_FELT = 0.9  # steps off the felt that a die may still be seen, over a wall
FEW = 2  # open numbers that print beside the box may pass for
OFF_JOINTS = 0.35  # steps that numerals may stand off the middle between two joints
COVERED = 0.015
HALF_STEP, DEEP = 0.5, 4.5  # steps: how far a felt reaches beyond a row's ends and below it
BROAD = np.ones((3, 3), np.uint8)  # points of the finder's chart that a hand is broad at least


@dataclass(frozen=True)
class Found:
    """The felt, the dice on it, and those so near its edge that they may belong to the throw."""

    felt: Felt | None
    throw: list[Die]
    strays: list[Die]


@functools.cache
def dice_finder() -> DiceFinder:
    """The network for dice, loaded once."""
    return DiceFinder()


def read_trictrac(picture: Layers, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read the throw and the open numbers; without a box in sight, the dice alone."""
    picture = brightened(picture)
    del previous
    box = whole(picture)
    view = look(picture, eyes.finder, box, min(1.0, WHOLE_PX / max(box.width, box.height)))
    numbers, found = _look_for(picture, eyes, view)
    felt, throw = found.felt, found.throw
    why = list(numbers.why) if numbers else [doubt("no-numbers")]
    why += [doubt("stray-die", die.x, die.y) for die in found.strays]
    why += doubts_of_throw(picture, throw, felt)
    why += _covered(picture, view, felt, throw, numbers)
    why += reached_over(picture, view, numbers) if numbers else []
    pieces = [_die_piece(die, order) for order, die in enumerate(sorted(throw, key=lambda die: die.x))]
    if numbers is not None:
        pieces += _open_pieces(numbers)
    return Reading("trictrac", tuple(pieces), tuple(why), size=(box.width, box.height))


def _look_for(picture: Layers, eyes: Eyes, view: View) -> tuple[Numbers | None, Found]:
    """The numbers and the dice: by the numbers, or where few are open and no throw is near, by the dice."""
    numbers = find_numbers(picture, eyes, view, view.glyphs)
    if numbers is not None and not numbers.alone:
        found = _beside(picture, numbers)
        if len(numbers.open) > FEW or len(found.throw) == THROW:
            return _settled(picture, eyes, view, numbers, found), found
    dice = find_dice(picture, dice_finder())
    by_dice = _numbers_by_dice(picture, eyes, view, likeliest_throw(dice))
    if by_dice is None:
        return None, Found(None, *pick_throw(dice, None))
    other = _beside(picture, by_dice)
    if numbers is None or numbers.alone or len(other.throw) == THROW:
        return by_dice, other
    return numbers, found


def _settled(picture: Layers, eyes: Eyes, view: View, numbers: Numbers, found: Found) -> Numbers:
    """Doubtful numbers looked at anew where joints or the felt put them: few numerals tell little far off."""
    own = np.array(numbers.open, int) - 1
    if not numbers.why or found.felt is None or _told_by_numerals(numbers, own):
        return numbers
    comb = find_comb(picture, found.felt.outline)
    places = [comb.slots] if comb else []
    lined = along_felt(found.felt.outline, numbers.xy, own) if len(own) <= FEW else None
    for slots in places if lined is None else [*places, lined]:
        off = (numbers.xy - slots)[own]
        # Joints tell how far along a number is, and numerals tell how high they stand.
        lift = float(np.median(off @ numbers.down))
        if (np.abs(off @ numbers.along) < OFF_JOINTS * numbers.pitch).all() and abs(lift) < numbers.pitch:
            again = numbers_at(picture, eyes, view, view.glyphs, slots + lift * numbers.down)
            if again.open == numbers.open and len(again.why) < len(numbers.why):
                return again
            # A number that few others put beside its place is found there, where that clears every doubt.
            if set(again.open) > set(numbers.open) and not again.why:
                return again
    return numbers


def _told_by_numerals(numbers: Numbers, open_: Ints) -> bool:
    """Whether all places that may hide a number are so near to open ones that joints tell them no better."""
    doubtful = np.array([(why.x, why.y) for why in numbers.why if why.x is not None], float).reshape(-1, 1, 2)
    places = np.linalg.norm(doubtful - numbers.xy, axis=2).argmin(axis=1)
    shut = np.setdiff1d(places, open_)
    far = np.abs(shut[:, None] - open_).min(axis=1, initial=9)
    return len(open_) >= PLACED and len(shut) > 0 and bool((far <= NEXT).all())


def _beside(picture: Layers, numbers: Numbers) -> Found:
    """The felt below a row of numbers, and the dice on it; above the row, where only there a throw lies."""
    below = _below(picture, numbers)
    if len(below.throw) == THROW:
        return below
    above = _below(picture, replace(numbers, felt_above=True))
    thrown = len(above.throw) == THROW and all(die.clear for die in above.throw)
    return above if above.felt is not None and thrown else below


def _below(picture: Layers, numbers: Numbers) -> Found:
    felt = felt_below(picture, numbers)
    return Found(felt, *pick_throw(_dice_beside(picture, numbers, felt), felt))


def _numbers_by_dice(picture: Layers, eyes: Eyes, view: View, dice: Sequence[Die]) -> Numbers | None:
    """The numbers of a box with few open or none: its row is found beside the felt that the dice lie on."""
    # A pip may look like the only number.
    glyphs = _off_dice(view.glyphs, dice)
    felts = [felt_round(picture, dice, narrow) for narrow in (False, True)] if dice else []
    # A ground that runs out of the picture is a table, whose grain may look like joints.
    ended = [felt.outline for felt in felts if felt and boxed(felt.outline, picture.width, picture.height)]
    # Where a board and covers of nearly the felt's colour pass for a part of it, joints are less clear.
    combs = [comb for outline in ended if (comb := find_comb(picture, outline))]
    slots = max(combs, key=lambda comb: comb.worth).slots if combs else None
    if slots is None and felts and felts[0] is not None:
        slots = find_lone(picture, eyes, felts[0].outline, glyphs)
    if slots is None and ended:
        slots = find_shelf(picture, ended[0])
    if slots is None:
        return find_numbers(picture, eyes, view, glyphs)
    return numbers_at(picture, eyes, view, glyphs, slots)


def _dice_beside(picture: Layers, numbers: Numbers, felt: Felt | None) -> tuple[Die, ...]:
    """The dice on a box's felt or near it, and none that are too large or too small for the box."""

    def fits(marks: Marks) -> NDArray[np.bool_]:
        own = as_large(marks.size, numbers, AT_A_GLANCE) & off_row(marks.xy, numbers)
        return own if felt is None else own & near_felt(marks.xy, felt.outline, NEAR_FELT * numbers.pitch)

    zoom = min(1.0, GLANCE_PITCH_PX / numbers.pitch)
    box = whole(picture) if felt is None else box_round(picture, felt.outline, NEAR_FELT * numbers.pitch)
    dice = find_dice(picture, dice_finder(), box, zoom, fits)
    sizes, places = np.array([die.size for die in dice]), np.array([(die.x, die.y) for die in dice])
    own = as_large(sizes, numbers) & off_row(places.reshape(-1, 2), numbers)
    return tuple(die for die, fit in zip(dice, own, strict=True) if fit)


def _off_dice(glyphs: Marks, dice: Sequence[Die]) -> Marks:
    """Glyphs that are no pips: a numeral is nearly as large as a die, a pip much smaller."""
    if not dice or not len(glyphs):
        return glyphs
    places, size = np.array([(die.x, die.y) for die in dice]), np.array([die.size for die in dice])
    away = np.linalg.norm(glyphs.xy[:, None] - places[None], axis=2)
    return glyphs.pick(((away > 0.9 * size) | (glyphs.size[:, None] > PIP * size)).all(axis=1))


def _covered(
    picture: Layers, view: View, felt: Felt | None, throw: Sequence[Die], numbers: Numbers | None
) -> list[Doubt]:
    """A hand or something else over the felt; what has the felt's own colour is none."""
    chart = view.field.surface[COVER]
    rows, cols = chart.shape
    mask = np.ones((rows, cols), np.uint8)
    step = np.array([cols / view.box.width, rows / view.box.height])
    if felt is not None:
        mask[:] = 0
        cv2.fillConvexPoly(mask, (felt.outline * step).round().astype(np.int32), 1)
        small = cv2.resize(picture.layer(3)[0], (cols, rows), interpolation=cv2.INTER_AREA)
        chart = np.where(lit_felt(np.asarray(small, np.uint8), felt.colour), 0, chart)
    elif numbers is not None:
        # A felt that cannot be told from its frame is as wide as the row all the same.
        mask[:] = 0
        row = numbers.xy[[0, 8, 8, 0]] + HALF_STEP * numbers.pitch * np.outer([-1, 1, 1, -1], numbers.along)
        ground = row + np.outer([1.0, 1.0, DEEP, DEEP], numbers.down) * numbers.pitch
        cv2.fillConvexPoly(mask, (ground * step).round().astype(np.int32), 1)
    for die in throw:
        middle = (np.array([die.x, die.y]) * step).round().astype(int).tolist()
        cv2.circle(mask, middle, int(1.2 * die.size * step[0]) + 1, 0, -1)
    # Along the felt's edge a line of the frame is left.
    over = cv2.morphologyEx((chart > 0.6).astype(np.uint8) & mask, cv2.MORPH_OPEN, BROAD)
    share = float(over.sum()) / max(float(mask.sum()), 1.0)
    return [doubt("cover")] if share > COVERED else []


def _die_piece(die: Die, order: int) -> Piece:
    half = 0.75 * die.size
    others = () if die.clear else (Candidate(f"die {min(max(die.counted, 1), 6)}", 1 - die.chance),)
    box = (die.x - half, die.y - half, die.x + half, die.y + half)
    return Piece(f"die {min(die.value, 6)}", die.x, die.y, die.chance, others, box, order=order)


def _open_pieces(numbers: Numbers) -> list[Piece]:
    half = 0.5 * numbers.pitch
    return [
        Piece(
            f"open {n}",
            x,
            y,
            float(numbers.chance[n - 1]),
            (),
            (x - half, y - half, x + half, y + half),
            order=n,
        )
        for n in numbers.open
        for x, y in [numbers.xy[n - 1].tolist()]
    ]
