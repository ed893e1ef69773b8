"""The running score as a chart: one line for each player, numbers beside it for those who cannot see it."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.match import Match

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

    def height(total: int) -> float:
        return round(HEIGHT - (total - lowest) / (highest - lowest) * HEIGHT, 1)

    step = WIDTH / max(1, len(totals) - 1)
    lines = tuple(
        Line(
            player,
            tuple(now[seat] for now in totals),
            " ".join(f"{k * step:.1f},{height(now[seat])}" for k, now in enumerate(totals)),
            height(totals[-1][seat]),
        )
        for seat, player in enumerate(match.table.players)
    )
    return Chart(lines, lowest, highest, height(0))
