"""Addique's draw for the start under the camera: one player after the other lays the drawn tile."""

from __future__ import annotations

from dataclasses import replace

from device.finding import doubts_of
from scoring.addique import opening_draw
from scoring.addique_board import opening_total
from scoring.saying import Saying, say
from scoring.snapshot import Opening
from vision.reading import Reading


def nobody_yet(players: tuple[str, ...]) -> Opening:
    """Return a draw in which no tile was laid yet."""
    return Opening(players, (None,) * len(players), (None,) * len(players))


def to_draw(opening: Opening) -> int | None:
    """Return the seat whose tile comes next."""
    return next((seat for seat, tile in enumerate(opening.tiles) if tile is None), None)


def trouble(opening: Opening, reading: Reading) -> Saying | None:
    """Say why a reading is not one drawn tile, if it is not."""
    if not reading.sure:
        return doubts_of(reading)
    if len(reading.pieces) != 1:
        return say("Lay just the one drawn tile under the camera.")
    if reading.pieces[0].name in opening.tiles:
        return say("The tile {tile} was shown already.", tile=reading.pieces[0].name)
    return None


def with_tile(opening: Opening, tile: str) -> Opening:
    """Return the draw after the next player's tile; a tie for the highest makes everybody draw again."""
    seat = to_draw(opening)
    assert seat is not None
    tiles = (*opening.tiles[:seat], tile, *opening.tiles[seat + 1 :])
    totals = (*opening.totals[:seat], opening_total(tile), *opening.totals[seat + 1 :])
    drawn = [shown for shown in tiles if shown is not None]
    if len(drawn) < len(tiles):
        return replace(opening, tiles=tiles, totals=totals, tied=False)
    starter = opening_draw(drawn).starter
    if starter is None:
        return replace(nobody_yet(opening.players), totals=totals, tied=True)
    return Opening(opening.players, tiles, totals, starter)
