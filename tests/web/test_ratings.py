"""Who wins rises, who loses falls behind, and who is equal stays equal."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.history.statistics import Placing
from web.ratings import START, Ladder, RatingPoint


def placing(number: int, players: tuple[str, ...], ranks: tuple[int, ...]) -> Placing:
    """Make a finished match."""
    return Placing(str(number), "addique", float(number), players, ranks)


def ratings(placings: Sequence[Placing]) -> dict[str, tuple[RatingPoint, ...]]:
    """Reckon the ratings from nothing."""
    return Ladder().ratings(placings)


def test_who_keeps_winning_is_rated_above_who_keeps_losing() -> None:
    past = ratings([placing(number, ("Ann", "Bob", "Cleo"), (1, 2, 3)) for number in range(20)])
    ann, bob, cleo = (past[name][-1].rating for name in ("Ann", "Bob", "Cleo"))
    assert ann > bob > cleo
    assert ann > START
    assert [point.match_id for point in past["Ann"]] == [str(number) for number in range(20)]


def test_a_win_of_the_weaker_counts_more() -> None:
    expected = [placing(number, ("Ann", "Bob"), (1, 2)) for number in range(10)]
    before = ratings(expected)
    as_ever = ratings([*expected, placing(10, ("Ann", "Bob"), (1, 2))])
    upset = ratings([*expected, placing(10, ("Ann", "Bob"), (2, 1))])
    gain = as_ever["Ann"][-1].rating - before["Ann"][-1].rating
    surprise = upset["Bob"][-1].rating - before["Bob"][-1].rating
    assert surprise > gain


def test_a_shared_win_leaves_equals_equal() -> None:
    past = ratings([placing(1, ("Ann", "Bob"), (1, 1))])
    assert past["Ann"][-1].rating == past["Bob"][-1].rating


def test_playing_alone_proves_nothing() -> None:
    assert ratings([placing(1, ("Ann",), (1,))]) == {}


def test_a_match_that_ended_since_is_added_and_a_changed_past_is_reckoned_anew() -> None:
    ladder = Ladder()
    matches = [placing(number, ("Ann", "Bob"), (1, 2)) for number in range(5)]
    ladder.ratings(matches[:3])
    assert ladder.ratings(matches) == ratings(matches)
    changed = [placing(0, ("Ann", "Bob"), (2, 1)), *matches[1:]]
    assert ladder.ratings(changed) == ratings(changed)
