"""`tallytop score` as other programs call it: exit codes, one line for bad input, never a traceback."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.scoring.cases import cases

ROOT = Path(__file__).parents[2]
TURN = {"player": "Ann", "tile": "4752", "col": 0, "row": 0}
GOOD = {"game": "addique", "players": ["Ann", "Bob"], "options": {}, "turns": [TURN]}
HUGE = 10**400


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "device.command", "score", *words],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def changed(**fields: Any) -> bytes:
    """Return a good record with other fields; a field that is None is left out."""
    return json.dumps(
        {name: value for name, value in {**GOOD, **fields}.items() if value is not None}
    ).encode()


def turned(**fields: Any) -> bytes:
    """Return a good record with a turn that has other fields; a field that is None is left out."""
    return changed(turns=[{name: value for name, value in {**TURN, **fields}.items() if value is not None}])


RACKS = {"Ann": ["7 blue"] * 3, "Bob": ["5 red"] * 3}
BAD = {
    "empty": b"",
    "spaces": b" \n ",
    "nonsense": b"Ann lays 4752",
    "ten megabytes of nonsense": b"x" * 10_000_000,
    "ten megabytes of numbers": b"[" + b"1," * 5_000_000 + b"1]",
    "nested": b"[" * 100_000,
    "nested in a field": b'{"game":' + b"[" * 900 + b"]" * 900 + b"}",
    "nested players": changed().replace(b'["Ann", "Bob"]', b"[" * 800 + b"]" * 800),
    "not UTF-8": b'{"game": "\xff\xfe"}',
    "UTF-16": json.dumps(GOOD).encode("utf-16"),
    "half a character": changed().replace(b'"Bob"', rb'"\ud800"'),
    "half a character in a tile": turned(tile="\ud800"),
    "cut off": changed()[:-4],
    "two records": changed() * 2,
    "a list": b"[1, 2]",
    "a number": b"4752",
    "null": b"null",
    "no game": changed(game=None),
    "unknown game": changed(game="chess"),
    "a game of two lines": changed(game="chess\nor\u2028go"),
    "a game that is a list": changed(game=["addique"]),
    "no players": changed(players=None),
    "players that are none": changed(players=[]),
    "players as a text": changed(players="Ann Bob"),
    "players that are numbers": changed(players=[1, 2]),
    "one name twice": changed(players=["Ann", "Ann"]),
    "a name of nothing": changed(players=["Ann", " "]),
    "a very long name": changed(players=["Ann", "B" * 10_000]),
    "no turns": changed(turns=None),
    "turns that are an object": changed(turns={"1": TURN}),
    "a turn that is a list": changed(turns=[[1, 2]]),
    "options that are a list": changed(options=[]),
    "an unknown option": changed(options={"fast": True}),
    "a turn without player": turned(player=None),
    "a turn without tile": turned(tile=None),
    "a turn without column": turned(col=None),
    "a column that is a text": turned(col="0"),
    "a column that is true": turned(col=True),
    "a column of one half": turned(col=0.5),
    "NaN": changed().replace(b'"col": 0', b'"col": NaN'),
    "infinity": changed().replace(b'"col": 0', b'"col": -Infinity'),
    "a huge number": changed().replace(b'"col": 0', b'"col": 1e400'),
    "a huge integer": turned(col=HUGE),
    "an integer of ten thousand digits": changed().replace(b'"col": 0', b'"col": ' + b"9" * 10_000),
    "a player who is a number": turned(player=7),
    "Formula without a start": changed(game="formula"),
    "Formula with an empty start": changed(game="formula", start=[]),
    "Formula with three open cards": changed(game="formula", start=["1", "2", "3"]),
    "Formula with a winner from elsewhere": changed(game="formula", start=["1", "2"], winner="Zoe"),
    "an option of the wrong kind": changed(game="formula", start=["1", "2"], options={"points": 1}),
    "a formula of letters": changed(
        game="formula", start=["1", "2"], turns=[{"player": "Ann", "formula": "one+two=three"}]
    ),
    "Add Up without a start": changed(game="addup"),
    "Add Up with one opener": changed(game="addup", start={"top": 2}),
    "Add Up with a tiny deck": changed(game="addup", start={"top": 2, "bottom": 4}, deck=3),
    "Add Up with a card of 100": changed(game="addup", start={"top": 100, "bottom": 4}),
    "a row that is not there": changed(
        game="addup", start={"top": 2, "bottom": 4}, turns=[{"player": "Ann", "row": "middle", "card": 1}]
    ),
    "three dice": changed(game="trictrac", turns=[{"player": "Ann", "dice": [1, 2, 3], "cover": [6]}]),
    "a throw without covers": changed(game="trictrac", turns=[{"player": "Ann", "dice": [1, 2]}]),
    "Code 777 without racks": changed(game="code777"),
    "Code 777 without Bob's rack": changed(game="code777", racks={"Ann": ["7 blue"] * 3}),
    "a rack of two cards": changed(game="code777", racks={**RACKS, "Ann": ["7 blue"] * 2}),
    "a rack for a stranger": changed(game="code777", racks={**RACKS, "Zoe": ["7 blue"] * 3}),
    "a card that is none": changed(game="code777", racks={**RACKS, "Ann": ["blue"] * 3}),
    "an answer that is none": changed(
        game="code777", racks=RACKS, turns=[{"player": "Ann", "ask": 1, "answer": "many"}]
    ),
}


def is_refused(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.endswith(".\n") and len(done.stderr.splitlines()) == 1, done.stderr
    assert "Traceback" not in done.stderr and len(done.stderr) < 400


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_record_gets_one_line_and_exit_code_2(name: str, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_bytes(BAD[name])
    is_refused(run(str(record), "--json"))


@pytest.mark.parametrize("place", ["nowhere.json", ".", "/dev/null", "/dev/zero"])
def test_places_that_hold_no_record(place: str) -> None:
    is_refused(run(place, "--json"))


def test_the_booklets_545_through_the_command(tmp_path: Path) -> None:
    case = next(case for case in cases("addique") if "545" in case.title)
    record = tmp_path / "record.json"
    record.write_text(json.dumps(case.record), "utf-8")
    done = run(str(record), "--json")
    assert done.returncode == 0 and done.stderr == ""
    told = json.loads(done.stdout)
    assert told["turns"][-1]["points"] == 545
    assert told["turns"][-1]["numbers"][0] == {
        "number": 4761,
        "points": 529,
        "direction": "across",
        "col": -1,
        "row": 1,
    }
    people = run(str(record))
    assert people.returncode == 0 and "545" in people.stdout and "not finished" in people.stdout


def test_a_broken_rule_is_exit_code_1(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    laid = [("Ann", "4752", 0, 0), ("Bob", "1287", -2, -1), ("Ann", "8712", -3, -3), ("Bob", "2178", 0, -3)]
    turns = [{"player": name, "tile": tile, "col": col, "row": row} for name, tile, col, row in laid]
    record.write_bytes(changed(turns=turns))
    done = run(str(record), "--json")
    assert done.returncode == 1 and done.stderr == ""
    assert json.loads(done.stdout)["error"] == {
        "turn": 4,
        "rule": "edges",
        "message": "This tile touches with 2 edges; it needs 3.",
    }
    people = run(str(record))
    assert people.returncode == 1 and "it needs 3" in people.stdout
