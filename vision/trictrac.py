"""Reads a Tric-Trac table: the two dice in the box and the numbers that are open."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import cv2
import numpy as np

from vision.box import Numbers, felt_below, find_numbers
from vision.dice import DiceFinder, Die, find_dice
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.reading import Candidate, Doubt, Piece, Reading
from vision.view import COVER, WHOLE_PX, Eyes, View, look, whole

THROW = 2
OUTSIDE = 0.7  # of a die beyond the felt's edge a die may still touch the wall; further off it is another's
FAR_OUTSIDE = 1.3
PIP = 0.62
DIE_SLOTS = (0.4, 1.05)  # a die's side in slots of the box
ALIKE = 1.45
LEAST_DIE_PX = 16.0
WIDEST_FOCAL = 0.7  # of the picture's longer side
LEAN = 0.3
COVERED = 0.015


@functools.cache
def dice_finder() -> DiceFinder:
    """The network for dice, loaded once."""
    return DiceFinder()


def read_trictrac(picture: Layers, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read the throw and the open numbers; without a box in sight, the dice alone."""
    del previous
    box = whole(picture)
    view = look(picture, eyes.finder, box, min(1.0, WHOLE_PX / max(box.width, box.height)))
    dice = find_dice(picture, dice_finder())
    clear = [die for die in dice if die.clear]
    numbers = find_numbers(picture, eyes, view, _off_dice(view.glyphs, clear))
    why: list[Doubt] = []
    felt = None
    if numbers is None:
        why.append(doubt("no-numbers"))
    else:
        why += numbers.why
        felt = felt_below(picture, numbers)
        dice = tuple(die for die in dice if _as_large(die, numbers) and not _on_row(die, numbers))
    throw, strays = _throw(dice, felt)
    why += [doubt("stray-die", die.x, die.y) for die in strays]
    why += _doubts_of_throw(picture, throw)
    why += _covered(view, felt, throw)
    pieces = [_die_piece(die, order) for order, die in enumerate(sorted(throw, key=lambda die: die.x))]
    if numbers is not None:
        pieces += _open_pieces(numbers)
    return Reading("trictrac", tuple(pieces), tuple(why), size=(box.width, box.height))


def _off_dice(glyphs: Marks, dice: Sequence[Die]) -> Marks:
    """Glyphs that are no pips: a numeral is nearly as large as a die, a pip much smaller."""
    if not dice or not len(glyphs):
        return glyphs
    places, size = np.array([(die.x, die.y) for die in dice]), np.array([die.size for die in dice])
    away = np.linalg.norm(glyphs.xy[:, None] - places[None], axis=2)
    return glyphs.pick(((away > 0.9 * size) | (glyphs.size[:, None] > PIP * size)).all(axis=1))


def _as_large(die: Die, numbers: Numbers) -> bool:
    """Whether it is as large as dice are beside a box: letters and corners are not."""
    least, most = DIE_SLOTS
    return least < die.size / numbers.pitch < most


def _on_row(die: Die, numbers: Numbers) -> bool:
    """Whether what looks like a die stands among the numbers."""
    step = np.array([die.x, die.y]) - numbers.xy[0]
    place, aside = float(step @ numbers.along), abs(float(step @ numbers.down))
    return -numbers.pitch < place < 9 * numbers.pitch and aside < 0.8 * numbers.pitch


def _throw(dice: Sequence[Die], felt: Floats | None) -> tuple[list[Die], list[Die]]:
    """The dice on the felt, and those so near its edge that they may or may not belong to the throw."""
    if felt is None:
        return [die for die in dice if die.clear or (die.likely and die.counted)], []
    outline = felt.astype(np.float32)
    inside: list[Die] = []
    near: list[Die] = []
    for die in dice:
        foot = (die.x + die.foot[0], die.y + die.foot[1])
        gap = -cv2.pointPolygonTest(outline, foot, True) / die.size
        if gap < OUTSIDE:
            inside.append(die)
        elif gap < FAR_OUTSIDE and die.clear:
            near.append(die)
    return inside, near


def _doubts_of_throw(picture: Layers, throw: Sequence[Die]) -> list[Doubt]:
    """Doubts about the dice themselves: two, clear, of one size, standing alike, wholly in the picture."""
    why = [doubt("die", die.x, die.y) for die in throw if not die.clear]
    for die in throw:
        if min(die.x, die.y, picture.width - die.x, picture.height - die.y) < 0.6 * die.size:
            why.append(doubt("edge", die.x, die.y))
        if die.size < LEAST_DIE_PX:
            why.append(doubt("small", die.x, die.y))
    if len(throw) != THROW:
        return [*why, doubt("dice")]
    first, second = throw
    if not 1 / ALIKE < first.size / second.size < ALIKE:
        why.append(doubt("die", second.x, second.y))
    if lean_apart(first, second, max(picture.width, picture.height)) > LEAN:
        why.append(doubt("cocked"))
    return why


def lean_apart(first: Die, second: Die, longest_px: float) -> float:
    """How differently two dice stand, after what perspective explains, in sides of a die."""
    apart = np.array([second.x - first.x, second.y - first.y])
    lean = np.array(second.foot) / second.size - np.array(first.foot) / first.size
    far = float(np.linalg.norm(apart))
    ahead = float(lean @ apart) / max(far, 1e-6)
    aside = float(lean[0] * apart[1] - lean[1] * apart[0]) / max(far, 1e-6)
    most = far / (WIDEST_FOCAL * longest_px)
    return float(np.hypot(ahead - np.clip(ahead, -most, 0.0), aside))


def _covered(view: View, felt: Floats | None, throw: Sequence[Die]) -> list[Doubt]:
    """A hand or something else over the felt."""
    chart = view.field.surface[COVER]
    rows, cols = chart.shape
    mask = np.ones((rows, cols), np.uint8)
    step = np.array([cols / view.box.width, rows / view.box.height])
    if felt is not None:
        mask[:] = 0
        cv2.fillConvexPoly(mask, (felt * step).round().astype(np.int32), 1)
    for die in throw:
        middle = (np.array([die.x, die.y]) * step).round().astype(int).tolist()
        cv2.circle(mask, middle, int(1.2 * die.size * step[0]) + 1, 0, -1)
    share = float((chart[mask > 0] > 0.6).mean()) if mask.any() else 0.0
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
