"""From a row of Formula cards to the turn that was played."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from device.finding import Finding, turns_or_problems
from scoring.formula import FormulaState
from scoring.formula_cards import EQUALS, JOKER, OPERATORS, Equation, equation_of, has_form, is_true
from scoring.formula_rules import lying_digits
from scoring.formula_turns import Draw, Lay
from scoring.match import Match, Opened
from scoring.saying import say
from vision.reading import Reading


def judge_formula(match: Match, reading: Reading, seen_before: frozenset[str]) -> Finding:
    """Compare the row seen with the equation that lay there: a new formula, or a card drawn."""
    tokens = tuple(reading.tokens)
    state: FormulaState = match.state
    seat = match.standing.to_play or 0
    opening = _open_cards(tokens)
    if opening is not None:
        if not state.lying.sign and _starts_from(state.lying, (opening[0], "", opening[1])):
            return _drawn(match, seat)
        if match.turns:
            return Finding("moved", say("A formula lay there, and now only two cards do."))
        saying = say("The open cards are {left} and {right}.", left=opening[0], right=opening[1])
        return Finding("start", saying, opening={"start": list(opening)})
    if not has_form(tokens):
        return Finding("unclear", say("This is not a whole formula yet: {row}.", row=" ".join(tokens)))
    if _same_row(state.lying, tokens):
        return _drawn(match, seat)
    if not match.turns and not _starts_from(state.lying, tokens):
        start = {"start": [tokens[0], tokens[2]]}
        if all(len(number) == 1 for number in start["start"]):
            then = match.with_event(Opened(start))
            return replace(_laid(then, then.state, seat, tokens), opening=start)
    return _laid(match, state, seat, tokens)


def _drawn(match: Match, seat: int) -> Finding:
    """Nobody laid anything: whoever ends the turn all the same has drawn a card."""
    return replace(turns_or_problems(match, (Draw(seat),)), unchanged=True)


def _laid(match: Match, state: FormulaState, seat: int, tokens: tuple[str, ...]) -> Finding:
    """Find the digits the jokers must stand for, and judge the new formula."""
    if JOKER not in "".join(tokens):
        return turns_or_problems(match, (Lay(seat, tokens, None),))
    known = lying_digits(state.lying, tokens)
    true = [
        digits for digits in product(range(10), repeat=len(known)) if is_true(equation_of(tokens, digits))
    ]
    legal = [Lay(seat, tokens, digits) for digits in true if not match.problems(Lay(seat, tokens, digits))]
    if len(legal) > 1:
        ways = {" ".join(map(str, turn.jokers or ())): (turn,) for turn in legal}
        return Finding("unclear", say("The joker can be several digits here: which one is it?"), ways=ways)
    if legal:
        return turns_or_problems(match, (legal[0],))
    fitting = [digits for digits in true if all(map(_fits, known, digits))]
    digits = fitting[0] if fitting else tuple(digit or 0 for digit in known)
    return turns_or_problems(match, (Lay(seat, tokens, digits),))


def _fits(known: int | None, digit: int) -> bool:
    """Tell whether a joker may be a digit, as far as it is known."""
    return known in (None, digit)


def _open_cards(tokens: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the two open cards where a round's start lies there: two cards and the equals sign."""
    faces = "".join(tokens)
    if len(faces) == 3 and faces.endswith(EQUALS) and not set(faces[:2]) & {*OPERATORS, EQUALS}:
        return faces[0], faces[1]
    return None


def _same_row(lying: Equation, tokens: tuple[str, ...]) -> bool:
    """Tell whether the row shows the equation that lay there."""
    faces = tuple("".join(card.face for card in number) for number in lying.numbers)
    return lying.sign == tokens[1] and faces == (tokens[0], tokens[2], tokens[4])


def _starts_from(lying: Equation, tokens: tuple[str, ...]) -> bool:
    """Tell whether a first formula uses the two open cards as they are known."""
    return tuple("".join(card.face for card in number) for number in lying.numbers[:2]) == (
        tokens[0],
        tokens[2],
    )
