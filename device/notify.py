"""Telling systemd how it goes: ready, alive, stopping. Without systemd nothing is sent."""

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress


class Notifier:
    """Speaks to the socket that systemd names; the watchdog is fed often enough and no oftener."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        # An @ stands for the zero byte of a socket that is in no folder.
        self._address = "\0" + name[1:] if name.startswith("@") else name
        meant_for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        watchdog_us = environment.get("WATCHDOG_USEC", "")
        self._every_s = int(watchdog_us) / 3e6 if watchdog_us.isdigit() and meant_for_us else None
        self._clock = clock
        self._beaten_s = float("-inf")

    def ready(self) -> None:
        """Say that everything is up."""
        self._send("READY=1")

    def beat(self) -> None:
        """Say that the table's loop goes round; to be called each time it does."""
        now_s = self._clock()
        if self._every_s is not None and now_s - self._beaten_s >= self._every_s:
            self._beaten_s = now_s
            self._send("WATCHDOG=1")

    def status(self, sentence: str) -> None:
        """Say in a sentence how it goes, for `systemctl status`."""
        self._send("STATUS=" + " ".join(sentence.split()))

    def stopping(self) -> None:
        """Say that the end is meant."""
        self._send("STOPPING=1")

    def _send(self, words: str) -> None:
        if self._address:
            # A systemd that does not listen must not stop a game.
            with (
                suppress(OSError),
                socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
            ):
                line.connect(self._address)
                line.send(words.encode())
