"""Add Up: games told again with plain lists, and no card lost."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.addup import ROWS, WHITE, YELLOW, Add, AddupState, balancing_value
from scoring.games import game_named
from scoring.match import replay
from scoring.players import deal
from tests.scoring.steady import chances, steady


@steady
@given(st.integers(2, 6), st.sampled_from((20, 36, 48)), chances)
def test_games_told_again_with_plain_lists(seats: int, deck: int, rng: Random) -> None:
    dealt = deal("addup", [f"P{seat}" for seat in range(seats)], rng, {"deck": deck})
    rows = {
        row: [card.value for card in cards]
        for row, cards in zip(ROWS, _opening(dealt.table).rows, strict=True)
    }
    won = [0] * seats
    held = [3] * seats
    stock = deck - 3 * seats - 2
    for result in replay(dealt.table, list(dealt.turns())):
        assert not result.problems and result.outcome
        turn = result.turn
        if isinstance(turn, Add):
            rows[turn.row].append(int(turn.face) if turn.value is None else turn.value)
            held[turn.seat] -= 1
            if stock:
                held[turn.seat], stock = held[turn.seat] + 1, stock - 1
            wins = bool(rows["top"] and rows["bottom"]) and sum(rows["top"]) == sum(rows["bottom"])
            assert result.outcome.details["sums"] == [sum(rows["top"]), sum(rows["bottom"])]
            assert result.outcome.details["won"] == (len(rows["top"]) + len(rows["bottom"]) if wins else 0)
            if wins:
                won[turn.seat] += len(rows["top"]) + len(rows["bottom"])
                rows = {"top": [], "bottom": []}
        else:
            for row, card in (("top", turn.top), ("bottom", turn.bottom)):
                if card:
                    rows[row], stock = [card.value], stock - 1
        assert result.state.hands == tuple(held) and result.state.deck == stock
        assert result.standing.totals == tuple(won)
        assert sum(won) + sum(held) + stock + len(rows["top"]) + len(rows["bottom"]) == deck
    assert result.standing.finished and not any(held)
    assert result.standing.winners == tuple(seat for seat in range(seats) if won[seat] == max(won))


def _opening(table: object) -> AddupState:
    state = game_named("addup").open(table)  # type: ignore[arg-type]
    assert isinstance(state, AddupState)
    return state


@pytest.mark.parametrize(
    ("line", "row", "joker", "value"),
    [
        ("2 / 4", "top", WHITE, 2),
        ("4 / 2", "top", WHITE, None),
        ("4 / 2", "bottom", WHITE, 2),
        ("2 / 8", "top", WHITE, None),
        ("2 / 12", "top", YELLOW, 10),
        ("2 / 11", "top", YELLOW, None),
        ("3 / 3", "top", WHITE, 0),
        ("- / 3", "top", WHITE, 3),
        ("3 / -", "top", WHITE, None),
    ],
)
def test_the_value_that_balances_is_proposed(line: str, row: str, joker: str, value: int | None) -> None:
    state = game_named("addup").parse_position(f"addup / {line} / 0 0 / 3 3 / 9 / 0")
    assert balancing_value(state, row, joker) == value
