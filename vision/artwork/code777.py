"""Code 777's number cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.code777_cards import DECK
from vision.artwork.cards import number_card
from vision.artwork.look import INK, Look
from vision.artwork.shapes import Piece, Shape, half_turn
from vision.artwork.suits import SUITS, Suit

CARDS = tuple(str(card) for card in DECK.elements())
"""The 28 cards; n cards show the number n."""


def card(name: str, look: Look, suits: Mapping[str, Suit] = SUITS) -> Piece:
    """The card of a number and a colour, such as "7 blue"."""
    number, colour = name.split()
    suit = suits[colour]
    # Yellow is too pale for paper: an ink line round the numeral keeps it readable.
    rimmed = replace(look, rim=INK, rim_mm=0.35) if colour == "yellow" else look
    piece = number_card(number, rimmed, ink=suit.ink, line=suit.ink)
    size = look.card_height_mm * 0.105
    inset = look.card_border_inset_mm + look.border_mm + 1.8 + size / 2
    ring = suit.ring(size, look.card_width_mm / 2 - inset, inset - look.card_height_mm / 2)
    corner = (Shape((ring,), suit.ink, "ink"),)
    return replace(piece, name=name, shapes=(*piece.shapes, *corner, *half_turn(corner)))
