"""Code 777: everybody sees the others' racks, and finds out the own one by asking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scoring.code777_cards import DECK, FIRST, QUESTIONS, SAME, SECOND, Answer, Rack, card, truth
from scoring.fields import Fields, fields_of, listed, take, text, whole
from scoring.game import (
    NOBODY,
    Game,
    Option,
    Outcome,
    Standing,
    Table,
    after,
    read_seat,
    starter,
    turn_problems,
)
from scoring.position import join, numbers, parse_number, parse_numbers, parse_seat, seat, split
from scoring.saying import Problem, RecordError, problem, say

RACKS = 4
GOAL = 3
RESHUFFLE_AT = 7


@dataclass(frozen=True)
class Ask:
    """A turn: the player reads a question card and answers it."""

    seat: int
    question: int
    answer: Answer


@dataclass(frozen=True)
class Guess:
    """A player names the own rack's numbers, at any time; then come new cards."""

    seat: int
    numbers: tuple[int, ...]
    rack: Rack | None
    spare: Rack | None


Turn = Ask | Guess


@dataclass(frozen=True)
class Code777State:
    """The racks, the players' first and then the spare ones, points by seat, and the cards' piles."""

    racks: tuple[Rack, ...]
    points: tuple[int, ...]
    to_play: int | None
    pile: int
    discards: int
    next_spare: int = 0
    """Which spare rack is replaced after the next right answer."""


class Code777(Game[Code777State, Turn]):
    """The rules of Code 777."""

    name = "code777"
    title = "Code 777"
    player_counts = range(2, 5)
    options = (
        Option("question2_at_least", False, "Question 2 asks for totals of 12 or more, not of 12 or less."),
    )
    start_fields = ("racks",)

    def open(self, table: Table) -> Code777State:
        given = fields_of(table.start.get("racks", {}), "The racks")
        owners = rack_names(table)
        given = {name.strip(): rack for name, rack in given.items()}
        for name in given:
            if name not in owners:
                raise RecordError("There is no rack for “{name}”.", name=str(name)[:40])
        racks = tuple(_read_rack(given[name]) if name in given else () for name in owners)
        dealt = sum(map(len, racks))
        return Code777State(racks, (0,) * table.seats, starter(table), 28 - dealt, 0)

    def is_open(self, state: Code777State) -> bool:
        return all(state.racks[: len(state.points)])

    def setup_problems(self, table: Table) -> list[Problem]:
        return super().setup_problems(table) or _card_problems(self.open(table).racks)

    def problems(self, table: Table, state: Code777State, turn: Turn) -> list[Problem]:
        standing = self.standing(table, state)
        if isinstance(turn, Guess):
            # A guess may come from anyone at any time: only the game's end forbids it.
            found = turn_problems(table, turn.seat, replace(standing, to_play=None))
            if found or turn.seat == NOBODY:
                return found
            return _card_problems(_with_new_cards(table, state, turn).racks)
        found = turn_problems(table, turn.seat, standing)
        if turn.question not in QUESTIONS:
            found.append(
                problem(
                    "unknown-question",
                    "There is no question {number}; they go from 1 to 23.",
                    number=turn.question,
                )
            )
        if not found and turn.answer != truth(turn.question, seen_by(state, turn.seat), _at_least(table)):
            found.append(
                problem(
                    "untruthful",
                    "{player}'s answer does not fit the racks {player} sees.",
                    player=table.name(turn.seat),
                )
            )
        return found

    def play(self, table: Table, state: Code777State, turn: Turn) -> Outcome[Code777State]:
        player = table.name(turn.seat)
        if isinstance(turn, Ask):
            then = replace(state, to_play=after(turn.seat, table.seats))
            details: dict[str, Any] = {"ask": turn.question, "answer": turn.answer, "correct": True}
            saying = say(
                "{player} answers question {number} truthfully.", player=player, number=turn.question
            )
            return Outcome(then, 0, details, saying)
        correct = is_right(state, turn)
        points = list(state.points)
        points[turn.seat] += int(correct)
        then = replace(_with_new_cards(table, state, turn), points=tuple(points))
        template = (
            "{player} is right: one point!" if correct else "{player} is wrong and gets three new cards."
        )
        return Outcome(
            then,
            int(correct),
            {"guess": list(turn.numbers), "correct": correct},
            say(template, player=player),
        )

    def skip(self, table: Table, state: Code777State, turn: Turn) -> Code777State:
        if isinstance(turn, Ask) and turn.seat >= 0:
            return replace(state, to_play=after(turn.seat, table.seats))
        return state

    def standing(self, table: Table, state: Code777State) -> Standing:
        winners = tuple(at for at, points in enumerate(state.points) if points >= GOAL)
        return Standing(state.points, None if winners else state.to_play, bool(winners), winners)

    def read_turn(self, table: Table, fields: Fields) -> Turn:
        at = read_seat(table, fields)
        if "guess" in fields:
            guess = tuple(whole(number, "A number") for number in listed(fields["guess"], "The guess", 3))
            if len(guess) != 3:
                raise RecordError("A guess names three numbers.")
            rack, spare = (
                None if fields.get(name) is None else _read_rack(fields[name]) for name in ("rack", "spare")
            )
            return Guess(at, guess, rack, spare)
        question = whole(take(fields, "ask", "The turn"), "The question's number")
        answer = take(fields, "answer", "The turn")
        if isinstance(answer, str) and answer.isdecimal() and len(answer) < 4:
            answer = int(answer)
        if isinstance(answer, str) and answer not in (FIRST, SECOND, SAME):
            raise RecordError("An answer is a whole number, “first”, “second” or “same”.")
        return Ask(at, question, answer if isinstance(answer, str) else whole(answer, "The answer"))

    def write_turn(self, table: Table, turn: Turn) -> dict[str, Any]:
        player = table.name(turn.seat)
        if isinstance(turn, Ask):
            return {"player": player, "ask": turn.question, "answer": turn.answer}
        written: dict[str, Any] = {"player": player, "guess": list(turn.numbers)}
        for name, rack in (("rack", turn.rack), ("spare", turn.spare)):
            if rack is not None:
                written[name] = [str(one) for one in rack]
        return written

    def print_position(self, state: Code777State) -> str:
        return join(
            self.name,
            "; ".join(", ".join(map(str, rack)) or "-" for rack in state.racks),
            numbers(state.points),
            seat(state.to_play),
            numbers((state.pile, state.discards, state.next_spare)),
        )

    def parse_position(self, line: str) -> Code777State:
        racks, points, to_play, piles = split(line, self.name, 4)
        counts = [parse_number(word) for word in piles.split()]
        if len(counts) != 3:
            raise RecordError("A position of Code 777 counts the pile, the discards and the next spare rack.")
        return Code777State(
            tuple(
                () if rack.strip() == "-" else tuple(card(name) for name in rack.split(","))
                for rack in racks.split(";")
            ),
            parse_numbers(points),
            parse_seat(to_play),
            *counts,
        )


def rack_names(table: Table) -> tuple[str, ...]:
    """Return whose racks stand on the table: the players', then the spare ones up to four."""
    spares = RACKS - table.seats
    return (*table.players, *(f"spare{k + 1}" for k in range(spares)))


def seen_by(state: Code777State, at: int) -> tuple[Rack, ...]:
    """Return the racks a player sees: all but the own one."""
    return tuple(rack for owner, rack in enumerate(state.racks) if owner != at)


def is_right(state: Code777State, guess: Guess) -> bool:
    """Tell whether a guess names the three numbers of the guesser's rack; colours do not matter."""
    return sorted(guess.numbers) == sorted(one.number for one in state.racks[guess.seat])


def _at_least(table: Table) -> bool:
    """Tell which way round question 2 is asked in this edition."""
    return bool(table.options.get("question2_at_least"))


def _with_new_cards(table: Table, state: Code777State, guess: Guess) -> Code777State:
    """Return the state with three new cards for the guesser; a right guess also replaces a spare rack."""
    then = _put_up(state, guess.seat, guess.rack or ())
    spares = RACKS - table.seats
    if guess.spare is None or not spares or not is_right(state, guess):
        return then
    then = _put_up(then, table.seats + state.next_spare, guess.spare)
    return replace(then, next_spare=(state.next_spare + 1) % spares)


def _put_up(state: Code777State, at: int, rack: Rack) -> Code777State:
    """Return the state with new cards on a rack; the old ones go aside until the pile runs low."""
    pile, discards = state.pile - len(rack), state.discards + len(state.racks[at])
    if pile <= RESHUFFLE_AT:
        pile, discards = pile + discards, 0
    racks = (*state.racks[:at], rack, *state.racks[at + 1 :])
    return replace(state, racks=racks, pile=pile, discards=discards)


def _card_problems(racks: Iterable[Rack]) -> list[Problem]:
    """Check that the cards on all racks can be in the set together."""
    counts = Counter(one for rack in racks for one in rack)
    found = []
    for one, count in counts.items():
        if one not in DECK:
            found.append(problem("unknown-card", "There is no {card} in the set.", str(one), card=str(one)))
        elif count > DECK[one]:
            found.append(
                problem(
                    "unknown-card",
                    "{card} stands on the racks more often than the set has it.",
                    str(one),
                    card=str(one),
                )
            )
    return found


def _read_rack(value: object) -> Rack:
    """Return a rack of three cards."""
    names = listed(value, "A rack", 3)
    if len(names) != 3:
        raise RecordError("A rack has three cards.")
    return tuple(card(text(name, "A card")) for name in names)
