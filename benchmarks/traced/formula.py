"""Formula: digit cards and yellow sign cards in one row, with jokers and older cards under them."""

from __future__ import annotations

from benchmarks.traced.camera import View
from benchmarks.traced.cards import Dealer
from benchmarks.traced.chance import Chance
from benchmarks.traced.decks import Deck
from benchmarks.traced.layout import Facts, Layout, Piece, px
from benchmarks.traced.paint import SIGNS
from benchmarks.traced.stage import Stage


def _numbers(chance: Chance) -> tuple[str, str, str, str]:
    """A formula that is true, of numbers with one to three digits."""
    while True:
        sign = chance.choice("+-×÷")
        a = chance.randrange(10 ** chance.choice((1, 2, 2, 3)))
        b = chance.randrange(10 ** chance.choice((1, 1, 2, 3)))
        if sign == "÷":
            if b == 0:
                continue
            a *= b
        c = {"+": a + b, "-": a - b, "×": a * b, "÷": a // max(1, b)}[sign]
        cards = len(f"{a}{b}{c}") + 2
        if 0 <= c < 1000 and a < 1000 and cards <= 10:
            return str(a), sign, str(b), str(c)


def _formula(chance: Chance) -> tuple[list[str], bool]:
    """The tokens of a formula, and whether it is true; now and then it is not, or is not finished."""
    a, sign, b, c = _numbers(chance)
    if chance.maybe(0.12):
        wrong = str(max(0, int(c) + chance.choice((-10, -2, -1, 1, 2, 10))))
        return [a, sign, b, "=", wrong], wrong == c
    return [a, sign, b, "=", c], True


def lay(stage: Stage, chance: Chance) -> Layout:
    """Lay one formula."""
    deck = Deck.drawn(chance)
    dealer = Dealer(stage, deck, chance)
    tokens, valid = _formula(chance)
    digits = [(t, k) for t, token in enumerate(tokens) for k in range(len(token)) if token not in SIGNS]
    jokers = chance.sample(digits, min(len(digits), chance.choices((0, 1, 2), (6, 3, 1))[0]))
    for t, k in jokers:
        tokens[t] = tokens[t][:k] + "J" + tokens[t][k + 1 :]
    joker_face = deck.joker_face(chance)
    gap, inner = chance.uniform(4, 22), chance.choice((chance.uniform(0.4, 4), chance.uniform(-6, 0)))
    # Cards that lie over each other's edge must leave the numeral free.
    inner = max(inner, -deck.width_mm * 0.1)
    under_share = chance.choice((0.0, 0.0, 0.3, 0.6))
    pieces: list[Piece] = []
    under, x = 0, 0.0
    for token in tokens:
        for k, glyph in enumerate(token):
            step = 0.0 if not pieces else deck.width_mm + (inner if k else gap)
            x += step
            if chance.maybe(under_share):
                old = (
                    deck.number(str(chance.randrange(10)), chance)
                    if glyph not in SIGNS
                    else deck.sign(chance.choice("+-×÷"), chance)
                )
                dealer.peep(old, x, 0.0)
                under += 1
            if glyph == "J":
                face = joker_face
            else:
                face = deck.sign(glyph, chance) if glyph in SIGNS else deck.number(glyph, chance)
            pieces.append(dealer.read(glyph, face, x, 0.0))

    def tell(view: View, _whole: list[bool]) -> Facts:
        return {
            "tokens": tokens,
            "jokers": [k for k, piece in enumerate(pieces) if piece.says == "J"],
            "cards": [{"face": piece.says, "center_px": px(view, piece.middle)} for piece in pieces],
            "valid": valid,
        }

    conditions = {
        "font": deck.font.stem,
        "jokers": len(jokers),
        "under_cards": under,
        "index": deck.index,
        "joker_word": deck.joker_word,
    }
    return Layout(pieces, dealer.outline(pieces), tell, conditions, least_mm=300.0, fill=(0.75, 0.95))
