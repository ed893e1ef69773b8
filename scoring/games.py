"""The five games by name."""

from __future__ import annotations

from typing import Any

from scoring.addique import Addique
from scoring.addup import Addup
from scoring.code777 import Code777
from scoring.formula import Formula
from scoring.game import Game
from scoring.saying import RecordError
from scoring.trictrac import Trictrac

GAMES: dict[str, Game[Any, Any]] = {
    game.name: game for game in (Addique(), Formula(), Addup(), Trictrac(), Code777())
}


def game_named(name: object) -> Game[Any, Any]:
    """Return the game of a name."""
    if not isinstance(name, str):
        raise RecordError("The game's name must be a text.")
    if name not in GAMES:
        raise RecordError(
            "There is no game “{name}”; there are {games}.", name=name[:40], games=", ".join(GAMES)
        )
    return GAMES[name]
