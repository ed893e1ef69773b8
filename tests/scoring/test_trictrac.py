"""Tric-Trac Royal: every position and every throw, and games whose sums are told again by hand."""

from itertools import combinations_with_replacement
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.match import replay
from scoring.players import deal
from scoring.trictrac import BOX, covers
from tests.scoring import slow_games as slow
from tests.scoring.steady import chances, steady

THROWS = list(combinations_with_replacement(range(1, 7), 2))


def test_covers_of_all_512_positions_and_21_throws() -> None:
    assert len(THROWS) == 21
    # The slow way is slow: what a throw may cover of a full box is counted once, then cut to what is open.
    full = {throw: slow.covers(list(BOX), *throw) for throw in THROWS}
    for mask in range(512):
        left = [number for number in BOX if mask >> (number - 1) & 1]
        for throw in THROWS:
            wanted = {cover for cover in full[throw] if set(cover) <= set(left)}
            found = covers(left, throw)
            assert {tuple(sorted(cover)) for cover in found} == wanted
            assert len(found) == len(wanted), "no cover is named twice"


def test_a_full_box_can_always_be_covered() -> None:
    assert all(covers(BOX, throw) for throw in THROWS)


@steady
@given(st.integers(1, 6), st.booleans(), chances)
def test_sums_play_offs_and_payments(seats: int, single: bool, rng: Random) -> None:
    dealt = deal(
        "trictrac", [f"P{seat}" for seat in range(seats)], rng, {"single_die_ends_turn": single, "stake": 3}
    )
    results = replay(dealt.table, list(dealt.turns()))
    rounds: list[dict[int, int]] = [{}]
    for result in results:
        assert not result.problems and result.outcome
        left = result.outcome.details["open"]
        dice, cover = result.turn.dice, result.turn.cover
        if not cover or not left or (single and sum(cover) != sum(dice)):
            rounds[-1][result.turn.seat] = sum(left)
            playing = seats if len(rounds) == 1 else len(_lowest(rounds[-2]))
            if len(rounds[-1]) == playing:
                rounds.append({})
    *played, nothing = rounds
    assert nothing == {}
    (winner,) = _lowest(played[-1])
    standing = results[-1].standing
    assert standing.finished and standing.winners == (winner,)
    assert standing.totals == tuple(played[0][seat] for seat in range(seats))
    paid = results[-1].outcome.details["payments"]
    assert sum(paid.values()) == 0 and paid[f"P{winner}"] in (3 * (seats - 1), 6 * (seats - 1))


def _lowest(sums: dict[int, int]) -> list[int]:
    return [seat for seat, open_sum in sums.items() if open_sum == min(sums.values())]
