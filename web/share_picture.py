"""The scorecard as a PNG, which every chat can show."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from scoring.history.scorebook import Story
from scoring.history.scorecard import HEIGHT, WIDTH, Box, Line, Shape, Words, scorecard
from scoring.saying import Saying

FONTS = Path(__file__).parent / "static" / "fonts"
LATIN, MORE = (
    FONTS / f"atkinson-hyperlegible-next-{part}-wght-normal.woff2" for part in ("latin", "latin-ext")
)
BOLD, REGULAR = 700, 400
FINER = 2
"""It is painted larger and made smaller again, so that no edge has steps."""


def paint_scorecard(story: Story, tell: Callable[[Saying], str] = str) -> bytes:
    """Paint a match's scorecard; `tell` says it in some language."""
    picture = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER))
    brush = ImageDraw.Draw(picture)
    for shape in scorecard(story, tell):
        _paint(brush, shape)
    file = io.BytesIO()
    picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _paint(brush: ImageDraw.ImageDraw, shape: Shape) -> None:
    match shape:
        case Box(x, y, width, height, fill, corner):
            frame = (x * FINER, y * FINER, (x + width) * FINER, (y + height) * FINER)
            brush.rounded_rectangle(frame, corner * FINER, fill)
        case Line(points, colour, width):
            if len(points) > 1:
                larger = [(x * FINER, y * FINER) for x, y in points]
                brush.line(larger, colour, round(width * FINER), joint="curve")
        case Words():
            _write(brush, shape)


def _write(brush: ImageDraw.ImageDraw, words: Words) -> None:
    """Write letter by letter, each in the font that has it."""
    pieces = [(letter, _font(letter, words.size, words.bold)) for letter in words.text]
    x = words.x * FINER
    if words.at_end:
        x -= sum(font.getlength(letter) for letter, font in pieces)
    for letter, font in pieces:
        brush.text((x, words.y * FINER), letter, words.colour, font, anchor="ls")
        x += font.getlength(letter)


def _font(letter: str, size: float, bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font a letter is found in: letters beyond Western Europe's have a file of their own."""
    return _opened(MORE if 0x100 <= ord(letter) <= 0x24F else LATIN, round(size * FINER), bold)


@cache
def _opened(path: Path, size: int, bold: bool) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(path, size)
    font.set_variation_by_axes([BOLD if bold else REGULAR])
    return font
