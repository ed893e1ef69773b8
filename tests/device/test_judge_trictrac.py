"""A reading of dice and open numbers becomes the throw that was played, or a reason to refuse."""

from __future__ import annotations

from device.judges.trictrac import judge_trictrac
from scoring.game import Table
from scoring.match import Match, Played
from scoring.trictrac import BOX, Throw
from vision.reading import Piece, Reading

NOBODY_SEEN: frozenset[str] = frozenset()


def box(dice: tuple[int, ...], *shut: int) -> Reading:
    """A sure reading of dice and a box with these numbers shut."""
    names = [f"die {value}" for value in dice] + [f"open {n}" for n in BOX if n not in shut]
    return Reading("trictrac", tuple(Piece(name, 0.0, 0.0, 1.0) for name in names))


def match(*throws: Throw) -> Match:
    """A match of two after some throws."""
    now = Match(Table("trictrac", ("Ann", "Bob")))
    for throw in throws:
        now = now.act(Played(throw), now.version)
    return now


def test_a_number_gone_from_the_box_was_covered_with_the_throw() -> None:
    finding = judge_trictrac(match(), box((6, 3), 9), NOBODY_SEEN)
    assert finding.kind == "turns"
    assert finding.turns == (Throw(0, (6, 3), (9,)),)


def test_the_booklets_turn_is_followed_to_its_end() -> None:
    now = match()
    pictures = [
        box((6, 3), 9),
        box((6, 5), 9, 8, 3),
        box((4, 5), 9, 8, 3, 7, 2),
        box((1, 1), 9, 8, 3, 7, 2, 1),
        box((1, 2), 9, 8, 3, 7, 2, 1),
    ]
    for picture in pictures:
        finding = judge_trictrac(now, picture, NOBODY_SEEN)
        assert finding.kind == "turns", finding.saying
        now = now.act(Played(finding.turns[0]), now.version)
    assert now.standing.totals == (15, 0)
    assert now.standing.to_play == 1
    assert judge_trictrac(now, box((2, 2), 4), NOBODY_SEEN).turns == (Throw(1, (2, 2), (4,)),)


def test_covering_nothing_where_something_can_be_covered_is_illegal() -> None:
    finding = judge_trictrac(match(), box((6, 3)), NOBODY_SEEN)
    assert finding.kind == "illegal"
    assert [problem.rule for problem in finding.problems] == ["can-still-cover"]


def test_covering_what_the_dice_do_not_show_is_illegal() -> None:
    finding = judge_trictrac(match(), box((6, 3), 7), NOBODY_SEEN)
    assert [problem.rule for problem in finding.problems] == ["not-the-dice"]


def test_a_number_that_opens_again_is_pointed_out() -> None:
    finding = judge_trictrac(match(Throw(0, (6, 3), (9,))), box((4, 4), 8), NOBODY_SEEN)
    assert finding.kind == "moved"
    assert finding.pieces == ("9",)


def test_the_same_dice_and_nothing_covered_is_asked_about() -> None:
    last = Throw(0, (1, 1), (2,))
    now = match(Throw(0, (6, 5), (8, 3)), Throw(0, (1, 1), (1,)), last)
    finding = judge_trictrac(now, box((1, 1), 8, 3, 1, 2), NOBODY_SEEN)
    assert finding.kind == "unclear"
    assert finding.ways == {"new throw": (Throw(0, (1, 1), ()),)}


def test_a_lone_die_makes_no_throw() -> None:
    assert judge_trictrac(match(), box((3,)), NOBODY_SEEN).kind == "unclear"
