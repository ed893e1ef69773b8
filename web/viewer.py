"""Who looks at a page: anyone on the network, a player with a seat, or the host."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, request

from scoring.match import Match
from web.phones import COOKIE, Phone, Phones

SECRET_GAME = "code777"


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks: paired or not, the host or not, on a seat or not."""

    key: str = ""
    player: str = ""
    paired: bool = False
    host: bool = False
    seat: int | None = None

    @property
    def role(self) -> str:
        """Name the role."""
        if self.host:
            return "host"
        return "player" if self.paired else "watcher"


def viewer_of(phone: Phone | None, match: Match | None, phones: Phones) -> Viewer:
    """Return what a phone is to a match; in a game with secrets a seat belongs to one phone only."""
    if phone is None:
        return Viewer()
    seat: int | None = None
    if match is not None and phone.player in match.table.players:
        seat = match.table.seat(phone.player)
        if match.table.game == SECRET_GAME and phones.holder(phone.player) != phone:
            seat = None
    return Viewer(phone.key, phone.player, True, phone.host, seat)


def asking(phones: Phones, match: Match | None) -> Viewer:
    """Return who makes this request."""
    return viewer_of(phones.phone_of(request.cookies.get(COOKIE)), match, phones)


def must_be_paired(viewer: Viewer) -> None:
    """Turn away whoever has not paired."""
    if not viewer.paired:
        abort(401)


def must_be_allowed_to_begin(viewer: Viewer, match: Match | None) -> None:
    """Let any paired phone begin when nothing is being played, otherwise only the host's."""
    if match is None or match.closed or match.standing.finished:
        must_be_paired(viewer)
    else:
        must_be_host(viewer)


def must_be_host(viewer: Viewer) -> None:
    """Turn away whoever is not the host."""
    must_be_paired(viewer)
    if not viewer.host:
        abort(403)
