"""Addique: counts that can be counted, and boards scored twice, by two different programs."""

from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.addique import opening_draw, placement_problems
from scoring.addique_board import TILES, Laid, faces_of, numbers_of, opening_total, places, shared_edges
from scoring.match import replay
from scoring.players import deal
from tests.scoring import slow_addique as slow
from tests.scoring.steady import chances, steady

spans = st.integers(-3, 3)


def plain(tiles: list[Laid]) -> list[slow.Tile]:
    return [(laid.tile, laid.col, laid.row) for laid in tiles]


@st.composite
def boards(draw: st.DrawFn, most: int = 14) -> list[Laid]:
    """Legal boards: different tiles, each laid at one of its places."""
    names = draw(st.lists(st.sampled_from(TILES), min_size=1, max_size=most, unique=True))
    tiles: list[Laid] = []
    for name in names:
        tiles.append(Laid(name, *draw(st.sampled_from(places(tiles)))))
    return tiles


def test_there_are_48_tiles_of_4096_patterns() -> None:
    patterns = ["".join(numerals) for numerals in product("12345678", repeat=4)]
    assert sorted(TILES) == [pattern for pattern in patterns if slow.is_tile(pattern)]
    assert len(TILES) == 48


def test_opening_totals_are_six() -> None:
    assert {opening_total(tile) for tile in TILES} == {22, 26, 28, 32, 34, 38}


def test_eight_places_beside_one_tile_all_knights_moves() -> None:
    knight = {(dc, dr) for dc, dr in product((-2, -1, 1, 2), repeat=2) if abs(dc) != abs(dr)}
    assert set(places([Laid(TILES[0], 0, 0)])) == knight
    counted = [
        place
        for place in product(range(-6, 7), repeat=2)
        if not slow.broken_rules([(TILES[0], 0, 0)], (TILES[1], *place))
    ]
    assert len(counted) == 8


def test_only_a_shared_highest_total_is_drawn_again() -> None:
    assert opening_draw(["4356", "1287"]).starter == 0
    assert opening_draw(["1287", "1782", "4356"]).starter == 2
    assert opening_draw(["4356", "5346", "1287"]).starter is None


@steady
@given(boards())
def test_numbers_read_the_same_off_a_drawing(tiles: list[Laid]) -> None:
    fast = numbers_of(faces_of(tiles), tiles[-1])
    assert sorted((one.number, one.direction, one.col, one.row) for one in fast) == sorted(
        slow.numbers(plain(tiles))
    )
    assert all(len(str(one.number)) <= 4 for one in fast), "no number is longer than four"


@steady
@given(boards(), st.sampled_from([*TILES, "1234", "4455"]), spans, spans, chances)
def test_laying_breaks_the_same_rules_cell_by_cell(
    tiles: list[Laid], tile: str, dc: int, dr: int, rng: Random
) -> None:
    near = rng.choice(tiles)
    laid = Laid(tile, near.col + dc, near.row + dr)
    found = {found.rule for found in placement_problems(tiles, laid)}
    wanted = slow.broken_rules(plain(tiles), (laid.tile, laid.col, laid.row))
    assert found == wanted if slow.is_tile(tile) else wanted <= found
    if "overlap" not in found:
        assert shared_edges(faces_of(tiles), laid) == slow.edges(plain(tiles), (tile, laid.col, laid.row))


@steady
@given(boards(most=8))
def test_places_are_all_and_only_the_legal_ones(tiles: list[Laid]) -> None:
    unused = next(tile for tile in TILES if tile not in {laid.tile for laid in tiles})
    cols, rows = [laid.col for laid in tiles], [laid.row for laid in tiles]
    area = product(range(min(cols) - 4, max(cols) + 5), range(min(rows) - 4, max(rows) + 5))
    wanted = [place for place in area if not slow.broken_rules(plain(tiles), (unused, *place))]
    assert places(tiles) == sorted(wanted)


@settings(steady, max_examples=4)
@given(st.sampled_from((2, 3, 4, 6, 8)), chances)
def test_whole_games_score_the_same_turn_by_turn(seats: int, rng: Random) -> None:
    dealt = deal("addique", [f"P{seat}" for seat in range(seats)], rng)
    turns = list(dealt.turns())
    assert len(turns) == 48 and len({turn.laid.tile for turn in turns}) == 48
    board: list[slow.Tile] = []
    totals = [0] * seats
    for turn, result in zip(turns, replay(dealt.table, turns), strict=True):
        board.append((turn.laid.tile, turn.laid.col, turn.laid.row))
        points = slow.points(board)
        totals[turn.seat] += points
        assert result.points == points and result.standing.totals == tuple(totals)
    assert result.standing.winners == tuple(seat for seat in range(seats) if totals[seat] == max(totals))
