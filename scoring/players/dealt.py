"""A table at which everything is dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from scoring.game import Table
from scoring.games import game_named


@dataclass(frozen=True)
class Dealt:
    """A table with its start, and players who know what they hold."""

    table: Table
    choose: Callable[[Any], Any]
    """Returns the next turn from the game's state; its cards have then left the player's hand."""

    def turns(self) -> Iterator[Any]:
        """Play the game to its end, turn by turn."""
        game = game_named(self.table.game)
        state = game.open(self.table)
        while not game.standing(self.table, state).finished:
            turn = self.choose(state)
            state = game.play(self.table, state, turn).state
            yield turn
