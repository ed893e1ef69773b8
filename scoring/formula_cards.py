"""Formula's cards on the table: digits, jokers, the equation they make, and what a change of it costs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.saying import RecordError

OPERATORS = ("+", "-", "×", "÷")
EQUALS = "="
JOKER = "J"
MOST_CARDS = 3
JOKERS_IN_DECK = 2
_SAME_SIGN = str.maketrans({"x": "×", "X": "×", "*": "×", "/": "÷", ":": "÷", "−": "-", "–": "-", "j": "J"})


@dataclass(frozen=True)
class Card:
    """A digit card or a joker; a joker nobody has given a digit yet has the value None."""

    face: str
    value: int | None

    def __str__(self) -> str:
        if self.face != JOKER:
            return self.face
        return f"J({'?' if self.value is None else self.value})"


Number = tuple[Card, ...]


@dataclass(frozen=True)
class Equation:
    """What lies on the table: two numbers, a sign, and the outcome; at first the last two are missing."""

    left: Number
    sign: str
    right: Number
    outcome: Number

    @property
    def numbers(self) -> tuple[Number, Number, Number]:
        """Return the three numbers from left to right."""
        return self.left, self.right, self.outcome

    @property
    def cards(self) -> int:
        """Count the digit cards and jokers that show."""
        return sum(map(len, self.numbers))

    def __str__(self) -> str:
        left, right, outcome = ("".join(map(str, number)) for number in self.numbers)
        return f"{left}{self.sign or '_'}{right}{EQUALS}{outcome}"


def value_of(number: Number) -> int:
    """Return what a number's cards mean together."""
    return int("".join(str(card.value) for card in number))


def is_true(equation: Equation) -> bool:
    """Tell whether an equation holds in whole numbers, with no remainder and nothing below nought."""
    left, right, outcome = map(value_of, equation.numbers)
    match equation.sign:
        case "+":
            return left + right == outcome
        case "-":
            return left - right == outcome
        case "×":
            return left * right == outcome
        case _:
            return right != 0 and left == right * outcome


def is_zero_product(equation: Equation) -> bool:
    """Tell whether this is a number times nought, which the next player must replace whole."""
    return equation.sign == "×" and bool(equation.outcome) and value_of(equation.outcome) == 0


def tokens_of(written: str) -> tuple[str, ...]:
    """Take a written equation apart into numbers and signs."""
    plain = written.replace(" ", "").translate(_SAME_SIGN)
    if not re.fullmatch(r"[0-9J+\-×÷=]{1,40}", plain):
        raise RecordError("A formula is written with digits, J, + - × ÷ and =.")
    return tuple(re.findall(r"[0-9J]+|[+\-×÷=]", plain))


def has_form(tokens: Sequence[str]) -> bool:
    """Tell whether tokens read number, sign, number, equals, number."""
    return (
        len(tokens) == 5
        and tokens[1] in OPERATORS
        and tokens[3] == EQUALS
        and all(token[0] in "0123456789J" for token in tokens[::2])
    )


def equation_of(tokens: Sequence[str], jokers: Sequence[int | None]) -> Equation:
    """Build an equation from well-formed tokens and the jokers' digits from left to right."""
    digits = iter(jokers)
    left, right, outcome = (
        tuple(Card(face, next(digits) if face == JOKER else int(face)) for face in token)
        for token in tokens[::2]
    )
    return Equation(left, tokens[1], right, outcome)


@dataclass(frozen=True)
class Change:
    """What it takes to turn one number into another: new cards, and lying jokers that would change digit."""

    cards: int
    changed_jokers: int = 0


def change(old: Number, new: Number) -> Change:
    """Return the fewest new cards that turn a number into another, cards never leaving or moving."""
    if len(new) < len(old):
        # Shorter: only new cards on top of the whole number can do that.
        return Change(len(new))
    ways = []
    for offset in range(len(new) - len(old) + 1):
        pairs = list(zip(old, new[offset:], strict=False))
        covered = sum(not _stays(was, now) for was, now in pairs)
        jokers = sum(was.face == now.face == JOKER and not _stays(was, now) for was, now in pairs)
        ways.append((len(new) - len(old) + covered, jokers))
    return Change(*min(ways))


def cards_if_taken_away(old: Number, new: Number) -> int:
    """Return the fewest new cards if cards could be taken away, which the rules forbid."""
    if len(new) >= len(old):
        return change(old, new).cards
    return min(
        sum(not _stays(was, now) for was, now in zip(old[offset:], new, strict=False))
        for offset in range(len(old) - len(new) + 1)
    )


def _stays(was: Card, now: Card) -> bool:
    """Tell whether a card can be the one that lay there: a joker keeps the digit it was given."""
    return was.face == now.face and (was.value is None or was.value == now.value)


def parse_equation(part: str) -> Equation:
    """Read an equation from a position's line, jokers' digits in brackets."""
    number = r"((?:[0-9]|J\([0-9?]\))*)"
    found = re.fullmatch(rf"{number}([_+\-×÷]){number}={number}", part)
    if not found:
        raise RecordError("“{part}” is not a formula.", part=part[:40])
    left, sign, right, outcome = found.groups()
    return Equation(
        _parse_cards(left), "" if sign == "_" else sign, _parse_cards(right), _parse_cards(outcome)
    )


def _parse_cards(part: str) -> Number:
    """Read a number's cards from a position's line."""
    cards = []
    for word in re.findall(r"[0-9]|J\([0-9?]\)", part):
        if word[0] == JOKER:
            cards.append(Card(JOKER, None if word[2] == "?" else int(word[2])))
        else:
            cards.append(Card(word, int(word)))
    return tuple(cards)
