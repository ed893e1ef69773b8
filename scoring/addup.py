"""Add Up: two rows of cards, and whoever makes their sums equal wins them all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.fields import Fields, fields_of, take, whole
from scoring.game import (
    Game,
    Option,
    Outcome,
    Standing,
    Table,
    next_holding,
    read_seat,
    starter,
    turn_problems,
)
from scoring.position import join, numbers, parse_number, parse_numbers, parse_seat, seat, split
from scoring.saying import Problem, RecordError, problem, say

ROWS = ("top", "bottom")
HAND = 3
LARGEST_CARD = 99
WHITE, YELLOW = "W", "Y"
_JOKERS = {WHITE: ("white", 0, 5), YELLOW: ("yellow", 10, 10**6)}


@dataclass(frozen=True)
class Card:
    """A card in a row: its face, and what it counts."""

    face: str
    value: int

    def __str__(self) -> str:
        return f"{self.face}:{self.value}" if self.face in _JOKERS else self.face


@dataclass(frozen=True)
class Add:
    """A turn: one card at the end of a row; a joker's value is None until it is said."""

    seat: int
    row: str
    face: str
    value: int | None


@dataclass(frozen=True)
class Openers:
    """The cards that open new rows, top and bottom; a short deck may give only one, or none."""

    top: Card | None
    bottom: Card | None


Turn = Add | Openers
Row = tuple[Card, ...]


@dataclass(frozen=True)
class AddupState:
    """The two rows, the cards won and held by seat, the deck's rest, and whose turn it is."""

    rows: tuple[Row, Row]
    won: tuple[int, ...]
    hands: tuple[int, ...]
    deck: int
    to_play: int | None
    needs_openers: bool

    @property
    def sums(self) -> tuple[int, int]:
        """Return the sums of both rows."""
        top, bottom = self.rows
        return sum(card.value for card in top), sum(card.value for card in bottom)


class Addup(Game[AddupState, Turn]):
    """The rules of Add Up."""

    name = "addup"
    title = "Add Up"
    player_counts = range(2, 7)
    options = (Option("deck", 48, "How many cards the deck has.", 8, 200),)
    start_fields = ("start", "deck")

    def open(self, table: Table) -> AddupState:
        fields = fields_of(table.start.get("start", {}), "The start")
        size = table.start.get("deck", table.options.get("deck", 48))
        deck = whole(size, "The deck", HAND * table.seats + 2, 200) - HAND * table.seats
        dealt = AddupState(((), ()), (0,) * table.seats, (HAND,) * table.seats, deck, starter(table), True)
        if not fields:
            return dealt
        openers = Openers(_read_opener(fields, "top"), _read_opener(fields, "bottom"))
        if openers.top is None or openers.bottom is None:
            raise RecordError("The start needs a card for the top row and one for the bottom row.")
        return self._play_openers(dealt, openers).state

    def is_open(self, state: AddupState) -> bool:
        return not state.needs_openers

    def problems(self, table: Table, state: AddupState, turn: Turn) -> list[Problem]:
        if isinstance(turn, Openers):
            return self._opener_problems(table, state, turn)
        found = turn_problems(table, turn.seat, self.standing(table, state))
        if not found and state.needs_openers:
            found.append(
                problem("openers-needed", "The rows were won: first lay two new openers from the deck.")
            )
        if turn.face in _JOKERS:
            found += _joker_problems(turn.face, turn.value)
        elif turn.value is not None and turn.value != int(turn.face):
            found.append(problem("joker-value", "Only a joker's value can be chosen.", turn.face))
        return found

    def _opener_problems(self, table: Table, state: AddupState, turn: Openers) -> list[Problem]:
        if self.standing(table, state).finished:
            return [problem("game-over", "The game is over; no more turns can be played.")]
        given = [card for card in (turn.top, turn.bottom) if card is not None]
        if not state.needs_openers:
            return [problem("openers-needed", "New openers come only after the rows were won.")]
        if len(given) != min(2, state.deck):
            return [
                problem(
                    "openers-needed", "The deck gives {count} opening cards now.", count=min(2, state.deck)
                )
            ]
        return [found for card in given for found in _joker_problems(card.face, card.value)]

    def play(self, table: Table, state: AddupState, turn: Turn) -> Outcome[AddupState]:
        if isinstance(turn, Openers):
            return self._play_openers(state, turn)
        at = ROWS.index(turn.row)
        value = turn.value if turn.value is not None else int(turn.face)
        rows = list(state.rows)
        rows[at] = (*rows[at], Card(turn.face, value))
        drawn = min(1, state.deck)
        hands = list(state.hands)
        hands[turn.seat] += drawn - 1
        laid = replace(state, rows=(rows[0], rows[1]), hands=tuple(hands), deck=state.deck - drawn)
        sums = laid.sums
        balanced = bool(rows[0]) and bool(rows[1]) and sums[0] == sums[1]
        count = len(rows[0]) + len(rows[1]) if balanced else 0
        player = table.name(turn.seat)
        if balanced:
            saying = say(
                "{sum} above and {sum} below: {player} wins {count} cards.",
                sum=sums[0],
                player=player,
                count=count,
            )
            won = list(laid.won)
            won[turn.seat] += count
            laid = replace(laid, rows=((), ()), won=tuple(won), needs_openers=laid.deck > 0)
        else:
            saying = say("{top} above, {bottom} below.", top=sums[0], bottom=sums[1])
        then = replace(laid, to_play=next_holding(laid.hands, turn.seat))
        details: dict[str, Any] = {
            "sums": list(sums),
            "won": count,
            "row": turn.row,
            "card": _written(turn.face),
        }
        if turn.face in _JOKERS:
            details["value"] = value
        return Outcome(then, count, details, saying)

    def _play_openers(self, state: AddupState, turn: Openers) -> Outcome[AddupState]:
        given = [card for card in (turn.top, turn.bottom) if card is not None]
        rows: tuple[Row, Row] = (
            (turn.top,) if turn.top else (),
            (turn.bottom,) if turn.bottom else (),
        )
        then = replace(state, rows=rows, deck=state.deck - len(given), needs_openers=False)
        names = " / ".join(card.face for card in given)
        return Outcome(
            then, 0, {"sums": list(then.sums), "won": 0}, say("New openers: {cards}.", cards=names)
        )

    def skip(self, table: Table, state: AddupState, turn: Turn) -> AddupState:
        if isinstance(turn, Openers) or turn.seat < 0:
            return state
        return replace(state, to_play=next_holding(state.hands, turn.seat))

    def standing(self, table: Table, state: AddupState) -> Standing:
        if any(state.hands):
            return Standing(state.won, state.to_play)
        best = max(state.won)
        winners = tuple(at for at, won in enumerate(state.won) if won == best)
        return Standing(state.won, None, True, winners)

    def read_turn(self, table: Table, fields: Fields) -> Turn:
        if "open" in fields:
            given = fields_of(fields["open"], "The openers")
            return Openers(_read_opener(given, "top"), _read_opener(given, "bottom"))
        row = take(fields, "row", "The turn")
        if row not in ROWS:
            raise RecordError("A row is “top” or “bottom”.")
        face = _read_face(take(fields, "card", "The turn"))
        value = fields.get("value")
        return Add(
            read_seat(table, fields), row, face, None if value is None else whole(value, "The joker's value")
        )

    def may_leave_out_player(self, fields: Fields) -> bool:
        return "row" in fields and fields.get("card") in (WHITE, YELLOW)

    def write_turn(self, table: Table, turn: Turn) -> dict[str, Any]:
        if isinstance(turn, Openers):
            cards = {row: card for row, card in zip(ROWS, (turn.top, turn.bottom), strict=True) if card}
            values = {row: card.value for row, card in cards.items() if card.face in _JOKERS}
            opened: dict[str, Any] = {row: _written(card.face) for row, card in cards.items()}
            return {"open": {**opened, "values": values} if values else opened}
        written = {"player": table.name(turn.seat), "row": turn.row, "card": _written(turn.face)}
        return written if turn.value is None else {**written, "value": turn.value}

    def print_position(self, state: AddupState) -> str:
        return join(
            self.name,
            " ".join(map(str, state.rows[0])),
            " ".join(map(str, state.rows[1])),
            numbers(state.won),
            numbers(state.hands),
            f"{state.deck}{'?' if state.needs_openers else ''}",
            seat(state.to_play),
        )

    def parse_position(self, line: str) -> AddupState:
        top, bottom, won, hands, deck, to_play = split(line, self.name, 6)
        return AddupState(
            (_parse_row(top), _parse_row(bottom)),
            parse_numbers(won),
            parse_numbers(hands),
            parse_number(deck.removesuffix("?")),
            parse_seat(to_play),
            deck.endswith("?"),
        )


def balancing_value(state: AddupState, row: str, face: str) -> int | None:
    """Return the value with which a joker in a row would make the sums equal, if it has one."""
    top, bottom = state.sums
    other = state.rows[1 - ROWS.index(row)]
    value = bottom - top if row == "top" else top - bottom
    return value if other and not _joker_problems(face, value) else None


def _joker_problems(face: str, value: int | None) -> list[Problem]:
    """Check a joker's value; other cards have none to check."""
    if face not in _JOKERS:
        return []
    colour, least, most = _JOKERS[face]
    if value is None:
        return [problem("joker-value", "Say what the {colour} joker counts.", face, colour=colour)]
    if least <= value <= most:
        return []
    if face == WHITE:
        return [problem("joker-value", "A white joker counts 0 to 5, not {value}.", face, value=value)]
    return [problem("joker-value", "A yellow joker counts 10 or more, not {value}.", face, value=value)]


def _read_face(value: object) -> str:
    """Return a card's face: a number, or W or Y for a joker."""
    if isinstance(value, str) and value in _JOKERS:
        return value
    if isinstance(value, str) and value.isdecimal() and len(value) <= 2:
        return str(int(value))
    if isinstance(value, str):
        raise RecordError("A card is a number from 0 to 99, “W” or “Y”.")
    return str(whole(value, "A card", 0, LARGEST_CARD))


def _read_opener(fields: Fields, row: str) -> Card | None:
    """Return an opening card; an opening joker counts its least unless a value is given."""
    if fields.get(row) is None:
        return None
    face = _read_face(fields[row])
    if face not in _JOKERS:
        return Card(face, int(face))
    values = fields_of(fields.get("values", {}), "The openers' values")
    return Card(face, whole(values.get(row, _JOKERS[face][1]), "The joker's value"))


def _written(face: str) -> int | str:
    """Return a face as it stands in a record."""
    return face if face in _JOKERS else int(face)


def _parse_row(part: str) -> Row:
    """Read a row of a position's line."""
    cards = []
    for word in part.split():
        face, _, value = word.partition(":")
        cards.append(Card(face, parse_number(value or face)))
    return tuple(cards)
