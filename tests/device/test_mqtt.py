"""The table is told to a real broker: introduced, followed, and missed when it dies."""

from __future__ import annotations

import json
import queue
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from device.appliance import Appliance
from device.cameras.simulated import SimulatedCamera
from device.mqtt import Announcer, Broker, discovery, state_of, topic_name
from device.settings import NAME, read_settings
from device.tabletop import Tabletop
from scoring.game import Table
from scoring.match import Match, Played
from scoring.snapshot import Action, Begin, Do, Snapshot
from scoring.trictrac import Throw

MOSQUITTO = shutil.which("mosquitto") or (
    "/usr/sbin/mosquitto" if Path("/usr/sbin/mosquitto").exists() else None
)
PATIENCE_S = 30.0
MATCH = Match(Table("trictrac", ("Ann", "Bob")), (Played(Throw(0, (6, 3), (9,))),))


class Desk:
    """A companion whose snapshots are put there by hand."""

    def __init__(self) -> None:
        self._now = Snapshot(1)
        self._changed = threading.Condition()

    def show(self, snapshot: Snapshot) -> None:
        with self._changed:
            self._now = snapshot
            self._changed.notify_all()

    def snapshot(self) -> Snapshot:
        return self._now

    def wait(self, number: int, timeout_s: float) -> Snapshot:
        with self._changed:
            self._changed.wait_for(lambda: self._now.number > number, timeout_s)
            return self._now

    def ask(self, action: Action) -> Snapshot:
        return self._now

    def picture(self) -> bytes | None:
        return None


class Listener:
    """Home Assistant's side: hears everything there is."""

    def __init__(self, port: int) -> None:
        self._heard: queue.Queue[tuple[str, str]] = queue.Queue()
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = lambda _c, _d, message: self._heard.put(
            (message.topic, message.payload.decode())
        )
        subscribed = threading.Event()
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_subscribe = lambda *_: subscribed.set()
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert subscribed.wait(PATIENCE_S)

    def hear(self, topic: str, wanted: Any = None) -> Any:
        """Wait for a message on a topic, of this content where one is named."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                heard, text = self._heard.get(timeout=0.5)
            except queue.Empty:
                continue
            told = json.loads(text) if text.startswith("{") else text
            if heard == topic and (wanted is None or wanted == told):
                return told
        raise AssertionError(f"nothing was heard on {topic}")

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Start a broker on a free port."""
    if MOSQUITTO is None:
        pytest.skip("the broker mosquitto is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = int(probe.getsockname()[1])
    settings = tmp_path / "mosquitto.conf"
    settings.write_text(f"listener {free} 127.0.0.1\nallow_anonymous true\n")
    with subprocess.Popen([MOSQUITTO, "-c", str(settings)], stderr=subprocess.DEVNULL) as broker:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", free), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield free
        broker.terminate()


@pytest.fixture
def listener(port: int) -> Iterator[Listener]:
    """Listen at the broker."""
    opened = Listener(port)
    yield opened
    opened.close()


def test_the_table_is_introduced_and_followed(port: int, listener: Listener) -> None:
    desk = Desk()
    announcer = Announcer(desk, Broker("127.0.0.1", port), "Living Room")
    announcer.start()
    found = listener.hear("homeassistant/device/tallytop-living-room/config")
    assert found == discovery("Living Room")
    listener.hear("tallytop/living-room/availability", "online")
    listener.hear("tallytop/living-room/state", state_of(Snapshot(1)))
    desk.show(Snapshot(2, match=MATCH, machine="ready"))
    told = listener.hear("tallytop/living-room/state")
    assert told == {
        "machine": "ready",
        "playing": True,
        "game": "Tric-Trac Royal",
        "says": "It is Ann's turn.",
        "to_play": "Ann",
        "turns": 1,
        "totals": dict(zip(("Ann", "Bob"), MATCH.standing.totals, strict=True)),
        "winners": [],
    }
    announcer.stop()
    listener.hear("tallytop/living-room/availability", "offline")


def test_who_comes_later_hears_how_things_stand(port: int, listener: Listener) -> None:
    desk = Desk()
    desk.show(Snapshot(5, match=MATCH))
    announcer = Announcer(desk, Broker("127.0.0.1", port), "table")
    announcer.start()
    listener.hear("tallytop/table/state", state_of(desk.snapshot()))
    late = Listener(port)
    assert late.hear("tallytop/table/state")["turns"] == 1
    late.close()
    announcer.stop()


def test_the_broker_says_it_when_the_companion_dies(port: int, listener: Listener) -> None:
    announcer = Announcer(Desk(), Broker("127.0.0.1", port), "table")
    announcer.start()
    listener.hear("tallytop/table/availability", "online")
    connection = announcer._client.socket()
    assert connection is not None
    connection.shutdown(socket.SHUT_RDWR)  # the plug is pulled: no goodbye is sent
    listener.hear("tallytop/table/availability", "offline")
    listener.hear("tallytop/table/availability", "online")  # and it finds its way back by itself
    announcer.stop()


def test_without_a_broker_nothing_waits() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        nobody = int(probe.getsockname()[1])
    desk = Desk()
    announcer = Announcer(desk, Broker("127.0.0.1", nobody), "table")
    announcer.start()
    desk.show(Snapshot(2, match=MATCH))
    announcer.stop()
    assert not announcer._client.is_connected()


def test_every_sensor_reads_a_value_that_is_told() -> None:
    described = discovery("Kitchen")
    told = state_of(Snapshot(2, match=MATCH))
    assert set(state_of(Snapshot(1))) == set(told)
    ids = set()
    for key, component in described["components"].items():
        assert key in told
        assert f"value_json.{key}" in component["value_template"]
        ids.add(component["unique_id"])
    assert len(ids) == len(described["components"])
    assert described["state_topic"] == "tallytop/kitchen/state"


def test_any_name_of_a_table_makes_a_topic() -> None:
    assert topic_name("Großes Zimmer #1/+") == "gro-es-zimmer-1"
    assert topic_name("//") == "table"


def test_the_whole_companion_tells_the_broker_of_its_settings_file(
    port: int, listener: Listener, tmp_path: Path
) -> None:
    path = tmp_path / "home" / NAME
    path.parent.mkdir()
    path.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {port}\ntable = "Küche 2"\n')
    settings = read_settings(path)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = int(probe.getsockname()[1])
    settings = replace(settings, web=replace(settings.web, address="127.0.0.1", port=free))
    with Appliance(path.parent, settings, SimulatedCamera(Tabletop())) as appliance:
        writer = threading.Thread(target=appliance.desk.run)
        writer.start()
        try:
            assert listener.hear("tallytop/k-che-2/availability") == "online"
            appliance.desk.ask(Begin(MATCH.table))
            appliance.desk.ask(Do(MATCH.events[0], 0))
            told = listener.hear("tallytop/k-che-2/state")
            while told["turns"] == 0:
                told = listener.hear("tallytop/k-che-2/state")
            assert (told["playing"], told["game"], told["turns"]) == (True, "Tric-Trac Royal", 1)
        finally:
            appliance.stop()
            writer.join()
    assert listener.hear("tallytop/k-che-2/availability", "offline")
