"""A short evening: everything that may happen over a table happens once, and no turn is false or wrong."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from benchmarks.evening import Evening
from benchmarks.evening_tally import Tally
from benchmarks.steps import begin, progress
from scoring.games import GAMES
from tests.device.loop import Loop


@pytest.mark.parametrize(
    ("automatic", "seed", "game"),
    [(False, 4, "addique"), (True, 5, "formula"), (False, 6, "trictrac"), (True, 7, "code777")],
)
def test_in_a_short_evening_no_turn_is_false_or_wrong_and_hardly_one_missed(
    tmp_path: Path, automatic: bool, seed: int, game: str
) -> None:
    evening = Evening(Loop(tmp_path, automatic=automatic), Random(seed), automatic, games=(game,))
    evening.play(2.5 / 60)
    tally = evening.meet_everything()
    assert tally.turns[game] >= 3 and len(tally.happened) >= 10
    assert (tally.count("false"), tally.count("wrong")) == (0, 0) and tally.missed[game] <= 1, tally.reasons


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_step_of_a_dealt_game_is_legal_counted_and_leads_to_its_end(game: str) -> None:
    match, steps = begin(game, Random(2))
    assert progress(match) == 0
    for count, step in enumerate(steps, start=1):
        match = match.with_event(step.event)
        assert match == step.then and progress(match) == count
        assert not any(result.problems for result in match.results)
    assert match.standing.finished


def test_a_kept_tally_is_taken_up_as_it_was_counted() -> None:
    tally = Tally(hours=0.5)
    tally.turns["addup"] += 7
    tally.missed["addup"] += 1
    again = Tally.read(json.dumps(vars(tally)))
    assert again == tally and (again + tally).count("turns") == 14
