"""Reads the cards shown for a rack of Code 777: a number and a colour each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from vision.cards import find_cards, log_faces, patch_axes, read_upright
from vision.colours import face_colour, hue_and_chroma, ink_colour
from vision.doubts import doubt
from vision.marks import Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.picture import Pixels
from vision.reading import Candidate, Doubt, Piece, Reading
from vision.rows import Row, find_rows
from vision.spare import doubts_of_empty, doubts_round
from vision.view import Eyes

COLOURS: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        1: ("green",),
        2: ("yellow",),
        3: ("black",),
        4: ("brown",),
        5: ("red", "black"),
        6: ("green", "pink"),
        7: ("pink", "yellow", "blue"),
    }
)
HUES = MappingProxyType({"green": 140.0, "yellow": 45.0, "red": 2.0, "pink": 330.0, "blue": 218.0})
FACES = np.array([face in "1234567" for face in GLYPHS])
SURE_MARGIN = 3.0
SURE_FACE = 0.5
SURE_WAY = 4.0
BLACK_CHROMA = 0.22
SURE_CHROMA = 0.06
SURE_HUE = 18.0


def read_code777(pixels: Pixels, eyes: Eyes, previous: Reading | None = None) -> Reading:
    """Read the cards from left to right."""
    del previous
    view, glyphs = find_cards(pixels, eyes.finder)
    size = (pixels.shape[1], pixels.shape[0])
    if not len(glyphs):
        return Reading("code777", why=doubts_of_empty(view), size=size)
    along, chances, lead = read_upright(pixels, eyes, glyphs, FACES)
    rows = find_rows(glyphs, along)
    row = rows[0]
    order = row.glyphs[np.argsort(glyphs.xy[row.glyphs] @ along)]
    logs = log_faces(chances, FACES)
    patches = cut_patches(
        pixels, glyphs.xy, patch_axes(glyphs, Row(np.arange(len(glyphs)), along, glyphs.size))
    )
    pieces: list[Piece] = []
    why: list[Doubt] = []
    for place, i in enumerate(order.tolist()):
        ranked = np.argsort(-logs[i])
        number, second = int(ranked[0]) + 1, int(ranked[1]) + 1
        colour, clear = _colour(patches[i], number)
        x, y = glyphs.xy[i].tolist()
        half = 1.1 * float(glyphs.size[i])
        chance = float(chances[i, FACES][ranked[0]])
        others = (Candidate(f"{second} {COLOURS[second][0]}", float(chances[i, FACES][ranked[1]])),)
        box = (x - half, y - half, x + half, y + half)
        pieces.append(Piece(f"{number} {colour}", x, y, chance, others, box, order=place))
        if logs[i, ranked[0]] - logs[i, ranked[1]] < SURE_MARGIN or chance < SURE_FACE:
            why.append(doubt("numeral", x, y))
        elif not clear:
            why.append(doubt("colour", x, y))
    why += [doubt("rows", *_where(glyphs, other)) for other in rows[1:]]
    if lead < SURE_WAY:
        why.append(doubt("upside"))
    why += doubts_round(pixels, view, glyphs, [row])
    return Reading("code777", tuple(pieces), tuple(why), size=size)


def _where(glyphs: Marks, row: Row) -> tuple[float, float]:
    x, y = glyphs.xy[row.glyphs[0]].tolist()
    return x, y


def _colour(patch: Pixels, number: int) -> tuple[str, bool]:
    """Which of the colours this number has, and whether that is clear."""
    choices = COLOURS[number]
    if len(choices) == 1:
        return choices[0], True
    hue, chroma, _ = hue_and_chroma(ink_colour(patch, face_colour(patch)))
    if "black" in choices:
        name = "black" if chroma < BLACK_CHROMA else "red"
        return name, abs(chroma - BLACK_CHROMA) > SURE_CHROMA
    away = sorted((abs((hue - HUES[name] + 180) % 360 - 180), name) for name in choices)
    return away[0][1], chroma > SURE_CHROMA and away[1][0] - away[0][0] > SURE_HUE
