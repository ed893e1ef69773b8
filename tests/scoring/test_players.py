"""The players: whatever the game, the seats and the options, they play it to a legal end."""

from itertools import islice
from random import Random

import pytest

from scoring.formula import Draw, Lay
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


def test_formula_players_only_lay_what_they_hold() -> None:
    """Follow every face: no card is laid more often than the deck has it while none was shuffled again."""
    dealt = deal("formula", ["Ann", "Bob", "Cid"], Random(3))
    shown: list[str] = list(dealt.table.start["start"])
    for result in replay(dealt.table, list(dealt.turns())):
        assert isinstance(result.turn, Lay | Draw)
        if isinstance(result.turn, Lay):
            shown = [*shown, *(face for token in result.turn.tokens[::2] for face in token)]
    deck = deck_of(59)
    assert len(deck) == 59 and deck.count("J") == 2
    assert set(shown) <= set(deck)
