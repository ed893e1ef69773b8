"""Code 777's 28 cards, and what its 23 questions ask of the racks a player sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scoring.saying import RecordError

COLOURS = ("green", "yellow", "black", "brown", "red", "pink", "blue")


@dataclass(frozen=True, order=True)
class Card:
    """A coloured number."""

    number: int
    colour: str

    def __str__(self) -> str:
        return f"{self.number} {self.colour}"


def card(name: str) -> Card:
    """Return the card of a name such as “7 blue”, whether or not the set has it."""
    number, _, colour = name.strip().partition(" ")
    if not (number.isdecimal() and len(number) <= 3 and colour.isalpha() and len(colour) < 20):
        raise RecordError("“{name}” is not a card such as “7 blue”.", name=name[:20])
    return Card(int(number), colour)


DECK: Counter[Card] = Counter(
    {
        Card(1, "green"): 1,
        Card(2, "yellow"): 2,
        Card(3, "black"): 3,
        Card(4, "brown"): 4,
        Card(5, "red"): 4,
        Card(5, "black"): 1,
        Card(6, "green"): 3,
        Card(6, "pink"): 3,
        Card(7, "pink"): 1,
        Card(7, "yellow"): 2,
        Card(7, "blue"): 4,
    }
)
"""How often each card is in the set: 28 in all."""

Rack = tuple[Card, ...]
Seen = Sequence[Rack]
Answer = int | str
FIRST, SECOND, SAME = "first", "second", "same"


def _racks(holds: Callable[[Rack], bool]) -> Callable[[Seen], Answer]:
    """Ask for the number of racks of which something holds."""
    return lambda seen: sum(holds(rack) for rack in seen)


def _cards(holds: Callable[[Card], bool], seen: Seen) -> int:
    """Count the cards seen of which something holds."""
    return sum(holds(one) for rack in seen for one in rack)


def _more(first: Callable[[Card], bool], second: Callable[[Card], bool]) -> Callable[[Seen], Answer]:
    """Ask of which of two kinds of card more are seen."""

    def compare(seen: Seen) -> Answer:
        difference = _cards(first, seen) - _cards(second, seen)
        return SAME if not difference else FIRST if difference > 0 else SECOND

    return compare


def _is(number: int | None = None, colour: str | None = None) -> Callable[[Card], bool]:
    """Match a number, a colour, or both."""
    return lambda one: number in (None, one.number) and colour in (None, one.colour)


def _numbers(rack: Iterable[Card]) -> list[int]:
    """Return a rack's numbers in order."""
    return sorted(one.number for one in rack)


def _total(rack: Rack) -> int:
    """Return the sum of a rack's numbers."""
    return sum(_numbers(rack))


def _number_in_two_colours(rack: Rack) -> bool:
    """Tell whether one number stands in two or more colours."""
    return len({one.number for one in rack}) < len(set(rack))


def _consecutive(rack: Rack) -> bool:
    """Tell whether a rack's three numbers follow each other."""
    numbers = _numbers(rack)
    return len(numbers) == 3 and numbers == list(range(numbers[0], numbers[0] + 3))


def _colours(seen: Seen) -> Counter[str]:
    """Count the colours seen."""
    return Counter(one.colour for rack in seen for one in rack)


QUESTIONS: dict[int, Callable[[Seen], Answer]] = {
    1: _racks(lambda rack: len(rack) == 3 and _total(rack) >= 18),
    2: _racks(lambda rack: len(rack) == 3 and _total(rack) <= 12),
    3: _racks(_number_in_two_colours),
    4: _racks(lambda rack: len({one.colour for one in rack}) == 3),
    5: _racks(lambda rack: len(rack) == 3 and len({one.number % 2 for one in rack}) == 1),
    6: _racks(lambda rack: len(set(rack)) < len(rack)),
    7: _racks(_consecutive),
    8: lambda seen: len(_colours(seen)),
    9: lambda seen: sum(count >= 3 for count in _colours(seen).values()),
    10: lambda seen: len(set(range(1, 8)) - {one.number for rack in seen for one in rack}),
    11: lambda seen: _cards(lambda one: str(one) in ("1 green", "5 black", "7 pink"), seen),
    12: _more(_is(3), _is(6, "pink")),
    13: _more(_is(6, "green"), _is(7, "yellow")),
    14: _more(_is(2), _is(7, "yellow")),
    15: _more(_is(6, "pink"), _is(6, "green")),
    16: _more(_is(7, "blue"), lambda one: one.number == 7 and one.colour != "blue"),
    17: _more(_is(colour="brown"), _is(colour="blue")),
    18: _more(_is(colour="red"), _is(colour="pink")),
    19: _more(_is(colour="green"), _is(colour="blue")),
    20: _more(_is(colour="yellow"), _is(colour="pink")),
    21: _more(_is(colour="black"), _is(colour="brown")),
    22: _more(_is(colour="black"), _is(colour="red")),
    23: _more(_is(colour="green"), _is(colour="yellow")),
}
"""Each question card's number and the truthful answer to it from the racks seen."""


def truth(question: int, seen: Seen, question2_at_least: bool = False) -> Answer:
    """Return the truthful answer to a question; some editions ask in 2 for totals of 12 or more."""
    if question == 2 and question2_at_least:
        return sum(len(rack) == 3 and _total(rack) >= 12 for rack in seen)
    return QUESTIONS[question](seen)


def is_comparison(question: int) -> bool:
    """Tell whether a question is answered by first, second or same."""
    return question >= 12
