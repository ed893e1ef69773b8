"""The simulated table: the printed artwork lying on wood under a lamp, seen by a camera."""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from zlib import crc32

from device.cameras.camera import Pixels
from device.dicebox import lay_box, roll_dice
from device.look import jpeg
from scoring.match import Refusal
from scoring.saying import problem
from scoring.snapshot import TablePiece
from vision.artwork import addique, addup, code777, formula
from vision.artwork.look import CLASSIC, Look
from vision.artwork.questions import question_card
from vision.artwork.shapes import Piece
from vision.scene.camera import Camera
from vision.scene.hand import Hand
from vision.scene.light import Light
from vision.scene.scene import Frame, Material, Placed, Scene
from vision.scene.sensor import Sensor
from vision.scene.stage import Stage
from vision.scene.table import Table

STILL = (2304, 1296)
GLANCE = (640, 360)
PX_PER_MM = 2.7
REACH_MM = 330.0
"""How far below the middle of the table the hands come from."""
PEEP_MM = 3.0
"""How much of a card peeps out at the top and the left of one that is laid over it."""
SIGNS = frozenset("+-×÷=")
MIDDLE = {"addup": 5.5, "code777": 1.0}
"""Which card of a row lies in the middle: Add Up's rows grow to twelve, a rack has three."""


def shown_card(name: str, look: Look) -> Piece:
    """Return a card shown in Code 777: a coloured number, or “question 16”."""
    kind, _, number = name.partition(" ")
    return question_card(int(number), "en", look) if kind == "question" else code777.card(name, look)


ARTWORK: dict[str, Callable[[str, Look], Piece]] = {
    "addique": addique.tile,
    "formula": formula.card,
    "addup": addup.card,
    "code777": shown_card,
}


@lru_cache(maxsize=128)
def drawn_piece(game: str, name: str, look: Look) -> Piece:
    """Return a piece's artwork, drawn once however often it is laid."""
    return ARTWORK[game](name, look)


class Tabletop:
    """Pieces, hands and the camera's view of them; any thread may call it."""

    def __init__(self, seed: int = 0, look: Look = CLASSIC, scene: Scene | None = None) -> None:
        self._look = look
        self._lock = threading.RLock()
        self._pieces: tuple[TablePiece, ...] = ()
        self._stage = Stage(scene or _scene(seed), seed, STILL[0])
        self.touched = 0
        """How often something was moved: while it stays the same, so does the picture, but for its noise."""

    def pieces(self) -> tuple[TablePiece, ...]:
        """Return what lies there."""
        return self._pieces

    def arrange(self, game: str, pieces: tuple[TablePiece, ...]) -> None:
        """Have exactly these pieces lie there."""
        placed = list(self._placed(game, pieces))
        with self._lock:
            self._stage.clear()
            self._stage.throw(roll_dice(pieces, self._look) if game == "trictrac" else ())
            for number, one in enumerate(placed):
                self._stage.lay(str(number), one)
            self._pieces = pieces
            self.touched += 1

    def place_mm(self, game: str, pieces: tuple[TablePiece, ...]) -> tuple[float, float]:
        """Return where the last of some pieces comes to lie, for a hand to go there."""
        placed = list(self._placed(game, pieces))
        return (placed[-1].x_mm, placed[-1].y_mm) if placed else (0.0, 0.0)

    def hold_hand(
        self, at_mm: tuple[float, float] | None, share: float = 1.0, from_deg: float = 80.0
    ) -> None:
        """Hold a hand on its way to a place: 1 is there, 0 just outside; None is away."""
        hand = None
        if at_mm is not None and share > 0:
            way_mm, angle = (1 - share) * REACH_MM, math.radians(from_deg)
            x, y = at_mm[0] + way_mm * math.cos(angle), at_mm[1] + way_mm * math.sin(angle)
            hand = Hand(x, y, from_deg, cuff_mm=170.0)
        with self._lock:
            self._stage.show_hand(hand)
            self.touched += 1

    def reach_in(self, on: bool) -> None:
        """Hold a hand over the middle of the table, or pull it back."""
        self.hold_hand((0.0, 0.0) if on else None)

    def nudge(self, number: int, right_mm: float, down_mm: float, turn_deg: float = 0.0) -> None:
        """Push one piece a little, counted in the order they were laid."""
        with self._lock:
            placed = self._stage.pieces[number]
            x, y, turn = placed.x_mm + right_mm, placed.y_mm + down_mm, placed.turn_deg + turn_deg
            self._stage.lay(str(number), replace(placed, x_mm=x, y_mm=y, turn_deg=turn))
            self.touched += 1

    def bump(self) -> None:
        """Knock the camera."""
        with self._lock:
            self._stage.bump()
            self.touched += 1

    def frame(self, size: tuple[int, int] = STILL) -> Frame:
        """Return what the camera sees now, with the truth."""
        with self._lock:
            return self._stage.frame(size)

    def picture(self) -> bytes:
        """Return what the camera sees now, as JPEG."""
        return jpeg(self.shot((1280, 720)))

    def glance(self) -> Pixels:
        """Return a small picture."""
        return self.shot(GLANCE)

    def shot(self, size: tuple[int, int] = STILL) -> Pixels:
        """Return what the camera sees now, without the truth."""
        with self._lock:
            return self._stage.picture(size)

    def _placed(self, game: str, pieces: Sequence[TablePiece]) -> Iterator[Placed]:
        """Give each piece its place on the table, a little careless as hands are."""
        look = self._look
        if game == "trictrac":
            yield from lay_box(pieces, look)
            return
        if game not in ARTWORK:
            raise Refusal(problem("no-artwork", "This game cannot be laid on the simulated table."))
        xs = _row_places(pieces, look) if game == "formula" else {}
        under = Counter[tuple[int, int]]()
        for piece in pieces:
            try:
                drawn = drawn_piece(game, piece.name, look)
            except (ValueError, LookupError):
                raise Refusal(
                    problem("no-such-piece", "There is no piece {name} in the set.", name=piece.name)
                ) from None
            if game == "addique":
                pitch, size = look.cell_mm * 1.03, look.cell_mm
                x, y = piece.col * pitch, piece.row * pitch
            else:
                size = look.card_height_mm * look.card_numeral_share
                across = look.card_width_mm * 1.06
                x = xs[piece.col] if game == "formula" else (piece.col - MIDDLE[game]) * across
                y = (piece.row - 0.5) * look.card_height_mm * 1.25 if game == "addup" else 0.0
            dx, dy, turn = _careless(piece)
            place = (piece.col, piece.row)
            peep_mm, lift_mm = under[place] * PEEP_MM, under[place] * look.card_thickness_mm
            under[place] += 1
            yield Placed(drawn, x + dx + peep_mm, y + dy + peep_mm, turn, lift_mm, size, place)


def _row_places(pieces: Sequence[TablePiece], look: Look) -> dict[int, float]:
    """Return each card's place in a formula: close within a number, with a gap beside a sign."""
    x, places, before = 0.0, {}, ""
    # Of cards that lie over one another the last one is seen.
    for col, name in sorted({piece.col: piece.name for piece in pieces}.items()):
        if before:
            apart = name in SIGNS or before in SIGNS
            x += look.card_width_mm * (1.3 if apart else 1.04)
        places[col], before = x, name
    return {col: at - x / 2 for col, at in places.items()}


def _careless(piece: TablePiece) -> tuple[float, float, float]:
    """Return how far a piece lies off its place, in mm and degrees: the same each time it is asked."""
    chance = crc32(f"{piece.name}@{piece.col},{piece.row}".encode())
    dx, dy, turn = ((chance >> shift & 0xFF) / 255 - 0.5 for shift in (0, 8, 16))
    return dx * 0.5, dy * 0.5, turn * 3


def _scene(seed: int) -> Scene:
    """Return an evening's table: oak under a warm lamp, the camera a little askew."""
    return Scene(
        (),
        Camera(px_per_mm=PX_PER_MM, pitch_deg=4.0, yaw_deg=2.0, roll_deg=1.5, bend=0.02),
        Table("wood", (0.16, 0.27, 0.42), (0.25, 0.4, 0.58), turn_deg=8.0, seed=seed),
        Light(
            colour=(0.86, 0.95, 1.0), pool_at=(0.4, 0.3), pool_depth=0.35, shadow_mm=(0.4, 0.6), gloss=0.05
        ),
        Sensor(defocus_px=0.4, noise=1.2, jpeg_quality=92),
        Material(bevel=0.3, seed=seed),
    )
