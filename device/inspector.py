"""The inspector: looks at the table for the referee, says what it means, and asks where it is in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from device.cameras.camera import CameraError, Frame
from device.eye import Eye
from device.finding import Finding, unsure
from device.judges import JUDGES
from device.judges.code777 import next_rack
from device.look import (
    CLEAR,
    Look,
    doubtful,
    jpeg,
    only_misplaced,
    only_taken_back,
    question_about,
    seen_pieces,
    settled,
)
from device.window import Window
from scoring.history.evidence import Correction, Exhibit
from scoring.match import Match, Opened, Played, Refusal
from scoring.saying import problem, say
from scoring.snapshot import Choice, Preview, Question
from vision.reading import Piece, Reading


@dataclass(frozen=True)
class _Asked:
    """A question that waits for its answer: about a piece, or about which turns were meant."""

    question: Question
    piece: Piece | None
    ways: Mapping[str, tuple[Any, ...]]


class Inspector:
    """Holds the last look at the table and its meaning; only the referee's thread calls it."""

    def __init__(self, eye: Eye, window: Window) -> None:
        self.eye = eye
        self.fresh = False
        """Whether the table still lies as in the last look."""
        self.finding: Finding | None = None
        self._window = window
        self._look: Look | None = None
        self._sure: Reading | None = None
        """The last reading without a doubt: it tells what lay there, and which way up the table is."""
        self._asked: _Asked | None = None
        self._questions = 0
        self._seen_before: frozenset[str] = frozenset()
        self._corrections: tuple[Correction, ...] = ()
        self._jpeg: tuple[Frame, bytes] | None = None

    @property
    def asks(self) -> bool:
        """Tell whether a question waits for its answer."""
        return self._asked is not None

    @property
    def doubted(self) -> Piece | None:
        """Return the piece that the open question is about; None when it is about which turns were meant."""
        return self._asked.piece if self._asked else None

    @property
    def worth_another_look(self) -> bool:
        """Tell whether the last look was in doubt and the next one may not be."""
        return self.finding is not None and self.finding.kind == "unsure" and self.eye.live

    def picture(self) -> bytes | None:
        """Return the latest picture as JPEG."""
        look = self._look
        if look is None:
            return None
        if self._jpeg is None or self._jpeg[0] is not look.frame:
            self._jpeg = look.frame, jpeg(look.frame.picture)
        return self._jpeg[1]

    def forget(self) -> None:
        """Drop what was seen for another match."""
        self._look = self._sure = self._asked = None
        self.entered()

    def entered(self) -> None:
        """Take note that the match has changed: what was found is old, and starts afresh."""
        self.fresh, self.finding = False, None
        self._seen_before, self._corrections = frozenset(), ()

    def exhibit(self) -> Exhibit | None:
        """Return the photo of the last look, what it was read as, and what people corrected."""
        if self._look is None:
            return None
        reading = self._look.reading
        read = {"pieces": [piece.name for piece in reading.pieces], "tokens": list(reading.tokens)}
        return Exhibit(self.picture() or b"", read, self._corrections)

    def look(self, match: Match) -> None:
        """Take a picture, read it, judge it, and show what it means."""
        self._window.show(machine="reading")
        try:
            frame = self.eye.still()
        except CameraError as error:
            self.finding = None
            self._window.show(machine="no camera", notice=error.sentence)
            return
        previous = self._sure or (self._look.reading if self._look else None)
        self._weigh(match, Look(frame, self.eye.read(frame, match.table.game, previous)))

    def answer(self, match: Match, number: int, face: str | None) -> Finding | None:
        """Take a person's answer; return the turns it means, where it was about turns."""
        asked = self._asked
        if asked is None or asked.question.number != number or self._look is None:
            raise Refusal(problem("no-question", "This question is answered already."))
        if face is not None and asked.piece is None and face not in asked.ways:
            raise Refusal(problem("no-such-answer", "Choose one of the answers."))
        self._asked = None
        self._window.show(question=None)
        if face is None:
            self.look(match)
        elif asked.piece is None:
            opening = self.finding.opening if self.finding else None
            return Finding("turns", asked.question.saying, asked.ways[face], opening=opening)
        else:
            name = asked.piece.name
            self._corrections += (Correction(name, name, face),) if face != name else ()
            self._weigh(match, replace(self._look, reading=settled(self._look.reading, asked.piece, face)))
        return None

    def point(self, match: Match, at: int, face: str) -> None:
        """Ask what a piece shows that somebody says is another one."""
        look = self._look
        pieces = look.reading.pieces if look else ()
        if look is None or not 0 <= at < len(pieces) or pieces[at].name != face:
            raise Refusal(problem("looked-again", "The table was read again meanwhile; look at it again."))
        saying = say("It was read as {face}. What does it really show?", face=face)
        owner = next_rack(match) if match.table.game == "code777" else None
        question = question_about(look, pieces[at], self._questions + 1, owner or "", saying)
        self._ask(question, pieces[at], {})

    def yes_or_no(self, match: Match, yes: bool) -> Finding | None:
        """Let the YES and NO buttons answer: the likeliest face, or look again."""
        if self._asked is None:
            raise Refusal(problem("no-question", "There is no question now."))
        question = self._asked.question
        return self.answer(match, question.number, question.choices[0].face if yes else None)

    def _weigh(self, match: Match, look: Look) -> None:
        """Judge a reading and show it; a doubt becomes a question."""
        self._look, self.fresh, self._asked = look, True, None
        if look.reading.sure:
            self._sure = look.reading
            self._show_meaning(match, look.reading)
            return
        if only_misplaced(look.reading):
            finding = JUDGES[match.table.game](match, look.reading, self._seen_before)
            if finding.kind == "moved":
                self.finding = finding
                self._show(look.reading, machine="illegal", notice=finding.saying)
                return
            if only_taken_back(look.reading):
                self._weigh(match, replace(look, reading=replace(look.reading, why=())))
                return
        self.finding = unsure(look.reading)
        self._seen_before |= {piece.name for piece in look.reading.pieces if piece.confidence >= CLEAR}
        piece = doubtful(look.reading)
        if piece is not None:
            owner = next_rack(match) if match.table.game == "code777" else None
            self._ask(question_about(look, piece, self._questions + 1, owner or ""), piece, {})
        else:
            self._show(look.reading, machine="asks", notice=self.finding.saying)

    def _show_meaning(self, match: Match, reading: Reading) -> None:
        """Show what a sure reading means."""
        finding = self.finding = JUDGES[match.table.game](match, reading, self._seen_before)
        if finding.ways:
            choices = tuple(Choice(way, 0.0) for way in finding.ways)
            question = Question(self._questions + 1, finding.saying, choices, self.picture() or b"")
            self._ask(question, None, finding.ways)
            return
        preview = _preview(match, finding)
        begun = preview is not None and preview.begun
        self._show(
            reading,
            machine="illegal" if finding.kind in ("illegal", "moved") and not begun else "ready",
            notice=None if finding.kind == "turns" or begun else finding.saying,
            preview=preview,
            asked=finding.asked,
        )

    def _ask(self, question: Question, piece: Piece | None, ways: Mapping[str, tuple[Any, ...]]) -> None:
        """Ask the people."""
        assert self._look is not None
        self._questions = question.number
        self._asked = _Asked(question, piece, ways)
        self._show(self._look.reading, machine="asks", notice=question.saying, question=question)

    def _show(self, reading: Reading, **changes: Any) -> None:
        """Show a reading and what there is to say of it, and nothing of an earlier one."""
        nothing = {"preview": None, "question": None, "asked": None}
        self._window.show(**nothing | {"seen": seen_pieces(reading)} | changes)


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
