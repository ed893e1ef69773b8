"""One look at the table: a picture, what was read from it, and the doubts people can settle."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from device.cameras.camera import Frame, Pixels
from device.finding import doubts_of
from scoring.saying import Saying
from scoring.snapshot import Choice, Question, SeenPiece
from vision.reading import Piece, Reading

PAGE_WIDTH_PX = 1280
CROP_PX = 320
CLEAR = 0.99
"""A piece read with at least this confidence was there, even where the whole picture is refused."""
JPEG_QUALITY = 82
MISPLACED = frozenset({"apart", "vanished"})
"""The doubts of a picture that shows all there is, and still cannot be a turn."""
CROSS = (
    (-0.5, -1.5), (0.5, -1.5), (0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (0.5, 0.5),
    (0.5, 1.5), (-0.5, 1.5), (-0.5, 0.5), (-1.5, 0.5), (-1.5, -0.5), (-0.5, -0.5),
)  # fmt: skip
"""A tile's outline round its spot, in cells."""


@dataclass(frozen=True, eq=False)
class Look:
    """A picture and its reading."""

    frame: Frame
    reading: Reading


def jpeg(picture: Pixels, width_px: int = PAGE_WIDTH_PX) -> bytes:
    """Return a picture as JPEG, not wider than asked for."""
    height, width = picture.shape[:2]
    if width > width_px:
        size = (width_px, round(height * width_px / width))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def seen_pieces(reading: Reading) -> tuple[SeenPiece, ...]:
    """Return the pieces' outlines in shares of the picture, for drawing over it."""
    width, height = reading.size
    if not width or not height:
        return ()
    return tuple(
        SeenPiece(
            piece.name,
            tuple((x / width, y / height) for x, y in _outline(reading, piece)),
            round(piece.confidence, 4),
        )
        for piece in reading.pieces
    )


def doubtful(reading: Reading) -> Piece | None:
    """Return the piece a person can settle: the one a doubt points at, if it has another likely face."""
    unclear = [piece for piece in reading.pieces if piece.confidence < CLEAR and piece.runners_up]
    for doubt in reading.why:
        if doubt.x is None or doubt.y is None:
            continue
        near = [piece for piece in unclear if _covers(piece, doubt.x, doubt.y)]
        if near:
            return min(near, key=lambda piece: piece.confidence)
    return None


def only_misplaced(reading: Reading) -> bool:
    """Tell whether every piece is clear and the doubt is only that pieces do not lie where they should."""
    return all(piece.confidence >= CLEAR for piece in reading.pieces) and MISPLACED.issuperset(
        doubt.code for doubt in reading.why
    )


def only_taken_back(reading: Reading) -> bool:
    """Tell whether the doubt is only that pieces seen before are gone: a player may change his mind."""
    return all(doubt.code == "vanished" for doubt in reading.why)


def question_about(
    look: Look, piece: Piece, number: int, owner: str = "", saying: Saying | None = None
) -> Question:
    """Ask people which face a piece shows; one for somebody's rack everybody else."""
    choices = (
        Choice(piece.name, round(piece.confidence, 3)),
        *(Choice(other.name, round(other.confidence, 3)) for other in piece.runners_up[:3]),
    )
    saying = saying or doubts_of(look.reading)
    return Question(number, saying, choices, _crop(look.frame.picture, piece), owner)


def settled(reading: Reading, piece: Piece, face: str) -> Reading:
    """Return the reading after a person has said what a piece shows."""
    sure = replace(piece, name=face, confidence=1.0, runners_up=())
    pieces = tuple(sure if other is piece else other for other in reading.pieces)
    why = tuple(
        doubt
        for doubt in reading.why
        if doubt.x is None or doubt.y is None or not _covers(piece, doubt.x, doubt.y)
    )
    return replace(reading, pieces=pieces, why=why, tokens=_tokens(reading, piece, face))


def _tokens(reading: Reading, piece: Piece, face: str) -> tuple[str, ...]:
    """Return a row's tokens with one card's face put right; where a sign changes, the row is split anew."""
    if not reading.tokens:
        return ()
    faces = [face if other is piece else other.name for other in reading.pieces]
    tokens: list[str] = []
    for shown in faces:
        if tokens and shown.isalnum() and tokens[-1].isalnum():
            tokens[-1] += shown
        else:
            tokens.append(shown)
    return tuple(tokens)


def _outline(reading: Reading, piece: Piece) -> tuple[tuple[float, float], ...]:
    """Return a tile's outline on the grid that was found, or the corners of another piece's box."""
    if reading.grid is None or piece.col is None or piece.row is None:
        x0, y0, x1, y1 = piece.box
        return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    cross = np.array([(piece.col + dc, piece.row + dr, 1.0) for dc, dr in CROSS])
    points = cross @ np.array(reading.grid).T
    return tuple((float(x / z), float(y / z)) for x, y, z in points)


def _covers(piece: Piece, x: float, y: float) -> bool:
    """Tell whether a point lies on a piece."""
    x0, y0, x1, y1 = piece.box
    return x0 <= x <= x1 and y0 <= y <= y1


def _crop(picture: Pixels, piece: Piece) -> bytes:
    """Return a piece and a little round it as JPEG."""
    x0, y0, x1, y1 = piece.box
    margin = 0.3 * max(x1 - x0, y1 - y0)
    height, width = picture.shape[:2]
    left, right = (int(min(max(value, 0), width)) for value in (x0 - margin, x1 + margin))
    top, bottom = (int(min(max(value, 0), height)) for value in (y0 - margin, y1 + margin))
    cut = picture[top:bottom, left:right]
    return jpeg(cut, CROP_PX) if cut.size else b""
