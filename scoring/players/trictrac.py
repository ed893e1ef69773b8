"""Players of Tric-Trac Royal: honest dice, and the highest numbers covered first."""

from __future__ import annotations

from random import Random

from scoring.game import Table
from scoring.players.dealt import Dealt
from scoring.trictrac import Throw, TrictracState, covers


def deal_trictrac(table: Table, rng: Random) -> Dealt:
    """Let somebody throw first."""
    starter = rng.randrange(table.seats)

    def choose(state: TrictracState) -> Throw:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        possible = covers(state.open, dice)
        seat = starter if state.to_play is None else state.to_play
        return Throw(seat, dice, possible[0] if possible else ())

    return Dealt(table, choose)
