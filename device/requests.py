"""What cameras, pins and pages put on the referee's queue."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.saying import Saying
from scoring.snapshot import Action


@dataclass(frozen=True)
class Disturbed:
    """The watcher saw a hand or something else move over the table."""


@dataclass(frozen=True)
class Cleared:
    """The watcher saw that hands came and went, and that the table lies as it lay before."""


@dataclass(frozen=True)
class Settled:
    """The watcher saw that the table lies still again; `bumped` when the camera was moved, not the table."""

    bumped: bool = False


@dataclass(frozen=True)
class Told:
    """The camera or the pins have something to say; `machine` is the state it puts the machine in."""

    machine: str
    saying: Saying | None


Request = Action | Disturbed | Cleared | Settled | Told
