"""Joining: the code, the QR picture of it, who a phone belongs to, and sending phones away."""

from __future__ import annotations

import io
from urllib.parse import quote

import segno
from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from web.house import house, shown_now
from web.phones import COOKIE, Phone
from web.shown import is_secret
from web.viewer import must_be_host, must_be_paired

joining = Blueprint("joining", __name__)
YEAR_S = 365 * 24 * 3600
LONGEST_NAME = 40


@joining.get("/join")
def join() -> str:
    """Show how to join; a paired phone sees the code for others."""
    given = request.args.get("code", "")[:12]
    return _page(given, "")


@joining.post("/join")
def pair() -> ResponseReturnValue:
    """Pair a phone whose code is right."""
    at = house()
    given = request.form.get("code", "")[:12]
    if not at.limit.allows(request.remote_addr or ""):
        return _page(given, _("Too many tries. Wait a moment, then try again.")), 429
    if not at.phones.fits(given):
        return _page(given, _("That is not the code. It is on the TV, such as KT-47.")), 403
    player = _name()
    if player and _is_taken(player, None):
        return _page(given, _("%(player)s's seat is on another phone.", player=player)), 409
    token = at.phones.pair(player)
    at.streams.nudge()
    response = make_response(redirect(url_for("pages.live")))
    response.set_cookie(COOKIE, token, max_age=YEAR_S, httponly=True, samesite="Lax")
    return response


@joining.post("/join/player")
def sit() -> ResponseReturnValue:
    """Say whose phone this is; in a game with secrets a seat cannot be changed for another."""
    at = house()
    viewer = at.viewer()
    must_be_paired(viewer)
    player = _name()
    if player != viewer.player:
        if player and _is_taken(player, viewer.key):
            return _page("", _("%(player)s's seat is on another phone.", player=player)), 409
        if viewer.seat is not None and is_secret(at.companion.snapshot().match):
            return _page("", _("You know the others' racks: keep your seat until the game is over.")), 409
        at.phones.name(viewer.key, player)
        at.streams.nudge()
    return redirect(url_for("pages.live"))


@joining.post("/leave")
def leave() -> ResponseReturnValue:
    """Forget this phone."""
    at = house()
    viewer = at.viewer()
    must_be_paired(viewer)
    at.phones.revoke(viewer.key)
    at.streams.nudge()
    response = make_response(redirect(url_for("pages.live")))
    response.delete_cookie(COOKIE)
    return response


@joining.get("/phones")
def phones() -> str:
    """Show the host who is paired."""
    must_be_host(house().viewer())
    return render_template("pages/phones.html", phones=house().phones.all(), shown=shown_now())


@joining.post("/phones/<action>")
def manage(action: str) -> ResponseReturnValue:
    """Send a phone away, make one more host, or change the code."""
    at = house()
    must_be_host(at.viewer())
    key = request.form.get("key", "")
    match action:
        case "revoke" if any(phone.key == key for phone in _others()):
            at.phones.revoke(key)
        case "host" if any(phone.key == key for phone in _others()):
            at.phones.make_host(key)
        case "code":
            at.phones.renew_code()
        case _:
            abort(404)
    at.streams.nudge()
    return redirect(url_for("joining.phones"))


@joining.get("/join.svg")
def qr() -> Response:
    """Draw the QR code that carries the address and the pairing code."""
    at = house()
    drawing = io.BytesIO()
    link = f"http://{at.address()}/join?code={quote(at.phones.code)}"
    segno.make(link, error="m").save(
        drawing, kind="svg", scale=4, border=4, dark="#221c14", light="#fffdf8", xmldecl=False, nl=False
    )
    return Response(drawing.getvalue(), mimetype="image/svg+xml")


def _page(given: str, wrong: str) -> str:
    return render_template(
        "pages/join.html",
        shown=shown_now(),
        given=given,
        wrong=wrong,
        code=house().phones.code,
        address=house().address(),
        spoken_address=house().spoken_address(),
    )


def _name() -> str:
    """Return the player's name as typed or tapped."""
    name = request.form.get("other", "").strip() or request.form.get("player", "").strip()
    return name[:LONGEST_NAME]


def _is_taken(player: str, key: str | None) -> bool:
    """Tell whether a seat in a game with secrets belongs to another phone."""
    at = house()
    match = at.companion.snapshot().match
    holder = at.phones.holder(player)
    return bool(match and is_secret(match) and player in match.table.players and holder and holder.key != key)


def _others() -> list[Phone]:
    return [phone for phone in house().phones.all() if phone.key != house().viewer().key]
