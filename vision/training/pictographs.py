"""Little pictures of installed symbol fonts: moons, bells, bolts and whatever else a joker may show."""

from __future__ import annotations

import functools
import unicodedata
from pathlib import Path

import numpy as np

from vision.artwork.lettering import MissingGlyphError, draw_text, glyph, has_glyph
from vision.artwork.shapes import Colour, Shape

Rng = np.random.Generator

FONTS = ("Symbola*.ttf", "NotoSansSymbols2-Regular.ttf", "NotoSansSymbols-Regular.ttf")
RANGES = ((0x2600, 0x2715), (0x2721, 0x2760), (0x1F300, 0x1F5FF), (0x1F600, 0x1F64F), (0x1F680, 0x1F6C5))
NUMERALS = ("DIGIT", "NUMBER", "PLUS", "MINUS", "DIVISION", "MULTIPLICATION", "KEYCAP", "CROSS", "CIRCLED")
"""What may be taken for a number or a sign."""
WIDEST = 1.8  # of its height, or the other way round


@functools.cache
def find_pictographs(folder: Path = Path("/usr/share/fonts")) -> tuple[tuple[Path, str], ...]:
    """All little pictures that the installed symbol fonts can draw; none where there are no such fonts."""
    fonts = [font for name in FONTS for font in sorted(folder.rglob(name))]
    signs = [chr(code) for first, last in RANGES for code in range(first, last + 1)]
    signs = [sign for sign in signs if not any(word in unicodedata.name(sign, "DIGIT") for word in NUMERALS)]
    return tuple((font, sign) for font in fonts for sign in signs if _is_fit(font, sign))


def _is_fit(font: Path, sign: str) -> bool:
    if not has_glyph(font, sign):
        return False
    left, top, right, bottom = glyph(font, sign, 1.0).box
    wide, tall = right - left, bottom - top
    return min(wide, tall) > 0 and max(wide / tall, tall / wide) < WIDEST


def draw_pictograph(rng: Rng, size: float, inks: list[Colour]) -> tuple[Shape, ...]:
    """Any little picture, so many millimetres large."""
    pictures = find_pictographs()
    if not pictures:
        raise MissingGlyphError("No symbol font is installed.")
    font, sign = pictures[int(rng.integers(len(pictures)))]
    left, top, right, bottom = glyph(font, sign, size).box
    return draw_text(font, sign, size / max(right - left, bottom - top), 0.0, 0.0, inks[0])
