"""A worn-out card: bits, pages or the end of the history are lost, and the companion starts and plays on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from benchmarks.damage import damage_often
from device.referee import Referee
from scoring.game import Table
from scoring.history import backup
from scoring.history.database import FILE
from scoring.history.journal import Journal
from scoring.history.scorebook import DamagedMatch, Scorebook
from scoring.match import Match, Played, Undone
from scoring.snapshot import Begin
from scoring.trictrac import Throw

TIMES = 40
TABLE = Table("trictrac", ("Ann", "Bob"))
TURN = Played(Throw(0, (6, 3), (9,)))


def test_however_the_history_is_damaged_the_companion_starts_and_plays_on() -> None:
    tally = damage_often(TIMES, Random(8))
    assert tally.broken == [] and tally.times == TIMES
    assert tally.outcomes["the backup was taken"] > TIMES / 2
    assert tally.silent == 0


def change(home: Path, statement: str) -> None:
    """Change a history behind the journal's back."""
    with closing(sqlite3.connect(home / FILE)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET event = replace(event, 'played', 'plaxed')",
        "UPDATE events SET event = replace(event, '6', 'x')",
        "UPDATE events SET event = CAST(x'7bd4ff' AS TEXT)",
        "UPDATE events SET event = replace(event, '3', '2')",
        "UPDATE events SET seq = 3 WHERE seq = 2",
        "DELETE FROM events WHERE seq = 2",
        "UPDATE matches SET options = replace(options, '1', '2')",
    ],
    ids=[
        "an unknown event",
        "no JSON",
        "no text",
        "another digit",
        "another number",
        "a lost event",
        "another stake",
    ],
)
def test_a_damaged_match_is_told_and_another_one_can_be_played(tmp_path: Path, statement: str) -> None:
    table = replace(TABLE, options={"stake": 1})
    with Journal.open(tmp_path) as journal:
        match_id, match = journal.begin(table), Match(table)
        for event in (TURN, Undone()):
            match = match.with_event(event)
            journal.append(match_id, match)
        assert journal.load(match_id) == match
    change(tmp_path, statement)
    with Journal.open(tmp_path) as journal:
        with pytest.raises(DamagedMatch):
            journal.load(match_id)
        referee = Referee(journal)
        referee.resume()
        assert referee.latest.match is None and "is damaged" in str(referee.latest.notice)
        referee.handle(Begin(TABLE))
        assert referee.latest.match is not None


def test_a_history_from_before_the_checksums_is_read_and_goes_on(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        match_id, match = journal.begin(TABLE), Match(TABLE).with_event(TURN)
        journal.append(match_id, match)
    for table in ("matches", "events"):
        change(tmp_path, f"ALTER TABLE {table} DROP COLUMN checksum")
    change(tmp_path, "PRAGMA user_version = 1")
    assert Scorebook(tmp_path).story(match_id).match == match
    with Journal.open(tmp_path) as journal:
        assert not journal.notices and journal.load(match_id) == match
        again = match.with_event(Undone())
        journal.append(match_id, again)
        assert journal.load(match_id) == again
    change(tmp_path, "UPDATE events SET event = replace(event, 'undone', 'redone')")
    with Journal.open(tmp_path) as journal, pytest.raises(DamagedMatch):
        journal.load(match_id)


@pytest.mark.parametrize("word", ["best_turn INTEGER", "REFERENCES matches"])
def test_a_history_whose_tables_are_named_otherwise_is_damaged(tmp_path: Path, word: str) -> None:
    Journal.open(tmp_path).close()
    assert backup.is_sound(tmp_path / FILE)
    other = word.replace("be", "xe").replace("mat", "xat")
    change(tmp_path, f"UPDATE sqlite_schema SET sql = replace(sql, '{word}', '{other}')")
    assert not backup.is_sound(tmp_path / FILE)
