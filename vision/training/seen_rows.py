"""Whole rows of cards cut from rendered tables, laid straight, and what stands where along them."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from vision.cards.sheets import lay_map
from vision.layers import Layers
from vision.network import HIDDEN_CARD, NO_CARD, ROW_SHEET, ROW_STRIDE
from vision.scene.camera import project
from vision.scene.lot import Lot
from vision.scene.scene import SeenMark
from vision.scene.seeing import contrast
from vision.training.corners import Corner, draw_corner
from vision.training.laid_over import lay_plain
from vision.training.seen_cards import label_of

Rng = np.random.Generator
Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]
Labels = NDArray[np.int8]
"""For every column of a sheet: what a card shows whose middle is there, its tens and its ones."""

PICTURE = (320, 320)
ON = (-5.5, 0.6)
UNKNOWN = -1
WHOLE, HIDDEN = 0.97, 0.5
"""Seen shares of a card that counts, and of one that does not."""
FAINTEST = 14.0
MIDDLE, NEAR = 0.16, 0.45
"""Glyph heights from a card's middle that are its middle, and that are neither that nor any other place."""
UPSIDE_DOWN = 0.15
EITHER_WAY_UP = frozenset("01689J+-×÷=")
TWICE = 2
"""Sheets of each row, laid as if its size and place were known a little otherwise."""
LAID_OVER, HIDES, SHOWS = 0.3, 0.5, 0.03
"""How often something plain is laid over a row; a numeral covered by so much is hidden, by so little not."""
CARD_TALL = 2.0
"""Numeral heights that a card is high, more or less."""
SIZE_OFF, LEVEL_OFF, TURN_OFF, LEAN_OFF, TALL_OFF = 0.1, 0.13, 0.02, 0.06, 0.07


def draw_rows(rng: Rng, lot: Lot) -> list[tuple[Pixels, Labels]]:
    """The rows of a table as the reader lays them straight."""
    corner = draw_corner(rng, lot, PICTURE, ON)
    sheets = []
    for row in _rows(corner):
        for _ in range(TWICE):
            sheet = _lay(rng, corner, row)
            if sheet is not None:
                sheets.append(lay_on(rng, *sheet) if rng.random() < LAID_OVER else sheet)
    return sheets


def lay_on(rng: Rng, sheet: Pixels, columns: Labels) -> tuple[Pixels, Labels]:
    """The row with something plain on it, mostly on a card."""
    height = ROW_SHEET.size[1]
    cards = np.nonzero(columns[0] > NO_CARD)[0]
    near = rng.choice(cards) if len(cards) and rng.random() < 0.8 else rng.integers(columns.shape[1])
    middle = np.array([(near + 0.5) * ROW_STRIDE, height / 2])
    sheet, over = lay_plain(rng, sheet, middle, CARD_TALL * ROW_SHEET.glyph_px, strips=True)
    half = ROW_SHEET.glyph_px // 2
    level = over[height // 2 - half : height // 2 + half].mean(axis=0)
    share = np.convolve(level, np.ones(2 * half) / (2 * half), "same")[ROW_STRIDE // 2 :: ROW_STRIDE]
    columns = columns.copy()
    card = columns[0] > NO_CARD
    columns[:, card & (share > HIDES)] = np.array([[HIDDEN_CARD], [0], [0]])
    columns[:, card & (share > SHOWS) & (share <= HIDES)] = np.array([[UNKNOWN], [0], [0]])
    return sheet, columns


def _rows(corner: Corner) -> list[list[int]]:
    """The pieces of each row, by their numbers, as far as none of them lies under another one."""
    tall = corner.look.card_height_mm
    pieces = corner.pieces
    order = sorted(range(len(pieces)), key=lambda i: pieces[i].y_mm)
    rows: list[list[int]] = []
    for i in order:
        if rows and pieces[i].y_mm - pieces[rows[-1][-1]].y_mm < tall / 2:
            rows[-1].append(i)
        else:
            rows.append([i])
    return [sorted(_on_top(corner, row), key=lambda i: pieces[i].x_mm) for row in rows]


def _on_top(corner: Corner, row: list[int]) -> list[int]:
    """A row without older cards that peep out from beneath others: later pieces lie on earlier ones."""
    at, near = {i: corner.pieces[i].x_mm for i in row}, corner.look.card_width_mm / 3
    return [i for i in row if not any(j > i and abs(at[j] - at[i]) < near for j in row)]


def _lay(rng: Rng, corner: Corner, row: list[int]) -> tuple[Pixels, Labels] | None:
    """A part of a row laid straight and what it shows; None where no card of it is seen."""
    places = np.array([(corner.pieces[i].x_mm, corner.pieces[i].y_mm) for i in row])
    size_mm = float(np.median([corner.pieces[i].size_mm for i in row])) * np.exp(rng.normal(0, SIZE_OFF))
    slope = rng.normal(0, TURN_OFF)
    if len(row) > 1:
        slope += float(np.polyfit(places[:, 0], places[:, 1], 1)[0])
    level = float(np.median(places[:, 1] - slope * places[:, 0])) + rng.normal(0, LEVEL_OFF) * size_mm
    width, height = ROW_SHEET.size
    marks = _marks(corner)
    shown = [i for i in row if i in marks and min(mark.seen for mark in marks[i]) >= WHOLE]
    if not shown:
        return None
    middle = corner.pieces[int(rng.choice(shown))].x_mm
    first = middle - float(rng.uniform(0.1, 0.9)) * width / ROW_SHEET.glyph_px * size_mm
    scale = size_mm / ROW_SHEET.glyph_px
    across, down = np.meshgrid(np.arange(width) * scale, (np.arange(height) - (height - 1) / 2) * scale)
    down = down * np.exp(rng.normal(0, TALL_OFF))
    x = first + across + rng.normal(0, LEAN_OFF) * down
    turned = rng.random() < UPSIDE_DOWN
    plane = np.stack([x, level + slope * x + down], axis=-1)
    at = project(corner.camera.matrix(PICTURE), plane.reshape(-1, 2)).reshape(height, width, 2)
    if turned:
        at = at[::-1, ::-1]
    sheet = lay_map(Layers(corner.frame.picture), at)
    columns = np.zeros((3, width // ROW_STRIDE), np.int8)
    for i in row:
        column = (corner.pieces[i].x_mm - first) / scale
        _tell(columns, width - 1 - column if turned else column, _label(corner, marks.get(i, []), turned))
    return sheet, columns


def _marks(corner: Corner) -> dict[int, list[SeenMark]]:
    return {piece: list(marks) for piece, marks in groupby(corner.frame.marks, key=lambda mark: mark.piece)}


def _tell(columns: Labels, middle: float, label: tuple[int, int, int]) -> None:
    """Write what a card shows at its middle; a little beside that nothing is known."""
    at = np.arange(columns.shape[1]) * ROW_STRIDE + (ROW_STRIDE - 1) / 2
    away = np.abs(at - middle) / ROW_SHEET.glyph_px
    columns[0, (away < NEAR) & (columns[0] == NO_CARD)] = UNKNOWN
    columns[:, away < MIDDLE] = np.array(label)[:, None]


def _label(corner: Corner, marks: list[SeenMark], turned: bool) -> tuple[int, int, int]:
    """What a card shows; unknown where that is neither one thing nor another."""
    unknown = (UNKNOWN, 0, 0)
    if not marks:
        return unknown
    seen = min(mark.seen for mark in marks)
    face = "".join(mark.face for mark in marks)
    x, y = np.mean([(mark.x_px, mark.y_px) for mark in marks], axis=0)
    if not (0 <= x < PICTURE[0] and 0 <= y < PICTURE[1]) or HIDDEN < seen < WHOLE:
        return unknown
    if seen <= HIDDEN:
        return (HIDDEN_CARD, 0, 0)
    if min(contrast(corner.frame.picture, mark) for mark in marks) < FAINTEST:
        return unknown
    if turned:
        return unknown if set(face) <= EITHER_WAY_UP else (NO_CARD, 0, 0)
    return label_of(face)
