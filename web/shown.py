"""What somebody may see of a snapshot: pages, streams and programs get this and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from flask_babel import gettext

from scoring.code777_cards import COLOURS
from scoring.games import game_named
from scoring.match import Match, TurnResult, whose_turn
from scoring.saying import Problem, Saying, say
from scoring.snapshot import Opening, Question, SeenPiece, Snapshot
from web.boards import board_of
from web.boards.addique import with_lying
from web.boards.addup import with_added
from web.boards.formula import with_laid
from web.boards.trictrac import with_thrown
from web.viewer import SECRET_GAME, Viewer
from web.words import tell, tell_all

_CARD = re.compile(rf"\d ({'|'.join(COLOURS)})")
_SECRET_FIELDS = ("rack", "spare")
_LYING: Mapping[str, Callable[[Any, Any], Any]] = {
    "addique": with_lying,
    "formula": with_laid,
    "addup": with_added,
    "trictrac": with_thrown,
}
"""How a game's board shows what lies there before anybody pressed NEXT."""


@dataclass(frozen=True)
class ShownTurn:
    """A turn as it stands in the list: whose, what it brought, and the sentence about it."""

    index: int
    player: str | None
    points: int
    says: str
    legal: bool
    written: Mapping[str, Any]


@dataclass(frozen=True)
class ShownMatch:
    """A match with its secrets left out."""

    id: str
    game: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, bool | int]
    version: int
    totals: tuple[int, ...]
    to_play: int | None
    finished: bool
    closed: bool
    winners: tuple[int, ...]
    can_undo: bool
    can_redo: bool
    turns: tuple[ShownTurn, ...]
    turns_in_all: int | None
    says: str
    board: Any


@dataclass(frozen=True)
class ShownPreview:
    """What the piece that lies there would do."""

    points: int
    says: str
    problems: tuple[str, ...]
    pieces: tuple[str, ...]
    begun: bool


@dataclass(frozen=True)
class ShownQuestion:
    """A doubt: its number, the sentence, and the likeliest faces, the likeliest first."""

    number: int
    says: str
    faces: tuple[str, ...]
    crop: bool
    free: bool = True
    """Whether it may be something else: a face can be, the order of pieces is one of those offered."""


@dataclass(frozen=True)
class Shown:
    """Everything one viewer may see at one moment."""

    number: int
    machine: str
    camera: str
    automatic: bool
    notice: str
    match: ShownMatch | None
    preview: ShownPreview | None
    question: ShownQuestion | None
    opening: Opening | None
    seen: tuple[SeenPiece, ...]
    asked: int | None
    seat: int | None
    role: str

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return asdict(self)


def show(snapshot: Snapshot, viewer: Viewer) -> Shown:
    """Return what a viewer may see of a snapshot."""
    match = snapshot.match
    secret = is_secret(match)
    preview = snapshot.preview
    shown_match = None if match is None else show_match(snapshot.match_id or "", match, viewer)
    if preview and shown_match and shown_match.game in _LYING:
        shown_match = replace(shown_match, board=_LYING[shown_match.game](shown_match.board, preview.turns))
    return Shown(
        snapshot.number,
        snapshot.machine,
        snapshot.camera,
        snapshot.automatic,
        tell(_hushed(snapshot.notice, secret)) if snapshot.notice else "",
        shown_match,
        None
        if preview is None
        else ShownPreview(
            preview.points,
            tell(_hushed(preview.saying, secret)),
            tuple(tell_problems(preview.problems, secret)),
            () if secret else tuple(piece for found in preview.problems for piece in found.pieces),
            preview.begun,
        ),
        None if snapshot.question is None else _question(snapshot.question, may_be_asked(snapshot, viewer)),
        snapshot.opening,
        () if secret else snapshot.seen,
        snapshot.asked,
        viewer.seat,
        viewer.role,
    )


def show_match(match_id: str, match: Match, viewer: Viewer) -> ShownMatch:
    """Return a match as a viewer may see it."""
    table, standing = match.table, match.standing
    return ShownMatch(
        match_id,
        table.game,
        game_named(table.game).title,
        table.players,
        dict(table.options),
        match.version,
        standing.totals,
        standing.to_play,
        standing.finished,
        match.closed,
        standing.winners,
        match.can_undo,
        match.can_redo,
        tuple(show_turn(match, at, result) for at, result in enumerate(match.results)),
        48 if table.game == "addique" else None,
        tell(whose_turn(match)),
        board_of(table, match.state, match.results, viewer.seat),
    )


def show_turn(match: Match, index: int, result: TurnResult) -> ShownTurn:
    """Return a turn without the cards it put on a rack."""
    table = match.table
    written = game_named(table.game).write_turn(table, result.turn)
    if is_secret(match):
        written = {name: value for name, value in written.items() if name not in _SECRET_FIELDS}
    return ShownTurn(
        index,
        None if result.seat is None else table.name(result.seat),
        result.points,
        tell(_hushed(result.saying, is_secret(match))),
        result.outcome is not None,
        written,
    )


def is_secret(match: Match | None) -> bool:
    """Tell whether a match has racks that their owners must not see."""
    return match is not None and match.table.game == SECRET_GAME


def tell_problems(problems: tuple[Problem, ...], secret: bool) -> list[str]:
    """Say what is wrong without naming a card that somebody must not know."""
    if not secret:
        return tell_all(problems)
    return [tell(_hushed(found.saying, secret)) for found in problems]


def _hushed(saying: Saying, secret: bool) -> Saying:
    """Return the sentence, or a plainer one where it would name a card of a rack."""
    if secret and any(_CARD.search(str(value)) for value in saying.values.values()):
        return say("These cards cannot all be right. Look at them once more.")
    return saying


def may_be_asked(snapshot: Snapshot, viewer: Viewer) -> bool:
    """Tell whether somebody may see the piece in doubt: one for a rack only who sits at another rack."""
    match, question = snapshot.match, snapshot.question
    if match is None or question is None or not is_secret(match):
        return True
    return (
        bool(question.owner) and viewer.seat is not None and match.table.name(viewer.seat) != question.owner
    )


def _question(question: Question, may_see: bool) -> ShownQuestion:
    """Return a doubt; who must not see what is in doubt only hears that there is one."""
    if not may_see:
        return ShownQuestion(
            question.number, gettext("A card is not clear. Show the three cards again."), (), False
        )
    ranked = sorted(question.choices, key=lambda choice: -choice.confidence)
    return ShownQuestion(
        question.number,
        tell(question.saying),
        tuple(choice.face for choice in ranked),
        bool(question.crop_jpeg),
        any(choice.confidence > 0 for choice in ranked),
    )
