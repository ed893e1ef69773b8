"""The figures on joker cards, drawn with plain shapes about (x, y) in a square of `size` millimetres."""

from __future__ import annotations

import math
from collections.abc import Callable

from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import RGB, rgb
from benchmarks.traced.paint import Sheet

Inks = tuple[RGB, RGB, RGB]
INKS: tuple[Inks, ...] = (
    (rgb("#c0392b"), rgb("#1f4e9e"), rgb("#e8b21c")),
    (rgb("#1d7a4c"), rgb("#b5282e"), rgb("#f0c13a")),
    (rgb("#6b2f8a"), rgb("#e07b1a"), rgb("#2a9d8f")),
    (rgb("#222222"), rgb("#b3202a"), rgb("#d9a521")),
    (rgb("#0f5f78"), rgb("#d64577"), rgb("#8fb93e")),
    (rgb("#2b2b2b"), rgb("#2b2b2b"), rgb("#8a8a8a")),
)
SKIN = rgb("#f3cfae")
DARK = rgb("#2a2320")
WORDS = (("JOKER", 6), ("Joker", 3), ("JOLLY", 3), ("Jolly Joker", 1), ("WILD", 1), ("JOKER!", 1))


def _hat(sheet: Sheet, x: float, y: float, s: float, inks: Inks) -> None:
    base = y + s * 0.18
    for tip, foot, ink in ((-0.46, -0.24, inks[0]), (0.46, 0.24, inks[1])):
        sheet.polygon(
            [(x, base), (x + foot * s, base), (x + tip * s, y - s * 0.12), (x + foot * s * 0.4, y - s * 0.2)],
            ink,
        )
        sheet.disc(x + tip * s, y - s * 0.08, s * 0.055, inks[2])
    sheet.polygon([(x - s * 0.16, base), (x + s * 0.16, base), (x + s * 0.02, y - s * 0.46)], inks[2])
    sheet.disc(x + s * 0.02, y - s * 0.46, s * 0.055, inks[0])


def hat(sheet: Sheet, x: float, y: float, s: float, inks: Inks) -> None:
    """A fool's cap with three bells and a rim."""
    _hat(sheet, x, y + s * 0.1, s, inks)
    sheet.polygon(
        [
            (x - s * 0.27, y + s * 0.27),
            (x + s * 0.27, y + s * 0.27),
            (x + s * 0.24, y + s * 0.38),
            (x - s * 0.24, y + s * 0.38),
        ],
        inks[1],
    )


def fool(sheet: Sheet, x: float, y: float, s: float, inks: Inks) -> None:
    """A fool's head: the cap, a laughing face, a collar."""
    for k in range(7):
        turn = math.pi * (0.08 + 0.84 * k / 6)
        sheet.polygon(
            [
                (x - s * 0.1, y + s * 0.2),
                (x + s * 0.1, y + s * 0.2),
                (x + s * 0.42 * math.cos(turn), y + s * (0.22 + 0.26 * math.sin(turn))),
            ],
            inks[k % 2],
        )
    sheet.disc(x, y + s * 0.1, s * 0.2, SKIN, 1.15)
    for side in (-1, 1):
        sheet.disc(x + side * s * 0.075, y + s * 0.05, s * 0.022, DARK)
        sheet.disc(x + side * s * 0.12, y + s * 0.14, s * 0.035, inks[0])
    box = sheet.px(x - s * 0.1, y + s * 0.06, x + s * 0.1, y + s * 0.24)
    sheet.draw.arc(box, 20, 160, fill=DARK, width=max(1, round(s * 0.02 * sheet.scale)))
    _hat(sheet, x, y - s * 0.13, s * 0.9, inks)


def mask(sheet: Sheet, x: float, y: float, s: float, inks: Inks) -> None:
    """A carnival mask with feathers."""
    for k in range(-3, 4):
        turn = math.radians(90 + k * 17)
        tip = (x + s * 0.5 * math.cos(turn), y - s * 0.48 * math.sin(turn))
        sheet.line([(x + k * s * 0.05, y), tip], inks[k % 3], s * 0.06)
    sheet.disc(x - s * 0.19, y + s * 0.05, s * 0.22, inks[0], 0.8)
    sheet.disc(x + s * 0.19, y + s * 0.05, s * 0.22, inks[1], 0.8)
    for side in (-1, 1):
        sheet.disc(x + side * s * 0.18, y + s * 0.04, s * 0.09, rgb("#fbf7ee"), 0.6)
        sheet.disc(x + side * s * 0.18, y + s * 0.04, s * 0.035, DARK)


def clown(sheet: Sheet, x: float, y: float, s: float, inks: Inks) -> None:
    """A clown's face with tufts of hair and a small hat."""
    for side in (-1, 1):
        for k in range(3):
            sheet.disc(x + side * s * (0.3 + 0.03 * k), y - s * 0.12 + k * s * 0.12, s * 0.11, inks[0])
    sheet.disc(x, y, s * 0.3, SKIN, 1.1)
    sheet.polygon([(x - s * 0.15, y - s * 0.26), (x + s * 0.15, y - s * 0.26), (x, y - s * 0.5)], inks[1])
    for side in (-1, 1):
        sheet.disc(x + side * s * 0.11, y - s * 0.08, s * 0.06, rgb("#ffffff"), 1.3)
        sheet.disc(x + side * s * 0.11, y - s * 0.07, s * 0.025, DARK)
    sheet.disc(x, y + s * 0.04, s * 0.07, rgb("#d8262c"))
    box = sheet.px(x - s * 0.17, y - s * 0.04, x + s * 0.17, y + s * 0.22)
    sheet.draw.chord(box, 10, 170, fill=rgb("#c3262c"))


def juggler(sheet: Sheet, x: float, y: float, s: float, inks: Inks) -> None:
    """A small figure that juggles with balls."""
    for k in range(5):
        turn = math.pi * (0.1 + 0.2 * k)
        sheet.disc(
            x + s * 0.38 * math.cos(turn), y - s * 0.12 - s * 0.34 * math.sin(turn), s * 0.06, inks[k % 3]
        )
    sheet.disc(x, y - s * 0.1, s * 0.1, SKIN)
    sheet.polygon([(x - s * 0.1, y - s * 0.15), (x + s * 0.1, y - s * 0.15), (x, y - s * 0.32)], inks[1])
    sheet.polygon([(x - s * 0.12, y), (x, y), (x, y + s * 0.3), (x - s * 0.16, y + s * 0.26)], inks[0])
    sheet.polygon([(x + s * 0.12, y), (x, y), (x, y + s * 0.3), (x + s * 0.16, y + s * 0.26)], inks[1])
    for side in (-1, 1):
        sheet.line(
            [
                (x + side * s * 0.1, y + s * 0.03),
                (x + side * s * 0.3, y + s * 0.02),
                (x + side * s * 0.35, y - s * 0.1),
            ],
            inks[0],
            s * 0.05,
        )
        sheet.line(
            [
                (x + side * s * 0.06, y + s * 0.27),
                (x + side * s * 0.12, y + s * 0.47),
                (x + side * s * 0.2, y + s * 0.48),
            ],
            inks[2],
            s * 0.05,
        )


def lozenges(sheet: Sheet, x: float, y: float, s: float, inks: Inks) -> None:
    """A harlequin's lozenges in a shield."""
    for row in range(-2, 3):
        for col in range(-1, 2):
            cx, cy = x + col * s * 0.24 + (row % 2) * s * 0.12, y + row * s * 0.17
            if abs(cx - x) > s * 0.3:
                continue
            w, h = s * 0.11, s * 0.16
            sheet.polygon([(cx - w, cy), (cx, cy - h), (cx + w, cy), (cx, cy + h)], inks[(row + col) % 3])


def moon(sheet: Sheet, x: float, y: float, s: float, inks: Inks) -> None:
    """A smiling sun with rays."""
    for k in range(12):
        turn = math.pi * k / 6
        a, b = turn - 0.16, turn + 0.16
        sheet.polygon(
            [
                (x + s * 0.27 * math.cos(a), y + s * 0.27 * math.sin(a)),
                (x + s * 0.27 * math.cos(b), y + s * 0.27 * math.sin(b)),
                (x + s * 0.47 * math.cos(turn), y + s * 0.47 * math.sin(turn)),
            ],
            inks[k % 2],
        )
    sheet.disc(x, y, s * 0.27, inks[2])
    for side in (-1, 1):
        sheet.disc(x + side * s * 0.09, y - s * 0.06, s * 0.03, DARK)
    box = sheet.px(x - s * 0.13, y - s * 0.1, x + s * 0.13, y + s * 0.15)
    sheet.draw.arc(box, 20, 160, fill=DARK, width=max(1, round(s * 0.03 * sheet.scale)))


def cat(sheet: Sheet, x: float, y: float, s: float, inks: Inks) -> None:
    """A cat with a bow tie."""
    for side in (-1, 1):
        sheet.polygon(
            [
                (x + side * s * 0.28, y - s * 0.05),
                (x + side * s * 0.04, y - s * 0.24),
                (x + side * s * 0.27, y - s * 0.46),
            ],
            inks[0],
        )
        sheet.polygon(
            [(x, y + s * 0.36), (x + side * s * 0.22, y + s * 0.26), (x + side * s * 0.22, y + s * 0.47)],
            inks[1],
        )
    sheet.disc(x, y, s * 0.3, inks[0], 0.9)
    for side in (-1, 1):
        sheet.disc(x + side * s * 0.12, y - s * 0.05, s * 0.06, inks[2])
        sheet.disc(x + side * s * 0.12, y - s * 0.05, s * 0.03, DARK, 1.6)
        for dy in (0.06, 0.11):
            sheet.line(
                [(x + side * s * 0.08, y + s * 0.09), (x + side * s * 0.38, y + s * dy)], DARK, s * 0.012
            )
    sheet.disc(x, y + s * 0.07, s * 0.035, DARK)


FIGURES: tuple[Callable[[Sheet, float, float, float, Inks], None], ...] = (
    hat,
    fool,
    mask,
    clown,
    juggler,
    lozenges,
    moon,
    cat,
)


def words(chance: Chance) -> str:
    """What stands on the joker, and now and then nothing."""
    return "" if chance.maybe(0.1) else chance.weighted(WORDS)
