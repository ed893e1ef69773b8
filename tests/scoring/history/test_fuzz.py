"""Whatever is changed in an exported file: it is taken in, or refused in a sentence."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.games import GAMES
from scoring.history.match_file import parse_matches, write_match
from scoring.history.scorebook import Entry, Story
from scoring.match import Match, Played
from scoring.players import deal
from scoring.saying import RecordError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


def exported(game: str) -> dict[str, Any]:
    """Write down the first turns of a match."""
    dealt = deal(game, ("Ann", "Bob"), Random(2))
    turns = dealt.turns()
    match = Match(dealt.table, tuple(Played(next(turns)) for _ in range(6)))
    match_id = "00000000-0000-4000-8000-000000000000"
    entry = Entry(match_id, game, ("Ann", "Bob"), (0, 0), (), 0, 6, False, False, 0.0, 0.0)
    return write_match(Story(entry, match, (0.0,) * 6, tuple(range(1, 7))))


def places(written: Any) -> list[tuple[Any, Any]]:
    """List every place in a file where something stands."""
    inside = list(written.items()) if isinstance(written, dict) else list(enumerate(written))
    found = [(written, key) for key, _ in inside]
    for _, value in inside:
        if isinstance(value, dict | list):
            found += places(value)
    return found


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_file_with_something_else_in_it_never_breaks_anything(game: str, data: st.DataObject) -> None:
    written = copy.deepcopy(_EXPORTED[game])
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(places(written)))
        if data.draw(st.booleans()):
            holder[key] = data.draw(VALUES)
        else:
            del holder[key]
    try:
        incoming = parse_matches(json.dumps(written).encode(), now=0.0)
    except RecordError as error:
        assert str(error)
        assert len(str(error)) < 400
        return
    for one in incoming:
        assert len(one.times) == one.match.version
        assert len(one.match.standing.totals) == one.match.table.seats


_EXPORTED = {game: exported(game) for game in GAMES}
