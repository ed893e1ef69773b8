"""Players of Formula: they hold cards of a real deck, lay what they can, and draw when they cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice, product
from random import Random

from scoring.formula import HAND, FormulaState
from scoring.formula_cards import JOKER, OPERATORS, Card, Equation, Number, is_zero_product, value_of
from scoring.formula_rules import lay_problems
from scoring.formula_turns import Deal, Draw, Lay, Rest, Turn
from scoring.game import Table
from scoring.players.dealt import Dealt

JOKERS = (JOKER, JOKER)
DIGITS = "0123456789"
# A player looks at this many possible formulas and takes the one that uses up most cards.
_FORMULAS_SEEN = 2


def deck_of(size: int) -> list[str]:
    """Return a deck: digits in turn, and two jokers."""
    return [*islice(cycle(DIGITS), size - len(JOKERS)), *JOKERS]


def deal_formula(table: Table, rng: Random) -> Dealt:
    """Deal seven cards each, and two open ones."""
    players = _Players(table, rng)
    dealt = replace(table, start={"start": list(players.deal([HAND] * table.seats))})
    return Dealt(dealt, players.choose)


@dataclass(frozen=True)
class Laying:
    """A number laid over an old one: its cards, the faces that came from the hand, and those it covers."""

    number: Number
    used: tuple[str, ...]
    covered: tuple[str, ...]


class _Players:
    """The players' cards, the stock, and what lies underneath."""

    def __init__(self, table: Table, rng: Random) -> None:
        self._table, self._rng = table, rng
        self._starter = rng.randrange(table.seats)

    def deal(self, hands: Sequence[int]) -> tuple[str, str]:
        """Shuffle all cards, deal hands, and turn two cards up."""
        self._stock = deck_of(int(self._table.options["deck"]))
        self._rng.shuffle(self._stock)
        self._hands = [[self._stock.pop() for _ in range(count)] for count in hands]
        self._under: list[str] = []
        return self._stock.pop(), self._stock.pop()

    def choose(self, state: FormulaState) -> Turn:
        """Lay a formula or draw; at a round's end, show the hand and deal again."""
        if state.owing:
            return Rest(state.owing[0], tuple(self._hands[state.owing[0]]))
        if state.round_over:
            extra = state.out[0] if self._table.options["winner_extra_card"] else None
            return Deal(self.deal([HAND + (seat == extra) for seat in range(self._table.seats)]))
        seat = self._starter if state.to_play is None else state.to_play
        found = list(islice(self._formulas(state, seat), _FORMULAS_SEEN))
        if not found:
            return self._draw(seat)
        turn, layings = max(found, key=lambda one: sum(len(laying.used) for laying in one[1]))
        for laying in layings:
            self._under += laying.covered
            for face in laying.used:
                self._hands[seat].remove(face)
        return turn

    def _draw(self, seat: int) -> Draw:
        """Take a card; when the stock is empty, what lies underneath is shuffled."""
        if not self._stock:
            self._stock, self._under = self._under, []
            self._rng.shuffle(self._stock)
        if self._stock:
            self._hands[seat].append(self._stock.pop())
        return Draw(seat)

    def _formulas(self, state: FormulaState, seat: int) -> Iterator[tuple[Lay, list[Laying]]]:
        """Yield legal formulas that this hand can lay."""
        lying, hand = state.lying, self._hands[seat]
        olds = ((), (), ()) if is_zero_product(lying) else lying.numbers
        pairs = list(product(*(_wishes(old, hand, bool(lying.sign)) for old in olds[:2])))
        self._rng.shuffle(pairs)
        for left, right in pairs:
            for sign in self._rng.sample(OPERATORS, len(OPERATORS)):
                outcome = _outcome(int(left), sign, int(right))
                if outcome is None:
                    continue
                layings = _lay_all(olds, (left, right, str(outcome)), hand)
                if layings is None:
                    continue
                turn = _written(seat, sign, layings)
                if not lay_problems(self._table, lying, len(hand), turn.tokens, turn.jokers):
                    if is_zero_product(lying):
                        layings[0] = replace(layings[0], covered=_faces(lying))
                    yield turn, layings


def _wishes(old: Number, hand: Sequence[str], may_change: bool) -> list[str]:
    """Return numbers, as digits, that one card or none makes of an old one."""
    own = sorted(set(DIGITS if JOKER in hand else hand))
    if not old:
        return own
    if any(card.value is None for card in old):
        return list(DIGITS)
    was = str(value_of(old)).zfill(len(old))
    if not may_change:
        return [was]
    changed = [was[:at] + digit + was[at + 1 :] for at in range(len(was)) for digit in own]
    longer = [one for digit in own for one in (digit + was, was + digit)] if len(was) < 2 else []
    wishes = {was, *own, *changed, *longer}
    return sorted(wish for wish in wishes if len(wish) == 1 or wish[0] != "0")


def _outcome(left: int, sign: str, right: int) -> int | None:
    """Return what a sum makes in whole numbers, if it does."""
    if sign == "÷":
        return left // right if right and left % right == 0 else None
    outcome = {"+": left + right, "-": left - right, "×": left * right}[sign]
    return outcome if outcome >= 0 else None


def _lay_all(olds: Sequence[Number], digits: Sequence[str], hand: Sequence[str]) -> list[Laying] | None:
    """Lay three numbers over the old ones from one hand, if its cards are enough."""
    left = list(hand)
    layings = []
    for old, wanted in zip(olds, digits, strict=True):
        laying = _lay(old, wanted, left)
        if laying is None:
            return None
        for face in laying.used:
            left.remove(face)
        layings.append(laying)
    return layings


def _lay(old: Number, digits: str, hand: Sequence[str]) -> Laying | None:
    """Lay a number over an old one with the fewest cards, if the hand has them."""
    if len(digits) < len(old):
        return _lay_beside({}, old, digits, hand)
    ways = []
    for offset in range(len(digits) - len(old) + 1):
        kept = {
            offset + at: replace(card, value=int(digits[offset + at]))
            for at, card in enumerate(old)
            if card.value in (None, int(digits[offset + at]))
        }
        covered = tuple(card for at, card in enumerate(old) if offset + at not in kept)
        ways.append((len(digits) - len(kept), offset, kept, covered))
    _, _, kept, covered = min(ways, key=lambda way: way[:2])
    return _lay_beside(kept, covered, digits, hand)


def _lay_beside(kept: dict[int, Card], covered: Number, digits: str, hand: Sequence[str]) -> Laying | None:
    """Lay the cards that are missing beside those that are kept; a joker stands in for one."""
    left, number, used = list(hand), [], []
    for at, digit in enumerate(digits):
        if at in kept:
            number.append(kept[at])
            continue
        face = digit if digit in left else JOKER
        if face not in left:
            return None
        left.remove(face)
        used.append(face)
        number.append(Card(face, int(digit)))
    return Laying(tuple(number), tuple(used), tuple(card.face for card in covered))


def _written(seat: int, sign: str, layings: Sequence[Laying]) -> Lay:
    """Return the turn that a laying is."""
    left, right, outcome = ("".join(card.face for card in laying.number) for laying in layings)
    jokers = tuple(
        card.value
        for laying in layings
        for card in laying.number
        if card.face == JOKER and card.value is not None
    )
    return Lay(seat, (left, sign, right, "=", outcome), jokers)


def _faces(lying: Equation) -> tuple[str, ...]:
    """Return the faces of everything that lies there."""
    return tuple(card.face for number in lying.numbers for card in number)
