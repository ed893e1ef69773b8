"""From two rows of Add Up cards to the turn that was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from device.finding import Finding, nothing_new, orders_that_work, turns_or_problems
from scoring.addup import ROWS, WHITE, YELLOW, Add, Addup, AddupState, Card, Openers, balancing_value
from scoring.game import after
from scoring.match import Match, Opened, Played
from scoring.saying import say
from vision.reading import Reading

MOST_AT_ONCE = 3
"""More new cards than this are not turns that were missed but another table."""
VALUES = {WHITE: range(6), YELLOW: range(10, 21)}
"""What people are offered for a joker that balances nothing."""

Faces = tuple[tuple[str, ...], tuple[str, ...]]


def judge_addup(match: Match, reading: Reading, seen_before: frozenset[str]) -> Finding:
    """Compare the rows seen with those that lay there: a new card at an end, or new openers."""
    state: AddupState = match.state
    top, bottom = (tuple(piece.name for piece in reading.pieces if piece.row == row) for row in (0, 1))
    seen: Faces = (top, bottom)
    lying = _faces(lying_rows(match))
    if seen == lying or (seen == lying[::-1] and _began_alone(match)):
        return nothing_new()
    if not state.needs_openers:
        return _added(match, seen)
    if not match.turns:
        return _start(match, seen)
    openers = _openers(match, seen)
    if match.problems(openers):
        return Finding("unclear", say("The rows were won: first lay two new openers from the deck."))
    then = match.with_event(Played(openers))
    if seen == _faces(then.state.rows):
        return turns_or_problems(match, (openers,))
    further = _added(then, seen)
    if further.ways:
        ways = {value: (openers, *turns) for value, turns in further.ways.items()}
        return replace(further, ways=ways)
    return turns_or_problems(match, (openers, *further.turns)) if further.turns else further


def lying_rows(match: Match) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return both rows as they lie: those just won are there until somebody takes them."""
    rows: tuple[tuple[Card, ...], tuple[Card, ...]] = match.state.rows
    if not match.results or not match.results[-1].points:
        return rows
    turn: Add = match.results[-1].turn
    before: AddupState = match.results[-2].state if len(match.results) > 1 else Addup().open(match.table)
    card = Card(turn.face, int(turn.face) if turn.value is None else turn.value)
    top, bottom = before.rows
    return ((*top, card), bottom) if turn.row == "top" else (top, (*bottom, card))


def _start(match: Match, seen: Faces) -> Finding:
    """Take the first card of either row for the openers, and what follows for turns."""
    if not all(seen):
        return Finding("unclear", say("Lay one opening card above and one below."))
    start = {"start": {row: cards[0] for row, cards in zip(ROWS, seen, strict=True)}}
    saying = say("The opening cards are {top} and {bottom}.", top=seen[0][0], bottom=seen[1][0])
    then = match.with_event(Opened(start))
    if seen == _faces(then.state.rows):
        return Finding("start", saying, opening=start)
    return replace(_added(then, seen), opening=start)


def _openers(match: Match, seen: Faces) -> Openers:
    """Return the first card of either row as openers; a joker among them counts its least."""
    given = {row: cards[0] for row, cards in zip(ROWS, seen, strict=True) if cards}
    openers = Addup().read_turn(match.table, {"open": given})
    assert isinstance(openers, Openers)
    return openers


def _added(match: Match, seen: Faces) -> Finding:
    """Find what was added to the rows; a card that lay alone did not tell which row it began."""
    state: AddupState = match.state
    known = _faces(state.rows)
    ways = (seen, seen[::-1]) if _began_alone(match) or not all(known) else (seen,)
    fits = [way for way in ways if _goes_on(known, way)]
    if not fits:
        saying = say("The rows do not go on from what lay there; laid cards stay where they are.")
        return Finding("moved", saying)
    new = [list(after_[len(before) :]) for before, after_ in zip(known, fits[0], strict=True)]
    count = len(new[0]) + len(new[1])
    if count > MOST_AT_ONCE:
        return Finding("unclear", say("{count} new cards lie there at once.", count=count))
    if count == 1:
        row = ROWS[0] if new[0] else ROWS[1]
        return _one_more(match, row, (new[0] or new[1])[0])
    if any(face in VALUES for cards in new for face in cards):
        return Finding("unclear", say("Several new cards lie there, a joker among them: enter them by hand."))
    return orders_that_work(match, dict(_orders(match, new)))


def _began_alone(match: Match) -> bool:
    """Whether one of the rows that lie there was alone for a while, and its name was anybody's guess."""
    for result in reversed(match.results):
        top, bottom = result.state.rows
        if not (top and bottom):
            return bool(top or bottom)
    return False


def _one_more(match: Match, row: str, face: str) -> Finding:
    """Judge one new card; a joker counts what balances the rows, and else people are asked."""
    seat = match.standing.to_play or 0
    if face not in VALUES:
        return turns_or_problems(match, (Add(seat, row, face, None),))
    value = balancing_value(match.state, row, face)
    if value is not None:
        return turns_or_problems(match, (Add(seat, row, face, value),))
    found = match.problems(Add(seat, row, face, VALUES[face][0]))
    if found:
        return Finding("illegal", found[0].saying, problems=found)
    ways = {str(value): (Add(seat, row, face, value),) for value in VALUES[face]}
    return Finding("unclear", say("What does the joker count?"), ways=ways)


def _orders(match: Match, new: list[list[str]]) -> Iterator[tuple[str, tuple[Add, ...]]]:
    """Yield every order in which new cards may have come, each row's from the inside out."""
    rows = [0] * len(new[0]) + [1] * len(new[1])
    for order in sorted(set(permutations(rows))):
        left = [iter(new[0]), iter(new[1])]
        seat = match.standing.to_play or 0
        turns = []
        for row in order:
            turns.append(Add(seat, ROWS[row], next(left[row]), None))
            seat = after(seat, match.table.seats)
        yield " → ".join(turn.face for turn in turns), tuple(turns)


def _goes_on(known: Faces, seen: Faces) -> bool:
    """Tell whether both rows begin with the cards that lay there."""
    return all(after_[: len(before)] == before for before, after_ in zip(known, seen, strict=True))


def _faces(rows: tuple[tuple[Card, ...], tuple[Card, ...]]) -> Faces:
    """Return the cards' faces of both rows."""
    top, bottom = rows
    return tuple(card.face for card in top), tuple(card.face for card in bottom)
