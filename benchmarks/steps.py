"""A game of any booklet, step by step: what people lay under the camera, and what is true from then on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any

from device.dicebox import DICE, box_pieces
from device.hands import LAID, pieces_of
from device.judges.code777 import next_rack
from device.judges.trictrac import NEW_THROW
from scoring.addup import Add
from scoring.code777 import Ask, Code777State
from scoring.code777_cards import Rack
from scoring.game import STARTER
from scoring.match import Event, Match, Played
from scoring.players import deal
from scoring.snapshot import TablePiece
from web.racks import put_up

NAMES = ("Ann", "Bob")
Pieces = tuple[TablePiece, ...]


@dataclass(frozen=True)
class Step:
    """Something people do: what lies there one after the other meanwhile, and the match afterwards."""

    event: Event
    then: Match
    lays: tuple[Pieces, ...]
    """Empty where nothing is laid, and a phone is told what was done."""
    asked: int | None = None
    """The question card that is laid, and whose answer a phone is told."""

    @property
    def faces(self) -> set[str]:
        """Return all that would be a true answer when people are asked what lies there, or what was meant."""
        turn = self.event.turn if isinstance(self.event, Played) else None
        if isinstance(turn, Add) and turn.value is not None:
            return {turn.face, str(turn.value)}
        names = {piece.name for pieces in self.lays[-1:] for piece in pieces}
        if self.then.table.game != "trictrac":
            return names
        dice = {f"die {DICE.index(name) + 1}" for name in names & set(DICE)}
        return {NEW_THROW, *dice, *(f"open {number}" for number in range(1, 10) if str(number) not in names)}


def begin(game: str, rng: Random) -> tuple[Match, Iterator[Step]]:
    """Deal a game, and return it as it is set up and the steps it takes."""
    dealt = deal(game, NAMES, rng)
    turns = dealt.turns()
    first = next(turns)
    # The eye sees what was laid, not who laid it: the table says who begins.
    starts = {STARTER: dealt.table.name(first.seat)}
    if game in LAID:
        match = Match(replace(dealt.table, start={**dealt.table.start, **starts}))
        return match, _laid(match, chain((first,), turns))
    racks = Match(dealt.table).state.racks
    match = Match(replace(dealt.table, start=starts))
    return match, _shown(match, racks, chain((first,), turns))


def progress(match: Match) -> int:
    """Count what was entered: the turns, and in Code 777 the racks that were put up."""
    if not isinstance(match.state, Code777State):
        return len(match.turns)
    new = (rack for turn in match.turns if not isinstance(turn, Ask) for rack in (turn.rack, turn.spare))
    return len(match.turns) + len(match.table.start.get("racks", {})) + sum(map(bool, new))


def _laid(match: Match, turns: Iterator[Any]) -> Iterator[Step]:
    """Play a game whose turns lie on the table."""
    for turn in turns:
        before, match = match, match.with_event(Played(turn))
        lays = [pieces_of(match)] if pieces_of(match) != pieces_of(before) else []
        if match.table.game == "trictrac" and turn.cover:
            lays.insert(0, _thrown(match))
        yield Step(Played(turn), match, tuple(lays))


def _thrown(match: Match) -> Pieces:
    """Return the box when the dice have fallen, and nothing is covered with them yet."""
    new = set(map(str, match.turns[-1].cover))
    return tuple(piece for piece in box_pieces(match) if piece.name not in new)


def _shown(match: Match, racks: Sequence[Rack], turns: Iterator[Any]) -> Iterator[Step]:
    """Play Code 777: the racks are shown to the camera, then the question cards; the rest is said."""
    for rack in racks:
        yield (step := _rack(match, rack))
        match = step.then
    for turn in turns:
        if isinstance(turn, Ask):
            match = match.with_event(Played(turn))
            card = (TablePiece(f"question {turn.question}", 1, 0),)
            yield Step(Played(turn), match, (card,), turn.question)
            continue
        said = Played(replace(turn, rack=None, spare=None))
        match = match.with_event(said)
        yield Step(said, match, ())
        for rack in filter(None, (turn.rack, turn.spare)):
            if not match.standing.finished:
                yield (step := _rack(match, rack))
                match = step.then


def _rack(match: Match, rack: Rack) -> Step:
    """Show the camera three cards for the rack that waits for them."""
    owner = next_rack(match)
    assert owner is not None
    event = put_up(match, owner, rack)
    cards = tuple(TablePiece(str(card), at, 0) for at, card in enumerate(rack))
    return Step(event, match.with_event(event), (cards,))
