"""A worn-out card: bits, pages or the end of the history are lost, and the companion starts and plays on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from benchmarks.damage import damage_often
from device.referee import Referee
from scoring.game import Table
from scoring.history import backup
from scoring.history.database import FILE
from scoring.history.journal import Journal
from scoring.history.scorebook import DamagedMatch
from scoring.match import Match, Played
from scoring.snapshot import Begin
from scoring.trictrac import Throw

TIMES = 40
TABLE = Table("trictrac", ("Ann", "Bob"))
TURN = Played(Throw(0, (6, 3), (9,)))


def test_however_the_history_is_damaged_the_companion_starts_and_plays_on() -> None:
    tally = damage_often(TIMES, Random(8))
    assert tally.broken == [] and tally.times == TIMES
    assert tally.outcomes["the backup was taken"] > TIMES / 2


def change(home: Path, statement: str) -> None:
    """Change a history behind the journal's back."""
    with closing(sqlite3.connect(home / FILE)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    "event",
    [
        "replace(event, 'played', 'plaxed')",
        "replace(event, '6', 'x')",
        "CAST(x'7bd4ff' AS TEXT)",
    ],
    ids=["an unknown event", "no JSON", "no text"],
)
def test_a_damaged_match_is_told_and_another_one_can_be_played(tmp_path: Path, event: str) -> None:
    with Journal.open(tmp_path) as journal:
        match_id = journal.begin(TABLE)
        journal.append(match_id, Match(TABLE).with_event(TURN))
    change(tmp_path, f"UPDATE events SET event = {event}")
    with Journal.open(tmp_path) as journal:
        with pytest.raises(DamagedMatch):
            journal.load(match_id)
        referee = Referee(journal)
        referee.resume()
        assert referee.latest.match is None and "is damaged" in str(referee.latest.notice)
        referee.handle(Begin(TABLE))
        assert referee.latest.match is not None


@pytest.mark.parametrize("word", ["best_turn INTEGER", "REFERENCES matches"])
def test_a_history_whose_tables_are_named_otherwise_is_damaged(tmp_path: Path, word: str) -> None:
    Journal.open(tmp_path).close()
    assert backup.is_sound(tmp_path / FILE)
    other = word.replace("be", "xe").replace("mat", "xat")
    change(tmp_path, f"UPDATE sqlite_schema SET sql = replace(sql, '{word}', '{other}')")
    assert not backup.is_sound(tmp_path / FILE)
