"""A match as a JSON file: the written record of the game, with its id, dates and every event."""

from __future__ import annotations

import json
import math
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from scoring.fields import Fields, fields_of, listed, take, text
from scoring.game import STARTER, Table, read_options
from scoring.games import game_named
from scoring.history.notation import MOST_EVENTS, check_events, match_of, read_event, write_event
from scoring.history.scorebook import Story
from scoring.match import Event, Match, Played
from scoring.record import first_broken, read_players, read_record, write_record
from scoring.saying import RecordError

VERSION = 1
LARGEST_BYTES = 16_000_000
MOST_MATCHES = 10_000
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "tallytop:match")

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LATEST = datetime(2200, 1, 1, tzinfo=UTC).timestamp()


@dataclass(frozen=True)
class Incoming:
    """A match from a file, checked and ready to be kept."""

    id: str
    match: Match
    begun_at: float
    times: tuple[float, ...]


def write_match(story: Story) -> dict[str, Any]:
    """Give a match's written form: a record that anyone can score, and what only the history knows."""
    match = story.match
    events = [
        {"at": iso(at), **write_event(match.table, event)}
        for at, event in zip(story.event_times, match.events, strict=True)
    ]
    return {
        "tallytop": VERSION,
        "id": story.entry.id,
        "begun": iso(story.entry.begun_at),
        **write_record(match.table, match.turns),
        "events": events,
    }


def write_matches(stories: Sequence[Story]) -> bytes:
    """Give the JSON file of one match, or of several."""
    written = [write_match(story) for story in stories]
    whole = written[0] if len(written) == 1 else {"tallytop": VERSION, "matches": written}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def parse_matches(data: bytes, now: float) -> list[Incoming]:
    """Read a file of one match or of several; a record without a date is of today."""
    if len(data) > LARGEST_BYTES:
        raise RecordError("This file is far too large for matches.")
    try:
        written = json.loads(data.decode("utf-8-sig"))
        # JSON can spell halves of signs that no file can hold.
        json.dumps(written, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RecordError("There is a sign in this file that cannot be written.") from None
    except UnicodeDecodeError:
        raise RecordError("This is not a text file, so there is no match in it.") from None
    except json.JSONDecodeError as error:
        raise RecordError(
            "This is not JSON, or only half of it: line {line} ends it.", line=error.lineno
        ) from None
    except (ValueError, RecursionError):
        raise RecordError("Something in this file is far too large.") from None
    fields = fields_of(written, "The file")
    version = fields.get("tallytop", VERSION)
    if not isinstance(version, int) or version > VERSION:
        raise RecordError("This file is from a newer Tallytop: update this one first.")
    if "matches" in fields:
        return [read_match(one, now) for one in listed(fields["matches"], "The matches", MOST_MATCHES)]
    return [read_match(fields, now)]


def read_match(written: object, now: float) -> Incoming:
    """Make a match of its written form."""
    fields = fields_of(written, "A match")
    match = _from_events(fields) if "events" in fields else _from_record(fields)
    begun_at = _time(fields["begun"]) if "begun" in fields else now
    times = [
        _time(event["at"]) if isinstance(event, dict) and "at" in event else begun_at
        for event in fields.get("events", match.events)
    ]
    return Incoming(_id(fields), match, begun_at, tuple(times))


def _from_events(fields: Fields) -> Match:
    """Read a match that the history itself has written."""
    game = game_named(take(fields, "game", "The match"))
    players = read_players(take(fields, "players", "The match"))
    options = read_options(game, fields_of(fields.get("options", {}), "The options"))
    start = {name: fields[name] for name in (STARTER, *game.start_fields) if name in fields}
    table = Table(game.name, players, options, start)
    events: list[Event] = []
    for count, event in enumerate(listed(fields["events"], "The events", MOST_EVENTS), start=1):
        try:
            events.append(read_event(table, fields_of(event, "An event")))
        except RecordError as error:
            raise RecordError("Event {count}: {why}", count=count, why=error.saying) from None
    check_events(events)
    match = match_of(table, events)
    game.open(match.table)  # says what is wrong with an opening
    faults = game.setup_problems(match.table)
    if faults:
        raise RecordError(faults[0].saying.template, **faults[0].saying.values)
    return match


def _from_record(fields: Fields) -> Match:
    """Read a written game; a turn that breaks a rule is said, for somebody wrote it by hand."""
    listed(take(fields, "turns", "The record"), "The turns", MOST_EVENTS)
    record = read_record(fields)
    broken = first_broken(record)
    if broken:
        turn, found = broken
        raise RecordError("Turn {count} breaks a rule: {why}", count=turn, why=found.saying)
    return Match(record.table, tuple(Played(turn) for turn in record.turns))


def _id(fields: Fields) -> str:
    """Return a match's id; the same record without one has the same each time."""
    if "id" in fields:
        given = text(fields["id"], "The id", 36)
        if not _ID.fullmatch(given):
            raise RecordError("This is not the id of a match.")
        return given
    return str(uuid.uuid5(NAMESPACE, json.dumps(fields, sort_keys=True)))


def iso(at: float) -> str:
    """Write a time as 2026-11-16T19:30:00.25Z."""
    return datetime.fromtimestamp(at, UTC).isoformat().replace("+00:00", "Z")


def _time(value: object) -> float:
    """Read a time as `iso` writes it."""
    try:
        at = datetime.fromisoformat(text(value, "A date", 40))
        seconds = (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        raise RecordError("A date is written as 2026-11-16T19:30:00Z.") from None
    if not math.isfinite(seconds) or not 0 <= seconds <= _LATEST:
        raise RecordError("This date is not one of a match.")
    return seconds
