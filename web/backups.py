"""The whole device in one file: take it away, or put everything back."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from flask import Blueprint, Response, abort, render_template, request, send_file
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.history.archive import restore_archive, write_archive
from scoring.history.journal import SCRATCH, Journal
from scoring.match import Match, Refusal
from scoring.saying import RecordError, problem
from web.house import house
from web.shown import is_secret
from web.viewer import SECRET_GAME, must_be_host
from web.words import tell, tell_all

backups = Blueprint("backups", __name__, url_prefix="/backup")


@backups.get("")
def page() -> str:
    """Offer both ways."""
    return _page(_journal())


@backups.get("/file")
def take() -> Response:
    """Give everything away as one file, but no racks of a match that may still go on."""
    journal = _journal()
    if is_secret(_running()):
        raise Refusal(
            problem("still-secret", "The racks are still a secret; save the backup when this game is over.")
        )
    with tempfile.TemporaryDirectory(dir=journal.home, prefix=SCRATCH) as place:
        path = Path(place) / "backup.zip"
        write_archive(journal.home, path, time.time(), house().settings.also, SECRET_GAME)
        # The open file can be read to its end although its name is gone.
        file = path.open("rb")
    name = f"tallytop-{datetime.now():%Y-%m-%d}.zip"
    response = send_file(file, "application/zip", as_attachment=True, download_name=name)
    response.call_on_close(file.close)
    return response


@backups.post("/restore")
def restore() -> ResponseReturnValue:
    """Put everything back as it was in a backup, or say why nothing was changed."""
    journal = _journal()
    try:
        _restore(journal)
    except Refusal as refusal:
        return _page(journal, tell_all(refusal.problems)), 409
    except RecordError as error:
        return _page(journal, [tell(error.saying)]), 422
    return _page(journal, done=_("Everything is as it was in the backup."))


def _page(journal: Journal, wrong: Sequence[str] = (), done: str = "") -> str:
    """Draw the page."""
    secret = journal.scorebook.has_unfinished(SECRET_GAME)
    return render_template("pages/backup.html", wrong=wrong, done=done, secret=secret)


def _restore(journal: Journal) -> None:
    if _running() is not None:
        raise Refusal(problem("match-running", "A match is being played; finish or stop it first."))
    upload = request.files.get("file")
    if upload is None:
        raise RecordError("Choose the backup's file first.")
    with tempfile.TemporaryDirectory(dir=journal.home, prefix=SCRATCH) as place:
        path = Path(place) / "backup.zip"
        upload.save(path)
        restore_archive(journal, path, house().settings.also)


def _running() -> Match | None:
    """Return the match that is being played, if one is."""
    match = house().companion.snapshot().match
    return None if match is None or match.closed or match.standing.finished else match


def _journal() -> Journal:
    must_be_host(house().viewer())
    journal = house().journal
    if journal is None:
        abort(404)
    return journal
