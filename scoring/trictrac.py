"""Tric-Trac Royal: cover the numbers 1 to 9 with the throws of two dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from scoring.fields import Fields, listed, take, whole
from scoring.game import Game, Option, Outcome, Standing, Table, read_seat, starter, turn_problems
from scoring.position import MISSING, join, numbers, parse_number, parse_numbers, parse_seat, seat, split
from scoring.saying import Problem, RecordError, problem, say

BOX: tuple[int, ...] = tuple(range(1, 10))


@dataclass(frozen=True)
class Throw:
    """A turn's throw: two dice and the numbers covered with them."""

    seat: int
    dice: tuple[int, int]
    cover: tuple[int, ...]


@dataclass(frozen=True)
class TrictracState:
    """The open numbers of who is playing, and the sums of those who have played, round by round."""

    open: tuple[int, ...]
    to_play: int | None
    order: tuple[int, ...]
    """Who still has to play in this round, the player at the box first; empty before the first throw."""
    results: tuple[int | None, ...]
    """Each seat's sum in the first round."""
    playoff: tuple[int | None, ...]
    """Each seat's sum in the play-off that runs or ran last."""


class Trictrac(Game[TrictracState, Throw]):
    """The rules of Tric-Trac Royal."""

    name = "trictrac"
    title = "Tric-Trac Royal"
    player_counts = range(1, 101)
    options = (
        Option("single_die_ends_turn", False, "Covering with one die alone ends the turn."),
        Option("stake", 1, "What each player stakes.", 0, 1000),
    )

    def open(self, table: Table) -> TrictracState:
        nothing = (None,) * table.seats
        return TrictracState(BOX, starter(table), (), nothing, nothing)

    def problems(self, table: Table, state: TrictracState, turn: Throw) -> list[Problem]:
        found = turn_problems(table, turn.seat, self.standing(table, state), over="wrong-player")
        if not all(1 <= die <= 6 for die in turn.dice):
            return [*found, problem("dice-value", "A die shows 1 to 6; this one cannot be read as a throw.")]
        shut = [number for number in turn.cover if number in BOX and number not in state.open]
        twice = sorted({number for number in turn.cover if turn.cover.count(number) > 1})
        for number in shut or twice:
            found.append(
                problem("already-covered", "The {number} is covered already.", str(number), number=number)
            )
        for number in turn.cover:
            if number not in BOX:
                found.append(
                    problem("not-the-dice", "There is no {number} in the box.", str(number), number=number)
                )
        if turn.cover and sum(turn.cover) not in (sum(turn.dice), *turn.dice):
            found.append(
                problem(
                    "not-the-dice",
                    "{cover} makes {sum}; the dice allow {total}, {first} or {second}.",
                    *map(str, turn.cover),
                    cover=" + ".join(map(str, turn.cover)),
                    sum=sum(turn.cover),
                    total=sum(turn.dice),
                    first=turn.dice[0],
                    second=turn.dice[1],
                )
            )
        possible = covers(state.open, turn.dice)
        if not turn.cover and possible:
            best = possible[0]
            found.append(
                problem(
                    "can-still-cover",
                    "This throw can still cover {cover}.",
                    *map(str, best),
                    cover=" + ".join(map(str, best)),
                )
            )
        return found

    def play(self, table: Table, state: TrictracState, turn: Throw) -> Outcome[TrictracState]:
        left = tuple(number for number in state.open if number not in turn.cover)
        single = bool(turn.cover) and sum(turn.cover) != sum(turn.dice)
        done = not turn.cover or not left or (single and bool(table.options.get("single_die_ends_turn")))
        then = replace(
            state, open=left, to_play=turn.seat, order=state.order or _round(turn.seat, table.seats)
        )
        points = sum(left) if done else 0
        player = table.name(turn.seat)
        if not done:
            saying = say(
                "{player} covers {cover}; {sum} is still open.",
                player=player,
                cover=" + ".join(map(str, turn.cover)),
                sum=sum(left),
            )
        elif left:
            saying = say("{player}'s turn ends with {sum} open.", player=player, sum=points)
        else:
            saying = say("{player} has covered everything!", player=player)
        if done:
            then = _end_turn(then, turn.seat, points)
        details: dict[str, Any] = {"dice": list(turn.dice), "cover": list(turn.cover), "open": list(left)}
        if self.standing(table, then).finished:
            details["payments"] = {table.name(at): sum_ for at, sum_ in enumerate(payments(table, then))}
        return Outcome(then, points, details, saying)

    def skip(self, table: Table, state: TrictracState, turn: Throw) -> TrictracState:
        # A turn's last throw covers nothing; passing over it must still hand the box on.
        ended = not turn.cover and turn.seat == state.to_play
        return _end_turn(state, turn.seat, sum(state.open)) if ended else state

    def standing(self, table: Table, state: TrictracState) -> Standing:
        begun = state.to_play if state.open != BOX else None
        totals = tuple(
            result if result is not None else sum(state.open) if at == begun else 0
            for at, result in enumerate(state.results)
        )
        if state.to_play is not None or not any(result is not None for result in state.results):
            return Standing(totals, state.to_play)
        return Standing(totals, None, True, _lowest(state))

    def read_turn(self, table: Table, fields: Fields) -> Throw:
        dice = listed(take(fields, "dice", "The turn"), "The dice")
        if len(dice) != 2:
            raise RecordError("A throw has two dice.")
        cover = listed(take(fields, "cover", "The turn"), "The covered numbers", 20)
        first, second = (whole(die, "A die") for die in dice)
        return Throw(
            read_seat(table, fields),
            (first, second),
            tuple(whole(number, "A covered number") for number in cover),
        )

    def write_turn(self, table: Table, turn: Throw) -> dict[str, Any]:
        return {"player": table.name(turn.seat), "dice": list(turn.dice), "cover": list(turn.cover)}

    def print_position(self, state: TrictracState) -> str:
        return join(
            self.name,
            "".join(map(str, state.open)),
            seat(state.to_play),
            numbers(state.order),
            numbers(state.results),
            numbers(state.playoff),
        )

    def parse_position(self, line: str) -> TrictracState:
        left, to_play, order, results, playoff = split(line, self.name, 5)
        return TrictracState(
            tuple(parse_number(digit) for digit in left),
            parse_seat(to_play),
            parse_numbers(order),
            _parse_sums(results),
            _parse_sums(playoff),
        )


def covers(open_numbers: Sequence[int], dice: tuple[int, int]) -> list[tuple[int, ...]]:
    """Return every set of open numbers that a throw may cover, highest numbers first."""
    sums = {sum(dice), *dice}
    found = [
        cover
        for size in range(1, len(open_numbers) + 1)
        for cover in combinations(sorted(open_numbers, reverse=True), size)
        if sum(cover) in sums
    ]
    return sorted(found, key=lambda cover: (-sum(cover), [-number for number in cover]))


def payments(table: Table, state: TrictracState) -> tuple[int, ...]:
    """Return what each seat wins or pays: the lowest takes the stakes, doubled when all was covered."""
    stake = int(table.options.get("stake", 1))
    (winner,) = _lowest(state)
    due = stake * (2 if 0 in (state.results[winner], state.playoff[winner]) else 1)
    return tuple(due * (table.seats - 1) if at == winner else -due for at in range(table.seats))


def _round(first: int, seats: int) -> tuple[int, ...]:
    """Return the order of a round that starts at a seat."""
    return tuple((first + k) % seats for k in range(seats))


def _lowest(state: TrictracState) -> tuple[int, ...]:
    """Return who has the lowest sum, the last play-off deciding."""
    sums = state.playoff if any(result is not None for result in state.playoff) else state.results
    played = [(result, at) for at, result in enumerate(sums) if result is not None]
    least = min(played)[0]
    return tuple(at for result, at in played if result == least)


def _end_turn(state: TrictracState, at: int, points: int) -> TrictracState:
    """Note a player's sum, and open the box for the next player or for a play-off."""

    def noted(sums: tuple[int | None, ...]) -> tuple[int | None, ...]:
        return (*sums[:at], points, *sums[at + 1 :])

    first_round = state.results[at] is None
    then = replace(
        state,
        open=BOX,
        order=tuple(other for other in state.order or _round(at, len(state.results)) if other != at),
        results=noted(state.results) if first_round else state.results,
        playoff=state.playoff if first_round else noted(state.playoff),
    )
    if then.order:
        return replace(then, to_play=then.order[0])
    tied = _lowest(then)
    if len(tied) == 1:
        return replace(then, to_play=None)
    # Those who share the lowest sum play again, in the order they sat in this round.
    again = tuple(other for other in (*_round(at, len(state.results))[1:], at) if other in tied)
    return replace(then, to_play=again[0], order=again, playoff=(None,) * len(state.playoff))


def _parse_sums(part: str) -> tuple[int | None, ...]:
    """Read sums with spaces between them; a question mark is a turn still to come."""
    return tuple(None if word == MISSING else parse_number(word) for word in part.split())
