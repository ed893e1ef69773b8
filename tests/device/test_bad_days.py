"""Bad days through the whole loop: each is said plainly, nothing is lost, and the match goes on."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from device.hands import pieces_of
from scoring.history.journal import Journal
from scoring.match import Played
from scoring.snapshot import Begin, Do
from tests.device.loop import Loop
from tests.device.test_loop import TABLE, begun, truth

PATIENCE_S = 90


def test_without_a_camera_turns_are_written_in_by_hand_and_one_that_comes_is_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loop = Loop(tmp_path)
    loop.room.unplugged = True
    loop.tell(Begin(TABLE))
    loop.wait(1.0)
    assert loop.shown.machine == "no camera" and "was unplugged" in loop.says
    loop.press()
    assert "was unplugged" in loop.says and not loop.match.turns
    loop.tell(Do(Played(truth(1).turns[0]), 0))
    assert len(loop.match.turns) == 1
    loop.room.unplugged = False
    loop.tabletop.arrange("addique", pieces_of(truth(2)))
    loop.wait(20.0)
    loop.press()
    assert loop.match.state == truth(2).state, loop.says
    assert "was unplugged" in caplog.text


def test_a_camera_that_dies_while_the_picture_is_taken_loses_nothing(tmp_path: Path) -> None:
    loop = begun(tmp_path, 1)
    loop.room.breaks = True
    loop.lay("addique", pieces_of(truth(2)))
    loop.wait(1.0)
    assert loop.shown.machine == "no camera" and "was unplugged" in loop.says
    loop.press()
    assert len(loop.match.turns) == 1
    loop.room.breaks = loop.room.unplugged = False
    loop.wait(20.0)
    assert loop.shown.machine == "ready" and loop.shown.preview
    loop.press()
    assert loop.match.state == truth(2).state


def test_black_pictures_are_said_and_not_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    loop = begun(tmp_path, 1)
    loop.room.lamp = 0.0
    loop.wait(3.0)
    loop.press()
    assert loop.shown.machine == "no camera" and "is black" in loop.says and "is black" in caplog.text
    loop.room.lamp = 1.0
    loop.wait(2.0)
    assert loop.shown.machine == "ready" and len(loop.match.turns) == 1


def test_pictures_that_stand_still_for_ten_seconds_are_said_and_not_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loop = begun(tmp_path, 1)
    loop.room.hangs = True
    loop.wait(9.0)
    assert loop.shown.machine == "ready"
    loop.tabletop.arrange("addique", pieces_of(truth(2)))
    loop.wait(5.0)
    assert loop.shown.machine == "no camera" and "the same picture for" in loop.says
    assert "same picture for 10 seconds" in caplog.text
    stills = loop.room.stills
    loop.press()
    assert loop.room.stills == stills and len(loop.match.turns) == 1
    loop.room.hangs = False
    loop.wait(10.0)
    loop.press()
    assert loop.match.state == truth(2).state, loop.says


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where one may be mounted."""
    place = tmp_path / "small"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_on_a_full_disk_a_turn_is_refused_aloud_and_counts_once_there_is_room(small_disk: Path) -> None:
    with Journal.open(small_disk) as journal:
        loop = Loop(small_disk, journal)
        loop.tell(Begin(TABLE))
        loop.lay("addique", pieces_of(truth(1)))
        loop.wait(1.0)
        ballast = small_disk / "ballast"
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(512)):
                pass
        loop.press()
        assert not loop.match.turns and "disk is full" in loop.says
        ballast.unlink()
        loop.wait(1.0)
        loop.press()
        assert loop.match.state == truth(1).state, loop.says
        match_id = journal.running()
        assert match_id and journal.load(match_id).state == truth(1).state


class Companion:
    """`tallytop start` on the simulated table, where hands play by themselves, as a program of its own."""

    def __init__(self, home: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        words = ["-m", "device.command", "start", "--camera", "simulated", "--home", str(home)]
        self.process = subprocess.Popen(
            [sys.executable, *words, "--port", str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "GPIOZERO_PIN_FACTORY": "mock"},
        )

    def until_version(self, version: int) -> dict[str, Any]:
        """Wait until the page shows so many events, and return the match."""
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s and self.process.poll() is None:
            try:
                connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
                connection.request("GET", "/events")
                for line in connection.getresponse():
                    shown = json.loads(line[6:]) if line.startswith(b"data: ") else {}
                    match: dict[str, Any] = shown.get("snapshot", shown).get("match") or {}
                    if match.get("version", -1) >= version:
                        connection.close()
                        return match
            except OSError:
                time.sleep(0.1)
        raise AssertionError(self.end(signal.SIGKILL))

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """End it, and return its exit code and what it had to complain of."""
        self.process.send_signal(how)
        _, complaints = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, complaints


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 0), (signal.SIGKILL, -9)])
def test_stopped_or_cut_off_in_the_midst_of_a_turn_the_match_goes_on_by_itself(
    tmp_path: Path, how: signal.Signals, code: int
) -> None:
    companion = Companion(tmp_path)
    seen = companion.until_version(1)
    ended, complaints = companion.end(how)
    assert ended == code and "Traceback" not in complaints
    with Journal.open(tmp_path) as journal:
        match_id = journal.running()
        assert match_id and journal.load(match_id).version >= seen["version"]
    again = Companion(tmp_path)
    assert again.until_version(seen["version"])["version"] >= seen["version"]
    ended, complaints = again.end(signal.SIGTERM)
    assert ended == 0, complaints
    with Journal.open(tmp_path) as journal:
        assert journal.running() == match_id
