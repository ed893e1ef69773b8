"""The history: all matches, and one match turn by turn."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date

from scoring.games import GAMES
from scoring.history.bgstats import bgstats_link
from scoring.history.scorebook import Filter, Scorebook, Story
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
    return list_matches()


def list_matches(notice: str = "", wrong: str = "") -> str:
    """Draw the list that was asked for, and a word about what was done or what was wrong."""
    page = max(1, request.args.get("page", 1, int))
    wanted = Filter(
        game=_game(request.args.get("game", "")),
        player=request.args.get("player", "")[:100] or None,
        since=_day(request.args.get("since", ""), 0),
        until=_day(request.args.get("until", ""), 1),
        search=request.args.get("search", "")[:100],
    )
    found = book().matches(wanted, page, PER_PAGE)
    return render_template(
        "pages/history.html",
        found=found,
        page=page,
        pages=max(1, -(-found.total // PER_PAGE)),
        games=GAMES.values(),
        names=book().names(),
        given=request.args,
        day=spoken_day,
        notice=notice,
        wrong=wrong,
    )


@history.get("/<uuid:match>")
def match_page(match: object) -> str:
    """Show one match: the score as it ran, every turn, and the board at any of them."""
    story = story_of(match)
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
        open_book=may_be_read(story),
        link=bgstats_link(story),
        day=spoken_day,
    )


@history.get("/<uuid:match>/board/<int:turn>")
def board(match: object, turn: int) -> str:
    """Draw the board as it lay after some turns, for the slider."""
    return _board_at(story_of(match), turn)


@history.get("/<uuid:match>/photo/<int:seq>.jpg")
def photo(match: object, seq: int) -> Response:
    """Return the photo that a turn was read from."""
    story = story_of(match)
    exhibit = book().exhibit(story.entry.id, seq) if may_be_read(story) else None
    if exhibit is None:
        abort(404)
    return Response(exhibit.jpeg, mimetype="image/jpeg")


@history.post("/<uuid:match>/<action>")
def act(match: object, action: str) -> ResponseReturnValue:
    """Go on with a match, or delete it with its photos."""
    must_be_host(house().viewer())
    journal = house().journal
    if journal is None or action not in ("resume", "delete"):
        abort(404)
    match_id = story_of(match).entry.id
    if action == "resume":
        house().companion.ask(Resume(match_id))
        return redirect(url_for("pages.live"))
    journal.delete_match(match_id)
    return redirect(url_for("history.matches"))


def book() -> Scorebook:
    """Return the scorebook, where a history is kept."""
    journal = house().journal
    if journal is None:
        abort(404)
    return journal.scorebook


def story_of(match: object) -> Story:
    """Return a match of the history, or answer that there is none."""
    try:
        return book().story(str(match))
    except Refusal:
        abort(404)


def may_be_read(story: Story) -> bool:
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
        to_play=then.standing.to_play,
        photo=url_for("history.photo", match=story.entry.id, seq=seq)
        if seq and may_be_read(story) and book().exhibit(story.entry.id, seq)
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


def spoken_day(at: float) -> str:
    """Write a moment's day as people do."""
    return str(format_date(datetime.fromtimestamp(at).date(), "medium"))


def _game(written: str) -> str | None:
    """Return a game's name, if it is one."""
    return written if written in GAMES else None
