"""Whole games on the simulated table: camera, sight, rules, and every turn's points as they should be."""

from __future__ import annotations

from random import Random

import pytest

from device.cameras.kept import KeptCamera
from device.cameras.simulated import SimulatedCamera
from device.eye import Eye
from device.hands import pieces_of
from device.referee import Referee
from device.replaying import Notebook
from device.requests import Disturbed, Settled
from device.tabletop import Tabletop
from scoring.match import Match, Played
from scoring.players import deal
from scoring.snapshot import Begin, Do, Press

MOST_ASKED = 2
"""How many turns of a game the eye may leave to people; it may never get one wrong."""


@pytest.mark.parametrize(("game", "seed"), [("addique", 1), ("formula", 2)])
def test_a_whole_game_is_read_and_scored_as_it_was_played(game: str, seed: int) -> None:
    tabletop = Tabletop(seed)
    referee = Referee(Notebook(), Eye(KeptCamera(SimulatedCamera(tabletop))))
    dealt = deal(game, ("Ann", "Bob"), Random(seed))
    truth = Match(dealt.table)
    referee.handle(Begin(dealt.table))
    asked = 0
    for turn in dealt.turns():
        truth = truth.with_event(Played(turn))
        tabletop.arrange(game, pieces_of(truth))
        referee.handle(Disturbed())
        referee.handle(Settled())
        if referee.latest.machine == "asks":
            asked += 1
            referee.handle(Do(Played(turn), truth.version - 1))
        else:
            referee.handle(Press("next"))
        shown = referee.latest
        assert shown.match is not None
        assert [result.points for result in shown.match.results] == [
            result.points for result in truth.results
        ], f"turn {len(truth.turns)}: {shown.notice}"
        assert shown.match.state == truth.state
    assert truth.standing.finished
    assert referee.latest.match is not None
    assert referee.latest.match.standing == truth.standing
    assert asked <= MOST_ASKED


def test_a_hand_over_the_tiles_is_never_read_as_a_turn() -> None:
    tabletop = Tabletop(3)
    referee = Referee(Notebook(), Eye(KeptCamera(SimulatedCamera(tabletop))))
    dealt = deal("addique", ("Ann", "Bob"), Random(3))
    match = Match(dealt.table).with_event(Played(next(dealt.turns())))
    referee.handle(Begin(dealt.table))
    tabletop.arrange("addique", pieces_of(match))
    tabletop.reach_in(True)
    referee.handle(Settled())
    assert referee.latest.preview is None
    tabletop.reach_in(False)
    referee.handle(Settled())
    referee.handle(Press("next"))
    assert referee.latest.match is not None
    assert len(referee.latest.match.turns) == 1
