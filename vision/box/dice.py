"""Dice in a picture: found at a glance, then looked at closely from several sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box.close_look import LEAST_DIE, DiceFinder, Look, Outline, look_at_die
from vision.layers import Layers
from vision.marks import Floats, Marks, find_marks
from vision.network import STRIDE
from vision.view import Box, whole

GLANCE_PX = 704
OTHER_GLANCE_PX = 1280
ENOUGH = 2  # clear dice: with fewer, a finer glance is worth its time
MOST_GLANCES = 14  # of what may be a die, those that look most like one
TURNS_DEG = (144.0, 287.0, 68.0, 215.0)
MORE_TURNS_DEG = (22.0, 107.0, 178.0, 251.0, 324.0)
WORTH_MORE = 0.6  # a face that looks so much like the number counted is looked at from more sides
ASTRAY = 0.18  # of a die: so far off the middle it is looked at anew
LEAST_FACE, SURE_FACE = 0.45, 0.88
PLAIN_FACE = 0.95  # two looks that agree so clearly need no third
LEAST_LOOKS = 0.8  # of all looks must find a die
LEAST_STEADY = 0.5  # and more than that must count the same
MOST_COCKED = 0.6
BODY, CLEAR_BODY = 0.92, 0.82  # of a side: what looks like a die, or clearly so, so near another is its side


@dataclass(frozen=True)
class Die:
    """A die as read: its top's value, where that is, how likely it is, and the pips counted on it."""

    value: int
    x: float
    y: float
    size: float
    foot: tuple[float, float]
    """From the top's middle to the bottom's, in px."""
    chance: float
    counted: int
    """The pips counted, 0 when they make no pattern."""
    steady: bool
    """Most looks counted the same, and none another number."""
    likely: bool
    """The face as a whole looks like this number more than like any other."""
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """What most of its top has, blue first."""
    ink: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """What its pips have, where they were counted."""
    cocked: float = 0.0
    """How much it looks like a die that leans, lies on another or is partly hidden."""
    outlines: tuple[Outline, ...] = field(default=(), compare=False, repr=False)
    """Where every look saw it."""

    @property
    def clear(self) -> bool:
        """Whether pips, looks and face agree."""
        agree = self.likely and self.counted == self.value and self.cocked < MOST_COCKED
        return agree and self.chance > (LEAST_FACE if self.steady else SURE_FACE)


def find_dice(
    picture: Layers,
    finder: DiceFinder,
    box: Box | None = None,
    zoom: float | None = None,
    fits: Callable[[Marks], NDArray[np.bool_]] | None = None,
) -> tuple[Die, ...]:
    """All dice in a box of a picture that may fit, the doubtful ones too."""
    longest = max(picture.width, picture.height)
    if zoom is not None:
        return _read_all(picture, finder, glance(picture, finder, box or whole(picture), zoom), fits)
    dice: tuple[Die, ...] = ()
    for glance_px in (GLANCE_PX, OTHER_GLANCE_PX):
        seen = glance(picture, finder, box or whole(picture), min(1.0, glance_px / longest))
        dice = max(_read_all(picture, finder, seen, fits), dice, key=_clear)
        if _clear(dice) >= ENOUGH or longest <= glance_px:
            break
    return dice


def _read_all(
    picture: Layers,
    finder: DiceFinder,
    marks: Marks,
    fits: Callable[[Marks], NDArray[np.bool_]] | None,
) -> tuple[Die, ...]:
    """What a glance took for dice, looked at closely."""
    if fits is not None:
        marks = marks.pick(fits(marks))
    marks = marks.pick(np.argsort(-marks.score, kind="stable")[:MOST_GLANCES])
    dice = [read_die(picture, finder, xy, float(size)) for xy, size in zip(marks.xy, marks.size, strict=True)]
    return apart([die for die in dice if die is not None])


def _clear(dice: Sequence[Die]) -> int:
    return sum(die.clear for die in dice)


def glance(picture: Layers, finder: DiceFinder, box: Box, zoom: float) -> Marks:
    """Where dice may lie in a box, in picture coordinates; `size` is the side of their tops."""
    width, height = (max(32, round(side * zoom / 16) * 16) for side in (box.width, box.height))
    pixels, across, down = picture.layer(int(np.log2(max(1.0, 1 / zoom))))
    crop = pixels[
        round(box.top / down) : max(round(box.bottom / down), round(box.top / down) + 1),
        round(box.left / across) : max(round(box.right / across), round(box.left / across) + 1),
    ]
    seen = finder.find(np.asarray(cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA), np.uint8))
    # The marks' size is all that is needed here; the direction is left at 0.
    frame = np.stack([np.ones_like(seen.stand[0]), np.zeros_like(seen.stand[0]), seen.stand[0] + 5])
    found = find_marks(1 - seen.faces[0], frame, STRIDE, LEAST_DIE)
    step = np.array([box.width / width, box.height / height])
    xy = (found.xy + 0.5) * step - 0.5 + np.array([box.left, box.top])
    return Marks(xy, found.score, found.turn, found.size * float(np.sqrt(step.prod())))


def read_die(picture: Layers, finder: DiceFinder, centre: Floats, size: float) -> Die | None:
    """Read one die, from more sides the less clear it is; None when it is no die after all."""
    first = look_at_die(picture, finder, centre, size, 0.0)
    if first is not None and first.astray > ASTRAY:
        centre, size = first.aim, first.size
        first = look_at_die(picture, finder, centre, size, 0.0)
    if first is None:
        return None
    looks: list[Look | None] = [first]
    for turn in TURNS_DEG:
        looks.append(look_at_die(picture, finder, first.aim, first.size, turn))
        if len(looks) == 2 and all(look is not None and _plain(look) for look in looks):
            break
    die = _seen(looks)
    if die is not None and not die.clear and die.likely and die.counted and die.chance > WORTH_MORE:
        # A gleam or a neighbour spoils some looks, and not from every side.
        aim = np.mean([look.aim for look in looks if look is not None], axis=0)
        looks += [look_at_die(picture, finder, aim, die.size, turn) for turn in MORE_TURNS_DEG]
        die = _seen(looks)
    return die


def _seen(looks: Sequence[Look | None]) -> Die | None:
    """What looks say of a die; None where too few of them find one."""
    seen = [look for look in looks if look is not None]
    return seen_together(seen) if len(seen) >= LEAST_LOOKS * len(looks) else None


def _plain(look: Look) -> bool:
    return look.pips > 0 and float(look.chances[look.pips]) > PLAIN_FACE


def seen_together(looks: Sequence[Look]) -> Die:
    """What several looks say of one die."""
    chances = np.mean([look.chances for look in looks], axis=0)
    # A count that a look's own face speaks against is a pip missed or a gleam, and no other number.
    told = [look.pips if look.chances[1:].argmax() + 1 == look.pips else 0 for look in looks]
    counts = np.bincount(told, minlength=8)
    counted = int(counts[1:7].argmax()) + 1 if counts[1:7].any() else 0
    value = counted or int(chances[1:].argmax()) + 1
    sharp = [look for look in looks if look.pips == counted] or looks
    xy, foot = np.mean([look.xy for look in sharp], axis=0), np.mean([look.foot for look in looks], axis=0)
    return Die(
        value,
        float(xy[0]),
        float(xy[1]),
        float(np.mean([look.size for look in looks])),
        (float(foot[0]), float(foot[1])),
        float(chances[value]),
        counted,
        bool(counts[value] > LEAST_STEADY * len(looks) and counts[1:7].sum() == counts[value]),
        bool(chances[1:].argmax() + 1 == value),
        tuple(np.median([look.colour for look in looks], axis=0).tolist()),
        tuple(np.median([look.ink for look in sharp], axis=0).tolist()),
        float(np.mean([look.cocked for look in looks])),
        tuple(look.outline for look in looks),
    )


def apart(dice: list[Die]) -> tuple[Die, ...]:
    """The likeliest of those that stand on one spot."""
    kept: list[Die] = []
    for die in sorted(dice, key=lambda die: -die.chance):
        if all(_is_other(die, other) for other in kept):
            kept.append(die)
    return tuple(kept)


def _is_other(die: Die, other: Die) -> bool:
    """Whether two are not one die or its top and its side; those that touch may look larger than they are."""
    nearest = BODY * other.size
    if die.clear and other.clear:
        nearest = min(nearest, CLEAR_BODY * float(np.sqrt(die.size * other.size)))
    return float(np.hypot(die.x - other.x, die.y - other.y)) > nearest
