"""One training sample: a crop with the finder's labels, and upright patches for the glyph network."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import GLYPHS, STRIDE
from vision.scene.box import FLAT, HAND, ONE, draw_box
from vision.scene.chance import HARD_SHARE, draw_scene
from vision.scene.looks import draw_look
from vision.scene.lot import Lot
from vision.scene.render import render
from vision.scene.scene import PIECE, Frame, SeenMark
from vision.scene.seeing import contrast

CROP_PX = 256
PATCH_PX = 64
PATCH_REACH = 1.6
"""A stored patch shows this many windows, so that training can jitter and turn its 32 x 32 cut."""
IGNORE = 255
DISC = 0.19
CLEAR, HALF, HIDDEN = 0.9, 0.4, 0.15
SMALLEST_GLYPH_PX = 17.0
FAINTEST = 14.0
ROOM, LOOSE_ROOM = 0.45, 0.75
"""How many sizes from any mark nothing is to be read; a joker's drawing reaches further."""
GAMES = ("addique",) * 6 + ("formula",) * 4 + ("jokers",) * 2 + ("addup",) * 4
GAMES += ("code777", "none", "trictrac")
BOX_PX = (288, 720)
"""The side of a picture of a box that a crop is cut from."""


@dataclass(frozen=True)
class Sample:
    """A crop (BGR), its label maps at stride 4, and glyph patches with their classes."""

    crop: NDArray[np.uint8]
    marks: NDArray[np.uint8]
    surface: NDArray[np.uint8]
    frame: NDArray[np.float16]
    patches: NDArray[np.uint8]
    glyphs: NDArray[np.uint8]
    hard: bool


def draw_sample(seed: int, lot: Lot) -> Sample:
    """The sample of a seed; the same seed gives the same sample."""
    rng = np.random.default_rng(seed)
    game = str(rng.choice(GAMES))
    if game == "trictrac":
        return _draw_box_sample(rng, lot)
    if game == "addique":
        size_px = float(np.exp(rng.uniform(np.log(8), np.log(56 if rng.random() < 0.9 else 110))))
    else:
        size_px = float(np.exp(rng.uniform(np.log(11), np.log(140))))
    zoom = float(rng.choice([1.0, 1.0, 1.5, 2.0])) if size_px < 24 else float(rng.choice([1.0, 1.0, 1.4]))
    side = round(CROP_PX * zoom)
    hard = bool(rng.random() < HARD_SHARE)
    scene = draw_scene(rng, lot, game, size_px * zoom, (side, side), hard=hard)
    frame = render(scene, (side, side))
    crop = frame.picture
    if zoom > 1:
        crop = np.asarray(cv2.resize(crop, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA), np.uint8)
    marks, shape = label_maps(frame, zoom)
    surface = _coarse(frame.surface, _centres(frame, zoom))
    patches, glyphs = cut_patches(rng, frame, 1.0 if game == "addique" else 1.25)
    return Sample(crop, marks, surface, shape, patches, glyphs, hard)


def _draw_box_sample(rng: np.random.Generator, lot: Lot) -> Sample:
    """A part of a Tric-Trac box: there the finder is to see numbers and hands, and no hand in a felt."""
    side, hard = int(rng.integers(*BOX_PX)), bool(rng.random() < HARD_SHARE)
    look = draw_look(rng, lot, True)
    throw = str(rng.choice([FLAT, FLAT, ONE, HAND]))
    frame = draw_box(rng, lot, look, (side, side), throw, bool(rng.random() < 0.75), hard).frame
    left, top = rng.integers(0, side - CROP_PX + 1, 2).tolist()
    cut = np.s_[top : top + CROP_PX, left : left + CROP_PX]
    marks = tuple(replace(mark, x_px=mark.x_px - left, y_px=mark.y_px - top) for mark in frame.marks)
    part = Frame(np.ascontiguousarray(frame.picture[cut]), marks, (), frame.surface[cut])
    labels, shape = label_maps(part, 1.0)
    patches, glyphs = cut_patches(rng, part, 1.25)
    return Sample(
        part.picture, labels, _coarse(part.surface, _centres(part, 1.0)), shape, patches, glyphs, hard
    )


def _centres(frame: Frame, zoom: float) -> NDArray[np.float64]:
    """Where the middles of the finder's cells lie in the frame, across as down."""
    cells = round(frame.picture.shape[0] / zoom) // STRIDE
    return (np.arange(cells) + 0.5) * zoom * STRIDE - 0.5


def _coarse(surface: NDArray[np.uint8], centres: NDArray[np.float64]) -> NDArray[np.uint8]:
    at = np.round(centres).astype(int)
    return surface[np.ix_(at, at)]


def label_maps(frame: Frame, zoom: float) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
    """Discs of 1 (spot) and 2 (glyph) in a ring of ignore; and cos4, sin4, log2 size on pieces."""
    step = zoom * STRIDE
    centres = _centres(frame, zoom)
    cells = len(centres)
    x, y = np.meshgrid(centres, centres)
    marks = np.zeros((cells, cells), np.uint8)
    shape = np.full((3, cells, cells), np.nan, np.float32)
    nearest = np.full((cells, cells), np.inf)
    surface = _coarse(frame.surface, centres)
    for mark in frame.marks:
        away = np.hypot(x - mark.x_px, y - mark.y_px)
        radius = max(DISC * _room(frame, mark), 0.72 * step)
        if mark.seen >= CLEAR and contrast(frame.picture, mark) >= FAINTEST:
            marks[(away < radius + 0.8 * step) & (marks == 0)] = IGNORE
            marks[away < radius] = 1 if mark.face == "spot" else 2
        elif mark.seen > HIDDEN:
            marks[away < mark.size_px * 0.4] = IGNORE
        angle = np.radians(mark.turn_deg)
        values = (np.cos(4 * angle), np.sin(4 * angle), np.log2(mark.size_px / zoom))
        near = (away < nearest) & (away < mark.size_px * 0.9) & (surface == PIECE)
        nearest[near] = away[near]
        for channel, value in enumerate(values):
            shape[channel][near] = value
    return marks, shape.astype(np.float16)


def _room(frame: Frame, mark: SeenMark) -> float:
    """The size, or the way to the next digit of the same number if that is less."""
    beside = [
        float(np.hypot(other.x_px - mark.x_px, other.y_px - mark.y_px))
        for other in frame.marks
        if other.piece == mark.piece and other is not mark
    ]
    return min([mark.size_px, *beside])


def cut_patches(
    rng: np.random.Generator, frame: Frame, window: float
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Upright patches of clear marks, and as many of places where no glyph stands."""
    clear = [
        m
        for m in frame.marks
        if m.seen >= 0.97 and m.size_px >= SMALLEST_GLYPH_PX and contrast(frame.picture, m) >= FAINTEST
    ]
    rng.shuffle(clear)
    patches, glyphs = [], []
    for mark in clear[:14]:
        patches.append(_cut(frame.picture, mark, (mark.x_px, mark.y_px), window, rng))
        glyphs.append(GLYPHS.index(mark.face))
    for mark in [m for m in frame.marks if m.seen < HALF and m.size_px >= SMALLEST_GLYPH_PX][:4]:
        if _is_empty(frame, np.array([mark.x_px, mark.y_px]), HALF):
            patches.append(_cut(frame.picture, mark, (mark.x_px, mark.y_px), window, rng))
            glyphs.append(0)
    for mark in clear[:10]:
        place = _empty_place(rng, frame, mark)
        if place is not None:
            patches.append(_cut(frame.picture, mark, place, window, rng))
            glyphs.append(0)
    if not patches:
        return np.zeros((0, PATCH_PX, PATCH_PX, 3), np.uint8), np.zeros(0, np.uint8)
    return np.stack(patches), np.array(glyphs, np.uint8)


def _is_empty(frame: Frame, place: NDArray[np.float64], least_seen: float) -> bool:
    """Whether a place is in the picture and no mark that can be seen is near."""
    shown = [m for m in frame.marks if m.seen >= least_seen]
    away = np.array([np.hypot(m.x_px - place[0], m.y_px - place[1]) for m in shown])
    room = np.array([(LOOSE_ROOM if m.face == "J" else ROOM) * m.size_px for m in shown])
    side = frame.picture.shape[0]
    return bool((place > 0).all() and (place < side).all() and (away > room).all())


def _empty_place(rng: np.random.Generator, frame: Frame, mark: SeenMark) -> tuple[float, float] | None:
    """A place with no mark near: half way to a neighbour, some half cells off, or anywhere."""
    own = np.array([mark.x_px, mark.y_px])
    points = np.array([(m.x_px, m.y_px) for m in frame.marks if m.seen > HIDDEN])
    for _ in range(6):
        chance = rng.random()
        if chance < 0.35:
            near = np.argsort(np.hypot(*(points - own).T))[1:5]
            place = (points[rng.choice(near)] + own) / 2 if len(near) else points[0]
        elif chance < 0.75:
            steps = rng.integers(-4, 5, 2) / 2
            place = own + steps[0] * np.array(mark.across) + steps[1] * np.array(mark.down)
        else:
            place = rng.uniform(0, frame.picture.shape[0], 2)
        if _is_empty(frame, place, HIDDEN):
            return float(place[0]), float(place[1])
    return None


def _cut(
    picture: NDArray[np.uint8],
    mark: SeenMark,
    at: tuple[float, float],
    window: float,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    reach = window * PATCH_REACH / PATCH_PX
    matrix = np.array([[mark.across[0], mark.down[0], 0.0], [mark.across[1], mark.down[1], 0.0]]) * reach
    matrix[:, 2] = np.array(at) - matrix[:, :2] @ np.full(2, (PATCH_PX - 1) / 2)
    shrink = mark.size_px * reach
    if shrink > 1.5 and rng.random() < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), shrink * 0.35)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, matrix, (PATCH_PX, PATCH_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
