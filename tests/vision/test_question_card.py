"""Code 777's question cards: known by their words though some are blurred, read in nine languages."""

from __future__ import annotations

import shutil
import textwrap

import cv2
import numpy as np
import pytest

from scoring.code777_questions import LANGUAGES, QUESTIONS, TWELVE_OR_MORE
from vision import read
from vision.artwork.look import CLASSIC, HIGH_CONTRAST, LARGE_PRINT
from vision.artwork.questions import COUNT, question_card
from vision.code777.question_badge import find_discs, read_number
from vision.code777.question_card import QuestionCard
from vision.code777.question_words import guess_question, words_of
from vision.network import Glyphs
from vision.picture import Pixels
from vision.scene.camera import Camera
from vision.scene.light import Light
from vision.scene.render import render
from vision.scene.scene import Placed, Scene
from vision.scene.sensor import Sensor
from vision.scene.table import Table

LOOKS = (CLASSIC, HIGH_CONTRAST, LARGE_PRINT)
NOWHERE = np.zeros((4, 2))
WOOD = Table("wood", (0.16, 0.27, 0.42), (0.25, 0.4, 0.58), seed=3)


def photograph(number: int, language: str, roll_deg: float = 0.0) -> Pixels:
    """A question card on an oak table, a little blurred."""
    look = LOOKS[number % len(LOOKS)]
    placed = Placed(question_card(number, language, look), 0.0, 0.0, 2.0, 0.0, look.card_width_mm)
    camera = Camera(px_per_mm=6.0, pitch_deg=8.0, roll_deg=roll_deg)
    light = Light(colour=(0.7, 0.88, 1.0))
    return render(Scene((placed,), camera, WOOD, light, Sensor(0.6, noise=2.0)), (1024, 768)).picture


def read_as(words: list[str], number: int | None = None) -> QuestionCard:
    """A card on which these words were read."""
    return QuestionCard(NOWHERE, number, tuple(guess_question(words)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_known_by_its_own_words(language: str) -> None:
    for number, text in [*enumerate(QUESTIONS[language], 1), (2, TWELVE_OR_MORE[language])]:
        card = read_as(words_of(text))
        assert card.best.question == number
        assert card.sure, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_blurred_word_or_two_are_got_over_and_never_lead_astray(language: str) -> None:
    rng = np.random.default_rng(7)
    right = 0
    for number in range(1, COUNT + 1):
        words = words_of(QUESTIONS[language][number - 1])
        lost = rng.choice(len(words), 2, replace=False)
        words[lost[0]] = "xyzzy"
        words[lost[1]] = words[lost[1]][::-1]
        card = read_as(words)
        right += card.best.question == number
        assert card.best.question == number or not card.sure
    assert right > 0.7 * COUNT


def test_misread_letters_and_accents_do_no_harm() -> None:
    card = read_as(words_of("Siehst du mehr griine Sechsen oder mehr gclbe Siebenen? das erste"))
    assert card.best.question == 13
    assert card.sure


def test_a_letter_misread_as_a_figure_is_no_number() -> None:
    assert words_of("Ser du fler gr6na eller 7s?") == ["ser", "du", "fler", "grona", "eller", "7"]


def test_numbers_stuck_to_words_come_off() -> None:
    assert words_of("add up to18 or 12or more") == ["add", "up", "to", "18", "or", "12", "or", "more"]


def test_words_that_run_together_come_apart() -> None:
    for text, number in (
        ("Onhowmanyracks dothe three numbers adduptoi8ormore?", 1),
        ("Do you see more black ormoreredcards? the frst", 22),
        ("Wie vieleverschiedeneFarben siehstdu?", 8),
    ):
        card = read_as(words_of(text))
        assert card.best.question == number
        assert card.sure, text


def test_what_is_left_of_a_question_is_not_taken_for_another_one() -> None:
    left = words_of("Onhow manyracks do the three numbers addupto l&ormore? a number a ore")
    assert not read_as(left).sure
    assert not read_as(left, 7).sure
    assert read_as(left, 1).sure and read_as(left, 1).best.question == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lost_line_never_makes_another_question_sure(language: str) -> None:
    for number, text in enumerate(QUESTIONS[language], 1):
        lines = textwrap.wrap(text, 21)
        for lost in range(len(lines)):
            words = words_of(" ".join(lines[:lost] + lines[lost + 1 :]))
            for printed in (None, number):
                card = read_as(words, printed)
                assert not card.sure or card.best.question == number, (number, lost)


@pytest.mark.parametrize("number", [1, 6, 8, 9, 12, 20, 23])
def test_the_number_in_the_disc_is_read(number: int) -> None:
    look = LOOKS[number % len(LOOKS)]
    placed = Placed(question_card(number, "en", look), 0.0, 0.0, 0.0, 0.0, look.card_width_mm)
    camera = Camera(px_per_mm=3.0)
    size = (round(3.0 * look.card_height_mm), round(3.0 * look.card_width_mm))
    card = render(Scene((placed,), camera, WOOD, Light(), Sensor(0.6, noise=2.0)), size).picture
    card = np.asarray(cv2.resize(card, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC), np.uint8)
    (disc,) = find_discs(np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2GRAY), np.uint8))
    assert disc.is_above
    assert read_number(card, disc, Glyphs()) == number
    assert read_number(cv2.GaussianBlur(card, (0, 0), 30.0), disc, Glyphs()) is None


def test_the_printed_number_settles_what_the_words_leave_open_and_is_heard_when_it_objects() -> None:
    words = words_of("On how many racks the three numbers add up to or")
    assert not read_as(words).sure
    assert {guess.question for guess in read_as(words).guesses[:2]} == {1, 2}
    words = words_of("Do you see more blue 7s or more 7s in colours?")
    assert read_as(words, 16).sure
    close = words_of("On how many racks do the three numbers add up to 18 or more?")
    assert read_as(close, 1).sure
    assert not read_as(close, 2).sure


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
@pytest.mark.parametrize(("at", "language"), list(enumerate(LANGUAGES)))
def test_printed_cards_are_read_in_all_nine_languages(at: int, language: str) -> None:
    number = 2 * at + 5
    reading = read(photograph(number, language, 40.0 * at), "code777")
    assert [piece.name for piece in reading.pieces] == [f"question {number}"]
    assert reading.sure


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
@pytest.mark.parametrize("questions", [(1, 7), (7, 1), (22, 19)])
def test_of_two_question_cards_neither_is_sure(questions: tuple[int, int]) -> None:
    placed = [
        Placed(
            question_card(number, "en", CLASSIC), 75.0 * at - 37.0, 0.0, 3.0 * at, 0.0, CLASSIC.card_width_mm
        )
        for at, number in enumerate(questions)
    ]
    scene = Scene(tuple(placed), Camera(px_per_mm=6.0), WOOD, Light(), Sensor(0.6, noise=2.0))
    reading = read(render(scene, (1280, 768)).picture, "code777")
    assert not reading.sure


def test_without_tesseract_a_question_card_is_no_rack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    reading = read(photograph(11, "en"), "code777")
    assert not reading.sure
    assert not any(piece.name.startswith("question") for piece in reading.pieces)


@pytest.mark.parametrize("words", ["mange ser", "mange du", "hur manga olika"])
def test_words_that_two_questions_share_tell_neither(words: str) -> None:
    assert not read_as(words.split()).sure


def test_lost_words_never_make_another_question_sure() -> None:
    rng = np.random.default_rng(3)
    for _ in range(600):
        language, number = LANGUAGES[int(rng.integers(len(LANGUAGES)))], int(rng.integers(1, COUNT + 1))
        words = words_of(QUESTIONS[language][number - 1])
        card = read_as([word for word in words if rng.random() > 0.6])
        assert not card.sure or card.best.question == number, (language, number)
