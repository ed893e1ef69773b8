"""Written games: what is written reads back, and whatever is read is scored or refused in one sentence."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games import GAMES
from scoring.record import parse_record, read_record, score, write_record
from scoring.saying import RecordError
from tests.scoring.played import game_played
from tests.scoring.steady import steady

RECORDS = {name: write_record(*game_played(name, seed)) for seed, name in enumerate(sorted(GAMES))}

junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.integers(-3, 12),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["P0", "W", "J", "4752", "2+4=6", "same", "7 blue", "\ud800", "a\nb", "top"]),
    st.lists(st.integers(-1, 9), max_size=4),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
    st.recursive(st.none(), lambda inner: st.lists(inner, max_size=2), max_leaves=8),
)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every part of a record."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, part in parts for found in _paths(part, (*path, key)))]


PATHS = {name: _paths(json.loads(json.dumps(record))) for name, record in RECORDS.items()}


def told_or_refused(written: object) -> None:
    """Score what may be a record; only a RecordError of one line may say that it is none."""
    try:
        told = score(read_record(written))
    except RecordError as error:
        assert str(error) and str(error).isprintable()
    else:
        json.dumps(told, ensure_ascii=False).encode("utf-8")
        assert all(total == int(total) for total in told["totals"].values())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_written_game_reads_back_as_the_same(name: str, seed: int) -> None:
    table, turns = game_played(name, seed)
    written = json.dumps(write_record(table, turns))
    record = parse_record(written.encode())
    assert record.turns == turns and record.table == table
    told = score(record)
    assert told["finished"] and told["winners"] and "error" not in told and len(told["turns"]) == len(turns)


@settings(steady, max_examples=300)
@given(st.data(), st.sampled_from(sorted(GAMES)), junk)
def test_a_damaged_record_is_scored_or_refused(data: st.DataObject, name: str, new: object) -> None:
    record = json.loads(json.dumps(RECORDS[name]))
    record["turns"] = record["turns"][:14]
    *way, last = data.draw(st.sampled_from([path for path in PATHS[name] if path and _is_kept(path)]))
    part = record
    for key in way:
        part = part[key]
    if data.draw(st.booleans()):
        part[last] = new
    elif data.draw(st.booleans()):
        del part[last]
    else:
        part[last] = [deepcopy(part[last])] * 2
    told_or_refused(record)


def _is_kept(path: tuple[Any, ...]) -> bool:
    """Tell whether a path leads to one of the first turns, or to something before them."""
    return path[0] != "turns" or len(path) == 1 or path[1] < 14


@steady
@given(junk)
def test_nonsense_is_refused(written: object) -> None:
    with pytest.raises(RecordError):
        read_record(written)


@steady
@given(st.binary(max_size=60))
def test_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(RecordError):
        parse_record(data)


def test_a_byte_order_mark_does_no_harm() -> None:
    record = json.dumps(RECORDS["addique"]).encode()
    assert parse_record(b"\xef\xbb\xbf" + record) == parse_record(record)


def test_names_keep_their_spaces_and_accents_out_of_the_way() -> None:
    told = score(
        read_record(
            {
                "game": "addique",
                "players": ["Zoë ", "李"],
                "turns": [{"player": "Zoë ", "tile": "4752", "col": 0, "row": 0}],
            }
        )
    )
    assert told["totals"] == {"Zoë": 34, "李": 0}


def test_a_joker_of_add_up_may_leave_out_whose_turn_it_is() -> None:
    written = {
        "game": "addup",
        "players": ["Ann", "Bob"],
        "start": {"top": 2, "bottom": 4},
        "deck": 48,
        "turns": [{"player": "Ann", "row": "top", "card": 3}, {"row": "bottom", "card": "W", "value": 1}],
    }
    assert [turn["player"] for turn in score(read_record(written))["turns"]] == ["Ann", "Bob"]
    written["turns"] = [{"row": "top", "card": 3}]
    with pytest.raises(RecordError, match="Turn 1"):
        read_record(written)
