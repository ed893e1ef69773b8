"""The row of nine: which numerals in a picture stand in it, and where its nine slots are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.layers import Layers
from vision.marks import Floats, Ints, Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.view import Eyes

NUMBERS = np.arange(1, 10)
FACES = np.array([GLYPHS.index(str(number)) for number in NUMBERS])
SLOT_GLYPHS = (0.75, 4.0)  # glyph heights from one number to the next
ALIKE = 1.9
READ = 0.5
FAINT = 0.3
ROUNDS = 3
MOST_TRIES = 60
SURE_ALONE = 0.95
LONE_PITCH = 1.5  # glyph heights, where nothing else says how far the next number is
LEVEL = 3.0  # how far off numerals are told, against how much rows recede: both in steps
CUT = 1.25  # glyph heights: the side of a patch


@dataclass(frozen=True)
class Row:
    """The nine slots, how high numerals are there, and which of the glyphs each holds (-1 for none)."""

    slots: Floats
    size: Floats
    holder: Ints
    glyphs: Marks
    jointed: bool = False
    """Its slots were found by the joints between them, not by numerals."""

    @property
    def way(self) -> Floats:
        """From one slot to the next, on average."""
        return np.asarray((self.slots[8] - self.slots[0]) / 8)

    @property
    def turn(self) -> float:
        """The direction the row reads in."""
        return float(np.arctan2(self.way[1], self.way[0]))

    @property
    def pitch(self) -> float:
        """Pixels from one slot to the next, on average."""
        return float(np.linalg.norm(self.way))

    @property
    def held(self) -> Ints:
        """The slots that hold a glyph."""
        return np.asarray(np.nonzero(self.holder >= 0)[0])

    @property
    def far(self) -> Ints:
        """How many slots each one is from the next that holds a glyph."""
        return np.asarray(np.abs(np.arange(9)[:, None] - self.held[None]).min(axis=1, initial=9))


def find_row(picture: Layers, eyes: Eyes, glyphs: Marks) -> Row | None:
    """Fit nine evenly spaced slots to the numerals seen; one alone is enough if it is clear."""
    if not len(glyphs):
        return None
    chances = _four_ways(picture, eyes, glyphs)
    best: tuple[float, Ints, Floats] | None = None
    for i, j, quarter, low, high in _pairs(glyphs, chances):
        step = (glyphs.xy[j] - glyphs.xy[i]) / (high - low)
        slots = glyphs.xy[i] + (np.arange(9) - low)[:, None] * step
        between = float(np.sqrt(glyphs.size[i] * glyphs.size[j]))
        worth, holder = _worth(glyphs, chances[quarter], slots, between)
        worth -= float(((slots < 0) | (slots > [picture.width, picture.height])).any(axis=1).sum())
        if best is None or worth > best[0]:
            best = (worth, holder, slots)
    if best is None:
        return _alone(glyphs, chances)
    slots, holder = best[2], best[1]
    slots, size = _fit(slots, holder, glyphs)
    for _ in range(ROUNDS):
        before, holder = holder, _hold(picture, eyes, glyphs, slots, size, holder)
        if (before == holder).all():
            break
        slots, size = _fit(slots, holder, glyphs)
    return Row(slots, size, holder, glyphs)


def square_axes(turn: Floats, side: Floats) -> Floats:
    """The axes of upright patches turned by angles."""
    cos, sin = np.cos(turn) * side, np.sin(turn) * side
    return np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)


def _four_ways(picture: Layers, eyes: Eyes, glyphs: Marks) -> Floats:
    """Chances of 1 to 9 for every glyph seen from four sides, (4, glyphs, 9)."""
    turns = [glyphs.turn + quarter * np.pi / 2 for quarter in range(4)]
    axes = np.concatenate([square_axes(turn, CUT * glyphs.size) for turn in turns])
    patches = cut_patches(picture, np.concatenate([glyphs.xy] * 4), axes)
    return np.asarray(eyes.glyphs.read(patches)[:, FACES], np.float64).reshape(4, len(glyphs), 9)


def _pairs(glyphs: Marks, chances: Floats) -> list[tuple[int, int, int, int, int]]:
    """Likely pairs: first and second glyph, the quarter turn that the row reads in, and their slots."""
    step = glyphs.xy[None] - glyphs.xy[:, None]
    lean = (np.arctan2(step[..., 1], step[..., 0]) - glyphs.turn[:, None]) / (np.pi / 2)
    quarter = np.round(lean).astype(int)
    slip = np.round((glyphs.turn[None] - glyphs.turn[:, None]) / (np.pi / 2))
    alike = np.abs(np.log(glyphs.size[:, None] / glyphs.size[None])) < np.log(ALIKE)
    first, second = np.nonzero(alike & (slip == 0) & (np.abs(lean - quarter) < 0.28))
    turns = quarter[first, second] % 4
    low, high = chances[turns, first].argmax(axis=1), chances[turns, second].argmax(axis=1)
    sight = np.minimum(chances[turns, first, low], chances[turns, second, high])
    size = np.sqrt(glyphs.size[first] * glyphs.size[second])
    apart = np.linalg.norm(step[first, second], axis=1) / np.maximum(high - low, 1) / size
    fine = (first != second) & (high > low) & (sight > READ)
    fine &= (apart > SLOT_GLYPHS[0]) & (apart < SLOT_GLYPHS[1])
    order = np.argsort(-np.where(fine, sight, 0), kind="stable")[: min(MOST_TRIES, int(fine.sum()))]
    return [(int(first[k]), int(second[k]), int(turns[k]), int(low[k]), int(high[k])) for k in order]


def _worth(glyphs: Marks, sight: Floats, slots: Floats, size: float) -> tuple[float, Ints]:
    """How well glyphs sit in their slots, and which glyph each slot holds (-1 for none)."""
    pitch = float(np.linalg.norm(slots[1] - slots[0]))
    gap = np.linalg.norm(glyphs.xy[:, None] - slots[None], axis=2)
    alike = np.abs(np.log(glyphs.size / size)) < np.log(ALIKE)
    value = np.where((gap < 0.3 * pitch) & alike[:, None], sight - 0.2 - gap / pitch * 0.3, -1.0)
    holder = value.argmax(axis=0)
    worth = value.max(axis=0)
    return float(np.clip(worth, 0, None).sum()), np.where(worth > 0, holder, -1)


def _hold(picture: Layers, eyes: Eyes, glyphs: Marks, slots: Floats, size: Floats, holder: Ints) -> Ints:
    """Which glyph each slot holds, now that the numerals' size and way are known."""
    along = slots[8] - slots[0]
    pitch = float(np.linalg.norm(along)) / 8
    gap = np.linalg.norm(glyphs.xy[:, None] - slots[None], axis=2)
    held = np.nonzero(holder >= 0)[0]
    # The further a slot is from numerals already found, the less its place is known.
    room = 0.3 + 0.06 * np.abs(np.arange(9)[:, None] - held[None]).min(axis=1)
    slot = gap.argmin(axis=1)
    near = np.nonzero((gap[np.arange(len(glyphs)), slot] < 0.5 * pitch) & (glyphs.score > FAINT))[0]
    found = holder.copy()
    if not len(near):
        return found
    turn = np.full(len(near), np.arctan2(along[1], along[0]))
    patches = cut_patches(picture, glyphs.xy[near], square_axes(turn, CUT * size[slot[near]]))
    sight = eyes.glyphs.read(patches)[np.arange(len(near)), FACES[slot[near]]]
    for k, glyph in enumerate(near):
        n = slot[glyph]
        better = found[n] < 0 or gap[glyph, n] < gap[found[n], n]
        if sight[k] > READ and gap[glyph, n] < min(room[n], 0.48) * pitch and better:
            found[n] = glyph
    return found


def _fit(slots: Floats, holder: Ints, glyphs: Marks) -> tuple[Floats, Floats]:
    """Slots and glyph sizes through the glyphs held, closer together towards the far end."""
    held = np.nonzero(holder >= 0)[0]
    xy, size = glyphs.xy[holder[held]], glyphs.size[holder[held]]
    way = slots[8] - slots[0]
    way = way / np.linalg.norm(way)
    side = np.array([-way[1], way[0]])
    ahead, aside = xy @ way, xy @ side
    if len(held) >= 4:
        start, scale = ahead[0], np.linalg.norm(slots[1] - slots[0])
        u = (ahead - start) / scale
        table = np.stack([np.ones(len(held)), held, -u * held], axis=1)
        # Few numerals side by side hardly show how a row recedes, which most rows do little.
        a, b, c = np.linalg.lstsq(np.vstack([table, (0, 0, LEVEL)]), np.append(u, 0.0), rcond=None)[0]
        c = float(np.clip(c, -0.03, 0.03))
        a, b = np.linalg.lstsq(table[:, :2], u * (1 + c * held), rcond=None)[0]
        place = (a + b * np.arange(9)) / (1 + c * np.arange(9)) * scale + start
    else:
        place = slots @ way
    level = np.polyval(np.polyfit(ahead, aside, 1), place) if len(held) >= 2 else slots @ side
    pitch = np.gradient(place)
    share = float(np.median(size / pitch[held]))
    return np.outer(place, way) + np.outer(level, side), share * pitch


def _alone(glyphs: Marks, chances: Floats) -> Row | None:
    """A single open number: where its neighbours are is only guessed at."""
    value = chances * (glyphs.score > 0.9)[None, :, None]
    quarter, index, number = np.unravel_index(int(value.argmax()), value.shape)
    if value.max() < SURE_ALONE:
        return None
    turn = float(glyphs.turn[index]) + int(quarter) * np.pi / 2
    along, size = np.array([np.cos(turn), np.sin(turn)]), float(glyphs.size[index])
    slots = glyphs.xy[index] + np.outer(np.arange(9) - number, along) * LONE_PITCH * size
    return Row(slots, np.full(9, size), np.where(np.arange(9) == number, index, -1), glyphs)
