"""What else stands about on the table: mugs, pencils, phones, coins, notes, a pile of cards."""

from __future__ import annotations

import math
from collections.abc import Callable

from benchmarks.traced.cards import Dealer
from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import rgb, vary
from benchmarks.traced.decks import Deck
from benchmarks.traced.dice import DieMake, roll
from benchmarks.traced.layout import place
from benchmarks.traced.paint import Sheet
from benchmarks.traced.shapes import ball, brick, lathe, ring, rounded, slab
from benchmarks.traced.stage import Finish, Stage, Thing
from benchmarks.traced.typefaces import prose

Spot = tuple[float, float]
GLAZES = ("#efe9dc", "#b23a2e", "#2f5d7c", "#3f6b4a", "#2b2b2f", "#d9a441", "#8fa9b8", "#6f4a7d")


def mug(stage: Stage, chance: Chance, at: Spot, turn: float) -> list[Thing]:
    """A mug with something to drink in it."""
    r, h = chance.uniform(36, 44), chance.uniform(80, 105)
    glaze = stage.colour_material(vary(rgb(chance.choice(GLAZES)), chance), Finish(0.2, 0.5))
    drink = stage.colour_material(rgb(chance.choice(("#2b1608", "#8a5a2c", "#7c3a12"))), Finish(0.05, 0.5))
    cup = lathe([(r * 0.85, 0.0), (r, h * 0.2), (r, h), (r - 3.5, h), (r - 3.5, h * 0.3)])
    handle = place(r + 6, 0, at, turn)
    return [
        stage.put(cup, glaze, (*at, 0.0), smooth=True),
        stage.put(lathe([(r - 3.4, h * 0.78), (r - 3.4, h * 0.8)]), drink, (*at, 0.0)),
        stage.put(ring(22, 5), glaze, (*handle, h * 0.5), turn, (90.0, 0.0), smooth=True),
    ]


def pencil(stage: Stage, chance: Chance, at: Spot, turn: float) -> list[Thing]:
    """A pencil, lying."""
    paint = stage.colour_material(
        vary(rgb(chance.choice(("#e0a51e", "#c23b2e", "#2c6e49", "#23427a", "#222222"))), chance),
        Finish(0.3, 0.5),
    )
    wooden, lead = stage.colour_material(rgb("#d9b384")), stage.colour_material(rgb("#2b2b2b"))
    long = chance.uniform(110, 175)
    parts = (
        ([(3.6, 0), (3.6, long)], paint),
        ([(3.6, long), (1.0, long + 16)], wooden),
        ([(1.0, long + 16), (0.2, long + 20)], lead),
    )
    return [
        stage.put(lathe(profile, 6), material, (*at, 3.3), turn, (0.0, 90.0)) for profile, material in parts
    ]


def phone(stage: Stage, chance: Chance, at: Spot, turn: float) -> list[Thing]:
    """A phone, its screen dark."""
    case = stage.colour_material(
        rgb(chance.choice(("#1d1d20", "#c9c9cf", "#5a7f9a", "#d9b7b0"))), Finish(0.3, 0.5)
    )
    glass = stage.colour_material(rgb("#08080a"), Finish(0.06, 0.5))
    return [
        stage.put(slab(rounded(73, 150, 10), 8.0), case, (*at, 0.0), turn, bevel_mm=1.2),
        stage.put(slab(rounded(68, 145, 8), 0.2), glass, (*at, 8.0), turn),
    ]


def coins(stage: Stage, chance: Chance, at: Spot, turn: float) -> list[Thing]:
    """A few coins."""
    things = []
    for k in range(chance.randint(1, 4)):
        metal = stage.colour_material(
            rgb(chance.choice(("#b87333", "#c9a227", "#b9bbbd"))), Finish(0.35, 0.5, metallic=1.0)
        )
        r = chance.uniform(8, 13)
        spot = place(chance.uniform(8, 26) * (k > 0), 0, at, turn + 110 * k)
        profile = [(r, 0.0), (r, 2.0), (r - 1, 2.0), (r - 1.2, 1.7), (0.4 * r, 1.7), (0.35 * r, 1.9)]
        things.append(stage.put(lathe(profile), metal, (*spot, 2.1 * (k == 3)), smooth=False))
    return things


def note(stage: Stage, chance: Chance, at: Spot, turn: float) -> list[Thing]:
    """A note pad with a tally that someone keeps by hand."""
    wide, high = chance.choice(((74.0, 105.0), (76.0, 76.0), (105.0, 148.0)))
    page = Sheet(
        wide, high, 4.0, vary(rgb(chance.choice(("#fbf6d2", "#ffffff", "#f7e27c", "#d9ecf7"))), chance)
    )
    if chance.maybe(0.5):
        for line in range(12, int(high), 7):
            page.line([(0, line), (wide, line)], rgb("#a9bccb"), 0.2)
    ink = rgb(chance.choice(("#1f2a6b", "#20201f", "#8f1a1f")))
    hand = chance.choice(prose(hand=True))
    for column in (0.25, 0.65):
        for row in range(chance.randint(2, int(high / 14))):
            page.word(str(chance.randrange(3, 140)), hand, wide * column, 12 + row * 9, 5.0, ink)
    material = stage.picture_material(page.picture, Finish(0.9, 0.1))
    return [stage.put(brick(wide, high, chance.choice((0.4, 6.0))), material, (*at, 0.0), turn)]


def die(stage: Stage, chance: Chance, at: Spot, _turn: float) -> list[Thing]:
    """A stray die of another game."""
    return roll(stage, DieMake.drawn(chance), chance.randint(1, 6), at, 0.0, chance)[1]


def pile(stage: Stage, chance: Chance, at: Spot, turn: float) -> list[Thing]:
    """A pile of face-down cards."""
    return Dealer(stage, Deck.drawn(chance), chance).pile(*at, turn, chance.randint(1, 14))


def bowl(stage: Stage, chance: Chance, at: Spot, _turn: float) -> list[Thing]:
    """A bowl of nuts."""
    glaze = stage.colour_material(vary(rgb(chance.choice(GLAZES)), chance), Finish(0.25, 0.5))
    nut = stage.colour_material(
        vary(rgb(chance.choice(("#a8672f", "#c98b3f", "#7a2f1d"))), chance), Finish(0.5, 0.4)
    )
    things = [stage.put(lathe([(30, 0), (58, 38), (55, 38), (26, 6)]), glaze, (*at, 0.0), smooth=True)]
    for _ in range(26):
        turn, out = chance.uniform(0, math.tau), 38 * math.sqrt(chance.random())
        spot = (at[0] + out * math.cos(turn), at[1] + out * math.sin(turn), 24 + chance.uniform(0, 6))
        things.append(stage.put(ball(chance.uniform(7, 9), 0.8, 8), nut, spot, smooth=True))
    return things


def glasses(stage: Stage, chance: Chance, at: Spot, turn: float) -> list[Thing]:
    """A pair of glasses, folded."""
    rim = stage.colour_material(rgb(chance.choice(("#1c1c1e", "#6b3a1e", "#8a8c90"))), Finish(0.25, 0.5))
    things = [
        stage.put(ring(23, 1.6), rim, (*place(dx, 0, at, turn), 20.0), turn, (75.0, 0.0), smooth=True)
        for dx in (-29, 29)
    ]
    things.append(stage.put(brick(14, 3, 2.5), rim, (*at, 26.0), turn))
    for dx in (-20, 20):
        things.append(
            stage.put(brick(110, 3, 3), rim, (*place(dx, 18 + dx * 0.2, at, turn), 3.0), turn + dx * 0.3)
        )
    return things


def eraser(stage: Stage, chance: Chance, at: Spot, turn: float) -> list[Thing]:
    """An eraser in its sleeve."""
    white = stage.colour_material(rgb("#f2f0ea"), Finish(0.7, 0.2))
    sleeve = stage.colour_material(rgb(chance.choice(("#1f56a8", "#1c1c1c", "#c8322b"))), Finish(0.5, 0.3))
    return [
        stage.put(brick(52, 21, 11), white, (*at, 0.0), turn, bevel_mm=1.5),
        stage.put(brick(32, 21.6, 11.6), sleeve, (*place(8, 0, at, turn), 0.0), turn),
    ]


Thrown = Callable[[Stage, Chance, Spot, float], list[Thing]]
THINGS: tuple[tuple[Thrown, float, float], ...] = (
    (mug, 60.0, 3.0), (pencil, 95.0, 3.0), (phone, 85.0, 3.0), (coins, 30.0, 3.0), (note, 80.0, 3.0),
    (die, 14.0, 2.0), (pile, 60.0, 2.0), (bowl, 60.0, 1.0), (glasses, 75.0, 1.5), (eraser, 32.0, 1.5),
)  # fmt: skip
COVERS: tuple[Thrown, ...] = (mug, phone, note, coins, pencil, eraser)
