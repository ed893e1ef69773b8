"""The rules, proven by written games: the booklets' own examples, and every rule by its name."""

import json

import pytest

from scoring.record import parse_record, score
from tests.scoring.cases import GAMES, Case, cases, shown

ALL = [pytest.param(case, id=f"{game}: {case.title}") for game in GAMES for case in cases(game)]

RULES = {
    "addique": "unknown-tile tile-twice overlap edges wrong-player player-count game-over",
    "formula": "untrue too-many-cards no-card card-taken-away zero-product leading-zero joker-value "
    "wrong-player reuse-one",
    "addup": "joker-value openers-needed wrong-player game-over",
    "trictrac": "not-the-dice already-covered can-still-cover wrong-player dice-value",
    "code777": "untruthful unknown-question unknown-card wrong-player game-over",
}


@pytest.mark.parametrize("case", ALL)
def test_a_written_game_is_scored_as_the_booklet_says(case: Case) -> None:
    told = score(parse_record(json.dumps(case.record).encode()))
    players = case.record["players"]
    error = told.get("error")
    broken = f"{error['turn']} {error['rule']}" if error else None
    assert broken == case.end.get("breaks"), error
    if error:
        assert error["message"].endswith((".", "!")), "a rule is explained in a sentence"
    legal = len(case.turns) if error is None else error["turn"] - 1
    assert len(told["turns"]) == legal
    for count, (turn, expected) in enumerate(zip(told["turns"], case.turns, strict=False), start=1):
        assert {what: shown(players, turn, what) for what in expected} == expected, f"turn {count}"
    if "totals" in case.end:
        assert ", ".join(f"{name} {total}" for name, total in told["totals"].items()) == case.end["totals"]
    if "winners" in case.end:
        assert told["finished"] and " ".join(told["winners"]) == case.end["winners"]
    if "unfinished" in case.end:
        assert not told["finished"] and not told["winners"]


@pytest.mark.parametrize("case", ALL)
def test_every_case_expects_something(case: Case) -> None:
    assert case.end or any(case.turns)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_case_that_breaks_it(game: str) -> None:
    broken = {case.end["breaks"].split()[1] for case in cases(game) if "breaks" in case.end}
    assert broken == set(RULES[game].split())
