"""Code 777: all questions answered twice, by two different programs, and piles that never lose a card."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.code777 import RESHUFFLE_AT, Ask, Code777State, seen_by
from scoring.code777_cards import DECK, QUESTIONS, truth
from scoring.game import Table
from scoring.games import game_named
from scoring.match import replay
from scoring.players import deal
from tests.scoring import slow_games as slow
from tests.scoring.steady import chances, steady

ALL_CARDS = sorted(map(str, DECK.elements()))


def test_the_set_has_28_cards_as_the_booklet_counts_them() -> None:
    assert Counter(int(name[0]) for name in ALL_CARDS) == {number: number for number in range(1, 8)}
    assert len(ALL_CARDS) == 28 and len(QUESTIONS) == 23


@steady
@given(st.permutations(ALL_CARDS), st.integers(1, 3), st.booleans())
def test_every_question_is_answered_the_same(cards: list[str], racks: int, at_least: bool) -> None:
    shown = [cards[3 * rack : 3 * rack + 3] for rack in range(racks)]
    names = {f"P{seat}": rack for seat, rack in enumerate([cards[24:27], *shown])}
    table = Table("code777", tuple(names), {}, {"racks": names})
    state = game_named("code777").open(table)
    assert isinstance(state, Code777State)
    for question in QUESTIONS:
        seen = seen_by(state, 0)[:racks]
        assert truth(question, seen, at_least) == slow.answer(question, shown, at_least), question


@settings(steady, max_examples=5)
@given(st.integers(2, 4), chances)
def test_whole_games(seats: int, rng: Random) -> None:
    dealt = deal("code777", [f"P{seat}" for seat in range(seats)], rng)
    points = [0] * seats
    racks = {name: list(rack) for name, rack in dealt.table.start["racks"].items()}
    spare = 0
    for result in replay(dealt.table, list(dealt.turns())):
        assert not result.problems and result.outcome
        turn, state = result.turn, result.state
        if isinstance(turn, Ask):
            seen = [rack for name, rack in racks.items() if name != f"P{turn.seat}"]
            assert turn.answer == slow.answer(turn.question, seen)
        else:
            mine = sorted(card[0] for card in racks[f"P{turn.seat}"])
            right = mine == sorted(map(str, turn.numbers))
            assert result.outcome.details["correct"] == right
            points[turn.seat] += right
            racks[f"P{turn.seat}"] = [str(card) for card in turn.rack]
            if right and seats < 4:
                racks[f"spare{spare + 1}"] = [str(card) for card in turn.spare]
                spare = (spare + 1) % (4 - seats)
        assert [[str(card) for card in rack] for rack in state.racks] == list(racks.values())
        assert state.pile + state.discards + 12 == 28 and state.pile > RESHUFFLE_AT
        assert result.standing.totals == tuple(points)
    assert result.standing.finished and max(points) == 3
