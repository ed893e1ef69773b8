"""A match as a picture to share: who played, the totals, and how they grew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape

from scoring.history.scorebook import Story
from scoring.history.statistics import LOWEST_WINS
from scoring.saying import Saying, say

WIDTH, HEIGHT = 1200, 630
MOST_ROWS = 8
PAPER, CARD, FELT, GOLD, INK, SOFT, EDGE = (
    "#f5efe3", "#fffdf8", "#1f5a43", "#f2c14e", "#221c14", "#6a5f50", "#8d8069",
)  # fmt: skip
_COLOURS = ("#1f5a43", "#b0371b", "#1d5c96", "#8a5a00", "#7a3b8f", "#3f6b1f", "#9a2f5d", "#39526b")
_LEFT, _RIGHT, _TOP, _BOTTOM = 690, 1130, 190, 530


@dataclass(frozen=True)
class Box:
    """A filled rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    round: float = 0


@dataclass(frozen=True)
class Line:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float


@dataclass(frozen=True)
class Words:
    """A line of text whose left or right end stands at x."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    at_end: bool = False


Shape = Box | Line | Words


def scorecard(story: Story, tell: Callable[[Saying], str] = str) -> tuple[Shape, ...]:
    """Return what the scorecard is drawn of, the lowest first; `tell` says it in some language."""
    entry = story.entry
    date = datetime.fromtimestamp(entry.begun_at, UTC).strftime("%Y-%m-%d")
    return (
        Box(0, 0, WIDTH, HEIGHT, PAPER),
        Box(0, 0, WIDTH, 130, FELT),
        Words(70, 85, entry.title, 56, CARD, bold=True),
        Words(WIDTH - 70, 85, date, 34, CARD, at_end=True),
        *_rows(story),
        *_chart(story),
        Words(70, HEIGHT - 30, tell(_ending(story)), 24, SOFT),
        Words(WIDTH - 70, HEIGHT - 30, "Tallytop", 24, SOFT, at_end=True),
    )


def draw_scorecard(story: Story, tell: Callable[[Saying], str] = str) -> str:
    """Draw the scorecard as SVG."""
    entry = story.entry
    said = ", ".join(f"{name} {total}" for name, total in zip(entry.players, entry.totals, strict=True))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
            f' height="{HEIGHT}" role="img" font-family="Atkinson Hyperlegible Next, Verdana, sans-serif">',
            f"<title>{escape(_printable(f'{entry.title}: {said}'))}</title>",
            *map(_svg, scorecard(story, tell)),
            "</svg>",
        ]
    )


def _rows(story: Story) -> Iterator[Shape]:
    """Lay out the players with their totals, the winners first."""
    entry = story.entry
    sign = 1 if entry.game in LOWEST_WINS else -1
    order = sorted(
        range(len(entry.players)),
        key=lambda seat: (seat not in entry.winners, sign * entry.totals[seat], seat),
    )
    step = min(84, 400 // min(MOST_ROWS, len(order)))
    size = min(44, step * 0.55)
    for place, seat in enumerate(order[:MOST_ROWS]):
        top = 160 + step * place
        y = top + step * 0.46 + size * 0.33
        yield Box(50, top, 540, step * 0.92, GOLD if seat in entry.winners else CARD, 14)
        yield Box(72, top + step * 0.46 - 9, 18, 18, _colour(seat), 9)
        yield Words(106, y, _short(entry.players[seat]), size, INK)
        yield Words(568, y, str(entry.totals[seat]), size, INK, bold=True, at_end=True)


def _chart(story: Story) -> Iterator[Shape]:
    """Lay out how the totals grew, turn by turn."""
    totals = [result.standing.totals for result in story.match.results]
    if not totals:
        return
    lowest = min(0, *map(min, totals))
    highest = max(1, *map(max, totals))
    yield Box(620, 160, 530, 412, CARD, 14)
    yield Line(((_LEFT, _TOP), (_LEFT, _BOTTOM), (_RIGHT, _BOTTOM)), EDGE, 2)
    yield Words(_LEFT - 10, _TOP + 8, str(highest), 20, SOFT, at_end=True)
    yield Words(_RIGHT, _BOTTOM + 28, str(len(totals)), 20, SOFT, at_end=True)
    for seat in range(min(MOST_ROWS, len(totals[0]))):
        points = tuple(
            (
                _LEFT + (_RIGHT - _LEFT) * count / len(totals),
                _BOTTOM - (_BOTTOM - _TOP) * (now[seat] - lowest) / (highest - lowest),
            )
            for count, now in enumerate(totals, start=1)
        )
        yield Line(points, _colour(seat), 5)


def _ending(story: Story) -> Saying:
    """Say how far the match got."""
    count = len(story.match.results)
    turns = say("{count} turn" if count == 1 else "{count} turns", count=count)
    return turns if story.entry.finished else say("{turns}, not finished", turns=turns)


def _colour(seat: int) -> str:
    """Return a seat's colour."""
    return _COLOURS[seat % len(_COLOURS)]


def _short(name: str) -> str:
    """Return a name that fits its row."""
    return name if len(name) <= 18 else name[:17] + "…"


def _svg(shape: Shape) -> str:
    """Write a shape as SVG."""
    match shape:
        case Box(x, y, width, height, fill, corner):
            return (
                f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="{corner:.0f}"'
                f' fill="{fill}"/>'
            )
        case Line(points, colour, width):
            said = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            return (
                f'<polyline points="{said}" fill="none" stroke="{colour}" stroke-width="{width:.0f}"'
                f' stroke-linejoin="round"/>'
            )
        case Words(x, y, text, size, colour, bold, at_end):
            return (
                f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size:.0f}" fill="{colour}"'
                f' text-anchor="{"end" if at_end else "start"}" font-weight="{700 if bold else 400}">'
                f"{escape(_printable(text))}</text>"
            )


def _printable(text: str) -> str:
    """Leave out signs that XML cannot hold."""
    return "".join(sign for sign in text if sign.isprintable())
