"""A Pi without a network starts in 1970 and is told the date later: neither games nor their order suffer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from device.hands import pieces_of
from scoring.history.archive import restore_archive, write_archive
from scoring.history.journal import Journal
from scoring.history.scorebook import Scorebook
from scoring.history.statistics import player_figures, records
from scoring.match import Played
from scoring.snapshot import Begin, Do
from tests.device.loop import Loop
from tests.device.test_loop import TABLE, truth

HOUR_S = 3600.0
YEAR_S = 365.25 * 24 * HOUR_S
NOW_S = 57 * YEAR_S


@dataclass
class WallClock:
    """The clock on the wall, which people and networks set."""

    now_s: float

    def __call__(self) -> float:
        """What it shows."""
        return self.now_s


def test_a_match_goes_on_while_the_date_jumps_years_forwards_and_backwards(tmp_path: Path) -> None:
    wall = WallClock(5.0)
    with Journal.open(tmp_path / "home", clock=wall) as journal:
        loop = Loop(tmp_path, journal, automatic=True)
        loop.tell(Begin(TABLE))
        loop.wait(1.0)
        for count, jump_s in enumerate((NOW_S, -2 * HOUR_S, 80 * YEAR_S), start=1):
            loop.lay("addique", pieces_of(truth(count)))
            loop.wait(1.0)
            wall.now_s += jump_s
            # The machine slept: its own clock only ever jumps forwards, and over what was due.
            loop.now_s += HOUR_S
            loop.wait(1.0)
            assert loop.match.state == truth(count).state, loop.says
        match_id = loop.shown.match_id
        assert match_id and len(journal.scorebook.story(match_id).times) == 3
    wall.now_s = 9.0
    with Journal.open(tmp_path / "home", clock=wall) as journal:
        again = Loop(tmp_path, journal)
        again.referee.resume()
        assert again.shown.match_id == match_id and again.match.state == truth(3).state
        again.tell(Do(Played(truth(4).turns[3]), again.match.version))
        assert journal.load(match_id).state == truth(4).state


def test_matches_dated_out_of_order_are_listed_counted_and_brought_back_all_the_same(tmp_path: Path) -> None:
    wall = WallClock(NOW_S)
    with Journal.open(tmp_path / "home", clock=wall) as journal:
        begun = []
        for jump_s in (0.0, -NOW_S, NOW_S + YEAR_S):
            wall.now_s += jump_s
            begun.append(journal.begin(TABLE))
            for count in range(1, 4):
                wall.now_s -= 10 * HOUR_S
                journal.append(begun[-1], truth(count))
        kept = {entry.id for entry in journal.scorebook.matches().entries}
        assert kept == set(begun) and journal.running() == begun[-1]
        assert player_figures(journal.scorebook, "Ann") and records(journal.scorebook) is not None
        write_archive(tmp_path / "home", tmp_path / "all.tallytop", wall.now_s)
    with Journal.open(tmp_path / "other", clock=wall) as other:
        restore_archive(other, tmp_path / "all.tallytop")
    book = Scorebook(tmp_path / "other")
    assert [book.story(match_id).match.state for match_id in begun] == [truth(3).state] * 3
