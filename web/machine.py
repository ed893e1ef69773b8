"""The machine's own settings: every one with its sentence, saved whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scoring.housekeeping import Setting, SettingProblem, SettingsKeeper
from web.house import house
from web.viewer import must_be_host

machine = Blueprint("machine", __name__, url_prefix="/machine")
LONGEST_VALUE = 500


@machine.get("")
def settings() -> str:
    """Show every setting as the file has it now."""
    return _page(_keeper(), {}, (), "")


@machine.post("")
def save() -> ResponseReturnValue:
    """Write what was typed, or show everything that is wrong with it."""
    keeper = _keeper()
    typed = {one.key: _typed(one) for one in keeper.settings()}
    problems = keeper.change(typed)
    if problems:
        return _page(keeper, typed, problems, ""), 422
    return _page(keeper, {}, (), _("Saved. It counts after a restart."))


@machine.post("/restart")
def restart() -> str:
    """Start the companion again; the page waits for it."""
    _keeper().restart()
    return render_template("pages/restart.html")


def written(setting: Setting) -> str:
    """Write a setting's value as one would type it; a password is never told."""
    if setting.secret:
        return ""
    if isinstance(setting.value, list | tuple):
        return ", ".join(map(str, setting.value))
    return str(setting.value).lower() if setting.kind == "bool" else str(setting.value)


def _keeper() -> SettingsKeeper:
    must_be_host(house().viewer())
    keeper = house().keeper
    if keeper is None:
        abort(404)
    return keeper


def _typed(setting: Setting) -> str:
    """Return what stands in the form; a switch that is off sends nothing."""
    if setting.kind == "bool":
        return "true" if setting.key in request.form else "false"
    return request.form.get(setting.key, written(setting))[:LONGEST_VALUE]


def _page(
    keeper: SettingsKeeper, typed: Mapping[str, str], problems: Sequence[SettingProblem], saved: str
) -> str:
    settings = keeper.settings()
    wrong: dict[str, list[SettingProblem]] = {}
    for found in problems:
        wrong.setdefault(found.key, []).append(found)
    return render_template(
        "pages/machine.html",
        sections={
            name: (about, [one for one in settings if one.key.startswith(f"{name}.")])
            for name, about in keeper.sections().items()
        },
        values={one.key: typed.get(one.key, written(one)) for one in settings},
        wrong=wrong,
        saved=saved,
    )
