"""The history: all matches, one match turn by turn, the players and the records of the house."""

from __future__ import annotations

import time as wall_clock
from datetime import date, datetime, time, timedelta

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from flask_babel import gettext as _

from scoring.games import GAMES
from scoring.history.bgstats import bgstats_link, write_bgsplay
from scoring.history.bundle import write_bundle
from scoring.history.imports import take_in
from scoring.history.match_file import write_matches
from scoring.history.scorebook import Filter, Scorebook, Story
from scoring.history.scorecard import draw_scorecard
from scoring.history.statistics import all_figures, player_figures, records
from scoring.history.table_file import write_table
from scoring.match import Match, Played, Refusal
from scoring.snapshot import Resume
from web.boards import board_of
from web.charts import running_chart
from web.house import house
from web.shown import is_secret, show_match, show_turn
from web.viewer import Viewer, must_be_host

history = Blueprint("history", __name__, url_prefix="/history")
PER_PAGE = 20


@history.get("")
def matches() -> str:
    """List the matches, the latest first."""
    return _list("")


def _list(notice: str) -> str:
    """Draw the list that was asked for, and a word about what was done."""
    page = max(1, request.args.get("page", 1, int))
    wanted = Filter(
        game=_game(request.args.get("game", "")),
        player=request.args.get("player", "")[:100] or None,
        since=_day(request.args.get("since", ""), 0),
        until=_day(request.args.get("until", ""), 1),
        search=request.args.get("search", "")[:100],
    )
    found = _book().matches(wanted, page, PER_PAGE)
    return render_template(
        "pages/history.html",
        found=found,
        page=page,
        pages=max(1, -(-found.total // PER_PAGE)),
        games=GAMES.values(),
        names=_book().names(),
        given=request.args,
        day=_spoken_day,
        notice=notice,
    )


@history.get("/<uuid:match>")
def match_page(match: object) -> str:
    """Show one match: the score as it ran, every turn, and the board at any of them."""
    story = _story(match)
    turn = request.args.get("turn", len(story.match.turns), int)
    told = show_match(story.entry.id, story.match, Viewer())
    return render_template(
        "pages/match.html",
        story=story,
        match=told,
        chart=running_chart(story.match),
        turn=min(max(0, turn), len(told.turns)),
        part=_board_at(story, min(max(0, turn), len(told.turns))),
        notable=_notable(story),
        open_book=_may_be_read(story),
        link=bgstats_link(story),
        day=_spoken_day,
    )


@history.get("/<uuid:match>/board/<int:turn>")
def board(match: object, turn: int) -> str:
    """Draw the board as it lay after some turns, for the slider."""
    return _board_at(_story(match), turn)


@history.get("/<uuid:match>/photo/<int:seq>.jpg")
def photo(match: object, seq: int) -> Response:
    """Return the photo that a turn was read from."""
    story = _story(match)
    exhibit = _book().exhibit(story.entry.id, seq) if _may_be_read(story) else None
    if exhibit is None:
        abort(404)
    return Response(exhibit.jpeg, mimetype="image/jpeg")


@history.get("/<uuid:match>/export.<kind>")
def export(match: object, kind: str) -> Response:
    """Give a match away as a file."""
    story = _story(match)
    if not _may_be_read(story):
        abort(403)
    match kind:
        case "json":
            body: bytes | str = write_matches([story])
            mimetype = "application/json"
        case "csv":
            body, mimetype = write_table([story]), "text/csv"
        case "svg":
            body, mimetype = draw_scorecard(story), "image/svg+xml"
        case "bgsplay":
            body, mimetype = write_bgsplay([story]), "application/octet-stream"
        case "zip":
            body, mimetype = write_bundle(_book(), story.entry.id), "application/zip"
        case _:
            abort(404)
    name = f"{story.entry.game}-{story.entry.id[:8]}.{kind}"
    return Response(
        body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@history.post("/<uuid:match>/<action>")
def act(match: object, action: str) -> ResponseReturnValue:
    """Go on with a match, or delete it with its photos."""
    must_be_host(house().viewer())
    journal = house().journal
    if journal is None or action not in ("resume", "delete"):
        abort(404)
    match_id = _story(match).entry.id
    if action == "resume":
        house().companion.ask(Resume(match_id))
        return redirect(url_for("pages.live"))
    journal.delete_match(match_id)
    return redirect(url_for("history.matches"))


@history.post("/import")
def take() -> ResponseReturnValue:
    """Take in a match from another Tallytop."""
    must_be_host(house().viewer())
    journal, upload = house().journal, request.files.get("file")
    if journal is None or upload is None:
        abort(404)
    took = take_in(journal, upload.read(), wall_clock.time())
    return _list(
        _("Added: %(added)s. Known already: %(known)s.", added=len(took.added), known=len(took.known))
    )


@history.get("/players")
def players() -> str:
    """List everybody who has played."""
    return render_template("pages/players.html", figures=all_figures(_book()))


@history.get("/players/<name>")
def player(name: str) -> str:
    """Show one player's figures."""
    try:
        figures = player_figures(_book(), name[:100])
    except Refusal:
        abort(404)
    return render_template("pages/player.html", figures=figures, games=GAMES, day=_spoken_day)


@history.post("/players/<name>/forget")
def forget(name: str) -> ResponseReturnValue:
    """Take a name out of everything; the scores stay."""
    must_be_host(house().viewer())
    journal = house().journal
    if journal is None:
        abort(404)
    journal.forget_player(name)
    return redirect(url_for("history.players"))


@history.get("/records")
def house_records() -> str:
    """Show the records of the house."""
    return render_template("pages/records.html", records=records(_book()), games=GAMES, day=_spoken_day)


def _book() -> Scorebook:
    journal = house().journal
    if journal is None:
        abort(404)
    return journal.scorebook


def _story(match: object) -> Story:
    try:
        return _book().story(str(match))
    except Refusal:
        abort(404)


def _may_be_read(story: Story) -> bool:
    """Keep the racks of a match that may still go on out of every file and photo."""
    return story.match.standing.finished or not is_secret(story.match)


def _board_at(story: Story, turn: int) -> str:
    """Draw the board and the sentence after some turns."""
    whole = story.match
    if turn > len(whole.turns):
        abort(404)
    then = Match(whole.table, tuple(Played(one) for one in whole.turns[:turn]))
    seq = story.seqs[turn - 1] if turn else None
    return render_template(
        "parts/replay.html",
        game=whole.table.game,
        board=board_of(whole.table, then.state, then.results, None),
        said=show_turn(then, turn - 1, then.results[-1]) if turn else None,
        players=whole.table.players,
        totals=then.standing.totals,
        photo=url_for("history.photo", match=story.entry.id, seq=seq)
        if seq and _may_be_read(story) and _book().exhibit(story.entry.id, seq)
        else "",
    )


def _notable(story: Story) -> list[int]:
    """Return the turns that brought most, the best first."""
    scored = [at for at, result in enumerate(story.match.results) if result.points > 0]
    return sorted(scored, key=lambda at: -story.match.results[at].points)[:3]


def _day(written: str, days: int) -> float | None:
    """Read a date as the moment it begins, some days later."""
    try:
        return datetime.combine(date.fromisoformat(written) + timedelta(days), time()).timestamp()
    except (ValueError, OverflowError):
        return None


def _spoken_day(at: float) -> str:
    """Write a moment's day as people do."""
    return str(format_date(datetime.fromtimestamp(at).date(), "medium"))


def _game(written: str) -> str | None:
    """Return a game's name, if it is one."""
    return written if written in GAMES else None
