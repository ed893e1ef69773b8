"""Recorded games go through the table's real loop, and every turn must come out as it was played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.command import main
from scoring.record import read_record, score

GAMES = sorted((Path(__file__).parents[1] / "data" / "games").glob("*/game.json"))


@pytest.mark.parametrize("played", GAMES, ids=lambda played: played.parent.name)
def test_a_recorded_game_comes_out_as_it_was_played(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = json.loads(played.read_text())
    turns = [press for press in game["presses"] if "turn" in press]
    words = ["--game", game["game"], "--players", ",".join(game["players"]), "--json"]
    assert main(["replay", str(played.parent), *words]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(turn["picture"], turn["points"]) for turn in told["turns"]] == [
        (press["picture"], press["points"]) for press in turns
    ]
    refused = [press["picture"] for press in game["presses"] if "turn" not in press]
    assert [entry["picture"] for entry in told["refused"]] == refused
    by_the_rules = score(read_record({**game, "turns": [press["turn"] for press in turns]}))
    for turn in told["turns"]:
        del turn["picture"]
    assert told["turns"] == by_the_rules["turns"]
    assert told["finished"]
    assert told["winners"] == by_the_rules["winners"]


def test_every_way_of_seeing_a_game_is_recorded() -> None:
    assert {played.parent.name.split("-")[0] for played in GAMES} >= {"addique", "formula"}
