"""The doctor: each part with a verdict and a fix, on real files, sockets and programs."""

import json
import os
import socket
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from device import doctor_machine as machine
from device import doctor_parts as parts
from device.command import main
from device.doctor import Check, Verdict, ok, warn, worst
from device.settings import NAME, Settings, change
from scoring.saying import say


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Put a program of a given name before all others."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")

    def make(name: str, script: str) -> None:
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)

    return make


@pytest.mark.parametrize(
    ("bits", "verdict", "words"),
    [
        ("0x0", Verdict.OK, "fine"),
        ("0x50005", Verdict.FAIL, "too little power right now"),
        ("0x50000", Verdict.WARN, "since it was switched on"),
        ("0x8", Verdict.WARN, "too hot"),
        ("0x80000", Verdict.WARN, "was slowed down"),
    ],
)
def test_power_is_what_the_pi_itself_says(tool, bits: str, verdict: Verdict, words: str) -> None:
    tool("vcgencmd", f'[ "$1" = get_throttled ] && echo throttled={bits}')
    check = machine.check_power()
    assert check.verdict is verdict and words in str(check.finding)


def test_a_computer_that_is_no_pi_has_no_power_to_tell_of(tool) -> None:
    tool("vcgencmd", "exit 1")
    assert machine.check_power().verdict is Verdict.OK


def test_a_taken_port_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        taken = machine.check_port("127.0.0.1", port)
    assert taken.verdict is Verdict.WARN and str(port) in str(taken.finding)
    assert machine.check_port("127.0.0.1", port).verdict is Verdict.OK


def test_a_clock_without_a_battery_is_said(tool) -> None:
    tool("timedatectl", "echo yes")
    assert machine.check_clock(datetime(1970, 1, 1)).verdict is Verdict.WARN
    assert machine.check_clock(datetime(2026, 5, 1)).verdict is Verdict.OK
    tool("timedatectl", "echo no")
    check = machine.check_clock(datetime(2026, 5, 1, 20, 15))
    assert check.verdict is Verdict.WARN and "01 May 2026, 20:15" in str(check.finding)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    assert machine.check_disk(tmp_path / "games").verdict is Verdict.OK
    (tmp_path / "file").write_text("")
    check = machine.check_disk(tmp_path / "file")
    assert check.verdict is Verdict.FAIL and check.fix


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = machine.shutil.disk_usage(tmp_path)
    for free, verdict in (
        (50_000_000, Verdict.FAIL),
        (600_000_000, Verdict.WARN),
        (5_000_000_000, Verdict.OK),
    ):
        monkeypatch.setattr(machine.shutil, "disk_usage", lambda _, free=free: usage._replace(free=free))
        assert machine.check_disk(tmp_path).verdict is verdict


def test_the_libraries_of_this_installation_fit() -> None:
    check = machine.check_libraries()
    assert check.verdict is Verdict.OK and np.__version__ in str(check.finding)


def test_a_numpy_misfit_is_told_apart_from_other_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "misfit.py").write_text("raise ValueError('numpy.dtype size changed. Expected 96, got 88')")
    check = machine.check_libraries(("numpy", "cv2", "misfit"))
    assert check.verdict is Verdict.FAIL and "mixed" in str(check.fix)
    (tmp_path / "misfit.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    check = machine.check_libraries(("numpy", "cv2", "misfit"))
    assert "libGL" in str(check.finding) and "mixed" not in str(check.fix)


def test_tesseract_is_wanted_but_not_needed(tool, monkeypatch: pytest.MonkeyPatch) -> None:
    tool("tesseract", "echo tesseract 5.5.0")
    assert "tesseract 5.5.0" in str(machine.check_tesseract().finding)
    monkeypatch.setenv("PATH", "")
    assert machine.check_tesseract().verdict is Verdict.WARN


def test_groups_are_checked_for_a_user_who_is_not_root(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    code = (
        "import os; from device.doctor_machine import check_groups\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "print(check_groups(('video',)).as_json()); print(check_groups(('no-such-group',)).verdict.value)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "usermod -aG video" in done.stdout and done.stdout.strip().endswith("ok")
    assert machine.check_groups(("video",)).verdict is Verdict.OK


def test_wrong_settings_are_all_named(tmp_path: Path) -> None:
    path = tmp_path / NAME
    assert parts.check_settings(path).verdict is Verdict.OK
    path.write_text("[web]\nport = 0\nprot = 1\n")
    check = parts.check_settings(path)
    assert check.verdict is Verdict.FAIL and "line 2" in str(check.finding) and "line 3" in str(check.finding)


def test_the_chosen_camera_is_tried_with_a_picture(tmp_path: Path) -> None:
    settings = change(Settings(), {"camera.name": "folder", "camera.folder": str(tmp_path)})
    assert "no pictures" in str(parts.check_camera(settings, still=True).finding)
    cv2.imwrite(str(tmp_path / "a.png"), np.full((90, 160, 3), 128, np.uint8))
    assert "160 × 90" in str(parts.check_camera(settings, still=True).finding)
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((90, 160, 3), np.uint8))
    assert parts.check_camera(settings, still=True).verdict is Verdict.WARN


def test_pins_and_display_are_looked_for_among_the_devices(tmp_path: Path) -> None:
    assert "no pins" in str(parts.check_pins(Settings(), tmp_path).finding)
    (tmp_path / "gpiochip0").write_text("")
    check = parts.check_pins(Settings(), tmp_path)
    assert "lgpio" in str(check.finding) or "in use" in str(check.finding)
    with_display = change(Settings(), {"pins.display": "letters"})
    assert parts.check_display(Settings(), tmp_path).verdict is Verdict.OK
    assert "switched off" in str(parts.check_display(with_display, tmp_path).finding)


def test_the_worst_verdict_counts() -> None:
    fine, less = ok("a", say("Fine.")), warn("b", say("Less."), say("More."))
    assert worst([]) is Verdict.OK and worst([fine, less]) is Verdict.WARN
    assert worst([Check("c", Verdict.FAIL, say("Bad.")), less]) is Verdict.FAIL


def test_the_command_prints_every_part_for_people_and_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TALLYTOP_HOME", str(tmp_path))
    monkeypatch.setattr(machine, "check_libraries", lambda: ok("libraries", say("Tried above.")))
    code = main(["doctor", "--json"])
    told = json.loads(capsys.readouterr().out)
    wanted = "settings camera pins display groups libraries tesseract disk clock port power"
    assert [check["part"] for check in told["checks"]] == wanted.split()
    assert code == (told["verdict"] == "fail")
    assert all(check["fix"] for check in told["checks"] if check["verdict"] != "ok")
    (tmp_path / NAME).write_text("[web]\nport = 0\n")
    assert main(["doctor"]) == 1
    assert "✗ settings" in capsys.readouterr().out
