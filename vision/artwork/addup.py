"""Add Up's cards: the numbers 0 to 10, the white joker and the yellow one."""

from __future__ import annotations

from dataclasses import replace

from vision.artwork.cards import joker_card, number_card
from vision.artwork.lettering import draw_text, has_glyph
from vision.artwork.look import Look
from vision.artwork.shapes import Piece

WHITE_JOKER, YELLOW_JOKER = "W", "Y"
DECK = (*(str(number) for number in range(11) for _ in range(4)), *"WWYY")
"""48 cards: every number four times, and two jokers of each colour."""

_WORTH = {WHITE_JOKER: "0–5", YELLOW_JOKER: "10+"}


def card(name: str, look: Look) -> Piece:
    """The card of a number, or the white joker "W" or the yellow joker "Y"."""
    if name not in _WORTH:
        return number_card(name, look)
    joker = joker_card(look, name, look.symbol_face if name == YELLOW_JOKER else None)
    words = _WORTH[name]
    font = look.font if all(has_glyph(look.font, letter) for letter in words) else look.text_font
    worth = draw_text(font, words, look.card_height_mm * 0.115, 0.0, look.card_height_mm * 0.4, look.ink)
    return replace(joker, shapes=(*joker.shapes, *worth))
