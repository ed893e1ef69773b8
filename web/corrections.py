"""Old turns: the list of them, and a page to put each one right."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template

from scoring.match import Match, Played
from web.boards import board_of
from web.house import house, shown_now
from web.parts import draw_parts
from web.viewer import Viewer, must_be_paired

corrections = Blueprint("corrections", __name__)


@corrections.get("/turns")
def turns() -> str:
    """List every turn."""
    viewer = house().viewer()
    shown = shown_now(viewer)
    if shown.match is None:
        abort(404)
    return render_template("pages/turns.html", shown=shown, parts=draw_parts(house(), "turns", shown, viewer))


@corrections.get("/turns/<int:index>")
def turn(index: int) -> str:
    """Show one turn to be changed or taken out."""
    viewer = house().viewer()
    must_be_paired(viewer)
    shown = shown_now(viewer)
    if shown.match is None or index >= len(shown.match.turns):
        abort(404)
    return render_template(
        "pages/turn.html",
        shown=shown,
        match=shown.match,
        turn=shown.match.turns[index],
        before=_board_before(index, viewer),
    )


def _board_before(index: int, viewer: Viewer) -> Any:
    """Return the board as it lay before a turn, so that the turn can be made again."""
    match = house().companion.snapshot().match
    if match is None:
        abort(404)
    earlier = Match(match.table, tuple(Played(turn) for turn in match.turns[:index]))
    return board_of(match.table, earlier.state, earlier.results, viewer.seat)
