"""A companion without camera or buttons: one thread owns the match, everybody else asks it."""

from __future__ import annotations

import queue
import threading
from dataclasses import replace
from typing import Any

from scoring.match import Match, Refusal, Undone
from scoring.saying import problem
from scoring.snapshot import Action, Automatic, Begin, Do, Press, Snapshot


class ByHand:
    """The single writer of a match that is played by hand."""

    def __init__(self, first: Snapshot | None = None) -> None:
        self._snapshot = first or Snapshot(1)
        self._asked: queue.Queue[tuple[Any, queue.Queue[Any]] | None] = queue.Queue()
        self._changed = threading.Condition()
        self._matches = 0
        self._writer = threading.Thread(target=self._write, name="by hand", daemon=True)
        self._writer.start()

    def snapshot(self) -> Snapshot:
        return self._snapshot

    def wait(self, number: int, timeout_s: float) -> Snapshot:
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.number > number, timeout_s)
            return self._snapshot

    def ask(self, action: Action) -> Snapshot:
        answer: queue.Queue[Any] = queue.Queue()
        self._asked.put((action, answer))
        told = answer.get(timeout=10)
        if isinstance(told, Exception):
            raise told
        assert isinstance(told, Snapshot)
        return told

    def picture(self) -> bytes | None:
        return None

    def show(self, **changes: Any) -> None:
        """Let the machine's side change: its state, a preview, a question."""
        self.ask(changes)  # type: ignore[arg-type]

    def close(self) -> None:
        self._asked.put(None)
        self._writer.join(5)

    def _write(self) -> None:
        while (asked := self._asked.get()) is not None:
            action, answer = asked
            try:
                then = replace(self._done(action), number=self._snapshot.number + 1)
            except Exception as error:
                answer.put(error)
                continue
            with self._changed:
                self._snapshot = then
                self._changed.notify_all()
            answer.put(then)

    def _done(self, action: Any) -> Snapshot:
        now = self._snapshot
        match action:
            case dict():
                return replace(now, **action)
            case Begin(table):
                self._matches += 1
                return Snapshot(now.number, f"m{self._matches}", Match(table))
            case Do(event, version) if now.match:
                return replace(now, match=now.match.act(event, version))
            case Press("undo") if now.match:
                return replace(now, match=now.match.act(Undone(), now.match.version))
            case Automatic(on):
                return replace(now, automatic=on)
        raise Refusal(problem("by-hand", "There is no camera: enter the turn by hand."))
