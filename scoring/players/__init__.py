"""Players for all five games: they hold real cards and make legal turns until somebody has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from scoring.game import Table, read_options
from scoring.games import game_named
from scoring.players.addique import deal_addique
from scoring.players.addup import deal_addup
from scoring.players.code777 import deal_code777
from scoring.players.dealt import Dealt
from scoring.players.formula import deal_formula
from scoring.players.trictrac import deal_trictrac

_DEALERS: dict[str, Callable[[Table, Random], Dealt]] = {
    "addique": deal_addique,
    "formula": deal_formula,
    "addup": deal_addup,
    "trictrac": deal_trictrac,
    "code777": deal_code777,
}


def deal(
    game: str, players: Sequence[str], rng: Random, options: Mapping[str, bool | int] | None = None
) -> Dealt:
    """Set a table up, deal, and seat the players."""
    chosen = read_options(game_named(game), options or {})
    return _DEALERS[game](Table(game, tuple(players), chosen), rng)
