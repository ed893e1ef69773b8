"""Games that were played to their end, for tests that need real turns of every game."""

from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from scoring.game import Table
from scoring.games import GAMES
from scoring.players import deal

SEATS = {"addique": (2, 3), "formula": (2, 4), "addup": (2, 5), "trictrac": (1, 4), "code777": (2, 3, 4)}
OPTIONS: dict[str, dict[str, bool | int]] = {
    "formula": {"points": True, "winner_extra_card": True},
    "trictrac": {"single_die_ends_turn": True},
    "addup": {"deck": 36},
    "code777": {"question2_at_least": True},
}


@cache
def game_played(game: str, seed: int) -> tuple[Table, tuple[Any, ...]]:
    """Return a table and all turns of a game; odd seeds play with options."""
    seats = SEATS[game][seed % len(SEATS[game])]
    options = OPTIONS.get(game) if seed % 2 else None
    dealt = deal(game, [f"P{seat}" for seat in range(seats)], Random(seed), options)
    return dealt.table, tuple(dealt.turns())


games_played = st.builds(game_played, st.sampled_from(sorted(GAMES)), st.integers(0, 3))
