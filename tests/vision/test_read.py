"""The whole eye, networks included, on drawn tables."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

import vision
from vision.artwork.addique import tile
from vision.artwork.cards import draw_card
from vision.artwork.look import Look
from vision.reader import READERS, UnknownGameError
from vision.reading import Reading
from vision.scene.camera import Camera
from vision.scene.hand import Hand
from vision.scene.layouts import lay_tiles
from vision.scene.render import render
from vision.scene.scene import Placed, Scene

SIZE = (1280, 960)
LOOK = Look()
LAID = (("4752", 0, 0), ("1386", 2, 1), ("6237", -1, 2), ("7128", 1, 3), ("5148", 3, -1))


def _tiles(laid=LAID, gap=0.03) -> tuple[Placed, ...]:
    pitch = LOOK.cell_mm * (1 + gap)
    return tuple(
        Placed(tile(name, LOOK), col * pitch, row * pitch, size_mm=LOOK.cell_mm, place=(col, row))
        for name, col, row in laid
    )


def _cards(faces: str) -> tuple[Placed, ...]:
    step = LOOK.card_width_mm * 1.08
    height = LOOK.card_height_mm * LOOK.card_numeral_share
    return tuple(
        Placed(draw_card(face, LOOK), i * step, 0.0, turn_deg=(i % 3 - 1) * 2.0, size_mm=height)
        for i, face in enumerate(faces)
    )


def _see(
    pieces: tuple[Placed, ...], turn_deg=0.0, pitch_deg=0.0, room=1.35, hand=None, aim=None
) -> np.ndarray:
    at = np.array([(placed.x_mm, placed.y_mm) for placed in pieces] or [(0.0, 0.0)])
    middle = (at.min(axis=0) + at.max(axis=0)) / 2 if aim is None else np.array(aim)
    span = float(np.ptp(at, axis=0).max()) + 110
    camera = Camera(
        (float(middle[0]), float(middle[1])), SIZE[1] / span / room, 1.1, pitch_deg, 20.0, turn_deg
    )
    return render(Scene(pieces, camera, hand=hand), SIZE).picture


def _laid(reading: Reading) -> set[tuple[str, int, int]]:
    col, row = min(p.col for p in reading.pieces), min(p.row for p in reading.pieces)
    return {(p.name, p.col - col, p.row - row) for p in reading.pieces}


def _truth(laid=LAID) -> set[tuple[str, int, int]]:
    col, row = min(c for _, c, _ in laid), min(r for _, _, r in laid)
    return {(name, c - col, r - row) for name, c, r in laid}


@pytest.mark.parametrize(("turn_deg", "pitch_deg"), [(0, 0), (37, 12), (90, 0), (180, 25), (255, 8)])
def test_a_table_is_read_from_any_seat(turn_deg: float, pitch_deg: float) -> None:
    reading = vision.read(_see(_tiles(), turn_deg, pitch_deg), "addique")
    assert reading.sure, reading.reason
    assert _laid(reading) == _truth()
    assert all(piece.confidence > 0.9 and len(piece.runners_up) == 3 for piece in reading.pieces)


def test_the_grid_leads_to_the_tiles() -> None:
    reading = vision.read(_see(_tiles(), 130, 10), "addique")
    for piece in reading.pieces:
        x, y, depth = np.array(reading.grid) @ (piece.col, piece.row, 1)
        assert np.hypot(x / depth - piece.x, y / depth - piece.y) < 0.2 * (piece.box[2] - piece.box[0]) / 3


def test_two_equal_tiles_are_told_as_they_lie() -> None:
    laid = (("4752", 0, 0), ("1386", 2, 1), ("4752", 1, 3))
    assert _laid(vision.read(_see(_tiles(laid)), "addique")) == _truth(laid)


def test_a_hand_over_the_table_makes_it_unsure() -> None:
    hand = Hand(10.0, 15.0, 200.0, 90.0, 0.4, 0.5, 1.0, (0.45, 0.55, 0.8), (0.4, 0.2, 0.2), 200.0, 20.0, 4)
    reading = vision.read(_see(_tiles(), hand=hand), "addique")
    assert not reading.sure and "cover" in {doubt.code for doubt in reading.why}
    assert {(p.name) for p in reading.pieces} <= {name for name, _, _ in LAID}


def test_tiles_with_worn_spots_are_found_by_their_numerals() -> None:
    worn = replace(
        LOOK, spot=tuple(round(0.96 * f + 0.04 * i) for f, i in zip(LOOK.face, LOOK.ink, strict=True))
    )
    tiles = lay_tiles(np.random.default_rng(2), worn, 18, 0.03, 0.5)
    fresh = lay_tiles(np.random.default_rng(2), LOOK, 18, 0.03, 0.5)
    reading = vision.read(_see((*fresh[:1], *tiles[1:]), turn_deg=10, pitch_deg=15, room=1.1), "addique")
    assert reading.sure
    assert _laid(reading) == _truth(tuple((placed.piece.name, *placed.place) for placed in tiles))


RULED = (("4851", 0, 0), ("8712", -2, -1), ("6435", -4, 0), ("1386", 1, 2), ("1782", 0, 4))


def test_a_ruler_over_the_spots_of_tiles_makes_it_unsure() -> None:
    picture = _see(_tiles(RULED), room=1.6)
    whole = vision.read(picture, "addique")
    assert whole.sure and _laid(whole) == _truth(RULED)
    ends = [np.array([p.x, p.y]) for p in whole.pieces if p.name in ("1386", "1782")]
    along = ends[1] - ends[0]
    line = np.rint([ends[0] - 2 * along, ends[1] + 2 * along]).astype(int).tolist()
    ruled = cv2.line(picture.copy(), *line, picture[5, 5].tolist(), 60)
    assert not vision.read(ruled, "addique").sure


def test_a_tile_half_out_of_the_picture_makes_it_unsure() -> None:
    pieces = _tiles()
    at = np.array([(placed.x_mm, placed.y_mm) for placed in pieces])
    span = (float(np.ptp(at, axis=0).max()) + 110) * 1.35
    edge = at[:, 1].max() - span / 2
    reading = vision.read(_see(pieces, aim=(at[:, 0].mean(), edge)), "addique")
    assert not reading.sure


def test_a_tile_that_vanished_makes_it_unsure() -> None:
    before = vision.read(_see(_tiles()), "addique")
    after = vision.read(_see(_tiles(LAID[:-1])), "addique", before)
    assert [doubt.code for doubt in after.why] == ["vanished"]


@pytest.mark.parametrize("game", ["addique", "formula"])
def test_an_empty_table_is_sure(game: str) -> None:
    reading = vision.read(_see(()), game)
    assert reading.pieces == () and reading.sure, reading.reason


@pytest.mark.parametrize(("game", "pieces"), [("addique", _cards("8+1=9")), ("formula", _tiles())])
def test_another_game_gives_no_ghosts(game: str, pieces: tuple[Placed, ...]) -> None:
    reading = vision.read(_see(pieces), game)
    assert not (reading.sure and reading.pieces)


@pytest.mark.parametrize(
    ("faces", "tokens", "turn_deg"),
    [
        ("24=", ("2", "4", "="), 0),
        ("8+1=9", ("8", "+", "1", "=", "9"), 180),
        ("12×6=73", ("12", "×", "6", "=", "73"), 75),
        ("96-5=91", ("96", "-", "5", "=", "91"), 0),
        ("60÷3=20", ("60", "÷", "3", "=", "20"), 290),
    ],
)
def test_a_row_is_read_from_any_seat(faces: str, tokens: tuple[str, ...], turn_deg: float) -> None:
    reading = vision.read(_see(_cards(faces), turn_deg, 10), "formula")
    assert reading.tokens == tokens, reading.reason
    assert [piece.order for piece in reading.pieces] == list(range(len(faces)))


def test_noise_and_plain_pictures_give_nothing() -> None:
    chance = np.random.default_rng(2)
    for pixels in (chance.integers(0, 256, (480, 640, 3), np.uint8), np.full((480, 640, 3), 128, np.uint8)):
        for game in ("addique", "formula"):
            reading = vision.read(pixels, game)
            assert not (reading.sure and reading.pieces)


def test_an_unknown_game_is_told() -> None:
    with pytest.raises(UnknownGameError, match="cannot be read"):
        vision.read(np.zeros((64, 64, 3), np.uint8), "chess")
    assert {"addique", "formula"} <= set(READERS)


def test_a_picture_that_a_reader_stumbles_over_is_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> Reading:
        raise IndexError("a table nobody thought of")

    monkeypatch.setattr("vision.reader.READERS", {**READERS, "addique": stumble})
    reading = vision.read(np.zeros((90, 120, 3), np.uint8), "addique")
    assert not reading.sure and not reading.pieces and reading.reason == "This picture could not be read."
