"""From what Code 777 shows to the camera: three cards for a rack, or a question card."""

from __future__ import annotations

from device.finding import Finding, nothing_new
from scoring.code777 import Ask, Code777State, rack_names
from scoring.code777_cards import Rack, card
from scoring.games import game_named
from scoring.match import Changed, Event, Match, Opened
from scoring.saying import say
from vision.reading import Reading
from web.boards.code777 import spare_due
from web.racks import put_up

RACK = 3


def judge_code777(match: Match, reading: Reading, seen_before: frozenset[str]) -> Finding:
    """Put the cards shown up on the next empty rack, or pass a question on; no sentence ever names a card."""
    asked = [int(piece.name.split()[1]) for piece in reading.pieces if piece.name.startswith("question ")]
    if asked:
        return _asked(match, asked[0])
    shown: Rack = tuple(card(piece.name) for piece in reading.pieces)
    owner = next_rack(match)
    if not shown or owner is None or shown in match.state.racks:
        # The cards of the rack filled last still lie under the camera.
        return nothing_new()
    if len(shown) != RACK:
        return Finding("unclear", say("Show the three cards of one rack side by side."))
    event = put_up(match, owner, shown)
    if not _can_be(match, event):
        return Finding("unclear", say("The set does not have these cards: show all three again."))
    saying = say("The rack of {player} is known.", player=owner)
    if isinstance(event, Opened):
        return Finding("start", saying, opening=event.start)
    return Finding("start", saying, change=event)


def next_rack(match: Match) -> str | None:
    """Return whose rack the next three cards are for: an empty one's, or a spare one's that is due."""
    state: Code777State = match.state
    empty = [name for name, rack in zip(rack_names(match.table), state.racks, strict=True) if not rack]
    due = spare_due(match.table, match.results)
    return empty[0] if empty else due[1] if due else None


def _asked(match: Match, number: int) -> Finding:
    """Have the phones ask for the answer to a question card, unless it was the last one answered."""
    # Guesses may have come since: the card lies there until the next one is taken.
    last = next((turn for turn in reversed(match.turns) if isinstance(turn, Ask)), None)
    if last is not None and last.question == number:
        return nothing_new()
    saying = say("Question {number} lies there: enter the answer on a phone.", number=number)
    return Finding("unclear", saying, asked=number)


def _can_be(match: Match, event: Event) -> bool:
    """Tell whether the set has the cards of all racks."""
    then = match.with_event(event)
    if isinstance(event, Changed):
        return not then.results[event.index].problems
    return not game_named(match.table.game).setup_problems(then.table)
