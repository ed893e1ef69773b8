"""Code 777: the one to three cards that are shown for a rack, each a number in one of seven colours."""

from __future__ import annotations

import math
from dataclasses import replace

from PIL import Image

from benchmarks.traced.camera import View
from benchmarks.traced.cards import Dealer
from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import RGB, rgb, vary
from benchmarks.traced.decks import GROUNDS, Deck
from benchmarks.traced.layout import Facts, Layout, Piece, px
from benchmarks.traced.paint import Sheet
from benchmarks.traced.stage import Stage

CARDS = (
    (1, "green", 1), (2, "yellow", 2), (3, "black", 3), (4, "brown", 4), (5, "red", 4), (5, "black", 1),
    (6, "green", 3), (6, "pink", 3), (7, "pink", 1), (7, "yellow", 2), (7, "blue", 4),
)  # fmt: skip
INKS: dict[str, tuple[str, ...]] = {
    "green": ("#2e9b4f", "#1f7d3a", "#3faf5a"),
    "yellow": ("#f2c318", "#e9b50b", "#f7d038"),
    "black": ("#1b1b1d", "#262628", "#111114"),
    "brown": ("#7a4a2a", "#8a5a36", "#6b3f22"),
    "red": ("#d0242b", "#c01c22", "#de3a34"),
    "pink": ("#ec74ac", "#e8639f", "#f28cba"),
    "blue": ("#2356b8", "#1d4aa8", "#2f6fd0"),
}
MARKS = {"green": 3, "yellow": 4, "black": 5, "brown": 6, "red": 0, "pink": 8, "blue": 30}


def _mark(sheet: Sheet, x: float, y: float, size: float, colour: str, ink: RGB) -> None:
    """The small shape that some sets give each colour, for those who cannot tell the colours apart."""
    sides = MARKS[colour]
    if sides == 0:
        sheet.polygon(
            [(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)], ink
        )
        return
    turns = [2 * math.pi * k / sides - math.pi / 2 for k in range(sides)]
    sheet.polygon([(x + size * math.cos(t), y + size * math.sin(t)) for t in turns], ink)


def _face(
    deck: Deck, number: int, colour: str, inks: dict[str, RGB], style: str, chance: Chance
) -> Image.Image:
    ink = inks[colour]
    if style == "white on colour":
        return deck.number(str(number), chance, rgb("#fdfcf6"), ink)
    face = deck.number(str(number), chance, ink)
    if style == "marks":
        sheet = Sheet(deck.width_mm, deck.height_mm, deck.px_per_mm, deck.ground)
        sheet.picture.paste(face.resize(sheet.picture.size))
        for x, y in ((deck.width_mm - 8, 8.5), (8, deck.height_mm - 8.5)):
            _mark(sheet, x, y, 3.4, colour, ink)
        return sheet.picture
    return face


def _cards(chance: Chance) -> list[tuple[int, str]]:
    """Cards that can all be in one set at once; every pair is as likely, however often a set has it."""
    while True:
        drawn = [chance.choice(CARDS) for _ in range(chance.choices((1, 2, 3), (1, 1.5, 8))[0])]
        if all(drawn.count(card) <= card[2] for card in drawn):
            return [(number, colour) for number, colour, _ in drawn]


def lay(stage: Stage, chance: Chance) -> Layout:
    """Lay the cards of one rack."""
    ground = vary(chance.choice(GROUNDS[:4]), chance, 0.01, 0.03)
    deck = replace(Deck.drawn(chance), ground=ground, px_per_mm=12.0)
    dealer = Dealer(stage, deck, chance)
    style = chance.choices(("plain", "marks", "white on colour"), (5, 2, 2))[0]
    inks = {colour: vary(rgb(chance.choice(words)), chance, 0.006, 0.05) for colour, words in INKS.items()}
    drawn = _cards(chance)
    step = deck.width_mm + chance.choice((chance.uniform(1, 8), chance.uniform(8, 45)))
    slant = chance.near(0.05)
    pieces: list[Piece] = []
    for k, (number, colour) in enumerate(drawn):
        x = k * step
        pieces.append(
            dealer.read((number, colour), _face(deck, number, colour, inks, style, chance), x, slant * x)
        )

    def tell(view: View, _whole: list[bool]) -> Facts:
        return {
            "cards": [
                {"number": piece.says[0], "color": piece.says[1], "center_px": px(view, piece.middle)}
                for piece in pieces
            ]
        }

    conditions = {"font": deck.font.stem, "style": style, "index": deck.index}
    return Layout(pieces, dealer.outline(pieces), tell, conditions, least_mm=190.0, fill=(0.5, 0.92))
