"""The whole loop under a clock of its own: simulated table, watcher, desk, referee, and the real reader."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from device.cameras.kept import KeptCamera
from device.chronicle import Chronicle
from device.desk import Desk
from device.eye import Eye
from device.referee import Referee
from device.replaying import Notebook
from device.requests import Request
from device.surveying.calibration import NAME
from device.surveying.surveyor import FieldSurveyor
from device.tabletop import Tabletop
from device.watching import GLANCES_A_SECOND, Watching
from scoring.match import Match
from scoring.snapshot import Press, Snapshot, TablePiece
from tests.device.room import Room

FRAME_S = 1 / GLANCES_A_SECOND
STEPS = 5


class Loop:
    """Everything the companion does with a table, moved on glance by glance."""

    def __init__(self, home: Path, chronicle: Chronicle | None = None, automatic: bool = False) -> None:
        self.now_s = 1000.0
        self.tabletop = Tabletop(1)
        self.room = Room(self.tabletop, self.clock)
        kept = KeptCamera(self.room, self.clock)
        surveyor = FieldSurveyor(home / NAME, kept)
        self.referee = Referee(chronicle or Notebook(), Eye(kept, surveyor), automatic, 3.0, clock=self.clock)
        self.desk = Desk(self.referee)
        self.watching = Watching(kept, self.desk, surveyor, 0.4)

    def clock(self) -> float:
        """What time it is here."""
        return self.now_s

    @property
    def shown(self) -> Snapshot:
        """What everybody sees now."""
        return self.referee.latest

    @property
    def match(self) -> Match:
        """The match that is played."""
        assert self.shown.match is not None
        return self.shown.match

    @property
    def says(self) -> str:
        """The sentence that is shown."""
        return str(self.shown.notice or "")

    def wait(self, seconds: float, every_s: float = FRAME_S) -> None:
        """Let time pass, glancing at the table."""
        for _ in range(max(1, round(seconds / every_s))):
            self.now_s += every_s
            self.watching.glance()
            self._work()

    def tell(self, *requests: Request) -> None:
        """Leave requests at the desk and have them carried out; a refusal is shown."""
        for request in requests:
            self.desk.tell(request)
        self._work()

    def press(self, button: str = "next") -> None:
        """Press a button now."""
        self.tell(Press(button, down_at_s=self.now_s))

    def lay(self, game: str, pieces: Sequence[TablePiece], from_deg: float = 80.0) -> None:
        """Reach in, lay the table so, and pull the hand back."""
        at_mm = self.tabletop.place_mm(game, pieces) if game == "addique" else (0.0, 20.0)
        self.reach(at_mm, from_deg)
        self.tabletop.arrange(game, tuple(pieces))
        self.leave(at_mm, from_deg)

    def reach(self, at_mm: tuple[float, float], from_deg: float = 80.0) -> None:
        """Bring a hand to a place."""
        for step in range(1, STEPS + 1):
            self.tabletop.hold_hand(at_mm, step / STEPS, from_deg)
            self.wait(FRAME_S)

    def leave(self, at_mm: tuple[float, float], from_deg: float = 80.0) -> None:
        """Take the hand away again."""
        for step in reversed(range(STEPS)):
            self.tabletop.hold_hand(at_mm, step / STEPS, from_deg)
            self.wait(FRAME_S)
        self.tabletop.hold_hand(None)
        self.wait(FRAME_S)

    def _work(self) -> None:
        """Have the writer do what lies on the desk, and what is due."""
        self.desk.stop()
        self.desk.run()
        self.referee.enter_due()
