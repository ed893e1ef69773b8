"""Tiles are shared out one to one, but a clear picture is never overruled."""

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.tiles.patterns import NAMES, NUMERALS, assign, score_tiles, share_out


def _arms(names: list[str], sharp: float) -> np.ndarray:
    """Log chances as a reader would give them: each arm right, with the same sharpness."""
    arms = np.zeros((len(names), 4, 8))
    for place, name in enumerate(names):
        for arm, numeral in enumerate(name):
            arms[place, arm, int(numeral) - 1] = sharp
    return arms - np.log(np.exp(arms).sum(axis=2, keepdims=True))


def test_the_48_tiles() -> None:
    assert len(NAMES) == len(set(NAMES)) == 48
    for name in NAMES:
        top, right, bottom, left = map(int, name)
        assert top + bottom == right + left == 9 and len(set(name)) == 4


def test_any_two_tiles_differ_on_two_arms() -> None:
    differ = (NUMERALS[:, None] != NUMERALS[None]).sum(axis=2)
    assert differ[~np.eye(48, dtype=bool)].min() == 2


def test_assignment_is_the_cheapest() -> None:
    chance = np.random.default_rng(4)
    for _ in range(200):
        rows = int(chance.integers(1, 49))
        costs = chance.normal(0, 5, (rows, 48)).round(int(chance.integers(0, 3)))
        mine = assign(costs)
        assert len(set(mine.tolist())) == rows
        assert np.isclose(costs[np.arange(rows), mine].sum(), costs[linear_sum_assignment(costs)].sum())


def test_a_full_table_is_read() -> None:
    order = list(np.random.default_rng(1).permutation(NAMES))
    shares = share_out(score_tiles(_arms(order, 6)))
    assert [NAMES[tile] for tile in shares.tiles] == order and not len(shares.twice)


def test_a_faint_double_goes_to_the_next_tile() -> None:
    arms = _arms(["4752", "4752"], 6)
    arms[1, 0] = _arms(["5742"], 0.1)[0, 0]
    arms[1, 2] = _arms(["5742"], 0.1)[0, 2]
    shares = share_out(score_tiles(arms))
    assert NAMES[shares.tiles[0]] == "4752" and NAMES[shares.tiles[1]] != "4752"


def test_two_equal_tiles_clearly_seen_are_told() -> None:
    shares = share_out(score_tiles(_arms(["4752", "1386", "4752"], 8)))
    assert [NAMES[tile] for tile in shares.tiles] == ["4752", "1386", "4752"]
    assert shares.twice.tolist() == [0, 2]
