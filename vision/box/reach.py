"""Whether an arm lies over the numbers: it hides the covers and the joints between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.box.covers import DARK, unlike
from vision.box.numbers import SURE_SHUT, Numbers
from vision.box.row import square_axes
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats
from vision.patches import SIDE, cut_patches
from vision.reading import Doubt
from vision.view import View

Bools = NDArray[np.bool_]

ARM = 0.7
WIDE, TALL = 1.4, 0.65  # steps: a cover with the joints on both sides, but not its upper and lower rim
LEAST_OTHERS = 3  # shut places that tell what a cover looks like
SLIPS = (-2, -1, 0, 1, 2)  # pixels of a patch that a cover may lie off its place
INNER = slice(max(SLIPS), SIDE - max(SLIPS))
LEFT, MIDDLE, RIGHT = slice(2, 8), slice(10, SIDE - 10), slice(SIDE - 8, SIDE - 2)
SAME_COURSE = 0.75  # how well light and dark along two covers go together
JOINT = 0.12  # nats that a joint is darker than a cover at least
SAME_MAKE, ALIKE = 0.03, 2  # of the light, and how many other covers are as like as that


def reached_over(picture: Layers, view: View, numbers: Numbers) -> list[Doubt]:
    """Numbers that an arm lies over, which comes in from the picture's edge."""
    arms = view.large_covers(ARM, numbers.pitch**2, reaching_in=True)
    over = view.sample(arms, numbers.xy) > 0.5
    if over.any():
        over &= ~plainly_covers(picture, numbers)
    return [doubt("cover", *at) for at in numbers.xy[over].tolist()]


def plainly_covers(picture: Layers, numbers: Numbers) -> Bools:
    """Which shut places show a cover between two joints as the others do: no sleeve has lines just there."""
    shut = numbers.chance < SURE_SHUT
    others = shut[None] & ~np.eye(9, dtype=bool)
    if shut.sum() <= LEAST_OTHERS:
        return np.zeros(9, bool)
    turn = np.full(9, np.arctan2(numbers.along[1], numbers.along[0]))
    axes = square_axes(turn, np.full(9, WIDE * numbers.pitch))
    axes[:, :, 1] *= TALL / WIDE
    patches = cut_patches(picture, numbers.xy, axes).astype(np.float64)
    course = np.log(patches.mean(axis=(1, 3)) + DARK)
    course -= np.median(course[:, MIDDLE], axis=1, keepdims=True)
    usual = np.array([np.median(course[each], axis=0) for each in others])
    colours = np.median(patches.reshape(9, -1, 3), axis=1)
    near = others & (unlike(colours[:, None], colours[None]) < SAME_MAKE)
    together = np.array([_together(*both) for both in zip(course, usual, strict=True)])
    jointed = _jointed(course) & _jointed(usual) & (together > SAME_COURSE)
    return np.asarray(shut & jointed & (near.sum(axis=1) >= ALIKE))


def _jointed(course: Floats) -> Bools:
    """Whether the light along places drops where the joints on both sides are."""
    return np.asarray((course[:, LEFT].min(axis=1) < -JOINT) & (course[:, RIGHT].min(axis=1) < -JOINT))


def _together(course: Floats, usual: Floats) -> float:
    """How well a course of light goes with the usual one, where it lies a little aside or not: 1 at best."""
    slipped = [np.roll(course, slip)[INNER] for slip in SLIPS]
    return max(float(np.corrcoef(each, usual[INNER])[0, 1]) if each.std() > 0 else 0.0 for each in slipped)
