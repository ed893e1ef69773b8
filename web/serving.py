"""Serving the dashboard in the companion's own process."""

from __future__ import annotations

import contextlib
import threading
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from web.app import streams_of
from web.house import House

SPARE_THREADS = 8
TURN_S = 1.0


class Served:
    """A dashboard being served, until it is stopped."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8080) -> None:
        house: House = app.extensions["tallytop"]
        self._app = app
        self._sockets: dict[int, Any] = {}
        self._stopping = threading.Event()
        # Every stream holds a thread; a few more must stay free for everything else.
        self._server = create_server(
            app,
            map=self._sockets,
            host=host,
            port=port,
            threads=house.settings.most_streams + SPARE_THREADS,
            connection_limit=house.settings.most_streams * 2 + 100,
            channel_timeout=60,
            ident="Tallytop",
            clear_untrusted_proxy_headers=True,
        )
        self._thread = threading.Thread(target=self._serve, name="web", daemon=True)

    @property
    def port(self) -> int:
        """Return the port that is listened on."""
        return int(self._server.effective_port)

    def start(self) -> Served:
        """Begin to serve, in a thread of its own."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """End every stream with its marker, then close every connection."""
        streams_of(self._app).close()
        self._stopping.set()
        with contextlib.suppress(
            OSError
        ):  # the wheel may have turned its last by itself, and closed the trigger
            self._server.pull_trigger()
        self._thread.join(2 * TURN_S)

    def _serve(self) -> None:
        """Turn the server's wheel; only this thread touches the sockets, the end included."""
        while not self._stopping.is_set():
            wasyncore.loop(timeout=TURN_S, map=self._sockets, count=1)
        self._server.task_dispatcher.shutdown(timeout=TURN_S)
        wasyncore.close_all(self._sockets, ignore_all=True)
