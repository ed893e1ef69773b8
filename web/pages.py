"""The pages everybody may open: the live score, the TV, the camera, the calculator, the settings."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.addique_board import TILES
from web.boards.code777 import deck_triangle
from web.house import house, shown_now
from web.languages import COOKIE, LANGUAGES
from web.parts import draw_parts
from web.questions import answer_text, answers
from web.shown import is_secret, may_be_asked
from web.viewer import Viewer, must_be_host, must_be_paired

pages = Blueprint("pages", __name__)
YEAR_S = 365 * 24 * 3600


@pages.app_context_processor
def shared() -> dict[str, object]:
    """Give every template what the page's frame needs."""
    return {
        "viewer": house().viewer(),
        "has_history": house().journal is not None,
        "has_table": house().table is not None,
        "has_doctor": house().doctor is not None,
        "has_settings": house().keeper is not None,
        "has_survey": house().surveyor is not None,
        "triangle": deck_triangle,
        "answers": answers,
        "answer_text": answer_text,
    }


@pages.get("/")
def live() -> str:
    """Show the score; with no game yet, how to begin."""
    viewer = house().viewer()
    shown = shown_now(viewer)
    if shown.match is None and shown.opening is None:
        return render_template("pages/home.html", shown=shown, code=house().phones.code)
    return render_template("pages/live.html", shown=shown, parts=draw_parts(house(), "live", shown, viewer))


@pages.get("/tv")
def tv() -> str:
    """Show the score across the room."""
    # The TV is everybody's: it never shows more than a watcher sees.
    shown = shown_now(Viewer())
    parts = draw_parts(house(), "tv", shown, Viewer())
    return render_template("pages/tv.html", shown=shown, parts=parts)


@pages.get("/camera")
def camera() -> str:
    """Show the camera's picture with what was read in it."""
    viewer = house().viewer()
    shown = shown_now(viewer)
    secret = is_secret(house().companion.snapshot().match)
    parts = draw_parts(house(), "camera", shown, viewer)
    return render_template("pages/camera.html", shown=shown, parts=parts, secret=secret)


@pages.get("/picture.jpg")
def picture() -> Response:
    """Return the camera's latest picture; never while it may show somebody's rack."""
    if is_secret(house().companion.snapshot().match):
        abort(403)
    data = house().companion.picture()
    if data is None:
        abort(404)
    return Response(data, mimetype="image/jpeg")


@pages.get("/question/<int:number>.jpg")
def crop(number: int) -> Response:
    """Return the piece in doubt as the camera saw it."""
    snapshot = house().companion.snapshot()
    question = snapshot.question
    if not may_be_asked(snapshot, house().viewer()):
        abort(403)
    if question is None or question.number != number or not question.crop_jpeg:
        abort(404)
    return Response(question.crop_jpeg, mimetype="image/jpeg")


@pages.get("/calculator")
def calculator() -> str:
    """Show Addique's table of nines and work out any number."""
    return render_template("pages/calculator.html", tiles=TILES)


@pages.get("/photo")
def photo() -> str:
    """Let a phone be the camera."""
    must_be_paired(house().viewer())
    return render_template("pages/photo.html", shown=shown_now())


@pages.get("/settings")
def settings() -> str:
    """Show what a person can change: the language, sound, speech, the timer."""
    return render_template("pages/settings.html", shown=shown_now())


@pages.get("/doctor")
def doctor() -> str:
    """Show how every part is, and what would mend it."""
    must_be_host(house().viewer())
    look = house().doctor
    if look is None:
        abort(404)
    return render_template("pages/doctor.html", checks=look(), shown=shown_now())


@pages.post("/language")
def language() -> ResponseReturnValue:
    """Keep the language this phone speaks."""
    code = request.form.get("language", "")
    if code not in LANGUAGES:
        abort(400)
    response = make_response(redirect(url_for("pages.settings")))
    response.set_cookie(COOKIE, code, max_age=YEAR_S, samesite="Lax", httponly=True)
    return response


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Let the page be put on a phone's home screen."""
    icons = [{"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    body = {
        "name": "Tallytop",
        "short_name": "Tallytop",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f5efe3",
        "theme_color": "#1f5a43",
        "icons": icons,
    }
    response = make_response(body)
    response.mimetype = "application/manifest+json"
    return response
