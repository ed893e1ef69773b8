"""What goes on at a table besides turns: hands, sleeves, a cat, a drink, lamps, knocks, second thoughts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from random import Random

from device.dicebox import DICE
from scoring.snapshot import TablePiece
from tests.device.loop import FRAME_S, Loop
from tests.device.room import Blob, cat, drink

SIDES_DEG = (80.0, 100.0, 0.0, 180.0, 260.0)
GLANCE_S = 2.0
"""Quiet stretches are glanced at this rarely, so that hours go by in minutes."""
SUN_S = 3600.0
Pieces = tuple[TablePiece, ...]
Kind = Callable[[str, Pieces, Pieces], None]
"""Something that happens in a game over the pieces that lie there, with those that are laid next at hand."""


class Happenings:
    """A room in which much goes on that is no turn; all of it leaves the pieces as they were."""

    def __init__(self, loop: Loop, rng: Random) -> None:
        self._loop, self._rng = loop, rng
        self._standing: tuple[Blob, ...] = ()
        self.counted: Counter[str] = Counter()
        self._kinds: tuple[Kind, ...] = (
            self._hand_passes, self._reach_across, self._sleeve_rests, self._cat_walks,
            self._drink_at_the_edge, self._lamp_switched, self._camera_bumped, self._tile_nudged,
            self._piece_passed_under_the_camera, self._change_of_mind, self._button_mashed,
        )  # fmt: skip

    def kinds(self, game: str) -> tuple[Kind, ...]:
        """Return all that may happen in a game."""
        # Who ends a turn of Formula without laying has drawn a card.
        return tuple(kind for kind in self._kinds if game != "formula" or kind != self._button_mashed)

    def happen(self, kind: Kind, game: str, coming: Pieces) -> None:
        """Let one thing happen over what lies there; what is laid next may be in somebody's hand already."""
        self.counted[kind.__name__.strip("_").replace("_", " ")] += 1
        kind(game, self._loop.tabletop.pieces(), coming)
        self._loop.wait(1.5)

    def be_quiet(self, seconds: float) -> None:
        """Think, while the sun goes its way."""
        for _ in range(round(seconds / GLANCE_S)):
            self._loop.room.sun = 0.6 + 0.4 * math.cos(2 * math.pi * self._loop.now_s / SUN_S)
            self._loop.wait(GLANCE_S, GLANCE_S)

    def _somewhere(self) -> tuple[float, float]:
        return self._rng.uniform(-150, 150), self._rng.uniform(-90, 90)

    def _hand_passes(self, game: str, lying: Pieces, coming: Pieces) -> None:
        at_mm, side = self._somewhere(), self._rng.choice(SIDES_DEG)
        self._loop.reach(at_mm, side)
        self._loop.wait(self._rng.uniform(0.1, 1.5))
        self._loop.leave(at_mm, side)

    def _reach_across(self, game: str, lying: Pieces, coming: Pieces) -> None:
        side = self._rng.choice((0.0, 180.0))
        for step in range(8):
            x = (1 if side == 0 else -1) * (300 - 80 * step)
            self._loop.tabletop.hold_hand((x, self._rng.uniform(-20, 20)), 1.0, side)
            self._loop.wait(FRAME_S)
        self._loop.leave((-260.0 if side == 0 else 260.0, 0.0), side)

    def _sleeve_rests(self, game: str, lying: Pieces, coming: Pieces) -> None:
        at_mm = (self._rng.uniform(-200, 200), self._rng.uniform(60, 200))
        self._loop.reach(at_mm)
        self._loop.wait(self._rng.uniform(5, 20))
        self._loop.leave(at_mm)

    def _cat_walks(self, game: str, lying: Pieces, coming: Pieces) -> None:
        y = self._rng.uniform(0.0, 0.5)
        for step in range(14):
            self._loop.room.things = self._standing + cat(-0.3 + step * 0.125, y)
            self._loop.wait(8.0 if step == 6 and self._rng.random() < 0.3 else 2 * FRAME_S)
        self._loop.room.things = self._standing

    def _drink_at_the_edge(self, game: str, lying: Pieces, coming: Pieces) -> None:
        """Set a drink down, where it stays for some turns, or take it up again."""
        self._loop.reach((-330.0, 150.0))
        self._standing = () if self._standing else drink(0.06, 0.5)
        self._loop.room.things = self._standing
        self._loop.leave((-330.0, 150.0))

    def _lamp_switched(self, game: str, lying: Pieces, coming: Pieces) -> None:
        """Switch the lamp off, for a moment or for some turns, or on again."""
        room = self._loop.room
        room.lamp = self._rng.uniform(0.2, 0.7) if room.lamp == 1.0 else 1.0
        self._loop.wait(self._rng.uniform(2, 10))
        if self._rng.random() < 0.5:
            room.lamp = 1.0
            self._loop.wait(2.0)

    def _camera_bumped(self, game: str, lying: Pieces, coming: Pieces) -> None:
        self._loop.tabletop.bump()
        self._loop.wait(1.0)

    def _tile_nudged(self, game: str, lying: Pieces, coming: Pieces) -> None:
        # Dice are thrown, not laid, and in their box the board lies below all covers.
        laid = [at for at, piece in enumerate(lying) if piece.name not in DICE]
        if laid:
            number = self._rng.choice(laid) + (game == "trictrac")
            push = [self._rng.uniform(-3, 3) for _ in range(3)]
            self._with_hand(lambda: self._loop.tabletop.nudge(number, *push))
            self._loop.wait(2.0)
            self._with_hand(lambda: self._loop.tabletop.arrange(game, lying))

    def _piece_passed_under_the_camera(self, game: str, lying: Pieces, coming: Pieces) -> None:
        at_mm = (0.0, 40.0)
        self._loop.reach(at_mm)
        self._loop.tabletop.arrange(game, coming)
        self._loop.wait(self._rng.uniform(0.2, 1.0))
        self._loop.tabletop.arrange(game, lying)
        self._loop.leave(at_mm)

    def _change_of_mind(self, game: str, lying: Pieces, coming: Pieces) -> None:
        self._with_hand(lambda: self._loop.tabletop.arrange(game, coming))
        self._loop.wait(self._rng.uniform(0.2, 2.0))
        self._with_hand(lambda: self._loop.tabletop.arrange(game, lying))

    def _button_mashed(self, game: str, lying: Pieces, coming: Pieces) -> None:
        for _ in range(6):
            self._loop.press()
            self._loop.wait(0.2)

    def _with_hand(self, deed: Callable[[], None]) -> None:
        at_mm = self._somewhere()
        self._loop.reach(at_mm)
        deed()
        self._loop.leave(at_mm)
