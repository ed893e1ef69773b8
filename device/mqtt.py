"""Home Assistant and other MQTT listeners: what stands on the table, told to a broker."""

from __future__ import annotations

import json
import logging
import re
import threading
from dataclasses import dataclass
from typing import Any

from scoring.games import game_named
from scoring.match import whose_turn
from scoring.snapshot import MACHINE_STATES, Companion, Snapshot

log = logging.getLogger("tallytop")

ONLINE, OFFLINE = "online", "offline"
LOOK_S = 1.0
GOODBYE_S = 2.0
LONGEST_PAUSE_S = 60


class NoClient(RuntimeError):
    """The part of Tallytop that speaks MQTT is not installed."""


@dataclass(frozen=True)
class Broker:
    """Where the broker is, who we are to it, and where Home Assistant looks for new devices."""

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    discovery: str = "homeassistant"


class Announcer:
    """Tells a broker every change at the table; the game never waits for it."""

    def __init__(self, companion: Companion, broker: Broker, table: str) -> None:
        self._companion = companion
        self._broker = broker
        self._table = table
        self._base = f"tallytop/{topic_name(table)}"
        self._stopping = threading.Event()
        self._client = _client(f"tallytop-{topic_name(table)}")
        self._client.on_connect = self._greet
        self._client.will_set(f"{self._base}/availability", OFFLINE, qos=1, retain=True)
        self._client.reconnect_delay_set(1, LONGEST_PAUSE_S)
        if broker.user:
            self._client.username_pw_set(broker.user, broker.password)
        self._thread = threading.Thread(target=self._follow, name="mqtt", daemon=True)

    def start(self) -> None:
        """Begin to tell, as soon as the broker can be reached."""
        self._client.connect_async(self._broker.host, self._broker.port)
        self._client.loop_start()
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye; a broker that does not answer is not waited for."""
        self._stopping.set()
        self._thread.join()
        told = self._client.publish(f"{self._base}/availability", OFFLINE, qos=1, retain=True)
        if self._client.is_connected():
            told.wait_for_publish(GOODBYE_S)
        self._client.disconnect()
        self._client.loop_stop()

    def _greet(self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        """Introduce the table to whoever listens, each time the broker is reached."""
        if reason.is_failure:
            log.warning("The MQTT broker refuses us: %s.", reason)
            return
        topic = f"{self._broker.discovery}/device/tallytop-{topic_name(self._table)}/config"
        client.publish(topic, json.dumps(discovery(self._table)), qos=1, retain=True)
        client.publish(f"{self._base}/availability", ONLINE, qos=1, retain=True)
        self._tell(self._companion.snapshot())

    def _follow(self) -> None:
        """Tell each new snapshot."""
        number = self._companion.snapshot().number
        while not self._stopping.is_set():
            snapshot = self._companion.wait(number, LOOK_S)
            if snapshot.number != number:
                number = snapshot.number
                # What cannot be sent now is not queued: on connecting, the newest is told.
                if self._client.is_connected():
                    self._tell(snapshot)

    def _tell(self, snapshot: Snapshot) -> None:
        """Publish how things stand."""
        told = json.dumps(state_of(snapshot), ensure_ascii=False)
        self._client.publish(f"{self._base}/state", told, qos=1, retain=True)


def state_of(snapshot: Snapshot) -> dict[str, Any]:
    """Give what everybody at the table may know, in plain values."""
    match = snapshot.match
    told: dict[str, Any] = {"machine": snapshot.machine, "playing": False, "game": "", "says": ""}
    if match is None:
        return {**told, "to_play": "", "turns": 0, "totals": {}, "winners": []}
    standing, table = match.standing, match.table
    return {
        **told,
        "playing": not standing.finished and not match.closed,
        "game": game_named(table.game).title,
        "says": str(whose_turn(match)),
        "to_play": "" if standing.to_play is None else table.name(standing.to_play),
        "turns": len(match.turns),
        "totals": dict(zip(table.players, standing.totals, strict=True)),
        "winners": [table.name(seat) for seat in standing.winners],
    }


def discovery(table: str) -> dict[str, Any]:
    """Describe the table to Home Assistant, with all its sensors in one message."""
    own = f"tallytop_{topic_name(table).replace('-', '_')}"
    base = f"tallytop/{topic_name(table)}"

    def sensor(name: str, key: str, **more: Any) -> dict[str, Any]:
        return {
            "platform": "sensor",
            "name": name,
            "unique_id": f"{own}_{key}",
            "value_template": f"{{{{ value_json.{key} }}}}",
            **more,
        }

    return {
        "device": {"identifiers": [own], "name": f"Tallytop {table}", "manufacturer": "Tallytop"},
        "origin": {"name": "Tallytop"},
        "availability": [{"topic": f"{base}/availability"}],
        "state_topic": f"{base}/state",
        "qos": 1,
        "components": {
            "playing": {
                **sensor("Playing", "playing"),
                "platform": "binary_sensor",
                "value_template": "{{ 'ON' if value_json.playing else 'OFF' }}",
            },
            "says": sensor("Score", "says", json_attributes_topic=f"{base}/state"),
            "game": sensor("Game", "game"),
            "to_play": sensor("To play", "to_play"),
            "turns": sensor("Turns", "turns", state_class="measurement"),
            "machine": sensor("Machine", "machine", device_class="enum", options=list(MACHINE_STATES)),
        },
    }


def topic_name(table: str) -> str:
    """Make a name that can stand in a topic."""
    return re.sub(r"[^a-z0-9]+", "-", table.lower()).strip("-") or "table"


def _client(name: str) -> Any:
    """Make the client of the library, if it is there."""
    try:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError:
        raise NoClient("MQTT needs one more part: pip install 'tallytop[mqtt]'.") from None
    return Client(CallbackAPIVersion.VERSION2, client_id=name)
