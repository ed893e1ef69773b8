"""Cards that no look has found, read as a whole where more of the table's cards may lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.addup.yellow import card_colours
from vision.cards.found import PATCH_GLYPHS
from vision.cards.numbers import WholeCards, read_whole
from vision.cards.whole_rows import read_row
from vision.layers import Layers
from vision.marks import Floats, Marks, joined
from vision.network import GLYPHS, Glyphs
from vision.patches import cut_patches
from vision.upright.standing import Standing
from vision.upright.straight import lay_straight
from vision.view import PIECE, Eyes, View

GRID = 0.4  # glyph heights from one place that is tried to the next
OWN = (0.85, 1.5)  # glyph heights from a glyph aside and above: places on its own card
REACH = np.array([5.5, 4.2])  # and places where more cards of its row, or of the other row, may lie
LEAST_PIECE = 0.35  # how surely it is card to the finder
LEAST_FACE = 0.4  # of a card's room that has the colour of white or of yellow cards
MOST_ALIKE = 0.15  # of what is round the cards, on average
ROOM_PX = (9, 15)  # straight pixels of a small card's room, without its rim
WHITE, LIGHT = 0.13, (0.55, 1.15)  # of white light: how far a face may be off, and how light yellow ones are
LEAST_YELLOW = 0.2
MOST_TRIED, MOST_READ, MOST_ROWS = 400, 40, 8
LIKELY, SURE = 0.5, 0.95
APART = (1.1, 1.6)  # glyph heights aside and above between the middles of two cards
DIGIT_ASIDE = 0.33  # glyph heights from the middle of a card to each of its two digits
SMALLER = 0.8  # of a numeral: one of two digits
ABOUT_GLYPH = np.array([-0.15, 0.0, 0.15])  # glyph heights along a row from where a glyph should be
LEAST_GLYPH = 0.15  # its chance there


def with_missed(picture: Layers, standing: Standing, eyes: Eyes, *looks: View) -> Standing:
    """The same cards and those that were missed; what they say as a whole, their glyphs must not deny."""
    numbers, places = eyes.numbers, _places(picture, standing, looks)
    glimpse = read_whole(picture, places, standing.steps, numbers, scales=(1.0,))
    places = places[np.argsort(glimpse.chances[:, 0], kind="stable")[:MOST_READ]]
    whole = read_whole(picture, places, standing.steps, numbers)
    unclear = np.nonzero((whole.chances[:, 0] < LIKELY) & (whole.clear < SURE))[0]
    for place in unclear[np.argsort(-whole.clear[unclear], kind="stable")[:MOST_ROWS]]:
        row = read_row(picture, places[[place]], np.array([standing.size]), standing.steps, eyes.rows)
        here = np.array([place])
        whole = whole.put(here, WholeCards(whole.chances[here]).among(row.at(places[here])))
        places[place] = row.middle(places[place])
    names = np.array(whole.names)
    sure = (names != "") & (whole.clear > SURE)
    found: list[int] = []
    middles: list[Floats] = []
    for place in np.argsort(-whole.clear * sure, kind="stable")[: sure.sum()].tolist():
        step = np.abs((places - places[place]) @ np.stack([standing.along, standing.down], axis=1))
        same = (step < np.array(APART) * standing.size).all(axis=1)
        if not same[found].any():
            # A card says the same from all places near its middle.
            middles.append(places[same & sure & (names == names[place])].mean(axis=0))
            found.append(place)
    xy = np.array(middles).reshape(-1, 2)
    more = with_cards(standing, xy, names[found].tolist(), whole.clear[found])
    return unless_denied(picture, standing, more, eyes.glyphs)


def unless_denied(picture: Layers, standing: Standing, more: Standing, glyphs: Glyphs) -> Standing:
    """More cards, but for those of which a glyph is something else; none where that leaves none."""
    old = len(standing.marks)
    xy, tall = more.marks.xy[old:], more.marks.size[old:]
    axes = PATCH_GLYPHS * (standing.steps / standing.size) * tall[:, None, None]
    aside = ABOUT_GLYPH[:, None, None] * tall[:, None] * standing.along
    looks = [glyphs.read(cut_patches(picture, xy + each, axes)) for each in aside]
    faces = more.chances[old:, 1:].argmax(axis=1) + 1
    denied = np.max(looks, axis=0)[np.arange(len(xy)), faces] < LEAST_GLYPH
    # The glyphs of a number of two digits follow each other, and neither counts without the other.
    beside = np.linalg.norm(xy[:, None] - xy[None], axis=2) < 2.5 * DIGIT_ASIDE * standing.size
    kept = np.append(np.ones(old, bool), ~(beside & denied).any(axis=1))
    return more.pick(kept, more.chances) if kept[old:].any() else standing


def _places(picture: Layers, standing: Standing, looks: Sequence[View]) -> Floats:
    """Places near the cards, and on none of them, that look like card or have the cards' colours."""
    axes = np.stack([standing.along, standing.down])
    at = standing.marks.xy @ axes.T / standing.size
    ends = zip(at.min(axis=0) - REACH, at.max(axis=0) + REACH, strict=True)
    spans = (np.arange(low, high, GRID) for low, high in ends)
    grid = np.stack(np.meshgrid(*spans), axis=-1).reshape(-1, 2)
    step = np.abs(grid[:, None] - at[None])
    grid = grid[~(step < OWN).all(axis=2).any(axis=1) & (step < REACH).all(axis=2).any(axis=1)]
    points = grid @ axes * standing.size
    piece = np.max([look.surface_at(points, PIECE) for look in looks], axis=0, initial=0.0)
    face = _face_shares(picture, standing, points)
    if face.mean() > MOST_ALIKE:
        face[:] = 0.0  # on a table of the cards' own colour that tells nothing
    worth = np.maximum(piece / LEAST_PIECE, face / LEAST_FACE)
    tried = np.nonzero(worth > 1)[0]
    return np.asarray(points[tried[np.argsort(-worth[tried], kind="stable")[:MOST_TRIED]]])


def _face_shares(picture: Layers, standing: Standing, points: Floats) -> Floats:
    """How much of a card's room round each point has the colour of the table's white cards, or yellow."""
    upright = lay_straight(picture, standing)
    _, white = card_colours(picture, standing)
    blue, green, red = (upright.pixels[..., k] / max(float(white[k]), 1.0) for k in range(3))
    plain = np.maximum.reduce([np.abs(each - 1) for each in (blue, green, red)]) < WHITE
    yellow = (1 - blue / np.maximum(np.minimum(green, red), 0.05) > LEAST_YELLOW) & (green > LIGHT[0] * red)
    yellow &= (red > LIGHT[0]) & (red < LIGHT[1])
    shares = [
        cv2.boxFilter((each & upright.seen).astype(np.float32), -1, ROOM_PX, borderType=cv2.BORDER_CONSTANT)
        for each in (plain, yellow)
    ]
    col, row = np.rint(upright.place(points)).astype(int).T
    inside = (row >= 0) & (col >= 0) & (row < upright.seen.shape[0]) & (col < upright.seen.shape[1])
    found = np.zeros(len(points))
    found[inside] = np.maximum(*shares)[row[inside], col[inside]]
    return found


def with_cards(standing: Standing, xy: Floats, names: list[str], clear: Floats) -> Standing:
    """The same glyphs and those of some cards more, a number of two digits with one glyph each."""
    at, faces, size, sure = [], [], [], []
    for middle, name, chance in zip(xy, names, clear, strict=True):
        tall = standing.size * (SMALLER if len(name) > 1 else 1.0)
        for place, face in enumerate(name):
            aside = (place - (len(name) - 1) / 2) * 2 * DIGIT_ASIDE * tall
            at.append(middle + aside * standing.along)
            faces.append(GLYPHS.index(face))
            size.append(tall)
            sure.append(chance)
    count = len(at)
    if not count:
        return standing
    turn = float(np.arctan2(standing.along[1], standing.along[0]))
    marks = Marks(np.array(at), np.array(sure), np.full(count, turn), np.array(size))
    chances = np.zeros((count, len(GLYPHS)))
    chances[:, 0], chances[np.arange(count), faces] = 1 - marks.score, marks.score
    none = np.zeros(count)
    return replace(
        standing,
        marks=joined(standing.marks, marks),
        chances=np.concatenate([standing.chances, chances]),
        torn=np.concatenate([standing.torn, none > 0]),
        wide=np.concatenate([standing.wide, none]),
        card=np.concatenate([standing.card, none + 1]),
        thin=np.concatenate([standing.thin, none > 0]),
    )
