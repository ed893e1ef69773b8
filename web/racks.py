"""Code 777's racks by hand: a neighbour says which cards stand there, or the phones deal them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from scoring.code777 import Code777State, Guess, rack_names
from scoring.code777_cards import DECK, Card, Rack
from scoring.match import Changed, Event, Match, Opened, Refusal
from scoring.saying import problem
from web.boards.code777 import spare_due

Shuffle = Callable[[list[Any]], None]


def put_up(match: Match, owner: str, cards: Rack) -> Event:
    """Return the event that fills a rack: at the start, after a guess, or a spare one in its turn."""
    state: Code777State = match.state
    owners = rack_names(match.table)
    due = spare_due(match.table, match.results)
    if due and owner == due[1]:
        return Changed(due[0], replace(match.turns[due[0]], spare=cards))
    if owner not in owners or state.racks[owners.index(owner)]:
        raise Refusal(problem("rack-filled", "This rack stands filled already."))
    guess = _last_guess(match, owners.index(owner))
    if guess is None:
        return _opened(match, {owner: cards})
    index, turn = guess
    return Changed(index, replace(turn, rack=cards))


def deal(match: Match, shuffle: Shuffle) -> Event:
    """Return the event that fills empty racks with cards nobody has."""
    state: Code777State = match.state
    owners = rack_names(match.table)
    empty = [at for at, rack in enumerate(state.racks) if not rack]
    due = spare_due(match.table, match.results)
    if not empty and not due:
        raise Refusal(problem("rack-filled", "This rack stands filled already."))
    left = _left(state, shuffle)
    hands = [tuple(left[3 * k : 3 * k + 3]) for k in range(len(empty) + 1)]
    for at in empty:
        guess = _last_guess(match, at)
        if guess is not None:
            index, turn = guess
            return Changed(index, replace(turn, rack=hands[0]))
    if not empty and due:
        return Changed(due[0], replace(match.turns[due[0]], spare=hands[0]))
    return _opened(match, {owners[at]: cards for at, cards in zip(empty, hands, strict=False)})


def unseen_cards(match: Match, shuffle: Shuffle) -> Rack:
    """Return three cards nobody has, for the next rack."""
    return tuple(_left(match.state, shuffle)[:3])


def _left(state: Code777State, shuffle: Shuffle) -> list[Card]:
    """Return the cards that stand on no rack, shuffled."""
    left = list((DECK - Counter(card for rack in state.racks for card in rack)).elements())
    shuffle(left)
    return left


def _opened(match: Match, racks: dict[str, Sequence[Card]]) -> Opened:
    """Return the start's racks with some more filled."""
    kept = dict(match.table.start.get("racks", {}))
    added = {owner: [str(card) for card in cards] for owner, cards in racks.items()}
    return Opened({"racks": {**kept, **added}})


def _last_guess(match: Match, seat: int) -> tuple[int, Guess] | None:
    """Return the last guess from a seat, which is when its rack was emptied."""
    for index in reversed(range(len(match.turns))):
        turn = match.turns[index]
        if isinstance(turn, Guess) and turn.seat == seat and match.results[index].outcome:
            return index, turn
    return None
