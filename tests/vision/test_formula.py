"""Tokens and truth of a Formula row."""

import pytest

from vision.cards.formula import is_true, lacks_a_card, spare_ends, split_tokens


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
