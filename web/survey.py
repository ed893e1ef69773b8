"""Where the table lies in the camera's picture: four corners to drag, or to type."""

from __future__ import annotations

import base64

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scoring.housekeeping import Corners, Surveyor
from scoring.match import Refusal
from scoring.saying import Problem, RecordError
from web.house import house
from web.pictures import size_of
from web.shown import is_secret
from web.viewer import must_be_host
from web.words import tell_all

survey = Blueprint("survey", __name__, url_prefix="/machine/table")
NOWHERE_YET: Corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))


@survey.get("")
def look() -> str:
    """Show a fresh picture with the corners that were found, or were kept before."""
    return _page(_surveyor(), None, ())


@survey.post("")
def keep() -> ResponseReturnValue:
    """Keep the corners, or forget them; what cannot be kept stays to be mended."""
    surveyor = _surveyor()
    corners = None if "forget" in request.form else _corners()
    try:
        surveyor.keep(corners)
    except Refusal as refusal:
        return _page(surveyor, corners, refusal.problems), 409
    return redirect(url_for("survey.look"))


def _page(surveyor: Surveyor, tried: Corners | None, problems: tuple[Problem, ...]) -> str:
    try:
        seen = surveyor.look()
    except Refusal as refusal:
        return render_template("pages/survey.html", seen=None, wrong=tell_all(refusal.problems))
    return render_template(
        "pages/survey.html",
        seen=seen,
        wrong=tell_all(problems),
        picture=base64.b64encode(seen.jpeg).decode(),
        size=size_of(seen.jpeg) or (1280, 720),
        corners=tried or seen.found or seen.kept or NOWHERE_YET,
    )


def _surveyor() -> Surveyor:
    """Return the surveyor; never while its picture may show somebody's rack."""
    must_be_host(house().viewer())
    surveyor = house().surveyor
    if surveyor is None:
        abort(404)
    if is_secret(house().companion.snapshot().match):
        abort(403)
    return surveyor


def _corners() -> Corners:
    """Read the four corners, typed in hundredths of the picture's width and height."""
    try:
        return tuple(
            (float(request.form[f"x{k}"]) / 100, float(request.form[f"y{k}"]) / 100) for k in range(4)
        )
    except (KeyError, ValueError):
        raise RecordError("Each corner has two numbers, from 0 to 100.") from None
