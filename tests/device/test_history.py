"""`tallytop history` does from the command line what the pages do."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from random import Random

import pytest

from device.command import main
from scoring.history.evidence import Exhibit
from scoring.history.journal import Journal
from scoring.match import Match, Played
from scoring.players import deal


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the history of two matches in a folder: Ann and Bob finished, Cleo and Dan did not."""
    monkeypatch.setenv("TALLYTOP_HOME", str(tmp_path / "home"))
    with Journal.open(tmp_path / "home", clock=lambda: 1_794_830_000.0) as journal:
        for players, most in ((("Ann", "Bob"), 1000), (("Cleo", "Dan"), 3)):
            dealt = deal("trictrac", players, Random(4))
            match = Match(dealt.table)
            match_id = journal.begin(dealt.table)
            for turn in list(dealt.turns())[:most]:
                match = match.act(Played(turn), match.version)
                journal.append(match_id, match)
        journal.evidence.keep(match_id, 1, Exhibit(b"\xff\xd8 photo", {}))
    return tmp_path / "home"


def listed(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    """Return the matches a list shows."""
    assert main(["history", "list", "--json", *words]) == 0
    matches: list[dict[str, object]] = json.loads(capsys.readouterr().out)["matches"]
    return matches


def test_the_list_can_be_asked(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "list"]) == 0
    told = capsys.readouterr().out
    assert "Tric-Trac Royal: Ann" in told
    assert "(not finished)" in told
    assert "2 matches." in told
    assert [match["players"] for match in listed(capsys, "--player", "Ann")] == [["Ann", "Bob"]]
    assert listed(capsys, "--since", "2026-11-18") == []
    assert len(listed(capsys, "--since", "2026-11-15", "--until", "2026-11-17", "--search", "cleo")) == 1


def test_a_match_is_shown_turn_by_turn(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = listed(capsys, "--player", "Ann")[0]
    assert main(["history", "show", str(match["id"])]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + int(str(match["turns"]))
    assert main(["history", "show", "nonsense"]) == 1
    assert capsys.readouterr().err == "There is no such match in the history.\n"


def test_matches_go_out_in_every_form(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match_id = str(listed(capsys, "--player", "Cleo")[0]["id"])
    for form in ("json", "csv", "zip", "bgsplay", "svg", "png", "bgstats-link"):
        assert main(["history", "export", match_id, "--as", form, "--to", str(tmp_path / form)]) == 0
    assert json.loads((tmp_path / "json").read_bytes())["id"] == match_id
    assert len(list(csv.reader(io.StringIO((tmp_path / "csv").read_text())))) == 4
    with zipfile.ZipFile(tmp_path / "zip") as bundle:
        assert "photos/00001.jpg" in bundle.namelist()
    assert len(json.loads((tmp_path / "bgsplay").read_bytes())["plays"]) == 1
    assert (tmp_path / "svg").read_text().startswith("<svg")
    assert (tmp_path / "png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "bgstats-link").read_text().startswith("https://app.bgstatsapp.com/")
    assert main(["history", "export", "--as", "svg"]) == 2
    assert "one match at a time" in capsys.readouterr().err


def test_everything_can_be_taken_to_another_folder(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "settings.toml").write_text("[web]\nport = 1234\n")
    before = listed(capsys)
    other = str(tmp_path / "other")
    assert main(["history", "backup", str(tmp_path / "all.tallytop")]) == 0
    assert main(["history", "--home", other, "restore", str(tmp_path / "all.tallytop")]) == 0
    assert (tmp_path / "other" / "settings.toml").exists()
    assert main(["history", "export", "--to", str(tmp_path / "all.json")]) == 0
    assert main(["history", "--home", other, "import", str(tmp_path / "all.json")]) == 0
    assert "0 new, 2 known already" in capsys.readouterr().out
    assert main(["history", "--home", other, "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == before


def test_what_is_no_match_is_refused_in_a_sentence(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("Dear diary")
    for words in (["import", str(bad)], ["restore", str(bad)], ["import", str(tmp_path / "nothing")]):
        assert main(["history", *words]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert said.endswith(".\n")
    assert len(listed(capsys)) == 2


def test_a_match_and_a_name_can_be_deleted(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match_id = str(listed(capsys, "--player", "Cleo")[0]["id"])
    assert main(["history", "delete-match", match_id[:8]]) == 0
    assert match_id in capsys.readouterr().out
    assert listed(capsys, "--player", "Cleo") == []
    assert main(["history", "delete-player", "Ann"]) == 0
    capsys.readouterr()
    assert [match["players"] for match in listed(capsys)] == [["a player", "Bob"]]
    assert main(["history", "delete-player", "Ann"]) == 1
    assert "Nobody called Ann" in capsys.readouterr().err


def test_while_the_companion_runs_only_looking_is_possible(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(home):
        assert len(listed(capsys)) == 2
        assert main(["history", "backup", str(tmp_path / "all.tallytop")]) == 0
        assert main(["history", "delete-player", "Ann"]) == 1
        assert "stop it first" in capsys.readouterr().err


def test_the_command_stands_on_its_own(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "device.command", "history", "--home", str(tmp_path / "new"), "list"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 matches.\n", "")
