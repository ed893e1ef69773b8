"""Players of Addique: three tiles in the hand, and a good place for one of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scoring.addique import AddiqueState, Placement, opening_draw
from scoring.addique_board import TILES, Laid, faces_of, numbers_of, places
from scoring.game import Table
from scoring.players.dealt import Dealt

HAND = 3
# Tiles near the middle keep the table small enough for a camera.
_PLACES_TRIED = 16


def deal_addique(table: Table, rng: Random) -> Dealt:
    """Draw for the start until one tile is the highest."""
    while True:
        drawn = rng.sample(TILES, table.seats)
        starter = opening_draw(drawn).starter
        if starter is not None:
            return Dealt(table, _Players(drawn, starter, rng).choose)


class _Players:
    """The players' tiles, and the bag."""

    def __init__(self, drawn: Sequence[str], starter: int, rng: Random) -> None:
        self._hands = [[tile] for tile in drawn]
        self._starter = starter
        self._rng = rng
        self._bag = [tile for tile in TILES if tile not in drawn]
        rng.shuffle(self._bag)

    def choose(self, state: AddiqueState) -> Placement:
        """Lay the tile that scores most, and draw another."""
        seat = self._starter if state.to_play is None else state.to_play
        hand = self._hands[seat]
        laid = best_laying(state.tiles, hand, self._rng)
        hand.remove(laid.tile)
        for tiles in self._hands:
            while len(tiles) < HAND and self._bag:
                tiles.append(self._bag.pop())
        return Placement(seat, laid)


def best_laying(tiles: Sequence[Laid], hand: Sequence[str], rng: Random) -> Laid:
    """Return where which tile of a hand scores most, of the places near the middle."""
    if not tiles:
        return Laid(hand[0], 0, 0)
    near = sorted(places(tiles), key=lambda place: (abs(place[0]) + abs(place[1]), rng.random()))
    faces = faces_of(tiles)
    best, most = None, -1
    for tile in hand:
        for place in near[:_PLACES_TRIED]:
            laid = Laid(tile, *place)
            points = sum(number.points for number in numbers_of({**faces, **laid.cells}, laid))
            if points > most:
                best, most = laid, points
    assert best is not None, "there is always room beside the tiles"
    return best
