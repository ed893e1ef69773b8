"""Plus-shaped tiles: the set of 48, what they are made of, and a board laid by the rule."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import RGB, mix, rgb, vary
from benchmarks.traced.grain import finished, wood
from benchmarks.traced.paint import Sheet
from benchmarks.traced.typefaces import numerals

Tile = tuple[int, int, int, int]  # top, right, bottom, left
Cell = tuple[int, int]  # col, row; rows count downwards
TILES: tuple[Tile, ...] = tuple(
    (top, right, 9 - top, 9 - right)
    for top in range(1, 9)
    for right in range(1, 9)
    if right not in (top, 9 - top)
)
MAKES = {
    "ivory": (("#f1e8d2",), "#2a2622"),
    "bone white": (("#f4f4f0",), "#9c1f26"),
    "black": (("#26262a",), "#f2ede0"),
    "bakelite": (("#6b2418",), "#f3dfae"),
    "forest": (("#22503a",), "#f0ead8"),
    "sky": (("#9cc4dd",), "#173a5c"),
    "mustard": (("#d9a63a",), "#2b2118"),
    "grey": (("#9a9c9c",), "#161616"),
    "sweets": (("#f3b7b7", "#b9dcb4", "#b3cdea", "#f3e2a2", "#d6c1e6"), "#2e2a35"),
    "toys": (("#d8453a", "#2f77b8", "#e9b52d", "#3c9a57"), "#fbfaf4"),
    "beech": (("#c99d6d", "#e0be92"), "#33200f"),
    "walnut": (("#4e3220", "#7a5437"), "#f0dfc0"),
    "cork": (("#a8794a", "#cda274"), "#24170c"),
}
WOODEN = ("beech", "walnut", "cork")


@dataclass(frozen=True)
class Make:
    """How all tiles of one set look."""

    name: str
    font: Path
    cell_mm: float
    grounds: tuple[RGB, ...]
    ink: RGB
    figure_share: float
    spot_share: float
    lines: bool
    roughness: float
    engraved: bool
    thick_mm: float

    @classmethod
    def drawn(cls, chance: Chance) -> Make:
        """A set as chance has it."""
        name = chance.choice(sorted(MAKES))
        grounds, ink = MAKES[name]
        return cls(
            name=name,
            font=chance.choice(numerals()),
            cell_mm=chance.uniform(15, 24),
            grounds=tuple(vary(rgb(word), chance) for word in grounds),
            ink=vary(rgb(ink), chance),
            figure_share=chance.uniform(0.5, 0.72),
            spot_share=chance.uniform(0.1, 0.2),
            lines=chance.maybe(0.4),
            roughness=chance.uniform(0.18, 0.4) if chance.maybe(0.35) else chance.uniform(0.45, 0.8),
            engraved=chance.maybe(0.35),
            thick_mm=chance.uniform(2.0, 6.0),
        )

    def face(self, tile: Tile, chance: Chance) -> Image.Image:
        """The tile from above; its alpha is what a cutter would take away."""
        side, cell = 3 * self.cell_mm, self.cell_mm
        sheet = Sheet(side, side, 330 / side, self.grounds[0])
        if self.name in WOODEN:
            high, wide = sheet.picture.height, sheet.picture.width
            dark, light = self.grounds
            grain = wood(chance.grain, high, wide, sheet.scale, dark, light, chance.uniform(0.5, 1.2))
            sheet.picture.paste(finished(grain))
        else:
            sheet.picture.paste(chance.choice(self.grounds), (0, 0, *sheet.picture.size))
        before = np.asarray(sheet.picture, np.int16)
        if self.lines:
            faint = mix(self.grounds[0], (0, 0, 0), 0.35)
            for a in (cell, 2 * cell):
                sheet.line([(a, cell), (a, 2 * cell)], faint, 0.4)
                sheet.line([(cell, a), (2 * cell, a)], faint, 0.4)
        sheet.disc(side / 2, side / 2, cell * self.spot_share, self.ink)
        for number, (x, y) in zip(tile, ((1.5, 0.5), (2.5, 1.5), (1.5, 2.5), (0.5, 1.5)), strict=True):
            sheet.word(
                str(number), self.font, x * cell, y * cell, cell * self.figure_share, self.ink, cell * 0.8
            )
        cut = np.abs(np.asarray(sheet.picture, np.int16) - before).sum(axis=2) > 60
        face = sheet.wear(chance, 0.7)
        face.putalpha(Image.fromarray(np.where(cut, 0, 255).astype(np.uint8)))
        return face


def cells(col: int, row: int) -> set[Cell]:
    """The five cells that a tile with its spot here covers."""
    return {(col, row), (col + 1, row), (col - 1, row), (col, row + 1), (col, row - 1)}


def board(count: int, chance: Chance) -> list[Cell]:
    """Places for so many tiles, each by the rule: nothing overlaps, three edges or more are shared."""
    places: list[Cell] = [(0, 0)]
    taken = cells(0, 0)
    loose = chance.choice((0.3, 1.0, 3.0))  # how far the board may straggle
    while len(places) < count:
        open_places = []
        for col in range(min(c for c, _ in places) - 3, max(c for c, _ in places) + 4):
            for row in range(min(r for _, r in places) - 3, max(r for _, r in places) + 4):
                mine = cells(col, row)
                if mine & taken:
                    continue
                edges = sum(
                    (c + dc, r + dr) in taken
                    for c, r in mine
                    for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1))
                )
                if edges >= 3:
                    open_places.append((col, row))
        far = [(c * c + 1.6 * r * r) ** 0.5 for c, r in open_places]
        place = chance.choices(open_places, [2.718 ** (-f / (2 * loose)) + 1e-9 for f in far])[0]
        places.append(place)
        taken |= cells(*place)
    return places
