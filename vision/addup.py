"""Reads an Add Up table: two rows of numbers from 0 to 99, white and yellow jokers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.cards import find_cards, log_faces, patch_axes, read_upright
from vision.colours import face_colour, yellowness
from vision.doubts import doubt
from vision.marks import Floats, Ints, Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.picture import Pixels
from vision.reading import Candidate, Doubt, Piece, Reading
from vision.rows import Row, find_rows
from vision.spare import doubts_of_empty, doubts_round
from vision.view import Eyes

FACES = np.array([face in "0123456789J" for face in GLYPHS])
NAMES = tuple(face for face in GLYPHS if face in "0123456789J")
JOKER = NAMES.index("J")
TOGETHER = 0.85  # glyph heights between the two digits of one card
YELLOW = 0.22
SURE_YELLOW = 0.08
SURE_MARGIN = 3.0
SURE_FACE = 0.5
SURE_WAY = 4.0


@dataclass(frozen=True)
class _Card:
    """The glyphs of one card, and what they say."""

    name: str
    glyphs: Ints
    margin: float
    chance: float
    others: tuple[Candidate, ...]


def read_addup(pixels: Pixels, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read both rows; top and bottom as the numerals stand."""
    del previous
    view, glyphs = find_cards(pixels, eyes.finder)
    size = (pixels.shape[1], pixels.shape[0])
    if not len(glyphs):
        return Reading("addup", why=doubts_of_empty(view), size=size)
    along, chances, lead = read_upright(pixels, eyes, glyphs, FACES)
    rows = _two_rows(glyphs, find_rows(glyphs, along), along)
    shades = _shades(pixels, glyphs, along)
    pieces: list[Piece] = []
    why: list[Doubt] = []
    for number, row in enumerate(rows):
        for order, card in enumerate(_cards(glyphs, chances, shades, row)):
            x, y = glyphs.xy[card.glyphs].mean(axis=0).tolist()
            half = 1.1 * float(glyphs.size[card.glyphs].max())
            box = (x - half, y - half, x + half, y + half)
            pieces.append(Piece(card.name, x, y, card.chance, card.others, box, row=number, order=order))
            if card.margin < SURE_MARGIN or card.chance < SURE_FACE:
                why.append(doubt("numeral", x, y))
    if len(rows) != 2:
        why.append(doubt("rows"))
    if lead < SURE_WAY:
        why.append(doubt("upside"))
    why += doubts_round(pixels, view, glyphs, rows)
    return Reading("addup", tuple(pieces), tuple(why), size=size)


def _two_rows(glyphs: Marks, rows: tuple[Row, ...], along: Floats) -> list[Row]:
    """Chains of cards joined to rows by their height on the table, the upper one first."""
    down = np.array([-along[1], along[0]])
    height = float(np.median(glyphs.size))
    joined: list[list[int]] = []
    for chain in sorted(rows, key=lambda row: float((glyphs.xy[row.glyphs] @ down).mean())):
        middle = float((glyphs.xy[chain.glyphs] @ down).mean())
        if joined and middle - float((glyphs.xy[joined[-1]] @ down).mean()) < height:
            joined[-1] += chain.glyphs.tolist()
        else:
            joined.append(chain.glyphs.tolist())
    found = []
    for members in joined:
        index = np.array(members)
        index = index[np.argsort(glyphs.xy[index] @ along)]
        found.append(Row(index, along, glyphs.size[index]))
    return found


def _shades(pixels: Pixels, glyphs: Marks, along: Floats) -> Floats:
    """How yellow each glyph's card is against the whitest cards."""
    row = Row(np.arange(len(glyphs)), along, glyphs.size * 1.15)
    patches = cut_patches(pixels, glyphs.xy, patch_axes(glyphs, row))
    faces = np.array([face_colour(patch) for patch in patches])
    blue = faces[:, 0] / np.maximum(faces.mean(axis=1), 1)
    white = np.median(faces[blue >= np.quantile(blue, 0.7)], axis=0)
    return np.array([yellowness(face, white) for face in faces])


def _cards(glyphs: Marks, chances: Floats, shades: Floats, row: Row) -> list[_Card]:
    """Digits that stand close together are one card."""
    groups: list[list[int]] = []
    for i in row.glyphs.tolist():
        if groups:
            last = groups[-1][-1]
            step = float(np.linalg.norm(glyphs.xy[i] - glyphs.xy[last]))
            digits = chances[[i, last]][:, FACES].argmax(axis=1)
            near = step < TOGETHER * float(np.sqrt(glyphs.size[i] * glyphs.size[last]))
            if near and (digits != JOKER).all() and len(groups[-1]) < 2:
                groups[-1].append(i)
                continue
        groups.append([i])
    return [_card(np.array(group), chances, shades) for group in groups]


def _card(group: Ints, chances: Floats, shades: Floats) -> _Card:
    logs = log_faces(chances[group], FACES)
    order = np.argsort(-logs, axis=1)
    best = order[:, 0]
    margin = float((logs.max(axis=1) - np.take_along_axis(logs, order[:, 1:2], axis=1)[:, 0]).min())
    chance = float(chances[group][:, FACES].max(axis=1).min())
    if len(group) == 1 and best[0] == JOKER:
        shade = float(shades[group[0]])
        clear = abs(shade - YELLOW) >= SURE_YELLOW
        name, other = ("Y", "W") if shade > YELLOW else ("W", "Y")
        return _Card(name, group, margin if clear else 0.0, chance, (Candidate(other, 1 - chance),))
    name = "".join(NAMES[i] for i in best)
    others = tuple(
        Candidate("".join([*map(NAMES.__getitem__, best[:-1]), NAMES[k]]), float(np.exp(logs[-1, k])))
        for k in order[-1, 1:3]
    )
    return _Card(name, group, margin, chance, others)
