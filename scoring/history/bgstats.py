"""Matches for the app BG Stats: its .bgsplay file, and the link that hands it one match."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from scoring.games import GAMES, game_named
from scoring.history.scorebook import Entry, Story
from scoring.history.statistics import LOWEST_WINS

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Tallytop"
ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share,"
    " export or open-in function to open it with Board Game Stats."
)
_SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "tallytop:bgstats")


def write_bgsplay(stories: Sequence[Story]) -> bytes:
    """Give the .bgsplay file of matches; the app knows them again by their ids."""
    names = sorted({name for story in stories for name in story.entry.players})
    numbers = {name: count for count, name in enumerate(names, start=1)}
    games = [game for game in GAMES if any(story.entry.game == game for story in stories)]
    newest = max((story.entry.changed_at for story in stories), default=0.0)
    written = {
        "about": ABOUT,
        "players": [
            {
                "uuid": stable_id("player", name),
                "id": numbers[name],
                "name": name,
                "isAnonymous": False,
                "modificationDate": _stamp(newest),
            }
            for name in names
        ],
        "locations": [],
        "games": [_game(game, games.index(game) + 1, newest) for game in games],
        "plays": [_play(story, numbers, games.index(story.entry.game) + 1) for story in stories],
        "userInfo": {"meRefId": 1},
    }
    return json.dumps(written, ensure_ascii=False, indent=1).encode()


def bgstats_link(story: Story) -> str:
    """Give the link that opens the app with one match to import."""
    entry = story.entry
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": stable_id("match", entry.id),
        "playDate": _stamp(entry.changed_at),
        "durationMin": _minutes(entry),
        "game": {
            "name": entry.title,
            "sourceGameId": stable_id("game", entry.game),
            "highestWins": entry.game not in LOWEST_WINS,
            "noPoints": _without_points(story),
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": stable_id("player", name),
                "startPlayer": seat == entry.starter,
                "winner": seat in entry.winners,
                "score": str(entry.totals[seat]),
            }
            for seat, name in enumerate(entry.players)
        ],
    }
    return LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def stable_id(kind: str, name: str) -> str:
    """Give the same thing the same id, whenever and wherever it is exported."""
    return str(uuid.uuid5(_SPACE, f"{kind}:{name}")).upper()


def _game(game: str, number: int, at: float) -> dict[str, Any]:
    """Give a game as the app lists it; its number at BoardGameGeek is left for the app to find."""
    return {
        "uuid": stable_id("game", game),
        "id": number,
        "name": game_named(game).title,
        "modificationDate": _stamp(at),
        "cooperative": False,
        "highestWins": game not in LOWEST_WINS,
        "noPoints": False,
        "usesTeams": False,
        "bggId": 0,
    }


def _play(story: Story, numbers: dict[str, int], game: int) -> dict[str, Any]:
    """Give a match as the app lists it."""
    entry = story.entry
    return {
        "uuid": stable_id("match", entry.id),
        "modificationDate": _stamp(entry.changed_at),
        "entryDate": _stamp(entry.begun_at),
        "playDate": _stamp(entry.begun_at),
        "playDateYmd": int(_stamp(entry.begun_at)[:10].replace("-", "")),
        "usesTeams": False,
        "durationMin": _minutes(entry),
        "ignored": not entry.finished,
        "manualWinner": True,
        "rounds": 0,
        "gameRefId": game,
        "playerScores": [
            {
                "playerRefId": numbers[name],
                "score": str(entry.totals[seat]),
                "winner": seat in entry.winners,
                "startPlayer": seat == entry.starter,
                "newPlayer": False,
                "rank": 0,
                "seatOrder": seat + 1,
            }
            for seat, name in enumerate(entry.players)
        ],
    }


def _without_points(story: Story) -> bool:
    """Tell whether a match was not for points."""
    return story.entry.game == "formula" and not story.match.table.options.get("points")


def _minutes(entry: Entry) -> int:
    """Return how long a match took; a clock that jumped says nothing."""
    return min(24 * 60, max(0, round((entry.changed_at - entry.begun_at) / 60)))


def _stamp(at: float) -> str:
    """Write a time the app's way, in UTC."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
