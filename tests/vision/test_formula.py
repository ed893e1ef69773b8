"""Tokens and truth of a Formula row."""

import itertools

import pytest

from vision.cards.equation import (
    is_true,
    joker_would_help,
    lacks_a_card,
    spare_ends,
    split_tokens,
    vouches_for_itself,
)


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
    assert lacks_a_card(split_tokens(text))


@pytest.mark.parametrize("text", ["3×50=150", "6×93=556", "97+3=102", "2-4=2", "24=", "7÷0=0", "3+1J=56"])
def test_true_formulas_and_plainly_untrue_ones_lack_none(text: str) -> None:
    assert not lacks_a_card(split_tokens(text))


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
        ("8×8=6J", False),
        ("3×0=0", False),
        ("0÷3=0", False),
        ("7-7=0", True),
        ("8×8=", False),
        ("24=", False),
    ],
)
def test_a_true_formula_vouches_for_having_no_card_hidden(formula: str, vouches: bool) -> None:
    assert vouches_for_itself(split_tokens(formula)) == vouches


def test_no_formula_that_vouches_for_itself_stays_true_with_one_digit_more() -> None:
    answers = {"+": int.__add__, "-": int.__sub__, "×": int.__mul__, "÷": lambda a, b: a // b if b else -1}
    vouching = 0
    for left, right in itertools.product(range(0, 100, 3), range(40)):
        for sign, reckon in answers.items():
            text = f"{left}{sign}{right}={reckon(left, right)}"
            if not vouches_for_itself(split_tokens(text)):
                continue
            vouching += 1
            for place, digit in itertools.product(range(len(text) + 1), "0123456789"):
                longer = split_tokens(text[:place] + digit + text[place:])
                barred = any(len(token) > 4 or token[0] == "0" != token for token in longer)  # by the rules
                assert barred or not is_true(longer), longer
    assert vouching > 300


@pytest.mark.parametrize(
    ("text", "place", "helps"), [("299+23=922", 0, True), ("299+23=922", 1, False), ("8×8=64", 0, False)]
)
def test_a_digit_in_whose_place_a_joker_would_make_it_true(text: str, place: int, helps: bool) -> None:
    assert joker_would_help(text, place) == helps
