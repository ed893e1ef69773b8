"""Code 777's questions in the reader's language, and their answers."""

from __future__ import annotations

from scoring import code777_questions
from scoring.code777_cards import FIRST, SAME, SECOND, Answer, is_comparison
from web.languages import language

MOST_COUNTED = {8: 7, 9: 3, 10: 7, 11: 3}
"""The highest answer to a counting question; of racks a player sees three."""


def question_text(number: int, at_least: bool = False) -> str:
    """Word a question in the reader's language."""
    return code777_questions.question_text(number, language(), at_least)


def answers(number: int) -> list[Answer]:
    """Return the answers a question can have."""
    if is_comparison(number):
        return [FIRST, SECOND, SAME]
    return list(range(MOST_COUNTED.get(number, 3) + 1))


def answer_text(answer: Answer) -> str:
    """Word an answer."""
    _, *words = code777_questions.ANSWERS[language()]
    return dict(zip((FIRST, SECOND, SAME), words, strict=True)).get(str(answer), str(answer))
