"""The people behind the matches: everybody's figures, how strong they grew, and the records of the house."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scoring.games import GAMES
from scoring.history.statistics import all_figures, placings, player_figures, records
from scoring.match import Refusal
from web.charts import rating_chart
from web.history import book, spoken_day
from web.house import house
from web.viewer import must_be_host

people = Blueprint("people", __name__, url_prefix="/history")


@people.get("/players")
def players() -> str:
    """List everybody who has played."""
    return render_template(
        "pages/players.html",
        figures=all_figures(book()),
        ratings={name: past[-1].rating for name, past in house().ladder.ratings(placings(book())).items()},
    )


@people.get("/players/<name>")
def player(name: str) -> str:
    """Show one player's figures."""
    try:
        figures = player_figures(book(), name[:100])
    except Refusal:
        abort(404)
    past = house().ladder.ratings(placings(book())).get(figures.name, ())
    return render_template(
        "pages/player.html",
        figures=figures,
        past=past,
        chart=rating_chart(figures.name, past) if len(past) > 1 else None,
        games=GAMES,
        day=spoken_day,
    )


@people.post("/players/<name>/forget")
def forget(name: str) -> ResponseReturnValue:
    """Take a name out of everything; the scores stay."""
    must_be_host(house().viewer())
    journal = house().journal
    if journal is None:
        abort(404)
    journal.forget_player(name)
    return redirect(url_for("people.players"))


@people.get("/records")
def house_records() -> str:
    """Show the records of the house."""
    return render_template("pages/records.html", records=records(book()), games=GAMES, day=spoken_day)
