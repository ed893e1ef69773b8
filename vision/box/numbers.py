"""The nine numbers of a Tric-Trac box: where they are, and which of them are open."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.box.covers import covering_of, hidden_places, plain_among
from vision.box.row import CUT, FACES, FAINT, NUMBERS, READ, Row, find_row, square_axes
from vision.box.seats import misseated
from vision.box.slots import (
    INKY,
    PLAINLY_SHUT,
    SURE_OPEN,
    astray,
    full_ink,
    ink_at,
    likely_open,
    look_at,
    slips,
    sweep,
)
from vision.box.tints import TELLING, odd_tints, tints_of
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.patches import cut_patches
from vision.reading import Doubt
from vision.view import Eyes, View

Bools = NDArray[np.bool_]

SEEN = 0.9  # a mark that the finder is this sure of is a numeral, whatever it reads as
SURE_SHUT = 0.25
LIKELY = 0.6
LEANING = 0.25  # how much more a tile has the open ones' colour than the covers', where all else says open
PLAIN = 0.97  # a number on a tile that has the covers' colour
FACED = 0.6  # a tile that looks open, but whose number cannot be read
HINT_OF_NUMBER = 0.05  # what the reader sees at least where a number is open
PLACED, NEXT = 3, 2  # numerals that tell where a row's places are, and how far from the next of them
AS_INKY, MOST_INKY = 0.8, 1.5  # of the contrast that open numbers have
BLANK, MOST_BLANK = 30.0, 60.0  # grey steps that the grain of an empty tile may have, and lines across it
MORE_INKY = 1.5  # than other tiles
ALIKE = 1.9
USUAL_SIZE = 0.6  # of the step from one number to the next
ON_TOLD = 0.35
ACROSS = 0.2  # of a step up or down: two thirds of a numeral are still in view
EDGE = 0.4  # of a step that a number's middle is inside the picture at least
SLIP = 0.45  # of a step that a numeral may stand off the middle between two joints
LIFT = 0.8  # of a step that it may stand above or below what joints tell


@dataclass(frozen=True)
class Numbers:
    """The places of the numbers 1 to 9, the way they follow each other, and how open each one looks."""

    xy: Floats
    along: Floats
    pitch: float
    chance: Floats
    why: tuple[Doubt, ...]
    alone: bool
    """Only one numeral is seen, so that the other places are guessed at."""
    felt_above: bool = False
    """Whether the dice are thrown above the row and not below it."""

    @property
    def open(self) -> tuple[int, ...]:
        """The numbers that can be seen."""
        return tuple(int(n) for n in NUMBERS[self.chance > READ])

    @property
    def down(self) -> Floats:
        """From the numbers to the felt."""
        below = np.array([-self.along[1], self.along[0]])
        return -below if self.felt_above else below


def find_numbers(picture: Layers, eyes: Eyes, view: View, glyphs: Marks) -> Numbers | None:
    """Find the row of numbers by its numerals, and look at every slot of it."""
    row = find_row(picture, eyes, glyphs)
    return None if row is None else _numbers(picture, eyes, view, row)


def numbers_at(picture: Layers, eyes: Eyes, view: View, glyphs: Marks, slots: Floats) -> Numbers:
    """Look at every slot of a row that was found by its joints; one of them may be open, or none."""
    pitch = float(np.linalg.norm(slots[8] - slots[0])) / 8
    row = Row(slots, np.full(9, USUAL_SIZE * pitch), np.full(9, -1), glyphs, jointed=True)
    lone = find_row(picture, eyes, glyphs)
    if lone is not None and len(lone.held) == 1:
        number = int(lone.held[0])
        slip = lone.slots[number] - slots[number]
        upright = float(row.way @ lone.way) > 0.9 * row.pitch * lone.pitch
        if upright and near_joints(row, slip):
            row = replace(row, slots=slots + slip, size=lone.size, holder=lone.holder)
            return _numbers(picture, eyes, view, row)
    chance = sweep(picture, eyes, row)
    row = _with_glyphs(row, chance)
    if len(row.held):
        return _numbers(picture, eyes, view, row)
    # Joints are told less well at a row's ends: what is blank a little aside is blank.
    inked = np.min([ink_at(picture, slots + slip, row) for slip in slips(row)], axis=0)
    mark = view.glyph_at(slots)
    grain = max(BLANK, MORE_INKY * float(np.median(inked)))
    unclear = (chance > SURE_SHUT) | ((mark > READ) & (inked > grain)) | (inked > MOST_BLANK)
    odd = odd_tints(tints_of(picture, row), row.holder < 0)
    odd |= hidden_places(picture, row, covering_of(picture, row), np.ones(9, bool))
    why = [doubt("numeral", *at) for at in slots[unclear | odd].tolist()]
    why += [doubt("edge", *at) for at in slots.tolist() if not _inside(picture, *at, EDGE * pitch)]
    why += _loose(picture, eyes, row, slots[~unclear & (inked < grain)])
    return Numbers(slots, row.way / pitch, pitch, chance, tuple(why), False)


def _numbers(picture: Layers, eyes: Eyes, view: View, row: Row) -> Numbers:
    """What every slot of a row holds; one numeral alone does not tell where the others would be."""
    alone = len(row.held) == 1 and not row.jointed
    score = np.where(row.holder >= 0, row.glyphs.score[row.holder], 0)
    mark = np.maximum(view.glyph_at(row.slots), score)
    inked, tints = ink_at(picture, row.slots, row), tints_of(picture, row)
    chance, wrong = look_at(picture, eyes, row, inked, tints)
    covering = covering_of(picture, row)
    looks = likely_open(tints, chance, inked)
    plain = plain_among(covering, tints, inked, chance > SURE_OPEN, chance < PLAINLY_SHUT)
    looks = np.where(plain, np.minimum(looks, 0.0), looks)
    full = full_ink(inked, chance)
    faced = (looks > TELLING) & (inked > INKY * full) & (len(row.held) > 1)
    covered = looks < -TELLING
    # A mark that is no numeral of any kind may be the grain of an empty tile, but not if it has ink.
    inky = ~covered & (inked > INKY * full) & (mark > SEEN)
    chance = np.where((chance < READ) & inky, np.maximum(chance, 0.3), chance)
    # A tile with the open ones' colour and as much ink is open, and its place tells the number.
    told = faced & (len(row.held) >= PLACED) & (row.far <= NEXT) & (inked < MOST_INKY * full)
    # Ink in which the reader sees nothing of the number may be the edge of a thing that lies on it.
    told &= chance > HINT_OF_NUMBER
    # Light that ends on a cover looks like ink, and changes its tint.
    dimmed = faced & covering.half_lit
    unread, blind = chance < READ, chance < HINT_OF_NUMBER
    chance = np.where(faced & ~dimmed, np.maximum(chance, np.where(told, SURE_OPEN, FACED)), chance)
    known = row.holder >= 0 if alone else np.ones(9, bool)
    chance = np.where(known, chance, 0.0)
    seen_near = np.zeros(9)
    shut = known & (chance < READ)
    sought = shut & ~covered
    seen_near[sought] = astray(picture, eyes, row, np.nonzero(sought)[0])
    odd = np.zeros(9, bool)
    if row.jointed:
        odd, least_inked = seen_aside(picture, row, shut)
        inked = np.where(shut, least_inked, inked)
    hidden = hidden_places(picture, row, covering, shut)
    hidden |= misseated(picture, row, chance > SURE_OPEN, shut)
    hidden |= (dimmed & (chance < SURE_OPEN)) | (shut & (looks > TELLING))
    least = least_chance(mark, inked > AS_INKY * full, wrong, looks, unread)
    least = np.where(blind, SURE_OPEN, least)
    why: list[Doubt] = []
    for k, (x, y) in enumerate(row.slots.tolist()):
        unclear = SURE_SHUT < chance[k] < least[k]
        # As much ink as on open numbers, and more than on other covers, is a number that cannot be read.
        unclear |= shut[k] and inked[k] > max(AS_INKY * full, 2 * float(np.median(inked[shut])))
        unclear |= covered[k] and READ < chance[k] < PLAIN
        doubtful = (unclear or odd[k]) and not (covered[k] and shut[k])
        if known[k] and not _inside(picture, x, y, EDGE * row.pitch):
            why.append(doubt("edge", x, y))
        elif not known[k] or doubtful or hidden[k] or wrong[k] > READ or seen_near[k] > SURE_SHUT:
            why.append(doubt("numeral", x, y))
    why += _loose(picture, eyes, row, row.slots[(covered & shut) | (chance > least)])
    return Numbers(row.slots, row.way / row.pitch, row.pitch, chance, tuple(why), alone)


def seen_aside(picture: Layers, row: Row, shut: Bools) -> tuple[Bools, Floats]:
    """Which shut places have another colour than the others, and their least ink, a little aside too.

    Joints are told less well at a row's ends, so that a place may reach over the frame.
    """
    across = ACROSS * np.array([-row.way[1], row.way[0]])
    beside = [replace(row, slots=row.slots + slip) for slip in (*slips(row), across, -across)]
    odd = np.all([odd_tints(tints_of(picture, each), shut) for each in beside], axis=0)
    return shut & odd, np.min([ink_at(picture, each.slots, row) for each in beside], axis=0)


def least_chance(mark: Floats, inky: Bools, wrong: Floats, looks: Floats, unread: Bools) -> Floats:
    """How much each place must look like its number to be open for certain.

    A mark with as much ink as the others, or such ink that is read on a tile of their colour, and that is
    like no other number, needs no more than to look likely.
    """
    likely = inky & (wrong < PLAINLY_SHUT) & ((mark > READ) | ((looks > TELLING) & ~unread))
    clear = (mark > SEEN) | (likely & (looks > LEANING))
    return np.where(clear, READ, np.where(likely, LIKELY, SURE_OPEN))


def near_joints(row: Row, slip: Floats) -> bool:
    """Whether a numeral so far off its place may stand there: joints tell little of how high numerals are."""
    ahead, aside = slip @ row.way, slip @ np.array([-row.way[1], row.way[0]])
    return bool(np.hypot(ahead / SLIP, aside / LIFT) < row.pitch**2)


def _with_glyphs(row: Row, chance: Floats) -> Row:
    """A row whose slots that look open hold the glyphs that stand there."""
    gap = np.linalg.norm(row.glyphs.xy[:, None] - row.slots[None], axis=2)
    if not len(gap):
        return row
    near = gap.argmin(axis=0)
    open_ = (chance > READ) & (gap[near, np.arange(9)] < SLIP * row.pitch)
    if not open_.any():
        return row
    size = float(np.median(row.glyphs.size[near[open_]]))
    return replace(row, size=np.full(9, size), holder=np.where(open_, near, -1))


def _inside(picture: Layers, x: float, y: float, margin: float) -> bool:
    return margin < x < picture.width - margin and margin < y < picture.height - margin


def _loose(picture: Layers, eyes: Eyes, row: Row, told: Floats) -> list[Doubt]:
    """Marks as large as the numbers and in their row that no slot holds, but for those on told slots."""
    glyphs, size = row.glyphs, float(np.median(row.size))
    step = glyphs.xy - row.slots[0]
    place = step @ row.way / row.pitch**2
    aside = np.abs(step @ np.array([-row.way[1], row.way[0]])) / row.pitch**2
    inner = (place > -0.7) & (place < 8.7) & (aside < 0.45) & (glyphs.score > FAINT)
    alike = np.abs(np.log(glyphs.size / size)) < np.log(ALIKE)
    held = np.isin(np.arange(len(glyphs)), row.holder)
    own = glyphs.xy[row.holder[row.held]]
    beside = np.linalg.norm(glyphs.xy[:, None] - own[None], axis=2)
    on_told = np.linalg.norm(glyphs.xy[:, None] - told[None], axis=2) < ON_TOLD * row.pitch
    loose = glyphs.pick(inner & alike & ~held & ~(beside < 0.6 * size).any(axis=1) & ~on_told.any(axis=1))
    if not len(loose):
        return []
    axes = square_axes(np.full(len(loose), row.turn), np.full(len(loose), CUT * size))
    reads = eyes.glyphs.read(cut_patches(picture, loose.xy, axes))[:, FACES].max(axis=1)
    inky = np.ones(len(loose), bool)
    if len(own):
        inky = ink_at(picture, loose.xy, row) > INKY * float(np.median(ink_at(picture, own, row)))
    return [
        doubt("loose-numeral", *xy) for xy in loose.xy[(reads > FAINT) | (loose.score > SEEN) & inky].tolist()
    ]
