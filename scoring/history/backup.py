"""Backups of the history: taken when the companion starts, and used when the file is damaged."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from scoring.history.database import (
    FILE,
    OURS,
    code_of,
    connect_to_read,
    has_its_columns,
    refuse_newer,
    scripts,
)
from scoring.saying import Saying, say

FOLDER = "backups"
KEPT = 5

# A file that is locked, forbidden or on a full disk is not damaged.
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR)


def is_sound(path: Path) -> bool:
    """Tell whether a file is a history without any damage."""
    if not path.exists() or path.stat().st_size == 0:
        return False
    try:
        # Not for reading only: a file that was left in the middle of a change must be mended first.
        with closing(sqlite3.connect(path, timeout=5)) as connection:
            refuse_newer(connection, len(scripts()))
            if connection.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                return False
            mark = connection.execute("PRAGMA application_id").fetchone()[0]
            # A file that was only just made has nothing in it yet.
            tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            return bool(tables == 0 or (mark == OURS and has_its_columns(connection)))
    except UnicodeDecodeError:
        return False  # what SQLite complains of cannot even be read
    except sqlite3.DatabaseError as error:
        if code_of(error) & 0xFF in _DAMAGE:
            return False
        raise


def rescue(home: Path) -> tuple[Saying, ...]:
    """Put the newest good backup in the place of a damaged history, and say what was done."""
    path = home / FILE
    backups = _backups(home)
    if is_sound(path) or (not path.exists() and not backups):
        return ()
    if path.exists() and path.stat().st_size == 0 and not backups:
        return ()
    notices = []
    if path.exists():
        notices.append(
            say("The history was damaged; it was set aside as {file}.", file=_set_aside(home).name)
        )
    else:
        notices.append(say("The history's file was gone."))
    for backup in reversed(backups):
        if is_sound(backup):
            copy(backup, path)
            date = datetime.fromtimestamp(backup.stat().st_mtime, UTC).strftime("%Y-%m-%d %H:%M")
            notices.append(say("The backup of {date} is used now.", date=date))
            return tuple(notices)
    notices.append(say("There was no good backup, so a new history begins."))
    return tuple(notices)


def _set_aside(home: Path) -> Path:
    """Give a damaged history another name, its log with it, and return the new name."""
    path = home / FILE
    number = 1
    while (aside := home / f"damaged-{number}-{FILE}").exists():
        number += 1
    path.rename(aside)
    for ending in ("-wal", "-shm"):
        log = path.with_name(path.name + ending)
        if log.exists():
            log.rename(aside.with_name(aside.name + ending))
    return aside


def take_backup(home: Path) -> tuple[Saying, ...]:
    """Keep a copy of the history if anything was written since the last one, and say if that failed."""
    try:
        _take_backup(home)
    except (sqlite3.Error, OSError) as error:
        return (say("No backup of the history could be taken ({reason}).", reason=str(error)),)
    return ()


def _take_backup(home: Path) -> None:
    """Copy the history; the oldest copies go."""
    backups = _backups(home)
    extent = _extent(home / FILE)
    if extent is None or (backups and extent == _extent(backups[-1])):
        return
    folder = home / FOLDER
    folder.mkdir(exist_ok=True)
    number = int(backups[-1].stem.rpartition("-")[2]) + 1 if backups else 1
    copy(home / FILE, folder / f"history-{number:06d}.sqlite3")
    for old in backups[: -(KEPT - 1)]:
        old.unlink()


def drop_backups(home: Path) -> None:
    """Delete every older copy of the history, the damaged ones too."""
    for path in (*(home / FOLDER).glob("*"), *home.glob(f"damaged-*{FILE}*")):
        path.unlink()


def copy(source: Path, target: Path) -> None:
    """Copy a history as it is at one moment; the copy is whole or not there at all."""
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        with closing(connect_to_read(source)) as old, closing(sqlite3.connect(part)) as new:
            new.execute("PRAGMA synchronous = OFF")  # it is synced once, at its end
            old.backup(new)
            # One file without a log beside it: that is what can be copied, sent and restored.
            new.execute("PRAGMA journal_mode = DELETE")
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _backups(home: Path) -> list[Path]:
    """List the copies there are, oldest first."""
    return sorted((home / FOLDER).glob("history-*.sqlite3"))


def _extent(path: Path) -> tuple[object, ...] | None:
    """Return figures that differ once anything was written."""
    try:
        with closing(connect_to_read(path)) as connection:
            return tuple(
                connection.execute(
                    "SELECT count(*), sum(events), max(id), max(changed_at),"
                    " (SELECT count(name) FROM players) FROM matches"
                ).fetchone()
            )
    except sqlite3.DatabaseError:
        return None
