"""How fast ten thousand matches are listed and one is played again."""

from __future__ import annotations

import argparse
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scoring.history.journal import Journal
from scoring.history.rows import insert_match
from scoring.history.scorebook import Filter, Scorebook
from scoring.history.statistics import placings, player_figures, records
from scoring.match import Match, Played
from scoring.players import deal
from web.ratings import Ladder

MATCHES = 10_000
TIMES = 20
MONTH_S = 30 * 86_400.0


def fill(home: Path, matches: int = MATCHES) -> str:
    """Make a history of full Addique matches, and return the id of one."""
    dealt = deal("addique", ("Ann", "Bob"), random.Random(1))
    match = Match(dealt.table, tuple(Played(turn) for turn in dealt.turns()))
    times = [1_700_000_000.0 + 60 * count for count in range(match.version)]
    match_id = "00000000-0000-4000-8000-000000000000"

    def write(connection: sqlite3.Connection) -> None:
        row = insert_match(connection, match_id, match, times, times[0])
        for number in range(1, matches):
            copy = connection.execute(
                "INSERT INTO matches SELECT NULL, printf('%08x', ?) || substr(uuid, 9), game, options, start,"
                " begun_at + ? * 3600, changed_at + ? * 3600, events, turns, starter, finished, closed,"
                " checksum FROM matches WHERE id = ?",
                (number, number, number, row),
            ).lastrowid
            for table, rest in (
                ("seats", "seat, player, total, won, turns, best_points, best_turn"),
                ("events", "seq, at, event, checksum"),
            ):
                connection.execute(
                    f"INSERT INTO {table} SELECT ?, {rest} FROM {table} WHERE match = ?", (copy, row)
                )

    with Journal.open(home) as journal:
        journal.write(write)
    return match_id


def measure(home: Path, matches: int = MATCHES) -> dict[str, float]:
    """Return the median milliseconds of what the pages ask for."""
    match_id = fill(home, matches)
    book = Scorebook(home)
    last = Filter(search="ann addique", since=1_700_000_000.0 + MONTH_S)
    ladder = Ladder()
    questions: dict[str, Callable[[], Any]] = {
        "list": book.matches,
        "list, last page": lambda: book.matches(page=matches // 20),
        "list, searched": lambda: book.matches(last),
        "one match played again": lambda: book.story(match_id).match.results,
        "a player's figures": lambda: player_figures(book, "Ann"),
        "records of the house": lambda: records(book),
        "everybody's ratings, reckoned from nothing": lambda: Ladder().ratings(placings(book)),
        "everybody's ratings, opened again": lambda: ladder.ratings(placings(book)),
        "opening the journal": lambda: Journal.open(home).close(),
    }
    return {name: _median_ms(question) for name, question in questions.items()}


def _median_ms(question: Callable[[], Any]) -> float:
    """Ask often, and return the median time."""
    times = []
    for _ in range(TIMES):
        started = time.perf_counter()
        question()
        times.append((time.perf_counter() - started) * 1000)
    return round(statistics.median(times), 2)


def main() -> None:
    """Print the figures as Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.history", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        figures = measure(Path(place), args.matches)
    print(f"| a history of {args.matches} matches | ms |\n|---|---|")
    print("\n".join(f"| {name} | {value} |" for name, value in figures.items()))


if __name__ == "__main__":
    main()
