"""Table tops: woods, laminates, stones, felts; cloths are drawn next door."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from benchmarks.traced.camera import View
from benchmarks.traced.chance import Chance
from benchmarks.traced.cloths import CLOTHS, draw_cloth
from benchmarks.traced.colour import mix, rgb, vary
from benchmarks.traced.grain import blend, clouds, finished, wood
from benchmarks.traced.shapes import slab
from benchmarks.traced.stage import Finish, Stage

MOST_PX = 1900
WOODS = {
    "oak": ("#8a6238", "#c79a63"),
    "walnut": ("#3b2417", "#6e4a30"),
    "beech": ("#b98a5e", "#dcb488"),
    "teak": ("#6b3f1f", "#a5713f"),
    "ash": ("#b9a98c", "#ddd2bb"),
    "mahogany": ("#4a1a12", "#8a3d2a"),
    "whitewashed": ("#b8b2a6", "#dfdbd2"),
    "black stain": ("#171413", "#37302c"),
}
LAMINATES = {
    "white": "#e6e5e1",
    "light grey": "#b9bcbe",
    "anthracite": "#3a3d40",
    "mint": "#b6cfc0",
    "sand": "#cdbfa5",
    "blue": "#4a6c8c",
}
MARBLES = {
    "white": ("#e8e6e2", "#8b8d90"),
    "green": ("#21463a", "#7fa394"),
    "black": ("#1b1b1e", "#a59f95"),
    "beige": ("#d9c9ae", "#9a7d5a"),
}
FELTS = {"green": "#23603f", "grey": "#6d6f72", "burgundy": "#6d1f2c", "navy": "#1f2f56", "ochre": "#a77b2b"}


@dataclass(frozen=True)
class Top:
    """What a table is made of, and how it takes the light."""

    name: str
    picture: Image.Image
    finish: Finish
    busy: bool = False


def _wood(chance: Chance, name: str, h: int, w: int, s: float) -> np.ndarray:
    dark, light = (vary(rgb(word), chance) for word in WOODS[name])
    boards = chance.choice((0.0, chance.uniform(70, 140), chance.uniform(25, 45)))
    if not boards:
        return wood(chance.grain, h, w, s, dark, light, chance.uniform(0.6, 1.6))
    rows = []
    for top in range(0, h, round(boards * s)):
        board = wood(
            chance.grain, min(round(boards * s), h - top), w, s, dark, light, chance.uniform(0.6, 1.6)
        )
        board = board * chance.uniform(0.88, 1.1)
        board[: max(1, round(0.5 * s))] *= 0.45
        rows.append(board)
    return np.concatenate(rows)[:h]


def _laminate(chance: Chance, name: str, h: int, w: int, s: float) -> np.ndarray:
    base = vary(rgb(LAMINATES[name]), chance)
    field = blend(0.5 + 0.25 * clouds(chance.grain, h, w, 40 * s, 40 * s), mix(base, (0, 0, 0), 0.06), base)
    if chance.maybe(0.5):  # speckled
        specks = clouds(chance.grain, h, w, 0.9 * s, 0.9 * s, 1)
        field[specks > 1.5] *= chance.uniform(0.6, 0.85)
        field[specks < -1.7] = 0.6 * field[specks < -1.7] + 100
    return field


def _marble(chance: Chance, name: str, h: int, w: int, s: float) -> np.ndarray:
    ground, vein = (vary(rgb(word), chance) for word in MARBLES[name])
    warp = clouds(chance.grain, h, w, 90 * s, 120 * s, 5)
    veins = np.exp(-np.abs(warp) * chance.uniform(9, 18)) + 0.6 * np.exp(
        -np.abs(clouds(chance.grain, h, w, 60 * s, 60 * s, 5)) * 22
    )
    return blend(0.8 * veins + 0.08 * clouds(chance.grain, h, w, 60 * s, 60 * s), ground, vein)


def _felt(chance: Chance, name: str, h: int, w: int, s: float) -> np.ndarray:
    base = vary(rgb(FELTS[name]), chance)
    fuzz = clouds(chance.grain, h, w, max(1.0, 0.7 * s), max(1.0, 0.7 * s), 2)
    return blend(
        0.5 + 0.16 * fuzz + 0.12 * clouds(chance.grain, h, w, 70 * s, 70 * s),
        mix(base, (0, 0, 0), 0.3),
        mix(base, (255, 255, 255), 0.15),
    )


def _cork(chance: Chance, h: int, w: int, s: float) -> np.ndarray:
    lumps = clouds(chance.grain, h, w, 4 * s, 4 * s, 3)
    return blend(0.55 + 0.2 * lumps, rgb("#7d5329"), rgb("#c99a64"))


def draw_top(chance: Chance, width_mm: float, height_mm: float) -> Top:
    """One table top, of the size that is seen."""
    s = MOST_PX / max(width_mm, height_mm)
    h, w = round(height_mm * s), round(width_mm * s)
    kind = chance.choices(("wood", "laminate", "cloth", "marble", "felt", "cork"), (7, 3, 6, 2, 2, 0.6))[0]
    if kind == "wood":
        name = chance.choice(sorted(WOODS))
        across = chance.maybe(0.7)
        field = _wood(chance, name, *((h, w) if across else (w, h)), s)
        field = field if across else field.transpose(1, 0, 2)
        return Top(name, finished(field), Finish(chance.uniform(0.25, 0.6), 0.4))
    if kind == "laminate":
        name = chance.choice(sorted(LAMINATES))
        return Top(
            f"{name} laminate",
            finished(_laminate(chance, name, h, w, s)),
            Finish(chance.uniform(0.2, 0.5), 0.5),
        )
    if kind == "marble":
        name = chance.choice(sorted(MARBLES))
        return Top(
            f"{name} marble",
            finished(_marble(chance, name, h, w, s)),
            Finish(chance.uniform(0.12, 0.3), 0.5),
            True,
        )
    if kind == "felt":
        name = chance.choice(sorted(FELTS))
        return Top(f"{name} felt", finished(_felt(chance, name, h, w, s)), Finish(0.95, 0.05))
    if kind == "cork":
        return Top("cork", finished(_cork(chance, h, w, s)), Finish(0.8, 0.1))
    name = chance.choice(CLOTHS)
    return Top(name, draw_cloth(chance, name, h, w, s), Finish(0.9, 0.1), name != "plain cloth")


def set_table(stage: Stage, view: View, chance: Chance, drop_mm: float = 0.0) -> Top:
    """Put a table under all that the camera sees, a little lower where papers lie on it."""
    west, south, east, north = view.floor()
    top = draw_top(chance, east - west, north - south)
    shape = slab([(east, south), (east, north), (west, north), (west, south)], 20.0)
    stage.put(shape, stage.picture_material(top.picture, top.finish), (0.0, 0.0, -20.0 - drop_mm))
    return top
