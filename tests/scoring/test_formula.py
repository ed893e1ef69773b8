"""Formula: the fewest cards found by laying them one by one, and deals in which no card is lost."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.formula import FormulaState
from scoring.formula_cards import Card, Number, change, equation_of, is_true, tokens_of
from scoring.formula_rules import lay_problems, least_cards
from scoring.formula_turns import Lay
from scoring.game import Table
from scoring.games import game_named
from scoring.match import replay
from scoring.players import deal
from tests.scoring import slow_formula as slow
from tests.scoring.steady import chances, steady

faces = st.sampled_from(["0", "1", "2", "3", "J1", "J2"])
rows = st.lists(faces, min_size=1, max_size=3).map(tuple)
small = st.integers(0, 120)


def number(row: slow.Row) -> Number:
    return tuple(Card(face[0], int(face[-1])) for face in row)


@steady
@given(rows, rows)
def test_the_fewest_cards_are_those_that_laying_takes(old: slow.Row, new: slow.Row) -> None:
    assert change(number(old), number(new)).cards == slow.fewest(old, new)


def test_every_change_of_numbers_up_to_three_cards_of_two_digits() -> None:
    every = [row for size in (1, 2, 3) for row in product("12", repeat=size)]
    for old, new in product(every, repeat=2):
        assert change(number(old), number(new)).cards == slow.fewest(old, new), (old, new)


@pytest.mark.parametrize(
    ("old", "new", "cards"),
    [("10", "12", 1), ("10", "8", 1), ("10", "1", 1), ("6", "64", 1), ("6", "46", 1), ("10", "10", 0)],
)
def test_the_booklets_changes(old: str, new: str, cards: int) -> None:
    assert change(number(tuple(old)), number(tuple(new))).cards == cards


@steady
@given(small, st.sampled_from("+-×÷"), small, st.integers(0, 2000))
def test_truth_in_whole_numbers(left: int, sign: str, right: int, outcome: int) -> None:
    if sign != "÷" or right:
        exact = {"+": left + right, "-": left - right, "×": left * right}.get(sign, left // max(1, right))
        outcome = exact if outcome % 2 and exact >= 0 else outcome
    written = f"{left}{sign}{right}={outcome}"
    assert is_true(equation_of(tokens_of(written), ())) == slow.holds(written)


@steady
@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99), st.integers(0, 99), st.booleans())
def test_a_legal_formula_takes_one_to_three_cards(a: int, b: int, c: int, d: int, reuse: bool) -> None:
    table = Table("formula", ("Ann", "Bob"), {"reuse_one": reuse})
    old, new = f"{a}+{b}={a + b}", f"{c}+{d}={c + d}"
    lying, laid = (equation_of(tokens_of(written), ()) for written in (old, new))
    cards = sum(slow.fewest(*pair) for pair in zip(_rows(old), _rows(new), strict=True))
    assert least_cards(lying, laid) == cards
    found = lay_problems(table, lying, 7, tokens_of(new), None)
    kept = cards < sum(map(len, _rows(new)))
    assert (not found) == (1 <= cards <= 3 and (kept or not reuse))


def _rows(written: str) -> list[slow.Row]:
    left, _, right, _, outcome = tokens_of(written)
    return [tuple(left), tuple(right), tuple(outcome)]


OPTIONS = [{}, {"reuse_one": True}, {"play_to_last": True}, {"points": True, "winner_extra_card": True}]


@settings(steady, max_examples=8)
@given(st.sampled_from(OPTIONS), st.integers(2, 8), chances)
def test_no_card_is_lost_in_a_deal(options: dict[str, bool], seats: int, rng: Random) -> None:
    dealt = deal("formula", [f"P{seat}" for seat in range(seats)], rng, options)
    turns = list(dealt.turns())
    results = replay(dealt.table, turns)
    game = game_named("formula")
    for state in (game.open(dealt.table), *(result.state for result in results)):
        assert isinstance(state, FormulaState)
        assert sum(state.hands) + state.stock + state.under + state.lying.cards == 59
    for result in results:
        assert not result.problems
        if isinstance(result.turn, Lay) and result.outcome:
            assert 1 <= result.outcome.details["cards"] <= 3
            if options.get("points"):
                outcome = int("".join(str(card.value) for card in result.state.lying.outcome))
                assert result.points - outcome in (0, 10)
    standing = results[-1].standing
    assert standing.finished
    if options.get("points"):
        assert max(standing.totals) >= 250
        assert standing.totals == tuple(
            sum(result.points for result in results if result.seat == seat) for seat in range(seats)
        )
    if options.get("play_to_last"):
        assert not any(results[-1].state.hands)
