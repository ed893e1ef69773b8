"""Digits read where their ink stands: the finder often melts two into one, or misses the first."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import patch_axes
from vision.cards.rows import Row
from vision.layers import Layers
from vision.marks import Floats, Marks, joined
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.upright.ink import SAME, find_ink
from vision.view import Eyes

DIGITS = np.array([face.isdigit() for face in GLYPHS])
J = GLYPHS.index("J")
SCALES = (0.9, 1.0, 1.12)  # of a height that the ink shows
LEAST_FACE, CLEAR_HALF = 0.5, 0.8
TOUCHING = 0.9  # a piece of ink that is wider for its height may be two digits
SPLITS = (0.35, 0.5, 0.65)  # of the width that the first of two touching digits takes
ROUND = (0.25, 0.6)  # heights beside and above a digit's ink: marks there are on the same digit
CORNER, SMALLER = (0.9, 0.6, 1.35), 0.95  # of a digit: how far aside, and above or below, its index stands
MUCH_SMALLER = 0.6  # of a digit: an index whose own ink stands clear; digits of two on a card are larger
STEM, STEMS_APART, LEVEL = (
    0.4,
    0.55,
    0.15,
)  # of a digit's height: a stem's width, the next one aside and above
ROUND_DIGITS = [GLYPHS.index(digit) for digit in "0689"]
JOKER_CARD = (0.7, 1.6)  # glyph heights from a joker aside and above: ink there is its drawing


@dataclass(frozen=True)
class Seen:
    """Marks, how wide the ink of each is (0 where it does not stand clear), and what they say by scale."""

    marks: Marks
    wide: Floats
    scales: Floats

    def pick(self, which: NDArray[np.generic]) -> Seen:
        """Those that an index or a mask names."""
        return Seen(self.marks.pick(which), self.wide[which], self.scales[:, which])

    def hold(self, marks: Marks, along: Floats) -> NDArray[np.bool_]:
        """Which marks stand on one of the digits."""
        step = marks.xy[:, None] - self.marks.xy[None]
        aside, above = np.abs(step @ along), np.abs(step @ np.array([-along[1], along[0]]))
        tall = self.marks.size
        held = (aside < self.wide / 2 + ROUND[0] * tall) & (above < ROUND[1] * tall)
        return np.asarray(held.any(axis=1))


def read_digits(
    picture: Layers, eyes: Eyes, marks: Marks, along: Floats, said: Floats, known: Seen | None = None
) -> Seen:
    """The digits on the marks' cards; `said`: the chances of each mark as the finder placed it.

    Ink on digits that are known already is left out, unless it may be two that touch.
    """
    inked = find_ink(picture, marks, along)
    owners = marks.pick(inked.owner)
    if known is not None:
        held = known.hold(replace(owners, xy=inked.xy), along)
        fresh = ~held | (inked.wide > TOUCHING * inked.tall)
        inked, owners = inked.pick(fresh), owners.pick(fresh)
    upright = replace(owners, xy=inked.xy, size=inked.tall)
    whole = Seen(upright, inked.wide, read_scaled(picture, eyes, upright, along, SCALES))
    whole = _stems_joined(picture, eyes, whole, along)
    clear = whole.scales.mean(axis=0)[:, DIGITS].max(axis=1, initial=0.0)
    jokers = marks.pick(said[:, J] > LEAST_FACE)
    step = whole.marks.xy[:, None] - jokers.xy[None]
    aside, above = (np.abs(step @ way) / jokers.size for way in (along, np.array([-along[1], along[0]])))
    drawn = ((aside < JOKER_CARD[0]) & (above < JOKER_CARD[1])).any(axis=1)
    touching = (whole.wide > TOUCHING * whole.marks.size) & (clear < CLEAR_HALF) & ~drawn
    halves = [_halves(picture, eyes, whole.pick(np.array([i])), along) for i in np.nonzero(touching)[0]]
    found = [whole.pick((clear > LEAST_FACE) & ~drawn), *halves]
    return _each_once(together(*found))


def _stems_joined(picture: Layers, eyes: Eyes, seen: Seen, along: Floats) -> Seen:
    """Two stems of one round digit, whose hairlines are too thin to be seen as ink, as that digit."""
    said = np.where(DIGITS, seen.scales.mean(axis=0), 0.0)
    face, tall = said.argmax(axis=1), seen.marks.size
    stem = (seen.wide < STEM * tall) & np.isin(face, ROUND_DIGITS) & (said.max(axis=1) > LEAST_FACE)
    step = (seen.marks.xy[None] - seen.marks.xy[:, None]) / tall[:, None, None]
    aside, above = step @ along, np.abs(step @ np.array([-along[1], along[0]]))
    pairs = (aside > 0) & (aside < STEMS_APART) & (above < LEVEL) & (face[:, None] == face[None])
    first, second = np.nonzero(pairs & stem[:, None] & stem[None])
    if not len(first):
        return seen
    middle = replace(
        seen.marks.pick(first), xy=(seen.marks.xy[first] + seen.marks.xy[second]) / 2, size=tall[first]
    )
    wide = aside[first, second] * tall[first] + (seen.wide[first] + seen.wide[second]) / 2
    read = read_scaled(picture, eyes, middle, along, SCALES)
    one = read.mean(axis=0)[np.arange(len(first)), face[first]] > CLEAR_HALF
    rest = ~np.isin(np.arange(len(tall)), [first[one], second[one]])
    return together(seen.pick(rest), Seen(middle, wide, read).pick(one))


def _each_once(seen: Seen) -> Seen:
    """Of digits at one place, parted from ink that was seen in two windows, the clearest."""
    clear = seen.scales.mean(axis=0)[:, DIGITS].max(axis=1, initial=0.0)
    order = np.argsort(-clear, kind="stable")
    xy, tall = seen.marks.xy[order], seen.marks.size[order]
    gap = np.linalg.norm(xy[:, None] - xy[None], axis=2)
    clearer = np.tril(gap < SAME * np.minimum(tall[:, None], tall[None]), -1)
    return seen.pick(np.sort(order[~clearer.any(axis=1)]))


def _halves(picture: Layers, eyes: Eyes, ink: Seen, along: Floats) -> Seen:
    """A piece of ink as two digits that touch, or nothing where it does not read so."""
    wide = float(ink.wide[0])
    first = wide * np.array(SPLITS)
    shifts = np.stack([(first - wide) / 2, first / 2], axis=1)
    spots = ink.marks.pick(np.zeros(2 * len(SPLITS), int))
    spots = replace(spots, xy=ink.marks.xy[0] + shifts.reshape(-1, 1) * along)
    scales = read_scaled(picture, eyes, spots, along, SCALES)
    clear = scales.mean(axis=0)[:, DIGITS].max(axis=1).reshape(-1, 2).min(axis=1)
    best = int(clear.argmax())
    widths = np.stack([first, wide - first], axis=1).reshape(-1)
    pair = np.array([2 * best, 2 * best + 1] if clear[best] > CLEAR_HALF else [], int)
    return Seen(spots, widths, scales).pick(pair)


def read_scaled(
    picture: Layers, eyes: Eyes, marks: Marks, along: Floats, scales: tuple[float, ...]
) -> Floats:
    """Chances by scale, mark and glyph."""
    axes = scaled_axes(marks, along, scales)
    patches = cut_patches(picture, np.concatenate([marks.xy] * len(scales)), axes)
    chances = np.asarray(eyes.glyphs.read(patches), np.float64)
    return chances.reshape(len(scales), len(marks), len(GLYPHS))


def scaled_axes(marks: Marks, along: Floats, scales: tuple[float, ...]) -> Floats:
    """The sides of patches round the marks, scale by scale."""
    axes = patch_axes(marks, Row(np.arange(len(marks)), along, marks.size))
    return np.concatenate([axes * scale for scale in scales])


def in_corners(marks: Marks, digits: NDArray[np.bool_], along: Floats) -> NDArray[np.bool_]:
    """Which marks are indices: smaller, above or below a digit whose ink stands clear, nearer than a row."""
    step = (marks.xy[:, None] - marks.xy[None]) / marks.size[None, :, None]
    aside, above = np.abs(step @ along), np.abs(step @ np.array([-along[1], along[0]]))
    near = (aside < CORNER[0]) & (above > CORNER[1]) & (above < CORNER[2])
    smaller = marks.size[:, None] < np.where(digits, MUCH_SMALLER, SMALLER)[:, None] * marks.size[None]
    return np.asarray((near & smaller & digits).any(axis=1))


def together(*several: Seen) -> Seen:
    """All that several hold."""
    return Seen(
        joined(*(one.marks for one in several)),
        np.concatenate([one.wide for one in several]),
        np.concatenate([one.scales for one in several], axis=1),
    )
