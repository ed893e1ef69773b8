"""White and yellow cards of Add Up: what each card's colour is, and which marks are one joker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.colours import face_colours, most_chroma, yellowness
from vision.cards.found import patch_axes
from vision.cards.rows import Row
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.upright.digits import DIGITS
from vision.upright.faces import ALIKE
from vision.upright.standing import Standing

FACES = np.array([face in "0123456789J" for face in GLYPHS])
NAMES = tuple(face for face in GLYPHS if face in "0123456789J")
J, JOKER = GLYPHS.index("J"), NAMES.index("J")
APART = 0.98  # glyph heights: digits farther off each other are on two cards
SAME_CARD = (0.7, 1.6)  # glyph heights aside and above: the parts of one joker
UNLIKELY, LIKELY_JOKER = 0.1, 0.2
YELLOW = 0.22
SURE_YELLOW = 0.12
MOST_WHITE = 0.15  # of a yellow card that may be white: a drawing or a gleam
LONE_STEP, BEYOND = 1.9, 2.3  # glyph heights to the card beside a lone one; steps to where no card lies
LEAST_GREEN = 0.5  # of its red: what has less is red
FAINT_COLOURS, NO_COLOURS = 0.13, 0.08  # chroma of a picture in which yellow is hardly told, or not at all
BURNT_OUT = 240.0  # levels of white cards in too much light
MOST_TINT = 0.3  # chroma of a white card's face against the other white ones
LESS_LIGHT = 0.93  # of the white cards: there a yellow one is at most so light
LEAST_LIGHT = 0.35  # of the white cards: a yellow one is not darker
SURE_FACE = 0.5
CROWDED, LEAST_FIRM = 0.62, 3  # of the usual step to the next card, and how many cards tell it
IN_LINE = 0.8  # glyph heights


def card_colours(picture: Layers, standing: Standing) -> tuple[Floats, Floats]:
    """The colour of each glyph's card, and of the cards with numbers; all jokers: pure white."""
    marks = standing.marks
    faces = faces_at(picture, standing, marks.xy, np.maximum(marks.size, standing.size))
    numbers = standing.chances[:, FACES].argmax(axis=1) != JOKER
    numbers &= standing.chances[:, FACES].max(axis=1) > SURE_FACE
    return faces, np.median(faces[numbers], axis=0) if numbers.any() else np.full(3, 255.0)


def faces_at(picture: Layers, standing: Standing, xy: Floats, size: Floats) -> Floats:
    """The colour of card, or of whatever lies there, round some places."""
    count = len(xy)
    turn = float(np.arctan2(standing.along[1], standing.along[0]))
    places = Marks(xy, np.ones(count), np.full(count, turn), size)
    axes = patch_axes(places, Row(np.arange(count), standing.along, size))
    return face_colours(cut_patches(picture, xy, axes))


def whiteness(picture: Layers, standing: Standing, white: Floats) -> Floats:
    """How much of each glyph's card round it is as white as the cards with numbers."""
    marks, size = standing.marks, np.maximum(standing.marks.size, standing.size)
    axes = patch_axes(marks, Row(np.arange(len(marks)), standing.along, size))
    patches = cut_patches(picture, marks.xy, axes)
    return np.asarray((np.abs(patches - white) < ALIKE * white.max()).all(axis=3).mean(axis=(1, 2)))


def colourless(picture: Layers, faces: Floats, jokers: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cards may have been yellow, in a picture that has little colour left or none.

    Beside cards that are burnt out a darker one without colour may be a yellow one, burnt out too.
    """
    # Small cards on a white table are little of a picture: where they differ in colour there is some.
    chroma = np.ptp(faces, axis=1) / np.maximum(faces.max(axis=1), 1)
    colour = max(most_chroma(picture.layer(4)[0]), float(np.ptp(chroma)))
    light = faces.mean(axis=1)
    white = float(np.median(light[~jokers])) if (~jokers).any() else 255.0
    darker = light < LESS_LIGHT * white
    faded = (colour < FAINT_COLOURS) & (darker | (colour < NO_COLOURS))
    return np.asarray(faded | (darker & (chroma < NO_COLOURS) & (white > BURNT_OUT)))


def tinted(faces: Floats, white: Floats) -> NDArray[np.bool_]:
    """Which faces are not white against the cards with numbers, and bluer or redder than any yellow one."""
    light = faces / np.maximum(white, 1)
    chroma = np.ptp(light, axis=1) / np.maximum(light.max(axis=1), 1e-6)
    return np.asarray((chroma > MOST_TINT) & (light[:, 0] >= light[:, 1:].min(axis=1)))


def yellow_beyond(picture: Layers, standing: Standing, row: Row, white: Floats) -> Floats:
    """Places beyond a row's ends with something yellow that is no larger than a card."""
    xy, size = standing.marks.xy[row.glyphs], standing.size
    steps = np.linalg.norm(np.diff(xy, axis=0), axis=1)
    steps = steps[steps > APART * size]
    pitch = float(np.median(steps)) if len(steps) else LONE_STEP * size
    ways = np.array([1.0, BEYOND])[:, None] * pitch * standing.along
    places = np.concatenate([xy[0] - ways, xy[-1] + ways])
    faces = faces_at(picture, standing, places, np.full(len(places), size))
    near, far = np.array([yellowness(face, white) for face in faces]).reshape(2, 2).T
    light = faces.mean(axis=1).reshape(2, 2)[:, 0] > LEAST_LIGHT * white.mean()
    found = light & (near > YELLOW + SURE_YELLOW) & (near - far > YELLOW)
    green, red = (faces / np.maximum(white, 1)).reshape(2, 2, 3)[:, 0, 1:].T
    found &= green > LEAST_GREEN * red
    return np.asarray(places.reshape(2, 2, 2)[found, 0])


def join_jokers(standing: Standing, shades: Floats) -> tuple[Standing, Floats]:
    """One mark for every joker: its drawing and the word under it are one; no yellow card has a number."""
    marks, chances = standing.marks, standing.chances.copy()
    yellow = (shades > YELLOW + SURE_YELLOW) & (chances[:, DIGITS].max(axis=1) < SURE_FACE)
    yellow &= chances[:, J] > LIKELY_JOKER
    chances[np.ix_(yellow, DIGITS)] *= UNLIKELY
    chances[yellow, J] = 1 - chances[np.ix_(yellow, DIGITS)].sum(axis=1)
    step = (marks.xy[:, None] - marks.xy[None]) / standing.size
    same = (np.abs(step @ standing.along) < SAME_CARD[0]) & (np.abs(step @ standing.down) < SAME_CARD[1])
    numberless = chances[:, DIGITS].max(axis=1) < SURE_FACE
    same &= numberless[:, None] & numberless[None]
    joker = (same * chances[:, J]).max(axis=1, initial=0.0)
    found = joker > SURE_FACE
    chances[found], chances[found, J] = 0.0, joker[found]
    # Parts of one joker of different colours: the clearest part tells which, but not for sure.
    clearest = shades[np.where(same, standing.chances[:, J], -1.0).argmax(axis=1)]
    parts = np.where(same, shades, clearest[:, None])
    torn = found & (np.ptp(parts, axis=1) > SURE_YELLOW)
    shades = np.where(torn, YELLOW + 0.5 * SURE_YELLOW * np.sign(clearest - YELLOW), shades)
    kept = ~(same & (marks.score[None] > marks.score[:, None])).any(axis=1) | ~found
    return standing.pick(kept, chances), shades[kept]


def without_print(standing: Standing, shades: Floats) -> tuple[Standing, Floats]:
    """All but jokers on what hardly looks like card, and nearer to another card than two cards can lie."""
    marks, firm = standing.marks, ~standing.thin
    joker = standing.chances[:, FACES].argmax(axis=1) == JOKER
    step = (marks.xy[:, None] - marks.xy[None]) / standing.size
    ahead, aside = np.abs(step @ standing.along), np.abs(step @ standing.down)
    gap = np.where((aside < IN_LINE) & firm & ~np.eye(len(marks), dtype=bool), ahead, np.inf)
    steps = np.where(gap > APART, gap, np.inf)[firm].min(axis=1, initial=np.inf)
    steps = steps[np.isfinite(steps)]
    if len(steps) < LEAST_FIRM:
        return standing, shades
    kept = ~(joker & ~firm & (gap.min(axis=1) < CROWDED * float(np.median(steps))))
    return standing.pick(kept, standing.chances), shades[kept]
