"""How a set looks: its letters, colours, sizes and ornaments; three looks have names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from vision.artwork.shapes import Colour

FONTS = Path(__file__).parent / "fonts"
BESLEY = FONTS / "Besley-Bold.ttf"
ATKINSON = FONTS / "AtkinsonHyperlegibleNext-ExtraBold.ttf"
ATKINSON_TEXT = FONTS / "AtkinsonHyperlegibleNext-Medium.ttf"

INK: Colour = (34, 28, 20)
IVORY: Colour = (252, 247, 234)
PAPER: Colour = (255, 253, 248)
TAN: Colour = (203, 187, 156)
FELT: Colour = (31, 90, 67)
RED: Colour = (176, 55, 27)
GOLD: Colour = (242, 193, 78)
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)

SPOT_SHAPES = ("disc", "ring", "square", "diamond", "star")
JOKERS = ("crown", "star", "face", "word")
UNDERLINES = ("line", "dot", "none")
SYMBOLS = ("bars", "font")


@dataclass(frozen=True)
class Look:
    """Everything that may differ between two sets of the same game; shares are of the cell or the card."""

    font: Path = BESLEY
    text_font: Path = ATKINSON_TEXT
    ink: Colour = INK
    inks: tuple[Colour, ...] = ()
    """Inks by digit, 0 first; empty: all in `ink`."""
    face: Colour = IVORY
    tile_faces: tuple[Colour, ...] = ()
    """Faces the 48 tiles take in turn; empty: all `face`."""
    card_face: Colour = PAPER

    border: Colour | None = TAN
    border_mm: float = 0.35
    border_inset_mm: float = 0.0
    border_lines: int = 1
    bevel_mm: float = 0.0
    cell_lines: bool = False
    """Draw the lines between a tile's five cells, in the border's colour."""
    rim: Colour | None = None
    """An outline round every numeral, as engraving leaves it."""
    rim_mm: float = 0.3

    cell_mm: float = 17.0
    tile_corner_mm: float = 1.2
    tile_thickness_mm: float = 2.0
    numeral_share: float = 0.62
    spot: Colour = FELT
    spot_share: float = 0.34
    spot_shape: str = "disc"

    card_width_mm: float = 45.0
    card_height_mm: float = 64.0
    card_corner_mm: float = 3.5
    card_thickness_mm: float = 0.4
    card_numeral_share: float = 0.46
    card_border_inset_mm: float = 2.6
    index: bool = True
    index_share: float = 0.09

    underline: str = "line"
    underlined: str = "69"
    symbol_face: Colour = GOLD
    symbol_ink: Colour | None = None
    symbols: str = "bars"
    symbol_share: float = 0.66
    """A plus sign's height as a share of a numeral's."""
    joker: str = "crown"
    joker_ink: Colour = RED
    joker_word: bool = True

    def digit_ink(self, digit: str) -> Colour:
        """The ink of one digit."""
        return self.inks[int(digit) % len(self.inks)] if self.inks else self.ink

    def symbol_colour(self) -> Colour:
        """The ink of a symbol card."""
        return self.ink if self.symbol_ink is None else self.symbol_ink


CLASSIC = Look()
HIGH_CONTRAST = Look(
    font=ATKINSON,
    ink=BLACK,
    face=WHITE,
    card_face=WHITE,
    border=BLACK,
    border_mm=0.9,
    card_border_inset_mm=2.0,
    numeral_share=0.66,
    spot=BLACK,
    spot_share=0.4,
    card_numeral_share=0.5,
    symbol_face=(255, 221, 51),
    joker="star",
    joker_ink=(170, 0, 0),
)
LARGE_PRINT = replace(
    HIGH_CONTRAST,
    face=(255, 252, 240),
    card_face=(255, 252, 240),
    ink=(20, 16, 10),
    border=TAN,
    border_mm=0.4,
    cell_mm=22.0,
    tile_corner_mm=1.6,
    numeral_share=0.74,
    spot=FELT,
    spot_share=0.34,
    card_width_mm=63.0,
    card_height_mm=85.0,
    card_corner_mm=4.0,
    card_numeral_share=0.58,
    index=False,
    symbol_share=0.78,
    symbol_face=GOLD,
    joker_ink=RED,
)
THEMES: Mapping[str, Look] = MappingProxyType(
    {"classic": CLASSIC, "high-contrast": HIGH_CONTRAST, "large-print": LARGE_PRINT}
)
