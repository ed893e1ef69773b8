"""Written games: read a record, play it through the rules, and give every turn's result."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NoReturn

from scoring.fields import fields_of, listed, take, text
from scoring.game import NOBODY, STARTER, Table, after, read_options
from scoring.games import game_named
from scoring.match import TurnResult, replay
from scoring.saying import Problem, RecordError

LARGEST_BYTES = 4_000_000
MOST_PLAYERS = 100


@dataclass(frozen=True)
class Record:
    """A written game: the table and its turns."""

    table: Table
    turns: tuple[Any, ...]


def parse_record(data: bytes) -> Record:
    """Read a record from the bytes of a JSON file."""
    if len(data) > LARGEST_BYTES:
        raise RecordError("This file is far too large for a record of a game.")
    try:
        written = json.loads(data.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise RecordError("This is not a text file, so it cannot be a record.") from None
    except json.JSONDecodeError as error:
        raise RecordError("This is not JSON: line {line} cannot be read.", line=error.lineno) from None
    except RecursionError:
        raise RecordError("This file is nested too deeply for a record.") from None
    except RecordError:
        raise
    except ValueError:
        # Python refuses to read integers of thousands of digits.
        raise RecordError("A number in this file is far too large.") from None
    return read_record(written)


def read_record(written: object) -> Record:
    """Make a record of parsed JSON."""
    fields = fields_of(written, "A record")
    game = game_named(take(fields, "game", "The record"))
    players = read_players(take(fields, "players", "The record"))
    options = read_options(game, fields_of(fields.get("options", {}), "The options"))
    start = {name: fields[name] for name in (STARTER, *game.start_fields) if name in fields}
    if game.start_fields:
        take(fields, game.start_fields[0], "The record")
    table = Table(game.name, players, options, start)
    if not game.is_open(game.open(table)):
        raise RecordError("“{name}” does not say everything the game starts from.", name=game.start_fields[0])
    turns = []
    next_name = players[0]
    for count, turn in enumerate(listed(take(fields, "turns", "The record"), "The turns"), start=1):
        try:
            written_turn = fields_of(turn, "A turn")
            if "player" not in written_turn and game.may_leave_out_player(written_turn):
                written_turn = {**written_turn, "player": next_name}
            turns.append(game.read_turn(table, written_turn))
        except RecordError as error:
            raise RecordError("Turn {count}: {why}", count=count, why=error.saying) from None
        seat = getattr(turns[-1], "seat", NOBODY)
        next_name = next_name if seat == NOBODY else players[after(seat, table.seats)]
    return Record(table, tuple(turns))


def read_players(value: object) -> tuple[str, ...]:
    """Return the players' names, all different."""
    names = tuple(
        text(name, "A player's name").strip() for name in listed(value, "The players", MOST_PLAYERS)
    )
    if not names or not all(names):
        raise RecordError("Every player needs a name.")
    if len(set(names)) < len(names):
        raise RecordError("Two players have the same name.")
    return names


def write_record(table: Table, turns: tuple[Any, ...]) -> dict[str, Any]:
    """Give a game's written form, which reads back as the same."""
    game = game_named(table.game)
    return {
        "game": table.game,
        "players": list(table.players),
        "options": dict(table.options),
        **table.start,
        "turns": [game.write_turn(table, turn) for turn in turns],
    }


def first_broken(record: Record) -> tuple[int, Problem] | None:
    """Return the first turn that breaks a rule, counted from 1, and the rule."""
    return _played(record)[1]


def score(record: Record) -> dict[str, Any]:
    """Play a record as far as it is legal; `error` names the first broken rule."""
    table = record.table
    game = game_named(table.game)
    legal, broken = _played(record)
    standing = legal[-1].standing if legal else game.standing(table, game.open(table))
    told: dict[str, Any] = {
        "game": table.game,
        "turns": [write_result(table, result) for result in legal],
        "totals": dict(zip(table.players, standing.totals, strict=True)),
        "winners": [table.name(seat) for seat in standing.winners],
        "finished": standing.finished,
    }
    return told if broken is None else {**told, "error": _error(*broken)}


def write_result(table: Table, result: TurnResult) -> dict[str, Any]:
    """Give a turn's result in its written form."""
    player = None if result.seat is None else table.name(result.seat)
    details = result.outcome.details if result.outcome else {}
    return {"player": player, "points": result.points, **details, "says": str(result.saying)}


def _played(record: Record) -> tuple[list[TurnResult], tuple[int, Problem] | None]:
    """Play a record as far as it is legal, and return the first broken rule with its turn."""
    faults = game_named(record.table.game).setup_problems(record.table)
    if faults:
        return [], (1, faults[0])
    legal: list[TurnResult] = []
    for count, result in enumerate(replay(record.table, record.turns), start=1):
        if result.problems:
            return legal, (count, result.problems[0])
        legal.append(result)
    return legal, None


def _error(turn: int, found: Problem) -> dict[str, Any]:
    """Give a broken rule in its written form."""
    return {"turn": turn, "rule": found.rule, "message": found.message}


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which JSON does not know."""
    raise RecordError("{name} is not a number a game can have.", name=name)
