"""Matches as files: to take along, to share, and to bring in from another Tallytop."""

from __future__ import annotations

import time

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.history.bgstats import write_bgsplay
from scoring.history.bundle import write_bundle
from scoring.history.imports import take_in
from scoring.history.match_file import write_matches
from scoring.history.scorecard import draw_scorecard
from scoring.history.table_file import write_table
from scoring.saying import RecordError
from web.history import book, list_matches, may_be_read, story_of
from web.house import house
from web.share_picture import paint_scorecard
from web.viewer import must_be_host
from web.words import tell

exports = Blueprint("exports", __name__, url_prefix="/history")


@exports.get("/<uuid:match>/export.<kind>")
def export(match: object, kind: str) -> Response:
    """Give a match away as a file."""
    story = story_of(match)
    if not may_be_read(story):
        abort(403)
    match kind:
        case "json":
            body: bytes | str = write_matches([story])
            mimetype = "application/json"
        case "csv":
            body, mimetype = write_table([story]), "text/csv"
        case "svg":
            body, mimetype = draw_scorecard(story, tell), "image/svg+xml"
        case "png":
            body, mimetype = paint_scorecard(story, tell), "image/png"
        case "bgsplay":
            body, mimetype = write_bgsplay([story]), "application/octet-stream"
        case "zip":
            body, mimetype = write_bundle(book(), story.entry.id), "application/zip"
        case _:
            abort(404)
    name = f"{story.entry.game}-{story.entry.id[:8]}.{kind}"
    return Response(
        body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@exports.post("/import")
def take() -> ResponseReturnValue:
    """Take in matches from another Tallytop, all of a file or nothing."""
    must_be_host(house().viewer())
    journal, upload = house().journal, request.files.get("file")
    if journal is None or upload is None:
        abort(404)
    try:
        took = take_in(journal, upload.read(), time.time())
    except RecordError as error:
        return list_matches(wrong=f"{tell(error.saying)} {_('Nothing was changed.')}"), 422
    return list_matches(
        _("Added: %(added)s. Known already: %(known)s.", added=len(took.added), known=len(took.known))
    )
