"""Code 777's questions as the pages word them, and their answers."""

from __future__ import annotations

from flask_babel import gettext
from flask_babel import lazy_gettext as _

from scoring.code777_cards import FIRST, SAME, SECOND, Answer, is_comparison

QUESTIONS = {
    1: _("On how many racks do the three numbers add up to 18 or more?"),
    2: _("On how many racks do the three numbers add up to 12 or less?"),
    3: _("On how many racks does one number stand in two or more colours?"),
    4: _("On how many racks are the three colours all different?"),
    5: _("On how many racks are the numbers all even or all odd?"),
    6: _("On how many racks are two or more cards alike in number and colour?"),
    7: _("On how many racks do the three numbers run on, such as 3, 4, 5?"),
    8: _("How many different colours do you see?"),
    9: _("How many colours do you see three times or more?"),
    10: _("How many of the numbers 1 to 7 do you not see at all?"),
    11: _("Green 1, black 5, pink 7: how many of these cards do you see in all?"),
    12: _("Do you see more 3s or more pink 6s?"),
    13: _("Do you see more green 6s or more yellow 7s?"),
    14: _("Do you see more 2s or more yellow 7s?"),
    15: _("Do you see more pink 6s or more green 6s?"),
    16: _("Do you see more blue 7s or more 7s in other colours?"),
    17: _("Do you see more brown or more blue cards?"),
    18: _("Do you see more red or more pink cards?"),
    19: _("Do you see more green or more blue cards?"),
    20: _("Do you see more yellow or more pink cards?"),
    21: _("Do you see more black or more brown cards?"),
    22: _("Do you see more black or more red cards?"),
    23: _("Do you see more green or more yellow cards?"),
}
_TWELVE_OR_MORE = _("On how many racks do the three numbers add up to 12 or more?")
MOST_COUNTED = {8: 7, 9: 3, 10: 7, 11: 3}
"""The highest answer to a counting question; of racks a player sees three."""


def question_text(number: int, at_least: bool = False) -> str:
    """Word a question in the reader's language."""
    return str(_TWELVE_OR_MORE if number == 2 and at_least else QUESTIONS[number])


def answers(number: int) -> list[Answer]:
    """Return the answers a question can have."""
    if is_comparison(number):
        return [FIRST, SECOND, SAME]
    return list(range(MOST_COUNTED.get(number, 3) + 1))


def answer_text(answer: Answer) -> str:
    """Word an answer."""
    words = {FIRST: gettext("the first"), SECOND: gettext("the second"), SAME: gettext("as many")}
    return str(words.get(str(answer), answer))
