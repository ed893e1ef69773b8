"""Addique: lay plus-shaped tiles so that the numbers they make divide by nine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.addique_board import (
    EDGES_NEEDED,
    TILES,
    Laid,
    faces_of,
    numbers_of,
    opening_total,
    shared_edges,
)
from scoring.fields import Fields, take, text, whole
from scoring.game import Game, Outcome, Standing, Table, after, read_seat, scored, starter, turn_problems
from scoring.position import join, numbers, parse_number, parse_numbers, parse_seat, seat, split
from scoring.saying import Problem, RecordError, problem

_KNOWN = frozenset(TILES)


@dataclass(frozen=True)
class Placement:
    """A turn: a player lays a tile with its spot on a cell."""

    seat: int
    laid: Laid


@dataclass(frozen=True)
class AddiqueState:
    """The tiles in the order they were laid, the totals by seat, and whose turn it is."""

    tiles: tuple[Laid, ...]
    totals: tuple[int, ...]
    to_play: int | None


class Addique(Game[AddiqueState, Placement]):
    """The rules of Addique."""

    name = "addique"
    title = "Addique"
    player_counts = (2, 3, 4, 6, 8)

    def open(self, table: Table) -> AddiqueState:
        return AddiqueState((), (0,) * table.seats, starter(table))

    def problems(self, table: Table, state: AddiqueState, turn: Placement) -> list[Problem]:
        found = turn_problems(table, turn.seat, self.standing(table, state))
        return found + placement_problems(state.tiles, turn.laid)

    def play(self, table: Table, state: AddiqueState, turn: Placement) -> Outcome[AddiqueState]:
        tiles = (*state.tiles, turn.laid)
        scoring = [number for number in numbers_of(faces_of(tiles), turn.laid) if number.points]
        if state.tiles:
            points = sum(number.points for number in scoring)
            reason = ", ".join(f"{number.number} ÷ 9 = {number.points}" for number in scoring)
        else:
            points = opening_total(turn.laid.tile)
            top, right, bottom, left = map(int, turn.laid.tile)
            reason = f"{top} × {bottom} + {left} × {right} = {points}"
        details = {
            "tile": turn.laid.tile,
            "col": turn.laid.col,
            "row": turn.laid.row,
            "numbers": [
                {
                    "number": number.number,
                    "points": number.points,
                    "direction": number.direction,
                    "col": number.col,
                    "row": number.row,
                }
                for number in scoring
            ],
        }
        totals = list(state.totals)
        totals[turn.seat] += points
        then = AddiqueState(tiles, tuple(totals), after(turn.seat, table.seats))
        return Outcome(then, points, details, scored(table, turn.seat, points, reason))

    def skip(self, table: Table, state: AddiqueState, turn: Placement) -> AddiqueState:
        return replace(state, to_play=after(turn.seat, table.seats))

    def standing(self, table: Table, state: AddiqueState) -> Standing:
        if len(state.tiles) < len(TILES):
            return Standing(state.totals, state.to_play)
        best = max(state.totals)
        winners = tuple(at for at, total in enumerate(state.totals) if total == best)
        return Standing(state.totals, None, True, winners)

    def read_turn(self, table: Table, fields: Fields) -> Placement:
        tile = take(fields, "tile", "The turn")
        name = text(
            str(tile) if isinstance(tile, int) and not isinstance(tile, bool) else tile, "The tile", 20
        )
        col = whole(take(fields, "col", "The turn"), "The column")
        row = whole(take(fields, "row", "The turn"), "The row")
        return Placement(read_seat(table, fields), Laid(name, col, row))

    def write_turn(self, table: Table, turn: Placement) -> dict[str, Any]:
        laid = turn.laid
        return {"player": table.name(turn.seat), "tile": laid.tile, "col": laid.col, "row": laid.row}

    def print_position(self, state: AddiqueState) -> str:
        return join(self.name, " ".join(map(str, state.tiles)), numbers(state.totals), seat(state.to_play))

    def parse_position(self, line: str) -> AddiqueState:
        tiles, totals, to_play = split(line, self.name, 3)
        return AddiqueState(
            tuple(_parse_laid(word) for word in tiles.split()), parse_numbers(totals), parse_seat(to_play)
        )


def placement_problems(tiles: Sequence[Laid], laid: Laid) -> list[Problem]:
    """Return every rule of laying a tile that this one would break."""
    found = []
    known = laid.tile in _KNOWN
    if not known:
        found.append(
            problem("unknown-tile", "There is no tile {tile} in the set.", laid.tile, tile=laid.tile)
        )
    if any(other.tile == laid.tile for other in tiles):
        found.append(
            problem("tile-twice", "The tile {tile} lies on the table already.", laid.tile, tile=laid.tile)
        )
    shape = laid if known else replace(laid, tile=TILES[0])
    faces = faces_of(tiles)
    if faces.keys() & shape.cells.keys():
        covered = [other.tile for other in tiles if other.cells.keys() & shape.cells.keys()]
        found.append(
            problem(
                "overlap",
                "The tile {tile} lies on top of {others}.",
                laid.tile,
                *covered,
                tile=laid.tile,
                others=", ".join(covered),
            )
        )
    elif tiles:
        edges = shared_edges(faces, shape)
        if edges < EDGES_NEEDED:
            found.append(_too_few_edges(laid.tile, edges))
    return found


def _too_few_edges(tile: str, edges: int) -> Problem:
    """Say with how few edges a tile touches."""
    if edges == 0:
        return problem("edges", "This tile touches no other tile; it needs 3 edges.", tile)
    if edges == 1:
        return problem("edges", "This tile touches with 1 edge; it needs 3.", tile)
    return problem("edges", "This tile touches with {edges} edges; it needs 3.", tile, edges=edges)


@dataclass(frozen=True)
class OpeningDraw:
    """What the drawn tiles decide: everybody's total, and who starts, unless the highest is shared."""

    totals: tuple[int, ...]
    starter: int | None


def opening_draw(tiles: Sequence[str]) -> OpeningDraw:
    """Compare the tiles drawn for the start, one for each seat."""
    for tile in tiles:
        if tile not in _KNOWN:
            raise RecordError("There is no tile {tile} in the set.", tile=tile[:20])
    if len(set(tiles)) < len(tiles):
        raise RecordError("Two players cannot have drawn the same tile.")
    totals = tuple(opening_total(tile) for tile in tiles)
    best = max(totals)
    return OpeningDraw(totals, totals.index(best) if totals.count(best) == 1 else None)


def _parse_laid(word: str) -> Laid:
    """Read a tile and its place, such as 4752@0,0."""
    tile, _, place = word.partition("@")
    col, _, row = place.partition(",")
    if tile not in _KNOWN:
        raise RecordError("There is no tile {tile} in the set.", tile=tile[:20])
    return Laid(tile, parse_number(col), parse_number(row))
