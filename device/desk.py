"""The desk in front of the referee: everybody leaves requests there, and one thread takes them up."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from device.referee import Referee
from device.requests import Request
from scoring.history.journal import NotKept
from scoring.match import Refusal
from scoring.saying import problem
from scoring.snapshot import Action, Snapshot

log = logging.getLogger("tallytop")

ASK_TIMEOUT_S = 20.0

_Left = tuple[Request, Future[Snapshot] | None]


class _Broken(Refusal):
    """Refused for a fault of ours."""


class Desk:
    """The running companion as pages, pins and cameras see it; any thread may call it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        # Not a plain Queue: a signal may stop the writer while it is itself taking something off.
        self._requests: queue.SimpleQueue[_Left | None] = queue.SimpleQueue()

    def snapshot(self) -> Snapshot:
        """Return what is to be shown now."""
        return self._referee.latest

    def wait(self, number: int, timeout_s: float) -> Snapshot:
        """Return a snapshot newer than a number, or the same one when the time is up."""
        return self._referee.window.wait(number, timeout_s)

    def ask(self, action: Action) -> Snapshot:
        """Have an action carried out and return what is shown then; a Refusal says why it was not."""
        reply: Future[Snapshot] = Future()
        self._requests.put((action, reply))
        try:
            return reply.result(ASK_TIMEOUT_S)
        except TimeoutError:
            raise Refusal(problem("busy", "The companion is busy; try again in a moment.")) from None

    def tell(self, request: Request) -> None:
        """Leave a request and go on."""
        self._requests.put((request, None))

    def picture(self) -> bytes | None:
        """Return the latest picture as JPEG."""
        return self._referee.inspector.picture() if self._referee.inspector else None

    def run(self, beat: Callable[[], None] = lambda: None, every_s: float = 1.0) -> None:
        """Carry out requests until stopped; `beat` is called at least this often, and feeds the watchdog."""
        while True:
            beat()
            due_s = self._referee.due_in_s()
            with suppress(queue.Empty):
                item = self._requests.get(timeout=every_s if due_s is None else min(every_s, due_s))
                if item is None:
                    return
                self._answer(*item)
            self._enter_due()

    def stop(self) -> None:
        """Let the writer finish what was left before, and return."""
        self._requests.put(None)

    def _answer(self, request: Request, reply: Future[Snapshot] | None) -> None:
        """Carry out one request and hand back the result or the refusal."""
        try:
            self._carry_out(request)
        except Refusal as refusal:
            if reply is None or isinstance(refusal, NotKept | _Broken):
                self._say(refusal)
            if reply:
                reply.set_exception(refusal)
        else:
            if reply:
                reply.set_result(self._referee.latest)

    def _carry_out(self, request: Request) -> None:
        """Have the referee do it; a fault of ours must not end the evening."""
        try:
            self._referee.handle(request)
        except Refusal:
            raise
        except Exception as fault:
            log.exception("A request failed: %s", type(request).__name__)
            if self._referee.latest.machine == "reading":
                self._referee.window.show(machine="asks")
            raise _Broken(problem("broken", "Something broke on our side. The score is safe.")) from fault

    def _enter_due(self) -> None:
        """Let a turn that has lain there long enough count by itself."""
        try:
            self._referee.enter_due()
        except Refusal as refusal:
            self._say(refusal)

    def _say(self, refusal: Refusal) -> None:
        """Tell everybody why nothing happened: a full disk, or a button pressed at the wrong moment."""
        self._referee.window.show(notice=refusal.problems[0].saying)
