"""The pages' icons, drawn in one file and used by name."""

from __future__ import annotations

from flask import url_for
from markupsafe import Markup


def icon(name: str) -> Markup:
    """Return an icon that says nothing to a screen reader: the words beside it do."""
    return Markup('<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>').format(
        url_for("static", filename="icons.svg"), name
    )
