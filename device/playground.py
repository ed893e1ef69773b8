"""The simulated table as the pages see it: people lay pieces by tapping, or let the hands play."""

from __future__ import annotations

from device.hands import Hands
from device.tabletop import Tabletop
from scoring.games import game_named
from scoring.snapshot import TablePiece


class Playground:
    """A tabletop shared by people and simulated hands: whoever taps has the table."""

    def __init__(self, tabletop: Tabletop, hands: Hands) -> None:
        self._tabletop = tabletop
        self._hands = hands

    def pieces(self) -> tuple[TablePiece, ...]:
        """Return what lies there."""
        return self._tabletop.pieces()

    def arrange(self, game: str, pieces: tuple[TablePiece, ...]) -> None:
        """Have exactly these pieces lie there; the hands make way."""
        self._hands.stop()
        self._tabletop.arrange(game, pieces)

    def reach_in(self, on: bool) -> None:
        """Hold a hand over the table, or pull it back."""
        self._tabletop.reach_in(on)

    def bump(self) -> None:
        """Knock the camera."""
        self._tabletop.bump()

    def picture(self) -> bytes:
        """Return what the camera sees now, as JPEG."""
        return self._tabletop.picture()

    def let_hands_play(self, game: str | None) -> None:
        """Have simulated players play a game by themselves, or stop them."""
        if game is None:
            self._hands.stop()
        else:
            self._hands.start(game_named(game).name)
