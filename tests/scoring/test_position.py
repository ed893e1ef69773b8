"""One line for any position of any game: printing and parsing are inverse, and nonsense is refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games import GAMES, game_named
from scoring.match import replay
from scoring.saying import RecordError
from tests.scoring.played import game_played
from tests.scoring.steady import steady


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_position_of_a_game_reads_back(name: str, seed: int) -> None:
    table, turns = game_played(name, seed)
    game = game_named(name)
    # Without its second turn a game goes through positions that only a correction can make.
    for played in (turns, turns[:1] + turns[2:]):
        for state in (game.open(table), *(result.state for result in replay(table, played))):
            line = game.print_position(state)
            assert "\n" not in line and line.startswith(f"{name} / ")
            assert game.parse_position(line) == state
            assert game.print_position(game.parse_position(line)) == line


LINES = [
    (name, game_named(name).print_position(result.state))
    for name in sorted(GAMES)
    for result in replay(*game_played(name, 1))[::9]
]


@steady
@given(st.sampled_from(LINES), st.integers(0, 200), st.text(max_size=3), st.integers(0, 4))
def test_a_damaged_line_is_read_or_refused(line: tuple[str, str], at: int, new: str, cut: int) -> None:
    name, written = line
    with suppress(RecordError):
        game_named(name).parse_position(written[:at] + new + written[at + cut :])


@steady
@given(st.sampled_from(sorted(GAMES)), st.text(max_size=60))
def test_nonsense_is_refused(name: str, line: str) -> None:
    with pytest.raises(RecordError):
        game_named(name).parse_position(line)
