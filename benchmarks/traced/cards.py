"""Cards on the table: thin, slightly bent, never quite straight, one over the other's edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PIL import Image

from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import rgb
from benchmarks.traced.decks import Deck
from benchmarks.traced.layout import Piece, grid
from benchmarks.traced.shapes import rounded, sheet
from benchmarks.traced.stage import Finish, Stage

THICK_MM = 0.34


@dataclass
class Hand:
    """How carefully the cards of one table were laid, and how they take the light."""

    slip_mm: float
    turn_deg: float
    bend_mm: float
    finish: Finish
    corner_mm: float

    @classmethod
    def drawn(cls, chance: Chance) -> Hand:
        """A player's hand as chance has it."""
        glossy = chance.maybe(0.35)
        return cls(
            slip_mm=chance.choice((0.4, 1.0, 2.0)),
            turn_deg=chance.choice((0.6, 1.5, 3.0)),
            bend_mm=chance.choice((0.0, 0.4, 1.2)),
            finish=Finish(
                roughness=chance.uniform(0.22, 0.35) if glossy else chance.uniform(0.45, 0.75), specular=0.5
            ),
            corner_mm=chance.uniform(1.5, 5.0),
        )


class Dealer:
    """Puts a deck's cards on the stage, each above those laid before it where they overlap."""

    def __init__(self, stage: Stage, deck: Deck, chance: Chance) -> None:
        self.stage, self.deck, self.chance = stage, deck, chance
        self.hand = Hand.drawn(chance)
        self.edge = stage.colour_material(rgb("#e9e4d8"))
        self.back = deck.back(chance)
        self._laid: list[tuple[float, float, float]] = []

    def _rest_mm(self, x: float, y: float) -> float:
        """How high a card must lie here so as not to pass through those under it."""
        below = [
            z + THICK_MM + 0.05
            for a, b, z in self._laid
            if abs(a - x) < self.deck.width_mm * 1.02 and abs(b - y) < self.deck.height_mm * 1.02
        ]
        return max(below, default=0.05)

    def lay(
        self, face: Image.Image, x: float, y: float, turn_deg: float | None = None
    ) -> tuple[Any, float, float]:
        """Lay a card about here; the thing, the turn it got, and the height of its face."""
        hand, deck, chance = self.hand, self.deck, self.chance
        turn = chance.near(hand.turn_deg) if turn_deg is None else turn_deg
        bend = chance.uniform(-0.2, 1.0) * hand.bend_mm
        bend_down = max(0.0, -bend)
        slope = chance.uniform(-1, 1)
        z = self._rest_mm(x, y) + bend_down

        def height_at(u: float, v: float) -> float:
            return bend * ((2 * u / deck.width_mm + slope * 2 * v / deck.height_mm) / (1 + abs(slope))) ** 2

        shape = sheet(rounded(deck.width_mm, deck.height_mm, hand.corner_mm), THICK_MM, height_at)
        material = self.stage.picture_material(face, hand.finish)
        thing = self.stage.put(shape, [material, self.edge], (x, y, z), turn, smooth=False)
        self._laid.append((x, y, z))
        return thing, turn, z + THICK_MM

    def peep(self, face: Image.Image, x: float, y: float) -> None:
        """An older card under the one that comes next, of which a little peeps out."""
        c = self.chance
        self.lay(face, x + c.near(1.8), y + c.near(1.8), c.near(2.5))

    def read(
        self,
        says: Any,
        face: Image.Image,
        x: float,
        y: float,
        zone: tuple[float, float, float, float] | None = None,
    ) -> Piece:
        """Lay a card that is to be read; its zone (width, height, off the middle) is what must be seen."""
        x, y = x + self.chance.near(self.hand.slip_mm), y + self.chance.near(self.hand.slip_mm)
        thing, turn, z = self.lay(face, x, y)
        deck = self.deck
        wide, high, dx, dy = zone or (deck.width_mm * 0.7, deck.height_mm * deck.figure_share, 0.0, 0.0)
        points = grid(wide, high, (x, y), turn, z, 6, (dx, dy))
        return Piece(says, frozenset({thing.name}), (x, y, z), tuple(points))

    def outline(self, pieces: list[Piece]) -> list[tuple[float, float, float]]:
        """The corners of all these cards, with a little more for what peeps out."""
        wide, high = self.deck.width_mm + 4, self.deck.height_mm + 4
        return [point for piece in pieces for point in grid(wide, high, piece.middle[:2], 0.0, 0.0, 2)]

    def pile(self, x: float, y: float, turn_deg: float, count: int) -> list[Any]:
        """A pile of face-down cards, as clutter."""
        things = []
        material = self.stage.picture_material(self.back, self.hand.finish)
        for k in range(count):
            shape = sheet(
                rounded(self.deck.width_mm, self.deck.height_mm, self.hand.corner_mm), THICK_MM, _flat
            )
            at = (x + self.chance.near(0.5), y + self.chance.near(0.5), 0.05 + k * (THICK_MM + 0.04))
            things.append(self.stage.put(shape, [material, self.edge], at, turn_deg + self.chance.near(0.8)))
        return things


def _flat(_x: float, _y: float) -> float:
    return 0.0
