"""The tip of a tile at the picture's edge is no empty table, and a bare table with things on it is one."""

from dataclasses import replace

import numpy as np
import pytest

import vision
from vision.artwork.addique import tile
from vision.artwork.look import Look
from vision.scene.camera import Camera
from vision.scene.render import render
from vision.scene.scene import Placed, Scene
from vision.scene.things import Thing

SIZE = (1280, 960)
LOOK = Look()


def _see(pieces: tuple[Placed, ...], seen_mm: float, px_per_mm: float, *things: Thing) -> np.ndarray:
    """A table whose left edge leaves so much of a tile in the picture."""
    aim = (1.5 * LOOK.cell_mm - seen_mm + SIZE[0] / px_per_mm / 2, 0.0)
    camera = Camera(aim, px_per_mm, 1.1, 0.0, 0.0, 0.0)
    return render(Scene(pieces, camera, things=things), SIZE).picture


@pytest.mark.parametrize(("px_per_mm", "turn_deg", "seen_mm"), [(2.2, 0, 9), (3.0, 30, 9), (3.0, 45, 13)])
def test_the_tip_of_a_lone_tile_is_told(px_per_mm: float, turn_deg: float, seen_mm: float) -> None:
    lone = replace(Placed(tile("4752", LOOK), 0.0, 0.0, size_mm=LOOK.cell_mm), turn_deg=turn_deg)
    reading = vision.read(_see((lone,), seen_mm, px_per_mm), "addique")
    assert [doubt.code for doubt in reading.why] == ["edge"] and reading.why[0].x < 60


@pytest.mark.parametrize("kind", ["coin", "pawn"])
def test_a_thing_at_the_edge_of_an_empty_table_is_no_tile(kind: str) -> None:
    thing = Thing(kind, 1.5 * LOOK.cell_mm - 6.0, 0.0, 30.0, 7)
    reading = vision.read(_see((), 9.0, 2.2, thing), "addique")
    assert not reading.pieces and reading.sure, reading.reason
