"""Tric-Trac: the box with its nine numbers, some covered, and two dice on the felt."""

from __future__ import annotations

import math

from benchmarks.traced.box import Box, build, set_numbers
from benchmarks.traced.camera import View
from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import hex_word
from benchmarks.traced.dice import DieMake, roll
from benchmarks.traced.layout import Facts, Layout, px
from benchmarks.traced.stage import Stage

FLOOR_MM = 3.0


def _spots(box: Box, side_mm: float, chance: Chance) -> list[tuple[float, float]]:
    """Two places on the felt that leave both dice room, and clear of the walls' shadow of sight."""
    margin = side_mm * 0.75 + box.rim_mm * 0.35
    while True:
        spots = [
            (
                chance.uniform(-box.width_mm / 2 + margin, box.width_mm / 2 - margin),
                chance.uniform(margin, box.tray_mm - margin),
            )
            for _ in range(2)
        ]
        if math.dist(*spots) > side_mm * 1.5:
            return spots


def lay(stage: Stage, chance: Chance) -> Layout:
    """Set up one box in the middle of a turn."""
    box, make = Box.drawn(chance), DieMake.drawn(chance)
    closed = chance.randint(0, 9)
    open_numbers = sorted(set(range(1, 10)) - set(chance.sample(range(1, 10), closed)))
    build(stage, box, chance)
    plates, _ = set_numbers(stage, box, chance, open_numbers)
    thrown = [chance.randint(1, 6) for _ in range(2)]
    spots = _spots(box, make.side_mm, chance)
    dice = [
        roll(stage, make, number, at, FLOOR_MM, chance)[0] for number, at in zip(thrown, spots, strict=True)
    ]
    wide, deep = box.width_mm / 2 + box.wall_mm, box.tray_mm + box.shelf_mm + box.wall_mm
    corners = [(x, y, z) for x in (-wide, wide) for y in (-box.wall_mm, deep) for z in (0.0, box.rim_mm)]

    def tell(view: View, _whole: list[bool]) -> Facts:
        return {"dice": thrown, "open": open_numbers, "dice_px": [px(view, die.middle) for die in dice]}

    conditions = {
        "font": box.font.stem,
        "style": box.style,
        "felt": hex_word(box.felt),
        "dice": hex_word(make.body),
        "box": box.frame,
    }
    return Layout([*dice, *plates], corners, tell, conditions, 280.0, (0.6, 0.93), box.rim_mm)
