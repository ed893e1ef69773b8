"""Tric-Trac boxes drawn by lot, with looks held out from training, and their truth."""

from __future__ import annotations

import cv2
import numpy as np

from benchmarks.tables import HIDDEN, LEAST_CONTRAST, LEAST_PX, SIZES, WHOLE, Deck, Kind, Laid, Table, Truth
from vision import Reading
from vision.picture import Pixels
from vision.scene.box import BLOCKS, FLAT, BoxPicture, draw_box
from vision.scene.box_things import ON_NUMBERS
from vision.scene.dice import SeenDie
from vision.scene.looks import draw_look
from vision.scene.lot import Lot
from vision.scene.seeing import contrast

Rng = np.random.Generator

BLOCKED = 0.25
WOODEN = 0.75
LEAST_LEAD = 0.1  # a top seen no squarer than a side cannot be told from it
ROUND = (1.4, 1.6, 1.8)  # pips' radii from a pip's middle to the face round it
COCKED = "cocked"
"""The name of a die that cannot be read, whatever it shows: no reading has it."""
UNSEEN = "unseen"
"""The name of an open number that something lies over."""


def draw(rng: Rng, kind: Kind, lot: Lot) -> Table:
    """A box in full view, or, one in four, with a die cocked, stacked, gone or hidden, or a number hidden."""
    throw = str(rng.choice(BLOCKS)) if rng.random() < BLOCKED else FLAT
    while True:
        size = SIZES[int(rng.integers(len(SIZES)))]
        look = draw_look(rng, lot, cards=True)
        wooden = bool(rng.random() < WOODEN)
        box = draw_box(rng, lot, look, size, throw, wooden, hard=kind == "hard")
        shares = [mark.seen for mark in box.marks if int(mark.face) in box.open]
        if not box.clear or all(share >= WHOLE for share in shares):
            return Table(box.picture, _truth(box))


def _truth(box: BoxPicture) -> Truth:
    numbers: list[Laid] = [
        (f"open {mark.face}", int(mark.face), 0, round(mark.x_px, 1), round(mark.y_px, 1))
        for mark in box.marks
        if int(mark.face) in box.open and mark.seen > HIDDEN
    ]
    dice: list[Laid] = [
        (f"die {die.value}", order, 0, round(die.x_px, 1), round(die.y_px, 1))
        for order, die in enumerate(box.dice)
    ]
    hidden: tuple[Laid, ...] = ()
    if box.throw in ON_NUMBERS:
        hidden = tuple(
            (UNSEEN, int(mark.face), 0, round(mark.x_px, 1), round(mark.y_px, 1))
            for mark in box.marks
            if int(mark.face) in box.open and mark.seen <= HIDDEN
        )
    elif not box.clear:
        hidden, dice = ((COCKED, 0, 0, dice[-1][3], dice[-1][4]),), []
    sizes = [die.size_px for die in box.dice]
    return Truth((*numbers, *dice), hidden=hidden, size_px=float(np.median(sizes)), readable=_readable(box))


def _readable(box: BoxPicture) -> bool:
    """Whether an eye could read every open number and every top."""
    marks = [mark for mark in box.marks if int(mark.face) in box.open and mark.seen >= WHOLE]
    plain = all(mark.size_px >= LEAST_PX and contrast(box.picture, mark) >= LEAST_CONTRAST for mark in marks)
    tops = all(
        die.size_px >= LEAST_PX and die.lead >= LEAST_LEAD and _contrast(box.picture, die) >= LEAST_CONTRAST
        for die in box.dice
    )
    return plain and tops


def _contrast(picture: Pixels, die: SeenDie) -> float:
    """How far the faintest of a top's pips stands out from the face round it, in grey steps."""
    soft = cv2.blur(picture, (3, 3)).astype(np.float32)
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.concatenate([far * np.stack([np.cos(angle), np.sin(angle)], axis=1) for far in ROUND])
    last = np.array(picture.shape[1::-1]) - 1
    faintest = 255.0
    for pip in die.pips:
        (x, y), *around = np.clip(np.vstack([pip, pip + die.pip_px * ring]).round().astype(int), 0, last)
        face = np.median([soft[row, column] for column, row in around], axis=0)
        faintest = min(faintest, float(np.abs(soft[y, x] - face).max()))
    return faintest


def exact(reading: Reading, truth: Truth) -> bool:
    """Whether just these dice and these open numbers were read."""
    return sorted(piece.name for piece in reading.pieces) == sorted(
        name for name, *_ in (*truth.pieces, *truth.hidden)
    )


DECKS = (Deck("trictrac", draw, exact),)
