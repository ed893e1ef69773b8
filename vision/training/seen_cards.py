"""Whole cards cut from rendered corners of tables, seen askance, in shadows, half covered or not at all."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from vision.cards.sheets import lay_card
from vision.layers import Layers
from vision.network import JOKER, NO_CARD, NUMBER, NUMBER_SHEET, SIGN_CARDS
from vision.scene.camera import turn_matrix
from vision.scene.lot import Lot
from vision.scene.scene import SeenMark
from vision.scene.seeing import contrast
from vision.training.corners import PICTURE, Corner, draw_corner

Rng = np.random.Generator
Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]
Label = tuple[int, int, int]
"""What a sheet shows, and the tens and ones of its number; 0 tens are none."""

WHOLE, HIDDEN = 0.97, 0.5
"""Seen shares of a card that counts, and of one that does not."""
ON_TOP = 0.9
"""Numeral heights between the marks of two cards, one of which lies on the other."""
FAINTEST = 14.0
SMALLEST_PX = 9.0
RIM = 0.7
"""Numeral heights from a card's middle to the picture's edge."""
ASIDE, OVER = 0.5, 0.25
"""How often a sheet lies between two cards, and how often a card is seen upside down."""
OFF_MIDDLE, SQUARE = 0.3, 0.6
"""How often a card of two digits is seen from one of them, and how often as if from straight above."""
EITHER_WAY_UP = frozenset("01689")


def draw_seen(rng: Rng, lot: Lot) -> list[tuple[Pixels, Label]]:
    """The cards of a corner and some places where none lies, as the reader lays them upright."""
    corner = draw_corner(rng, lot)
    cards = [list(marks) for _, marks in groupby(corner.frame.marks, key=lambda mark: mark.piece)]
    sizes = [mark.size_px for marks in cards for mark in marks]
    usual = float(np.median(sizes) if rng.random() < 0.7 else rng.choice(sizes))
    shown = [marks for marks in cards if not _lies_under(marks, cards)]
    sheets = [each for marks in shown if (each := _card(rng, corner, marks, usual)) is not None]
    if len(cards) > 1 and rng.random() < ASIDE:
        sheets += _between(rng, corner, cards, usual)
    return sheets


def label_of(face: str) -> Label:
    """What a card with a face shows."""
    if face in SIGN_CARDS:
        return (JOKER + 1 + SIGN_CARDS.index(face), 0, 0)
    return (NUMBER, *divmod(int(face), 10)) if face.isdigit() else (JOKER, 0, 0)


def _lies_under(marks: list[SeenMark], cards: list[list[SeenMark]]) -> bool:
    """Whether a card has no say because another one lies on it."""
    others = [mark for each in cards if each is not marks for mark in each if mark.seen > HIDDEN]
    near = (np.hypot(a.x_px - b.x_px, a.y_px - b.y_px) < ON_TOP * a.size_px for a in marks for b in others)
    return min(mark.seen for mark in marks) < WHOLE and any(near)


def _card(rng: Rng, corner: Corner, marks: list[SeenMark], usual: float) -> tuple[Pixels, Label] | None:
    """A card and what it shows: nothing where it is hidden; None where that is neither one nor the other."""
    at = np.mean([(mark.x_px, mark.y_px) for mark in marks], axis=0)
    seen = min(mark.seen for mark in marks)
    faint = min(contrast(corner.frame.picture, mark) for mark in marks) < FAINTEST
    if not _inside(at, usual) or usual < SMALLEST_PX or HIDDEN < seen < WHOLE or faint:
        return None
    face = "".join(mark.face for mark in marks)
    label = label_of(face) if seen >= WHOLE else (NO_CARD, 0, 0)
    axes = _axes(rng, marks[0])
    if face.isdigit() and not set(face) <= EITHER_WAY_UP and rng.random() < OVER:
        axes, label = -axes, (NO_CARD, 0, 0)
    elif len(marks) == 2 and rng.random() < OFF_MIDDLE:
        mark = marks[int(rng.integers(2))]
        at = np.array([mark.x_px, mark.y_px])
    return _sheet(rng, corner, at, axes, usual), label


def _between(
    rng: Rng, corner: Corner, cards: list[list[SeenMark]], usual: float
) -> list[tuple[Pixels, Label]]:
    """A place half way from one card to the next, where no card has its middle."""
    first = int(rng.integers(len(cards) - 1))
    here, there = cards[first][-1], cards[first + 1][0]
    at = np.array([here.x_px + there.x_px, here.y_px + there.y_px]) / 2
    gap = float(np.hypot(here.x_px - there.x_px, here.y_px - there.y_px))
    if not _inside(at, usual) or gap < 0.9 * usual:
        return []
    return [(_sheet(rng, corner, at, _axes(rng, here), usual), (NO_CARD, 0, 0))]


def _inside(at: Points, usual: float) -> bool:
    return bool((at > RIM * usual).all() and (at < np.array(PICTURE) - RIM * usual).all())


def _axes(rng: Rng, mark: SeenMark) -> Points:
    """A step right and down on a card, as long as a numeral is high; often taken for square."""
    axes = np.array([mark.across, mark.down]).T / mark.size_px
    if rng.random() < SQUARE:
        axes = turn_matrix(mark.turn_deg)
    return np.asarray(axes @ turn_matrix(float(rng.normal(0, 3))))


def _sheet(rng: Rng, corner: Corner, at: Points, axes: Points, usual: float) -> Pixels:
    at = at + rng.normal(0, 0.08, 2) * usual
    step = axes * usual * float(np.exp(rng.normal(0, 0.13)))
    return lay_card(Layers(corner.frame.picture), at, step, NUMBER_SHEET.glyph_px, NUMBER_SHEET.size)
