"""What all pages share: the companion, the phones, the streams, and how to get at them in a request."""

from __future__ import annotations

import random
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from flask import current_app, request

from scoring.history.journal import Journal
from scoring.housekeeping import SettingsKeeper, Surveyor
from scoring.saying import Saying
from scoring.snapshot import Begin, Companion, Snapshot, VirtualTable
from web.kept import Kept
from web.limits import Limit
from web.phones import Phones
from web.racks import Shuffle
from web.ratings import Ladder
from web.shown import Shown, show
from web.streams import Moment, Streams
from web.viewer import Viewer, asking


@dataclass(frozen=True)
class Settings:
    """How the dashboard is set up."""

    names: tuple[str, ...] = ("tallytop.local", "tallytop")
    """The names, besides its addresses, under which this machine is reached."""
    address: Callable[[], str] | None = None
    """Where a phone finds this machine, such as 192.168.1.20:8080; without it, as the reader does."""
    also: tuple[str, ...] = ()
    """Files beside the history that a backup of the whole device takes along."""
    most_streams: int = 200
    heartbeat_s: float = 15.0
    pairing_tries: int = 5
    pairing_refill_s: float = 20.0
    shuffle: Shuffle = field(default_factory=lambda: random.SystemRandom().shuffle)
    clock: Callable[[], float] = time.monotonic


class Check(Protocol):
    """What the doctor found of one part, and the fix where there is something to fix."""

    @property
    def part(self) -> str:
        """Name the part."""

    @property
    def verdict(self) -> Enum:
        """Say how it is: ok, warn or fail."""

    @property
    def finding(self) -> Saying:
        """Say what was found."""

    @property
    def fix(self) -> Saying | None:
        """Say what would mend it."""


@dataclass(frozen=True)
class House:
    """Everything handed in when the application was made."""

    companion: Companion
    phones: Phones
    streams: Streams
    limit: Limit
    settings: Settings
    journal: Journal | None = None
    table: VirtualTable | None = None
    doctor: Callable[[], Sequence[Check]] | None = None
    keeper: SettingsKeeper | None = None
    surveyor: Surveyor | None = None
    kept: Kept[str] = field(default_factory=lambda: Kept(64))
    ladder: Ladder = field(default_factory=Ladder)

    def moment(self) -> Moment:
        """Return what is to be shown now."""
        return self.streams.now()

    def viewer(self) -> Viewer:
        """Return who makes this request."""
        return asking(self.phones, self.companion.snapshot().match)

    def begin(self, begin: Begin) -> Snapshot:
        """Start a match; on a virtual table whoever played there before makes room."""
        if self.table is not None:
            self.table.arrange(begin.table.game, ())
        return self.companion.ask(begin)

    def address(self) -> str:
        """Return where a phone finds this machine."""
        return self.settings.address() if self.settings.address else request.host

    def spoken_address(self) -> str:
        """Return the address that is easier to say, where this machine bears the name."""
        name, port = self.settings.names[0], self.address().partition(":")[2]
        bears_it = socket.gethostname() == name.removesuffix(".local")
        return f"{name}:{port}".rstrip(":") if bears_it else ""


def house() -> House:
    """Return what the application of this request was made with."""
    found: House = current_app.extensions["tallytop"]
    return found


def shown_now(viewer: Viewer | None = None) -> Shown:
    """Return what the maker of this request may see now."""
    at = house()
    return show(at.moment().snapshot, viewer or at.viewer())
