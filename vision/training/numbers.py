"""Trains the network that reads a whole card of one or two digits: python -m vision.training numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.artwork.cards import blank_card, card_outline, draw_card, joker_card
from vision.artwork.look import Look
from vision.artwork.shapes import Piece, half_turn
from vision.network import JOKER, NO_CARD, NUMBER, NUMBER_PARTS, NUMBER_SHEET, SIGN_CARDS
from vision.scene.colours import jitter, luma, near, rgb
from vision.scene.jokers import any_joker
from vision.scene.looks import draw_look
from vision.scene.lot import Lot
from vision.training.covering import cover
from vision.training.export import export_numbers
from vision.training.flat import (
    Laid,
    bare_table,
    cut_sheet,
    lay_cards,
    lay_scrap,
    light_up,
)
from vision.training.nets import NumberNet
from vision.training.pictographs import draw_pictograph, find_pictographs
from vision.training.seen_cards import EITHER_WAY_UP, Label, draw_seen, label_of
from vision.training.sheets import Lesson, share

Rng = np.random.Generator
Pixels = NDArray[np.uint8]

GLYPH_PX = (11.0, 48.0)
"""How high a numeral is where a card is seen, before its sheet is laid."""
SQUARE = 5
"""Glyph heights that a drawn square is wide."""
RENDERED = 0.18
"""How often a rendered corner is drawn, which shows some four cards, and not one flat card."""
NUMBERS, SIGNS, JOKERS = 0.5, 0.1, 0.2
"""How many sheets show a number, a sign or a joker; the others show nothing that counts."""
PAIRS, OFF_MIDDLE = 0.6, 0.35
"""How many numbers have two digits, and how often such a card is looked at from one of them."""
WHITE, YELLOW = 0.6, 0.5
"""How often cards are white with dark ink, and jokers are yellow."""
PICTURED = 0.4
"""How often a joker shows a little picture of a symbol font."""
LEAN = 0.07
SURE = 0.97


def loss_of(found: Tensor, labels: Tensor) -> Tensor:
    """What a sheet shows, and the tens and ones where it is a number."""
    kind, tens, ones = found.split(NUMBER_PARTS, dim=1)
    number = labels[:, 0] == NUMBER
    loss = functional.cross_entropy(kind, labels[:, 0], label_smoothing=0.005)
    if number.any():
        loss = loss + functional.cross_entropy(tens[number], labels[number, 1])
        loss = loss + functional.cross_entropy(ones[number], labels[number, 2])
    return loss


def measure(found: Tensor, labels: NDArray[np.int64]) -> dict[str, float]:
    """How many numbers and jokers are surely told, and how many sheets are surely taken for others."""
    parts = [torch.softmax(part, dim=1).numpy() for part in found.split(NUMBER_PARTS, dim=1)]
    said = np.stack([part.argmax(axis=1) for part in parts], axis=1)
    said[said[:, 0] != NUMBER, 1:] = 0
    chance = parts[0].max(axis=1)
    digits = said[:, 0] == NUMBER
    chance[digits] *= (parts[1].max(axis=1) * parts[2].max(axis=1))[digits]
    right, sure = (said == labels).all(axis=1), chance > SURE
    figures = {
        name: share(right & sure, labels[:, 0] == kind)
        for name, kind in (("numbers", NUMBER), ("jokers", JOKER), ("nothing", NO_CARD))
    }
    figures["signs"] = share(right & sure, labels[:, 0] > JOKER)
    figures["right"] = float(right.mean())
    figures["false"] = float((sure & ~right & (said[:, 0] != NO_CARD)).mean())
    figures["worth"] = (
        figures["numbers"] + 0.3 * (figures["jokers"] + figures["signs"]) - 10 * figures["false"]
    )
    return figures


def draw_sheets(rng: Rng, lot: Lot) -> list[tuple[Pixels, Label]]:
    """Cards as the reader lays them upright, with what is round them, and what they are: flat or rendered."""
    return draw_seen(rng, lot) if rng.random() < RENDERED else [_draw_flat(rng, lot)]


def _draw_flat(rng: Rng, lot: Lot) -> tuple[Pixels, Label]:
    look = _look(rng, lot)
    glyph_px = float(np.exp(rng.uniform(*np.log(GLYPH_PX))))
    kind = rng.random()
    if kind < NUMBERS:
        number = str(rng.integers(10, 100) if rng.random() < PAIRS else rng.integers(10))
        seen, label = _number(rng, lot, look, number, glyph_px)
    elif kind < NUMBERS + SIGNS:
        sign = str(rng.choice(SIGN_CARDS))
        seen = _among_others(rng, lot, look, draw_card(sign, look), glyph_px, (0.0, 0.0))
        label = label_of(sign)
    elif kind < NUMBERS + SIGNS + JOKERS:
        seen = _among_others(rng, lot, look, _joker(rng, look), glyph_px, (0.0, 0.0))
        label = (JOKER, 0, 0)
    else:
        seen, label = _nothing(rng, lot, look, glyph_px), (NO_CARD, 0, 0)
    return cut_sheet(rng, light_up(rng, seen), glyph_px, NUMBER_SHEET, LEAN), label


def _look(rng: Rng, lot: Lot) -> Look:
    look = draw_look(rng, lot, True)
    if rng.random() >= WHITE:
        return look
    ink = look.ink if luma(look.ink) < 0.5 else near(look.ink, float(rng.uniform(0.05, 0.4)))
    return replace(look, card_face=jitter(rng, (246, 244, 240), 6), ink=ink, rim=None)


def _joker(rng: Rng, look: Look) -> Piece:
    face = None
    if rng.random() < YELLOW:
        face = rgb(float(rng.uniform(0.1, 0.16)), float(rng.uniform(0.5, 1)), float(rng.uniform(0.75, 1)))
    kind = rng.random()
    if kind < PICTURED and find_pictographs():
        return any_joker(rng, look, "J", face, draw_pictograph)
    return any_joker(rng, look, "J", face) if kind < 0.8 else joker_card(look, "J", face)


def _number(rng: Rng, lot: Lot, look: Look, number: str, glyph_px: float) -> tuple[Pixels, Label]:
    """A card with a number, seen from its middle or, as a finder may see it, from one of its digits."""
    piece = draw_card(number, look)
    at = (0.0, 0.0)
    if len(number) == 2 and rng.random() < OFF_MIDDLE:
        mark = piece.marks[int(rng.integers(2))]
        at = (mark.x_mm, mark.y_mm)
    tens, ones = divmod(int(number), 10)
    return _among_others(rng, lot, look, piece, glyph_px, at), (NUMBER, tens, ones)


def _nothing(rng: Rng, lot: Lot, look: Look, glyph_px: float) -> Pixels:
    """What is no card that counts: a gap, a sign, a bare or turned card, print, a thing over a card."""
    kind = rng.random()
    number = str(rng.integers(10, 100) if rng.random() < PAIRS else rng.integers(10))
    piece = draw_card(number, look)
    if kind < 0.3:  # beside a card, or between two
        side = float(rng.choice([-1, 1]))
        aside = float(rng.choice([0.5, 0.55, 0.6, 1.0, 1.2])) * look.card_width_mm * side
        below = float(rng.choice([0.0, 0.0, rng.uniform(0.5, 1.0)])) * look.card_height_mm
        at = (aside, below * float(rng.choice([-1, 1])))
        seen = _among_others(rng, lot, look, piece, glyph_px, at, lone=abs(aside) > 0.8 * look.card_width_mm)
    elif kind < 0.45:
        blank = Piece("", card_outline(look), blank_card(look, look.card_face), (), look.card_thickness_mm)
        seen = _among_others(rng, lot, look, blank, glyph_px, (0.0, 0.0))
    elif kind < 0.65 and not set(number) <= EITHER_WAY_UP:
        turned = replace(piece, shapes=half_turn(piece.shapes))
        seen = _among_others(rng, lot, look, turned, glyph_px, (0.0, 0.0))
    else:
        seen = _among_others(rng, lot, look, piece, glyph_px, (0.0, 0.0))
        seen = lay_scrap(rng, lot, seen) if rng.random() < 0.4 else cover(seen, rng)
    return seen


def _among_others(
    rng: Rng,
    lot: Lot,
    look: Look,
    piece: Piece,
    glyph_px: float,
    at_mm: tuple[float, float],
    lone: bool = False,
) -> Pixels:
    """A card on a table, others beside, over or under it, never over its number; seen from a place near it.

    Lone: there is none on the side it is seen from.
    """
    # A table's numerals are as high as most are: of two digits they are smaller than of one.
    usual = draw_card("8" if rng.random() < 0.6 else str(rng.integers(10, 100)), look).marks
    scale = glyph_px / max(mark.height_mm for mark in usual)
    marks = piece.marks or usual
    seen = bare_table(rng, lot, max(16, round(SQUARE * glyph_px)), scale)
    half = max(abs(mark.x_mm) + mark.width_mm / 2 for mark in marks) + 1.0
    nearest = look.card_width_mm / 2 + half
    gap = float(rng.uniform(1.0, 1.35)) * look.card_width_mm
    if rng.random() < 0.25:
        gap = float(rng.uniform(min(nearest, look.card_width_mm), look.card_width_mm))
    x, y = -at_mm[0], -at_mm[1]
    cards: list[Laid] = [(piece, x, y)]
    for way in (-1, 1):
        if rng.random() < 0.7 and not (lone and way * at_mm[0] > 0):
            other = draw_card(str(rng.integers(100)), look) if rng.random() < 0.75 else _joker(rng, look)
            laid = (other, x + way * gap, y + float(rng.normal(0, 0.03)) * look.card_height_mm)
            cards.insert(len(cards) if rng.random() < 0.5 else 0, laid)
    return lay_cards(rng, seen, cards, scale)


LESSON = Lesson(
    "numbers",
    NumberNet,
    draw_sheets,
    loss_of,
    measure,
    export_numbers,
    train=60_000,
    test=4_000,
    steps=8000,
)
