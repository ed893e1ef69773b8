"""What people ask for, as events of the match: read from JSON, and allowed or not."""

from __future__ import annotations

from typing import Any

from flask import abort

from scoring.code777 import Guess
from scoring.code777_cards import card
from scoring.fields import Fields, fields_of, listed, take, text, whole
from scoring.game import STARTER, Table, read_options
from scoring.games import game_named
from scoring.match import (
    Changed,
    Closed,
    Event,
    Inserted,
    Match,
    Opened,
    Played,
    Redone,
    Refusal,
    Removed,
    Undone,
)
from scoring.record import read_players
from scoring.saying import RecordError, problem
from web.racks import Shuffle, deal, put_up
from web.viewer import SECRET_GAME, Viewer

VERBS = ("play", "change", "insert", "remove", "undo", "redo", "close", "open", "rack", "deal")


def read_version(fields: Fields) -> int:
    """Return the version of the match that the person saw."""
    return whole(take(fields, "version", "The action"), "The version", 0)


def read_event(match: Match, fields: Fields, viewer: Viewer, shuffle: Shuffle) -> Event:
    """Make an event of a request, as far as this viewer may."""
    verb = take(fields, "do", "The action")
    if verb not in VERBS:
        raise RecordError("There is no such action.")
    event = _read(match, verb, fields, viewer, shuffle)
    _check_secrets(match, event, viewer)
    return event


def read_table(fields: Fields) -> Table:
    """Make a table of a request, its players and options checked."""
    game = game_named(take(fields, "game", "The table"))
    players = read_players(take(fields, "players", "The table"))
    options = read_options(game, fields_of(fields.get("options") or {}, "The options"))
    start = {name: fields[name] for name in (*game.start_fields, STARTER) if name in fields}
    table = Table(game.name, players, options, start)
    faults = game.setup_problems(table)
    if faults:
        raise Refusal(*faults)
    return table


def _read(match: Match, verb: str, fields: Fields, viewer: Viewer, shuffle: Shuffle) -> Event:
    match verb:
        case "undo":
            return Undone()
        case "redo":
            return Redone()
        case "close":
            return Closed()
        case "deal":
            return deal(_secret(match), shuffle)
        case "rack":
            return _read_rack(_secret(match), fields, viewer)
        case "open":
            game = game_named(match.table.game)
            if match.turns or match.table.game == SECRET_GAME or "start" not in fields:
                raise RecordError("The opening cannot be changed now.")
            opened = Opened({"start": fields["start"]})
            game.open(match.with_event(opened).table)
            return opened
        case "play":
            return Played(_read_turn(match, fields))
    index = whole(take(fields, "index", "The action"), "The turn's place", 0)
    if verb == "remove":
        return Removed(index)
    turn = _read_turn(match, fields)
    if verb == "insert":
        return Inserted(index, turn)
    return Changed(index, _with_racks(match, index, turn))


def _read_turn(match: Match, fields: Fields) -> Any:
    written = fields_of(take(fields, "turn", "The action"), "The turn")
    if match.table.game == SECRET_GAME:
        written = {name: value for name, value in written.items() if name not in ("rack", "spare")}
    return game_named(match.table.game).read_turn(match.table, written)


def _read_rack(match: Match, fields: Fields, viewer: Viewer) -> Event:
    """Read the cards a neighbour sees on a rack; nobody can say the own ones."""
    owner = text(take(fields, "owner", "The rack"), "The rack's owner")
    if viewer.seat is not None and owner == match.table.name(viewer.seat):
        abort(403)
    names = listed(take(fields, "cards", "The rack"), "The cards", 3)
    if len(names) != 3:
        raise RecordError("A rack has three cards.")
    return put_up(match, owner, tuple(card(text(name, "A card")) for name in names))


def _with_racks(match: Match, index: int, turn: Any) -> Any:
    """Keep the cards that came up after a guess when the guess is put right: nobody typed them again."""
    if not isinstance(turn, Guess) or not 0 <= index < len(match.turns):
        return turn
    old = match.turns[index]
    return Guess(turn.seat, turn.numbers, old.rack, old.spare) if isinstance(old, Guess) else turn


def _secret(match: Match) -> Match:
    if match.table.game != SECRET_GAME:
        raise RecordError("There are no racks in this game.")
    return match


def _check_secrets(match: Match, event: Event, viewer: Viewer) -> None:
    """Keep a player from trying out answers or guesses in somebody else's name.

    Another player's answer depends on the racks that player sees, the own one among them: whether it is
    refused would tell. A phone without a seat, for the whole table, may enter everything.
    """
    if match.table.game != SECRET_GAME or viewer.seat is None:
        return
    if isinstance(event, Played | Inserted) and event.turn.seat != viewer.seat:
        raise Refusal(
            problem("own-turns-only", "In this game everybody enters the own questions and guesses.")
        )
    if isinstance(event, Changed) and 0 <= event.index < len(match.turns):
        old = match.turns[event.index]
        guesses = isinstance(old, Guess) and isinstance(event.turn, Guess)
        filled = guesses and old.numbers == event.turn.numbers and old.seat == event.turn.seat
        if not filled and (guesses or {old.seat, event.turn.seat} != {viewer.seat}):
            raise Refusal(
                problem("own-turns-only", "In this game everybody enters the own questions and guesses.")
            )
