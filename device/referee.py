"""The referee: alone changes the match, and says what is shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from device.cameras.camera import CameraError
from device.chronicle import Chronicle
from device.eye import Eye
from device.finding import Finding
from device.inspector import Inspector
from device.opening import nobody_yet, to_draw, trouble, with_tile
from device.requests import Cleared, Disturbed, Request, Settled, Told
from device.window import Window
from scoring.game import STARTER, Table
from scoring.games import game_named
from scoring.match import Event, Illegal, Match, Opened, Played, Refusal, Stale, Undone
from scoring.saying import Saying, problem, say
from scoring.snapshot import Answer, Automatic, Begin, Do, Opening, Photo, Point, Press, Resume, Snapshot

IMPATIENCE_S = 0.7
"""A finger that comes down before, or so soon after, the last press was answered asks for nothing new."""


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
        machine, camera = ("ready", eye.name) if eye else ("by hand", "")
        self.window = Window(Snapshot(0, machine=machine, camera=camera, automatic=automatic))
        self.inspector = Inspector(eye, self.window) if eye else None
        self._chronicle = chronicle
        self._automatic_after_s = automatic_after_s
        self._keep_pictures = keep_pictures
        self._clock = clock
        self._drawing: Table | None = None
        self._wanted = False
        """Whether NEXT was pressed while a hand was in the way."""
        self._due_s: float | None = None
        self._answered_s = float("-inf")

    @property
    def latest(self) -> Snapshot:
        """Return what is shown now."""
        return self.window.latest

    def due_in_s(self) -> float | None:
        """Return how long until a turn counts by itself; None when none waits."""
        return None if self._due_s is None else max(0.0, self._due_s - self._clock())

    def enter_due(self) -> None:
        """In automatic mode, enter the turn that has lain there long enough."""
        if self._due_s is not None and self._clock() >= self._due_s:
            self._due_s = None
            if self.inspector and self.inspector.fresh and self.inspector.finding:
                self._confirm(self.inspector.finding)

    def resume(self) -> None:
        """Go on with the match that was being played when the power went."""
        match_id = self._chronicle.running()
        if match_id is None:
            return
        try:
            self._take_up(match_id, say("The match goes on where it was."))
        except Refusal as refusal:
            # Whatever is wrong with that match, another one can be played.
            self.window.show(notice=refusal.problems[0].saying)

    def handle(self, request: Request) -> None:
        """Carry out one request; only the writer calls this."""
        match request:
            case Begin(table, draw_for_start):
                self._begin(table, draw_for_start and self.inspector is not None)
            case Do(event, version):
                self._do(event, version)
            case Press():
                self._press(request)
            case Answer(number, face):
                self._confirm(self._sight().answer(self._match(), number, face))
            case Point(piece, face):
                self._due_s = None
                self._sight().point(self._match(), piece, face)
            case Photo(data):
                self._take_photo(data)
            case Resume(match_id):
                self._take_up(match_id, None)
            case Automatic(on):
                self.window.show(automatic=on)
            case Disturbed():
                self._disturbed()
            case Cleared():
                self._cleared()
            case Settled(bumped):
                self._settled(bumped)
            case Told(machine, saying):
                asks = machine == "ready" and self.latest.question is not None
                self.window.show(machine="asks" if asks else machine, notice=saying)

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
            self._show_draw(nobody_yet(table.players), table)
        else:
            self._sit_down(self._chronicle.begin(table), Match(table), None)

    def _take_up(self, match_id: str, notice: Saying | None) -> None:
        """Go on with a match from the history."""
        self._sit_down(match_id, self._chronicle.resume(match_id), notice)

    def _sit_down(self, match_id: str, match: Match, notice: Saying | None) -> None:
        """Take up a match, and drop what was seen for another one."""
        if self.inspector:
            self.inspector.forget()
        self._drawing, self._wanted, self._due_s = None, False, None
        shown: dict[str, Any] = dict.fromkeys(("preview", "question", "opening", "asked")) | {"seen": ()}
        self.window.show(match_id=match_id, match=match, notice=notice, **shown)

    def _do(self, event: Event, version: int) -> None:
        """Let an event happen: on disk first, then for all to see."""
        match = self._match().act(event, version)
        assert self.latest.match_id is not None
        self._chronicle.append(self.latest.match_id, match)
        if self.inspector:
            self.inspector.entered()
        self._wanted, self._due_s, self._answered_s = False, None, self._clock()
        self.window.show(match=match, preview=None, notice=None, asked=None)

    def _confirm(self, finding: Finding | None) -> None:
        """Enter what was found; where that is no turn, it has been said why."""
        if finding is None:
            return
        exhibit = self.inspector.exhibit() if self.inspector else None
        if finding.opening is not None:
            self._do(Opened(finding.opening), self._match().version)
        if finding.change is not None:
            self._do(finding.change, self._match().version)
        if finding.kind != "turns":
            self.window.show(notice=finding.saying)
            return
        for turn in finding.turns:
            self._do(Played(turn), self._match().version)
        if exhibit and self._keep_pictures and self.latest.match_id:
            self._chronicle.evidence.keep(self.latest.match_id, self._match().version, exhibit)
        self.window.show(machine="ready", question=None)

    # -- buttons

    def _press(self, press: Press) -> None:
        """Carry out a button's wish, unless it is only an impatient finger's."""
        if press.down_at_s is not None and self._impatient(press.down_at_s):
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
                self._confirm(self._sight().yes_or_no(self._match(), press.button == "yes"))

    def _impatient(self, down_at_s: float) -> bool:
        """Tell whether a finger goes on hammering: that is all one press."""
        waited_s = down_at_s - self._answered_s
        if waited_s < IMPATIENCE_S:
            self._answered_s = max(self._answered_s, down_at_s)
        return waited_s < IMPATIENCE_S

    def _next(self) -> None:
        """Confirm what lies there, as soon as no hand is in the way."""
        if self._drawing is not None:
            self._draw_tile(self._drawing)
            return
        match, sight = self._match(), self._sight()
        if sight.asks:
            raise Refusal(problem("question-open", "Answer the question first: a piece is in doubt."))
        if self.latest.machine == "hand":
            self._wanted = True
            self.window.show(notice=say("It is read as soon as the hands are away."))
            return
        if not sight.fresh or sight.worth_another_look:
            sight.look(match)
        self._confirm(sight.finding)

    # -- the camera

    def _sight(self) -> Inspector:
        """Return the inspector, or refuse where there is no camera."""
        if self.inspector is None:
            raise Refusal(problem("no-camera", "There is no camera; enter the turn by hand."))
        return self.inspector

    def _disturbed(self) -> None:
        """Something moves above the table: what was seen is old."""
        self._due_s = None
        if self.inspector:
            self.inspector.fresh = False
            if not self.inspector.asks:
                self.window.show(machine="hand", preview=None)

    def _cleared(self) -> None:
        """Hands are away and left all as it was: what was shown before they came holds again."""
        finding = self.inspector.finding if self.inspector and not self.inspector.asks else None
        if self._wanted or (finding and finding.kind != "nothing"):
            self._settled(bumped=False)
        elif self.latest.machine == "hand":
            self.window.show(machine="ready")

    def _settled(self, bumped: bool) -> None:
        """Read the table that lies still, and show what it would score."""
        if self.latest.match is None or self.inspector is None:
            self.window.show(machine="ready")
            return
        self.inspector.look(self.latest.match)
        finding = self.inspector.finding
        if bumped and finding and finding.kind in ("nothing", "turns"):
            self.window.show(notice=say("The camera was bumped; the table is found again."))
        if self._wanted:
            self._wanted = False
            self._confirm(finding)
        elif self.latest.automatic and finding and finding.goes_by_itself:
            self._due_s = self._clock() + self._automatic_after_s

    def _take_photo(self, data: bytes) -> None:
        """Read a photo from a phone."""
        match, sight = self._match(), self._sight()
        try:
            sight.eye.put(data)
        except CameraError as error:
            raise Refusal(problem("not-a-photo", "{reason}", reason=str(error))) from error
        sight.look(match)

    # -- Addique's draw for the start

    def _show_draw(self, opening: Opening, table: Table) -> None:
        """Ask the next player for the drawn tile."""
        template = "{player}, lay the tile you drew under the camera and press NEXT."
        if opening.tied:
            template = "The highest total is shared: everybody draws again. {player} first."
        notice = say(template, player=table.name(to_draw(opening)))
        shown: dict[str, Any] = {"match": None, "match_id": None, "preview": None, "question": None}
        self.window.show(opening=opening, notice=notice, **shown)

    def _draw_tile(self, table: Table) -> None:
        """Read the next player's drawn tile; after the last one, the highest starts."""
        opening, eye = self.latest.opening, self._sight().eye
        assert opening is not None
        try:
            reading = eye.read(eye.still(), table.game, None)
        except CameraError as error:
            self.window.show(machine="no camera", notice=error.sentence)
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
        notice = say("{player} has the highest total and lays the tile in the centre.", player=name)
        self._sit_down(self._chronicle.begin(begun), Match(begun), notice)
        self.window.show(machine="ready", opening=opening)
