"""Tokens and truth of a Formula row."""

import itertools

import numpy as np
import pytest

from vision.cards.found import Line
from vision.cards.rows import Row
from vision.doubts import doubt
from vision.formula.equation import (
    is_true,
    lacking_ends,
    leading_zeros,
    spare_ends,
    split_tokens,
    vouches_for_itself,
)
from vision.formula.naming import name_cards, never_settled
from vision.formula.two_looks import _made_true
from vision.formula.ways import Way, faintly_worded, name_by_words
from vision.network import GLYPHS
from vision.reading import Doubt, Piece, Reading


@pytest.mark.parametrize(
    ("faces", "tokens"),
    [
        ("8×8=6J", ("8", "×", "8", "=", "6J")),
        ("518-5=J13", ("518", "-", "5", "=", "J13")),
        ("24=", ("2", "4", "=")),
        ("J7=", ("J", "7", "=")),
        ("1+1=2", ("1", "+", "1", "=", "2")),
        ("", ()),
        ("12", ("12",)),
    ],
)
def test_tokens(faces: str, tokens: tuple[str, ...]) -> None:
    assert split_tokens(faces) == tokens


@pytest.mark.parametrize("text", ["2+4=6", "8×8=6J", "518-5=J13", "62÷2=31", "JJ+7=45", "6J2÷7=86"])
def test_true_formulas(text: str) -> None:
    assert is_true(split_tokens(text))


@pytest.mark.parametrize("text", ["6×93=556", "2-4=2", "7÷2=3", "7÷0=0", "8×8=7J", "44+0=45"])
def test_untrue_formulas(text: str) -> None:
    assert not is_true(split_tokens(text))


@pytest.mark.parametrize("text", ["", "24=", "7--=4", "+-×÷=", "1+2=3=4", "J"])
def test_what_is_no_formula_is_not_called_untrue(text: str) -> None:
    assert is_true(split_tokens(text))


@pytest.mark.parametrize("text", ["3×50=15", "04-87=217", "1+83=8", "6÷8=2"])
def test_one_more_card_at_an_end_would_make_it_true(text: str) -> None:
    assert lacking_ends(split_tokens(text))


@pytest.mark.parametrize("text", ["3×50=150", "6×93=556", "97+3=102", "2-4=2", "24=", "7÷0=0", "3+1J=56"])
def test_true_formulas_and_plainly_untrue_ones_lack_none(text: str) -> None:
    assert not lacking_ends(split_tokens(text))


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("785+34=119", [0]),
        ("85+34=1192", [-1]),
        ("85+34=119", []),
        ("1+1=3", []),
        ("J85+34=1192", []),
        ("7-2=5", []),
    ],
)
def test_without_which_end_a_formula_would_be_true(text: str, ends: list[int]) -> None:
    assert spare_ends(text) == ends


@pytest.mark.parametrize(
    ("formula", "vouches"),
    [
        ("8×8=64", True),
        ("8×8=63", False),
        ("8×8=6J", True),
        ("58+J=63", True),
        ("J5+42=67", True),
        ("58+JJ=63", False),
        ("8×J=0", False),
        ("7+J=7", False),
        ("17-6=1J", True),
        ("J4+3=J7", False),
        ("8+3=J1", False),
        ("2+J=9", True),
        ("3×0=0", False),
        ("0÷3=0", False),
        ("7-7=0", True),
        ("7-0=7", False),
        ("71+1=72", True),
        ("8×8=", False),
        ("24=", False),
    ],
)
def test_a_true_formula_vouches_for_having_no_card_hidden(formula: str, vouches: bool) -> None:
    assert vouches_for_itself(split_tokens(formula)) == vouches


@pytest.mark.parametrize(("text", "zeros"), [("739+4=043", [6]), ("0+10=10", []), ("05-0J=0", [0, 3])])
def test_zeros_that_begin_a_longer_number(text: str, zeros: list[int]) -> None:
    assert leading_zeros(text) == zeros


def test_no_formula_that_vouches_for_itself_stays_true_with_one_digit_more() -> None:
    answers = {"+": int.__add__, "-": int.__sub__, "×": int.__mul__, "÷": lambda a, b: a // b if b else -1}
    vouching = {True: 0, False: 0}
    whole = [
        f"{left}{sign}{right}={reckon(left, right)}"
        for left, right in itertools.product(range(0, 100, 3), range(40))
        for sign, reckon in answers.items()
    ]
    jokers = [f"J{text[1:]}" for text in whole[::7]] + [f"{text[:-1]}J" for text in whole[3::7]]
    for text in (*whole, *jokers):
        if not vouches_for_itself(split_tokens(text)):
            continue
        vouching["J" in text] += 1
        for place, digit in itertools.product(range(len(text) + 1), "0123456789"):
            longer = split_tokens(text[:place] + digit + text[place:])
            barred = any(len(token) > 4 or token[0] == "0" != token for token in longer)  # by the rules
            assert barred or not is_true(longer), longer
    assert vouching[False] > 300 and vouching[True] > 50


def _row(text: str, lead: float) -> Line:
    """A row read as some faces, each so many nats before another."""
    chances = np.full((len(text), len(GLYPHS)), 1e-6)
    for i, face in enumerate(text):
        chances[i, GLYPHS.index(face)] = 1 / (1 + np.exp(-lead))
        chances[i, GLYPHS.index("7" if face != "7" else "1")] = 1 - chances[i, GLYPHS.index(face)]
    xy = np.stack([60.0 * np.arange(len(text)), np.zeros(len(text))], axis=1)
    return Line(xy, np.full(len(text), 40.0), np.tile(np.eye(2) * 50, (len(text), 1, 1)), chances)


def test_where_truth_is_no_check_every_numeral_must_be_clearer() -> None:
    assert not name_cards(_row("5+8=13", 3.0), "5+8=13", None)[1]
    assert set(name_cards(_row("5+8=14", 3.0), "5+8=14", None)[1].values()) == {"untrue"}
    assert not name_cards(_row("5+8=14", 6.0), "5+8=14", None)[1]
    doubted = name_cards(_row("5+J=14", 2.0), "5+J=14", None)[1]
    assert set(doubted) == {0, 1, 2, 3, 4, 5}


def test_a_face_that_would_make_it_true_need_only_be_possible_to_be_a_doubt() -> None:
    def doubted(text: str, card: int, other: str, chance: float) -> dict[int, str]:
        line = _row(text, 40.0)
        line.chances[card, GLYPHS.index(other)] = chance
        return name_cards(line, text, None)[1]

    assert doubted("160+80=2", 3, "÷", 0.006) == {3: "untrue"}
    assert doubted("160+80=2", 3, "÷", 0.0006) == {}
    assert doubted("160+80=2", 3, "-", 0.006) == {}
    assert doubted("160÷80=2", 3, "+", 0.006) == {}


def test_a_second_look_may_see_a_joker_for_a_numeral_only_where_that_makes_it_true() -> None:
    def look(text: str, *why: Doubt) -> Reading:
        pieces = tuple(Piece(face, 60.0 * i, 0.0, 1.0) for i, face in enumerate(text))
        return Reading("formula", pieces, why, tokens=split_tokens(text))

    assert _made_true(look("9+4=03"), look("9+4=J3"))
    assert not _made_true(look("9+4=13"), look("9+4=J3"))
    assert not _made_true(look("9+4=05"), look("9+4=J3"))
    assert not _made_true(look("9+4=03"), look("9+4=J3", doubt("hidden")))


def test_a_second_look_may_see_another_face_for_a_doubted_one_only_where_that_makes_it_true() -> None:
    def look(text: str, *why: Doubt) -> Reading:
        pieces = tuple(Piece(face, 60.0 * i, 0.0, 1.0) for i, face in enumerate(text))
        return Reading("formula", pieces, why, tokens=split_tokens(text))

    doubted = doubt("numeral", 120.0, 0.0)
    assert _made_true(look("9+9=13", doubted), look("9+4=13"))
    assert _made_true(look("9+-=13", doubted), look("9+4=13"))
    assert not _made_true(look("9+9=13"), look("9+4=13"))
    assert not _made_true(look("9+4=13", doubted), look("9+5=14"))
    assert not _made_true(look("9+9=13", doubted), look("9+6=13"))
    assert _made_true(look("15×2=330"), look("15×2J=330"))
    assert not _made_true(look("15×2=330"), look("15×2J=330", doubt("hidden")))
    assert not _made_true(look("15×2=30"), look("15×2=300"))


def test_what_was_clear_in_a_first_look_need_not_be_as_clear_in_the_second() -> None:
    def doubted(before: float, again: float, text: str = "0+727=4") -> list[int]:
        first = Reading("formula", tuple(name_cards(_row(text, before), text, None)[0]))
        return list(name_cards(_row("0+727=4", again), "0+727=4", None, None, first)[1])

    assert doubted(3.5, 4.2) == doubted(6.0, 1.0) == [0, 1, 2, 3, 4, 5, 6]
    assert doubted(6.0, 2.0) == []
    assert doubted(4.2, 4.2) == []  # two looks that say the same count for more than one
    assert doubted(6.0, 4.0, "0+127=4") == [2]  # another face then


def test_between_two_signs_less_is_enough() -> None:
    line = _row("45÷9=632", 40.0)
    line.chances[2, GLYPHS.index("+")] = 0.04
    assert not name_cards(line, "45÷9=632", None)[1]
    line.chances[2, GLYPHS.index("+")] = 0.08
    assert name_cards(line, "45÷9=632", None)[1] == {2: "untrue"}
    line.chances[2] = _row("÷", 4.0).chances[0]
    assert name_cards(line, "45÷9=632", None)[1] == {2: "untrue"}  # or it may be a 7


def test_a_word_names_a_joker_where_that_makes_it_true_and_never_against_a_clear_numeral() -> None:
    def named(text: str, lead: float, *places: int) -> tuple[str, list[int]]:
        line = _row(text, lead)
        way = Way(Row(np.arange(len(text)), np.array([1.0, 0.0]), line.size), line, tuple(text), 0.0)
        told, doubted = name_by_words(way, np.isin(np.arange(len(text)), places))
        return told.text, np.nonzero(doubted)[0].tolist()

    assert named("9+4=33", 2.0, 4) == ("9+4=J3", [])
    assert named("9+4=35", 2.0, 4) == ("9+4=J5", [4])
    assert named("9+4=33", 6.0, 4) == ("9+4=J3", [4])
    assert named("9+4=13", 6.0, 4) == ("9+4=13", [])
    assert named("9+4=13", 2.0, 4) == ("9+4=13", [4])
    assert named("9+4=33", 2.0, 0, 2, 4) == ("9+4=33", [])  # a set with a word on every card


def test_letters_beneath_each_other_make_a_1_doubtful_unless_it_is_clear() -> None:
    def doubted(lead: float, chance: float) -> list[int]:
        line = _row("148×1=148", lead)
        way = Way(Row(np.arange(9), np.array([1.0, 0.0]), line.size), line, tuple("148×1=148"), 0.0)
        return np.nonzero(faintly_worded(way, chance * (np.arange(9) == 4)))[0].tolist()

    assert doubted(2.0, 0.15) == [4]
    assert doubted(2.0, 0.02) == doubted(6.0, 0.15) == []
    assert doubted(2.0, 0.9) == []  # a clear word names it


def test_a_clear_numeral_stays_one_where_an_unclear_joker_is_enough() -> None:
    line = _row("398-1=697", 6.0)
    line.chances[0] = _row("3", 2.0).chances[0]
    way = Way(Row(np.arange(9), np.array([1.0, 0.0]), line.size), line, tuple("398-1=697"), 0.0)
    told, doubted = name_by_words(way, np.isin(np.arange(9), (0, 7)))
    assert told.text == "J98-1=697" and not doubted.any()


def test_with_jokers_truth_checks_what_would_make_it_untrue() -> None:
    doubted = name_cards(_row("5+J=14", 3.0), "5+J=14", None)[1]
    assert set(doubted) == {0}  # 7 + J = 14 may be true as well, 5 + J = 17 may not
    assert set(name_cards(_row("5-J=14", 3.0), "5-J=14", None)[1]) == {0, 1, 3, 4, 5}


def test_truth_checks_no_card_that_may_be_another_in_as_true_a_formula() -> None:
    assert name_cards(_row("608×0=0", 3.0), "608×0=0", None)[1] == {0: "numeral", 1: "numeral", 2: "numeral"}
    line = _row("7÷1=7", 40.0)
    line.chances[1, GLYPHS.index("×")] = 0.05
    assert name_cards(line, "7÷1=7", None)[1] == {1: "numeral"}
    line.chances[1, GLYPHS.index("×")] = 0.001
    assert not name_cards(line, "7÷1=7", None)[1]


def test_an_unknown_joker_counts_where_it_is_seen_to_be_drawn_and_the_formula_is_true() -> None:
    row, untrue = _row("5+J=14", 6.0), _row("5+J=44", 6.0)
    for each in (row, untrue):
        each.chances[2] *= 0.3
    drawn = np.arange(6) == 2
    assert name_cards(row, "5+J=14", None)[1] == {2: "hidden"}
    assert not name_cards(row, "5+J=14", None, drawn)[1]
    assert name_cards(untrue, "5+J=44", None, drawn)[1] == {2: "hidden"}


def test_what_looks_most_like_a_joker_is_one_by_its_name_though_no_network_knows_its_drawing() -> None:
    text = "6J+54=1J0"
    line = _row(text, 1.2)
    way = Way(Row(np.arange(len(text)), np.array([1.0, 0.0]), line.size), line, tuple(text), 0.0)
    told, doubted = name_by_words(way, np.isin(np.arange(len(text)), (1, 7)))
    assert told.text == text and not doubted.any()
    assert (told.clear[[1, 7]] > 0.9).all()
    assert (told.clear[[0, 3]] == way.clear[[0, 3]]).all()


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("8×0=56", {1, 2, 3}),
        ("7÷J=12", {1, 3}),
        ("1+83=8", {1, 4}),
        ("12+7=19", set()),
        ("9+7=15", {0, 1, 2, 3, 5}),
    ],
)
def test_which_cards_of_an_untrue_formula_stay_in_doubt(text: str, cards: set[int]) -> None:
    assert never_settled(text) == cards


def test_a_face_that_only_its_whole_card_says_is_overruled_and_a_joker_never_is() -> None:
    weighed = np.full((3, len(GLYPHS)), 0.01)
    alone = weighed.copy()
    for card, (face, chance) in enumerate((("7", 0.3), ("2", 0.9), ("J", 0.2))):
        weighed[card, GLYPHS.index(face)], alone[card, GLYPHS.index(face)] = 0.9, chance
    line = Line(np.zeros((3, 2)), np.ones(3), np.tile(np.eye(2), (3, 1, 1)), weighed, alone)
    row = Row(np.arange(3), np.array([1.0, 0.0]), np.ones(3))
    assert Way(row, line, ("7", "2", "J"), 0.0).overruled == {0}
