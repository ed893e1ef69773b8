"""Photos made worse on purpose: what is asked of a reader must be fair."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.harms import COLOURS, HARMS, cut_off, lay_thing, turn
from benchmarks.provoke import HIDDEN, provoke, told, truth_of
from vision.picture import Pixels


@pytest.fixture
def photo() -> Pixels:
    """A dark card on a light, slightly uneven table."""
    pixels = np.random.default_rng(1).integers(190, 210, (240, 320, 3)).astype(np.uint8)
    pixels[90:150, 130:190] = (40, 60, 80)
    return pixels


@pytest.mark.parametrize("name", [*HARMS, *COLOURS])
def test_every_harm_leaves_a_picture_that_differs(photo: Pixels, name: str) -> None:
    worse = (HARMS | COLOURS)[name](photo, np.random.default_rng(2))
    assert worse.dtype == np.uint8 and worse.shape[2] == 3
    assert worse.shape != photo.shape or (worse != photo).any()


def test_a_turned_photo_is_still_whole(photo: Pixels) -> None:
    for seed in range(8):
        dark = (turn(photo, np.random.default_rng(seed)) < 90).all(axis=2).sum()
        assert dark == pytest.approx(60 * 60, rel=0.1)


def test_a_thing_hides_the_middle_of_a_piece(photo: Pixels) -> None:
    for seed in range(8):
        worse = lay_thing(photo, np.random.default_rng(seed), [[160.0, 120.0]])
        assert (worse[118:123, 158:163] != photo[118:123, 158:163]).any(axis=2).mean() > 0.9


def test_a_photo_ends_across_a_piece(photo: Pixels) -> None:
    for seed in range(8):
        worse = cut_off(photo, np.random.default_rng(seed), [[160.0, 120.0]])
        dark = int((worse < 90).all(axis=2).sum())
        assert 0.2 * 60 * 60 < dark < 0.8 * 60 * 60


def test_colours_are_changed_only_where_they_mean_nothing(photo: Pixels) -> None:
    names = {
        game: [name for name, _ in provoke(np.random.default_rng(3), photo, game, [[160.0, 120.0]])]
        for game in ("addique", "code777")
    }
    assert set(COLOURS) <= set(names["addique"]) and not set(COLOURS) & set(names["code777"])
    assert names["addique"].count(HIDDEN) == names["code777"].count(HIDDEN) > 0


def test_where_the_grid_begins_does_not_matter() -> None:
    tiles = [{"tile": "4752", "col": 3, "row": -1}, {"tile": "1384", "col": 5, "row": 0}]
    moved = [{**tile, "col": tile["col"] - 3, "row": tile["row"] + 1} for tile in tiles]
    assert told("addique", {"tiles": tiles}) == told("addique", {"tiles": moved})
    assert told("addique", {"tiles": tiles}) != told("addique", {"tiles": tiles[:1]})


def test_the_truth_of_a_tile_may_be_told_by_its_numerals() -> None:
    piece = {"top": 4, "right": 7, "bottom": 5, "left": 2, "col": 0, "row": 0, "center_px": [10.0, 20.0]}
    want, centres = truth_of("addique", {"pieces": [piece]})
    assert want == told("addique", {"tiles": [{"tile": "4752", "col": 9, "row": 9}]})
    assert centres == [[10.0, 20.0]]
