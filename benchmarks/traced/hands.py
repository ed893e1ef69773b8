"""A hand with its sleeve, reaching into the picture."""

from __future__ import annotations

import math

from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import RGB, rgb, vary
from benchmarks.traced.grain import finished, wood
from benchmarks.traced.shapes import Shape, ball, lathe
from benchmarks.traced.stage import Finish, Stage, Thing

SKINS = ("#f0c8a8", "#e2ab82", "#c68a5f", "#9a6240", "#6b4029", "#f5d6c0")
SLEEVES = ("#2b3a55", "#7d2430", "#e9e4d6", "#3f5a3c", "#1d1d1f", "#8a8d91", "#c58b2a")
Bead = tuple[float, float, float, float]  # x, y, z, radius


def _bone(start: Bead, end: Bead) -> list[Bead]:
    """Beads along one bone, close enough to melt into each other."""
    steps = max(2, math.ceil(math.dist(start[:3], end[:3]) / (0.4 * min(start[3], end[3]))))
    return [
        (
            start[0] + (end[0] - start[0]) * k / steps,
            start[1] + (end[1] - start[1]) * k / steps,
            start[2] + (end[2] - start[2]) * k / steps,
            start[3] + (end[3] - start[3]) * k / steps,
        )
        for k in range(steps + 1)
    ]


def _beads(chance: Chance) -> list[Bead]:
    """A right hand that points along +y, the tip of its forefinger at the origin, as beads."""
    beads: list[Bead] = []
    curled = chance.choice((0.0, 0.55, 0.8))  # flat, half closed, pointing
    knuckle_y = -78.0
    for k, (x, long) in enumerate(((0.0, 78.0), (19.0, 84.0), (37.0, 78.0), (53.0, 62.0))):
        bend = 0.0 if k == 0 else curled
        spread = (x - 20) * 0.006
        reach = long * (1 - 0.62 * bend)
        tip = (x + spread * reach * 3, knuckle_y + reach, 8.0 + 2 * k * (bend == 0), 6.6)
        knuckle = (x, knuckle_y - abs(x - 19) * 0.18, 26.0, 10.0)
        middle = ((x + tip[0]) / 2, (knuckle_y + tip[1]) / 2 + 10 * bend, 24.0 + 10 * bend, 8.2)
        beads += _bone(knuckle, middle) + _bone(middle, tip)
        beads += _bone((24 + (x - 24) * 0.55, -160.0, 30.0, 17.0), knuckle)
    beads += _bone((4.0, -140.0, 24.0, 16.0), (-24.0, -108.0, 20.0, 11.0))
    beads += _bone((-24.0, -108.0, 20.0, 11.0), (-26.0, -62.0 + 20 * curled, 10.0, 7.5))
    return beads + _bone((25.0, -165.0, 30.0, 24.0), (25.0, -260.0, 34.0, 27.0))


def _melted(beads: list[Bead]) -> Shape:
    """All the beads as one shape, to be melted together by the tracer's own tools."""
    corners: list[tuple[float, float, float]] = []
    faces: list[tuple[int, ...]] = []
    for x, y, z, radius in beads:
        bead = ball(radius, 1.0, 6)
        start = len(corners)
        corners += [(a + x, b + y, c + z) for a, b, c in bead.corners]
        faces += [tuple(corner + start for corner in one) for one in bead.faces]
    return Shape(corners, faces, [0] * len(faces), (-60.0, -260.0), (90.0, 10.0))


def reach_in(
    stage: Stage, chance: Chance, at: tuple[float, float], turn_deg: float, lift_mm: float
) -> list[Thing]:
    """A hand whose forefinger ends here, its arm going off against the direction it is turned to."""
    skin: RGB = vary(rgb(chance.choice(SKINS)), chance)
    material = stage.colour_material(skin, Finish(0.5, 0.35))
    spot = (*at, lift_mm)
    hand = stage.put(_melted(_beads(chance)), material, spot, turn_deg, smooth=True)
    if chance.maybe(0.5):
        hand.scale.x = -1.0  # a left hand
    melt = hand.modifiers.new("melt", "REMESH")
    melt.mode, melt.voxel_size, melt.use_smooth_shade = "VOXEL", 2.4, True
    ease = hand.modifiers.new("ease", "SMOOTH")
    ease.iterations, ease.factor = 6, 0.6
    dark = vary(rgb(chance.choice(SLEEVES)), chance)
    cloth = stage.picture_material(
        finished(wood(chance.grain, 200, 200, 1.5, dark, vary(dark, chance, 0.01, 0.15))), Finish(0.9, 0.1)
    )
    start = chance.uniform(-215, -165)
    side = math.radians(turn_deg)
    middle = 25.0 * hand.scale.x
    root = (
        at[0] + middle * math.cos(side) - start * math.sin(side),
        at[1] + middle * math.sin(side) + start * math.cos(side),
        lift_mm + 34.0,
    )
    sleeve = lathe([(33, 0.0), (35, 2.0), (36, 60), (41, 160), (48, 600)], 32)
    arm = stage.put(sleeve, cloth, root, turn_deg, (90.0, 0.0), smooth=True)
    return [hand, arm]
