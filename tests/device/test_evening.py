"""A short evening: everything that may happen over a table happens once, and no turn is false or wrong."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from benchmarks.evening import Evening
from tests.device.loop import Loop


@pytest.mark.parametrize(("automatic", "seed"), [(False, 4), (True, 5)])
def test_in_a_short_evening_no_turn_is_false_or_wrong_and_hardly_one_missed(
    tmp_path: Path, automatic: bool, seed: int
) -> None:
    evening = Evening(Loop(tmp_path, automatic=automatic), Random(seed), automatic)
    evening.play(2.5 / 60)
    tally = evening.meet_everything()
    assert tally.turns >= 3 and len(tally.happened) >= 10
    assert (tally.false, tally.wrong) == (0, 0) and tally.missed <= 1, tally.reasons
