"""Code 777's questions in nine languages: complete, the right numbers in each, and they fit their cards."""

from __future__ import annotations

import re

import pytest

from scoring.code777_questions import ANSWERS, COUNTED, LANGUAGES, QUESTIONS, question_text
from vision.artwork.look import THEMES, Look
from vision.artwork.questions import COUNT, question_card
from vision.artwork.shapes import extent

NUMBER_WORDS = {
    "3": r"\b3|Dreien|drieën|treor|treere",
    "2": r"\b2|Zweien|tweeën|tvåor|toere",
    "6": r"\b6|Sechsen|zessen|sexor|seksere",
    "7": r"\b7|Siebenen|zevens|sjuor|syvere",
}
COLOUR_WORDS = {
    "green": r"green|vert|grün|groene|verd|grön|grønn|verde",
    "blue": r"blue|bleu|blau|blauwe|blu|azul|azu|blå",
    "pink": r"pink|rose|rosa|roze|cor-de-rosa|lyserød",
    "yellow": r"yellow|jaune|gelb|gele|giall|amarill|amarel|gul",
    "black": r"black|noir|schwarz|zwart|ner|negr|pret|svart|sort",
    "brown": r"brown|marron|braun|bruin|marron|castanh|brun",
    "red": r"\bred|rouge|rote|rode|ross|roj|vermelh|röda|\brøde",
}
COMPARED = {
    12: ("3", "6 pink"),
    13: ("6 green", "7 yellow"),
    14: ("2", "7 yellow"),
    15: ("6 pink", "6 green"),
    16: ("7 blue", "7"),
    17: ("brown", "blue"),
    18: ("red", "pink"),
    19: ("green", "blue"),
    20: ("yellow", "pink"),
    21: ("black", "brown"),
    22: ("black", "red"),
    23: ("green", "yellow"),
}


def first_place(thing: str, text: str) -> list[int]:
    words = [NUMBER_WORDS.get(word) or COLOUR_WORDS[word] for word in thing.split()]
    return [match.start() for word in words for match in [re.search(word, text, re.IGNORECASE)] if match]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_asks_the_same_23_questions(language: str) -> None:
    questions = QUESTIONS[language]
    assert len(questions) == len(set(questions)) == COUNT
    assert len(set(ANSWERS[language])) == 4
    assert all(text.strip() == text and text.endswith("?") for text in questions)
    assert "18" in questions[0] and "12" in questions[1]
    assert all(number in questions[6] for number in "345")
    assert "1" in questions[9] and "7" in questions[9]
    assert [questions[10].index(number) for number in "157"] == sorted(
        questions[10].index(number) for number in "157"
    )
    for number, (first, second) in COMPARED.items():
        halves = re.split(r"\b(?:or|ou|oder|of|o|eller)\b", questions[number - 1])
        assert len(halves) == 2, questions[number - 1]
        assert len(first_place(first, halves[0])) == len(first.split()), questions[number - 1]
        assert len(first_place(second, halves[1])) == len(second.split()), questions[number - 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_question_2_can_be_asked_either_way(language: str) -> None:
    less, more = (question_text(2, language, at_least) for at_least in (False, True))
    assert less == QUESTIONS[language][1]
    at_least_18 = QUESTIONS[language][0]
    assert more == at_least_18.replace("18", "12")
    assert question_text(1, language, True) == at_least_18


def test_counting_questions_come_first() -> None:
    assert COUNTED + len(COMPARED) == COUNT
    assert min(COMPARED) == COUNTED + 1


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES.keys())
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_stay_inside_the_frame_and_clear_of_the_badge(language: str, look: Look) -> None:
    for number in range(1, COUNT + 1):
        card = question_card(number, language, look)
        frame = extent(card.shapes[1].rings)
        badge = extent(card.shapes[2].rings)
        letters = [extent(shape.rings) for shape in card.shapes[3:]]
        assert min(left for left, _, _, _ in letters) > frame[0] + 1.0
        assert max(right for _, _, right, _ in letters) < frame[2] - 1.0
        assert max(bottom for _, _, _, bottom in letters) < frame[3] - 0.5
        assert min(top for _, top, _, _ in letters) > badge[3]
