"""Pip dice of several makes, with the faces that a real die has beside its top."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import RGB, rgb, vary
from benchmarks.traced.layout import Piece, grid, place
from benchmarks.traced.shapes import ball, brick
from benchmarks.traced.stage import Finish, Stage, Thing

MAKES = (
    ("#f3efe2", "#1c1c1e"),
    ("#fbfbf8", "#111111"),
    ("#b81f24", "#f7f3ea"),
    ("#1d1d20", "#f2f0ea"),
    ("#1f4fa0", "#f5f2ea"),
    ("#1f7a46", "#f5f2ea"),
    ("#e8c33a", "#1c1a14"),
    ("#c99d6d", "#2b170a"),
    ("#6d2a86", "#f4eef5"),
    ("#f0a7b8", "#3a1020"),
)
SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class DieMake:
    """How the dice of one box look."""

    side_mm: float
    body: RGB
    pip: RGB
    one: RGB  # the single pip of some dice is red
    pip_share: float
    spread: float
    bevel_share: float
    finish: Finish

    @classmethod
    def drawn(cls, chance: Chance) -> DieMake:
        """A make as chance has it."""
        body, pip = chance.choice(MAKES)
        ink = vary(rgb(pip), chance)
        return cls(
            side_mm=chance.uniform(12, 19),
            body=vary(rgb(body), chance),
            pip=ink,
            one=rgb("#c2262c") if body in ("#f3efe2", "#fbfbf8") and chance.maybe(0.3) else ink,
            pip_share=chance.uniform(0.085, 0.115),
            spread=chance.uniform(0.23, 0.27),
            bevel_share=chance.uniform(0.06, 0.2),
            finish=Finish(chance.uniform(0.15, 0.5), 0.5),
        )


def roll(
    stage: Stage, make: DieMake, top: int, at: tuple[float, float], z: float, chance: Chance
) -> tuple[Piece, list[Thing]]:
    """Put a die on its place, turned anyhow, with this number up."""
    side, turn = make.side_mm, chance.uniform(0, 360)
    body = stage.put(
        brick(side, side, side),
        stage.colour_material(make.body, make.finish),
        (*at, z),
        turn,
        bevel_mm=side * make.bevel_share,
        smooth=False,
    )
    things = [body]
    front = chance.choice([n for n in range(1, 7) if n not in (top, 7 - top)])
    right = chance.choice([n for n in range(1, 7) if n not in (top, 7 - top, front, 7 - front)])
    half = side / 2
    sides = (
        (top, "z", 1), (front, "y", -1), (7 - front, "y", 1), (right, "x", 1), (7 - right, "x", -1),
    )  # fmt: skip
    for number, axis, sign in sides:
        material = stage.colour_material(make.one if number == 1 else make.pip, Finish(0.4, 0.3))
        radius = side * make.pip_share * (1.35 if number == 1 else 1.0)
        swap = chance.maybe(0.5)
        for a, b in SPOTS[number]:
            a, b = (b, -a) if swap else (a, b)
            u, v = a * side * make.spread, b * side * make.spread
            x, y, up = {"z": (u, v, side), "y": (u, sign * half, half + v), "x": (sign * half, u, half + v)}[
                axis
            ]
            tilt = {"z": (0.0, 0.0), "y": (90.0, 0.0), "x": (0.0, 90.0)}[axis]
            spot = stage.put(
                ball(radius, 0.14, 8), material, (*place(x, y, at, turn), z + up), turn, tilt, smooth=True
            )
            things.append(spot)
    reach = side * (2 * make.spread + 2 * make.pip_share)
    points = grid(reach, reach, at, turn, z + side, 5)
    names = frozenset(thing.name for thing in things)
    return Piece(top, names, (*at, z + side), tuple(points)), things
