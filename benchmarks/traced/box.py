"""The Tric-Trac box: a wooden frame, a felt for the dice, and nine numbers with their covers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import RGB, luminance, mix, rgb, vary
from benchmarks.traced.grain import finished, wood
from benchmarks.traced.layout import Piece, grid
from benchmarks.traced.paint import Sheet
from benchmarks.traced.shapes import brick
from benchmarks.traced.stage import Finish, Material, Stage, Thing
from benchmarks.traced.tables import WOODS
from benchmarks.traced.typefaces import numerals

FELTS = ("#22663f", "#7a1f2b", "#1f3566", "#3a3a3d", "#5a2a66", "#8f6a24", "#0f6e6a")
STYLES = ("flip", "shut", "slide")
INKS = ("#1d1714", "#8f1a1f", "#1b3a78", "#f4ead2")


@dataclass(frozen=True)
class Box:
    """The measures and the look of one box; the numbers run along its far side."""

    style: str
    font: Path
    pitch_mm: float
    long_mm: float  # how long a number's plate is
    tray_mm: float
    wall_mm: float
    rim_mm: float
    frame: str
    plate: str
    felt: RGB
    ink: RGB
    painted: bool

    @classmethod
    def drawn(cls, chance: Chance) -> Box:
        """A box as chance has it."""
        plate = chance.choice(sorted(WOODS))
        light = sum(luminance(rgb(word)) for word in WOODS[plate]) / 2
        inks = [ink for ink in INKS if abs(luminance(rgb(ink)) - light) > 0.25]
        return cls(
            style=chance.choice(STYLES),
            font=chance.choice(numerals()),
            pitch_mm=chance.uniform(19, 27),
            long_mm=chance.uniform(26, 38),
            tray_mm=chance.uniform(95, 150),
            wall_mm=chance.uniform(7, 12),
            rim_mm=chance.uniform(12, 24),
            frame=chance.choice(sorted(WOODS)),
            plate=plate,
            felt=vary(rgb(chance.choice(FELTS)), chance),
            ink=vary(rgb(chance.choice(inks)), chance),
            painted=chance.maybe(0.25),
        )

    @property
    def width_mm(self) -> float:
        """The room between the side walls."""
        return 9 * self.pitch_mm + 6.0

    @property
    def shelf_mm(self) -> float:
        """How deep the numbers' part is; covers that are slid or tipped over need twice the room."""
        return (1.0 if self.style == "flip" else 2.0) * self.long_mm + 6.0


def _plank(
    stage: Stage, chance: Chance, name: str, width: float, height: float, upright: bool, shade: float = 1.0
) -> Material:
    dark, light = (mix(rgb(word), (0, 0, 0), 1 - shade) for word in WOODS[name])
    scale = min(4.0, 900 / max(width, height))
    size = (round(height * scale), round(width * scale))
    field = wood(chance.grain, *(size[::-1] if upright else size), scale, dark, light, 0.7)
    picture = finished(field.transpose(1, 0, 2) if upright else field)
    return stage.picture_material(picture, Finish(chance.uniform(0.3, 0.55), 0.4))


def _plate(box: Box, number: int | None, chance: Chance, shade: float = 1.0) -> Image.Image:
    """One number's plate from above, or a blank one."""
    width = box.pitch_mm - 1.4
    sheet = Sheet(width, box.long_mm, 9.0, (0, 0, 0))
    dark, light = (mix(rgb(word), (0, 0, 0), 1 - shade) for word in WOODS[box.plate])
    grain = wood(chance.grain, sheet.picture.width, sheet.picture.height, sheet.scale, dark, light, 0.6)
    sheet.picture.paste(finished(grain.transpose(1, 0, 2)))
    if number is not None:
        sheet.word(
            str(number), box.font, width / 2, box.long_mm / 2, box.long_mm * 0.55, box.ink, width * 0.8
        )
    return sheet.wear(chance, 0.6)


def build(stage: Stage, box: Box, chance: Chance) -> list[Thing]:
    """The frame and the felt; the tray's near wall lies at y = 0."""
    deep, wide, wall = box.tray_mm + box.shelf_mm, box.width_mm, box.wall_mm
    things = []
    long_wood = _plank(stage, chance, box.frame, wide + 2 * wall, wall, False)
    side_wood = _plank(stage, chance, box.frame, wall, deep, True)
    for y in (-wall / 2, deep + wall / 2):
        things.append(stage.put(brick(wide + 2 * wall, wall, box.rim_mm), long_wood, (0, y, 0), bevel_mm=1.0))
    for x in (-(wide + wall) / 2, (wide + wall) / 2):
        things.append(stage.put(brick(wall, deep, box.rim_mm), side_wood, (x, deep / 2, 0), bevel_mm=0.8))
    things.append(stage.put(brick(wide, 4.0, 7.0), long_wood, (0, box.tray_mm, 0), bevel_mm=0.8))
    fuzz = Sheet(wide, box.tray_mm, 3.0, box.felt).wear(chance, 3.0)
    things.append(
        stage.put(
            brick(wide, box.tray_mm, 3.0),
            stage.picture_material(fuzz, Finish(0.95, 0.05)),
            (0, box.tray_mm / 2, 0),
        )
    )
    bed = _plank(stage, chance, box.frame, wide, box.shelf_mm, False, 0.6)
    things.append(stage.put(brick(wide, box.shelf_mm, 2.0), bed, (0, box.tray_mm + box.shelf_mm / 2, 0)))
    return things


def set_numbers(
    stage: Stage, box: Box, chance: Chance, open_numbers: list[int]
) -> tuple[list[Piece], list[Thing]]:
    """The nine plates, open or covered in the box's own manner."""
    pieces, things = [], []
    width, long = box.pitch_mm - 1.4, box.long_mm
    far = box.tray_mm + box.shelf_mm - 3.0 - long / 2
    plate, cover = brick(width, long, 5.0), brick(width, long, 3.0)
    finish = Finish(chance.uniform(0.25, 0.5), 0.45)
    blank_shade = chance.choice((1.0, 0.8, 0.6))
    tilt = chance.uniform(12, 28)
    painted = vary(rgb(chance.choice(FELTS)), chance)
    for number in range(1, 10):
        x = (number - 5) * box.pitch_mm + chance.near(0.12)
        is_open, turn = number in open_numbers, chance.near(0.4)
        shown = stage.picture_material(_plate(box, number, chance), finish)
        blank = stage.picture_material(_plate(box, None, chance, blank_shade), finish)
        if box.painted:
            blank = stage.colour_material(painted, finish)
        mine, z = [], 7.0
        if box.style == "flip":
            mine.append(stage.put(plate, shown if is_open else blank, (x, far, 2.0), turn, bevel_mm=0.7))
        elif box.style == "shut":
            y, lean = (far, tilt) if is_open else (far - long - 0.5, chance.uniform(0, 2))
            rise = 3.0 + long / 2 * math.sin(math.radians(lean))
            mine.append(
                stage.put(plate, shown if is_open else blank, (x, y, rise), turn, (lean, 0.0), bevel_mm=0.7)
            )
            z = rise + 5.0
        else:
            mine.append(stage.put(plate, shown, (x, far, 0.5), 0.0))
            y = far - long - 0.5 if is_open else far + chance.near(0.3)
            mine.append(stage.put(cover, blank, (x, y, 5.7 if not is_open else 3.0), turn, bevel_mm=0.6))
            z = 5.5 if is_open else 8.7
        place = (x, far if is_open or box.style != "shut" else far - long - 0.5)
        points = grid(width * 0.7, long * 0.55, place, 0.0, z, 4)
        pieces.append(Piece(None, frozenset(thing.name for thing in mine), (*place, z), tuple(points)))
        things += mine
    return pieces, things
