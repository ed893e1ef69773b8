"""Players of Code 777: they answer truthfully, and find their own rack by elimination."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

from scoring.code777 import RACKS, RESHUFFLE_AT, Ask, Code777State, Guess, Turn, is_right, rack_names, seen_by
from scoring.code777_cards import DECK, QUESTIONS, Card, Rack, truth
from scoring.game import Table
from scoring.players.dealt import Dealt

CARDS_ON_A_RACK = 3
# Whoever has heard this many answers and still is not sure takes a guess.
_PATIENCE = 10


def deal_code777(table: Table, rng: Random) -> Dealt:
    """Fill four racks."""
    pile = list(DECK.elements())
    rng.shuffle(pile)
    racks = {name: [pile.pop() for _ in range(CARDS_ON_A_RACK)] for name in rack_names(table)}
    start = {name: [str(card) for card in rack] for name, rack in racks.items()}
    dealt = replace(table, start={"racks": start})
    return Dealt(dealt, _Players(dealt, pile, rng).choose)


def possible_racks(seen: Sequence[Rack]) -> list[Rack]:
    """Return every rack that the cards not seen can make."""
    unseen = DECK - Counter(card for rack in seen for card in rack)
    return [
        rack
        for rack in combinations_with_replacement(sorted(unseen), CARDS_ON_A_RACK)
        if Counter(rack) <= unseen
    ]


class _Players:
    """The piles of cards, and what each player still thinks possible."""

    def __init__(self, table: Table, pile: list[Card], rng: Random) -> None:
        self._table, self._pile, self._rng = table, pile, rng
        self._aside: list[Card] = []
        self._starter = rng.randrange(table.seats)
        self._questions = deque(rng.sample(sorted(QUESTIONS), len(QUESTIONS)))
        self._thoughts: list[list[Rack] | None] = [None] * table.seats
        self._heard = [0] * table.seats

    def choose(self, state: Code777State) -> Turn:
        """Guess as soon as somebody is sure or out of patience, else ask."""
        for seat, thoughts in enumerate(self._thoughts):
            if thoughts is None:
                self._thoughts[seat], self._heard[seat] = possible_racks(seen_by(state, seat)), 0
            elif len({_numbers(rack) for rack in thoughts}) == 1 or self._heard[seat] >= _PATIENCE:
                return self._guess(state, seat, self._rng.choice(thoughts))
        return self._ask(state, self._starter if state.to_play is None else state.to_play)

    def _ask(self, state: Code777State, seat: int) -> Ask:
        """Answer the next question card, and let the others think about it."""
        question = self._questions[0]
        self._questions.rotate(-1)
        at_least = bool(self._table.options["question2_at_least"])
        answer = truth(question, seen_by(state, seat), at_least)
        for other, thoughts in enumerate(self._thoughts):
            if other != seat and thoughts is not None:
                self._heard[other] += 1
                self._thoughts[other] = [
                    rack
                    for rack in thoughts
                    if truth(question, seen_by(_imagine(state, other, rack), seat), at_least) == answer
                ]
        return Ask(seat, question, answer)

    def _guess(self, state: Code777State, seat: int, rack: Rack) -> Guess:
        """Name a rack's numbers, and put new cards up."""
        guess = Guess(seat, _numbers(rack), None, None)
        guess = replace(guess, rack=self._draw(state.racks[seat]))
        if self._table.seats < RACKS and is_right(state, guess):
            guess = replace(guess, spare=self._draw(state.racks[self._table.seats + state.next_spare]))
        self._thoughts[seat] = None
        return guess

    def _draw(self, old: Rack) -> Rack:
        """Put a rack's cards aside and draw three new ones; when few are left, all are shuffled."""
        new = tuple(self._pile.pop() for _ in range(CARDS_ON_A_RACK))
        self._aside += old
        if len(self._pile) <= RESHUFFLE_AT:
            self._pile += self._aside
            self._aside = []
            self._rng.shuffle(self._pile)
        return new


def _numbers(rack: Rack) -> tuple[int, ...]:
    """Return a rack's numbers in order."""
    return tuple(sorted(card.number for card in rack))


def _imagine(state: Code777State, seat: int, rack: Rack) -> Code777State:
    """Return the table as it would be if this were a player's rack."""
    return replace(state, racks=(*state.racks[:seat], rack, *state.racks[seat + 1 :]))
