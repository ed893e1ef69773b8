"""A match as a picture to share: who played, the totals, and how they grew."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape

from scoring.history.scorebook import Story
from scoring.history.statistics import LOWEST_WINS

WIDTH, HEIGHT = 1200, 630
MOST_ROWS = 8
_COLOURS = ("#1f5a43", "#b0371b", "#1d5c96", "#8a5a00", "#7a3b8f", "#3f6b1f", "#9a2f5d", "#39526b")
_LEFT, _RIGHT, _TOP, _BOTTOM = 640, 1130, 190, 540


def draw_scorecard(story: Story) -> str:
    """Draw the scorecard as SVG."""
    entry = story.entry
    date = datetime.fromtimestamp(entry.begun_at, UTC).strftime("%Y-%m-%d")
    said = ", ".join(f"{name} {total}" for name, total in zip(entry.players, entry.totals, strict=True))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
            f' height="{HEIGHT}" role="img" font-family="Atkinson Hyperlegible Next, Verdana, sans-serif">',
            f"<title>{escape(_printable(f'{entry.title}: {said}'))}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f5efe3"/>',
            f'<rect width="{WIDTH}" height="130" fill="#1f5a43"/>',
            _text(70, 85, entry.title, 56, "#fffdf8", weight=700),
            _text(WIDTH - 70, 85, date, 34, "#fffdf8", anchor="end"),
            *_rows(story),
            *_chart(story),
            _text(70, HEIGHT - 30, _ending(story), 24, "#6a5f50"),
            _text(WIDTH - 70, HEIGHT - 30, "Tallytop", 24, "#6a5f50", anchor="end"),
            "</svg>",
        ]
    )


def _rows(story: Story) -> list[str]:
    """Draw the players with their totals, the winners first."""
    entry = story.entry
    sign = 1 if entry.game in LOWEST_WINS else -1
    order = sorted(
        range(len(entry.players)),
        key=lambda seat: (seat not in entry.winners, sign * entry.totals[seat], seat),
    )
    step = min(90, 400 // min(MOST_ROWS, len(order)))
    size = min(44, step * 0.6)
    drawn = []
    for place, seat in enumerate(order[:MOST_ROWS]):
        y = 170 + step * (place + 0.65)
        if seat in entry.winners:
            drawn.append(
                f'<rect x="50" y="{y - step * 0.62:.0f}" width="530" height="{step * 0.9:.0f}" rx="12" '
                f'fill="#f2c14e"/>'
            )
        drawn.append(f'<circle cx="80" cy="{y - size * 0.35:.0f}" r="9" fill="{_colour(seat)}"/>')
        drawn.append(_text(105, y, _short(entry.players[seat]), size, "#221c14"))
        drawn.append(_text(560, y, str(entry.totals[seat]), size, "#221c14", anchor="end", weight=700))
    return drawn


def _chart(story: Story) -> list[str]:
    """Draw how the totals grew, turn by turn."""
    totals = [result.standing.totals for result in story.match.results]
    if not totals:
        return []
    lowest = min(0, *map(min, totals))
    highest = max(1, *map(max, totals))
    lines = [
        f'<path d="M{_LEFT} {_TOP}V{_BOTTOM}H{_RIGHT}" fill="none" stroke="#8d8069" stroke-width="2"/>',
        _text(_LEFT - 10, _TOP + 8, str(highest), 20, "#6a5f50", anchor="end"),
        _text(_RIGHT, _BOTTOM + 26, str(len(totals)), 20, "#6a5f50", anchor="end"),
    ]
    for seat in range(min(MOST_ROWS, len(totals[0]))):
        points = " ".join(
            f"{_LEFT + (_RIGHT - _LEFT) * count / len(totals):.1f},"
            f"{_BOTTOM - (_BOTTOM - _TOP) * (now[seat] - lowest) / (highest - lowest):.1f}"
            for count, now in enumerate(totals, start=1)
        )
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{_colour(seat)}" stroke-width="5" '
            f'stroke-linejoin="round"/>'
        )
    return lines


def _ending(story: Story) -> str:
    """Say how far the match got."""
    count = len(story.match.results)
    turns = f"{count} turn" if count == 1 else f"{count} turns"
    return turns if story.entry.finished else f"{turns}, not finished"


def _colour(seat: int) -> str:
    """Return a seat's colour."""
    return _COLOURS[seat % len(_COLOURS)]


def _short(name: str) -> str:
    """Return a name that fits its row."""
    return name if len(name) <= 18 else name[:17] + "…"


def _text(
    x: float, y: float, text: str, size: float, fill: str, anchor: str = "start", weight: int = 400
) -> str:
    """Write a line of text."""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size:.0f}" fill="{fill}" text-anchor="{anchor}"'
        f' font-weight="{weight}">{escape(_printable(text))}</text>'
    )


def _printable(text: str) -> str:
    """Leave out signs that XML cannot hold."""
    return "".join(sign for sign in text if sign.isprintable())
