"""What the eye saw: the pieces on the table, how sure it is of each, and what it doubts."""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]
Homography = tuple[tuple[float, float, float], ...]


@dataclass(frozen=True)
class Candidate:
    """Another face that a piece might show."""

    name: str
    confidence: float


@dataclass(frozen=True)
class Piece:
    """One piece as read; col and row are set on a grid, order in a row of cards, row 0 or 1 of two rows.

    A tile or card is named by its face, a die “die 3”, a number open in the box “open 4”, a question card
    “question 16”.
    """

    name: str
    x: float
    y: float
    confidence: float
    runners_up: tuple[Candidate, ...] = ()
    box: Box = (0.0, 0.0, 0.0, 0.0)
    col: int | None = None
    row: int | None = None
    order: int | None = None


@dataclass(frozen=True)
class Doubt:
    """One reason to let a person look: a code for programs, a sentence for people, and where."""

    code: str
    sentence: str
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True)
class Reading:
    """Everything read from one picture; it is sure when nothing is doubted.

    `grid` takes (col, row, 1) to picture coordinates, for drawing over the picture.
    """

    game: str
    pieces: tuple[Piece, ...] = ()
    why: tuple[Doubt, ...] = ()
    tokens: tuple[str, ...] = ()
    grid: Homography | None = None
    size: tuple[int, int] = (0, 0)

    @property
    def sure(self) -> bool:
        """True when the reading may be used without a person looking at it."""
        return not self.why

    @property
    def reason(self) -> str:
        """All doubts in plain sentences, each said once."""
        return " ".join(dict.fromkeys(doubt.sentence for doubt in self.why))
