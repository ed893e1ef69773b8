"""A reading of the table becomes the turns that were played, or a reason to refuse."""

from __future__ import annotations

import pytest

from device.judges.addique import judge_addique
from device.judges.formula import judge_formula
from scoring.addique import Placement
from scoring.addique_board import Laid
from scoring.formula_turns import Draw, Lay
from scoring.game import Table
from scoring.match import Match, Opened, Played
from vision.reading import Piece, Reading

NOBODY_SEEN: frozenset[str] = frozenset()


def tiles(*laid: tuple[str, int, int]) -> Reading:
    """A sure reading of tiles at grid places."""
    pieces = tuple(Piece(name, 0.0, 0.0, 1.0, col=col, row=row) for name, col, row in laid)
    return Reading("addique", pieces)


def addique(*laid: tuple[str, int, int]) -> Match:
    """A match of two in which these tiles were laid in turn."""
    match = Match(Table("addique", ("Ann", "Bob")))
    for count, (name, col, row) in enumerate(laid):
        match = match.act(Played(Placement(count % 2, Laid(name, col, row))), match.version)
    return match


def row(*tokens: str) -> Reading:
    """A sure reading of a Formula row."""
    return Reading("formula", tokens=tokens)


def formula(*start: str) -> Match:
    """A Formula match of two from two open cards."""
    return Match(Table("formula", ("Ann", "Bob"), {}, {"start": list(start)} if start else {}))


def test_the_first_tile_becomes_the_middle_wherever_the_reading_puts_it() -> None:
    finding = judge_addique(addique(), tiles(("4752", 7, -3)), NOBODY_SEEN)
    assert finding.kind == "turns"
    assert finding.turns == (Placement(0, Laid("4752", 0, 0)),)


def test_a_new_tile_is_found_on_a_grid_with_another_origin() -> None:
    match = addique(("4752", 0, 0))
    finding = judge_addique(match, tiles(("4752", 5, 5), ("1386", 6, 7)), NOBODY_SEEN)
    assert finding.turns == (Placement(1, Laid("1386", 1, 2)),)


def test_an_unchanged_table_makes_no_turn() -> None:
    assert judge_addique(addique(("4752", 0, 0)), tiles(("4752", 3, 3)), NOBODY_SEEN).kind == "nothing"


def test_a_tile_laid_against_the_rules_is_reported_as_illegal() -> None:
    finding = judge_addique(addique(("4752", 0, 0)), tiles(("4752", 0, 0), ("1386", 3, 0)), NOBODY_SEEN)
    assert finding.kind == "illegal"
    assert [problem.rule for problem in finding.problems] == ["edges"]


def test_a_moved_and_a_missing_tile_are_named() -> None:
    match = addique(("4752", 0, 0), ("1386", 1, 2), ("2673", 3, 1))
    moved = judge_addique(match, tiles(("4752", 0, 0), ("1386", 1, 2), ("2673", 3, 3)), NOBODY_SEEN)
    assert (moved.kind, moved.pieces) == ("moved", ("2673",))
    gone = judge_addique(match, tiles(("4752", 0, 0), ("1386", 1, 2)), NOBODY_SEEN)
    assert (gone.kind, gone.pieces) == ("moved", ("2673",))
    assert "missing" in str(gone.saying)


def test_two_new_tiles_are_two_turns_when_only_one_order_is_legal() -> None:
    match = addique(("4752", 0, 0))
    seen = tiles(("4752", 0, 0), ("2673", 3, 1), ("1386", 1, 2))
    finding = judge_addique(match, seen, NOBODY_SEEN)
    assert [turn.laid.tile for turn in finding.turns] == ["1386", "2673"]
    assert [turn.seat for turn in finding.turns] == [1, 0]


def test_two_new_tiles_whose_order_matters_are_asked_about_unless_one_was_seen_before() -> None:
    match = addique(("4752", 0, 0))
    seen = tiles(("4752", 0, 0), ("1386", 1, 2), ("2178", -1, -2))
    asked = judge_addique(match, seen, NOBODY_SEEN)
    assert asked.kind == "unclear"
    assert set(asked.ways) == {"1386 → 2178", "2178 → 1386"}
    known = judge_addique(match, seen, frozenset({"2178"}))
    assert [turn.laid.tile for turn in known.turns] == ["2178", "1386"]


def test_two_equal_tiles_are_reported_and_not_corrected() -> None:
    finding = judge_addique(addique(("4752", 0, 0)), tiles(("4752", 0, 0), ("4752", 1, 2)), NOBODY_SEEN)
    assert finding.kind == "moved"
    assert "twice" in str(finding.saying)


@pytest.mark.parametrize("tokens", [("2", "4", "="), ("24", "=")])
def test_open_cards_are_a_start_and_no_turn(tokens: tuple[str, ...]) -> None:
    finding = judge_formula(formula(), row(*tokens), NOBODY_SEEN)
    assert finding.kind == "start"
    assert finding.opening == {"start": ["2", "4"]}


def test_open_cards_that_stay_as_they_are_mean_that_a_card_was_drawn() -> None:
    match = formula("2", "4")
    for seat in (0, 1):
        finding = judge_formula(match, row("2", "4", "="), NOBODY_SEEN)
        assert finding.turns == (Draw(seat),)
        assert not finding.goes_by_itself
        match = match.with_event(Played(finding.turns[0]))


def test_a_first_formula_tells_the_open_cards_too() -> None:
    finding = judge_formula(formula(), row("2", "+", "4", "=", "6"), NOBODY_SEEN)
    assert finding.opening == {"start": ["2", "4"]}
    assert finding.turns == (Lay(0, ("2", "+", "4", "=", "6"), None),)


def test_an_unchanged_formula_means_that_a_card_was_drawn() -> None:
    match = formula("2", "4").with_event(Played(Lay(0, ("2", "+", "4", "=", "6"), None)))
    assert judge_formula(match, row("2", "+", "4", "=", "6"), NOBODY_SEEN).turns == (Draw(1),)


def test_a_new_joker_is_the_only_digit_that_fits() -> None:
    match = formula("2", "4").with_event(Played(Lay(0, ("2", "+", "4", "=", "6"), None)))
    finding = judge_formula(match, row("8", "×", "8", "=", "6J"), NOBODY_SEEN)
    assert finding.turns == (Lay(1, ("8", "×", "8", "=", "6J"), (4,)),)


def test_a_joker_laid_before_one_that_lies_there_leaves_that_its_digit() -> None:
    match = formula("7", "J").with_event(Played(Lay(0, ("7", "+", "J", "=", "16"), (9,))))
    finding = judge_formula(match, row("17", "+", "JJ", "=", "76"), NOBODY_SEEN)
    assert finding.turns == (Lay(1, ("17", "+", "JJ", "=", "76"), (5, 9)),)


def test_a_joker_that_could_be_several_digits_is_asked_about() -> None:
    match = formula("2", "4").with_event(Played(Lay(0, ("2", "+", "4", "=", "6"), None)))
    finding = judge_formula(match, row("0", "×", "J", "=", "0"), NOBODY_SEEN)
    assert finding.kind == "unclear"
    assert set(finding.ways) == {str(digit) for digit in range(10)}


def test_an_untrue_formula_is_illegal_and_an_unfinished_one_is_unclear() -> None:
    match = formula("2", "4").with_event(Opened({}))
    assert judge_formula(match, row("2", "+", "4", "=", "7"), NOBODY_SEEN).problems[0].rule == "untrue"
    assert judge_formula(match, row("2", "+", "4"), NOBODY_SEEN).kind == "unclear"
