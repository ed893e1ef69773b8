"""Add Up's rows and Code 777's racks, from a reading to turns."""

from __future__ import annotations

from device.judges.addup import judge_addup, lying_rows
from device.judges.code777 import judge_code777, next_rack
from scoring.addup import Add, Card, Openers
from scoring.code777 import Ask, Guess
from scoring.code777_cards import card
from scoring.game import Table
from scoring.match import Match, Opened, Played
from vision.reading import Piece, Reading

NOBODY_SEEN: frozenset[str] = frozenset()


def rows(top: str, bottom: str) -> Reading:
    """A sure reading of two rows of cards."""
    pieces = [
        Piece(face, 0.0, 0.0, 1.0, row=row, order=order)
        for row, faces in enumerate((top, bottom))
        for order, face in enumerate(faces.split())
    ]
    return Reading("addup", tuple(pieces))


def addup(top: str = "2", bottom: str = "4", deck: int = 48) -> Match:
    """A match of two from two openers."""
    return Match(Table("addup", ("Ann", "Bob"), {}, {"start": {"top": top, "bottom": bottom}, "deck": deck}))


def shown(*cards: str) -> Reading:
    """A sure reading of cards shown for a rack."""
    return Reading(
        "code777", tuple(Piece(name, 0.0, 0.0, 1.0, order=order) for order, name in enumerate(cards))
    )


def test_a_new_card_at_the_end_of_a_row_is_a_turn() -> None:
    finding = judge_addup(addup(), rows("2", "4 10"), NOBODY_SEEN)
    assert finding.turns == (Add(0, "bottom", "10", None),)


def test_an_unchanged_table_makes_no_turn() -> None:
    assert judge_addup(addup(), rows("2", "4"), NOBODY_SEEN).kind == "nothing"


def test_a_joker_counts_what_balances_the_rows() -> None:
    finding = judge_addup(addup(), rows("2 W", "4"), NOBODY_SEEN)
    assert finding.turns == (Add(0, "top", "W", 2),)
    assert "wins" in str(finding.saying)


def test_a_joker_that_balances_nothing_is_asked_about() -> None:
    finding = judge_addup(addup(), rows("2", "4 W"), NOBODY_SEEN)
    assert finding.kind == "unclear"
    assert finding.ways["3"] == (Add(0, "bottom", "W", 3),)
    assert set(finding.ways) == {"0", "1", "2", "3", "4", "5"}
    assert "10" in judge_addup(addup("2", "9"), rows("2 Y", "9"), NOBODY_SEEN).ways


def test_cards_that_were_taken_or_moved_are_reported() -> None:
    assert judge_addup(addup(), rows("4", "2"), NOBODY_SEEN).kind == "moved"
    assert judge_addup(addup(), rows("2 5", ""), NOBODY_SEEN).kind == "moved"


def test_won_cards_lie_there_until_new_openers_do() -> None:
    match = addup().with_event(Played(Add(0, "top", "2", None)))
    assert match.results[-1].points == 3
    assert lying_rows(match) == ((Card("2", 2), Card("2", 2)), (Card("4", 4),))
    assert judge_addup(match, rows("2 2", "4"), NOBODY_SEEN).kind == "nothing"
    finding = judge_addup(match, rows("7", "Y"), NOBODY_SEEN)
    assert finding.turns == (Openers(Card("7", 7), Card("Y", 10)),)
    both = judge_addup(match, rows("7 1", "5"), NOBODY_SEEN)
    assert both.turns == (Openers(Card("7", 7), Card("5", 5)), Add(1, "top", "1", None))


def test_an_empty_table_after_a_win_asks_for_openers() -> None:
    match = addup().with_event(Played(Add(0, "top", "2", None)))
    finding = judge_addup(match, rows("", ""), NOBODY_SEEN)
    assert (finding.kind, finding.turns) == ("unclear", ())


def test_openers_seen_for_the_first_time_open_the_game() -> None:
    match = Match(Table("addup", ("Ann", "Bob")))
    finding = judge_addup(match, rows("7", "5"), NOBODY_SEEN)
    assert (finding.kind, finding.opening) == ("start", {"start": {"top": "7", "bottom": "5"}})
    first = judge_addup(match, rows("7", "5 2"), NOBODY_SEEN)
    assert first.opening == finding.opening
    assert first.turns == (Add(0, "bottom", "2", None),)


def test_a_single_row_is_called_the_upper_one_until_the_other_lies_above_it() -> None:
    match = addup("2", "4", deck=8).with_event(Played(Add(0, "top", "2", None)))
    assert not match.state.needs_openers
    first = judge_addup(match, rows("9", ""), NOBODY_SEEN)
    assert first.turns == (Add(1, "top", "9", None),)
    match = match.with_event(Played(first.turns[0]))
    second = judge_addup(match, rows("3", "9"), NOBODY_SEEN)
    assert second.turns == (Add(0, "bottom", "3", None),)
    match = match.with_event(Played(second.turns[0]))
    assert judge_addup(match, rows("3", "9"), NOBODY_SEEN).kind == "nothing"
    assert judge_addup(match, rows("3 1", "9"), NOBODY_SEEN).turns == (Add(1, "bottom", "1", None),)


def test_two_new_cards_are_two_turns_unless_their_order_decides_who_wins() -> None:
    finding = judge_addup(addup("2", "9"), rows("2 1 1", "9"), NOBODY_SEEN)
    assert [(turn.seat, turn.face) for turn in finding.turns] == [(0, "1"), (1, "1")]
    assert judge_addup(addup("2", "9"), rows("2 1 1 1 1", "9"), NOBODY_SEEN).kind == "unclear"


def test_three_cards_fill_the_next_empty_rack_and_are_never_named() -> None:
    match = Match(Table("code777", ("Ann", "Bob")))
    finding = judge_code777(match, shown("7 blue", "5 red", "3 black"), NOBODY_SEEN)
    assert finding.opening == {"racks": {"Ann": ["7 blue", "5 red", "3 black"]}}
    assert "Ann" in str(finding.saying)
    assert not any(word in str(finding.saying) for word in ("blue", "red", "black", "7", "5", "3"))
    match = match.with_event(Opened(finding.opening))
    again = judge_code777(match, shown("7 blue", "5 red", "3 black"), NOBODY_SEEN)
    assert again.kind == "nothing"
    then = judge_code777(match, shown("1 green", "5 red", "6 pink"), NOBODY_SEEN)
    assert then.opening is not None
    assert list(then.opening["racks"]) == ["Ann", "Bob"]


def test_cards_the_set_cannot_have_are_refused_without_naming_them() -> None:
    match = Match(Table("code777", ("Ann", "Bob")))
    finding = judge_code777(match, shown("1 green", "1 green", "4 brown"), NOBODY_SEEN)
    assert (finding.kind, finding.opening) == ("unclear", None)
    assert "green" not in str(finding.saying)
    assert judge_code777(match, shown("1 green", "4 brown"), NOBODY_SEEN).kind == "unclear"


def test_new_cards_after_a_guess_fill_the_guessers_rack() -> None:
    racks = {
        "Ann": ["7 blue", "5 red", "3 black"],
        "Bob": ["1 green", "5 red", "6 pink"],
        "spare1": ["2 yellow", "4 brown", "4 brown"],
        "spare2": ["7 blue", "6 green", "6 green"],
    }
    match = Match(Table("code777", ("Ann", "Bob"), {}, {"racks": racks}))
    match = match.act(Played(Guess(0, (7, 5, 3), None, None)), match.version)
    finding = judge_code777(match, shown("4 brown", "5 red", "7 pink"), NOBODY_SEEN)
    assert finding.change is not None
    then = match.act(finding.change, match.version)
    assert then.state.racks[0] == (card("4 brown"), card("5 red"), card("7 pink"))
    assert then.standing.totals == (1, 0)


def test_a_question_card_is_passed_on_until_it_is_answered() -> None:
    racks = {"Ann": ["7 blue", "5 red", "3 black"], "Bob": ["6 pink", "1 green", "4 brown"]}
    match = Match(Table("code777", ("Ann", "Bob"), {}, {"racks": racks}))
    finding = judge_code777(match, shown("question 17"), NOBODY_SEEN)
    assert (finding.asked, finding.turns) == (17, ())
    answered = match.with_event(Played(Ask(0, 17, "first")))
    assert judge_code777(answered, shown("question 17"), NOBODY_SEEN).kind == "nothing"
    assert judge_code777(answered, shown("question 8"), NOBODY_SEEN).asked == 8
    guessed = answered.with_event(Played(Guess(1, (1, 4, 6), None, None)))
    assert judge_code777(guessed, shown("question 17"), NOBODY_SEEN).kind == "nothing"
    assert judge_code777(guessed, shown("question 8"), NOBODY_SEEN).asked == 8


def test_a_spare_rack_that_is_due_gets_the_next_cards() -> None:
    racks = {"Ann": ["7 blue", "5 red", "3 black"], "Bob": ["6 pink", "1 green", "4 brown"]}
    racks |= {"spare1": ["7 yellow", "6 green", "5 black"], "spare2": ["2 yellow", "7 pink", "7 blue"]}
    match = Match(Table("code777", ("Ann", "Bob"), {}, {"racks": racks}))
    assert next_rack(match) is None
    guessed = match.with_event(Played(Guess(1, (1, 4, 6), None, None)))
    assert next_rack(guessed) == "Bob"
    filled = match.with_event(
        Played(Guess(1, (1, 4, 6), (card("5 red"), card("5 red"), card("7 blue")), None))
    )
    assert next_rack(filled) == "spare1"
    finding = judge_code777(filled, shown("3 black", "4 brown", "6 pink"), NOBODY_SEEN)
    assert finding.change is not None
    racks_then = filled.with_event(finding.change).state.racks
    assert racks_then[2] == (card("3 black"), card("4 brown"), card("6 pink"))
