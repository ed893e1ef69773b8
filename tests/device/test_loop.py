"""The whole loop, from glances to the score: hands, bumps, moved pieces, doubts, automatic turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.hands import pieces_of
from scoring.addique import Placement
from scoring.addique_board import Laid
from scoring.game import STARTER, Table
from scoring.match import Match, Played
from scoring.snapshot import Answer, Begin, TablePiece
from tests.device.loop import Loop
from tests.device.room import Blob

TABLE = Table("addique", ("Ann", "Bob"), start={STARTER: "Ann"})
LAID = (("2475", 0, 0), ("6435", 2, -1), ("2376", 3, 1), ("5841", 1, 2))
"""The first tiles of a game."""


def truth(count: int) -> Match:
    """The game after some turns, as it really was."""
    match = Match(TABLE)
    for k, laid in enumerate(LAID[:count]):
        match = match.with_event(Played(Placement(k % 2, Laid(*laid))))
    return match


def begun(tmp_path: Path, turns: int, automatic: bool = False) -> Loop:
    """A game under way that was read and entered, tile by tile."""
    loop = Loop(tmp_path, automatic=automatic)
    loop.tell(Begin(TABLE))
    loop.wait(1.0)
    for count in range(1, turns + 1):
        loop.lay("addique", pieces_of(truth(count)))
        loop.wait(1.0)
        loop.press()
    assert len(loop.match.turns) == turns, loop.says
    return loop


def test_a_hand_in_view_is_never_read_and_next_waits_for_it(tmp_path: Path) -> None:
    loop = begun(tmp_path, 1)
    at_mm = loop.tabletop.place_mm("addique", pieces_of(truth(2)))
    loop.reach(at_mm)
    loop.tabletop.arrange("addique", pieces_of(truth(2)))
    before = loop.room.stills
    loop.wait(3.0)
    loop.press()
    assert (loop.room.stills, loop.shown.machine, len(loop.match.turns)) == (before, "hand", 1)
    assert "as soon as the hands are away" in loop.says
    loop.leave(at_mm)
    loop.wait(1.0)
    assert loop.room.stills == before + 1
    assert loop.match.state == truth(2).state, loop.says


def test_a_hand_that_changes_nothing_leaves_what_was_shown(tmp_path: Path) -> None:
    loop = begun(tmp_path, 0)
    loop.reach((0.0, 0.0))
    assert loop.shown.machine == "hand"
    loop.leave((0.0, 0.0))
    loop.wait(1.0)
    assert loop.shown.machine == "ready"
    loop.lay("addique", pieces_of(truth(1)))
    loop.wait(1.0)
    shown = loop.shown.preview
    loop.reach((60.0, 0.0))
    assert loop.shown.machine == "hand" and loop.shown.preview is None
    loop.press()
    loop.leave((60.0, 0.0))
    assert shown and not loop.match.turns
    loop.wait(1.0)
    assert loop.match.state == truth(1).state, "the press under the hand counts once it is away"


def test_a_bumped_camera_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    loop = begun(tmp_path, 2)
    loop.tabletop.bump()
    loop.wait(1.5)
    assert "camera was bumped" in loop.says and loop.shown.machine == "ready"
    loop.press()
    assert len(loop.match.turns) == 2
    loop.lay("addique", pieces_of(truth(3)))
    loop.wait(1.0)
    loop.press()
    assert loop.match.state == truth(3).state, loop.says


def test_a_moved_piece_is_named_and_is_no_bump(tmp_path: Path) -> None:
    loop = begun(tmp_path, 3)
    moved = [*pieces_of(truth(3))[:2], TablePiece("2376", -3, 2)]
    loop.lay("addique", moved)
    loop.wait(1.0)
    loop.press()
    assert loop.says == "The tile 2376 was moved; laid tiles stay where they are."
    assert loop.shown.machine == "illegal" and len(loop.match.turns) == 3


def test_a_piece_taken_away_is_named(tmp_path: Path) -> None:
    loop = begun(tmp_path, 3)
    loop.lay("addique", [piece for piece in pieces_of(truth(3)) if piece.name != "6435"])
    loop.wait(1.0)
    loop.press()
    assert loop.says == "The tile 6435 is missing; laid tiles are never taken away."
    assert len(loop.match.turns) == 3
    loop.lay("addique", pieces_of(truth(3)))
    loop.wait(1.0)
    assert loop.says == "Nothing new lies on the table."


def test_a_piece_that_was_not_entered_yet_may_be_taken_back_or_changed(tmp_path: Path) -> None:
    loop = begun(tmp_path, 1)
    loop.lay("addique", pieces_of(truth(2)))
    loop.wait(1.0)
    assert loop.shown.preview
    loop.lay("addique", pieces_of(truth(1)))
    loop.wait(1.0)
    assert loop.says == "Nothing new lies on the table."
    loop.lay("addique", pieces_of(truth(2)))
    loop.wait(1.0)
    loop.press()
    assert loop.match.state == truth(2).state, loop.says


def test_two_new_pieces_since_the_last_press_are_offered_as_two_turns(tmp_path: Path) -> None:
    loop = begun(tmp_path, 1)
    loop.lay("addique", pieces_of(truth(3)))
    loop.wait(1.0)
    preview, question = loop.shown.preview, loop.shown.question
    if question:
        order = " → ".join(laid[0] for laid in LAID[1:3])
        assert order in {choice.face for choice in question.choices}
        loop.tell(Answer(question.number, order))
    else:
        assert preview and len(preview.turns) == 2, loop.says
        loop.press()
    assert loop.match.state == truth(3).state


def test_a_piece_in_doubt_is_asked_and_the_answer_continues_the_turn(tmp_path: Path) -> None:
    loop = begun(tmp_path, 0)
    # A crumb of white paint on the numeral 4.
    loop.room.things = (Blob(1190 / 2304, 652 / 2304, 0.0104, 0.0104, (255, 255, 253)),)
    loop.lay("addique", pieces_of(truth(1)))
    loop.wait(1.0)
    question = loop.shown.question
    assert question is not None and loop.shown.machine == "asks", loop.says
    assert {"2475", "2178"} <= {choice.face for choice in question.choices} and question.crop_jpeg
    loop.press()
    assert not loop.match.turns and "Answer the question first" in loop.says
    loop.tell(Answer(question.number, "2475"))
    assert loop.shown.preview and not loop.shown.question
    loop.wait(1.0)
    loop.press()
    assert loop.match.state == truth(1).state, loop.says


@pytest.mark.parametrize("steps", [1, 20], ids=["a lamp switched off", "dusk"])
def test_the_camera_adapts_to_another_light_over_a_table_on_which_nothing_happens(
    tmp_path: Path, steps: int
) -> None:
    loop = begun(tmp_path, 1)
    before = loop.room.still().picture.mean()
    for step in range(steps):
        loop.room.lamp = 0.3 ** ((step + 1) / steps)
        loop.wait(1.0)
    assert loop.room.still().picture.mean() == pytest.approx(before, rel=0.25)
    assert len(loop.match.turns) == 1


def test_automatic_mode_counts_a_turn_after_its_delay_and_not_before(tmp_path: Path) -> None:
    loop = begun(tmp_path, 1, automatic=True)
    loop.lay("addique", pieces_of(truth(2)))
    loop.wait(2.5)
    assert len(loop.match.turns) == 1 and loop.shown.preview
    loop.wait(2.0)
    assert loop.match.state == truth(2).state
    loop.wait(5.0)
    assert len(loop.match.turns) == 2


def test_automatic_mode_leaves_two_pieces_at_once_to_people(tmp_path: Path) -> None:
    loop = begun(tmp_path, 1, automatic=True)
    loop.lay("addique", pieces_of(truth(3)))
    loop.wait(6.0)
    assert len(loop.match.turns) == 1
