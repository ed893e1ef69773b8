"""The whole companion put together: journal, camera, referee, pins and pages, started and stopped as one."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

from device.cameras.camera import Camera
from device.cameras.kept import KeptCamera
from device.cameras.simulated import SimulatedCamera
from device.desk import Desk
from device.eye import Eye
from device.hands import Hands
from device.pins.panel import open_panel
from device.pins.press import Press as PinPress
from device.pins.press import What
from device.referee import Referee
from device.requests import Told
from device.settings import Settings
from device.signals import Signals
from device.watching import Watching
from scoring.history.journal import Journal
from scoring.saying import say
from scoring.snapshot import Press
from web.app import create_app
from web.house import House
from web.house import Settings as PageSettings
from web.serving import Served

log = logging.getLogger("tallytop")

SECRETS = "phones.json"


class Appliance:
    """Everything that runs, in the order it is started; leaving it stops all of it in reverse."""

    def __init__(self, home: Path, settings: Settings, camera: Camera) -> None:
        self._settings = settings
        self._parts = ExitStack()
        self.journal = Journal.open(home)
        self._parts.callback(self.journal.close)
        for notice in self.journal.notices:
            log.warning("%s", notice)
        kept = KeptCamera(camera)
        table = settings.table
        self.referee = Referee(
            self.journal, Eye(kept), table.automatic, table.automatic_after_s, table.keep_pictures
        )
        self.referee.resume()
        self.desk = Desk(self.referee)
        self.watching = Watching(kept, self.desk, table.settle_s)
        self.hands = (
            Hands(self.desk, camera.tabletop, Random()) if isinstance(camera, SimulatedCamera) else None
        )
        pages = PageSettings(address=self.address, most_streams=settings.web.most_phones)
        self.pages = create_app(self.desk, self.journal, pages, home / SECRETS)

    def __enter__(self) -> Appliance:
        try:
            self._start()
        except BaseException:
            self._parts.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._parts.close()

    def _start(self) -> None:
        """Open pins and pages and begin to watch."""
        panel = open_panel(self._settings.pins.wiring(), self._pressed, sounds=self._settings.pins.sounds)
        for sentence in panel.sentences:
            log.info("%s", sentence)
        signals = Signals(self.desk, panel)
        signals.start()
        self._parts.callback(signals.stop)
        web = self._settings.web
        self.served = Served(self.pages, web.address, web.port)
        self.served.start()
        self._parts.callback(self.served.stop)
        self.watching.start()
        self._parts.callback(self.watching.stop)
        if self.hands:
            self._parts.callback(self.hands.stop)

    def run(self, beat: Callable[[], None] = lambda: None) -> None:
        """Be the one writer until stopped."""
        if self.hands and self.desk.snapshot().match is None:
            # Nobody has laid anything on the simulated table: show what it is for.
            self.hands.start("addique")
        self.desk.run(beat)

    def stop(self) -> None:
        """Ask the writer to finish; may be called from a signal."""
        self.desk.stop()

    def code(self) -> str:
        """Return the code that pairs a phone."""
        house: House = self.pages.extensions["tallytop"]
        return house.phones.code

    def address(self) -> str:
        """Return where a phone finds this machine."""
        return f"{own_address()}:{self._settings.web.port}"

    def _pressed(self, press: PinPress) -> None:
        """Turn what happened at a button into a request."""
        if press.what is What.STUCK:
            self.desk.tell(Told("ready", say("The button {button} seems to be stuck.", button=press.button)))
        elif press.what is What.PRESSED:
            # A player's own button ends the turn like NEXT does.
            button = "next" if press.button.startswith("player") else press.button
            self.desk.tell(Press(button, down_at_s=press.down_at_s))


def own_address() -> str:
    """Return this machine's address in the local network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only asks the routing table which address would be used.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
