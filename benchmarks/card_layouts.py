"""Rows of Add Up as people lay them, in sets of any look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.artwork import addup
from vision.artwork.cards import joker_card, number_card
from vision.artwork.look import THEMES, Look
from vision.artwork.shapes import Colour, Piece
from vision.scene.colours import jitter, luma, near, rgb
from vision.scene.jokers import any_joker
from vision.scene.looks import draw_look
from vision.scene.lot import Lot
from vision.scene.scene import Placed

Rng = np.random.Generator

OWN_SETS = 0.2
LEAST_ABOVE = 0.5
"""Cards by which the upper row reaches over the lower one at least: else there are no two rows."""


def card_look(rng: Rng, lot: Lot) -> Look:
    """A set of cards on white, as both games need; now and then one of our own."""
    if rng.random() < OWN_SETS:
        return list(THEMES.values())[int(rng.integers(len(THEMES)))]
    look = draw_look(rng, lot, cards=True)
    ink = look.ink if luma(look.ink) < 0.5 else near(look.ink, float(rng.uniform(0.05, 0.4)))
    return replace(look, card_face=jitter(rng, (246, 244, 240), 6), ink=ink, inks=(), rim=None)


def lay_rows(rng: Rng, look: Look, care: float) -> tuple[Placed, ...]:
    """Two rows of Add Up: of different length, crooked, now and then long or overlapping like a fan."""
    own = look in THEMES.values()
    fan, long = rng.random() < 0.2, rng.random() < 0.2
    step = look.card_width_mm * float(rng.uniform(0.7, 0.98) if fan else rng.uniform(1.02, 1.35))
    most = 11 if own else 100
    jokers = {"W": joker_card(look, "W"), "Y": joker_card(look, "Y", _yellow(rng))}
    if rng.random() < 0.5:
        jokers = _any_jokers(rng, look)
    placed = []
    for row, (start, length) in enumerate(_spans(rng, long)):
        slope, bow = rng.normal(0, 0.025), rng.normal(0, 0.004)
        y = row * look.card_height_mm * rng.uniform(1.05, 1.5)
        for column in range(length):
            kind = rng.random()
            face = "W" if kind < 0.12 else "Y" if kind < 0.24 else str(rng.integers(10))
            if kind > 0.75:
                face = str(rng.integers(10, most))
            piece = addup.card(face, look) if own else jokers.get(face) or number_card(face, look)
            x = (start + column) * step + rng.normal(0, 0.02) * step * care
            off = slope * x + bow * (column - 4) ** 2 * look.card_width_mm * care
            off += rng.normal(0, 0.03) * look.card_height_mm * care
            lift = 0.3 * column if fan else 0.0
            turn = float(rng.normal(0, 2.5) * care)
            placed.append(
                Placed(piece, float(x), float(y + off), turn, lift, numeral_mm(look), (column, row))
            )
    return tuple(placed)


def _spans(rng: Rng, long: bool) -> list[tuple[float, int]]:
    """Where each row begins, in steps from card to card, and how many cards; one lies above the other."""
    while True:
        spans = [
            (float(rng.uniform(-2, 2)), int(rng.integers(8, 13) if long else rng.integers(1, 8)))
            for _ in range(2)
        ]
        if max(start for start, _ in spans) < min(start + length for start, length in spans) - LEAST_ABOVE:
            return spans


def numeral_mm(look: Look) -> float:
    """How high a card's number is."""
    return look.card_height_mm * look.card_numeral_share


def _any_jokers(rng: Rng, look: Look) -> dict[str, Piece]:
    """The jokers of a set: one drawing, on white and on yellow, in inks that are seen on both."""
    yellow = _yellow(rng)
    while True:
        joker = any_joker(rng, look, "Y", yellow)
        if all(luma(shape.fill) < luma(yellow) for shape in joker.shapes if shape.layer == "ink"):
            break
    white = tuple(
        replace(shape, fill=look.card_face) if shape.layer == "face" else shape for shape in joker.shapes
    )
    return {"W": replace(joker, name="W", shapes=white), "Y": joker}


def _yellow(rng: Rng) -> Colour:
    return rgb(float(rng.uniform(0.11, 0.155)), float(rng.uniform(0.6, 0.95)), float(rng.uniform(0.82, 1)))
