"""Addique: one to 48 tiles on their grid, laid by hand."""

from __future__ import annotations

from benchmarks.traced.camera import View
from benchmarks.traced.chance import Chance
from benchmarks.traced.layout import Facts, Layout, Piece, grid, place, px
from benchmarks.traced.shapes import plus, slab
from benchmarks.traced.stage import Finish, Stage
from benchmarks.traced.tiles import TILES, Make, board

ARMS = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))


def lay(stage: Stage, chance: Chance) -> Layout:
    """Lay one board."""
    make = Make.drawn(chance)
    count = chance.choice(
        (chance.randint(1, 4), chance.randint(3, 12), chance.randint(8, 24), chance.randint(20, 48))
    )
    slip, turn_deg = chance.choice(((0.15, 0.4), (0.3, 1.0), (0.5, 1.8)))
    pitch = make.cell_mm * (1 + chance.uniform(0.01, 0.035))
    shape = slab(plus(make.cell_mm * 0.985), make.thick_mm)
    finish = Finish(make.roughness, 0.5, relief_mm=-0.6 if make.engraved else 0.0)
    pieces, corners = [], []
    for tile, (col, row) in zip(chance.sample(TILES, count), board(count, chance), strict=True):
        at = (col * pitch + chance.near(slip), -row * pitch + chance.near(slip))
        turn = chance.near(turn_deg)
        material = stage.picture_material(make.face(tile, chance), finish)
        thing = stage.put(shape, material, (*at, 0.0), turn, bevel_mm=min(0.7, make.thick_mm / 4))
        points = []
        for dx, dy in ARMS:
            middle = place(dx * make.cell_mm, dy * make.cell_mm, at, turn)
            points += grid(make.cell_mm * 0.72, make.cell_mm * 0.72, middle, turn, make.thick_mm, 4)
        corners += grid(3 * make.cell_mm, 3 * make.cell_mm, at, 0.0, make.thick_mm, 2)
        says = {**dict(zip(("top", "right", "bottom", "left"), tile, strict=True)), "col": col, "row": row}
        pieces.append(Piece(says, frozenset({thing.name}), (*at, make.thick_mm), tuple(points)))

    def tell(view: View, whole: list[bool]) -> Facts:
        told = [{**piece.says, "center_px": px(view, piece.middle)} for piece in pieces]
        facts: Facts = {"pieces": told}
        if not all(whole):
            facts["visible"] = [one for one, seen in zip(told, whole, strict=True) if seen]
        return facts

    conditions = {"scheme": make.name, "font": make.font.stem, "tiles": count}
    fill = (0.7, 0.94) if count > 10 else (0.4, 0.85)
    return Layout(pieces, corners, tell, conditions, 230.0, fill, make.thick_mm, small=count > 18)
