"""Formula: change the equation on the table with one to three cards, and be the first with an empty hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.fields import Fields, listed
from scoring.formula_cards import JOKER, Equation, equation_of, parse_equation, value_of
from scoring.formula_rules import first_cards, lay_problems, least_cards, lying_digits
from scoring.formula_turns import Deal, Draw, Lay, Rest, Turn, read_card, read_turn, write_turn
from scoring.game import (
    Game,
    Option,
    Outcome,
    Standing,
    Table,
    next_holding,
    starter,
    turn_problems,
)
from scoring.position import join, numbers, parse_number, parse_numbers, parse_seat, seat, split
from scoring.saying import Problem, RecordError, Saying, problem, say

HAND = 7
GOAL = 250
GOING_OUT = 10
JOKER_HELD = 25


@dataclass(frozen=True)
class FormulaState:
    """The equation that lies there, hands and totals by seat, the stock, and who is out."""

    lying: Equation
    hands: tuple[int, ...]
    totals: tuple[int, ...]
    to_play: int | None
    stock: int
    under: int
    """How many cards lie underneath: they become the stock when it is empty."""
    out: tuple[int, ...] = ()
    """Who has played the last card this round, in that order."""
    round_over: bool = False
    owing: tuple[int, ...] = ()
    """Who still has to show the rest of the hand after a round for points."""


class Formula(Game[FormulaState, Turn]):
    """The rules of Formula."""

    name = "formula"
    title = "Formula"
    player_counts = range(2, 9)
    options = (
        Option("leading_zero", False, "A number of several cards may start with 0."),
        Option("reuse_one", False, "Each formula keeps at least one card that was there."),
        Option("winner_extra_card", False, "Whoever wins a round starts the next with one card more."),
        Option("play_to_last", False, "Play goes on until everybody is out."),
        Option("points", False, "Each formula earns its outcome; the first to 250 points wins."),
        Option("deck", 59, "How many digit cards and jokers the deck has.", 30, 200),
    )
    start_fields = ("start", "winner")

    def open(self, table: Table) -> FormulaState:
        cards = listed(table.start.get("start", ()), "The start", 2)
        if len(cards) == 1:
            raise RecordError("The start has two open cards.")
        hands = [HAND] * table.seats
        winner = table.start.get("winner")
        if winner is not None:
            if winner not in table.players:
                raise RecordError("The winner of the last round does not sit at the table.")
            hands[table.seat(winner)] += bool(table.options.get("winner_extra_card"))
        stock = int(table.options.get("deck", 59)) - sum(hands) - 2
        return FormulaState(
            first_cards(*map(read_card, cards)),
            tuple(hands),
            (0,) * table.seats,
            starter(table),
            max(0, stock),
            0,
        )

    def is_open(self, state: FormulaState) -> bool:
        return all(state.lying.numbers[:2])

    def problems(self, table: Table, state: FormulaState, turn: Turn) -> list[Problem]:
        standing = self.standing(table, state)
        if isinstance(turn, Deal):
            if standing.finished or not state.round_over or state.owing:
                return [problem("round-not-over", "A new round is dealt only when the last one is settled.")]
            return []
        if isinstance(turn, Rest):
            return _rest_problems(table, state, turn)
        found = turn_problems(table, turn.seat, standing, over="wrong-player")
        if not found and state.round_over:
            found.append(problem("wrong-player", "The round is over; deal a new one first."))
        if found or isinstance(turn, Draw):
            return found
        return lay_problems(table, state.lying, state.hands[turn.seat], turn.tokens, turn.jokers)

    def play(self, table: Table, state: FormulaState, turn: Turn) -> Outcome[FormulaState]:
        match turn:
            case Deal():
                return self._deal(table, state, turn)
            case Rest():
                return self._settle(table, state, turn)
            case Draw():
                return self._draw(table, state, turn)
            case Lay():
                return self._lay(table, state, turn)

    def _lay(self, table: Table, state: FormulaState, turn: Lay) -> Outcome[FormulaState]:
        digits = lying_digits(state.lying, turn.tokens) if turn.jokers is None else turn.jokers
        equation = equation_of(turn.tokens, digits)
        cards = least_cards(state.lying, equation)
        hands = list(state.hands)
        hands[turn.seat] -= cards
        under = state.under + state.lying.cards + cards - equation.cards
        then = replace(state, lying=equation, hands=tuple(hands), under=under)
        outcome = value_of(equation.outcome)
        points = outcome if table.options.get("points") else 0
        if hands[turn.seat] == 0:
            points += GOING_OUT if table.options.get("points") and not state.out else 0
            then = replace(then, out=(*state.out, turn.seat))
            then = _close_round(table, then)
        then = _add(then, turn.seat, points)
        then = replace(then, to_play=None if then.round_over else next_holding(then.hands, turn.seat))
        details: dict[str, Any] = {
            "cards": cards,
            "formula": "".join(turn.tokens),
            "hands": _by_name(table, then.hands),
        }
        if JOKER in details["formula"]:
            details["jokers"] = list(digits)
        return Outcome(then, points, details, _laid(table, turn.seat, cards, points, hands[turn.seat]))

    def _draw(self, table: Table, state: FormulaState, turn: Draw) -> Outcome[FormulaState]:
        stock, under = (state.stock, state.under) if state.stock else (state.under, 0)
        drawn = min(1, stock)
        hands = list(state.hands)
        hands[turn.seat] += drawn
        then = replace(
            state,
            hands=tuple(hands),
            stock=stock - drawn,
            under=under,
            to_play=next_holding(state.hands, turn.seat),
        )
        details = {"cards": 0, "drawn": drawn, "hands": _by_name(table, then.hands)}
        return Outcome(then, 0, details, say("{player} draws a card.", player=table.name(turn.seat)))

    def _settle(self, table: Table, state: FormulaState, turn: Rest) -> Outcome[FormulaState]:
        points = -sum(JOKER_HELD if card == JOKER else int(card) for card in turn.cards)
        owing = tuple(at for at in state.owing if at != turn.seat)
        then = _add(replace(state, owing=owing), turn.seat, points)
        details = {"cards": 0, "hand": list(turn.cards), "hands": _by_name(table, then.hands)}
        saying = say("{player} still held {points} points.", player=table.name(turn.seat), points=-points)
        return Outcome(then, points, details, saying)

    def _deal(self, table: Table, state: FormulaState, turn: Deal) -> Outcome[FormulaState]:
        hands = [HAND] * table.seats
        if table.options.get("winner_extra_card") and state.out:
            hands[state.out[0]] += 1
        stock = max(0, int(table.options.get("deck", 59)) - sum(hands) - 2)
        then = FormulaState(first_cards(*turn.open), tuple(hands), state.totals, None, stock, 0)
        return Outcome(
            then, 0, {"cards": 0, "hands": _by_name(table, then.hands)}, say("A new round is dealt.")
        )

    def skip(self, table: Table, state: FormulaState, turn: Turn) -> FormulaState:
        if isinstance(turn, Lay | Draw) and turn.seat >= 0 and not state.round_over:
            return replace(state, to_play=next_holding(state.hands, turn.seat))
        return state

    def standing(self, table: Table, state: FormulaState) -> Standing:
        if not state.round_over:
            return Standing(state.totals, state.to_play)
        if not table.options.get("points"):
            return Standing(state.totals, None, True, state.out[:1])
        best = max(state.totals)
        leaders = tuple(at for at, total in enumerate(state.totals) if total == best)
        # Whoever still owes the rest of a hand may fall below the goal again.
        settled = not any(at in state.owing for at in leaders)
        if best >= GOAL and settled:
            return Standing(state.totals, None, True, leaders)
        return Standing(state.totals, None)

    def read_turn(self, table: Table, fields: Fields) -> Turn:
        return read_turn(table, fields)

    def write_turn(self, table: Table, turn: Turn) -> dict[str, Any]:
        return write_turn(table, turn)

    def print_position(self, state: FormulaState) -> str:
        return join(
            self.name,
            str(state.lying),
            numbers(state.hands),
            numbers(state.totals),
            seat(state.to_play),
            f"{state.stock} {state.under}",
            numbers(state.out),
            "over" if state.round_over else "",
            numbers(state.owing),
        )

    def parse_position(self, line: str) -> FormulaState:
        lying, hands, totals, to_play, piles, out, over, owing = split(line, self.name, 8)
        stock, _, under = piles.partition(" ")
        return FormulaState(
            parse_equation(lying),
            parse_numbers(hands),
            parse_numbers(totals),
            parse_seat(to_play),
            parse_number(stock),
            parse_number(under),
            parse_numbers(out),
            over == "over",
            parse_numbers(owing),
        )


def _rest_problems(table: Table, state: FormulaState, turn: Rest) -> list[Problem]:
    """Check the rest of a hand shown at a round's end."""
    if turn.seat not in state.owing:
        return [problem("round-not-over", "Nobody waits for this hand now.")]
    held = state.hands[turn.seat]
    if len(turn.cards) != held:
        return [
            problem(
                "hand-count",
                "{player} holds {held} cards, and {shown} are shown.",
                player=table.name(turn.seat),
                held=held,
                shown=len(turn.cards),
            )
        ]
    return []


def _close_round(table: Table, state: FormulaState) -> FormulaState:
    """End the round when somebody is out, or with `play_to_last` when everybody is."""
    holding = tuple(at for at, held in enumerate(state.hands) if held)
    if table.options.get("play_to_last") and holding:
        return state
    return replace(state, round_over=True, owing=holding if table.options.get("points") else ())


def _add(state: FormulaState, seat_: int, points: int) -> FormulaState:
    """Add points to a seat's total."""
    totals = list(state.totals)
    totals[seat_] += points
    return replace(state, totals=tuple(totals))


def _by_name(table: Table, hands: tuple[int, ...]) -> dict[str, int]:
    """Return the hands by the players' names."""
    return dict(zip(table.players, hands, strict=True))


def _laid(table: Table, seat_: int, cards: int, points: int, held: int) -> Saying:
    """Say what a formula did."""
    player = table.name(seat_)
    if held == 0:
        return say("{player} lays the last card and is out!", player=player)
    if points:
        return say("{player} lays {cards} and scores {points}.", player=player, cards=cards, points=points)
    return say("{player} lays {cards} and holds {held}.", player=player, cards=cards, held=held)
