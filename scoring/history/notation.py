"""How a match is written down: seats in place of names, one small object for each event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.fields import Fields, fields_of, take, whole
from scoring.game import STARTER, Table
from scoring.games import game_named
from scoring.match import Changed, Closed, Event, Inserted, Match, Opened, Played, Redone, Removed, Undone
from scoring.saying import RecordError

FORGOTTEN = "a player"
MOST_EVENTS = 2_000
"""More than any evening has; a file with more is no match."""

_NAMES: dict[type, str] = {
    Played: "played",
    Changed: "changed",
    Inserted: "inserted",
    Removed: "removed",
    Undone: "undone",
    Redone: "redone",
    Closed: "closed",
    Opened: "opened",
}


def seated(table: Table) -> Table:
    """Return the table with seat numbers for names."""
    return renamed(table, [str(seat) for seat in range(table.seats)])


def renamed(table: Table, names: Sequence[str]) -> Table:
    """Return the table with other names on the same seats."""
    new = dict(zip(table.players, names, strict=True))
    return replace(table, players=tuple(names), start=_renamed_start(table.start, new))


def renamed_event(event: Event, old: Sequence[str], new: Sequence[str]) -> Event:
    """Return an event with other names on the same seats; turns know seats only."""
    if isinstance(event, Opened):
        return Opened(_renamed_start(event.start, dict(zip(old, new, strict=True))))
    return event


def _renamed_start(start: Mapping[str, Any], new: Mapping[str, str]) -> dict[str, Any]:
    """Return an opening with other names: of the owners of racks, and of who won or begins."""
    changed = dict(start)
    if isinstance(changed.get("racks"), Mapping):
        changed["racks"] = {new.get(owner, owner): rack for owner, rack in changed["racks"].items()}
    for field in ("winner", STARTER):
        if isinstance(changed.get(field), str):
            changed[field] = new.get(changed[field], changed[field])
    return changed


def match_of(table: Table, events: Sequence[Event]) -> Match:
    """Put a match together from the table it began with and its events, unchecked."""
    start = dict(table.start)
    for event in events:
        if isinstance(event, Opened):
            start |= event.start
    return Match(replace(table, start=start), tuple(events))


def shown_names(names: Sequence[str | None]) -> tuple[str, ...]:
    """Return names to show, all different; whoever is forgotten is just a player."""
    shown: list[str] = []
    for name in names:
        plain = FORGOTTEN if name is None else name
        count = 2
        wanted = plain
        while wanted in shown or (name is None and wanted in names):
            wanted = f"{plain} {count}"
            count += 1
        shown.append(wanted)
    return tuple(shown)


def write_event(table: Table, event: Event) -> dict[str, Any]:
    """Give an event's written form."""
    written: dict[str, Any] = {"event": _NAMES[type(event)]}
    if isinstance(event, Changed | Inserted | Removed):
        written["index"] = event.index
    if isinstance(event, Played | Changed | Inserted):
        written["turn"] = game_named(table.game).write_turn(table, event.turn)
    if isinstance(event, Opened):
        written["start"] = dict(event.start)
    return written


def read_event(table: Table, written: Fields) -> Event:
    """Make an event of its written form."""

    def turn() -> Any:
        fields = fields_of(take(written, "turn", "The event"), "A turn")
        return game_named(table.game).read_turn(table, fields)

    def index() -> int:
        return whole(take(written, "index", "The event"), "The turn's number", 0, MOST_EVENTS)

    match take(written, "event", "The event"):
        case "played":
            return Played(turn())
        case "changed":
            return Changed(index(), turn())
        case "inserted":
            return Inserted(index(), turn())
        case "removed":
            return Removed(index())
        case "undone":
            return Undone()
        case "redone":
            return Redone()
        case "closed":
            return Closed()
        case "opened":
            start = fields_of(take(written, "start", "The event"), "The start")
            known = (STARTER, *game_named(table.game).start_fields)
            return Opened({name: start[name] for name in known if name in start})
        case other:
            raise RecordError("Nothing called “{name}” can happen to a match.", name=str(other)[:40])


def check_events(events: Sequence[Event]) -> None:
    """Refuse events that cannot follow each other, without playing them."""
    lengths, at, closed = [0], 0, False
    for count, event in enumerate(events, start=1):
        was_closed, closed = closed, isinstance(event, Closed)
        length = lengths[at]
        match event:
            case Closed() | Opened():
                possible = True
            case Undone():
                possible = was_closed or at > 0
                at -= 0 if was_closed else 1
            case Redone():
                possible = at + 1 < len(lengths)
                at += 1
            case Played():
                possible = True
                lengths[at + 1 :] = [length + 1]
                at += 1
            case Inserted(index):
                possible = index <= length
                lengths[at + 1 :] = [length + 1]
                at += 1
            case Changed(index) | Removed(index):
                possible = index < length
                lengths[at + 1 :] = [length - isinstance(event, Removed)]
                at += 1
        if not possible:
            raise RecordError("Event {count} cannot follow the ones before it.", count=count)


def origins(match: Match) -> tuple[int, ...]:
    """Return for each turn in force which event, counted from 1, put it there."""
    # The fold does not look into turns, so it can carry the events' numbers in their place.
    numbered = [
        replace(event, turn=count) if isinstance(event, Played | Changed | Inserted) else event
        for count, event in enumerate(match.events, start=1)
    ]
    return Match(match.table, tuple(numbered)).turns
