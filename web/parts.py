"""The parts of a live page that are drawn again when something changes."""

from __future__ import annotations

import json

from flask import render_template

from web.boards.addique import EMPTY_BOARD
from web.house import House
from web.languages import language
from web.shown import Shown, show
from web.streams import Moment
from web.viewer import Viewer

PARTS = {
    "live": ("head", "scores", "last", "now", "hand", "bar"),
    "tv": ("tv_score", "tv_table"),
    "camera": ("head", "overlay"),
    "turns": ("turns",),
    "table": ("state", "now", "lay"),
}


def told(house: House, page: str, moment: Moment, viewer: Viewer) -> str:
    """Return as JSON what a viewer may see and the page's parts, made once for all who see the same."""
    if page == "tv":
        # The TV is everybody's: it never shows more than a watcher sees.
        viewer = Viewer()

    def make() -> str:
        shown = show(moment.snapshot, viewer)
        whole = {"snapshot": shown.as_json(), "parts": draw_parts(house, page, shown, viewer)}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))

    return house.kept.get((page, moment.key, viewer, language(), house.address()), make)


def draw_parts(house: House, page: str, shown: Shown, viewer: Viewer) -> dict[str, str]:
    """Draw every part of a page."""
    held = {phone.player for phone in house.phones.all()}
    board = shown.match.board if shown.match else EMPTY_BOARD if shown.opening else None
    return {
        part: render_template(
            f"parts/{part}.html",
            shown=shown,
            match=shown.match,
            board=board,
            viewer=viewer,
            held=held,
            code=house.phones.code,
            address=house.address(),
            spoken_address=house.spoken_address(),
        )
        for part in PARTS.get(page, ())
    }
