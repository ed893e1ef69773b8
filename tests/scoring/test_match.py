"""A match is the fold of its events: undo, redo, corrections, and versions, with real turns of every game."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import Table
from scoring.games import game_named
from scoring.match import (
    Changed,
    Closed,
    Event,
    Illegal,
    Inserted,
    Match,
    Played,
    Redone,
    Refusal,
    Removed,
    Stale,
    Undone,
    replay,
)
from tests.scoring.played import game_played, games_played
from tests.scoring.steady import steady

shares = st.floats(0, 0.999)


def match_of(played: tuple[Table, tuple[Any, ...]], share: float = 1.0, most: int = 40) -> Match:
    """Return a match whose first turns were played."""
    table, turns = played
    match = Match(table)
    for turn in turns[: 1 + int(min(most, len(turns)) * share)]:
        match = match.act(Played(turn), match.version)
    return match


@steady
@given(games_played, shares, shares)
def test_undo_then_redo_changes_nothing(
    played: tuple[Table, tuple[Any, ...]], share: float, part: float
) -> None:
    match = match_of(played, share)
    steps = 1 + int(part * (len(match.turns) - 1))
    again = match
    for _ in range(steps):
        again = again.act(Undone(), again.version)
    assert again.turns == match.turns[: len(match.turns) - steps]
    for _ in range(steps):
        again = again.act(Redone(), again.version)
    assert again.turns == match.turns and again.results == match.results
    assert again.version == match.version + 2 * steps, "what was taken back is remembered"


@steady
@given(games_played, shares, shares)
def test_changing_a_turn_and_changing_it_back_changes_nothing(
    played: tuple[Table, tuple[Any, ...]], share: float, part: float
) -> None:
    match = match_of(played, share)
    index = int(part * len(match.turns))
    for other in match.turns[:: 1 + len(match.turns) // 5]:
        try:
            changed = match.act(Changed(index, other), match.version)
        except Illegal:
            continue
        assert len(changed.turns) == len(match.turns) and changed.turns[index] == other
        back = changed.act(Changed(index, match.turns[index]), changed.version)
        assert back.turns == match.turns and back.results == match.results
        undone = changed.act(Undone(), changed.version)
        assert undone.turns == match.turns and undone.results == match.results


@steady
@given(games_played, shares, shares)
def test_removing_a_turn_loses_no_later_one(
    played: tuple[Table, tuple[Any, ...]], share: float, part: float
) -> None:
    match = match_of(played, share)
    index = int(part * len(match.turns))
    removed = match.act(Removed(index), match.version)
    assert removed.turns == match.turns[:index] + match.turns[index + 1 :]
    assert [result.turn for result in removed.results] == list(removed.turns)
    assert removed.results[:index] == match.results[:index]
    for result in removed.results:
        assert (result.outcome is None) == bool(result.problems), "kept, and marked when it became illegal"
        assert str(result.saying)
    back = removed.act(Inserted(index, match.turns[index]), removed.version)
    assert back.turns == match.turns and back.results == match.results


@steady
@given(games_played, shares, st.integers(-3, 60))
def test_an_action_made_against_another_version_is_always_refused(
    played: tuple[Table, tuple[Any, ...]], share: float, version: int
) -> None:
    match = match_of(played, share, most=12)
    events: list[Event] = [
        Played(match.turns[0]),
        Changed(0, match.turns[0]),
        Inserted(0, match.turns[0]),
        Removed(0),
        Undone(),
        Redone(),
        Closed(),
    ]
    for event in events:
        if version != match.version:
            with pytest.raises(Stale):
                match.act(event, version)


@steady
@given(
    games_played, st.lists(st.tuples(st.integers(0, 6), st.integers(-1, 12), st.integers(0, 12)), max_size=12)
)
def test_any_actions_are_done_or_refused(
    played: tuple[Table, tuple[Any, ...]], wishes: list[tuple[int, int, int]]
) -> None:
    table, turns = played
    match = Match(table)
    for kind, index, which in wishes:
        turn = turns[which % len(turns)]
        event: Event = [
            Played(turn),
            Changed(index, turn),
            Inserted(index, turn),
            Removed(index),
            Undone(),
            Redone(),
            Closed(),
        ][kind]
        try:
            match = match.act(event, match.version)
        except Refusal as refusal:
            assert refusal.problems and all(found.message for found in refusal.problems)
        assert match.results == replay(table, match.turns)
        assert len(match.standing.totals) == table.seats


def test_what_became_illegal_is_marked_with_its_reason_and_scores_nothing() -> None:
    match = match_of(game_played("addique", 0), 0.5)
    removed = match.act(Removed(1), match.version)
    marked = [result for result in removed.results if result.problems]
    assert marked and marked[0].problems[0].rule == "wrong-player" and marked[0].points == 0


def test_a_broken_rule_is_refused_with_all_its_reasons() -> None:
    table, turns = game_played("addique", 0)
    match = Match(table).act(Played(turns[0]), 0)
    with pytest.raises(Illegal) as refused:
        match.act(Played(turns[0]), 1)
    assert [found.rule for found in refused.value.problems] == ["wrong-player", "tile-twice", "overlap"]


def test_stopping_early_can_be_taken_back() -> None:
    match = match_of(game_played("addup", 0), 0.2)
    closed = match.act(Closed(), match.version)
    assert closed.closed and closed.turns == match.turns
    opened = closed.act(Undone(), closed.version)
    assert not opened.closed and opened.turns == match.turns


def test_nothing_to_take_back_or_to_do_again() -> None:
    table, _ = game_played("trictrac", 0)
    for event in (Undone(), Redone(), Removed(0), Changed(0, None), Inserted(1, None)):
        with pytest.raises(Refusal):
            Match(table).act(event, 0)
    assert game_named("trictrac").standing(table, Match(table).state) == Match(table).standing
