"""A forgotten name is in no byte of any file; the scores stay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from scoring.history.evidence import Correction, Exhibit
from scoring.history.journal import Journal
from scoring.history.scorebook import Filter
from scoring.history.statistics import all_figures, player_figures
from scoring.match import Match, Opened, Played, Refusal
from scoring.players import deal

Make = Callable[..., Match]
Keep = Callable[..., str]
NAME = "Wilhelmina Østergård"


def files_with(home: Path, name: str) -> list[str]:
    """List the files that have a name anywhere in them."""
    return sorted(
        path.name for path in home.rglob("*") if path.is_file() and name.encode() in path.read_bytes()
    )


def test_a_forgotten_name_is_in_no_byte(home: Path, played: Make) -> None:
    with Journal.open(home) as journal:
        for game in ("formula", "code777", "trictrac"):
            match = played(game, (NAME, "Bob"))
            match_id = journal.begin(match.table)
            for count in range(1, min(5, match.version) + 1):
                journal.append(match_id, Match(match.table, match.events[:count]))
        dealt = deal("code777", ("Bob", NAME), Random(5))
        opened = Match(dealt.table, (Opened(dealt.table.start), Played(next(dealt.turns()))))
        match_id = journal.begin(dealt.table)
        for count in (1, 2):
            journal.append(match_id, Match(dealt.table, opened.events[:count]))
        journal.evidence.keep(match_id, 1, Exhibit(b"\xff\xd8", {"said": f"{NAME} laid it"}))
        journal.evidence.keep(match_id, 2, Exhibit(b"\xff\xd8", {"sure": True}, (Correction("a", "b", "c"),)))
    with Journal.open(home) as journal:  # a start takes a backup, with the name in it
        assert files_with(home, NAME)
        totals = [entry.totals for entry in journal.scorebook.matches().entries]
        journal.leave()
        journal.forget_player(NAME)
        assert files_with(home, NAME) == []
        entries = journal.scorebook.matches().entries
        assert [entry.totals for entry in entries] == totals
        assert all("a player" in entry.players for entry in entries)
        assert set(journal.load(match_id).table.start["racks"]) >= {"Bob", "a player"}
        assert journal.load(match_id).turns == opened.turns
        assert journal.scorebook.names() == ("Bob",)
        assert [name for name, _, _ in all_figures(journal.scorebook)] == ["Bob"]
        exhibit = journal.scorebook.exhibit(match_id, 2)
        assert exhibit is not None
        assert exhibit.reading == {"sure": True}
    assert files_with(home, NAME) == []
    assert files_with(home, "Bob")


def test_two_forgotten_players_stay_two(journal: Journal, duel: Make, keep: Keep) -> None:
    match_id = keep(duel(Ann=6, Bob=3, Cleo=2))
    journal.forget_player("Ann")
    journal.forget_player("Cleo")
    entry = journal.scorebook.story(match_id).entry
    assert entry.players == ("a player", "Bob", "a player 2")
    assert entry.totals == (39, 42, 43)
    assert journal.scorebook.matches(Filter(search="ann")).total == 0
    figures = player_figures(journal.scorebook, "Bob")
    assert (figures.played, figures.pairs) == (1, ())


def test_who_comes_back_after_being_forgotten_starts_anew(journal: Journal, duel: Make, keep: Keep) -> None:
    keep(duel(Ann=6, Bob=3))
    journal.forget_player("Ann")
    keep(duel(Ann=6, Bob=3))
    assert player_figures(journal.scorebook, "Ann").played == 1
    assert player_figures(journal.scorebook, "Bob").played == 2


def test_a_deleted_match_leaves_no_name_of_who_played_only_there(
    journal: Journal, home: Path, duel: Make, keep: Keep
) -> None:
    gone = keep(duel(**{NAME: 6, "Bob": 3}))
    keep(duel(Ann=6, Bob=3))
    journal.delete_match(gone)
    assert files_with(home, NAME) == []
    assert journal.scorebook.names() == ("Ann", "Bob")


def test_who_is_playing_now_is_not_forgotten(journal: Journal, duel: Make) -> None:
    match_id = journal.begin(duel(Ann=6, Bob=3).table)
    with pytest.raises(Refusal, match="Ann is playing now"):
        journal.forget_player("Ann")
    with pytest.raises(Refusal, match="being played"):
        journal.delete_match(match_id)
    with pytest.raises(Refusal, match="Nobody called Zoe"):
        journal.forget_player("Zoe")
