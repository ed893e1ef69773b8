"""Paired phones: the pairing code, the tokens, and the one file they are kept in."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

# Letters and digits that nobody mistakes for one another, on a TV across the room.
_LETTERS = "ACDEFHJKLMNPRTVWXY"
_DIGITS = "2345679"

MOST_PHONES = 100
COOKIE = "tallytop_phone"


@dataclass(frozen=True)
class Phone:
    """A phone that may change things: its public key, whose it is, and whether it is the host's."""

    key: str
    player: str = ""
    host: bool = False


class Phones:
    """All paired phones; every change is on disk, readable by this user alone, before it counts."""

    def __init__(
        self, file: Path | None = None, chance: Callable[[str], str] = secrets.choice, length: int = 24
    ) -> None:
        self._file = file
        self._chance = chance
        self._length = length
        self._lock = threading.RLock()
        self._by_digest: dict[str, Phone] = {}
        self._code = self._new_code()
        if file is not None and file.exists():
            self._read(file)
        self._write()

    @property
    def code(self) -> str:
        """Return the code that pairs a phone, such as KT-47."""
        return self._code

    def renew_code(self) -> None:
        """Make the old code worthless."""
        with self._lock:
            self._code = self._new_code()
            self._write()

    def fits(self, given: str) -> bool:
        """Tell whether a typed code is the right one, however it is spaced."""
        plain = "".join(letter for letter in given.upper() if letter.isalnum())
        return secrets.compare_digest(plain.encode(), self._code.replace("-", "").encode())

    def pair(self, player: str) -> str:
        """Take a new phone in and return its token; the first one becomes the host's."""
        token = secrets.token_urlsafe(self._length)
        with self._lock:
            host = not any(phone.host for phone in self._by_digest.values())
            while len(self._by_digest) >= MOST_PHONES:
                oldest = next(digest for digest, phone in self._by_digest.items() if not phone.host)
                del self._by_digest[oldest]
            digest = _digest(token)
            self._by_digest[digest] = Phone(digest[:12], player, host)
            self._write()
        return token

    def phone_of(self, token: str | None) -> Phone | None:
        """Return the phone of a token, if it is still welcome."""
        return self._by_digest.get(_digest(token)) if token else None

    def all(self) -> tuple[Phone, ...]:
        """Return every paired phone, the oldest first."""
        return tuple(self._by_digest.values())

    def holder(self, player: str) -> Phone | None:
        """Return the phone that was first to be this player's."""
        return next((phone for phone in self.all() if player and phone.player == player), None)

    def name(self, key: str, player: str) -> None:
        """Say whose phone this is."""
        self._change(key, lambda phone: replace(phone, player=player))

    def make_host(self, key: str) -> None:
        """Let one more phone be the host's."""
        self._change(key, lambda phone: replace(phone, host=True))

    def revoke(self, key: str) -> None:
        """Send a phone away: its token is worthless from now on."""
        with self._lock:
            self._by_digest = {d: phone for d, phone in self._by_digest.items() if phone.key != key}
            self._write()

    def _change(self, key: str, change: Callable[[Phone], Phone]) -> None:
        with self._lock:
            self._by_digest = {
                d: change(phone) if phone.key == key else phone for d, phone in self._by_digest.items()
            }
            self._write()

    def _new_code(self) -> str:
        letters = "".join(self._chance(_LETTERS) for _ in range(2))
        digits = "".join(self._chance(_DIGITS) for _ in range(2))
        return f"{letters}-{digits}"

    def _read(self, file: Path) -> None:
        """Take over what was kept; a file that cannot be read means that everybody pairs again."""
        try:
            kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            self._by_digest = {digest: Phone(**phone) for digest, phone in kept["phones"].items()}
            self._code = str(kept["code"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            self._by_digest = {}

    def _write(self) -> None:
        if self._file is None:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        beside = self._file.with_suffix(".new")
        beside.unlink(missing_ok=True)
        kept = {"code": self._code, "phones": {d: asdict(phone) for d, phone in self._by_digest.items()}}
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._file)


def _digest(token: str) -> str:
    """Return what is kept of a token, from which it cannot be found again."""
    return hashlib.sha256(token.encode()).hexdigest()
