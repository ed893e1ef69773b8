"""Rows of Add Up and racks of Code 777 as people lay them, in sets of any look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scoring.code777_cards import COLOURS, DECK
from vision.artwork import addup, code777
from vision.artwork.cards import joker_card, number_card
from vision.artwork.look import THEMES, Look
from vision.artwork.shapes import Colour, Piece
from vision.artwork.suits import SUITS, Suit
from vision.scene.colours import jitter, luma, near, rgb
from vision.scene.jokers import any_joker
from vision.scene.looks import draw_look
from vision.scene.lot import Lot
from vision.scene.scene import Placed

Rng = np.random.Generator

CARDS = tuple(sorted(DECK))
OWN_SETS = 0.2
RACK_SIZES = (0.1, 0.1, 0.8)  # how often one, two or all three cards of a rack are shown
SHADES: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "green": ((110, 160), (0.5, 0.95), (0.35, 0.75)),
    "yellow": ((41, 54), (0.75, 1.0), (0.8, 1.0)),
    "black": ((0, 360), (0.0, 0.25), (0.03, 0.18)),
    "brown": ((15, 30), (0.45, 0.75), (0.32, 0.55)),
    "red": ((-8, 8), (0.72, 1.0), (0.6, 0.9)),
    "pink": ((320, 342), (0.4, 0.75), (0.8, 1.0)),
    "blue": ((205, 235), (0.6, 0.95), (0.45, 0.85)),
}
"""Hue in degrees, saturation and value of the inks that people call by these names."""


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
    for row in (0, 1):
        start, slope, bow = rng.uniform(-2, 2) * step, rng.normal(0, 0.025), rng.normal(0, 0.004)
        y = row * look.card_height_mm * rng.uniform(1.05, 1.5)
        for column in range(int(rng.integers(8, 13) if long else rng.integers(1, 8))):
            kind = rng.random()
            face = "W" if kind < 0.12 else "Y" if kind < 0.24 else str(rng.integers(10))
            if kind > 0.75:
                face = str(rng.integers(10, most))
            piece = addup.card(face, look) if own else jokers.get(face) or number_card(face, look)
            x = start + column * step + rng.normal(0, 0.02) * step * care
            off = slope * x + bow * (column - 4) ** 2 * look.card_width_mm * care
            off += rng.normal(0, 0.03) * look.card_height_mm * care
            lift = 0.3 * column if fan else 0.0
            turn = float(rng.normal(0, 2.5) * care)
            placed.append(
                Placed(piece, float(x), float(y + off), turn, lift, _numeral_mm(look), (column, row))
            )
    return tuple(placed)


def lay_rack(rng: Rng, look: Look, care: float) -> tuple[Placed, ...]:
    """Up to three cards of Code 777 side by side, each of a number and colour that the set has."""
    own = look in THEMES.values()
    inks = {name: suit.ink if own else _shade(rng, name) for name, suit in SUITS.items()}
    suits = {name: Suit(name, inks[name], SUITS[name].shape) for name in COLOURS}
    shaped, lined = own or rng.random() < 0.3, rng.random() < 0.5
    step = look.card_width_mm * float(rng.uniform(1.02, 1.5))
    slope = rng.normal(0, 0.06) * care
    placed = []
    for column in range(int(rng.choice([1, 2, 3], p=RACK_SIZES))):
        card = CARDS[int(rng.integers(len(CARDS)))]
        if shaped:
            piece = code777.card(str(card), look, suits)
        else:
            ink = inks[card.colour]
            plain = number_card(str(card.number), look, ink=ink, line=ink if lined else None)
            piece = replace(plain, name=str(card))
        x, y = column * step, slope * column * step + rng.normal(0, 0.05) * step * care
        turn = float(rng.normal(0, 4) * care)
        placed.append(Placed(piece, float(x), float(y), turn, 0.0, _numeral_mm(look), (column, 0)))
    return tuple(placed)


def _numeral_mm(look: Look) -> float:
    return look.card_height_mm * look.card_numeral_share


def _shade(rng: Rng, name: str) -> Colour:
    hue, saturation, value = (float(rng.uniform(*span)) for span in SHADES[name])
    return rgb(hue % 360 / 360, saturation, value)


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
