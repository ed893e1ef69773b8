"""Server-sent events: the whole snapshot first, then again whenever something changes."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, abort, request, stream_with_context

from web.house import House, house
from web.parts import PARTS, told

events = Blueprint("events", __name__)


@events.get("/events")
def stream() -> Response:
    """Hold a stream open for one page, or for a program that names none."""
    page = request.args.get("page", "")
    if page and page not in PARTS:
        abort(404)
    at = house()
    if not at.streams.enter():
        abort(503)
    response = Response(stream_with_context(_Tellings(at, page)), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


class _Tellings(Iterator[str]):
    """One stream's messages; its place is given back however it ends."""

    def __init__(self, at: House, page: str) -> None:
        self._at = at
        self._left = False
        self._messages = _messages(at, page)

    def __next__(self) -> str:
        try:
            return next(self._messages)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the place back, once."""
        if not self._left:
            self._left = True
            self._at.streams.leave()


def _messages(at: House, page: str) -> Iterator[str]:
    """Tell every moment, a heartbeat when nothing happens, and the end."""
    moment = at.moment()
    yield "retry: 1000\n\n" + _message("snapshot", told(at, page, moment, at.viewer()))
    while True:
        newer = at.streams.after(moment.key, at.settings.heartbeat_s)
        if at.streams.closing:
            yield _message("end", "{}")
            return
        if newer is None:
            yield _message("heartbeat", "{}")
        else:
            moment = newer
            yield _message("snapshot", told(at, page, moment, at.viewer()))


def _message(event: str, data: str) -> str:
    return f"event: {event}\ndata: {data}\n\n"
