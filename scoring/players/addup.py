"""Players of Add Up: three cards in the hand, and an eye for equal sums."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice
from random import Random

from scoring.addup import HAND, ROWS, WHITE, YELLOW, Add, Addup, AddupState, Openers, Turn, balancing_value
from scoring.game import Table
from scoring.players.dealt import Dealt

JOKERS = (WHITE, WHITE, YELLOW, YELLOW)


def deck_of(size: int) -> list[str]:
    """Return a deck: 0 to 10 in turn, and the four jokers."""
    return [*islice(cycle(map(str, range(11))), size - len(JOKERS)), *JOKERS]


def deal_addup(table: Table, rng: Random) -> Dealt:
    """Deal three cards each, and two openers."""
    deck = deck_of(int(table.options["deck"]))
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(HAND)] for _ in table.players]
    start = {row: deck.pop() for row in ROWS}
    dealt = replace(table, start={"start": start, "deck": table.options["deck"]})
    return Dealt(dealt, _Players(dealt, hands, deck, rng).choose)


class _Players:
    """The players' cards, and the deck."""

    def __init__(self, table: Table, hands: list[list[str]], deck: list[str], rng: Random) -> None:
        self._table, self._hands, self._deck, self._rng = table, hands, deck, rng
        self._starter = rng.randrange(table.seats)

    def choose(self, state: AddupState) -> Turn:
        """Make the rows equal if a card does that, else add any card."""
        if state.needs_openers:
            return self._openers()
        seat = self._starter if state.to_play is None else state.to_play
        hand = self._hands[seat]
        winning = [
            turn for row in ROWS for face in hand for turn in [_winning(state, seat, row, face)] if turn
        ]
        turn = winning[0] if winning else self._any(seat)
        hand.remove(turn.face)
        if self._deck:
            hand.append(self._deck.pop())
        return turn

    def _openers(self) -> Openers:
        """Turn up what the deck gives for two new rows."""
        given = {row: self._deck.pop() for row in ROWS if self._deck}
        opened = Addup().read_turn(self._table, {"open": given})
        assert isinstance(opened, Openers)
        return opened

    def _any(self, seat: int) -> Add:
        """Add any card to any row."""
        face = self._rng.choice(self._hands[seat])
        value = {WHITE: self._rng.randint(0, 5), YELLOW: self._rng.randint(10, 20)}.get(face)
        return Add(seat, self._rng.choice(ROWS), face, value)


def _winning(state: AddupState, seat: int, row: str, face: str) -> Add | None:
    """Return the turn if this card in this row makes the sums equal."""
    if face in JOKERS:
        value = balancing_value(state, row, face)
        return None if value is None else Add(seat, row, face, value)
    top, bottom = state.sums
    lacking = bottom - top if row == "top" else top - bottom
    return Add(seat, row, face, None) if int(face) == lacking and all(state.rows) else None
