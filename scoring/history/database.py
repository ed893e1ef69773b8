"""The history's file: how it is opened, and how an older one is brought up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path

from scoring.match import Refusal
from scoring.saying import problem

FILE = "history.sqlite3"
OURS = int.from_bytes(b"Tall", "big")
"""What marks a SQLite file as a history of this program."""


class NewerHistory(Refusal):
    """The file was written by a later version of this program."""


def code_of(error: sqlite3.Error) -> int:
    """Return SQLite's number of an error; what has none is text that cannot be read any more, so damage."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)


def connect(path: Path) -> sqlite3.Connection:
    """Open a history for writing: what is committed is on the disk."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a history for reading only."""
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=5
    )
    connection.row_factory = sqlite3.Row
    return connection


def scripts() -> list[str]:
    """Return the numbered steps that make a history what it is now."""
    folder = files("scoring.history") / "migrations"
    steps = sorted((step for step in folder.iterdir() if step.name.endswith(".sql")), key=lambda s: s.name)
    return [step.read_text("utf-8") for step in steps]


def version_of(connection: sqlite3.Connection) -> int:
    """Return how many steps a file has taken."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, steps: Sequence[str]) -> None:
    """Take the steps a file has not taken yet, each whole or not at all."""
    taken = version_of(connection)
    refuse_newer(connection, len(steps))
    for number, step in enumerate(steps[taken:], start=taken + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT;")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def has_its_columns(connection: sqlite3.Connection) -> bool:
    """Tell whether a history has the tables and columns of its version: damage may hit their names."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for step in scripts()[: version_of(connection)]:
            fresh.executescript(step)
        return _columns(connection) == _columns(fresh)


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return every table with its columns and with the tables it refers to."""
    found = set()
    for part, pragma in (("name", "pragma_table_info"), ('"table"', "pragma_foreign_key_list")):
        found |= set(
            connection.execute(
                f"SELECT tables.name, parts.{part} FROM sqlite_schema tables, {pragma}(tables.name) parts"
                " WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'"
            ).fetchall()
        )
    return found


def refuse_newer(connection: sqlite3.Connection, known: int) -> None:
    """Leave a file alone that a later version has written."""
    if version_of(connection) > known:
        raise NewerHistory(
            problem("newer-history", "This history was written by a newer Tallytop: update this one first.")
        )
