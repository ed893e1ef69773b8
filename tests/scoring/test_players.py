"""The players: whatever the game, the seats and the options, they play it to a legal end."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from scoring.games import GAMES, game_named
from scoring.match import replay
from scoring.players import deal
from scoring.players.formula import deck_of

SEATS = {
    "addique": (2, 8),
    "formula": (2, 3, 4, 6, 8),
    "addup": (2, 3, 4, 5, 6),
    "trictrac": (1, 2, 3, 5, 9),
    "code777": (2, 3, 4),
}
GAMES_EACH = {"addique": 1, "formula": 4, "addup": 12, "trictrac": 12, "code777": 2}
LONGEST = 3000


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_is_legal_and_ends(name: str) -> None:
    for seats in SEATS[name]:
        for seed in range(GAMES_EACH[name]):
            dealt = deal(name, [f"P{seat}" for seat in range(seats)], Random(seed))
            turns = list(islice(dealt.turns(), LONGEST))
            results = replay(dealt.table, turns)
            assert not any(result.problems for result in results), (seats, seed)
            assert results[-1].standing.finished and results[-1].standing.winners
            assert not any(result.standing.finished for result in results[:-1])


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_same_chance_gives_the_same_game(name: str) -> None:
    one, other = (list(islice(deal(name, ["Ann", "Bob"], Random(5)).turns(), 12)) for _ in range(2))
    assert one == other
    assert one != list(islice(deal(name, ["Ann", "Bob"], Random(6)).turns(), 12))


def test_the_dealt_table_is_open() -> None:
    for name in GAMES:
        table = deal(name, ["Ann", "Bob"], Random(1)).table
        assert game_named(name).is_open(game_named(name).open(table))


@pytest.mark.parametrize("seed", range(6))
def test_formula_players_lay_no_card_the_deck_does_not_have(seed: int) -> None:
    dealt = deal("formula", ["Ann", "Bob", "Cid"], Random(seed))
    shown = laid = Counter(dealt.table.start["start"])
    for result in replay(dealt.table, list(dealt.turns())):
        now = Counter(card.face for number in result.state.lying.numbers for card in number)
        laid, shown = laid + (now - shown), now
        assert result.state.stock, "nothing was shuffled again, so every card was laid once at most"
    assert laid <= Counter(deck_of(59)) and sum(laid.values()) > 7
