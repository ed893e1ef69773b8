"""Formula's cards: 57 digits, two jokers, five yellow signs."""

from __future__ import annotations

from vision.artwork.cards import JOKER, draw_card
from vision.artwork.look import Look
from vision.artwork.shapes import Piece

DECK = (
    *(digit for digit in "0123456789" for _ in range(5 if digit in "079" else 6)),
    JOKER,
    JOKER,
    *"+-×÷=",
)
"""57 digits: six of each, and five of 0, 7 and 9, the hardest to use."""


def card(face: str, look: Look) -> Piece:
    """The card of a face: "0" to "9" (or a longer number), "+", "-", "×", "÷", "=" or "J"."""
    return draw_card(face, look)
