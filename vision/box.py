"""The nine numbers of a Tric-Trac box: their row, which are open, and the felt below them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats, Ints, Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.picture import Pixels
from vision.reading import Doubt
from vision.view import Eyes, View

NUMBERS = np.arange(1, 10)
FACES = np.array([GLYPHS.index(str(number)) for number in NUMBERS])
SLOT_GLYPHS = (0.75, 4.0)  # glyph heights from one number to the next
ALIKE = 1.9
READ = 0.5
FAINT = 0.3
SEEN = 0.9  # a mark that the finder is this sure of is a numeral, whatever it reads as
ROUNDS = 3
SWEEP = np.linspace(-1, 1, 5)
SCALES = (1.05, 1.25, 1.5)
SURE_OPEN, SURE_SHUT = 0.8, 0.25
SURE_ALONE = 0.95
FELT_PX = 352
SAME_HUE = 0.992  # cosine between colours
FELT_SLOTS = (5.0, 150.0)  # the felt's area in squares as wide as a slot


@dataclass(frozen=True)
class Numbers:
    """The places of the numbers 1 to 9, the way they follow each other, and how open each one looks."""

    xy: Floats
    along: Floats
    pitch: float
    chance: Floats
    why: tuple[Doubt, ...]

    @property
    def open(self) -> tuple[int, ...]:
        """The numbers that can be seen."""
        return tuple(int(n) for n in NUMBERS[self.chance > READ])

    @property
    def down(self) -> Floats:
        """From the numbers to the felt."""
        return np.array([-self.along[1], self.along[0]])


def find_numbers(picture: Layers, eyes: Eyes, view: View, glyphs: Marks) -> Numbers | None:
    """Fit a row of nine evenly spaced slots to the numerals seen, and look at every slot."""
    if not len(glyphs):
        return None
    chances = _four_ways(picture, eyes, glyphs)
    best: tuple[float, Ints, Floats] | None = None
    for i, j, quarter in _pairs(glyphs):
        sight = chances[quarter]
        low, high = int(sight[i].argmax()), int(sight[j].argmax())
        if high <= low or min(sight[i, low], sight[j, high]) < READ:
            continue
        step = (glyphs.xy[j] - glyphs.xy[i]) / (high - low)
        size = float(np.sqrt(glyphs.size[i] * glyphs.size[j]))
        if not SLOT_GLYPHS[0] < np.linalg.norm(step) / size < SLOT_GLYPHS[1]:
            continue
        slots = glyphs.xy[i] + (np.arange(9) - low)[:, None] * step
        worth, holder = _worth(glyphs, sight, slots, size)
        if best is None or worth > best[0]:
            best = (worth, holder, slots)
    if best is None:
        return _alone(picture, eyes, view, glyphs, chances)
    slots, holder = best[2], best[1]
    for _ in range(ROUNDS):
        slots, size = _fit(slots, holder, glyphs)
        holder = _hold(picture, eyes, glyphs, slots, size, holder)
    slots, size = _fit(slots, holder, glyphs)
    return _look_at(picture, eyes, view, glyphs, slots, size, holder)


def felt_below(picture: Layers, numbers: Numbers) -> Floats | None:
    """The outline of the even ground below the numbers, or None when there is none to see."""
    zoom = min(1.0, FELT_PX / max(picture.width, picture.height))
    pixels, _, _ = picture.layer(int(np.log2(1 / zoom)))
    shape = (round(picture.width * zoom), round(picture.height * zoom))
    small = cv2.resize(pixels, shape, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), 1.5)
    tone = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = tone.shape[:2]
    rows = np.linspace(1.7, 3.2, 7)[:, None, None] * numbers.pitch * numbers.down
    places = ((numbers.xy[None, 1:8] + rows) * zoom).reshape(-1, 2).round().astype(int)
    places = places[(places >= 0).all(axis=1) & (places < [width, height]).all(axis=1)]
    if len(places) < 10:
        return None
    felt = np.median(tone[places[:, 1], places[:, 0]], axis=0)
    away = np.abs(tone - felt)
    like = (np.hypot(away[..., 1], away[..., 2]) < 16) & (away[..., 0] < 60)
    colour = np.median(soft[places[:, 1], places[:, 0]], axis=0)
    mask = (like | _shaded(soft, colour)).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    _, labels = cv2.connectedComponents(mask)
    own = labels[places[:, 1], places[:, 0]]
    own = own[own > 0]
    if not len(own):
        return None
    area = (labels == np.bincount(own).argmax()).astype(np.uint8)
    slots = float(area.sum()) / (numbers.pitch * zoom) ** 2
    if not FELT_SLOTS[0] < slots < FELT_SLOTS[1]:
        return None
    points = np.stack(np.nonzero(area)[::-1], axis=1).astype(np.float32)
    return np.asarray((cv2.convexHull(points)[:, 0] + 0.5) / zoom, np.float64)


def _shaded(soft: Pixels, colour: Floats) -> NDArray[np.bool_]:
    """Where the same colour lies in shadow: as blue, green and red as the colour, only darker."""
    light = soft.astype(np.float32)
    length, whole = np.linalg.norm(light, axis=2), float(np.linalg.norm(colour))
    same = light @ (colour / max(whole, 1.0)).astype(np.float32) / np.maximum(length, 1.0)
    return np.asarray((same > SAME_HUE) & (length < whole) & (length > 0.2 * whole))


def _four_ways(picture: Layers, eyes: Eyes, glyphs: Marks) -> Floats:
    """Chances of 1 to 9 for every glyph seen from four sides, (4, glyphs, 9)."""
    turns = [glyphs.turn + quarter * np.pi / 2 for quarter in range(4)]
    axes = np.concatenate([_axes(turn, 1.25 * glyphs.size) for turn in turns])
    patches = cut_patches(picture, np.concatenate([glyphs.xy] * 4), axes)
    return np.asarray(eyes.glyphs.read(patches)[:, FACES], np.float64).reshape(4, len(glyphs), 9)


def _axes(turn: Floats, side: Floats) -> Floats:
    cos, sin = np.cos(turn) * side, np.sin(turn) * side
    return np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)


def _pairs(glyphs: Marks) -> list[tuple[int, int, int]]:
    """Pairs of like size, one beside the other as the first one reads, and which quarter turn that is."""
    found = []
    for i in range(len(glyphs)):
        for j in range(len(glyphs)):
            ratio = glyphs.size[i] / glyphs.size[j]
            if i == j or not 1 / ALIKE < ratio < ALIKE:
                continue
            x, y = glyphs.xy[j] - glyphs.xy[i]
            lean = (np.arctan2(y, x) - glyphs.turn[i]) / (np.pi / 2)
            quarter = round(lean)
            if abs(lean - quarter) < 0.28:
                turn = glyphs.turn[j] - glyphs.turn[i]
                # the second glyph's own quarters may start elsewhere
                slip = round(turn / (np.pi / 2))
                if slip == 0:
                    found.append((i, j, quarter % 4))
    return found


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
    patches = cut_patches(picture, glyphs.xy[near], _axes(turn, 1.25 * size[slot[near]]))
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
        a, b, c = np.linalg.lstsq(table, u, rcond=None)[0]
        c = float(np.clip(c, -0.03, 0.03))
        a, b = np.linalg.lstsq(table[:, :2], u * (1 + c * held), rcond=None)[0]
        place = (a + b * np.arange(9)) / (1 + c * np.arange(9)) * scale + start
    else:
        place = slots @ way
    level = np.polyval(np.polyfit(ahead, aside, 1), place) if len(held) >= 2 else slots @ side
    pitch = np.gradient(place)
    share = float(np.median(size / pitch[held]))
    return np.outer(place, way) + np.outer(level, side), share * pitch


def _look_at(
    picture: Layers, eyes: Eyes, view: View, glyphs: Marks, slots: Floats, size: Floats, holder: Ints
) -> Numbers:
    """Read every slot in several cuts, and doubt those that are neither clearly open nor clearly shut."""
    along = slots[8] - slots[0]
    along = along / np.linalg.norm(along)
    pitch = float(np.linalg.norm(slots[8] - slots[0]) / 8)
    middles = np.where((holder >= 0)[:, None], glyphs.xy[holder], slots)
    turn = np.full(9, np.arctan2(along[1], along[0]))
    shifts = np.array([(0, 0), (0.1, 0), (-0.1, 0), (0, 0.1), (0, -0.1)])
    cuts, axes = [], []
    for scale in SCALES:
        for dx, dy in shifts:
            offset = size[:, None] * (dx * along + dy * np.array([-along[1], along[0]]))
            cuts.append(middles + offset)
            axes.append(_axes(turn, scale * size))
    patches = cut_patches(picture, np.concatenate(cuts), np.concatenate(axes))
    read = np.asarray(eyes.glyphs.read(patches), np.float64).reshape(len(cuts), 9, -1)
    own = read[:, np.arange(9), FACES]
    other = read[:, :, FACES].copy()
    other[:, np.arange(9), np.arange(9)] = 0
    chance = own.reshape(len(SCALES), -1, 9).mean(axis=1).max(axis=0)
    wrong = np.median(other.max(axis=2), axis=0)
    mark = np.maximum(view.glyph_at(slots), np.where(holder >= 0, glyphs.score[holder], 0))
    chance = np.where((chance > READ) | (mark < SEEN), chance, np.maximum(chance, 0.3))
    astray = _astray(picture, eyes, slots, size, holder)
    why: list[Doubt] = []
    height, width = picture.height, picture.width
    for k, (x, y) in enumerate(slots.tolist()):
        if not (0.4 * pitch < x < width - 0.4 * pitch and 0.4 * pitch < y < height - 0.4 * pitch):
            why.append(doubt("edge", x, y))
        elif (
            SURE_SHUT < chance[k] < (READ if mark[k] > SEEN else SURE_OPEN)
            or wrong[k] > READ
            or (chance[k] < READ and astray[k] > SURE_SHUT)
        ):
            why.append(doubt("numeral", x, y))
    loose = glyphs.pick(_loose(glyphs, slots, size, holder))
    sides = np.full(len(loose), 1.25 * float(np.median(size)))
    patches = cut_patches(picture, loose.xy, _axes(np.full(len(loose), turn[0]), sides))
    reads = eyes.glyphs.read(patches)[:, FACES].max(axis=1, initial=0.0)
    why += [doubt("loose-numeral", *xy) for xy in loose.xy[(reads > FAINT) | (loose.score > SEEN)].tolist()]
    return Numbers(slots, along, pitch, chance, tuple(why))


def _astray(picture: Layers, eyes: Eyes, slots: Floats, size: Floats, holder: Ints) -> Floats:
    """How much each empty slot's number is seen somewhere near: the ends of the row are only guessed at."""
    way = (slots[8] - slots[0]) / 8
    down = np.array([-way[1], way[0]]) / np.linalg.norm(way)
    turn = np.full(9, np.arctan2(way[1], way[0]))
    held = np.nonzero(holder >= 0)[0]
    far = np.abs(np.arange(9)[:, None] - held[None]).min(axis=1, initial=9)
    cuts = [
        slots + np.outer(np.minimum(0.12 * far, 0.6) * step, way) + np.outer(0.12 * lift * size, down)
        for step in SWEEP
        for lift in (-1, 0, 1)
    ]
    axes = [_axes(turn, scale * size) for scale in SCALES for _ in cuts]
    patches = cut_patches(picture, np.concatenate(cuts * len(SCALES)), np.concatenate(axes))
    read = eyes.glyphs.read(patches).reshape(len(SCALES) * len(cuts), 9, -1)
    return np.asarray(np.sort(read[:, np.arange(9), FACES], axis=0)[-3])


def _loose(glyphs: Marks, slots: Floats, size: Floats, holder: Ints) -> NDArray[np.bool_]:
    """Marks as large as the numbers and in their row that no slot holds."""
    way = (slots[8] - slots[0]) / 8
    step = glyphs.xy - slots[0]
    place = step @ way / (way @ way)
    aside = np.abs(step @ np.array([-way[1], way[0]])) / (way @ way)
    inner = (place > -0.7) & (place < 8.7) & (aside < 0.45) & (glyphs.score > FAINT)
    alike = np.abs(np.log(glyphs.size / np.median(size))) < np.log(ALIKE)
    held = np.isin(np.arange(len(glyphs)), holder)
    beside = np.linalg.norm(glyphs.xy[:, None] - glyphs.xy[holder[holder >= 0]][None], axis=2)
    same = (beside < 0.6 * np.median(size)).any(axis=1)
    return np.asarray(inner & alike & ~held & ~same)


def _alone(picture: Layers, eyes: Eyes, view: View, glyphs: Marks, chances: Floats) -> Numbers | None:
    """A single open number: its neighbours' places are only guessed at."""
    value = chances * (glyphs.score > 0.9)[None, :, None]
    quarter, index, number = np.unravel_index(int(value.argmax()), value.shape)
    if value.max() < SURE_ALONE:
        return None
    turn = float(glyphs.turn[index]) + int(quarter) * np.pi / 2
    along, size = np.array([np.cos(turn), np.sin(turn)]), float(glyphs.size[index])
    slots = glyphs.xy[index] + np.outer(np.arange(9) - number, along) * 1.5 * size
    holder = np.where(np.arange(9) == number, index, -1)
    found = _look_at(picture, eyes, view, glyphs, slots, np.full(9, size), holder)
    chance = np.where(np.arange(9) == number, found.chance, 0.0)
    why = tuple(d for d in found.why if d.code == "loose-numeral")
    if found.chance[number] < SURE_OPEN:
        why = (*why, doubt("numeral", *slots[number].tolist()))
    return Numbers(slots, along, found.pitch, chance, why)
