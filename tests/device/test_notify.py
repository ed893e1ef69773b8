"""Telling systemd how it goes, over a real socket."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.notify import Notifier


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, dict[str, str]]]:
    name = str(tmp_path / "notify") if request.param == "file" else f"@tallytop-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(name.replace("@", "\0", 1) if name.startswith("@") else name)
        listening.settimeout(0.2)
        yield (
            listening,
            {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())},
        )


def heard(listening: socket.socket) -> list[str]:
    words = []
    try:
        while True:
            words.append(listening.recv(500).decode())
    except TimeoutError:
        return words


def test_ready_status_and_stopping_reach_systemd(systemd: tuple[socket.socket, dict[str, str]]) -> None:
    listening, environment = systemd
    notifier = Notifier(environment)
    notifier.ready(), notifier.status("Ann's turn\nREADY=0"), notifier.stopping()
    assert heard(listening) == ["READY=1", "STATUS=Ann's turn READY=0", "STOPPING=1"]


def test_the_watchdog_is_fed_three_times_in_its_patience(
    systemd: tuple[socket.socket, dict[str, str]],
) -> None:
    listening, environment = systemd
    now_s = 0.0
    notifier = Notifier(environment, lambda: now_s)
    for tenth in range(600):
        now_s = tenth / 10
        notifier.beat()
    assert heard(listening) == ["WATCHDOG=1"] * 6, "a minute, at a patience of half a minute"


def test_a_watchdog_meant_for_another_process_is_not_fed(
    systemd: tuple[socket.socket, dict[str, str]],
) -> None:
    listening, environment = systemd
    Notifier(environment | {"WATCHDOG_PID": "1"}).beat()
    Notifier({"NOTIFY_SOCKET": environment["NOTIFY_SOCKET"]}).beat()
    assert heard(listening) == []


def test_without_systemd_nothing_happens(tmp_path: Path) -> None:
    for environment in ({}, {"NOTIFY_SOCKET": str(tmp_path / "nobody")}):
        notifier = Notifier({**environment, "WATCHDOG_USEC": "1000"})
        notifier.ready(), notifier.beat(), notifier.stopping()
    assert list(tmp_path.iterdir()) == []
