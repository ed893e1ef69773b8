"""The virtual table: lay tiles and cards by tapping, when the camera is the simulated one."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, render_template, request

from scoring.fields import fields_of, listed, take, text, whole
from scoring.games import GAMES
from scoring.match import Refusal
from scoring.saying import RecordError
from scoring.snapshot import TablePiece, VirtualTable
from web.api import malformed, refused
from web.house import house, shown_now
from web.parts import draw_parts
from web.racks import unseen_cards
from web.shown import is_secret
from web.viewer import SECRET_GAME, must_be_paired

tabletop = Blueprint("tabletop", __name__, url_prefix="/table")
MOST_PIECES = 100


@tabletop.get("")
def table() -> str:
    """Show the table as the camera sees it, with everything a hand could do."""
    _table()
    viewer = house().viewer()
    must_be_paired(viewer)
    shown = shown_now(viewer)
    return render_template(
        "pages/table.html",
        shown=shown,
        parts=draw_parts(house(), "table", shown, viewer),
        secret=is_secret(house().companion.snapshot().match),
        games=GAMES.values(),
    )


@tabletop.get("/picture.jpg")
def picture() -> Response:
    """Return what the simulated camera sees now."""
    return Response(_open_table().picture(), mimetype="image/jpeg")


@tabletop.get("/pieces")
def pieces() -> Response:
    """Return what lies there."""
    return jsonify([[piece.name, piece.col, piece.row] for piece in _open_table().pieces()])


@tabletop.post("/<action>")
def act(action: str) -> Response:
    """Lay the pieces, three cards unseen, hold a hand in, knock the camera, or let the hands play."""
    must_be_paired(house().viewer())
    fields = fields_of(request.get_json(silent=True), "The request")
    match action:
        case "pieces":
            game = text(take(fields, "game", "The table"), "The game")
            laid = listed(take(fields, "pieces", "The table"), "The pieces", MOST_PIECES)
            _table().arrange(game, tuple(_piece(one) for one in laid))
        case "unseen":
            _lay_unseen()
        case "hand":
            _table().reach_in(take(fields, "on", "The hand") is True)
        case "bump":
            _table().bump()
        case "play":
            wanted = fields.get("game")
            if wanted is not None and wanted not in GAMES:
                raise RecordError("There is no such game.")
            _table().let_hands_play(wanted)
        case _:
            abort(404)
    return jsonify(done=True)


def _table() -> VirtualTable:
    table = house().table
    if table is None:
        abort(404)
    return table


def _open_table() -> VirtualTable:
    """Return the table for looking at; never while somebody's rack may lie there."""
    if is_secret(house().companion.snapshot().match):
        abort(403)
    return _table()


def _lay_unseen() -> None:
    """Lay three cards for the next rack, so that nobody needs to see them."""
    match = house().companion.snapshot().match
    if match is None or not is_secret(match):
        raise RecordError("There are no racks in this game.")
    cards = unseen_cards(match, house().settings.shuffle)
    _table().arrange(SECRET_GAME, tuple(TablePiece(str(card), at, 0) for at, card in enumerate(cards)))


def _piece(written: object) -> TablePiece:
    """Read a piece: its name, column and row."""
    name, col, row = (*listed(written, "A piece", 3), None, None, None)[:3]
    return TablePiece(text(name, "The piece's name", 20), whole(col, "The column"), whole(row, "The row"))


tabletop.register_error_handler(RecordError, malformed)
tabletop.register_error_handler(Refusal, refused)
