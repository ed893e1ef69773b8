"""Recorded games go through the table's real loop, and every turn must come out as it was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from device.cameras.folder import FolderCamera
from device.cameras.kept import KeptCamera
from device.command import main
from device.eye import Eye
from device.judges.code777 import next_rack
from device.referee import Referee
from device.replaying import Notebook
from device.requests import Disturbed, Settled
from scoring.code777_cards import card
from scoring.game import Table, read_options
from scoring.games import GAMES, game_named
from scoring.match import Event, Match, Played
from scoring.record import read_record, score
from scoring.snapshot import Begin, Do, Press
from web.racks import put_up

FOLDERS = sorted(file.parent for file in (Path(__file__).parents[1] / "data" / "games").glob("*/game.json"))
ALONE = ("addique", "formula")
"""Games whose recordings are read without any help."""
MOST_HELPED = 1 / 3
"""How much of another game may be left to people; nothing may ever be wrong."""


def test_a_game_of_every_booklet_is_recorded() -> None:
    assert {folder.name for folder in FOLDERS} == set(GAMES)


@pytest.mark.parametrize("name", ALONE)
def test_a_recorded_game_comes_out_as_it_was_played(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = next(folder for folder in FOLDERS if folder.name == name)
    game = json.loads((folder / "game.json").read_text())
    turns = [press for press in game["presses"] if "turn" in press]
    words = ["--game", game["game"], "--players", ",".join(game["players"]), "--json"]
    assert main(["replay", str(folder), *words]) == 0
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


class Evening:
    """People who play a recorded game before the loop, and help it where it asks."""

    def __init__(self, folder: Path, game: dict[str, Any]) -> None:
        rules = game_named(game["game"])
        self.table = Table(rules.name, tuple(game["players"]), read_options(rules, {}))
        camera = FolderCamera(folder)
        camera.open()
        self.referee = Referee(Notebook(), Eye(KeptCamera(camera)))
        self.referee.handle(Begin(self.table))
        self.helped: list[str] = []

    @property
    def match(self) -> Match:
        assert self.referee.latest.match is not None
        return self.referee.latest.match

    def press(self, press: dict[str, Any]) -> None:
        """Let the table be seen, press NEXT, and enter by hand what was not understood."""
        before = self.match
        if "said" in press:
            self._enter(Played(game_named(self.table.game).read_turn(self.table, press["said"])))
            return
        self.referee.handle(Disturbed())
        self.referee.handle(Settled())
        if self.referee.latest.machine != "asks":
            self.referee.handle(Press("next"))
        if "turn" in press and len(self.match.turns) == len(before.turns):
            self._help(press)
            self._enter(Played(game_named(self.table.game).read_turn(self.table, press["turn"])))
        if "rack" in press and self.match.version == before.version:
            self._help(press)
            owner = next_rack(self.match)
            assert owner is not None
            self._enter(put_up(self.match, owner, tuple(map(card, press["rack"]))))

    def _help(self, press: dict[str, Any]) -> None:
        """Take down why the loop was at a loss."""
        self.helped.append(f"{press['picture']}: {self.referee.latest.notice}")

    def _enter(self, event: Event) -> None:
        self.referee.handle(Do(event, self.match.version))


@pytest.mark.parametrize("folder", [f for f in FOLDERS if f.name not in ALONE], ids=lambda f: f.name)
def test_a_recorded_game_is_never_scored_wrongly(folder: Path) -> None:
    game = json.loads((folder / "game.json").read_text())
    evening = Evening(folder, game)
    points: list[int] = []
    for press in game["presses"]:
        evening.press(press)
        points += [press["points"]] if "points" in press else []
        assert [result.points for result in evening.match.results] == points, press
        if "rack" in press:
            assert tuple(map(card, press["rack"])) in evening.match.state.racks
    seen = [press for press in game["presses"] if "picture" in press]
    assert evening.match.standing.finished
    assert len(evening.helped) <= MOST_HELPED * len(seen), "\n".join(evening.helped)
