"""What the journal writes of a match: its table, its events, and how it stands."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any
from zlib import crc32

from scoring.history.notation import renamed_event, seated, write_event
from scoring.match import Match, Refusal
from scoring.saying import problem


def insert_match(
    connection: sqlite3.Connection, match_id: str, match: Match, times: Sequence[float], begun_at: float
) -> int:
    """Write a match with all its events, and return its row."""
    table = match.table
    seats = seated(table)
    options, start = _text(dict(table.options)), _text(dict(seats.start))
    checksum = checksum_of(table.game, options, start)
    row = connection.execute(
        "INSERT INTO matches (uuid, game, options, start, begun_at, changed_at, checksum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (match_id, table.game, options, start, begun_at, begun_at, checksum),
    ).lastrowid
    assert row is not None
    for seat, name in enumerate(table.players):
        connection.execute("INSERT OR IGNORE INTO players (name) VALUES (?)", (name,))
        connection.execute(
            "INSERT INTO seats (match, seat, player) SELECT ?, ?, id FROM players WHERE name = ?",
            (row, seat, name),
        )
    insert_events(connection, row, match, times, first=1)
    sum_up(connection, row, match, times[-1] if times else begun_at)
    return row


def insert_events(
    connection: sqlite3.Connection, row: int, match: Match, times: Sequence[float], first: int
) -> None:
    """Write the events of a match from a number on."""
    seats = seated(match.table)
    kept = [renamed_event(event, match.table.players, seats.players) for event in match.events[first - 1 :]]
    written = [_text(write_event(seats, event)) for event in kept]
    connection.executemany(
        "INSERT INTO events (match, seq, at, event, checksum) VALUES (?, ?, ?, ?, ?)",
        [
            (row, seq, at, event, checksum_of(seq, event))
            for seq, (at, event) in enumerate(zip(times, written, strict=True), start=first)
        ],
    )


def sum_up(connection: sqlite3.Connection, row: int, match: Match, now: float) -> None:
    """Note beside a match how it stands, so that lists need not play it."""
    standing, results = match.standing, match.results
    starter = next((result.seat for result in results if result.seat is not None), None)
    connection.execute(
        "UPDATE matches SET changed_at = ?, events = ?, turns = ?, starter = ?, finished = ?, closed = ?"
        " WHERE id = ?",
        (now, match.version, len(results), starter, standing.finished, match.closed, row),
    )
    for seat, total in enumerate(standing.totals):
        own = [(result.points, count) for count, result in enumerate(results) if result.seat == seat]
        # Of equal turns the first is remembered.
        best = max(own, key=lambda one: (one[0], -one[1]), default=(None, None))
        connection.execute(
            "UPDATE seats SET total = ?, won = ?, turns = ?, best_points = ?, best_turn = ?"
            " WHERE match = ? AND seat = ?",
            (total, standing.finished and seat in standing.winners, len(own), *best, row, seat),
        )


def row_of(connection: sqlite3.Connection, match_id: str) -> tuple[int, int]:
    """Return a match's row and how many events it has."""
    found = connection.execute("SELECT id, events FROM matches WHERE uuid = ?", (match_id,)).fetchone()
    if found is None:
        raise Refusal(problem("no-such-match", "There is no such match in the history."))
    return found[0], found[1]


def checksum_of(*written: object) -> int:
    """Return a number that differs once a sign of what was written does."""
    return crc32("\n".join(map(str, written)).encode(errors="surrogatepass"))


def _text(value: Any) -> str:
    """Write a value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
