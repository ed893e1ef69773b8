"""Add Up: two rows of number cards with white and yellow jokers, straight or fanned."""

from __future__ import annotations

from benchmarks.traced.camera import View
from benchmarks.traced.cards import Dealer
from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import luminance
from benchmarks.traced.decks import Deck
from benchmarks.traced.layout import Facts, Layout, Piece, px
from benchmarks.traced.stage import Stage

MOST = 12
UPRIGHT = set("23457")  # a table with none of these could be read upside down


def _row(chance: Chance, count: int, wide: bool) -> list[int | str]:
    row: list[int | str] = []
    for _ in range(count):
        if chance.maybe(0.14):
            row.append(chance.choice("WY"))
        else:
            row.append(chance.randrange(100) if wide and chance.maybe(0.6) else chance.randrange(11))
    return row


def _rows(chance: Chance) -> tuple[list[int | str], list[int | str]]:
    wide = chance.maybe(0.55)
    while True:
        top = _row(chance, chance.choices(range(1, 8), (2, 3, 4, 4, 3, 2, 2))[0], wide)
        bottom = _row(chance, chance.choices(range(1, 8), (2, 3, 4, 4, 3, 2, 2))[0], wide)
        seen = [str(face) for face in (*top, *bottom)]
        if len(seen) <= MOST and any(set(face) & UPRIGHT or face in "WY" for face in seen):
            return top, bottom


def lay(stage: Stage, chance: Chance) -> Layout:
    """Lay two rows."""
    deck = Deck.drawn(chance)
    while luminance(deck.ground) < 0.5:  # a white joker needs a light ground
        deck = Deck.drawn(chance)
    dealer = Dealer(stage, deck, chance)
    top, bottom = _rows(chance)
    faces = {"W": deck.joker_face(chance), "Y": deck.joker_face(chance, yellow=True)}
    style = chance.choices(("apart", "close", "overlapping", "fanned"), (4, 3, 3, 2 if deck.index else 0))[0]
    step = {
        "apart": deck.width_mm + chance.uniform(3, 14),
        "close": deck.width_mm + chance.uniform(0.3, 2),
        "overlapping": deck.width_mm * chance.uniform(0.86, 0.95),
        "fanned": deck.width_mm * chance.uniform(0.55, 0.75),
    }[style]
    # In a fan the corner's index is what one reads; the jokers' word and figure show enough at the side.
    zone = None
    if style == "fanned":
        zone = (
            deck.width_mm * 0.16,
            deck.height_mm * 0.1,
            -deck.width_mm / 2 + 7.4,
            deck.height_mm / 2 - 8.6,
        )
    drift, slant = chance.near(6), chance.near(0.012)
    pieces: list[Piece] = []
    gap = deck.height_mm + chance.uniform(8, 45)
    for row, y in ((top, gap / 2), (bottom, -gap / 2)):
        width = (len(row) - 1) * step
        start = chance.choice((-width / 2, -width / 2 + chance.uniform(-60, 60), -150.0))
        for k, says in enumerate(row):
            x = start + k * step
            face = faces[says] if isinstance(says, str) else deck.number(str(says), chance)
            pieces.append(dealer.read(says, face, x + (drift if y < 0 else 0), y + slant * x, zone))

    def tell(view: View, _whole: list[bool]) -> Facts:
        return {
            "top": top,
            "bottom": bottom,
            "cards": [{"face": piece.says, "center_px": px(view, piece.middle)} for piece in pieces],
        }

    conditions = {
        "font": deck.font.stem,
        "jokers": sum(isinstance(face, str) for face in (*top, *bottom)),
        "index": deck.index,
        "rows": style,
        "joker_word": deck.joker_word,
    }
    return Layout(pieces, dealer.outline(pieces), tell, conditions, least_mm=300.0, fill=(0.65, 0.94))
