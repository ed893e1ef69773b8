"""The stage: quick frames of one table, the same again for the same calls, true at every moment."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.artwork.addique import TILES, tile
from vision.artwork.look import CLASSIC
from vision.scene.camera import Camera
from vision.scene.hand import Hand
from vision.scene.scene import COVER, Placed, Scene
from vision.scene.sensor import Sensor
from vision.scene.stage import Stage
from vision.scene.table import Table

SIZE = (640, 360)


def stage(seed: int = 1) -> Stage:
    table = Table("wood", (0.3, 0.5, 0.7), (0.4, 0.6, 0.8), seed=5)
    camera = Camera(px_per_mm=3.0, pitch_deg=12.0, bend=0.03)
    return Stage(Scene((), camera, table, sensor=Sensor(noise=2.0)), seed)


def lie(name: str, column: int, row: int) -> Placed:
    pitch = CLASSIC.cell_mm * 1.02
    return Placed(tile(name, CLASSIC), column * pitch, row * pitch, 1.0, 0.0, CLASSIC.cell_mm, (column, row))


def play(table: Stage) -> list[np.ndarray]:
    frames = [table.frame(SIZE)]
    table.lay("a", lie(TILES[0], 0, 0))
    table.show_hand(Hand(0.0, 0.0, 90.0))
    frames.append(table.frame(SIZE))
    table.show_hand(None)
    frames.append(table.frame(SIZE))
    table.bump()
    frames.append(table.frame(SIZE))
    return [frame.picture for frame in frames]


def test_the_same_calls_give_the_same_frames() -> None:
    first, second, other = play(stage()), play(stage()), play(stage(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert not np.array_equal(first[0], other[0])


def test_the_chip_is_never_quite_still() -> None:
    table = stage()
    first, second = table.frame(SIZE).picture, table.frame(SIZE).picture
    change = np.abs(first.astype(int) - second)
    assert 0.5 < change.mean() < 6


def test_truth_follows_every_call() -> None:
    table = stage()
    assert table.frame(SIZE).pieces == ()
    table.lay("a", lie(TILES[0], 0, 0))
    table.lay("b", lie(TILES[9], 1, 2))
    seen = table.frame(SIZE)
    assert [piece.name for piece in seen.pieces] == [TILES[0], TILES[9]]
    assert [piece.place for piece in seen.pieces] == [(0, 0), (1, 2)]
    assert min(piece.seen for piece in seen.pieces) > 0.9
    table.take_away("a")
    assert [piece.name for piece in table.frame(SIZE).pieces] == [TILES[9]]
    table.clear()
    assert table.frame(SIZE).marks == ()


def test_a_hand_comes_and_leaves() -> None:
    table = stage()
    table.lay("a", lie(TILES[0], 0, 0))
    clear = table.frame(SIZE)
    table.show_hand(Hand(0.0, -20.0, 90.0, 110.0, curl=0.1))
    covered = table.frame(SIZE)
    assert covered.pieces[0].seen < 0.6 < clear.pieces[0].seen
    assert (covered.surface == COVER).mean() > 0.02
    table.show_hand(None)
    assert not (table.frame(SIZE).surface == COVER).any()


def test_a_bump_moves_the_pieces_a_little() -> None:
    table = stage()
    table.lay("a", lie(TILES[0], 0, 0))
    before = table.frame(SIZE).pieces[0]
    table.bump()
    after = table.frame(SIZE).pieces[0]
    moved = float(np.hypot(after.x_px - before.x_px, after.y_px - before.y_px))
    assert 0.2 < moved < 30


@pytest.mark.parametrize("width", [640, 1280, 2304])
def test_every_size_sees_the_same_table(width: int) -> None:
    table = stage()
    table.lay("a", lie(TILES[0], 2, -1))
    height = width * 9 // 16
    piece = table.frame((width, height)).pieces[0]
    small = stage()
    small.lay("a", lie(TILES[0], 2, -1))
    other = small.frame((320, 180)).pieces[0]
    assert piece.x_px / width == pytest.approx(other.x_px / 320, abs=0.002)
    assert piece.y_px / height == pytest.approx(other.y_px / 180, abs=0.002)


def test_laying_a_piece_anew_shows_the_new_one() -> None:
    table = stage()
    table.lay("a", lie(TILES[0], 0, 0))
    first = table.frame(SIZE)
    table.lay("a", replace(lie(TILES[1], 0, 0)))
    second = table.frame(SIZE)
    assert first.pieces[0].name != second.pieces[0].name
    assert np.abs(first.picture.astype(int) - second.picture).max() > 60
