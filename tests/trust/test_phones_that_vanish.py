"""Phones that fall asleep in the middle of a stream, or vanish, cost nobody else anything."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from random import Random

import pytest

from scoring.match import Match, Played
from scoring.players import deal
from tests.web.by_hand import ByHand
from web.app import create_app
from web.house import Settings
from web.limits import Limit
from web.serving import Served

STREAMS = 6
PATIENCE_S = 20.0
NO_GOODBYE = struct.pack("ii", 1, 0)
"""Linger for no time: closing sends a reset, as when a phone leaves the Wi-Fi."""


@pytest.fixture
def served(companion: ByHand) -> Iterator[Served]:
    app = create_app(companion, settings=Settings(most_streams=STREAMS, heartbeat_s=0.2))
    one = Served(app, "127.0.0.1", 0).start()
    yield one
    one.stop()


def listen(port: int, window: int = 0) -> socket.socket:
    """Open a stream and read no more than its first bytes."""
    phone = socket.socket()
    if window:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    phone.settimeout(PATIENCE_S)
    phone.connect(("127.0.0.1", port))
    phone.sendall(b"GET /events?page=live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    if phone.recv(12) != b"HTTP/1.1 200":
        phone.close()
        raise ConnectionRefusedError("there is no place")
    return phone


def listen_soon(port: int) -> socket.socket:
    """Open a stream as soon as there is a place for it."""
    end_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            return listen(port)
        except ConnectionRefusedError:
            assert time.monotonic() < end_s, "no place was given back"
            time.sleep(0.1)


def ask(port: int, path: str = "/api/snapshot") -> tuple[int, float]:
    """Return the status of a request, and how long it took in seconds."""
    began_s = time.monotonic()
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    line.request("GET", path)
    status = line.getresponse().status
    line.close()
    return status, time.monotonic() - began_s


def play(companion: ByHand, turns: int) -> None:
    """Let a match go on, turn by turn."""
    dealt = deal("addique", ("Ann", "Bob"), Random(3))
    match = Match(dealt.table)
    companion.show(match_id="m", match=match)
    for turn, _ in zip(dealt.turns(), range(turns), strict=False):
        match = match.with_event(Played(turn))
        companion.show(match=match)
        time.sleep(0.02)


def test_phones_that_read_nothing_hold_nobody_up(served: Served, companion: ByHand) -> None:
    asleep = [listen(served.port, window=2048) for _ in range(STREAMS - 1)]
    play(companion, 40)
    status, took_s = ask(served.port)
    assert status == 200
    assert took_s < PATIENCE_S / 4
    awake = listen(served.port)
    assert awake.recv(100)
    for phone in (*asleep, awake):
        phone.close()


def test_phones_that_vanish_give_their_places_back(served: Served, companion: ByHand) -> None:
    for _ in range(3):
        phones = [listen_soon(served.port) for _ in range(STREAMS)]
        assert ask(served.port, "/events")[0] == 503
        for phone in phones:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_GOODBYE)
            phone.close()


def test_a_thousand_addresses_guess_the_code_no_faster_than_one_house_may() -> None:
    now_s = 1000.0
    limit = Limit(tries=5, refill_s=20.0, clock=lambda: now_s)
    allowed = sum(limit.allows(f"10.0.{number // 250}.{number % 250}") for number in range(10_000))
    assert allowed <= 50
