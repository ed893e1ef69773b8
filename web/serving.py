"""Serving the dashboard in the companion's own process."""

from __future__ import annotations

import threading

from flask import Flask
from waitress.server import create_server

from web.app import streams_of
from web.house import House

SPARE_THREADS = 8


class Served:
    """A dashboard being served, until it is stopped."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8080) -> None:
        house: House = app.extensions["tallytop"]
        self._app = app
        # Every stream holds a thread; a few more must stay free for everything else.
        threads = house.settings.most_streams + SPARE_THREADS
        self._server = create_server(
            app,
            host=host,
            port=port,
            threads=threads,
            connection_limit=house.settings.most_streams * 2 + 100,
            channel_timeout=60,
            ident="Tallytop",
            clear_untrusted_proxy_headers=True,
        )
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)

    @property
    def port(self) -> int:
        """Return the port that is listened on."""
        return int(self._server.effective_port)

    def start(self) -> Served:
        """Begin to serve, in a thread of its own."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """End every stream with its marker, then stop."""
        streams_of(self._app).close()
        self._server.close()
        self._thread.join(1)
