"""What the matches say about the people: wins, averages, streaks, pairs, and the records of the house."""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from scoring.games import GAMES
from scoring.history.scorebook import Scorebook
from scoring.match import Refusal
from scoring.saying import problem

LOWEST_WINS = frozenset({"trictrac"})
"""Games in which few points are good; a turn's points are no feat there."""


@dataclass(frozen=True)
class Feat:
    """Something worth remembering: how much, whose, and in which match; a turn is counted from 0."""

    value: int
    player: str
    match_id: str
    at: float
    turn: int | None = None


@dataclass(frozen=True)
class GameFigures:
    """How a player does in one game, over the matches that were played to the end."""

    game: str
    played: int
    won: int
    average: float
    best: int
    best_turn: Feat | None


@dataclass(frozen=True)
class PairFigures:
    """How often two players met in finished matches, and who of the two won."""

    other: str
    met: int
    won: int
    lost: int


@dataclass(frozen=True)
class PlayerFigures:
    """All figures of one player."""

    name: str
    played: int
    won: int
    longest_streak: int
    streak: int
    games: tuple[GameFigures, ...]
    pairs: tuple[PairFigures, ...]


@dataclass(frozen=True)
class Records:
    """The records of the house in one game."""

    game: str
    matches: int
    best_total: Feat | None
    best_turn: Feat | None
    most_turns: Feat | None
    longest_streak: Feat | None


@dataclass(frozen=True)
class Placing:
    """Who came where in one finished match; equal ranks are shared."""

    match_id: str
    game: str
    at: float
    players: tuple[str, ...]
    ranks: tuple[int, ...]


class _Result(NamedTuple):
    """One seat of one finished match; of these there are tens of thousands."""

    match_id: str
    game: str
    at: float
    match_turns: int
    player: int
    name: str | None
    total: int
    won: bool
    best_points: int | None
    best_turn: int | None


def player_figures(book: Scorebook, name: str) -> PlayerFigures:
    """Return all figures of a player."""
    with book.reading() as connection:
        found = connection.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
        if found is None:
            raise Refusal(problem("no-such-player", "Nobody called {name} has played.", name=name))
        own = _results(connection, "AND s.player = ?", found["id"])
        beside = _results(
            connection,
            "AND m.id IN (SELECT match FROM seats WHERE player = ?) AND s.player != ?",
            found["id"],
            found["id"],
        )
    wins = [result.won for result in own]
    return PlayerFigures(
        name=name,
        played=len(own),
        won=sum(wins),
        longest_streak=_longest_streak(wins),
        streak=_streak(wins),
        games=tuple(
            _game_figures(game, played)
            for game in GAMES
            if (played := [result for result in own if result.game == game])
        ),
        pairs=_pairs(own, beside),
    )


def all_figures(book: Scorebook) -> tuple[tuple[str, int, int], ...]:
    """Return every player's name, finished matches and wins, the most successful first."""
    with book.reading() as connection:
        rows = connection.execute(
            "SELECT name, sum(finished), sum(won) FROM players JOIN seats s ON s.player = players.id"
            " JOIN matches m ON m.id = s.match WHERE name IS NOT NULL"
            " GROUP BY players.id ORDER BY 3 DESC, 2 DESC, 1"
        )
        return tuple((row[0], row[1], row[2]) for row in rows)


def records(book: Scorebook) -> tuple[Records, ...]:
    """Return the records of the house, game by game."""
    with book.reading() as connection:
        results = _results(connection, "")
    by_game: dict[str, list[_Result]] = defaultdict(list)
    for result in results:
        by_game[result.game].append(result)
    return tuple(_records(game, by_game[game]) for game in GAMES if by_game[game])


def placings(book: Scorebook) -> tuple[Placing, ...]:
    """Return who came where in every finished match, in the order they began: what ratings are made of."""
    with book.reading() as connection:
        results = _results(connection, "")
    by_match: dict[str, list[_Result]] = defaultdict(list)
    for result in results:
        by_match[result.match_id].append(result)
    return tuple(_placing(match_id, seats) for match_id, seats in by_match.items())


def _results(connection: sqlite3.Connection, condition: str, *values: object) -> list[_Result]:
    """Return seats of finished matches in the order the matches began."""
    rows = connection.execute(
        "SELECT m.uuid, m.game, m.begun_at, m.turns, s.player, p.name, s.total, s.won, s.best_points,"
        " s.best_turn FROM matches m JOIN seats s ON s.match = m.id JOIN players p ON p.id = s.player"
        f" WHERE m.finished {condition} ORDER BY m.begun_at, m.id, s.seat",
        values,
    )
    return [_Result(*row) for row in rows]


def _game_figures(game: str, played: list[_Result]) -> GameFigures:
    """Sum up a player's matches in one game."""
    totals = [result.total for result in played]
    return GameFigures(
        game=game,
        played=len(played),
        won=sum(result.won for result in played),
        average=sum(totals) / len(totals),
        best=min(totals) if game in LOWEST_WINS else max(totals),
        best_turn=_best_turn(game, played),
    )


def _pairs(own: list[_Result], beside: list[_Result]) -> tuple[PairFigures, ...]:
    """Compare a player with everybody who sat at the same table."""
    won_by_me = {result.match_id: result.won for result in own}
    met: Counter[str] = Counter()
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for other in beside:
        if other.name is None:
            continue
        met[other.name] += 1
        won[other.name] += won_by_me[other.match_id] and not other.won
        lost[other.name] += other.won and not won_by_me[other.match_id]
    return tuple(PairFigures(name, count, won[name], lost[name]) for name, count in met.most_common())


def _records(game: str, results: list[_Result]) -> Records:
    """Find the records of one game; whoever is forgotten holds none."""
    named = [result for result in results if result.name is not None]
    winners = [result for result in named if result.won]
    pick = min if game in LOWEST_WINS else max
    best = pick(winners, key=lambda result: result.total, default=None)
    longest = max(winners, key=lambda result: result.match_turns, default=None)
    return Records(
        game=game,
        matches=len({result.match_id for result in results}),
        best_total=None if best is None else _feat(best, best.total),
        best_turn=_best_turn(game, named),
        most_turns=None if longest is None else _feat(longest, longest.match_turns),
        longest_streak=_best_streak(named),
    )


def _best_turn(game: str, results: Iterable[_Result]) -> Feat | None:
    """Find the turn with the most points, the first of equals."""
    if game in LOWEST_WINS:
        return None
    best = max(results, key=lambda result: result.best_points or 0, default=None)
    if best is None or not best.best_points:
        return None
    return _feat(best, best.best_points, best.best_turn)


def _best_streak(results: list[_Result]) -> Feat | None:
    """Find who won most often in a row."""
    best: Feat | None = None
    row: Counter[int] = Counter()
    for result in results:
        row[result.player] = row[result.player] + 1 if result.won else 0
        if row[result.player] > (best.value if best else 0):
            best = _feat(result, row[result.player])
    return best


def _feat(result: _Result, value: int, turn: int | None = None) -> Feat:
    """Write a feat on a player's name."""
    return Feat(value, result.name or "", result.match_id, result.at, turn)


def _placing(match_id: str, seats: list[_Result]) -> Placing:
    """Rank the seats of a match: winners first, then by total."""
    sign = 1 if seats[0].game in LOWEST_WINS else -1
    order = [(not seat.won, sign * seat.total) for seat in seats]
    ranks = tuple(1 + sum(other < own for other in order) for own in order)
    names = tuple(seat.name or f"#{seat.player}" for seat in seats)
    return Placing(match_id, seats[0].game, seats[0].at, names, ranks)


def _streak(wins: list[bool]) -> int:
    """Count the wins in a row up to now."""
    count = 0
    for won in reversed(wins):
        if not won:
            break
        count += 1
    return count


def _longest_streak(wins: list[bool]) -> int:
    """Count the most wins in a row."""
    longest = count = 0
    for won in wins:
        count = count + 1 if won else 0
        longest = max(longest, count)
    return longest
