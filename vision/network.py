"""The networks: one finds marks, pieces and directions, one reads glyphs, one whole cards, one sees words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

GLYPHS = ("none", *"0123456789", "+", "-", "×", "÷", "=", "J", "spot")
STRIDE = 4
MULTIPLE = 16
PATCH_SIDE_PX = 32
FINDER_CHANNELS = 9
WEIGHTS = Path(__file__).parent / "weights"

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Sheet:
    """How a card is laid upright for what is on all of it."""

    size: tuple[int, int]
    glyph_px: int
    lower: float
    """Glyph heights from the card's mark down to the sheet's middle: words stand beneath."""


SHEET = Sheet((64, 88), 34, 0.2)
NUMBER_SHEET = Sheet((64, 72), 26, 0.0)
ROOM_SHEET = Sheet((80, 72), 40, 0.0)
"""Of a room for one more card, as a card's height."""
ROW_SHEET = Sheet((320, 64), 22, 0.0)
"""A row is as long as it is; this long where rows are learnt."""
ROW_STRIDE = 4
"""Pixels of a row's sheet for every column of what is seen there."""
FREE, CARD, COVERED = 0, 1, 2
NO_CARD, NUMBER, JOKER = 0, 1, 2
SIGN_CARDS = tuple("+-×÷=")
NUMBER_PARTS = (3 + len(SIGN_CARDS), 10, 10)
"""What a sheet shows (signs come last), the tens, 0 for none, and the ones."""
HIDDEN_CARD = 3 + len(SIGN_CARDS)
ROW_PARTS = (HIDDEN_CARD + 1, 10, 10)
"""What a card shows whose middle is at a place of a row, the tens and the ones."""


@dataclass(frozen=True)
class Field:
    """What the finder sees, one column for every 4 x 4 pixels."""

    marks: Floats
    """Nothing, spot, glyph: shares that sum to 1, (3, rows, columns)."""
    surface: Floats
    """Table, piece, cover: shares that sum to 1."""
    frame: Floats
    """cos 4a, sin 4a and log2 of the size in px; a is the reading direction, known but for quarter turns."""
    stride: int = STRIDE


class Finder:
    """Finds spots, glyphs, pieces and covers, at any turn of the picture."""

    def __init__(self, weights: Path = WEIGHTS / "finder.onnx", threads: int = 1) -> None:
        self._session = open_network(weights, threads)

    def find(self, picture: NDArray[np.uint8]) -> Field:
        """The field of a BGR picture of any size; its edge is repeated up to a multiple of 16 px."""
        height, width = picture.shape[:2]
        below, right = -height % MULTIPLE, -width % MULTIPLE
        if below or right:
            picture = np.asarray(
                cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_REPLICATE), np.uint8
            )
        found = self._session.run(None, {"picture": picture[None]})[0][0]
        found = found[:, : -(-height // STRIDE), : -(-width // STRIDE)]
        return Field(shares(found[0:3]), shares(found[3:6]), found[6:9])


class Glyphs:
    """Reads upright patches."""

    def __init__(self, weights: Path = WEIGHTS / "glyphs.onnx", threads: int = 1) -> None:
        self._session = open_network(weights, threads)

    def read(self, patches: NDArray[np.uint8]) -> Floats:
        """Probabilities over GLYPHS for patches (N, 32, 32, 3), BGR."""
        if not len(patches):
            return np.zeros((0, len(GLYPHS)), np.float32)
        return np.asarray(self._session.run(None, {"picture": patches})[0], np.float32)


class Words:
    """Tells whether cards bear a word, as jokers do."""

    def __init__(self, weights: Path = WEIGHTS / "words.onnx", threads: int = 1) -> None:
        self._session = open_network(weights, threads)

    def read(self, sheets: NDArray[np.uint8]) -> Floats:
        """The chance of a word on each of some cards laid upright as SHEET says, BGR."""
        if not len(sheets):
            return np.zeros(0, np.float32)
        return np.asarray(self._session.run(None, {"picture": sheets})[0][:, 0], np.float32)


class Numbers:
    """Reads whole cards of one digit or two."""

    def __init__(self, weights: Path = WEIGHTS / "numbers.onnx", threads: int = 1) -> None:
        self._session = open_network(weights, threads)

    def read(self, sheets: NDArray[np.uint8]) -> Floats:
        """The chances of no card, each number to 99, a joker and each sign, on cards laid as NUMBER_SHEET."""
        if not len(sheets):
            return np.zeros((0, 99 + NUMBER_PARTS[0]), np.float32)
        found = self._session.run(None, {"picture": sheets})[0]
        kind, tens, ones = (shares(part.T).T for part in np.split(found, np.cumsum(NUMBER_PARTS)[:2], axis=1))
        numbers = (tens[:, :, None] * ones[:, None]).reshape(len(found), -1) * kind[:, NUMBER, None]
        return np.column_stack([kind[:, NO_CARD], numbers, kind[:, JOKER:]])


class Rooms:
    """Tells whether a room for one more card is free, has a card, or is covered so that it may hide one."""

    def __init__(self, weights: Path = WEIGHTS / "rooms.onnx", threads: int = 1) -> None:
        self._session = open_network(weights, threads)

    def read(self, sheets: NDArray[np.uint8]) -> Floats:
        """The chances of FREE, CARD and COVERED, of rooms laid as ROOM_SHEET, the cards to their left."""
        if not len(sheets):
            return np.zeros((0, 3), np.float32)
        return np.asarray(shares(self._session.run(None, {"picture": sheets})[0].T).T)


class Rows:
    """Reads whole rows of cards: what stands at every place along them."""

    def __init__(self, weights: Path = WEIGHTS / "rows.onnx", threads: int = 1) -> None:
        self._session = open_network(weights, threads)

    def read(self, sheet: NDArray[np.uint8]) -> Floats:
        """For each column of a row laid straight, the chances as Numbers has them, and of a hidden card."""
        found = self._session.run(None, {"picture": sheet[None]})[0][0, :, 0]
        kind, tens, ones = (shares(part).T for part in np.split(found, np.cumsum(ROW_PARTS)[:2]))
        numbers = (tens[:, :, None] * ones[:, None]).reshape(len(kind), -1) * kind[:, NUMBER, None]
        return np.column_stack([kind[:, NO_CARD], numbers, kind[:, JOKER:]])


def open_network(weights: Path, threads: int) -> onnxruntime.InferenceSession:
    """A network's file made ready to run."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])


def shares(scores: Floats) -> Floats:
    """Scores turned to shares that sum to 1."""
    raised = np.exp(scores - scores.max(axis=0))
    return np.asarray(raised / raised.sum(axis=0), np.float32)
