"""Racks of Code 777 as people show them, in sets of any look: colours as inks or as faces, shapes or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from benchmarks.card_layouts import numeral_mm
from scoring.code777_cards import COLOURS, DECK
from vision.artwork import code777
from vision.artwork.cards import number_card
from vision.artwork.look import INK, THEMES, Look
from vision.artwork.outlines import rectangle
from vision.artwork.shapes import Colour, Piece, Shape
from vision.artwork.suits import SUITS, Suit
from vision.scene.colours import jitter, rgb
from vision.scene.scene import Placed

Rng = np.random.Generator

CARDS = tuple(sorted(DECK))
SIZES = (0.1, 0.1, 0.8)  # how often one, two or all three cards of a rack are shown
SHADES: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "green": ((110, 160), (0.5, 0.95), (0.35, 0.75)),
    "yellow": ((41, 54), (0.75, 1.0), (0.8, 1.0)),
    "black": ((0, 360), (0.0, 0.25), (0.03, 0.18)),
    "brown": ((15, 30), (0.45, 0.75), (0.32, 0.55)),
    "red": ((-8, 8), (0.72, 1.0), (0.6, 0.9)),
    "pink": ((320, 342), (0.4, 0.75), (0.8, 1.0)),
    "blue": ((205, 235), (0.6, 0.95), (0.45, 0.85)),
}
"""Hue in degrees, saturation and value of the colours that people call by these names."""
COLOURED = 0.1  # of the sets have white numbers on cards in colour
SHAPED, OTHER_SHAPES = 0.3, 0.5  # have a shape for each colour, and of these other ones than ours

Deal = Callable[[str], Piece]


def lay_rack(rng: Rng, look: Look, care: float) -> tuple[Placed, ...]:
    """Up to three cards of Code 777 side by side, each of a number and colour that the set has."""
    deal = _any_set(rng, look)
    step = look.card_width_mm * float(rng.uniform(1.02, 1.5))
    slope = rng.normal(0, 0.06) * care
    placed = []
    for column in range(int(rng.choice([1, 2, 3], p=SIZES))):
        card = CARDS[int(rng.integers(len(CARDS)))]
        x, y = column * step, slope * column * step + rng.normal(0, 0.05) * step * care
        turn = float(rng.normal(0, 4) * care)
        place = (column, 0)
        placed.append(Placed(deal(str(card)), float(x), float(y), turn, 0.0, numeral_mm(look), place))
    return tuple(placed)


def _any_set(rng: Rng, look: Look) -> Deal:
    """One of our own sets as it is, or one with shapes or without, in colours of its own."""
    if look in THEMES.values():
        return lambda name: code777.card(name, look)
    inks = {name: _shade(rng, name) for name in COLOURS}
    if rng.random() < COLOURED:
        return _coloured_set(rng, look, inks)
    if rng.random() < SHAPED:
        suits = _suits(rng, inks)
        return lambda name: code777.card(name, look, suits)
    lined = rng.random() < 0.5

    def plain(name: str) -> Piece:
        number, colour = name.split()
        line = inks[colour] if lined else None
        return replace(number_card(number, look, ink=inks[colour], line=line), name=name)

    return plain


def _coloured_set(rng: Rng, look: Look, faces: Mapping[str, Colour]) -> Deal:
    """White numbers on cards in colour, up to the cut or with a white rim; yellow may have dark ones."""
    white = jitter(rng, (246, 244, 240), 6)
    rim_mm = float(rng.choice([0.0, rng.uniform(0.03, 0.08)])) * look.card_width_mm
    yellow = str(rng.choice(["white", "rimmed", "dark"]))
    lined = rng.random() < 0.4

    def coloured(name: str) -> Piece:
        number, colour = name.split()
        own = replace(look, rim=INK, rim_mm=0.35) if (colour, yellow) == ("yellow", "rimmed") else look
        ink = INK if (colour, yellow) == ("yellow", "dark") else white
        # A line in the face's own colour is not seen.
        piece = number_card(number, own, face=faces[colour], ink=ink, line=ink if lined else faces[colour])
        if not rim_mm:
            return replace(piece, name=name)
        face, *rest = piece.shapes
        sides = (look.card_width_mm - 2 * rim_mm, look.card_height_mm - 2 * rim_mm)
        inner = Shape((rectangle(*sides, max(look.card_corner_mm - rim_mm, 0.6)),), faces[colour], "face")
        return replace(piece, name=name, shapes=(replace(face, fill=white), inner, *rest))

    return coloured


def _suits(rng: Rng, inks: Mapping[str, Colour]) -> dict[str, Suit]:
    """Shapes for a set's inks: ours, or the same ones for other colours."""
    shapes = [SUITS[name].shape for name in COLOURS]
    if rng.random() < OTHER_SHAPES:
        rng.shuffle(shapes)
    return {name: Suit(name, inks[name], shape) for name, shape in zip(COLOURS, shapes, strict=True)}


def _shade(rng: Rng, name: str) -> Colour:
    hue, saturation, value = (float(rng.uniform(*span)) for span in SHADES[name])
    return rgb(hue % 360 / 360, saturation, value)
