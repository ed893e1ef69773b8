"""The programs' door: JSON in, JSON out, every refusal a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from scoring.fields import Fields, fields_of, take, text, whole
from scoring.match import Closed, Match, Refusal, Stale
from scoring.saying import RecordError
from scoring.snapshot import Action, Answer, Automatic, Begin, Do, Photo, Point, Press, Resume
from web.actions import read_event, read_table, read_version
from web.guard import LARGEST_UPLOAD_BYTES
from web.house import house, shown_now
from web.pictures import check_picture
from web.previews import preview_event
from web.shown import is_secret, may_be_asked, show, tell_problems
from web.viewer import must_be_allowed_to_begin, must_be_host, must_be_paired
from web.words import tell

api = Blueprint("api", __name__, url_prefix="/api")
BUTTONS = ("next", "undo", "yes", "no")


@api.get("/snapshot")
def snapshot() -> Response:
    """Return what this viewer may see now."""
    return jsonify(shown_now().as_json())


@api.get("/description")
def description() -> Response:
    """Return the OpenAPI description of this interface."""
    file = Path(current_app.static_folder or "") / "openapi.json"
    return Response(file.read_bytes(), mimetype="application/json")


@api.post("/event")
def event() -> Response:
    """Let something happen to the match: a turn, a correction, undo, redo, the end."""
    must_be_paired(house().viewer())
    fields = _body()
    happened = read_event(_match(), fields, house().viewer(), house().settings.shuffle)
    if isinstance(happened, Closed):
        must_be_host(house().viewer())
    return _ask(Do(happened, read_version(fields)))


@api.post("/preview")
def preview() -> Response:
    """Say what an event would do, without doing it."""
    viewer = house().viewer()
    must_be_paired(viewer)
    match = _match()
    happened = read_event(match, _body(), viewer, house().settings.shuffle)
    return jsonify(preview_event(match, happened))


@api.post("/press")
def press() -> Response:
    """Press a button."""
    must_be_paired(house().viewer())
    fields = _body()
    button = take(fields, "button", "The press")
    if button not in BUTTONS:
        raise RecordError("There is no such button.")
    version = fields.get("version")
    return _ask(Press(button, None if version is None else whole(version, "The version", 0)))


@api.post("/answer")
def answer() -> Response:
    """Answer the camera's question, or have it look again."""
    viewer = house().viewer()
    must_be_paired(viewer)
    fields = _body()
    face = fields.get("face")
    if face is not None and not may_be_asked(house().companion.snapshot(), viewer):
        abort(403)
    number = whole(take(fields, "question", "The answer"), "The question's number")
    return _ask(Answer(number, None if face is None else text(face, "The face", 20)))


@api.post("/point")
def point() -> Response:
    """Point at a piece that was read wrongly: it is asked about; never one that may be of a rack."""
    must_be_paired(house().viewer())
    fields = _body()
    if is_secret(house().companion.snapshot().match):
        abort(403)
    place = whole(take(fields, "piece", "The press"), "The piece's place", 0)
    return _ask(Point(place, text(take(fields, "face", "The press"), "The face", 20)))


@api.post("/photo")
def photo() -> Response:
    """Take a picture made with a phone."""
    must_be_paired(house().viewer())
    upload = request.files.get("photo")
    data = upload.read(LARGEST_UPLOAD_BYTES + 1) if upload else request.get_data()
    check_picture(data)
    return _ask(Photo(data))


@api.post("/automatic")
def automatic() -> Response:
    """Switch the companion's own confirming on or off."""
    must_be_host(house().viewer())
    on = take(_body(), "on", "The switch")
    if not isinstance(on, bool):
        raise RecordError("The switch is true or false.")
    return _ask(Automatic(on))


@api.post("/begin")
def begin() -> Response:
    """Start a new match."""
    must_be_allowed_to_begin(house().viewer(), house().companion.snapshot().match)
    fields = _body()
    drawing = fields.get("draw_for_start", False)
    if not isinstance(drawing, bool):
        raise RecordError("The draw for the start is true or false.")
    after = house().begin(Begin(read_table(fields), drawing))
    return jsonify(show(after, house().viewer()).as_json())


@api.post("/resume")
def resume() -> Response:
    """Go on with an old match."""
    must_be_host(house().viewer())
    return _ask(Resume(text(take(_body(), "match", "The request"), "The match")))


@api.errorhandler(RecordError)
def malformed(error: RecordError) -> tuple[Response, int]:
    """Say what cannot be read."""
    return jsonify(problems=[{"rule": "malformed", "message": tell(error.saying)}]), 400


@api.errorhandler(Refusal)
def refused(error: Refusal) -> tuple[Response, int]:
    """Say why nothing was done."""
    messages = tell_problems(error.problems, is_secret(house().companion.snapshot().match))
    told = [
        {"rule": found.rule, "message": message}
        for found, message in zip(error.problems, messages, strict=True)
    ]
    return jsonify(problems=told), 409 if isinstance(error, Stale) else 422


def _ask(action: Action) -> Response:
    """Have the one writer do it, and return what is to be seen then."""
    after = house().companion.ask(action)
    return jsonify(show(after, house().viewer()).as_json())


def _match() -> Match:
    match = house().companion.snapshot().match
    if match is None:
        abort(404)
    return match


def _body() -> Fields:
    """Return the request's JSON fields."""
    body: Any = request.get_json(silent=True)
    return fields_of(body, "The request")
