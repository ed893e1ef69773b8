"""What the companion shows at one moment, and what people may ask of it: the words device and web share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring.game import Table
from scoring.match import Event, Match
from scoring.saying import Problem, Saying

MACHINE_STATES = ("ready", "hand", "reading", "asks", "illegal", "no camera", "by hand")
"""What the machine does, in one word: “by hand” means that no camera is used."""
GOING_ON = frozenset({"can-still-cover"})
"""Rules that only a turn said to be over can break."""


@dataclass(frozen=True)
class Preview:
    """What the piece that lies there would do if NEXT were pressed."""

    turns: tuple[Any, ...]
    points: int
    saying: Saying
    problems: tuple[Problem, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        """Whether nothing is wrong yet: the turn only goes on, as when a throw is still to be covered."""
        return bool(self.problems) and all(found.rule in GOING_ON for found in self.problems)


@dataclass(frozen=True)
class Choice:
    """One possible answer to a question: its face and how likely the camera finds it."""

    face: str
    confidence: float


@dataclass(frozen=True)
class Question:
    """A doubt of the camera: the piece as seen, why it is in doubt, and its likeliest faces."""

    number: int
    saying: Saying
    choices: tuple[Choice, ...]
    crop_jpeg: bytes = b""
    owner: str = ""
    """In a game with secrets: whose rack the piece is for, so that all others at the table may be asked."""


@dataclass(frozen=True)
class SeenPiece:
    """A piece as it was read: its outline in the camera's picture, in shares of width and height."""

    name: str
    outline: tuple[tuple[float, float], ...]
    confidence: float


@dataclass(frozen=True)
class Opening:
    """Addique's draw for the start: who draws, each seat's tile or None, and what it decides so far."""

    players: tuple[str, ...]
    tiles: tuple[str | None, ...]
    totals: tuple[int | None, ...]
    starter: int | None = None
    tied: bool = False


@dataclass(frozen=True)
class Snapshot:
    """Everything there is to show, at one moment; a new one has a higher number."""

    number: int
    match_id: str | None = None
    match: Match | None = None
    machine: str = "by hand"
    notice: Saying | None = None
    preview: Preview | None = None
    question: Question | None = None
    opening: Opening | None = None
    seen: tuple[SeenPiece, ...] = ()
    asked: int | None = None
    """The number of Code 777's question card that lies under the camera."""
    camera: str = ""
    automatic: bool = False


@dataclass(frozen=True)
class Begin:
    """Start a new match at this table; Addique may first draw for the start by camera."""

    table: Table
    draw_for_start: bool = False


@dataclass(frozen=True)
class Do:
    """Let an event happen to the match, made against the version the person saw."""

    event: Event
    version: int


@dataclass(frozen=True)
class Press:
    """A button: “next” confirms what lies there, “undo” takes back, “yes” and “no” answer."""

    button: str
    version: int | None = None
    """The version of the match the person saw, where that is known."""
    down_at_s: float | None = None
    """When the finger came down, by the companion's own clock."""


@dataclass(frozen=True)
class Answer:
    """A person's answer to a question: the face it really shows, or None to look again."""

    question: int
    face: str | None


@dataclass(frozen=True)
class Point:
    """A person points at a piece that was read: it shall be asked what it really shows."""

    piece: int
    """Its place among the pieces that were read."""
    face: str
    """What it was read as, so that no other piece is meant when the table was read again meanwhile."""


@dataclass(frozen=True)
class Photo:
    """A picture taken with a phone, as its file's bytes."""

    data: bytes


@dataclass(frozen=True)
class Resume:
    """Go on with a match from the history."""

    match_id: str


@dataclass(frozen=True)
class Automatic:
    """Switch on or off that a settled, legal, sure change confirms itself."""

    on: bool


Action = Begin | Do | Press | Answer | Point | Photo | Resume | Automatic


class Companion(Protocol):
    """The running companion as the pages see it."""

    def snapshot(self) -> Snapshot:
        """Return what is to be shown now."""

    def wait(self, number: int, timeout_s: float) -> Snapshot:
        """Return a snapshot newer than a number, or the same one when the time is up."""

    def ask(self, action: Action) -> Snapshot:
        """Have the one writer carry out an action; a Refusal says why it did not."""

    def picture(self) -> bytes | None:
        """Return the camera's latest picture as JPEG."""


@dataclass(frozen=True)
class TablePiece:
    """A piece on the simulated table: a tile with its spot's place, or a card by its place in a row."""

    name: str
    col: int
    row: int


class VirtualTable(Protocol):
    """The simulated table as the pages see it: what lies there can be laid by tapping."""

    def pieces(self) -> tuple[TablePiece, ...]:
        """Return what lies there."""

    def arrange(self, game: str, pieces: tuple[TablePiece, ...]) -> None:
        """Have exactly these pieces lie there; one that cannot be drawn is refused."""

    def reach_in(self, on: bool) -> None:
        """Hold a hand over the table, or pull it back."""

    def bump(self) -> None:
        """Knock the camera."""

    def picture(self) -> bytes:
        """Return what the camera sees now, as JPEG."""

    def let_hands_play(self, game: str | None) -> None:
        """Have simulated players play a game by themselves, or stop them."""
