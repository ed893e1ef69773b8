"""The trained networks, run on pieces they were not shown."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.artwork.look import CLASSIC, HIGH_CONTRAST, Look
from vision.network import GLYPHS, STRIDE, Finder, Glyphs
from vision.scene.camera import Camera
from vision.scene.hand import Hand
from vision.scene.layouts import lay_formula, lay_tiles
from vision.scene.render import render
from vision.scene.scene import Frame, Scene, SeenMark
from vision.scene.sensor import Sensor
from vision.scene.table import Table

SIZE = (640, 400)


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


@pytest.fixture(scope="module")
def glyphs() -> Glyphs:
    return Glyphs()


def table_of(look: Look, roll_deg: float, hand: Hand | None = None) -> Frame:
    rng = np.random.default_rng(4)
    laid = lay_tiles(rng, look, 9, 0.02, 0.4)
    middle = np.mean([(p.x_mm, p.y_mm) for p in laid], axis=0)
    camera = Camera((float(middle[0]), float(middle[1])), 1.5, 1.2, 12.0, 0.0, roll_deg)
    wood = Table("wood", (0.25, 0.4, 0.6), (0.3, 0.5, 0.7), 30.0, 2)
    return render(Scene(laid, camera, wood, sensor=Sensor(noise=1.5), hand=hand), SIZE)


def patch(frame: Frame, mark: SeenMark, window: float) -> np.ndarray:
    matrix = (
        np.array([[mark.across[0], mark.down[0], 0.0], [mark.across[1], mark.down[1], 0.0]]) * window / 32
    )
    matrix[:, 2] = (mark.x_px, mark.y_px) - matrix[:, :2] @ np.full(2, 15.5)
    return cv2.warpAffine(frame.picture, matrix, (32, 32), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


@pytest.mark.parametrize("roll_deg", [0.0, 90.0, 161.0, 287.0])
@pytest.mark.parametrize("look", [CLASSIC, HIGH_CONTRAST])
def test_the_finder_finds_every_mark_at_any_turn(finder: Finder, look: Look, roll_deg: float) -> None:
    frame = table_of(look, roll_deg)
    field = finder.find(frame.picture)
    for mark in frame.marks:
        if mark.seen > 0.95:
            x, y = int(mark.x_px / STRIDE), int(mark.y_px / STRIDE)
            kind = 1 if mark.face == "spot" else 2
            near = field.marks[kind, max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
            assert near.max() > 0.5, f"{mark.face} at {mark.x_px:.0f}, {mark.y_px:.0f}"


def test_the_finder_tells_pieces_from_table(finder: Finder) -> None:
    frame = table_of(CLASSIC, 20.0)
    field = finder.find(frame.picture)
    truth = cv2.resize(frame.surface, field.surface.shape[:0:-1], interpolation=cv2.INTER_NEAREST)
    claimed = field.surface.argmax(axis=0)
    assert (claimed[truth == 1] == 1).mean() > 0.8
    assert (claimed[truth == 0] == 0).mean() > 0.9


def test_the_finder_sees_a_hand(finder: Finder) -> None:
    frame = table_of(CLASSIC, 0.0, Hand(0.0, 40.0, 80.0, 90.0, skin=(0.5, 0.6, 0.8)))
    field = finder.find(frame.picture)
    truth = cv2.resize(frame.surface, field.surface.shape[:0:-1], interpolation=cv2.INTER_NEAREST)
    assert (truth == 2).sum() > 300
    assert field.surface[2][truth == 2].mean() > 0.5


def test_any_size_of_picture_is_taken(finder: Finder) -> None:
    for height, width in ((1, 1), (50, 37), (401, 703)):
        field = finder.find(np.full((height, width, 3), 127, np.uint8))
        rows, columns = -(-height // STRIDE), -(-width // STRIDE)
        assert field.marks.shape == (3, rows, columns)
        assert field.frame.shape == (3, rows, columns)
        assert field.marks.sum(axis=0) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("look", [CLASSIC, HIGH_CONTRAST])
def test_glyphs_are_read(glyphs: Glyphs, look: Look) -> None:
    frame = table_of(look, 200.0)
    marks = [mark for mark in frame.marks if mark.seen > 0.95]
    read = glyphs.read(np.stack([patch(frame, mark, 1.0) for mark in marks]))
    right = [GLYPHS[kind] == mark.face for kind, mark in zip(read.argmax(axis=1), marks, strict=True)]
    assert len(right) > 30 and np.mean(right) > 0.97


def test_a_formula_is_read(glyphs: Glyphs) -> None:
    laid = lay_formula(
        np.random.default_rng(2),
        CLASSIC,
        ["J7", "×", "3", "÷", "5", "-", "60", "+", "1", "=", "249"],
        0.5,
        0.0,
    )
    frame = render(Scene(laid, Camera(px_per_mm=1.6, focal_share=2.0, roll_deg=70.0)), (1400, 1400))
    marks = [mark for mark in frame.marks if mark.seen > 0.95]
    read = glyphs.read(np.stack([patch(frame, mark, 1.25) for mark in marks]))
    wrong = [
        mark.face for kind, mark in zip(read.argmax(axis=1), marks, strict=True) if GLYPHS[kind] != mark.face
    ]
    assert len(marks) > 12 and wrong == []


def test_bare_faces_are_no_glyphs(glyphs: Glyphs) -> None:
    tones = np.random.default_rng(0).integers(0, 255, (20, 1, 1, 3), dtype=np.uint8)
    read = glyphs.read(np.broadcast_to(tones, (20, 32, 32, 3)).copy())
    assert (read.argmax(axis=1) == 0).all()


def test_no_patches_no_answers(glyphs: Glyphs) -> None:
    assert glyphs.read(np.zeros((0, 32, 32, 3), np.uint8)).shape == (0, len(GLYPHS))
