"""The referee: alone changes the match, and says what is shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from device.cameras.camera import CameraError, Frame
from device.chronicle import Chronicle
from device.eye import Eye
from device.finding import Finding, unsure
from device.judges import JUDGES
from device.look import Look, doubtful, jpeg, question_about, seen_pieces, settled
from device.opening import nobody_yet, to_draw, trouble, with_tile
from device.requests import Disturbed, Request, Settled, Told
from device.window import Window
from scoring.game import STARTER, Table
from scoring.games import game_named
from scoring.history.evidence import Correction, Exhibit
from scoring.match import Event, Illegal, Match, Opened, Played, Refusal, Stale, Undone
from scoring.saying import Saying, problem, say
from scoring.snapshot import (
    Answer,
    Automatic,
    Begin,
    Choice,
    Do,
    Opening,
    Photo,
    Press,
    Preview,
    Question,
    Resume,
    Snapshot,
)
from vision.reading import Piece, Reading


IMPATIENCE_S = 0.7
"""A finger that came down before, or so soon after, the last answer was shown asks for nothing new."""


@dataclass(frozen=True)
class _Asked:
    """A question that waits for its answer: about a piece, or about which turns were meant."""

    question: Question
    piece: Piece | None
    ways: Mapping[str, tuple[Any, ...]]


class Referee:
    """Owns the match; one thread alone hands it requests, through the desk."""

    def __init__(
        self,
        chronicle: Chronicle,
        eye: Eye | None = None,
        automatic: bool = False,
        automatic_after_s: float = 3.0,
        keep_pictures: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._chronicle = chronicle
        self._eye = eye
        self._look: Look | None = None
        self._fresh = False
        self._finding: Finding | None = None
        self._asked: _Asked | None = None
        self._questions = 0
        self._seen_before: frozenset[str] = frozenset()
        self._corrections: tuple[Correction, ...] = ()
        self._drawing: Table | None = None
        self._keep_pictures = keep_pictures
        self._jpeg: tuple[Frame, bytes] | None = None
        self._clock = clock
        self._automatic_after_s = automatic_after_s
        self._due_s: float | None = None
        self._answered_s = float("-inf")
        machine = "ready" if eye else "by hand"
        self.window = Window(
            Snapshot(0, machine=machine, camera=eye.name if eye else "", automatic=automatic)
        )

    @property
    def latest(self) -> Snapshot:
        """Return what is shown now."""
        return self.window.latest

    @property
    def finding(self) -> Finding | None:
        """Return what the last look meant."""
        return self._finding

    def picture(self) -> bytes | None:
        """Return the latest picture as JPEG."""
        look = self._look
        if look is None:
            return None
        if self._jpeg is None or self._jpeg[0] is not look.frame:
            self._jpeg = look.frame, jpeg(look.frame.picture)
        return self._jpeg[1]

    def due_in_s(self) -> float | None:
        """Return how long until a turn counts by itself; None when none waits."""
        return None if self._due_s is None else max(0.0, self._due_s - self._clock())

    def enter_due(self) -> None:
        """In automatic mode, enter the turn that has lain there long enough."""
        if self._due_s is not None and self._clock() >= self._due_s:
            self._due_s = None
            if self._fresh and self._finding is not None:
                self._confirm(self._finding)

    def resume(self) -> None:
        """Go on with the match that was being played when the power went."""
        match_id = self._chronicle.running()
        if match_id is not None:
            self._take_up(match_id, say("The match goes on where it was."))

    def handle(self, request: Request) -> None:
        """Carry out one request; only the writer calls this."""
        match request:
            case Begin(table, draw_for_start):
                self._begin(table, draw_for_start and self._eye is not None)
            case Do(event, version):
                self._do(event, version)
            case Press():
                self._press(request)
            case Answer(number, face):
                self._take_answer(number, face)
            case Photo(data):
                self._take_photo(data)
            case Resume(match_id):
                self._take_up(match_id, None)
            case Automatic(on):
                self.window.show(automatic=on)
            case Disturbed():
                self._fresh, self._due_s = False, None
                if self._asked is None:
                    self.window.show(machine="hand", preview=None)
            case Settled():
                self._settle()
            case Told(machine, saying):
                self.window.show(machine=machine, notice=saying)

    def _press(self, press: Press) -> None:
        """Carry out a button's wish, unless it is only an impatient finger's."""
        if press.down_at_s is not None and press.down_at_s < self._answered_s + IMPATIENCE_S:
            return
        match = self.latest.match
        if match is not None and press.version not in (None, match.version):
            raise Stale(problem("stale", "The score has changed meanwhile; look at it again."))
        match press.button:
            case "next":
                self._next()
            case "undo":
                self._do(Undone(), self._match().version)
            case "yes" | "no":
                self._yes_or_no(press.button == "yes")

    # -- the match

    def _match(self) -> Match:
        """Return the running match, or refuse."""
        if self.latest.match is None:
            raise Refusal(problem("no-match", "No game is running; set one up first."))
        return self.latest.match

    def _begin(self, table: Table, draw_for_start: bool) -> None:
        """Start a new match, or first the draw for its start."""
        faults = game_named(table.game).setup_problems(table)
        if faults:
            raise Illegal(*faults)
        self._drawing = table if draw_for_start else None
        if draw_for_start:
            self._show_draw(nobody_yet(table.seats), table)
        else:
            self._sit_down(self._chronicle.begin(table), Match(table), None)

    def _show_draw(self, opening: Opening, table: Table) -> None:
        """Ask the next player for the drawn tile."""
        seat = to_draw(opening)
        template = "{player}, lay the tile you drew under the camera and press NEXT."
        if opening.tied:
            template = "The highest total is shared: everybody draws again. {player} first."
        notice = say(template, player=table.name(seat))
        self.window.show(
            match=None, match_id=None, opening=opening, preview=None, question=None, notice=notice
        )

    def _draw_tile(self, table: Table) -> None:
        """Read the next player's drawn tile; after the last one, the highest starts."""
        opening = self.latest.opening
        assert self._eye is not None and opening is not None
        try:
            reading = self._eye.read(self._eye.still(), table.game, None)
        except CameraError as error:
            self.window.show(machine="no camera", notice=say("{reason}", reason=str(error)))
            return
        reason = trouble(opening, reading)
        if reason is not None:
            self.window.show(machine="asks", notice=reason)
            return
        opening = with_tile(opening, reading.pieces[0].name)
        if opening.starter is None:
            self._show_draw(opening, table)
            return
        name = table.name(opening.starter)
        begun = replace(table, start={**table.start, STARTER: name})
        self._drawing = None
        notice = say("{player} has the highest total and lays the tile in the centre.", player=name)
        self._sit_down(self._chronicle.begin(begun), Match(begun), notice)
        self.window.show(machine="ready", opening=opening)

    def _take_up(self, match_id: str, notice: Saying | None) -> None:
        """Go on with a match from the history."""
        self._sit_down(match_id, self._chronicle.resume(match_id), notice)

    def _sit_down(self, match_id: str, match: Match, notice: Saying | None) -> None:
        """Take up a match, and drop what was seen for another one."""
        self._look, self._fresh, self._finding, self._asked = None, False, None, None
        self._seen_before = frozenset()
        shown: dict[str, Any] = {"preview": None, "question": None, "opening": None, "seen": ()}
        self.window.show(match_id=match_id, match=match, notice=notice, **shown)

    def _do(self, event: Event, version: int) -> None:
        """Let an event happen: on disk first, then for all to see."""
        match = self._match().act(event, version)
        assert self.latest.match_id is not None
        self._chronicle.append(self.latest.match_id, match)
        self._fresh, self._finding, self._due_s = False, None, None
        self._answered_s = self._clock()
        self.window.show(match=match, preview=None, notice=None)

    # -- the camera

    def _settle(self) -> None:
        """Read the table that lies still, and show what it would score."""
        if self.latest.match is None:
            self.window.show(machine="ready")
            return
        self.look()
        finding = self._finding
        if self.latest.automatic and finding and finding.kind == "turns" and len(finding.turns) == 1:
            self._due_s = self._clock() + self._automatic_after_s

    def _next(self) -> None:
        """Confirm what lies there."""
        if self._drawing is not None:
            self._draw_tile(self._drawing)
            return
        self._match()
        if self._asked is not None:
            raise Refusal(problem("question-open", "Answer the question first: a piece is in doubt."))
        if self._eye is None:
            raise Refusal(problem("no-camera", "There is no camera; enter the turn by hand."))
        if not self._fresh:
            self.look()
        if self._finding is not None:
            self._confirm(self._finding)

    def look(self) -> None:
        """Take a picture, read it, judge it, and show what it means."""
        if self._eye is None:
            return
        self.window.show(machine="reading")
        try:
            frame = self._eye.still()
        except CameraError as error:
            self._finding = None
            self.window.show(machine="no camera", notice=say("{reason}", reason=str(error)))
            return
        match = self._match()
        previous = self._look.reading if self._look else None
        self._weigh(Look(frame, self._eye.read(frame, match.table.game, previous)))

    def _weigh(self, look: Look) -> None:
        """Judge a reading and show it; a doubt becomes a question."""
        match = self._match()
        self._look, self._fresh, self._asked = look, True, None
        seen = seen_pieces(look.reading)
        if not look.reading.sure:
            self._finding = unsure(look.reading)
            self._remember(look.reading)
            piece = doubtful(look.reading)
            if piece is not None:
                self._put_question(question_about(look, piece, self._questions + 1), piece, {}, seen)
            else:
                self.window.show(
                    machine="asks", notice=self._finding.saying, preview=None, question=None, seen=seen
                )
            return
        finding = JUDGES[match.table.game](match, look.reading, self._seen_before)
        self._finding = finding
        if finding.ways:
            choices = tuple(Choice(way, 0.0) for way in finding.ways)
            question = Question(self._questions + 1, finding.saying, choices, self.picture() or b"")
            self._put_question(question, None, finding.ways, seen)
            return
        machine = "illegal" if finding.kind in ("illegal", "moved") else "ready"
        notice = None if finding.kind == "turns" else finding.saying
        self.window.show(
            machine=machine, notice=notice, preview=_preview(match, finding), question=None, seen=seen
        )

    def _remember(self, reading: Reading) -> None:
        """Note the pieces seen clearly in a picture that is refused: they were laid before later ones."""
        clear = {piece.name for piece in reading.pieces if piece.confidence > 0.99}
        self._seen_before |= clear

    def _put_question(
        self, question: Question, piece: Piece | None, ways: Mapping[str, tuple[Any, ...]], seen: Any
    ) -> None:
        """Ask the people."""
        self._questions = question.number
        self._asked = _Asked(question, piece, ways)
        self.window.show(machine="asks", notice=question.saying, preview=None, question=question, seen=seen)

    def _take_answer(self, number: int, face: str | None) -> None:
        """Go on with the turn after somebody has said what it is."""
        asked = self._asked
        if asked is None or asked.question.number != number or self._look is None:
            raise Refusal(problem("no-question", "This question is answered already."))
        self._asked = None
        if face is None:
            self.window.show(question=None)
            self.look()
        elif asked.piece is not None:
            name = asked.piece.name
            self._corrections += (Correction(name, name, face),) if face != name else ()
            self._weigh(replace(self._look, reading=settled(self._look.reading, asked.piece, face)))
        elif face in asked.ways:
            self.window.show(question=None)
            self._confirm(Finding("turns", asked.question.saying, asked.ways[face], opening=self._opening()))
        else:
            self._asked = asked
            raise Refusal(problem("no-such-answer", "Choose one of the answers."))

    def _opening(self) -> Mapping[str, Any] | None:
        """Return the opening that the last look found, if it did."""
        return self._finding.opening if self._finding else None

    def _yes_or_no(self, yes: bool) -> None:
        """Let the YES and NO buttons answer: the likeliest face, or look again."""
        if self._asked is None:
            raise Refusal(problem("no-question", "There is no question now."))
        question = self._asked.question
        self._take_answer(question.number, question.choices[0].face if yes else None)

    def _take_photo(self, data: bytes) -> None:
        """Read a photo from a phone."""
        self._match()
        if self._eye is None:
            raise Refusal(problem("no-camera", "This companion takes no photos."))
        try:
            self._eye.put(data)
        except CameraError as error:
            raise Refusal(problem("not-a-photo", "{reason}", reason=str(error))) from error
        self.look()

    def _confirm(self, finding: Finding) -> None:
        """Enter what was found, or say why not."""
        if finding.opening is not None:
            self._do(Opened(finding.opening), self._match().version)
        if finding.kind != "turns":
            self._finding = finding
            return
        for turn in finding.turns:
            self._do(Played(turn), self._match().version)
        self._keep_evidence()
        self._seen_before, self._corrections = frozenset(), ()
        self._finding = finding
        self.window.show(machine="ready", question=None)

    def _keep_evidence(self) -> None:
        """Keep the photo of the turn, what it was read as, and what people corrected."""
        look, match_id, match = self._look, self.latest.match_id, self.latest.match
        if look is None or match_id is None or match is None or not self._keep_pictures:
            return
        read = {"pieces": [piece.name for piece in look.reading.pieces], "tokens": list(look.reading.tokens)}
        exhibit = Exhibit(self.picture() or b"", read, self._corrections)
        self._chronicle.evidence.keep(match_id, match.version, exhibit)


def _preview(match: Match, finding: Finding) -> Preview | None:
    """Say what NEXT would do."""
    if finding.kind == "illegal":
        return Preview(finding.turns, 0, finding.saying, finding.problems)
    if finding.kind != "turns":
        return None
    then = match if finding.opening is None else match.with_event(Opened(finding.opening))
    for turn in finding.turns:
        then = then.with_event(Played(turn))
    last = then.results[-len(finding.turns) :]
    details = last[-1].outcome.details if last[-1].outcome else {}
    return Preview(finding.turns, sum(result.points for result in last), finding.saying, details=details)
