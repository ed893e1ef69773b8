"""Every command in the README and the docs is executed as it stands there, or it is said why not."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest

from device.command import WORDS, main
from scoring.history.journal import Journal
from scoring.history.rows import insert_match
from scoring.match import Match, Played
from scoring.players import deal
from scoring.record import write_record

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MATCH_ID = "3f2a0000-0000-4000-8000-000000000000"
PROGRAMS = ("./run", "tallytop", "sudo", "python", "python3", "pip", "systemctl", "journalctl", "ssh")
SMALLER = {
    "./run bench": "python -m benchmarks watch --quick",
    "python -m benchmarks.watchers": "python -m benchmarks.watchers --watchers 3 --changes 2 --every-s 0.1",
    "python -m benchmarks.arm64": "python -m benchmarks.arm64 --help",
    "python -m benchmarks.provoke FOLDER --game GAME": "python -m benchmarks.provoke --help",
}
"""What takes minutes is executed with small numbers, in a process of its own."""
NOT_HERE = {
    "./run": "starts the companion from nothing: `./run bench newcomer` does that",
    "./run test": "is what runs this",
    "./run train": "takes two hours: tests/vision/test_training.py makes its pictures",
    "sudo": "changes the machine: tests/device/test_systemd.py runs the installer in a root of its own",
    "python -m benchmarks.evening": "takes hours: tests/device/test_evening.py spends a few minutes of one",
    "python -m benchmarks.sight": "takes minutes: `./run bench sight` runs it",
    "python -m benchmarks.calibrate": "changes the weights",
    "python -m benchmarks.record": "takes minutes: tests/trust/test_recorded_games.py plays what it recorded",
    "python -m benchmarks.traced": "needs Blender's module, which is none of the packages that tests need",
    "python -m web.catalog": "changes the catalogs: tests/web/test_languages.py finds what it would change",
    "python tests/web/screenshots.py": "takes minutes: tests/web/test_browser.py visits the same pages",
    "python tests/web/visiting.py": "takes minutes: tests/web/test_accessible.py makes the tour once",
    "python tests/web/tapping.py": "takes minutes: tests/web/test_browser.py taps a few turns of every game",
    "pip install": "needs the network: `./run bench wheels` looks for every package",
    "systemctl": "needs a Raspberry Pi",
    "journalctl": "needs a Raspberry Pi",
    "ssh": "needs a Raspberry Pi",
    "tallytop calibrate": "needs a camera over the mat: tests/device/test_calibration.py has one",
}


def code_in(document: Path) -> list[str]:
    """All code of a document in order: lines of its blocks, and what stands in its sentences."""
    blocks = re.findall(r"^```(?:sh)?\n(.*?)^```", document.read_text(), re.DOTALL | re.MULTILINE)
    text = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()] + re.findall(r"`([^`\n]+)`", text)
    # Behind two spaces or a # a command is explained; settings for it may stand before it.
    return [re.sub(r"^(\w+=\S+ )+", "", re.split(r"\s{2,}|\s#", line)[0].strip()) for line in lines]


def commands_in(document: Path) -> list[str]:
    """The commands of a document in order."""
    return [line for line in code_in(document) if line.partition(" ")[0] in PROGRAMS]


def why_not(command: str) -> str:
    """Say why a command is not executed here; empty when it is."""
    starts = [start for start in NOT_HERE if f"{command} ".startswith(f"{start} ")]
    if command != "./run" and "./run" in starts:
        starts.remove("./run")
    return NOT_HERE[starts[0]] if starts else ""


def is_named_only(command: str) -> bool:
    """Tell whether a sentence only names a word of the command line, such as `tallytop score`."""
    return command.count(" ") <= 1 and command.rpartition(" ")[2] in {"tallytop", *WORDS} - {"settings"}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the documents speak of, and a history with the match they name."""
    dealt = deal("addique", ("Ann", "Bob"), Random(1))
    match = Match(dealt.table, tuple(Played(turn) for turn in dealt.turns()))
    recorded = ROOT / "tests" / "data" / "games" / "addique"
    (tmp_path / "RECORD.json").write_text(json.dumps(write_record(match.table, match.turns)))
    shutil.copy(recorded / "003.jpg", tmp_path / "PHOTO.jpg")
    (tmp_path / "FOLDER").mkdir()
    shutil.copy(recorded / "000.jpg", tmp_path / "FOLDER")
    times = [1_795_000_000.0 + 60 * count for count in range(match.version)]
    with Journal.open(tmp_path / "home") as journal:
        for match_id in (MATCH_ID, f"0{MATCH_ID[1:]}"):
            write = partial(insert_match, match_id=match_id, match=match, times=times, begun_at=times[0])
            journal.write(write)
    monkeypatch.setenv("TALLYTOP_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_commands_of_a_document_work_in_their_order(
    document: Path, desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in commands_in(document):
        if why_not(command) or is_named_only(command) or command in SMALLER:
            continue
        words = shlex.split(command.replace("PHOTO...", "PHOTO.jpg").replace("GAME", "addique"))[1:]
        code = main(words)
        told = capsys.readouterr()
        assert code == 0, f"{command}: {told.out[-300:]}{told.err[-300:]}"


@pytest.mark.parametrize("command", sorted(SMALLER))
def test_long_commands_work_with_small_numbers(command: str) -> None:
    words = [sys.executable, *shlex.split(SMALLER[command])[1:]]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]


COMMANDS = {command for document in DOCUMENTS for command in commands_in(document)}


@pytest.mark.parametrize("command", sorted(filter(why_not, COMMANDS)))
def test_commands_that_cannot_be_tried_here_are_named(command: str) -> None:
    pytest.skip(why_not(command))


def test_no_command_is_overlooked() -> None:
    words = {line.partition(" ")[0] for document in DOCUMENTS for line in code_in(document) if " " in line}
    assert {word for word in words if shutil.which(word)} <= set(PROGRAMS)


def test_words_that_sentences_name_exist() -> None:
    named = {command.split()[1] for command in COMMANDS if is_named_only(command) and " " in command}
    assert {"score"} <= named <= set(WORDS)
