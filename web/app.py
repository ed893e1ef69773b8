"""The dashboard's application, made of what is handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from flask import Flask, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException

from scoring.history.journal import Journal
from scoring.housekeeping import SettingsKeeper, Surveyor
from scoring.match import Refusal
from scoring.saying import RecordError
from scoring.snapshot import Companion, VirtualTable
from web.api import api
from web.backups import backups
from web.corrections import corrections
from web.events import events
from web.exports import exports
from web.guard import stand_guard
from web.history import history
from web.house import Check, House, Settings
from web.icons import icon
from web.joining import joining
from web.languages import speak_languages
from web.limits import Limit
from web.machine import machine
from web.pages import pages
from web.people import people
from web.phones import Phones
from web.questions import question_text
from web.setting_up import setting_up
from web.streams import Streams
from web.survey import survey
from web.tabletop import tabletop
from web.words import teach, tell, tell_all

_BLUEPRINTS = (
    pages, joining, setting_up, corrections, history, exports, people, backups, machine, survey,
    tabletop, events, api,
)  # fmt: skip


def create_app(
    companion: Companion,
    journal: Journal | None = None,
    settings: Settings | None = None,
    secrets_file: Path | None = None,
    table: VirtualTable | None = None,
    doctor: Callable[[], Sequence[Check]] | None = None,
    keeper: SettingsKeeper | None = None,
    surveyor: Surveyor | None = None,
) -> Flask:
    """Make the application; without a secrets file phones pair anew after every start."""
    app = Flask("web", static_folder="static", template_folder="templates")
    chosen = settings or Settings()
    app.extensions["tallytop"] = House(
        companion,
        Phones(secrets_file),
        Streams(companion, chosen.most_streams),
        Limit(chosen.pairing_tries, chosen.pairing_refill_s, chosen.clock),
        chosen,
        journal,
        table,
        doctor,
        keeper,
        surveyor,
    )
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = "translations"
    app.config["MAX_FORM_PARTS"] = 200
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(icon=icon, question_text=question_text)
    stand_guard(app, chosen.names)
    speak_languages(app)
    teach(app)
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.register_error_handler(HTTPException, _kindly)
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(RecordError, _refused)
    app.register_error_handler(Exception, _broken)
    return app


def streams_of(app: Flask) -> Streams:
    """Return the application's streams, to be closed at the end."""
    house: House = app.extensions["tallytop"]
    return house.streams


def code_of(app: Flask) -> str:
    """Return the code that pairs a phone, for the console."""
    house: House = app.extensions["tallytop"]
    return house.phones.code


def _kindly(error: HTTPException) -> ResponseReturnValue:
    """Say in a sentence what went wrong, as a page or as JSON."""
    code = error.code or 500
    sentence = {
        401: _("This phone is not paired yet. Scan the code on the TV, or type it in."),
        403: _("This is not allowed from this phone."),
        404: _("There is nothing here."),
        405: _("That does not work this way."),
        413: _("This file is too large."),
        421: _("This address is not Tallytop's. Open the page by the address on the TV."),
        429: _("Too many tries. Wait a moment, then try again."),
        503: _("Too many phones are watching at once. Try again in a moment."),
    }.get(code, _("That did not work. Go back and try again."))
    response: Response
    if _is_for_programs():
        response = jsonify(problems=[{"rule": f"http-{code}", "message": sentence}])
    else:
        response = Response(_error_page(code, sentence))
    if error.response is not None:
        return error.response
    return response, code


def _is_for_programs() -> bool:
    """Tell whether a program asked, which wants JSON."""
    return request.path.startswith(("/api/", "/table/")) or request.path == "/events"


def _broken(error: Exception) -> ResponseReturnValue:
    """Keep a fault's particulars in the log and out of the answer."""
    current_app.logger.exception("A page failed: %s", request.path, exc_info=error)
    sentence = _("Something broke on our side. The score is safe.")
    if _is_for_programs():
        return jsonify(problems=[{"rule": "broken", "message": sentence}]), 500
    return _error_page(500, sentence), 500


def _refused(error: Refusal | RecordError) -> ResponseReturnValue:
    """Say why nothing was done, as a page."""
    said = " ".join(tell_all(error.problems)) if isinstance(error, Refusal) else tell(error.saying)
    return _error_page(409, said), 409


def _error_page(code: int, sentence: str) -> str:
    """Draw an error's page from nothing but the sentence: what failed may be what other pages need."""
    return current_app.jinja_env.get_template("pages/error.html").render(code=code, sentence=sentence)
