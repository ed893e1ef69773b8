"""Newspapers and magazines that lie under the pieces."""

from __future__ import annotations

import numpy as np
from PIL import Image

from benchmarks.traced.camera import View
from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import rgb, vary
from benchmarks.traced.grain import blend, clouds, finished
from benchmarks.traced.layout import Layout
from benchmarks.traced.paint import Sheet
from benchmarks.traced.shapes import sheet as bent
from benchmarks.traced.stage import Finish, Stage
from benchmarks.traced.typefaces import face, numerals, prose

DROP_MM = 0.4
WORDS = (
    "garden",
    "council",
    "opens",
    "new",
    "bridge",
    "after",
    "long",
    "winter",
    "the",
    "of",
    "and",
    "for",
    "a",
    "in",
    "to",
    "with",
    "more",
    "than",
    "12",
    "years",
    "visitors",
    "market",
    "prices",
    "rise",
    "3.50",
    "euro",
    "per",
    "kilo",
    "trains",
    "late",
    "again",
    "on",
    "Monday",
    "orchestra",
    "plays",
    "summer",
    "recipe",
    "flour",
    "butter",
    "250",
    "g",
    "sugar",
    "bake",
    "until",
    "golden",
    "travel",
    "islands",
    "coast",
    "from",
    "499",
    "weekend",
    "weather",
    "sunny",
    "18",
    "degrees",
    "goals",
    "2:1",
    "season",
    "coach",
    "says",
    "team",
)


def _photo(chance: Chance, w: int, h: int) -> Image.Image:
    low, high = (tuple(chance.randrange(30, 235) for _ in range(3)) for _ in range(2))
    field = blend(0.5 + 0.4 * clouds(chance.grain, h, w, h / 2.5, w / 2.5, 4), low, high)
    field *= np.linspace(chance.uniform(0.6, 1.2), chance.uniform(0.6, 1.2), h)[:, None, None]
    return finished(field)


def _text(page: Sheet, chance: Chance, x: float, y: float, wide: float, high: float, size_mm: float) -> None:
    font = face(chance.choice(prose()), max(5, round(size_mm * page.scale)))
    line = y
    while line + size_mm < y + high:
        words = ""
        while font.getlength(words) < (wide - 6 * size_mm) * page.scale:
            words += chance.choice(WORDS) + " "
        page.draw.text((x * page.scale, line * page.scale), words, fill=(48, 46, 46), font=font)
        line += size_mm * 1.25


def draw_page(chance: Chance, width_mm: float, height_mm: float) -> Image.Image:
    """One printed page: a headline, columns of text, photos between them."""
    paper = vary(rgb(chance.choice(("#e4dfd3", "#d9d4c7", "#f4f3ef"))), chance)
    page = Sheet(width_mm, height_mm, 3.6, paper)
    head = " ".join(chance.sample(WORDS, 4)).capitalize()
    page.word(
        head, chance.choice(numerals()), width_mm / 2, 18, chance.uniform(6, 12), (30, 28, 28), width_mm - 24
    )
    columns = chance.choice((2, 3, 4))
    wide = (width_mm - 20) / columns
    for column in range(columns):
        x, y = 10 + column * wide, 32.0
        while y < height_mm - 25:
            high = min(chance.uniform(25, 80), height_mm - 12 - y)
            if chance.maybe(0.35):
                photo = _photo(chance, round((wide - 4) * page.scale), round(high * page.scale))
                page.picture.paste(photo, (round(x * page.scale), round(y * page.scale)))
            else:
                _text(page, chance, x, y, wide, high, chance.uniform(2.0, 2.7))
            y += high + 4
    return page.wear(chance, 0.8)


def spread_papers(stage: Stage, view: View, layout: Layout, chance: Chance) -> int:
    """Lay one to three sheets on the table, partly under the pieces; how many there are."""
    count = chance.choice((1, 2, 3))
    for k in range(count):
        width, height = chance.choice(((210.0, 297.0), (280.0, 400.0), (170.0, 240.0)))
        x, y = view.ground(view.width * chance.uniform(0.05, 0.95), view.height * chance.uniform(0.1, 0.9))
        outline = [
            (width / 2, -height / 2),
            (width / 2, height / 2),
            (-width / 2, height / 2),
            (-width / 2, -height / 2),
        ]
        shape = bent(outline, 0.05, _level)
        material = stage.picture_material(
            draw_page(chance, width, height), Finish(chance.choice((0.3, 0.85)), 0.3)
        )
        # The pieces rest on the table's own height, so the sheets lie just below it.
        stage.put(shape, [material, material], (x, y, 0.1 * k - DROP_MM), chance.uniform(0, 360))
    return count


def _level(_x: float, _y: float) -> float:
    return 0.0
