"""Tiles are named all together; what lay there before helps, and never overrules a clear picture."""

import numpy as np
import pytest

import vision
from tests.vision.test_read import LAID, LOOK, _see, _tiles
from vision.artwork.addique import tile
from vision.layers import Layers
from vision.reader import eyes
from vision.reading import Piece, Reading
from vision.scene.scene import Placed
from vision.tiles.naming import name_tiles, tell_tile
from vision.tiles.patterns import NAMES, NUMERALS
from vision.tiles.places import Places

BLANK = Layers(np.full((200, 400, 3), 128, np.uint8))
PLACES = Places(
    np.array([[0, 0], [1, 2]]),
    np.array([[100.0, 100.0], [250.0, 100.0]]),
    np.tile(np.eye(2) * 30, (2, 1, 1)),
    np.ones(2, bool),
)


def _chances(*names: str) -> np.ndarray:
    """Every numeral of these tiles as good as certain."""
    chances = np.full((len(names), 4, 8), 0.001)
    for place, name in enumerate(names):
        chances[place, np.arange(4), NUMERALS[NAMES.index(name)]] = 0.99
    return chances


def _torn() -> np.ndarray:
    """The first tile clear, the second between 1386 and 1683: its right and left numerals are guesses."""
    chances = _chances("4752", "1386")
    for arm, (likely, other) in {1: (3, 6), 3: (6, 3)}.items():
        chances[1, arm] = 0.001
        chances[1, arm, likely - 1], chances[1, arm, other - 1] = 0.55, 0.4
    return chances


def _name(chances: np.ndarray, previous: Reading | None) -> tuple[list[str], list[str]]:
    pieces, why = name_tiles(BLANK, eyes().glyphs, PLACES, chances, previous)
    return [piece.name for piece in pieces], [doubt.code for doubt in why]


def _before(name: str, x: float = 251.0, confidence: float = 1.0) -> Reading:
    return Reading("addique", (Piece("4752", 100.0, 100.0, 1.0), Piece(name, x, 101.0, confidence)))


def test_two_likely_tiles_are_a_doubt() -> None:
    assert _name(_torn(), None) == (["4752", "1386"], ["numeral"])


@pytest.mark.parametrize("name", ["1386", "1683"])
def test_what_lay_there_before_settles_it(name: str) -> None:
    assert _name(_torn(), _before(name)) == (["4752", name], [])


def test_what_lay_elsewhere_or_looks_quite_different_does_not() -> None:
    assert _name(_torn(), _before("1386", x=300.0))[1] == ["numeral"]
    assert _name(_torn(), _before("7128"))[1] == ["numeral"]


def test_a_clear_picture_is_never_overruled() -> None:
    assert _name(_chances("4752", "1386"), _before("1683")) == (["4752", "1386"], [])


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_tile_turned_against_the_others_is_told(quarters: int) -> None:
    odd = Placed(tile("1386", LOOK), 2 * 1.03 * LOOK.cell_mm, 1.03 * LOOK.cell_mm, turn_deg=90.0 * quarters)
    others = _tiles([each for each in LAID if each[0] != "1386"])
    reading = vision.read(_see((*others, odd), 20), "addique")
    assert "turned" in {doubt.code for doubt in reading.why}
    assert {piece.name for piece in reading.pieces} >= {name for name, _, _ in LAID} - {"1386"}


@pytest.mark.parametrize(("chance", "told"), [(0.3, True), (0.1, False)])
def test_four_faint_numerals_that_make_a_tile_tell_it(chance: float, told: bool) -> None:
    chances = _chances("4752")
    chances[0, 0, 3] = chances[0, 3, 1] = chance  # its 4 and 2, each more likely no numeral at all
    assert tell_tile(chances).tolist() == [told]


def test_four_numerals_that_contradict_each_other_tell_no_tile() -> None:
    chances = np.full((1, 4, 8), 0.001)
    chances[0, np.arange(4), [3, 6, 5, 0]] = 0.4
    assert tell_tile(chances).tolist() == [False]


@pytest.mark.parametrize(("other", "codes"), [(0.08, []), (0.2, ["hidden"])])
def test_one_faint_numeral_is_no_doubt_where_the_others_tell_the_tile_clearly(
    other: float, codes: list[str]
) -> None:
    chances = _chances("4752", "1386")
    chances[1, 3] = 0.001
    chances[1, 3, 5], chances[1, 3, 2] = 0.06, other  # its left 6 is hardly seen, and looks like a 3
    chances[1, 1, 2], chances[1, 1, 5] = 0.97, 0.005
    named, why = _name(chances, None)
    assert named == ["4752", "1386"] and why[:1] == codes
