"""The journal gives back exactly what it took, in the order it took it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from scoring.game import Table
from scoring.games import GAMES
from scoring.history.database import FILE, NewerHistory, connect, migrate, scripts, version_of
from scoring.history.journal import Busy, Journal, NotKept
from scoring.match import Changed, Closed, Inserted, Match, Opened, Played, Redone, Refusal, Removed, Undone
from scoring.players import deal
from scoring.trictrac import Throw

Play = Callable[..., Match]


def test_every_game_comes_back_as_it_was_played(journal: Journal, played: Play) -> None:
    for game in GAMES:
        match = played(game)
        match_id = journal.begin(match.table)
        so_far = Match(match.table)
        for event in match.events:
            so_far = so_far.act(event, so_far.version)
            assert journal.append(match_id, so_far) == so_far.version
        again = journal.load(match_id)
        assert again == match
        assert again.standing.finished
        entry = journal.scorebook.matches().entries[0]
        assert (entry.totals, entry.winners) == (match.standing.totals, match.standing.winners)
        assert entry.turns == len(match.turns)


def test_second_thoughts_come_back(journal: Journal) -> None:
    table = Table("trictrac", ("Ann", "Bob"))
    first, second = Throw(0, (6, 3), (9,)), Throw(0, (6, 2), (8,))
    events = [
        Played(first),
        Undone(),
        Redone(),
        Changed(0, second),
        Inserted(1, first),
        Removed(1),
        Closed(),
        Undone(),
    ]
    match_id, match = journal.begin(table), Match(table)
    for event in events:
        match = match.act(event, match.version)
        journal.append(match_id, match)
        assert journal.load(match_id) == match
        assert journal.running() == (None if isinstance(event, Closed) else match_id)


def test_an_opening_that_is_found_later_comes_back_with_its_names(journal: Journal) -> None:
    dealt = deal("code777", ("Ann", "Bob", "Cleo"), Random(3))
    table = Table("code777", dealt.table.players, dealt.table.options)
    match_id, match = journal.begin(table), Match(table)
    for event in (Opened(dealt.table.start), *(Played(turn) for turn in dealt.turns())):
        match = match.with_event(event)
        journal.append(match_id, match)
    assert journal.load(match_id) == match
    assert set(journal.load(match_id).table.start["racks"]) == {"Ann", "Bob", "Cleo", "spare1"}


def test_an_event_out_of_step_is_refused_and_changes_nothing(journal: Journal, played: Play) -> None:
    match = played("trictrac")
    match_id = journal.begin(match.table)
    with pytest.raises(NotKept, match="0 events"):
        journal.append(match_id, match)
    assert journal.load(match_id) == Match(match.table)


def test_a_match_goes_on_after_the_program_was_stopped(home: Path, played: Play) -> None:
    match = played("addup")
    half = Match(match.table, match.events[:7])
    with Journal.open(home) as journal:
        match_id = journal.begin(match.table)
        for count in range(1, 8):
            journal.append(match_id, Match(match.table, match.events[:count]))
    with Journal.open(home) as journal:
        assert journal.notices == ()
        assert journal.running() == match_id
        assert journal.load(match_id) == half


def test_an_older_match_can_be_taken_up_again(journal: Journal) -> None:
    first = journal.begin(Table("trictrac", ("Ann", "Bob")))
    second = journal.begin(Table("trictrac", ("Cleo", "Dan")))
    assert journal.running() == second
    assert journal.resume(first).table.players == ("Ann", "Bob")
    assert journal.running() == first
    journal.leave()
    assert journal.running() is None


def test_a_clock_that_jumps_back_reorders_nothing(home: Path, played: Play) -> None:
    match = played("trictrac")
    times = iter(range(10_000, 0, -7))
    with Journal.open(home, clock=lambda: float(next(times))) as journal:
        match_id = journal.begin(match.table)
        for count in range(1, match.version + 1):
            journal.append(match_id, Match(match.table, match.events[:count]))
        assert journal.load(match_id) == match
        kept = journal.scorebook.story(match_id).times
        assert list(kept) == sorted(kept, reverse=True)


def test_there_is_one_writer(journal: Journal, home: Path) -> None:
    with pytest.raises(Busy, match="stop it first"):
        Journal.open(home)


def test_readers_and_the_writer_do_not_wait_for_each_other(journal: Journal, played: Play) -> None:
    match = played("trictrac", ("Ann", "Bob", "Cleo"))
    match_id = journal.begin(match.table)
    seen: list[int] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.append(journal.scorebook.story(match_id).match.version)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for count in range(1, match.version + 1):
        journal.append(match_id, Match(match.table, match.events[:count]))
    done.set()
    for reader in readers:
        reader.join()
    assert seen
    assert journal.scorebook.story(match_id).match == match


def test_a_name_that_cannot_be_written_is_refused(journal: Journal) -> None:
    with pytest.raises(NotKept, match="sign in a name"):
        journal.begin(Table("trictrac", ("\ud800", "Bob")))
    assert journal.scorebook.matches().total == 0


def test_an_unknown_match_is_refused_in_words(journal: Journal) -> None:
    with pytest.raises(Refusal, match="no such match"):
        journal.load("nothing")


def test_a_history_of_a_newer_program_is_left_alone(home: Path) -> None:
    Journal.open(home).close()
    with closing(sqlite3.connect(home / FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {len(scripts()) + 1}")
    before = (home / FILE).read_bytes()
    with pytest.raises(NewerHistory, match="newer Tallytop"):
        Journal.open(home)
    assert (home / FILE).read_bytes() == before


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "new.sqlite3")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


def test_steps_are_taken_once_and_whole(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "old.sqlite3")) as connection:
        migrate(connection, ["CREATE TABLE one (x)"])
        migrate(connection, ["CREATE TABLE one (x)", "ALTER TABLE one ADD COLUMN y"])
        assert version_of(connection) == 2
        with pytest.raises(sqlite3.OperationalError):
            migrate(connection, ["", "", "CREATE TABLE two (x); CREATE TABLE one (x)"])
        assert version_of(connection) == 2
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        assert tables == {"one"}


def test_a_folder_that_cannot_be_used_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NotKept, match="cannot be opened"):
        Journal.open(tmp_path / "file")
