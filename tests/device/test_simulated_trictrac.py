"""A whole game of Tric-Trac on the simulated table: board, covers, dice, camera, sight, rules."""

from __future__ import annotations

from random import Random

import pytest

from device.cameras.kept import KeptCamera
from device.cameras.simulated import SimulatedCamera
from device.dicebox import DICE, box_pieces
from device.eye import Eye
from device.referee import Referee
from device.replaying import Notebook
from device.requests import Disturbed, Settled
from device.tabletop import Tabletop
from scoring.game import STARTER, Table
from scoring.match import Match, Played, Refusal
from scoring.players import deal
from scoring.snapshot import Answer, Begin, Do, Press, TablePiece
from scoring.trictrac import Throw

MOST_ASKED = 3
"""How many throws of a game the eye may leave to people; it may never get one wrong."""


def seat(tabletop: Tabletop) -> Referee:
    return Referee(Notebook(), Eye(KeptCamera(SimulatedCamera(tabletop))))


@pytest.mark.parametrize("seed", [4])
def test_a_whole_game_is_read_and_scored_as_it_was_played(seed: int) -> None:
    tabletop = Tabletop(seed)
    referee = seat(tabletop)
    dealt = deal("trictrac", ("Ann", "Bob"), Random(seed))
    turns = list(dealt.turns())
    table = Table("trictrac", ("Ann", "Bob"), start={STARTER: dealt.table.name(turns[0].seat)})
    truth = Match(table)
    referee.handle(Begin(table))
    asked = 0
    for turn in turns:
        truth = truth.with_event(Played(turn))
        tabletop.arrange("trictrac", box_pieces(truth))
        referee.handle(Disturbed())
        referee.handle(Settled())
        question = referee.latest.question
        if question and "new throw" in {choice.face for choice in question.choices}:
            referee.handle(Answer(question.number, "new throw"))
        elif referee.latest.machine == "asks":
            asked += 1
            referee.handle(Do(Played(turn), truth.version - 1))
        else:
            referee.handle(Press("next"))
        shown = referee.latest.match
        assert shown is not None
        assert shown.state == truth.state, f"throw {len(truth.turns)}: {referee.latest.notice}"
    assert truth.standing.finished
    assert referee.latest.match is not None
    assert referee.latest.match.standing == truth.standing
    assert asked <= MOST_ASKED


def test_covering_what_the_dice_do_not_allow_is_told_and_not_scored() -> None:
    tabletop = Tabletop(2)
    referee = seat(tabletop)
    referee.handle(Begin(Table("trictrac", ("Ann", "Bob"), start={STARTER: "Ann"})))
    dice = (TablePiece(DICE[5], 2, 1), TablePiece(DICE[2], 3, 1))
    tabletop.arrange("trictrac", (TablePiece("7", 7, 0), *dice))
    referee.handle(Settled())
    referee.handle(Press("next"))
    assert referee.latest.match is not None
    assert referee.latest.match.turns == ()
    tabletop.arrange("trictrac", (TablePiece("9", 9, 0), *dice))
    referee.handle(Settled())
    referee.handle(Press("next"))
    assert referee.latest.match is not None
    assert [(sorted(turn.dice), turn.cover) for turn in referee.latest.match.turns] == [([3, 6], (9,))]


def test_a_throw_that_is_not_covered_yet_is_no_fault_until_next_is_pressed() -> None:
    tabletop = Tabletop(2)
    referee = seat(tabletop)
    referee.handle(Begin(Table("trictrac", ("Ann", "Bob"), start={STARTER: "Ann"})))
    tabletop.arrange("trictrac", (TablePiece(DICE[5], 2, 1), TablePiece(DICE[2], 3, 1)))
    referee.handle(Settled())
    lying = referee.latest
    assert lying.machine == "ready"
    assert lying.notice is None
    assert lying.preview is not None
    assert lying.preview.begun
    assert [sorted(turn.dice) for turn in lying.preview.turns] == [[3, 6]]
    referee.handle(Press("next"))
    assert referee.latest.match is not None
    assert referee.latest.match.turns == ()
    assert "can still cover" in str(referee.latest.notice)


def test_the_table_knows_its_pieces() -> None:
    match = Match(Table("trictrac", ("Ann", "Bob"), start={STARTER: "Ann"}))
    assert box_pieces(match) == ()
    match = match.with_event(Played(Throw(0, (6, 3), (9,))))
    assert [piece.name for piece in box_pieces(match)] == ["9", DICE[5], DICE[2]]
    with pytest.raises(Refusal):
        Tabletop(0).arrange("trictrac", (TablePiece("10", 0, 0),))
