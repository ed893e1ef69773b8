"""Chooses the reader of a game and lends it the networks."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from vision.addup.addup import read_addup
from vision.box.trictrac import read_trictrac
from vision.calibration import calibrated
from vision.code777.code777 import read_code777
from vision.doubts import doubt
from vision.formula.formula import read_formula
from vision.layers import Layers
from vision.network import WEIGHTS, Finder, Glyphs, Numbers, Rooms, Rows, Words
from vision.picture import Picture, Pixels
from vision.reading import Doubt, Piece, Reading
from vision.tiles.addique import read_addique
from vision.view import Eyes

Reader = Callable[[Layers, Eyes, Reading | None], Reading]

READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "addique": read_addique,
        "formula": read_formula,
        "addup": read_addup,
        "trictrac": read_trictrac,
        "code777": read_code777,
    }
)


class UnknownGameError(ValueError):
    """A game that cannot be read from a picture."""


QUICKLY_FOUND = ("addique", "trictrac")
"""Tiles on a grid and numbers in a row vouch for each other: a narrow finder serves, cards lose by it."""


WIDELY_READ = ("trictrac",)
"""One faint number decides a turn: the wide glyph network tells some that the narrow one asks about."""


def eyes(game: str = "") -> Eyes:
    """The networks as a game needs them, each loaded once."""
    finder = "quick-finder" if game in QUICKLY_FOUND else "finder"
    glyphs = "wide-glyphs" if game in WIDELY_READ else "glyphs"
    return Eyes(_finder(finder), _glyphs(glyphs), _words(), _numbers(), _rooms(), _rows())


@functools.cache
def _finder(name: str) -> Finder:
    return Finder(WEIGHTS / f"{name}.onnx")


@functools.cache
def _glyphs(name: str) -> Glyphs:
    return Glyphs(WEIGHTS / f"{name}.onnx")


@functools.cache
def _words() -> Words:
    return Words()


@functools.cache
def _numbers() -> Numbers:
    return Numbers()


@functools.cache
def _rooms() -> Rooms:
    return Rooms()


@functools.cache
def _rows() -> Rows:
    return Rows()


def read_picture(picture: Picture | Pixels, game: str, previous: Reading | None = None) -> Reading:
    """Read a picture with the game's own reader; places are those of the picture's file."""
    if game not in READERS:
        known = ", ".join(READERS)
        raise UnknownGameError(f"The game “{game}” cannot be read from a picture; these can: {known}.")
    if not isinstance(picture, Picture):
        picture = Picture(picture)
    shrink = picture.shrink
    if previous is not None and shrink != 1:
        previous = _scaled(previous, 1 / shrink)
    reading = _read_or_doubt(picture.pixels, game, previous)
    return reading if shrink == 1 else _scaled(reading, shrink)


def _read_or_doubt(pixels: Pixels, game: str, previous: Reading | None) -> Reading:
    """Read a picture; one that a reader stumbles over is a doubt like any other, and the game goes on."""
    try:
        return calibrated(READERS[game](Layers(pixels), eyes(game), previous))
    except Exception:
        logging.getLogger(__name__).exception("A picture of %s could not be read.", game)
        return Reading(game, why=(doubt("stumbled"),), size=(pixels.shape[1], pixels.shape[0]))


def _scaled(reading: Reading, factor: float) -> Reading:
    """The same reading in a picture some times as large."""

    def piece(old: Piece) -> Piece:
        left, top, right, bottom = (side * factor for side in old.box)
        return replace(old, x=old.x * factor, y=old.y * factor, box=(left, top, right, bottom))

    def reason(old: Doubt) -> Doubt:
        return old if old.x is None or old.y is None else replace(old, x=old.x * factor, y=old.y * factor)

    grid = reading.grid
    if grid is not None:
        across, down, depth = grid
        grid = (
            (across[0] * factor, across[1] * factor, across[2] * factor),
            (down[0] * factor, down[1] * factor, down[2] * factor),
            depth,
        )
    width, height = reading.size
    return replace(
        reading,
        pieces=tuple(map(piece, reading.pieces)),
        why=tuple(map(reason, reading.why)),
        grid=grid,
        size=(round(width * factor), round(height * factor)),
    )
