"""Live streams: the whole first, news at once, a heartbeat, an end, and a cap."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator

import pytest
from by_hand import ByHand
from conftest import Phone
from flask import Flask

from scoring.match import Undone
from scoring.snapshot import Do
from web.app import create_app, streams_of
from web.house import Settings
from web.serving import Served

TWO = ["Ann", "Bob"]


@pytest.fixture
def served(companion: ByHand) -> Iterator[Served]:
    app = create_app(companion, settings=Settings(most_streams=3, heartbeat_s=0.3))
    one = Served(app, "127.0.0.1", 0).start()
    yield one
    one.stop()


class Stream:
    """A stream as a program reads it."""

    def __init__(self, port: int, path: str = "/events") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.connection.request("GET", path)
        self.response = self.connection.getresponse()

    def next(self) -> tuple[str, dict[str, object]]:
        """Return the next message: its name and what it tells."""
        name = ""
        while line := self.response.readline().decode():
            if line.startswith("event: "):
                name = line[7:].strip()
            if line.startswith("data: "):
                return name, json.loads(line[6:])
        return "gone", {}

    def until(self, wanted: str) -> dict[str, object]:
        """Read on to a message of a name."""
        for _ in range(100):
            name, told = self.next()
            if name == wanted:
                return told
        pytest.fail(f"no {wanted} came")

    def close(self) -> None:
        self.response.close()
        self.connection.close()


def status(port: int, path: str) -> int:
    """Return how a request is answered."""
    stream = Stream(port, path)
    stream.close()
    return stream.response.status


def test_a_stream_begins_with_the_whole_snapshot(served: Served) -> None:
    stream = Stream(served.port, "/events?page=live")
    name, told = stream.next()
    assert name == "snapshot"
    assert told["snapshot"]["role"] == "watcher"  # type: ignore[index]
    assert set(told["parts"]) == {"head", "scores", "last", "now", "hand", "bar"}  # type: ignore[call-overload]
    stream.close()


def test_news_come_at_once_and_silence_has_a_heartbeat(served: Served, companion: ByHand) -> None:
    stream = Stream(served.port)
    first = stream.until("snapshot")
    stream.until("heartbeat")
    companion.show(machine="reading")
    told = stream.until("snapshot")
    assert told["snapshot"]["machine"] == "reading"  # type: ignore[index]
    assert told["snapshot"]["number"] > first["snapshot"]["number"]  # type: ignore[index]
    stream.close()


def test_an_unknown_page_has_no_stream(served: Served) -> None:
    assert status(served.port, "/events?page=secret") == 404


def test_no_more_streams_than_the_cap_and_a_closed_one_makes_room(served: Served) -> None:
    streams = [Stream(served.port) for _ in range(3)]
    for stream in streams:
        stream.until("snapshot")
    assert status(served.port, "/events") == 503
    # The pages themselves are still served while all streams are taken.
    assert status(served.port, "/") == 200
    streams[0].close()
    deadline = time.monotonic() + 20
    while status(served.port, "/events") != 200:
        assert time.monotonic() < deadline, "the closed stream's place was not given back"
        time.sleep(0.2)
    for stream in streams[1:]:
        stream.close()


def test_streams_end_with_a_marker(companion: ByHand) -> None:
    app = create_app(companion, settings=Settings(most_streams=3, heartbeat_s=30))
    one = Served(app, "127.0.0.1", 0).start()
    stream = Stream(one.port)
    stream.until("snapshot")
    streams_of(app).close()
    assert stream.next()[0] == "end"
    stream.close()
    one.stop()


def test_a_server_that_has_closed_already_is_stopped_without_a_word(served: Served) -> None:
    served.stop()
    served.stop()  # its trigger is closed by now, as it may be when the wheel stops by itself first


def test_a_phone_that_joins_changes_its_own_stream(app: Flask, companion: ByHand) -> None:
    host = Phone(app).pair("Ann")
    host.post("begin", game="trictrac", players=TWO)
    watcher = Phone(app)
    assert watcher.client.get("/api/snapshot").get_json()["role"] == "watcher"
    watcher.pair("Bob")
    told = watcher.client.get("/api/snapshot").get_json()
    assert told["role"] == "player" and told["seat"] == 1


def test_many_watchers_share_one_drawing(companion: ByHand, app: Flask) -> None:
    host = Phone(app).pair("Ann")
    host.post("begin", game="addique", players=TWO)
    host.do("play", turn={"player": "Ann", "tile": "4752", "col": 0, "row": 0})
    kept = app.extensions["tallytop"].kept
    before = len(kept._things)
    for _ in range(3):
        watcher = Phone(app)
        answer = watcher.client.get("/events?page=live", buffered=False)
        next(iter(answer.response))
        answer.close()
    assert len(kept._things) == before + 1
    match = companion.snapshot().match
    assert match is not None
    companion.ask(Do(Undone(), match.version))
    assert len(companion.snapshot().match.turns) == 0  # type: ignore[union-attr]
