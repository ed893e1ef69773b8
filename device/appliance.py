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
from device.doctor import examine
from device.doctor_round import looks
from device.eye import Eye
from device.hands import Hands, pieces_of
from device.mqtt import Announcer, Broker, NoClient
from device.pins.panel import open_panel
from device.pins.press import Press as PinPress
from device.pins.press import What
from device.playground import Playground
from device.referee import Referee
from device.requests import Told
from device.settings import NAME as SETTINGS
from device.settings import Settings
from device.settings.keeper import FileKeeper
from device.signals import Signals
from device.surveying.calibration import NAME as CALIBRATION
from device.surveying.surveyor import FieldSurveyor
from device.tabletop import ARTWORK, Tabletop
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
        self.again = False
        """Whether it is to be started again once it has stopped."""
        self._settings = settings
        self._parts = ExitStack()
        self.journal = Journal.open(home)
        self._parts.callback(self.journal.close)
        for notice in self.journal.notices:
            log.warning("%s", notice)
        kept = KeptCamera(camera)
        surveyor = FieldSurveyor(home / CALIBRATION, kept)
        table = settings.table
        self.referee = Referee(
            self.journal, Eye(kept, surveyor), table.automatic, table.automatic_after_s, table.keep_pictures
        )
        self.referee.resume()
        self.desk = Desk(self.referee)
        self.watching = Watching(kept, self.desk, surveyor, table.settle_s)
        self._tabletop = camera.tabletop if isinstance(camera, SimulatedCamera) else None
        self.hands = Hands(self.desk, self._tabletop, Random()) if self._tabletop else None
        self.pages = create_app(
            self.desk,
            self.journal,
            PageSettings(address=self.address, most_streams=settings.web.most_phones, also=(SETTINGS,)),
            home / SECRETS,
            Playground(self._tabletop, self.hands) if self._tabletop and self.hands else None,
            lambda: examine(looks(home, still=False, serving=True)),
            FileKeeper(home / SETTINGS, self.restart),
            surveyor,
        )

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
        if self._settings.mqtt.host:
            self._announce()

    def _announce(self) -> None:
        """Tell a broker what stands on the table, where one is set."""
        mqtt = self._settings.mqtt
        broker = Broker(mqtt.host, mqtt.port, mqtt.user, mqtt.password)
        try:
            announcer = Announcer(self.desk, broker, mqtt.table)
        except NoClient as error:
            log.warning("%s", error)
            return
        announcer.start()
        self._parts.callback(announcer.stop)

    def _furnish(self, tabletop: Tabletop, hands: Hands) -> None:
        """Lay out what lay there before; on a table nobody has played on, show what it is for."""
        match = self.desk.snapshot().match
        if match is None:
            hands.start("addique")
        elif match.table.game in ARTWORK:
            tabletop.arrange(match.table.game, pieces_of(match))

    def run(self, beat: Callable[[], None] = lambda: None) -> None:
        """Be the one writer until stopped."""
        if self._tabletop and self.hands:
            self._furnish(self._tabletop, self.hands)
        self.desk.run(beat)

    def stop(self) -> None:
        """Ask the writer to finish; may be called from a signal."""
        self.desk.stop()

    def restart(self) -> None:
        """Ask the writer to finish, and to be started again."""
        self.again = True
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
