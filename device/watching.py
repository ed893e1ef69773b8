"""The thread that watches the table and tells the desk when hands come and go."""

from __future__ import annotations

import logging
import threading
import time

from device.cameras.camera import Glance
from device.cameras.kept import KeptCamera
from device.desk import Desk
from device.requests import Cleared, Disturbed, Settled, Told
from device.surveying.surveyor import FieldSurveyor
from device.watch import Feeling, Phase, Sight, Watcher
from scoring.saying import Saying, say

log = logging.getLogger("tallytop")

GLANCES_A_SECOND = 10
NEW_LIGHT = 0.25
"""A change of brightness, in natural logarithms, after which exposure and colours are set afresh."""


class Watching:
    """Glances at the table some times a second, on a thread of its own."""

    def __init__(self, camera: KeptCamera, desk: Desk, surveyor: FieldSurveyor, settle_s: float) -> None:
        self._camera = camera
        self._desk = desk
        self._surveyor = surveyor
        self._view = surveyor.view
        self._watcher = Watcher(Feeling(settle_s=settle_s))
        self._stopped = threading.Event()
        self._phase: Phase | None = None
        self._trouble: Saying | None = None
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and let go of the camera."""
        self._stopped.set()
        self._thread.join(timeout=5)
        self._camera.close()

    def _run(self) -> None:
        while not self._stopped.is_set():
            began_s = time.monotonic()
            self.glance()
            spare_s = 1 / GLANCES_A_SECOND - (time.monotonic() - began_s)
            self._stopped.wait(max(spare_s, self._camera.wait_s(), 0))

    def glance(self) -> None:
        """Look once, and tell what has changed."""
        glance = self._camera.glance()
        state = self._camera.state
        if glance is None or not state.ready:
            self._say_trouble(state.sentence)
            return
        if self._trouble:
            self._trouble = None
            self._watcher.forget()
            again = say("The camera sees the table again.")
            log.info("%s", again)
            self._desk.tell(Told("ready", again))
        if self._surveyor.view is not self._view:
            self._view = self._surveyor.view
            self._watcher.forget()
        self._tell(self._watcher.see(self._surveyor.glance(glance)), glance)

    def _say_trouble(self, sentence: Saying) -> None:
        """Say once what is wrong with the camera, on the page and in the log."""
        if sentence != self._trouble:
            self._trouble = sentence
            log.warning("%s", sentence)
            self._desk.tell(Told("no camera", sentence))

    def _tell(self, sight: Sight, glance: Glance) -> None:
        """Tell the desk of hands, of a still table and of a bump."""
        if sight.phase is Phase.HAND and self._phase is not Phase.HAND:
            self._desk.tell(Disturbed())
        if sight.phase is Phase.EMPTY and self._phase is Phase.HAND:
            self._desk.tell(Cleared())
        self._phase = sight.phase
        if sight.phase is not Phase.HAND and abs(sight.light) > NEW_LIGHT:
            self._camera.settle()
            self._watcher.adapted()
        if not sight.fresh:
            return
        if sight.bump is not None:
            self._surveyor.bumped(sight.bump, glance)
        self._desk.tell(Settled(bumped=sight.bump is not None))
