"""Matches as a CSV table, one line a turn, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from scoring.history.match_file import iso
from scoring.history.scorebook import Story

HEADING = ("match", "begun", "game", "turn", "at", "player", "points", "total", "says")


def write_table(stories: Sequence[Story]) -> str:
    """Give the turns of matches as CSV."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(HEADING)
    for story in stories:
        entry = story.entry
        for count, (result, at) in enumerate(zip(story.match.results, story.times, strict=True), start=1):
            seat = result.seat
            name = "" if seat is None else story.match.table.name(seat)
            total = "" if seat is None else result.standing.totals[seat]
            says = str(result.saying)
            row = (iso(entry.begun_at), entry.title, count, iso(at), _plain(name), result.points, total)
            table.writerow((entry.id, *row, _plain(says)))
    return out.getvalue()


def _plain(text: str) -> str:
    """Keep a spreadsheet from taking a name for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
