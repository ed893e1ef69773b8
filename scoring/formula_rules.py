"""Formula's judgement of a new equation over the one that lies there."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.formula_cards import (
    JOKER,
    JOKERS_IN_DECK,
    MOST_CARDS,
    Card,
    Equation,
    cards_if_taken_away,
    change,
    equation_of,
    has_form,
    is_true,
    is_zero_product,
    value_of,
)
from scoring.game import Table
from scoring.saying import Problem, problem


def first_cards(left: str = "", right: str = "") -> Equation:
    """Return the two open cards a round starts from; they may not be known yet."""
    first, second = (
        tuple(Card(face, None if face == JOKER else int(face)) for face in faces) for faces in (left, right)
    )
    return Equation(first, "", second, ())


def least_cards(lying: Equation, laid: Equation) -> int:
    """Return the fewest new cards that make an equation from the one before."""
    if is_zero_product(lying):
        return laid.cards
    return sum(change(old, new).cards for old, new in zip(lying.numbers, laid.numbers, strict=True))


def lying_digits(lying: Equation, tokens: Sequence[str]) -> tuple[int | None, ...]:
    """Return the digits of jokers that lie where the written ones stand; None where none lies."""
    digits: list[int | None] = []
    for number, token in zip(lying.numbers, tokens[::2], strict=False):
        kept = [card.value for card in number if card.face == JOKER]
        for face in token:
            if face == JOKER:
                digits.append(kept.pop(0) if kept else None)
    return tuple(digits)


def lay_problems(
    table: Table, lying: Equation, held: int, tokens: Sequence[str], jokers: Sequence[int] | None
) -> list[Problem]:
    """Return every rule a new equation would break."""
    if not has_form(tokens):
        return [
            problem("untrue", "A formula is a number, a sign, a number, = and a number.", "".join(tokens))
        ]
    digits = lying_digits(lying, tokens) if jokers is None else tuple(jokers)
    count = "".join(tokens).count(JOKER)
    if len(digits) != count or any(digit is None or not 0 <= digit <= 9 for digit in digits):
        return [problem("joker-value", "Say for each joker which digit from 0 to 9 it is.", JOKER)]
    if count > JOKERS_IN_DECK:
        return [problem("joker-value", "There are only two jokers in the deck.", JOKER)]
    laid = equation_of(tokens, digits)
    found = []
    if not is_true(laid):
        found.append(_untrue(laid))
    if not table.options.get("leading_zero"):
        for number in laid.numbers:
            if len(number) > 1 and number[0].value == 0:
                found.append(
                    problem(
                        "leading-zero", "A number of several cards does not start with 0.", str(number[0])
                    )
                )
                break
    return found + _change_problems(table, lying, laid, held)


def _change_problems(table: Table, lying: Equation, laid: Equation, held: int) -> list[Problem]:
    """Check what changed on the table: how many cards, and whether they were laid as the rules say."""
    cards = least_cards(lying, laid)
    if not lying.sign:
        kept = all(
            change(old, new).cards == 0 for old, new in zip(lying.numbers[:2], laid.numbers[:2], strict=True)
        )
        if not kept:
            return [problem("card-taken-away", "The first formula uses the two open cards as they lie.")]
    elif is_zero_product(lying):
        if cards > MOST_CARDS:
            return [
                problem(
                    "zero-product",
                    "After a number times 0 everything must be replaced, with 3 cards; this takes {cards}.",
                    cards=cards,
                )
            ]
    else:
        changes = [change(old, new) for old, new in zip(lying.numbers, laid.numbers, strict=True)]
        if any(one.changed_jokers for one in changes):
            return [
                problem("joker-value", "A joker keeps the digit it was given while it lies there.", JOKER)
            ]
        if cards == 0:
            return [problem("no-card", "At least one card from the hand must be laid.")]
        if table.options.get("reuse_one") and cards == laid.cards:
            return [problem("reuse-one", "At least one card that lay there must stay in the new formula.")]
    if cards > MOST_CARDS:
        return [_too_many(lying, laid, cards)]
    if cards > held:
        return [
            problem(
                "too-many-cards",
                "This takes {cards} cards, and the player holds only {held}.",
                cards=cards,
                held=held,
            )
        ]
    return []


def _too_many(lying: Equation, laid: Equation, cards: int) -> Problem:
    """Say that a change takes more than three cards, or could only be made by taking some away."""
    taken = sum(cards_if_taken_away(old, new) for old, new in zip(lying.numbers, laid.numbers, strict=True))
    if lying.sign and taken <= MOST_CARDS:
        return problem(
            "card-taken-away", "A card that lay there is missing; cards may be covered, never taken away."
        )
    return problem("too-many-cards", "This takes {cards} new cards; 3 are allowed.", cards=cards)


def _untrue(laid: Equation) -> Problem:
    """Say why an equation does not hold."""
    left, right, outcome = map(value_of, laid.numbers)
    shown = f"{left} {laid.sign} {right}"
    if laid.sign == "÷":
        if right == 0:
            return problem("untrue", "Nothing can be divided by 0.")
        if left % right:
            return problem("untrue", "{left} ÷ {right} leaves a remainder.", left=left, right=right)
        answer = left // right
    else:
        answer = {"+": left + right, "-": left - right, "×": left * right}[laid.sign]
    return problem("untrue", "{sum} is {answer}, not {outcome}.", sum=shown, answer=answer, outcome=outcome)
