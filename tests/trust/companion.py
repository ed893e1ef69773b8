"""A whole companion in a process of its own, with a phone that is paired to it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

STARTING_S = 60.0


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Companion:
    """`tallytop start` without a camera of its own; `kill` pulls its plug."""

    def __init__(self, home: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        words = ["start", "--camera", "phone", "--home", str(home), "--port", str(self.port)]
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - it lives as long as the companion does
        command = [sys.executable, "-m", "device.command", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, text=True)
        self.cookie = self.log = ""

    def __enter__(self) -> Companion:
        try:
            return self.ready()
        except BaseException:
            self.kill()
            raise

    def __exit__(self, *_: object) -> None:
        self.kill()

    def ready(self) -> Companion:
        """Wait until it is, and pair."""
        assert self.process.stdout is not None
        code = ""
        while not code and (line := self.process.stdout.readline()):
            code = "".join(re.findall(r"code (\S+)\.", line))
        assert code, self._said()
        answer = self._join(code)
        self.cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        return self

    def guess(self, code: str) -> int:
        """Try to pair with a code, and return the answer's number."""
        return self._join(code).status

    def get(self, path: str) -> tuple[int, str]:
        """Return a page."""
        answer, text = self._ask("GET", path)
        return answer.status, text

    def post(self, word: str, **fields: object) -> tuple[int, dict[str, Any]]:
        """Send JSON to a word of the interface."""
        answer, text = self._ask("POST", f"/api/{word}", json.dumps(fields))
        return answer.status, json.loads(text)

    def match(self) -> dict[str, Any] | None:
        """Return the match as everybody sees it."""
        found: dict[str, Any] | None = json.loads(self.get("/api/snapshot")[1])["match"]
        return found

    def refused(self) -> str:
        """Wait for a companion that cannot start, and return what it says."""
        assert self.process.wait(STARTING_S) == 1
        self._close()
        return self.log

    def kill(self) -> None:
        """End it without a warning, if it has not ended."""
        self.process.kill()
        self.process.wait()
        self._close()

    def stop(self) -> int:
        """End it as systemd does, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(STARTING_S)
        self._close()
        return code

    def _join(self, code: str) -> http.client.HTTPResponse:
        form = urlencode({"code": code})
        return self._ask("POST", "/join", form, "application/x-www-form-urlencoded")[0]

    def _ask(
        self, method: str, path: str, body: str | None = None, kind: str = "application/json"
    ) -> tuple[http.client.HTTPResponse, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=STARTING_S)
        line.request(method, path, body, {"Content-Type": kind, "Cookie": self.cookie})
        answer = line.getresponse()
        text = answer.read().decode()
        line.close()
        return answer, text

    def _close(self) -> None:
        """Keep what it said of its troubles."""
        assert self.process.stdout is not None
        self.process.stdout.close()
        if not self._log.closed:
            self.log = self._said()
            self._log.close()

    def _said(self) -> str:
        self._log.seek(0)
        return self._log.read()
