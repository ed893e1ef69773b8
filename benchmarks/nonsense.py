"""Send nonsense to the companion: broken requests, wrong fields, false uploads; it must stay unharmed.

python -m benchmarks.nonsense [REQUESTS]
"""

from __future__ import annotations

import json
import socket
import struct
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from benchmarks.companion import companion as running
from device.cameras.phone import PhoneCamera
from scoring.game import Table
from scoring.snapshot import Begin

REQUESTS = 10_000
PATIENCE_S = 20.0
WORDS = (
    "begin",
    "event",
    "press",
    "answer",
    "automatic",
    "resume",
    "preview",
    "point",
    "photo",
    "snapshot",
    "nothing",
)
VERBS = ("play", "undo", "redo", "edit", "remove", "open", "close", "rack", "")
FIELDS = (
    "game",
    "players",
    "options",
    "turn",
    "version",
    "index",
    "start",
    "face",
    "question",
    "on",
    "match",
)
MOST_HEARD = 300_000
PATHS = (
    "/",
    "/tv",
    "/history",
    "/turns/9",
    "/players/%00",
    "/static/../../etc/passwd",
    "/events?page=x",
    "/table",
)
FORMS = (
    "/backup/restore",
    "/history/import",
    "/history/00000000-0000-4000-8000-000000000000/resume",
    "/setup/nothing",
    "/machine",
    "/machine/table",
    "/table/pieces",
    "/language",
    "/join/player",
    "/players/%F0%9F%82%A1/forget",
)
FORM_FIELDS = ("player", "corners", "x0", "web.port", "table.corners", "language", "file", "other", "name")


@dataclass
class Tally:
    """What came of it: answers by their number, and faults of our own (500)."""

    requests: int = 0
    answers: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    slowest_ms: float = 0.0
    unharmed: bool = False


def pester(count: int, chance: Random) -> Tally:
    """Pester a whole companion that has a match running, and see whether it is unharmed."""
    tally = Tally()
    with running(PhoneCamera()) as companion:
        companion.desk.ask(Begin(Table("addique", ("Ann", "Bob"))))
        before = companion.desk.snapshot().match
        port = companion.served.port
        cookie = _paired(port, companion.code())
        for _ in range(count):
            request = chance.choice(KINDS)(chance, cookie)
            started_s = time.perf_counter()
            answer = _send(port, request)
            tally.slowest_ms = max(tally.slowest_ms, round(1000 * (time.perf_counter() - started_s), 1))
            tally.requests += 1
            status = answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/") else "none"
            tally.answers[status] = tally.answers.get(status, 0) + 1
            if status == "500" or b"Traceback" in answer:
                tally.faults.append(repr(request[:200]))
        shown = _send(port, _http("GET", "/api/snapshot", b"", cookie))
        tally.unharmed = shown[9:12] == b"200" and companion.desk.snapshot().match == before
    return tally


def _paired(port: int, code: str) -> str:
    """Pair as the host and return the cookie."""
    form = b"code=" + code.encode()
    answer = _send(port, _http("POST", "/join", form, "", "application/x-www-form-urlencoded"))
    return answer.partition(b"Set-Cookie: ")[2].partition(b";")[0].decode()


def _send(port: int, request: bytes) -> bytes:
    """Send bytes, say that no more will come, and return the whole answer."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE_S) as line:
        heard = b""
        with suppress(OSError):
            line.sendall(request)
            line.shutdown(socket.SHUT_WR)
            while len(heard) < MOST_HEARD and (more := line.recv(65536)):
                heard += more
        return heard
    return b""


def _http(method: str, path: str, body: bytes, cookie: str, kind: str = "application/json") -> bytes:
    """A request as a browser writes it."""
    lines = (
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Cookie: {cookie}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def _garbage(chance: Random, cookie: str) -> bytes:
    """No HTTP at all."""
    return chance.randbytes(chance.randrange(400)) + chance.choice([b"", b"\r\n\r\n"])


def _bent(chance: Random, cookie: str) -> bytes:
    """A request with some bytes changed, left out or doubled."""
    data = bytearray(_http("POST", f"/api/{chance.choice(WORDS)}", b'{"button": "x"}', cookie))
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(data))
        way = chance.randrange(3)
        if way == 0:
            data[at] = chance.randrange(256)
        elif way == 1:
            del data[at : at + chance.randrange(20)]
        else:
            data[at:at] = data[at : at + chance.randrange(200)]
    return bytes(data)


def _odd_fields(chance: Random, cookie: str) -> bytes:
    """Well-formed JSON that means nothing."""
    fields = {name: _odd(chance, 3) for name in chance.sample(FIELDS, chance.randrange(len(FIELDS)))}
    fields["do"] = chance.choice(VERBS)
    body = json.dumps(fields if chance.random() < 0.8 else _odd(chance, 3)).encode()
    return _http("POST", f"/api/{chance.choice(WORDS)}", body, cookie)


def _odd(chance: Random, deep: int) -> Any:
    """A value nobody expects."""
    plain = [None, True, -1, 10**30, 1e308, "", "J" * 3000, "\x00", "4752", "🂡", [], {}, 0.5, "../../x"]
    if deep == 0 or chance.random() < 0.5:
        return chance.choice(plain)
    if chance.random() < 0.5:
        return [_odd(chance, deep - 1) for _ in range(chance.randrange(4))]
    return {chance.choice(FIELDS): _odd(chance, deep - 1) for _ in range(chance.randrange(4))}


def _upload(chance: Random, cookie: str) -> bytes:
    """A picture that is none, is cut off, or claims to be enormous; a history that is none."""
    header = struct.pack(">IIBBBBB", chance.choice([1, 60_000]), 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    data = chance.choice([bomb, b"\xff\xd8\xff\xe0" + chance.randbytes(300), b"PK\x03\x04", b"GIF89a", b""])
    path = chance.choice(["/api/photo", "/api/photo", "/history/import", "/backup/restore"])
    if chance.random() < 0.5:
        return _http("POST", path, data + chance.randbytes(20), cookie, "image/jpeg")
    name = chance.choice([b"photo", b"file"])
    form = b'--x\r\nContent-Disposition: form-data; name="' + name + b'"; filename="../a"\r\n\r\n' + data
    end = chance.choice([b"\r\n--x--\r\n", b""])
    return _http("POST", path, form + end, cookie, "multipart/form-data; boundary=x")


def _form(chance: Random, cookie: str) -> bytes:
    """A page's form filled in by nobody sane."""
    fields = [(chance.choice(FORM_FIELDS), str(_odd(chance, 0))) for _ in range(chance.randrange(6))]
    body = urlencode(fields).encode() + chance.choice([b"", b"&%", b"&=&=", b"&player=%ff"])
    return _http("POST", chance.choice(FORMS), body, cookie, "application/x-www-form-urlencoded")


def _page(chance: Random, cookie: str) -> bytes:
    """A page with odd words behind it."""
    path = chance.choice(PATHS) + chance.choice(["", "?page=-1", "?code=%ff%fe", "/" * 500, "%2e%2e%2f"])
    return _http(chance.choice(["GET", "HEAD", "PUT", "POST", "BREW"]), path, b"", cookie)


KINDS: tuple[Callable[[Random, str], bytes], ...] = (_garbage, _bent, _odd_fields, _upload, _form, _page)


def main() -> int:
    """Print the tally as Markdown; 1 when something broke."""
    tally = pester(int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS, Random(7))
    answers = ", ".join(f"{count} × {status}" for status, count in sorted(tally.answers.items()))
    print("| requests | answers | faults (500) | slowest ms | afterwards |\n|---|---|---|---|---|")
    state = "the match is as it was" if tally.unharmed else "harmed"
    print(f"| {tally.requests} | {answers} | {len(tally.faults)} | {tally.slowest_ms:.0f} | {state} |")
    return int(bool(tally.faults) or not tally.unharmed)


if __name__ == "__main__":
    sys.exit(main())
