"""The referee behind its desk: one writer, nothing shown before it is kept, nothing guessed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from device.cameras.camera import CameraError, Frame
from device.desk import Desk
from device.eye import Eye
from device.referee import Referee
from device.replaying import Notebook
from device.requests import Disturbed, Settled, Told
from scoring.addique import Placement
from scoring.addique_board import Laid
from scoring.game import Table
from scoring.history.journal import NotKept
from scoring.match import Match, Played, Refusal, Stale
from scoring.saying import problem, say
from scoring.saying import say as sentence
from scoring.snapshot import Answer, Automatic, Begin, Do, Point, Press
from vision.reading import Candidate, Doubt, Piece, Reading

TABLE = Table("addique", ("Ann", "Bob"))


class ScriptedEye(Eye):
    """An eye whose table is set by the test; the referee behind it is the real one."""

    live = True
    faulty = False

    def __init__(self) -> None:
        self.reading: Reading | None = Reading("addique")
        self.previous: Reading | None = None
        self.stills = 0

    @property
    def name(self) -> str:
        return "scripted"

    def still(self) -> Frame:
        if self.reading is None:
            raise CameraError(sentence("The camera is unplugged."))
        self.stills += 1
        return Frame(np.zeros((90, 160, 3), np.uint8), 0.0, self.stills)

    def read(self, frame: Frame, game: str, previous: Reading | None) -> Reading:
        assert self.reading is not None
        if self.faulty:
            raise IndexError("no such picture was foreseen")
        self.previous = previous
        return self.reading

    def shows(self, *laid: tuple[str, int, int], why: tuple[Doubt, ...] = ()) -> None:
        """Lay tiles on the table."""
        pieces = tuple(
            Piece(name, 20.0 * k, 20.0, 1.0, (), (20.0 * k - 9, 11, 20.0 * k + 9, 29), col, row)
            for k, (name, col, row) in enumerate(laid)
        )
        self.reading = Reading("addique", pieces, why, size=(160, 90))


class FullDisk(Notebook):
    """A chronicle whose disk is full."""

    def append(self, match_id: str, match: Match) -> int:
        raise NotKept(problem("disk-full", "The disk is full: nothing was saved."))


@contextmanager
def running(desk: Desk) -> Iterator[Desk]:
    """The desk with its writer's thread."""
    writer = threading.Thread(target=desk.run)
    writer.start()
    try:
        yield desk
    finally:
        desk.stop()
        writer.join(timeout=5)
        assert not writer.is_alive()


def begun(eye: ScriptedEye, automatic: bool = False, clock: list[float] | None = None) -> Referee:
    """A referee with a match under way."""
    now = clock if clock is not None else [0.0]
    referee = Referee(Notebook(), eye, automatic, 3.0, clock=lambda: now[0])
    referee.handle(Begin(TABLE))
    return referee


def test_a_settled_tile_is_previewed_and_next_confirms_it_with_one_look() -> None:
    eye = ScriptedEye()
    referee = begun(eye)
    eye.shows(("4752", 0, 0))
    referee.handle(Settled())
    preview = referee.latest.preview
    assert preview is not None and preview.points == 4 * 5 + 7 * 2
    assert referee.latest.match is not None and not referee.latest.match.turns
    referee.handle(Press("next"))
    assert referee.latest.match.standing.totals == (34, 0)
    assert eye.stills == 1


def test_a_hand_makes_the_preview_go_and_next_look_again() -> None:
    eye = ScriptedEye()
    referee = begun(eye)
    eye.shows(("4752", 0, 0))
    referee.handle(Settled())
    referee.handle(Disturbed())
    assert (referee.latest.machine, referee.latest.preview) == ("hand", None)
    eye.shows(("3465", 0, 0))
    referee.handle(Press("next"))
    assert eye.stills == 1, "a hand in view is never read"
    referee.handle(Settled())
    assert referee.latest.match is not None
    assert referee.latest.match.turns[0].laid.tile == "3465"


def test_an_unsure_reading_is_never_entered_and_its_answer_continues_the_turn() -> None:
    eye = ScriptedEye()
    referee = begun(eye)
    doubt = Doubt("ambiguous", "A numeral is hard to read.", 0.0, 20.0)
    piece = Piece("4752", 0.0, 20.0, 0.6, (Candidate("4257", 0.3),), (-9, 11, 9, 29), 0, 0)
    eye.reading = Reading("addique", (piece,), (doubt,), size=(160, 90))
    referee.handle(Settled())
    question = referee.latest.question
    assert question is not None and [choice.face for choice in question.choices] == ["4752", "4257"]
    with pytest.raises(Refusal, match="Answer the question first"):
        referee.handle(Press("next"))
    referee.handle(Told("ready", say("The camera sees the table again.")))
    assert referee.latest.machine == "asks", "the question still stands"
    referee.handle(Answer(question.number, "4257"))
    referee.handle(Press("next"))
    assert referee.latest.match is not None
    assert referee.latest.match.turns[0].laid.tile == "4257"
    with pytest.raises(Refusal, match="answered already"):
        referee.handle(Answer(question.number, "4752"))


def test_a_piece_somebody_points_at_is_asked_about_and_put_right() -> None:
    eye = ScriptedEye()
    referee = begun(eye)
    eye.shows(("4752", 0, 0))
    referee.handle(Settled())
    with pytest.raises(Refusal, match="read again meanwhile"):
        referee.handle(Point(0, "1683"))
    referee.handle(Point(0, "4752"))
    question = referee.latest.question
    assert question is not None and question.choices[0].face == "4752" and question.crop_jpeg
    assert referee.latest.machine == "asks" and "4752" in str(question.saying)
    referee.handle(Answer(question.number, "3762"))
    assert referee.latest.preview is not None and referee.latest.preview.points == 3 * 6 + 7 * 2
    referee.handle(Press("next"))
    assert referee.latest.match is not None
    assert referee.latest.match.turns[0].laid.tile == "3762"


def test_a_doubt_without_a_place_is_said_and_nothing_is_entered() -> None:
    eye = ScriptedEye()
    referee = begun(eye)
    eye.shows(("4752", 0, 0), why=(Doubt("hand", "A hand lies over the table."),))
    referee.handle(Press("next"))
    assert referee.latest.match is not None and not referee.latest.match.turns
    assert str(referee.latest.notice) == "A hand lies over the table."
    eye.shows(("4752", 0, 0))
    referee.handle(Press("next"))
    assert len(referee.latest.match.turns) == 1, "pressed again, it looks again"


def test_an_illegal_tile_is_marked_and_not_entered() -> None:
    eye = ScriptedEye()
    referee = begun(eye)
    eye.shows(("4752", 0, 0))
    referee.handle(Press("next"))
    eye.shows(("4752", 0, 0), ("1386", 3, 0))
    referee.handle(Disturbed())
    referee.handle(Settled())
    assert referee.latest.machine == "illegal"
    referee.handle(Press("next"))
    assert referee.latest.match is not None and len(referee.latest.match.turns) == 1
    assert referee.latest.preview is not None and referee.latest.preview.problems[0].rule == "edges"


def test_automatic_mode_waits_its_time_and_stops_when_a_hand_comes_back() -> None:
    eye, clock = ScriptedEye(), [0.0]
    referee = begun(eye, automatic=True, clock=clock)
    eye.shows(("4752", 0, 0))
    referee.handle(Settled())
    clock[0] = 2.9
    referee.enter_due()
    assert referee.latest.match is not None and not referee.latest.match.turns
    referee.handle(Disturbed())
    clock[0] = 9.0
    referee.enter_due()
    assert not referee.latest.match.turns
    referee.handle(Settled())
    clock[0] = 12.1
    referee.enter_due()
    assert len(referee.latest.match.turns) == 1
    referee.handle(Automatic(False))
    assert referee.latest.automatic is False


def test_a_lost_camera_is_said_and_the_match_goes_on_by_hand() -> None:
    eye = ScriptedEye()
    referee = begun(eye)
    eye.reading = None
    referee.handle(Press("next"))
    assert referee.latest.machine == "no camera"
    assert str(referee.latest.notice) == "The camera is unplugged."
    referee.handle(Do(Played(Placement(0, Laid("4752", 0, 0))), 0))
    assert referee.latest.match is not None and len(referee.latest.match.turns) == 1
    referee.handle(Told("ready", say("The camera sees the table again.")))
    assert referee.latest.machine == "ready"


def test_a_full_disk_changes_nothing_and_is_said() -> None:
    desk = Desk(Referee(FullDisk()))
    with running(desk):
        desk.ask(Begin(TABLE))
        with pytest.raises(NotKept):
            desk.ask(Do(Played(Placement(0, Laid("4752", 0, 0))), 0))
        shown = desk.snapshot()
    assert shown.match is not None and not shown.match.turns
    assert str(shown.notice) == "The disk is full: nothing was saved."


def test_a_fault_in_the_reader_is_said_and_logged_and_the_evening_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    eye = ScriptedEye()
    desk = Desk(Referee(Notebook(), eye))
    eye.faulty = True
    with running(desk):
        desk.ask(Begin(TABLE))
        with pytest.raises(Refusal, match="score is safe"):
            desk.ask(Press("next"))
        assert "score is safe" in str(desk.snapshot().notice) and desk.snapshot().machine == "asks"
        eye.faulty = False
        eye.shows(("4752", 0, 0))
        desk.ask(Press("next"))
        shown = desk.snapshot()
    assert shown.match is not None and len(shown.match.turns) == 1
    assert "no such picture" in caplog.text


def test_two_hosts_at_once_one_wins_and_the_other_is_told() -> None:
    desk = Desk(Referee(Notebook()))
    turn = Played(Placement(0, Laid("4752", 0, 0)))
    told: list[str] = []

    def press() -> None:
        try:
            desk.ask(Do(turn, 0))
            told.append("entered")
        except Stale:
            told.append("stale")

    with running(desk):
        desk.ask(Begin(TABLE))
        hosts = [threading.Thread(target=press) for _ in range(2)]
        for host in hosts:
            host.start()
        for host in hosts:
            host.join()
    assert sorted(told) == ["entered", "stale"]


def test_waiting_returns_as_soon_as_something_new_is_shown() -> None:
    desk = Desk(Referee(Notebook()))
    with running(desk):
        before = desk.snapshot().number
        assert desk.wait(before, 0.01).number == before
        desk.tell(Begin(TABLE))
        assert desk.wait(before, 5).number > before


def test_the_draw_for_the_start_asks_everybody_repeats_a_tie_and_names_the_starter() -> None:
    eye = ScriptedEye()
    referee = Referee(Notebook(), eye)
    referee.handle(Begin(TABLE, draw_for_start=True))
    for tile in ("1287", "8712"):
        eye.shows((tile, 0, 0))
        referee.handle(Press("next"))
    tied = referee.latest.opening
    assert tied is not None and tied.tied and tied.totals == (22, 22)
    assert "draws again" in str(referee.latest.notice)
    for tile in ("1287", "1386"):
        eye.shows((tile, 0, 0))
        referee.handle(Press("next"))
    assert referee.latest.opening is not None and referee.latest.opening.starter == 1
    eye.shows(("1386", 0, 0))
    referee.handle(Press("next"))
    assert referee.latest.match is not None
    assert referee.latest.match.standing.totals == (0, 26)


def test_the_draw_refuses_two_tiles_and_one_shown_before() -> None:
    eye = ScriptedEye()
    referee = Referee(Notebook(), eye)
    referee.handle(Begin(TABLE, draw_for_start=True))
    eye.shows(("1287", 0, 0), ("1386", 1, 2))
    referee.handle(Press("next"))
    assert "just the one" in str(referee.latest.notice)
    for _ in range(2):
        eye.shows(("1287", 0, 0))
        referee.handle(Press("next"))
    assert "shown already" in str(referee.latest.notice)
    assert referee.latest.match is None


def test_a_mashed_button_is_one_request() -> None:
    eye, clock = ScriptedEye(), [10.0]
    referee = begun(eye, clock=clock)
    eye.shows(("4752", 0, 0))
    referee.handle(Press("next", down_at_s=9.9))
    for finger in (9.95, 10.2, 10.6):
        referee.handle(Press("next", down_at_s=finger))
    assert eye.stills == 1
    referee.handle(Press("next", down_at_s=11.1))
    assert eye.stills == 1, "who hammers on is still at the same press"
    clock[0] = 12.0
    referee.handle(Press("next", down_at_s=11.9))
    assert eye.stills == 2
    with pytest.raises(Stale):
        referee.handle(Press("undo", version=0))


def test_a_look_in_doubt_does_not_make_it_forget_what_was_sure() -> None:
    eye = ScriptedEye()
    referee = begun(eye)
    eye.shows(("4752", 0, 0))
    referee.handle(Settled())
    sure = eye.reading
    for _ in range(2):
        eye.shows(("4752", 0, 0), why=(Doubt("numeral", "A numeral cannot be told for certain."),))
        referee.handle(Settled())
        assert eye.previous == sure
    referee.handle(Begin(TABLE))
    referee.handle(Settled())
    assert eye.previous is None
