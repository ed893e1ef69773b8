"""Setting up a game: which one, who plays, in plain words how, and off it goes."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as lazy

from scoring.game import STARTER, Game
from scoring.games import GAMES
from scoring.match import Refusal
from scoring.saying import RecordError
from scoring.snapshot import Begin
from web.actions import read_table
from web.house import house, shown_now
from web.viewer import must_be_allowed_to_begin
from web.words import tell, tell_all

setting_up = Blueprint("setting_up", __name__)
MOST_NAMES = 24
BLURBS = {
    "addique": lazy("Lay crosses of numerals. Numbers that divide by nine score."),
    "formula": lazy("Change the sum on the table with one to three cards."),
    "addup": lazy("Two rows of cards. Make them equal and win them all."),
    "trictrac": lazy("Two dice, nine numbers. Cover as many as you can."),
    "code777": lazy("Everyone sees your three numbers but you. Ask and deduce."),
}


@setting_up.get("/setup")
def choose() -> str:
    """Offer the five games."""
    _check()
    return render_template("pages/choose.html", games=GAMES.values(), blurbs=BLURBS, shown=shown_now())


@setting_up.get("/setup/<name>")
def prepare(name: str) -> str:
    """Ask who plays and how."""
    _check()
    return _form(_game(name), {}, [])


@setting_up.post("/setup/<name>")
def begin(name: str) -> ResponseReturnValue:
    """Start the game, or say what is still missing."""
    _check()
    game = _game(name)
    given = _given(game)
    try:
        drawing = name == "addique" and request.form.get("starter") == "draw"
        house().begin(Begin(read_table(given), drawing))
    except Refusal as error:
        return _form(game, given, tell_all(error.problems)), 422
    except RecordError as error:
        return _form(game, given, [tell(error.saying)]), 422
    return redirect(url_for("pages.live"))


def _check() -> None:
    """Turn away whoever may not begin a game now."""
    must_be_allowed_to_begin(house().viewer(), house().companion.snapshot().match)


def _game(name: str) -> Game[Any, Any]:
    if name not in GAMES:
        abort(404)
    return GAMES[name]


def _given(game: Game[Any, Any]) -> dict[str, Any]:
    """Read the form as a table."""
    players = [name.strip()[:40] for name in request.form.getlist("player") if name.strip()]
    options: dict[str, Any] = {}
    for option in game.options:
        written = request.form.get(option.name, "")
        if isinstance(option.default, bool):
            options[option.name] = written == "on"
        elif written.strip():
            options[option.name] = int(written) if written.strip().isdecimal() else written
    given: dict[str, Any] = {"game": game.name, "players": players, "options": options}
    starter = request.form.get("starter", "").removeprefix("player:").strip()
    if starter in players:
        given[STARTER] = starter
    elif starter == "first" and players:
        given[STARTER] = players[0]
    return given


def _form(game: Game[Any, Any], given: dict[str, Any], wrong: list[str]) -> str:
    counts = game.player_counts
    return render_template(
        "pages/prepare.html",
        game=game,
        given=given,
        wrong=wrong,
        known=_known_names(),
        fewest=min(counts),
        most=min(max(counts), 12),
        counts=list(counts) if not isinstance(counts, range) else [],
        blurb=BLURBS[game.name],
        shown=shown_now(),
    )


def _known_names() -> list[str]:
    """Return names of people who played before, those of the last match first."""
    at = house()
    match = at.companion.snapshot().match
    names = list(match.table.players) if match else []
    names += at.journal.scorebook.names(MOST_NAMES) if at.journal else []
    names += [phone.player for phone in at.phones.all() if phone.player]
    return list(dict.fromkeys(names))[:MOST_NAMES]
