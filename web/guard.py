"""The door: which hosts are served, which requests may change things, and what every answer forbids."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

LARGEST_BODY_BYTES = 256_000
LARGEST_UPLOAD_BYTES = 16_000_000
LARGEST_BACKUP_BYTES = 1_000_000_000
_UPLOADS = {
    "/api/photo": LARGEST_UPLOAD_BYTES,
    "/history/import": LARGEST_UPLOAD_BYTES,
    "/backup/restore": LARGEST_BACKUP_BYTES,
}
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def stand_guard(app: Flask, names: Iterable[str]) -> None:
    """Check every request at the door and mark every answer."""
    served = frozenset(name.lower().rstrip(".") for name in names)

    @app.before_request
    def check() -> None:
        if not is_served(request.host, served):
            abort(421)
        request.max_content_length = _UPLOADS.get(request.path, LARGEST_BODY_BYTES)
        if request.method not in _SAFE and not is_own(
            request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site"), request.host
        ):
            abort(403)

    @app.after_request
    def mark(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def is_served(host: str, names: frozenset[str]) -> bool:
    """Tell whether a Host header names this machine: a rebound DNS name does not, an address does."""
    name = (urlsplit(f"//{host}").hostname or "") if _is_host(host) else ""
    name = name.lower().rstrip(".")
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_own(origin: str | None, fetch_site: str | None, host: str) -> bool:
    """Tell whether a changing request comes from one of our own pages, or from no page at all."""
    if origin is not None:
        return origin != "null" and urlsplit(origin).netloc.lower() == host.lower()
    return fetch_site in (None, "same-origin", "none")


def _is_host(host: str) -> bool:
    """Tell whether a Host header can be taken apart at all."""
    try:
        urlsplit(f"//{host}").port  # noqa: B018
    except ValueError:
        return False
    return True
