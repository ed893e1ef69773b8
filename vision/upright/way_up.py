"""Which way is up: all cards of a table stand alike, and make sense one way round."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.captions import bear_words
from vision.cards.found import log_faces
from vision.cards.numbers import read_whole
from vision.cards.rows import common_turn
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.patches import cut_patches
from vision.upright.digits import SCALES as INK_SCALES
from vision.upright.digits import Seen, read_scaled, scaled_axes
from vision.view import Eyes

SCALES = (0.8, 1.0, 1.25)
LEAST_SCORE = 0.5
CLEAR_FACE = 0.5
CLEAR_WAY = 9.0  # nats ahead of the next way up: no closer look is needed
EXPECTED = 5.0  # nats for the way the cards stood before
WORD, MOST_OF_WORDS = 4.0, 8.0  # nats for a word that stands upright, and for all of them
LEAST_CARD, WHOLE, MOST_OF_WHOLES = 0.02, 1.0, 8.0  # a chance, its weight, and nats for all cards as wholes
MOST_VOTERS = 14  # a sheet of numbers has more


def way_up(
    picture: Layers,
    eyes: Eyes,
    marks: Marks,
    faces: NDArray[np.bool_],
    jokers: bool,
    down_before: Floats | None,
) -> tuple[Floats, tuple[float, float], Floats]:
    """The way along upright cards, its leads over quarter turns and a half turn, and what the marks say.

    Where the numerals leave it open, the words that jokers bear tell.
    """
    order = np.argsort(-marks.score, kind="stable")[:MOST_VOTERS]
    voters = marks.pick(order[marks.score[order] > min(LEAST_SCORE, float(marks.score.max()) - 1e-9)])
    turn = common_turn(voters)
    ways = [np.array([np.cos(a), np.sin(a)]) for a in turn + np.arange(4) * np.pi / 2]
    sense = _sense(picture, eyes, voters, ways, faces, SCALES[1:2])
    if np.diff(np.sort(sense))[-1] < CLEAR_WAY:
        sense = _sense(picture, eyes, voters, ways, faces, SCALES)
    if jokers and np.diff(np.sort(sense))[-1] < CLEAR_WAY:
        sense += np.array([_words_along(picture, eyes, voters, way) for way in ways])
    if np.diff(np.sort(sense))[-1] < CLEAR_WAY:
        sense += np.array([_cards_along(picture, eyes, voters, way) for way in ways])
    if down_before is not None:
        sense += EXPECTED * np.array([np.array([-y, x]) @ down_before > 0.7 for x, y in ways])
    best = int(sense.argmax())
    first, half, second = (float(sense[best] - sense[best - turn]) for turn in (1, 2, 3))
    return ways[best], (min(first, second), half), read_scaled(picture, eyes, marks, ways[best], SCALES)


def _sense(
    picture: Layers,
    eyes: Eyes,
    marks: Marks,
    ways: list[Floats],
    faces: NDArray[np.bool_],
    scales: tuple[float, ...],
) -> Floats:
    """How well the marks read along each way, in nats."""
    axes = np.concatenate([scaled_axes(marks, way, scales) for way in ways])
    patches = cut_patches(picture, np.tile(marks.xy, (len(ways) * len(scales), 1)), axes)
    seen = np.asarray(eyes.glyphs.read(patches), np.float64)
    seen = seen.reshape(len(ways), len(scales), len(marks), -1)
    logs = log_faces(seen.mean(axis=1), faces).max(axis=2)
    clear = seen[..., faces].max(axis=(0, 1, 3)) > CLEAR_FACE
    return np.asarray(logs[:, clear if clear.any() else slice(None)].sum(axis=1))


def _words_along(picture: Layers, eyes: Eyes, marks: Marks, along: Floats) -> float:
    """Nats for the words that stand upright along a way."""
    step = np.stack([along, np.array([-along[1], along[0]])], axis=1)
    steps = step * float(np.median(marks.size))
    words = bear_words(picture, marks.xy, np.tile(steps, (len(marks), 1, 1)), eyes.words)
    return min(WORD * int(words.sum()), MOST_OF_WORDS)


def _cards_along(picture: Layers, eyes: Eyes, marks: Marks, along: Floats) -> float:
    """Nats for what the cards say as a whole along a way: upside down most of them say nothing."""
    step = np.stack([along, np.array([-along[1], along[0]])], axis=1) * float(np.median(marks.size))
    nothing = read_whole(picture, marks.xy, step, eyes.numbers).chances[:, 0]
    logs = np.log(np.clip(1 - nothing, LEAST_CARD, 1.0))
    return float(np.clip(WHOLE * logs.sum(), -MOST_OF_WHOLES, 0.0))


def lead_by_ink(picture: Layers, eyes: Eyes, seen: Seen, along: Floats, faces: NDArray[np.bool_]) -> float:
    """How much better, in nats, digits whose ink stands clear fit this way up than turned by half."""
    digits = seen.pick(seen.wide > 0)
    turned = read_scaled(picture, eyes, digits.marks, -along, INK_SCALES)
    ways = (log_faces(scales.mean(axis=0), faces).max(axis=1) for scales in (digits.scales, turned))
    upright, upside = (float(logs.sum()) for logs in ways)
    return upright - upside
