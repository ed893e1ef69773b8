"""The scorebook: all matches that were ever played, for looking up; it never writes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.game import Table
from scoring.games import GAMES, game_named
from scoring.history.database import FILE, code_of, connect_to_read, version_of
from scoring.history.evidence import Exhibit, find_exhibit
from scoring.history.notation import match_of, origins, read_event, renamed, renamed_event, shown_names
from scoring.history.rows import checksum_of
from scoring.match import Match, Refusal
from scoring.saying import problem

LAST_PAGE = 1_000_000
CHECKED = 2
"""The version of the file that brought checksums: a reader may come before the writer has migrated it."""

_SEATED = "EXISTS (SELECT 1 FROM seats WHERE match = m.id AND player IN"


@dataclass(frozen=True)
class Entry:
    """One match in the list, as it stands; times are seconds since 1970, UTC."""

    id: str
    game: str
    players: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    starter: int | None
    turns: int
    finished: bool
    closed: bool
    begun_at: float
    changed_at: float

    @property
    def title(self) -> str:
        """Return the game's name for people."""
        return game_named(self.game).title


@dataclass(frozen=True)
class Page:
    """Some of the matches that were asked for, and how many there are in all."""

    entries: tuple[Entry, ...]
    total: int


@dataclass(frozen=True)
class Filter:
    """Which matches are asked for; dates are seconds since 1970, UTC, the end left out."""

    game: str | None = None
    player: str | None = None
    since: float | None = None
    until: float | None = None
    search: str = ""


EVERYTHING = Filter()


@dataclass(frozen=True)
class Story:
    """One match with all that is known of it; `seqs` and `times` belong to the turns in force."""

    entry: Entry
    match: Match
    event_times: tuple[float, ...]
    seqs: tuple[int, ...]

    @property
    def times(self) -> tuple[float, ...]:
        """Return when each turn in force was played."""
        return tuple(self.event_times[seq - 1] for seq in self.seqs)


class Scorebook:
    """Answers questions about the history, from any thread."""

    def __init__(self, home: Path) -> None:
        self.home = home

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open the history to read, as it is at this moment."""
        try:
            with closing(connect_to_read(self.home / FILE)) as connection:
                connection.execute("BEGIN")
                yield connection
        except sqlite3.DatabaseError as error:
            raise Refusal(
                problem("no-history", "The history cannot be read ({reason}).", reason=str(error))
            ) from None

    def matches(self, wanted: Filter = EVERYTHING, page: int = 1, per_page: int = 20) -> Page:
        """Return a page of the matches asked for, the latest first."""
        with self.reading() as connection:
            where, values = _conditions(connection, wanted)
            total = connection.execute(f"SELECT count(*) FROM matches m {where}", values).fetchone()[0]
            rows = connection.execute(
                f"SELECT m.* FROM matches m {where} ORDER BY begun_at DESC, id DESC LIMIT ? OFFSET ?",
                (*values, per_page, (min(max(1, page), LAST_PAGE) - 1) * per_page),
            ).fetchall()
            return Page(tuple(_entries(connection, rows)), total)

    def has_unfinished(self, game: str) -> bool:
        """Tell whether there is a match of a game that may still go on."""
        with self.reading() as connection:
            wanted = "SELECT 1 FROM matches WHERE game = ? AND NOT finished LIMIT 1"
            return connection.execute(wanted, (game,)).fetchone() is not None

    def find(self, beginning: str) -> str:
        """Return the id of the one match whose id begins like this."""
        with self.reading() as connection:
            found = connection.execute(
                "SELECT uuid FROM matches WHERE substr(uuid, 1, ?) = ? LIMIT 2", (len(beginning), beginning)
            ).fetchall()
        if len(found) == 1:
            return str(found[0]["uuid"])
        if found:
            raise Refusal(problem("no-such-match", "Several matches begin like this: give more of the id."))
        raise Refusal(problem("no-such-match", "There is no such match in the history."))

    def story(self, match_id: str) -> Story:
        """Return one match with its turns, their times and their evidence's numbers."""
        with self.reading() as connection:
            row = connection.execute("SELECT * FROM matches WHERE uuid = ?", (match_id,)).fetchone()
            if row is None:
                raise Refusal(problem("no-such-match", "There is no such match in the history."))
            (entry,) = _entries(connection, [row])
            match = load_match(connection, row["id"])
            times = connection.execute("SELECT at FROM events WHERE match = ? ORDER BY seq", (row["id"],))
            return Story(entry, match, tuple(at for (at,) in times), origins(match))

    def exhibit(self, match_id: str, seq: int) -> Exhibit | None:
        """Return the evidence of an event, if it is still there."""
        try:
            return find_exhibit(self.home, match_id, seq)
        except ValueError:
            return None

    def names(self, most: int = 50) -> tuple[str, ...]:
        """Return the names of who has played, the latest first, for the next table."""
        with self.reading() as connection:
            rows = connection.execute(
                "SELECT name FROM players JOIN seats ON seats.player = players.id WHERE name IS NOT NULL"
                " GROUP BY players.id ORDER BY max(match) DESC, min(seat) LIMIT ?",
                (most,),
            )
            return tuple(name for (name,) in rows)


class DamagedMatch(Refusal):
    """A match of the history that can no longer be read."""


def load_match(connection: sqlite3.Connection, row: int) -> Match:
    """Put a match together again from its events."""
    try:
        return _load_match(connection, row)
    except (ValueError, LookupError, TypeError, sqlite3.OperationalError) as error:
        if isinstance(error, sqlite3.OperationalError) and code_of(error) != sqlite3.SQLITE_CORRUPT:
            raise
        raise DamagedMatch(
            problem("damaged-match", "This match is damaged in the history and cannot be read.")
        ) from None


def _load_match(connection: sqlite3.Connection, row: int) -> Match:
    checksums = "checksum" if version_of(connection) >= CHECKED else "NULL"
    game, options, start, count, checksum = connection.execute(
        f"SELECT game, options, start, events, {checksums} FROM matches WHERE id = ?", (row,)
    ).fetchone()
    _check(checksum, game, options, start)
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM seats JOIN players ON players.id = player WHERE match = ? ORDER BY seat", (row,)
        )
    ]
    numbers, shown = tuple(map(str, range(len(names)))), shown_names(names)
    seats = Table(game, numbers, json.loads(options), json.loads(start))
    written = connection.execute(
        f"SELECT seq, event, {checksums} FROM events WHERE match = ? ORDER BY seq", (row,)
    )
    events = []
    for seq, event, checksum in written:
        _check(checksum, seq, event)
        events.append(renamed_event(read_event(seats, json.loads(event)), numbers, shown))
    if len(events) != count:
        raise ValueError("events are lost")
    return match_of(renamed(seats, shown), events)


def _check(checksum: int | None, *written: object) -> None:
    """See that something is as it was written; what an older version wrote has no checksum."""
    if checksum is not None and checksum != checksum_of(*written):
        raise ValueError("not as it was written")


def _conditions(connection: sqlite3.Connection, wanted: Filter) -> tuple[str, list[Any]]:
    """Put what is asked for in SQL."""
    conditions: list[str] = []
    values: list[Any] = []
    for condition, value in (
        ("game = ?", wanted.game),
        (f"{_SEATED} (SELECT id FROM players WHERE name = ?))", wanted.player),
        ("begun_at >= ?", wanted.since),
        ("begun_at < ?", wanted.until),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    people = connection.execute("SELECT id, name FROM players WHERE name IS NOT NULL").fetchall()
    for word in wanted.search.casefold().split():
        games = [game.name for game in GAMES.values() if word in f"{game.name} {game.title}".casefold()]
        found = [player["id"] for player in people if word in player["name"].casefold()]
        conditions.append(f"(game IN ({_places(games)}) OR {_SEATED} ({_places(found)})))")
        values += [*games, *found]
    return ("WHERE " + " AND ".join(conditions) if conditions else ""), values


def _places(values: Sequence[object]) -> str:
    """Return as many places for values as there are."""
    return ", ".join("?" * len(values))


def _entries(connection: sqlite3.Connection, rows: Sequence[sqlite3.Row]) -> Iterator[Entry]:
    """Make entries of rows of the list."""
    for row in rows:
        seats = connection.execute(
            "SELECT name, total, won FROM seats JOIN players ON players.id = player"
            " WHERE match = ? ORDER BY seat",
            (row["id"],),
        ).fetchall()
        yield Entry(
            id=row["uuid"],
            game=row["game"],
            players=shown_names([seat["name"] for seat in seats]),
            totals=tuple(seat["total"] for seat in seats),
            winners=tuple(number for number, seat in enumerate(seats) if seat["won"]),
            starter=row["starter"],
            turns=row["turns"],
            finished=bool(row["finished"]),
            closed=bool(row["closed"]),
            begun_at=row["begun_at"],
            changed_at=row["changed_at"],
        )
