"""Decks of cards as a printer makes them: one typeface, ground, ink, frame and joker for all of a deck."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from benchmarks.traced import jokers
from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import RGB, luminance, rgb, vary
from benchmarks.traced.paint import SIGNS, Sheet
from benchmarks.traced.typefaces import numerals

GROUNDS = tuple(
    rgb(word)
    for word in ("#fbfaf6", "#f6f1e2", "#f2f5f8", "#f7ead0", "#e3eef5", "#e6f0df", "#f8e3e2", "#efe9f6")
)
DEEP = tuple(rgb(word) for word in ("#1f4f7d", "#7c1f2b", "#23603f", "#3b3b44"))
DARK_INKS = tuple(
    rgb(word)
    for word in ("#1a1a1c", "#b01e28", "#16397a", "#14613a", "#5b2a14", "#333a41", "#8b1a5c", "#c2410c")
)
YELLOWS = tuple(rgb(word) for word in ("#f6d02f", "#f9c80e", "#ffe14d", "#eebf2d", "#f2d65c", "#fbd73a"))
SIZES_MM = ((56.0, 87.0), (63.0, 88.0), (59.0, 91.0), (44.0, 68.0), (60.0, 60.0), (50.0, 78.0), (70.0, 110.0))


@dataclass(frozen=True)
class Deck:
    """What all cards of one deck share."""

    font: Path
    width_mm: float
    height_mm: float
    ground: RGB
    ink: RGB
    yellow: RGB
    sign_ink: RGB
    figure_share: float  # how much of the card's height the numeral takes
    frame: str
    index: bool
    underline: bool
    sign_thick: float
    sign_soft: bool
    joker: int
    joker_inks: jokers.Inks
    joker_word: str
    px_per_mm: float = 9.0

    @classmethod
    def drawn(cls, chance: Chance) -> Deck:
        """A deck as chance has it."""
        width, height = chance.choice(SIZES_MM)
        deep = chance.maybe(0.08)
        ground = vary(
            chance.choice(DEEP if deep else GROUNDS[: 4 if chance.maybe(0.7) else None]), chance, 0.01, 0.03
        )
        return cls(
            font=chance.choice(numerals()),
            width_mm=width,
            height_mm=height,
            ground=ground,
            ink=rgb("#fdfaf2") if deep else vary(chance.choice(DARK_INKS), chance),
            yellow=vary(chance.choice(YELLOWS), chance, 0.01),
            sign_ink=chance.choice((rgb("#1b1b1b"), rgb("#1b1b1b"), rgb("#7a1420"), rgb("#1d3a6e"))),
            figure_share=chance.uniform(0.36, 0.56),
            frame=chance.choice(("none", "none", "line", "double", "band")),
            index=chance.maybe(0.45),
            underline=chance.maybe(0.25),
            sign_thick=chance.uniform(0.12, 0.24),
            sign_soft=chance.maybe(0.4),
            joker=chance.randrange(len(jokers.FIGURES)),
            joker_inks=chance.choice(jokers.INKS),
            joker_word=jokers.words(chance),
        )

    def _blank(self, ground: RGB, ink: RGB) -> Sheet:
        sheet = Sheet(self.width_mm, self.height_mm, self.px_per_mm, ground)
        if self.frame in ("line", "double"):
            sheet.frame(2.4, 2.5, 0.35, ink)
        if self.frame == "double":
            sheet.frame(3.4, 2.0, 0.2, ink)
        if self.frame == "band":
            sheet.frame(-0.2, 4.0, 2.6, ink)
        return sheet

    def number(
        self, text: str, chance: Chance, ink: RGB | None = None, ground: RGB | None = None
    ) -> Image.Image:
        """The face of a card with a number of one or two digits."""
        ink, ground = ink or self.ink, ground or self.ground
        sheet = self._blank(ground, ink)
        middle = (self.width_mm / 2, self.height_mm / 2)
        wide, high = sheet.word(
            text, self.font, *middle, self.height_mm * self.figure_share, ink, self.width_mm * 0.72
        )
        if self.underline and set(text) <= set("69"):
            y = middle[1] + high / 2 + 2.5
            sheet.line([(middle[0] - wide / 2, y), (middle[0] + wide / 2, y)], ink, 1.3)
        if self.index:
            sheet.word(text, self.font, 7.4, 8.6, self.height_mm * 0.075, ink, 6.8)
            sheet.stamp_turned()
        return sheet.wear(chance)

    def sign(self, sign: str, chance: Chance) -> Image.Image:
        """The face of a yellow card with one of the signs."""
        assert sign in SIGNS
        sheet = self._blank(self.yellow, self.sign_ink)
        size = min(self.width_mm * 0.56, self.height_mm * self.figure_share)
        sheet.sign(
            sign, self.width_mm / 2, self.height_mm / 2, size, self.sign_ink, self.sign_thick, self.sign_soft
        )
        return sheet.wear(chance)

    def joker_face(self, chance: Chance, yellow: bool = False) -> Image.Image:
        """The face of a joker, on the deck's ground or on yellow."""
        ground = self.yellow if yellow else self.ground
        ink = rgb("#241c1a") if luminance(ground) > 0.5 else rgb("#fdfaf2")
        sheet = self._blank(ground, ink)
        word, x = self.joker_word, self.width_mm / 2
        y = self.height_mm * (0.43 if word else 0.5)
        size = min(self.width_mm * 0.74, self.height_mm * 0.56)
        jokers.FIGURES[self.joker](sheet, x, y, size, self.joker_inks)
        if word:
            sheet.word(
                word, self.font, x, self.height_mm * 0.85, self.height_mm * 0.075, ink, self.width_mm * 0.76
            )
            if self.index:
                sheet.word(
                    word[:5],
                    self.font,
                    4.6,
                    4.2 + self.height_mm * 0.13,
                    3.0,
                    ink,
                    self.height_mm * 0.24,
                    turn=270,
                )
        return sheet.wear(chance)

    def back(self, chance: Chance) -> Image.Image:
        """The back of all the deck's cards."""
        ink = chance.choice(DEEP)
        sheet = Sheet(self.width_mm, self.height_mm, 5.0, rgb("#f4f0e6"))
        sheet.draw.rectangle(sheet.px(3, 3, self.width_mm - 3, self.height_mm - 3), fill=ink)
        step, pale = chance.uniform(3.5, 8.0), vary(rgb("#d8cfc0"), chance)
        style = chance.choice(("net", "dots", "rings"))
        for row in range(int((self.height_mm - 8) / step)):
            for col in range(int((self.width_mm - 8) / step)):
                cx, cy = 4 + (col + 0.5) * step, 4 + (row + 0.5) * step
                if style == "net":
                    sheet.line(
                        [(cx - step / 2, cy), (cx, cy - step / 2), (cx + step / 2, cy), (cx, cy + step / 2)],
                        pale,
                        0.4,
                    )
                else:
                    sheet.disc(cx, cy, step * 0.33, pale)
                    if style == "rings":
                        sheet.disc(cx, cy, step * 0.2, ink)
        return sheet.wear(chance)
