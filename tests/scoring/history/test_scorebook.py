"""The list finds what is asked for, and the figures are those one counts by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scoring.game import Table
from scoring.history.journal import Journal
from scoring.history.scorebook import Filter
from scoring.history.statistics import all_figures, placings, player_figures, records
from scoring.match import Match, Played, Refusal
from scoring.trictrac import Throw

Make = Callable[..., Match]
Keep = Callable[..., str]
MONDAY = 1_794_830_000.0
HOUR = 3600.0


@pytest.fixture
def evening(duel: Make, played: Make, keep: Keep) -> list[str]:
    """Keep five matches, an hour apart: four finished, one left."""
    left = Match(Table("trictrac", ("Ann", "Émile")), (Played(Throw(0, (6, 3), (9,))),))
    return [
        keep(duel(Ann=6, Bob=3)),  # Ann 39, Bob 42
        keep(duel(Ann=5, Bob=2)),  # Ann 40, Bob 43
        keep(duel(Ann=1, Bob=4, Cleo=2)),  # Bob 41
        keep(left),
        keep(played("addup", ("Ann", "Bob"))),
    ]


def ids(journal: Journal, wanted: Filter) -> list[str]:
    """List the ids of the matches asked for."""
    return [entry.id for entry in journal.scorebook.matches(wanted).entries]


def test_the_list_shows_the_latest_first_and_how_each_ended(journal: Journal, evening: list[str]) -> None:
    page = journal.scorebook.matches()
    assert [entry.id for entry in page.entries] == evening[::-1]
    assert page.total == 5
    first = page.entries[-1]
    assert (first.players, first.totals, first.winners) == (("Ann", "Bob"), (39, 42), (0,))
    assert (first.finished, first.turns, first.starter, first.begun_at) == (True, 2, 0, MONDAY)
    assert not page.entries[1].finished


def test_the_list_can_be_filtered(journal: Journal, evening: list[str]) -> None:
    assert ids(journal, Filter(game="addup")) == [evening[4]]
    assert ids(journal, Filter(player="Cleo")) == [evening[2]]
    assert ids(journal, Filter(player="Cl")) == []
    assert ids(journal, Filter(since=MONDAY + HOUR, until=MONDAY + 3 * HOUR)) == [evening[2], evening[1]]
    assert ids(journal, Filter(search="CLEO")) == [evening[2]]
    assert ids(journal, Filter(search="émi")) == [evening[3]]
    assert ids(journal, Filter(search="bob royal")) == [evening[2], evening[1], evening[0]]
    assert ids(journal, Filter(search="%")) == []
    assert ids(journal, Filter(game="trictrac", player="Ann", search="bob")) == evening[2::-1]


def test_the_list_comes_in_pages(journal: Journal, evening: list[str]) -> None:
    pages = [journal.scorebook.matches(page=page, per_page=2) for page in (1, 2, 3, 4)]
    assert [[entry.id for entry in page.entries] for page in pages] == [
        evening[:2:-1],
        evening[2:0:-1],
        evening[:1],
        [],
    ]
    assert {page.total for page in pages} == {5}


def test_a_page_far_away_is_empty(journal: Journal, evening: list[str]) -> None:
    assert journal.scorebook.matches(page=10**30).entries == ()
    assert journal.scorebook.matches(page=-3).entries[0].id == evening[-1]
    assert journal.scorebook.exhibit("../../etc", 1) is None


def test_a_match_is_found_by_the_beginning_of_its_id(journal: Journal, evening: list[str]) -> None:
    assert journal.scorebook.find(evening[0][:8]) == evening[0]
    with pytest.raises(Refusal, match="Several"):
        journal.scorebook.find("")
    with pytest.raises(Refusal, match="no such match"):
        journal.scorebook.find("zzz")


def test_names_for_the_next_table_are_the_latest_first(journal: Journal, evening: list[str]) -> None:
    assert journal.scorebook.names() == ("Ann", "Bob", "Émile", "Cleo")


def test_a_story_knows_when_each_turn_was_played(journal: Journal, evening: list[str]) -> None:
    story = journal.scorebook.story(evening[1])
    assert story.seqs == (1, 2)
    assert story.times == (MONDAY + HOUR + 60, MONDAY + HOUR + 120)


def test_figures_of_a_player(journal: Journal, evening: list[str]) -> None:
    ann = player_figures(journal.scorebook, "Ann")
    addup = journal.scorebook.matches(Filter(game="addup")).entries[0]
    won_addup = 0 in addup.winners
    assert (ann.played, ann.won) == (4, 2 + won_addup)
    assert ann.longest_streak == 2
    assert ann.streak == int(won_addup)
    trictrac = next(figures for figures in ann.games if figures.game == "trictrac")
    assert (trictrac.played, trictrac.won, trictrac.best) == (3, 2, 39)
    assert trictrac.average == pytest.approx((39 + 40 + 44) / 3)
    assert trictrac.best_turn is None
    cleo = next(pair for pair in ann.pairs if pair.other == "Cleo")
    assert (cleo.met, cleo.won, cleo.lost) == (1, 0, 0)
    bob = next(pair for pair in ann.pairs if pair.other == "Bob")
    both = set(addup.winners) == {0, 1}
    assert (bob.met, bob.won, bob.lost) == (4, 2 + (won_addup and not both), 1 + (not won_addup))


def test_the_best_turn_ever_is_the_one_with_most_points(journal: Journal, evening: list[str]) -> None:
    story = journal.scorebook.story(evening[4])
    best = max(result.points for result in story.match.results)
    (addup,) = [one for one in records(journal.scorebook) if one.game == "addup"]
    assert addup.best_turn is not None
    assert addup.best_turn.turn is not None
    assert addup.best_turn.value == best == story.match.results[addup.best_turn.turn].points
    assert addup.best_turn.match_id == evening[4]


def test_records_of_the_house(journal: Journal, evening: list[str]) -> None:
    trictrac = next(one for one in records(journal.scorebook) if one.game == "trictrac")
    assert trictrac.matches == 3
    assert trictrac.best_total is not None
    assert (trictrac.best_total.value, trictrac.best_total.player) == (39, "Ann")
    assert trictrac.longest_streak is not None
    assert (trictrac.longest_streak.value, trictrac.longest_streak.player) == (2, "Ann")
    assert trictrac.most_turns is not None
    assert trictrac.most_turns.value == 3


def test_placings_rank_everybody(journal: Journal, evening: list[str]) -> None:
    ranked = {placing.match_id: placing for placing in placings(journal.scorebook)}
    assert list(ranked) == [evening[0], evening[1], evening[2], evening[4]]
    assert ranked[evening[2]].players == ("Ann", "Bob", "Cleo")
    assert ranked[evening[2]].ranks == (3, 1, 2)


def test_everybody_at_a_glance(journal: Journal, evening: list[str]) -> None:
    told = {name: (played, won) for name, played, won in all_figures(journal.scorebook)}
    assert told["Cleo"] == (1, 0)
    assert told["Émile"] == (0, 0)
    assert told["Ann"][0] == told["Bob"][0] == 4


def test_nobody_has_no_figures(journal: Journal) -> None:
    with pytest.raises(Refusal, match="Nobody called Zoe"):
        player_figures(journal.scorebook, "Zoe")
