"""From a table of Addique tiles to the turn that was played."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from device.finding import Finding, nothing_new, orders_that_work, turns_or_problems
from scoring.addique import Placement
from scoring.addique_board import Laid
from scoring.game import after
from scoring.match import Match
from scoring.saying import say
from vision.reading import Reading

MOST_AT_ONCE = 3
"""More new tiles than this are not turns that were missed but another table."""


def judge_addique(match: Match, reading: Reading, seen_before: frozenset[str]) -> Finding:
    """Compare the tiles seen with those laid: find the new one, or what moved or went."""
    known: tuple[Laid, ...] = match.state.tiles
    seen = [Laid(piece.name, piece.col or 0, piece.row or 0) for piece in reading.pieces]
    if not seen:
        return _gone([tile.tile for tile in known]) if known else nothing_new()
    seen = _registered(known, seen)
    twice = [name for name, count in Counter(tile.tile for tile in seen).items() if count > 1]
    if twice:
        return _problem("The tile {tile} lies there twice; each is in the set once.", twice[:1])
    places = {tile.tile: tile for tile in seen}
    gone = [tile.tile for tile in known if tile.tile not in places]
    if gone:
        return _gone(gone)
    moved = [tile.tile for tile in known if places[tile.tile] != tile]
    if moved:
        return _problem("The tile {tile} was moved; laid tiles stay where they are.", moved)
    laid = {tile.tile for tile in known}
    new = [tile for tile in seen if tile.tile not in laid]
    if not new:
        return nothing_new()
    if len(new) > MOST_AT_ONCE:
        return Finding("unclear", say("{count} new tiles lie there at once.", count=len(new)))
    if len(new) == 1:
        return turns_or_problems(match, (Placement(_next(match, 0), new[0]),))
    # A tile that was clearly seen in an earlier picture was laid before one that was not.
    new.sort(key=lambda tile: tile.tile not in seen_before)
    early = sum(tile.tile in seen_before for tile in new)
    orders = {
        " → ".join(tile.tile for tile in order): tuple(
            Placement(_next(match, k), tile) for k, tile in enumerate(order)
        )
        for first in permutations(new[:early])
        for rest in permutations(new[early:])
        for order in [first + rest]
    }
    return orders_that_work(match, orders)


def _next(match: Match, further: int) -> int:
    """Return whose turn it is, some turns further on; the first seat starts unless somebody did."""
    seat = match.standing.to_play or 0
    for _ in range(further):
        seat = after(seat, match.table.seats)
    return seat


def _registered(known: tuple[Laid, ...], seen: list[Laid]) -> list[Laid]:
    """Shift a reading's free grid so that most tiles lie where they lay before."""
    places = {tile.tile: tile for tile in known}
    votes = Counter(
        (places[tile.tile].col - tile.col, places[tile.tile].row - tile.row)
        for tile in seen
        if tile.tile in places
    )
    dc, dr = votes.most_common(1)[0][0] if votes else (-seen[0].col, -seen[0].row)
    return [Laid(tile.tile, tile.col + dc, tile.row + dr) for tile in seen]


def _gone(tiles: list[str]) -> Finding:
    """Say which laid tiles are missing."""
    return _problem("The tile {tile} is missing; laid tiles are never taken away.", tiles)


def _problem(template: str, tiles: list[str]) -> Finding:
    """Say what is wrong with tiles that lie there, or should."""
    return Finding("moved", say(template, tile=", ".join(tiles)), pieces=tuple(tiles))
