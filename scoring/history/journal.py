"""The journal: the one writer of the history. What it has taken is on the disk."""

from __future__ import annotations

import fcntl
import shutil
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO, TypeVar

from scoring.game import Table
from scoring.history import backup
from scoring.history.database import FILE, code_of, connect, migrate, scripts
from scoring.history.evidence import MOST_BYTES, Evidence
from scoring.history.rows import insert_events, insert_match, row_of, sum_up
from scoring.history.scorebook import Scorebook, load_match
from scoring.match import Match, Refusal
from scoring.saying import Saying, problem

T = TypeVar("T")
LOCK = "history.lock"
SCRATCH = "unpacked-"
"""How folders begin that are needed for a moment only."""
ROOM_BYTES = 4_000_000
"""How much evidence is given up when the disk is full, so that the turns still fit."""


class Busy(Refusal):
    """Another program writes this history now."""


class NotKept(Refusal):
    """The disk did not take it, so it did not happen."""


class Journal:
    """Writes matches, event by event; any thread may ask, one writes at a time."""

    def __init__(
        self,
        home: Path,
        connection: sqlite3.Connection,
        lock: IO[str],
        evidence: Evidence,
        notices: tuple[Saying, ...],
        clock: Callable[[], float],
        new_id: Callable[[], str],
    ) -> None:
        self.home = home
        self.evidence = evidence
        self.notices = notices
        self.scorebook = Scorebook(home)
        self._connection = connection
        self._lock = lock
        self._clock = clock
        self._new_id = new_id
        self._turnstile = threading.RLock()

    @classmethod
    def open(
        cls,
        home: Path,
        clock: Callable[[], float] = time.time,
        new_id: Callable[[], str] = lambda: str(uuid.uuid4()),
        most_photo_bytes: int = MOST_BYTES,
    ) -> Journal:
        """Open the history in a folder: check it, back it up, bring it up to date."""
        try:
            with ExitStack() as opened:
                home.mkdir(parents=True, exist_ok=True)
                lock = opened.enter_context(_become_writer(home))
                _sweep(home)
                evidence = Evidence(home, most_photo_bytes)
                if shutil.disk_usage(home).free < ROOM_BYTES:
                    evidence.free(ROOM_BYTES)
                notices = backup.rescue(home)
                connection = opened.enter_context(closing(connect(home / FILE)))
                notices += backup.take_backup(home)
                migrate(connection, scripts())
                opened.pop_all()  # from here on the journal closes them
                return cls(home, connection, lock, evidence, notices, clock, new_id)
        except (sqlite3.Error, OSError) as error:
            raise NotKept(
                problem("disk", "The history cannot be opened ({reason}).", reason=str(error))
            ) from None

    def close(self) -> None:
        """Let go of the file; nothing is pending, for every write is finished when it returns."""
        with self._turnstile:
            self._connection.close()
            self._lock.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, table: Table) -> str:
        """Write down that a match begins, make it the present one, and return its id."""
        return self.write(lambda connection: self._begin(connection, table))

    def _begin(self, connection: sqlite3.Connection, table: Table) -> str:
        match_id = self._new_id()
        row = insert_match(connection, match_id, Match(table), [], self._clock())
        connection.execute("UPDATE present SET match = ?", (row,))
        return match_id

    def append(self, match_id: str, match: Match) -> int:
        """Write down the newest event of a match, and return its number."""

        def write(connection: sqlite3.Connection) -> int:
            row, events = row_of(connection, match_id)
            if events != match.version - 1:
                raise NotKept(
                    problem(
                        "out-of-step",
                        "The journal has {kept} events of this match, so event {number} cannot follow.",
                        kept=events,
                        number=match.version,
                    )
                )
            now = self._clock()
            insert_events(connection, row, match, [now], first=match.version)
            sum_up(connection, row, match, now)
            connection.execute("UPDATE present SET match = ?", (row,))
            return match.version

        return self.write(write)

    def load(self, match_id: str) -> Match:
        """Return a match as it was last acknowledged."""
        with self._turnstile:
            row, _ = row_of(self._connection, match_id)
            return load_match(self._connection, row)

    def running(self) -> str | None:
        """Return the id of the match that was being played last, unless it is over."""
        with self._turnstile:
            found = self._connection.execute(
                "SELECT uuid FROM matches WHERE id = (SELECT match FROM present)"
                " AND NOT finished AND NOT closed"
            ).fetchone()
        return found[0] if found else None

    def resume(self, match_id: str) -> Match:
        """Make an older match the present one, and return it."""

        def write(connection: sqlite3.Connection) -> Match:
            row, _ = row_of(connection, match_id)
            connection.execute("UPDATE present SET match = ?", (row,))
            return load_match(connection, row)

        return self.write(write)

    def leave(self) -> None:
        """Let no match be the present one; whatever was being played can be resumed."""
        self.write(lambda connection: connection.execute("UPDATE present SET match = NULL"))

    def write(self, change: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out a change whole or not at all; on a full disk old photos make room for it."""
        with self._turnstile:
            try:
                return self._transact(change)
            except UnicodeEncodeError:
                raise NotKept(
                    problem("unwritable", "There is a sign in a name that cannot be written.")
                ) from None
            except sqlite3.DatabaseError as error:
                full = code_of(error) == sqlite3.SQLITE_FULL
                if not full or not self.evidence.free(ROOM_BYTES):
                    raise _not_kept(error) from None
            try:
                return self._transact(change)
            except sqlite3.DatabaseError as error:
                raise _not_kept(error) from None

    def _transact(self, change: Callable[[sqlite3.Connection], T]) -> T:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            result = change(self._connection)
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return result

    def delete_match(self, match_id: str) -> None:
        """Delete a match with its photos."""

        def write(connection: sqlite3.Connection) -> None:
            row, _ = row_of(connection, match_id)
            if match_id == self.running():
                raise Refusal(problem("match-running", "This match is being played; close it first."))
            connection.execute("DELETE FROM matches WHERE id = ?", (row,))
            connection.execute("DELETE FROM players WHERE id NOT IN (SELECT player FROM seats)")

        self.write(write)
        self.evidence.drop(match_id)
        self._purge()

    def forget_player(self, name: str) -> None:
        """Take a player's name out of everything; the scores stay, as those of “a player”."""

        def write(connection: sqlite3.Connection) -> list[str]:
            player = connection.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
            if player is None:
                raise Refusal(problem("no-such-player", "Nobody called {name} has played.", name=name))
            played = [
                match_id
                for (match_id,) in connection.execute(
                    "SELECT uuid FROM matches WHERE id IN (SELECT match FROM seats WHERE player = ?)", player
                )
            ]
            if self.running() in played:
                raise Refusal(
                    problem("match-running", "{name} is playing now; close the match first.", name=name)
                )
            connection.execute("UPDATE players SET name = NULL WHERE id = ?", player)
            return played

        with self._turnstile:
            self.evidence.forget(name, self.write(write))
            self._purge()

    def exchange(self, other: Path, photos: Path) -> None:
        """Put another history and its photos in the place of this one, which becomes a backup."""
        with self._turnstile:
            backup.take_backup(self.home)
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.close()
            try:
                for log in self.home.glob(f"{FILE}-*"):
                    log.unlink()
                other.replace(self.home / FILE)
            finally:
                self._connection = connect(self.home / FILE)
            migrate(self._connection, scripts())
            shutil.rmtree(self.evidence.folder, ignore_errors=True)
            photos.rename(self.evidence.folder)
            self.evidence = Evidence(self.home, self.evidence.most_bytes)

    def _purge(self) -> None:
        """Leave no trace of what was deleted: not in free pages, not in the log, not in older copies."""
        with self._turnstile:
            backup.drop_backups(self.home)
            try:
                self._connection.execute("VACUUM")
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.DatabaseError as error:
                raise NotKept(
                    problem("disk", "It is deleted, but traces of it are left ({reason}).", reason=str(error))
                ) from None
            backup.take_backup(self.home)


def _sweep(home: Path) -> None:
    """Delete what was being packed or unpacked when the power went."""
    for left in home.glob(f"{SCRATCH}*"):
        shutil.rmtree(left, ignore_errors=True)


def _become_writer(home: Path) -> IO[str]:
    """Take the writer's lock; the system takes the lock back when the program ends, however it ends."""
    file = (home / LOCK).open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise Busy(
            problem("busy", "The companion is running and writes the history; stop it first.")
        ) from None
    return file


def _not_kept(error: sqlite3.Error) -> NotKept:
    """Say why a change was not taken."""
    if code_of(error) == sqlite3.SQLITE_FULL:
        return NotKept(problem("disk-full", "The disk is full, so this was not kept and does not count."))
    return NotKept(
        problem("disk", "The disk did not take this, so it does not count ({reason}).", reason=str(error))
    )
