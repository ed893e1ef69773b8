"""The lamps and windows of a room, and how much of their colour the camera leaves in the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from benchmarks.traced.blender import bpy, mathutils
from benchmarks.traced.camera import View
from benchmarks.traced.chance import Chance
from benchmarks.traced.stage import Stage

Tint = tuple[float, float, float]
CANDLE: Tint = (1.0, 0.52, 0.2)
BULB: Tint = (1.0, 0.66, 0.36)
NEUTRAL: Tint = (1.0, 0.86, 0.72)
DAY: Tint = (1.0, 1.0, 1.0)
SHADE: Tint = (0.8, 0.92, 1.12)
KINDS = (
    ("ceiling", 4.0),
    ("window", 4.0),
    ("desk lamp", 3.0),
    ("overcast", 2.0),
    ("evening", 2.0),
    ("two colours", 2.0),
    ("glare", 2.0),
    ("sun", 1.5),
    ("chandelier", 1.5),
)


@dataclass(frozen=True)
class Light:
    """What a room's light is called, its mean colour, and how dim it is for the camera (1 is bright)."""

    kind: str
    tint: Tint
    brightness: float


class _Lamps:
    """Lamps about the place the camera looks at, each as bright there as it is told to be."""

    def __init__(self, stage: Stage, view: View) -> None:
        self.stage, self.view = stage, view
        self.sum = np.zeros(3)

    def _link(self, lamp: object, at: tuple[float, float, float]) -> None:
        holder = bpy.data.objects.new("lamp", lamp)
        aim = mathutils.Vector((*self.view.target, 0.0)) - mathutils.Vector(at)
        holder.location, holder.rotation_euler = at, aim.to_track_quat("-Z", "Y").to_euler()
        self.stage.scene.collection.objects.link(holder)

    def place(self, azimuth_deg: float, height_deg: float, reach_mm: float) -> tuple[float, float, float]:
        """The place in this direction, seen from the middle of the picture as its camera is turned."""
        turn = math.radians(azimuth_deg + self.view.yaw_deg)
        rise = math.radians(height_deg)
        return (
            self.view.target[0] + reach_mm * math.cos(rise) * math.cos(turn),
            self.view.target[1] + reach_mm * math.cos(rise) * math.sin(turn),
            reach_mm * math.sin(rise),
        )

    def area(
        self, at: tuple[float, float, float], wide_mm: float, high_mm: float, tint: Tint, level: float
    ) -> None:
        """A bright rectangle that faces the pieces."""
        lamp = bpy.data.lights.new("lamp", "AREA")
        lamp.shape, lamp.size, lamp.size_y, lamp.color = "RECTANGLE", wide_mm, high_mm, tint
        far = math.dist(at, (*self.view.target, 0.0))
        # Blender spreads the power over the half space: this much of it makes `level` on the table.
        lamp.energy = math.pi**2 * far**2 * level / max(0.25, at[2] / far)
        self._link(lamp, at)
        self.sum += np.array(tint) * level

    def sun(self, at: tuple[float, float, float], tint: Tint, level: float, wide_deg: float) -> None:
        """Light from one direction, with shadows as sharp as the sun's."""
        lamp = bpy.data.lights.new("sun", "SUN")
        lamp.color, lamp.energy, lamp.angle = tint, math.pi * level, math.radians(wide_deg)
        self._link(lamp, at)
        self.sum += np.array(tint) * level

    def sky(self, tint: Tint, level: float) -> None:
        """Light from everywhere: what the room's walls throw back."""
        world = bpy.data.worlds.new("room")
        self.stage.scene.world = world
        if world.node_tree is None:
            world.use_nodes = True
        background = world.node_tree.nodes["Background"]
        background.inputs["Color"].default_value = (*tint, 1.0)
        background.inputs["Strength"].default_value = level
        self.sum += np.array(tint) * level

    def mirrored(self, chance: Chance, reach_mm: float) -> tuple[float, float, float]:
        """A place whose mirror image in the table the camera sees somewhere in its picture."""
        x, y = self.view.ground(
            self.view.width * chance.uniform(0.3, 0.7), self.view.height * chance.uniform(0.25, 0.6)
        )
        way = np.array([x, y, 0.0]) - np.array(self.view.eye)
        way *= reach_mm / np.linalg.norm(way)
        return float(x + way[0]), float(y + way[1]), float(-way[2])


def light_up(stage: Stage, view: View, chance: Chance) -> Light:
    """Hang one room's lamps."""
    kind = chance.weighted(KINDS)
    lamps = _Lamps(stage, view)
    side = chance.uniform(0, 360)
    room = chance.choice((BULB, NEUTRAL, DAY))
    brightness = 1.0
    if kind == "ceiling":
        size = chance.uniform(120, 500)
        lamps.area(lamps.place(side, chance.uniform(50, 75), 1500), size, size, room, 0.8)
        lamps.sky(room, chance.uniform(0.25, 0.5))
    elif kind == "window":
        lamps.area(
            lamps.place(side, chance.uniform(25, 45), 1300), 1000, 1200, chance.choice((DAY, SHADE)), 0.9
        )
        lamps.sky(NEUTRAL, chance.uniform(0.12, 0.35))
    elif kind == "desk lamp":
        at = lamps.place(side, chance.uniform(40, 65), chance.uniform(380, 650))
        lamps.area(at, 70, 70, chance.choice((BULB, NEUTRAL)), 0.9)
        lamps.sky(NEUTRAL, chance.uniform(0.08, 0.25))
    elif kind == "overcast":
        lamps.sky(chance.choice((DAY, SHADE)), 0.8)
        lamps.area(lamps.place(side, 50, 1600), 1500, 1500, SHADE, 0.3)
    elif kind == "evening":
        lamps.area(
            lamps.place(side, chance.uniform(35, 60), 1200), 150, 150, chance.choice((CANDLE, BULB)), 0.8
        )
        lamps.sky(BULB, chance.uniform(0.06, 0.15))
        brightness = chance.uniform(0.35, 0.6)
    elif kind == "two colours":
        lamps.area(lamps.place(side, 35, 1200), 800, 1000, SHADE, 0.5)
        lamps.area(lamps.place(side + chance.uniform(120, 240), 55, 700), 100, 100, BULB, 0.5)
        lamps.sky(NEUTRAL, 0.15)
    elif kind == "glare":
        size = chance.uniform(260, 520)  # a smaller one would burn the numerals away
        lamps.area(
            lamps.mirrored(chance, 900),
            size,
            size * chance.uniform(0.5, 2),
            chance.choice((DAY, NEUTRAL)),
            0.6,
        )
        lamps.area(lamps.place(side, 55, 1500), 600, 600, room, 0.3)
        lamps.sky(room, 0.25)
    elif kind == "sun":
        at = lamps.place(side, chance.uniform(30, 60), 1500)
        lamps.sun(at, (1.0, 0.92, 0.78), 1.0, chance.uniform(0.5, 2.5))
        lamps.sky(SHADE, chance.uniform(0.25, 0.45))
    else:
        for step in range(chance.choice((3, 4, 5))):
            lamps.area(lamps.place(side + 72 * step, chance.uniform(55, 75), 1100), 60, 60, BULB, 0.24)
        lamps.sky(NEUTRAL, 0.15)
    tint = lamps.sum / lamps.sum.max()
    return Light(kind, (float(tint[0]), float(tint[1]), float(tint[2])), brightness)
