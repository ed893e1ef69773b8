"""Figures that run on as a chart: one line for each player, numbers beside it for who cannot see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.match import Match
from web.ratings import START, RatingPoint

WIDTH, HEIGHT = 600, 240


@dataclass(frozen=True)
class Line:
    """A player's totals after every turn, and where the line goes."""

    player: str
    totals: tuple[int, ...]
    points: str
    end_y: float


@dataclass(frozen=True)
class Chart:
    """All lines, the scale's ends, and where nought lies."""

    lines: tuple[Line, ...]
    lowest: int
    highest: int
    zero_y: float
    width: int = WIDTH
    height: int = HEIGHT


def running_chart(match: Match) -> Chart:
    """Return the chart of a match."""
    totals = [(0,) * match.table.seats, *(result.standing.totals for result in match.results)]
    if match.table.game == "trictrac" and len(totals) > 1:
        totals = totals[1:]
    lowest = min(0, *(min(now) for now in totals))
    highest = max(1, *(max(now) for now in totals))
    series = {player: [now[seat] for now in totals] for seat, player in enumerate(match.table.players)}
    return _chart(series, lowest, highest)


def rating_chart(player: str, past: Sequence[RatingPoint]) -> Chart:
    """Return the chart of a player's ratings, match by match."""
    series = [point.rating for point in past]
    return _chart({player: series}, min(START, *series), max(START, *series) + 1)


def _chart(series: Mapping[str, Sequence[int]], lowest: int, highest: int) -> Chart:
    """Lay out one line for each player."""

    def height(total: int) -> float:
        return round(HEIGHT - (total - lowest) / (highest - lowest) * HEIGHT, 1)

    lines = tuple(
        Line(
            player,
            tuple(totals),
            " ".join(
                f"{k * WIDTH / max(1, len(totals) - 1):.1f},{height(total)}" for k, total in enumerate(totals)
            ),
            height(totals[-1]),
        )
        for player, totals in series.items()
    )
    return Chart(lines, lowest, highest, height(max(0, lowest)))
