"""Taking matches in from files: all of a file, or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.history.bundle import read_bundle
from scoring.history.evidence import Exhibit
from scoring.history.journal import Journal
from scoring.history.match_file import Incoming, parse_matches
from scoring.history.rows import insert_match

ZIP_MARK = b"PK"


@dataclass(frozen=True)
class Imported:
    """The ids of the matches that were taken in, and of those the history had already."""

    added: tuple[str, ...]
    known: tuple[str, ...]


def take_in(journal: Journal, data: bytes, now: float) -> Imported:
    """Take in a file of matches, JSON or ZIP; a RecordError says why nothing was changed."""
    if data.startswith(ZIP_MARK):
        bundle = read_bundle(data, now)
        return _keep(journal, [bundle.incoming], bundle.exhibits)
    return _keep(journal, parse_matches(data, now), {})


def _keep(journal: Journal, incoming: Sequence[Incoming], exhibits: Mapping[int, Exhibit]) -> Imported:
    """Write the matches that are new in one go, then the photos."""

    def write(connection: sqlite3.Connection) -> Imported:
        added: list[str] = []
        known: list[str] = []
        for one in incoming:
            if connection.execute("SELECT 1 FROM matches WHERE uuid = ?", (one.id,)).fetchone():
                known.append(one.id)
                continue
            insert_match(connection, one.id, one.match, one.times, one.begun_at)
            added.append(one.id)
        return Imported(tuple(added), tuple(known))

    imported = journal.write(write)
    for match_id in imported.added:
        for seq, exhibit in exhibits.items():
            journal.evidence.keep(match_id, seq, exhibit)
    return imported
