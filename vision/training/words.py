"""Trains the small network that tells whether a card bears a word: python -m vision.training words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.artwork.cards import draw_card
from vision.artwork.look import Look
from vision.artwork.shapes import Piece
from vision.network import SHEET
from vision.scene.jokers import joker_with_word
from vision.scene.looks import draw_look
from vision.scene.lot import Lot
from vision.training.covering import cover
from vision.training.export import export_words
from vision.training.flat import (
    bare_table,
    cut_sheet,
    lay_cards,
    lay_scrap,
    light_up,
)
from vision.training.nets import WordNet
from vision.training.sheets import Lesson, share

Rng = np.random.Generator
Pixels = NDArray[np.uint8]

GLYPH_PX = (11.0, 60.0)
"""How high a numeral is where a card is seen, before its sheet is laid."""
WORDED, BARE_JOKER = 0.5, 0.13
COVERED = 0.45
"""How often something lies on a card without a word."""
SIGNS, UNDERLINED, UPSIDE_DOWN = 0.1, 0.25, 0.2
"""How often a card is a sign's, has a line beneath its number, is a joker upside down: that word is none."""
SURE = 0.9


def loss_of(found: Tensor, worded: Tensor) -> Tensor:
    """How far the chances of words are off."""
    return functional.binary_cross_entropy_with_logits(found, worded.float())


def measure(found: Tensor, worded: NDArray[np.bool_]) -> dict[str, float]:
    """How many words are surely told, and how many cards without one surely are not."""
    chance = torch.sigmoid(found).numpy()
    told, false = share(chance > SURE, worded), share(chance > SURE, ~worded)
    return {"told": told, "false": false, "worth": told - 10 * false}


def draw_sheets(rng: Rng, lot: Lot) -> list[tuple[Pixels, bool]]:
    """A card as the reader lays it upright, with what is round it, and whether it bears a word."""
    look = draw_look(rng, lot, True)
    chance = rng.random()
    if chance < WORDED + BARE_JOKER:
        piece, worded = joker_with_word(rng, look, bool(chance < WORDED))
    else:
        if rng.random() < UNDERLINED:
            look = replace(look, underline="line", underlined="0123456789")
        piece, worded = draw_card(_face(rng), look), False
    glyph_px = float(np.exp(rng.uniform(*np.log(GLYPH_PX))))
    seen = _lay(rng, lot, look, piece, glyph_px)
    if worded and rng.random() < UPSIDE_DOWN:
        seen, worded = np.ascontiguousarray(seen[::-1, ::-1]), False
    if not worded and rng.random() < COVERED:
        seen = lay_scrap(rng, lot, seen) if rng.random() < 0.5 else cover(seen, rng)
    return [(cut_sheet(rng, light_up(rng, seen), glyph_px, SHEET), worded)]


def _face(rng: Rng) -> str:
    """A number of one digit or two, now and then a sign."""
    if rng.random() < SIGNS:
        return str(rng.choice(list("+-×÷=")))
    return str(rng.integers(10) if rng.random() < 0.5 else rng.integers(10, 100))


def _lay(rng: Rng, lot: Lot, look: Look, piece: Piece, glyph_px: float) -> Pixels:
    """A card on a table among others, in a square four glyphs wide round its mark."""
    scale = glyph_px / (look.card_height_mm * look.card_numeral_share)
    seen = bare_table(rng, lot, max(16, round(4 * glyph_px)), scale)
    mark = piece.marks[int(rng.integers(len(piece.marks)))]
    beside = draw_card(str(rng.integers(10)), look)
    gap = look.card_width_mm * rng.uniform(0.95, 1.2)
    laid = [
        (beside, float(way * gap + rng.normal(0, 2)) - mark.x_mm, -mark.y_mm)
        for way in (-1, 1)
        if rng.random() < 0.6
    ]
    itself = (piece, -mark.x_mm, -mark.y_mm)
    under = [itself] if rng.random() < 0.2 else []
    return lay_cards(rng, seen, [*laid, *under, itself], scale)


LESSON = Lesson(
    "words",
    WordNet,
    draw_sheets,
    loss_of,
    measure,
    export_words,
    train=40_000,
    test=3_000,
    steps=7000,
)
