"""Tables drawn by lot with looks held out from training, kept on disk with their truth."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from vision import Reading
from vision.picture import Pixels
from vision.scene.lot import Lot
from vision.scene.scene import Frame
from vision.scene.seeing import contrast
from vision.training.fonts import find_faces, lot_of

Rng = np.random.Generator
Kind = Literal["ordinary", "hard"]
Lots = Mapping[Kind, Lot]
Laid = tuple[str, int, int, float, float]

SIZES = (*[(1280, 800), (1280, 960)] * 4, (1536, 864), (1640, 1232), (2304, 1296))
WHOLE, HIDDEN = 0.97, 0.75  # seen shares of a piece that can be read, and of one that cannot
LEAST_CONTRAST = 30.0  # grey steps between ink and face that an eye needs
LEAST_PX = 14.0
HARD_EVERY = 4
JPEG_QUALITY = 95


@dataclass(frozen=True)
class Truth:
    """What lies on a table; hidden pieces are covered or cut off; readable: by eye, as far as seen.

    A piece is its name, column, row and centre; the cards of a row count their columns from its left end.
    """

    pieces: tuple[Laid, ...] = ()
    tokens: tuple[str, ...] = ()
    hidden: tuple[Laid, ...] = ()
    size_px: float = 0.0
    readable: bool = True
    hand: bool = False

    @property
    def blocked(self) -> bool:
        """Whether not all can be seen: a reading may be sure only if it is whole all the same."""
        return bool(self.hidden)


@dataclass(frozen=True)
class Table:
    """A picture of a table and what lies there."""

    pixels: Pixels
    truth: Truth


@dataclass(frozen=True)
class Deck:
    """A game to be measured: how its tables are drawn, and when a reading is exact."""

    game: str
    draw: Callable[[Rng, Kind, Lot], Table]
    exact: Callable[[Reading, Truth], bool]


def held_out_lots(fonts: Path | None) -> Lots:
    """Typefaces, surfaces and hues that no network was trained on; odd lettering is for hard tables only."""
    faces = find_faces(fonts)
    return {"ordinary": lot_of(faces, held_out=True, everyday=True), "hard": lot_of(faces, held_out=True)}


def readable(frame: Frame, pieces: frozenset[int] | None = None) -> bool:
    """Whether an eye could tell ink from face on every mark seen whole, of these pieces or of all."""
    marks = [mark for mark in frame.marks if pieces is None or mark.piece in pieces]
    return all(
        mark.size_px >= LEAST_PX and contrast(frame.picture, mark) >= LEAST_CONTRAST
        for mark in marks
        if mark.seen >= WHOLE
    )


def kind_of(number: int) -> Kind:
    """Every fourth table is hard."""
    return "hard" if number % HARD_EVERY == HARD_EVERY - 1 else "ordinary"


def tables(deck: Deck, count: int, seed: int, lots: Lots, folder: Path) -> Iterator[Table]:
    """Tables of a game with their truth, made once and then taken from the folder."""
    place = folder / f"{deck.game}-{seed}"
    place.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        picture, truth = place / f"{number:05d}.jpg", place / f"{number:05d}.json"
        if not truth.exists():
            # The game has a part in the seed, or the same looks would come up in every game.
            rng = np.random.default_rng([seed, number, zlib.crc32(deck.game.encode())])
            kind = kind_of(number)
            table = deck.draw(rng, kind, lots[kind])
            cv2.imwrite(str(picture), table.pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            truth.write_text(json.dumps(asdict(table.truth)))
        pixels = np.asarray(cv2.imread(str(picture)), np.uint8)
        yield Table(pixels, _truth(json.loads(truth.read_text())))


def _truth(entry: dict[str, Any]) -> Truth:
    return Truth(
        _laid(entry["pieces"]),
        tuple(entry["tokens"]),
        _laid(entry["hidden"]),
        float(entry["size_px"]),
        bool(entry["readable"]),
        bool(entry.get("hand", False)),
    )


def _laid(pieces: list[list[Any]]) -> tuple[Laid, ...]:
    return tuple((str(name), int(col), int(row), float(x), float(y)) for name, col, row, x, y in pieces)
