"""A card has one face and one ink; where a numeral shows a third colour as well, something lies on it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.colours import ink_colour, odd_hues
from vision.cards.found import PATCH_GLYPHS, Line
from vision.layers import Layers
from vision.marks import Floats, Ints
from vision.patches import SIDE, cut_patches

SIGNS = "+-×÷="
INKED = 0.1  # of a numeral's room that is ink at least
DARK = 16.0  # levels added to each colour: in the dark it is noise
HUE_OFF = 0.2  # nats in one of blue, green, red from card to card, in light made equal
LEAST_CONTRAST = 30.0  # levels from face to ink
STEADY_CONTRAST, MOST_CONTRAST = 110.0, 220.0  # what lies aside is measured by; black on white has more
BRIGHTEST = 255.0
LEAST_TINT, SAME_TINT = 80.0, 24.0  # levels from a face to white, and aside of that way
LEAST_SHEEN, MOST_SHEEN = 0.04, 0.5  # of the way to white
OFF = 0.3  # of the way from face to ink: farther aside no mixture of the two lies
INK_FROM, OVERSHOOT = 0.6, 0.25  # of that way
THIRD, REST = 0.1, 0.02  # of a numeral's room: a strange colour, and ink beside it
MOST_INK = 0.45  # of that room: no numeral has more
_ACROSS, _DOWN = np.meshgrid(*[((np.arange(SIDE) + 0.5) / SIDE - 0.5) * PATCH_GLYPHS] * 2)
_SOME = np.indices((SIDE, SIDE)).sum(axis=0) % 3 == 0
ALL_ROOM = (np.abs(_ACROSS) < 0.45) & (np.abs(_DOWN) < 0.58)  # glyph heights
ROOM = ALL_ROOM & _SOME
BLUR, STROKE = np.ones((5, 5), np.uint8), np.ones((7, 7), np.uint8)  # pixels of a patch
LEAST_INKS, SAME_HUE = 4, 0.15  # numerals by which one ink is told; of white light between its hues
BROAD = 0.03  # of that room, deep inside a strange colour


def covered_faces(picture: Layers, line: Line, faces: tuple[str, ...]) -> NDArray[np.bool_]:
    """Which numbers and signs show a colour that is neither face nor ink of their kind, and ink besides.

    Sets with a colour for each digit have such colours too, but no other ink beside them. Jokers have any.
    """
    patches = cut_patches(picture, line.xy, line.axes).astype(np.float64)
    face = np.median(patches.reshape(len(patches), -1, 3), axis=1)  # ink never has half of a patch
    room = patches[:, ROOM]
    ink = np.stack([_farthest(each, own) for each, own in zip(room, face, strict=True)])
    kinds = np.array([2 if one == "J" else one in SIGNS for one in faces], int)
    covered = np.zeros(len(faces), bool)
    for i in np.nonzero(kinds < 2)[0]:
        others = np.nonzero((kinds == kinds[i]) & (np.arange(len(faces)) != i))[0]
        if not len(others):
            continue
        off, share = _strangeness(room[i], face[i], face[others], ink[others])
        if (off > OFF).mean() < THIRD:
            continue
        sheen = _sheen(patches[i].reshape(-1, 3), face[i])
        off, share = _strangeness(room[i], face[i], face[others], ink[others], sheen)
        third, rest = (off > OFF).mean(), ((off < OFF) & (share > INK_FROM)).mean()
        if third > MOST_INK:
            covered[i] = True
        elif third > THIRD and rest > REST:
            off, share = _strangeness(patches[i][ALL_ROOM], face[i], face[others], ink[others], sheen)
            covered[i] = _is_no_stroke(off, share)
    return covered


def _is_no_stroke(off: Floats, share: Floats) -> bool:
    """Whether a strange colour is broader than a stroke, or has ink by it that is not its blurred edge."""
    third, rest = np.zeros((SIDE, SIDE), np.uint8), np.zeros((SIDE, SIDE), bool)
    third[ALL_ROOM], rest[ALL_ROOM] = off > OFF, (off < OFF) & (share > INK_FROM)
    apart = rest & (cv2.dilate(third, BLUR) == 0)
    return bool(cv2.erode(third, STROKE)[ALL_ROOM].mean() > BROAD or apart[ALL_ROOM].mean() > REST)


def _strangeness(
    room: Floats, face: Floats, faces: Floats, inks: Floats, sheen: float | None = None
) -> tuple[Floats, Floats]:
    """How far pixels lie aside of all ways from a face to an ink that other cards have, and how far along.

    A lamp's sheen lies on face and ink alike: as much of it as the bare face shows is allowed for.
    """
    starts, ends = faces, inks
    away = np.log(DARK + faces) - np.log(DARK + face)
    if (np.abs(away - away.mean(axis=1, keepdims=True)) < HUE_OFF).all(axis=1).any():
        light = np.clip((face.sum() + DARK) / (faces.sum(axis=1) + DARK), 0.4, 2.5)
        starts = np.concatenate([faces, np.tile(face, (len(faces), 1))])
        ends = np.concatenate([inks, inks * light[:, None]])
    for other, ink in zip(faces, inks, strict=True) if sheen is not None else ():
        veil, theirs = float(_veil(face[None], other)[0]), float(_veil(other[None], face)[0])
        if theirs > LEAST_SHEEN:  # the other card shines
            ink, veil = np.clip((ink - theirs * BRIGHTEST) / (1 - theirs), 0, BRIGHTEST), 0.0
        elif not max(veil, sheen) > LEAST_SHEEN:
            continue
        for more in (0.0, sheen):
            share = min(1 - (1 - max(veil, 0.0)) * (1 - more), MOST_SHEEN)
            starts = np.concatenate([starts, [face + more * (BRIGHTEST - face)]])
            ends = np.concatenate([ends, [ink + share * (BRIGHTEST - ink)]])
    length = np.linalg.norm(ends - starts, axis=1)
    plain = length > LEAST_CONTRAST
    if not plain.any():
        return np.zeros(len(room)), np.zeros(len(room))
    miss, share = _aside(room, starts[plain], ends[plain])
    miss = miss / np.clip(length[plain], STEADY_CONTRAST, MOST_CONTRAST)[:, None]
    nearest = miss.argmin(axis=0), np.arange(len(room))
    lightest = faces * (BRIGHTEST / np.maximum(faces.max(axis=1, keepdims=True), 1.0))
    shaded, _ = _aside(room, np.zeros_like(faces), lightest)
    off = np.minimum(miss[nearest], shaded.min(axis=0) / STEADY_CONTRAST)  # the light may end on a card
    return np.asarray(off), np.asarray(share[nearest])


def _sheen(patch: Floats, face: Floats) -> float:
    """How much white light lies on the lightest parts of a card's face, beyond its middle."""
    veil = _veil(patch, face)
    on_face = veil[~np.isnan(veil)]
    return float(np.clip(np.quantile(on_face, 0.95), 0, MOST_SHEEN)) if len(on_face) else 0.0


def _veil(colours: Floats, face: Floats) -> Floats:
    """How much white light turns a coloured face into other colours; nothing (nan) where none does."""
    way = BRIGHTEST - face
    if way.max() < LEAST_TINT:
        return np.full(len(colours), np.nan)
    veil = (colours - face) @ way / (way @ way)
    miss = np.linalg.norm(colours - face - veil[:, None] * way, axis=1)
    return np.where((miss < SAME_TINT) & (veil < MOST_SHEEN), veil, np.nan)


def _aside(room: Floats, starts: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """How far colours lie from straight ways between two others, and how far along them."""
    ways = (ends - starts)[:, None]
    steps = room[None] - starts[:, None]
    share = np.clip((steps * ways).sum(axis=2) / (ways**2).sum(axis=2), -OVERSHOOT, 1 + OVERSHOOT)
    return np.asarray(np.linalg.norm(steps - share[..., None] * ways, axis=2)), share


def _farthest(room: Floats, face: Floats) -> Floats:
    """The colour of the pixels least like a face."""
    away = np.linalg.norm(room - face, axis=1)
    return np.asarray(room[away >= np.quantile(away, 1 - INKED)].mean(axis=0))


def odd_inks(picture: Layers, line: Line, faces: tuple[str, ...], named: bool = False) -> Ints:
    """The one numeral in another ink than all others: a ring or a snake may be a joker's.

    Sets with many inks have more than one such numeral, and none is told there. Where a joker bears its name
    none is told either: all jokers of a set do.
    """
    digits = np.array([i for i, face in enumerate(faces) if face.isdigit()], int)
    if named or len(digits) < LEAST_INKS:
        return digits[:0]
    inks = np.array([ink_colour(patch) for patch in cut_patches(picture, line.xy[digits], line.axes[digits])])
    odd = digits[odd_hues(inks, SAME_HUE)]
    return odd if len(odd) == 1 else odd[:0]
