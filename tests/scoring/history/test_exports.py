"""What goes out can be read by others, and comes back as it was."""

from __future__ import annotations

import csv
import io
import json
import uuid
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from scoring.game import Table
from scoring.games import GAMES
from scoring.history.bgstats import LINK, bgstats_link, write_bgsplay
from scoring.history.bundle import write_bundle
from scoring.history.evidence import Correction, Exhibit
from scoring.history.imports import take_in
from scoring.history.journal import Journal
from scoring.history.match_file import write_match, write_matches
from scoring.history.scorecard import draw_scorecard
from scoring.history.table_file import HEADING, write_table
from scoring.match import Changed, Closed, Match, Played, Undone
from scoring.record import parse_record, score
from scoring.trictrac import Throw

Make = Callable[..., Match]
Keep = Callable[..., str]


def test_all_games_go_out_and_come_back_with_ids_and_dates(
    journal: Journal, played: Make, keep: Keep, tmp_path: Path
) -> None:
    kept = [keep(played(game)) for game in GAMES]
    stories = [journal.scorebook.story(match_id) for match_id in kept]
    with Journal.open(tmp_path / "elsewhere") as other:
        imported = take_in(other, write_matches(stories), now=0.0)
        assert imported.added == tuple(kept)
        assert [other.scorebook.story(match_id) for match_id in kept] == stories
        again = take_in(other, write_matches(stories), now=0.0)
        assert (again.added, again.known) == ((), tuple(kept))


def test_second_thoughts_go_along(journal: Journal, keep: Keep, tmp_path: Path) -> None:
    throw, better = Throw(0, (6, 3), (9,)), Throw(0, (6, 3), (6, 3))
    events = (Played(throw), Undone(), Played(throw), Changed(0, better), Closed())
    match_id = keep(
        Match(Table("trictrac", ("Ann", "Bob"), {"single_die_ends_turn": False, "stake": 2}), events)
    )
    story = journal.scorebook.story(match_id)
    with Journal.open(tmp_path / "elsewhere") as other:
        take_in(other, write_matches([story]), now=0.0)
        assert other.scorebook.story(match_id) == story


def test_an_export_is_a_record_that_can_be_scored(journal: Journal, played: Make, keep: Keep) -> None:
    for game in ("addup", "code777"):
        story = journal.scorebook.story(keep(played(game)))
        told = score(parse_record(json.dumps(write_match(story)).encode()))
        assert "error" not in told
        assert tuple(told["totals"].values()) == story.entry.totals


def test_a_written_game_without_date_or_id_is_taken_once(journal: Journal) -> None:
    record = json.dumps(
        {
            "game": "trictrac",
            "players": ["Ann", "Bob"],
            "turns": [{"player": "Ann", "dice": [6, 3], "cover": [9]}],
        }
    ).encode()
    first = take_in(journal, record, now=1000.0)
    assert len(first.added) == 1
    assert take_in(journal, record, now=2000.0).known == first.added
    assert journal.scorebook.story(first.added[0]).entry.begun_at == 1000.0


def test_the_table_has_a_line_for_every_turn(journal: Journal, played: Make, keep: Keep) -> None:
    stories = [journal.scorebook.story(keep(played("addup", ("=Ann", "Bob")))) for _ in range(2)]
    lines = list(csv.reader(io.StringIO(write_table(stories))))
    assert tuple(lines[0]) == HEADING
    assert len(lines) == 1 + 2 * stories[0].entry.turns
    names = {line[5] for line in lines[1:]}
    assert names <= {"'=Ann", "Bob", ""}
    by_bob = sum(int(line[6]) for line in lines[1:] if line[5] == "Bob")
    assert by_bob == 2 * stories[0].entry.totals[1]


def test_a_bundle_carries_the_photos_there_and_back(
    journal: Journal, duel: Make, keep: Keep, tmp_path: Path
) -> None:
    match_id = keep(duel(Ann=6, Bob=3))
    exhibit = Exhibit(b"\xff\xd8 photo", {"dice": [6, 1]}, (Correction("die", "5", "6"),))
    journal.evidence.keep(match_id, 1, exhibit)
    data = write_bundle(journal.scorebook, match_id)
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        assert bundle.testzip() is None
        assert set(bundle.namelist()) == {
            "match.json",
            "turns.csv",
            "scorecard.svg",
            "photos/00001.jpg",
            "photos/00001.json",
        }
    with Journal.open(tmp_path / "elsewhere") as other:
        assert take_in(other, data, now=0.0).added == (match_id,)
        assert other.scorebook.exhibit(match_id, 1) == exhibit
        assert other.scorebook.story(match_id) == journal.scorebook.story(match_id)


def test_bg_stats_gets_what_it_insists_on(journal: Journal, duel: Make, played: Make, keep: Keep) -> None:
    stories = [journal.scorebook.story(keep(match)) for match in (duel(Ann=1, Bob=6), played("addup"))]
    written = json.loads(write_bgsplay(stories))
    names = {player["id"]: player["name"] for player in written["players"]}
    for play, story in zip(written["plays"], stories, strict=True):
        assert [names[one["playerRefId"]] for one in play["playerScores"]] == list(story.entry.players)
        for seat, one in enumerate(play["playerScores"]):
            assert one["winner"] is (seat in story.entry.winners)
            assert one["startPlayer"] is (seat == story.entry.starter)
            assert one["score"] == str(story.entry.totals[seat])
    games = {game["id"]: game for game in written["games"]}
    assert games[written["plays"][0]["gameRefId"]]["highestWins"] is False
    assert games[written["plays"][1]["gameRefId"]]["highestWins"] is True
    ids = [one["uuid"] for part in ("players", "games", "plays") for one in written[part]]
    assert len(set(ids)) == len(ids) == 6
    assert all(one == one.upper() and uuid.UUID(one).version == 5 for one in ids)
    assert json.loads(write_bgsplay(stories)) == written


def test_the_link_to_bg_stats_carries_one_match(journal: Journal, duel: Make, keep: Keep) -> None:
    story = journal.scorebook.story(keep(duel(**{"Ann & Zoë": 1, "Bob": 6})))
    link = bgstats_link(story)
    assert link.startswith(LINK)
    assert link.isascii()
    play = json.loads(unquote(link.removeprefix(LINK)))
    assert [(one["name"], one["winner"], one["startPlayer"], one["score"]) for one in play["players"]] == [
        ("Ann & Zoë", False, True, "44"),
        ("Bob", True, False, "39"),
    ]
    assert play["playDate"].startswith("2026-11-16 ")
    assert play["game"]["highestWins"] is False


@pytest.mark.parametrize("name", ["Ann", "<script>&\"'", "Ann\x00\x08", "Ω" * 60])
def test_the_scorecard_is_sound_whatever_the_name(
    journal: Journal, duel: Make, keep: Keep, name: str
) -> None:
    drawing = draw_scorecard(journal.scorebook.story(keep(duel(**{name: 6, "Bob": 3}))))
    root = ElementTree.fromstring(drawing)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "39" in texts
    assert "Tric-Trac Royal" in texts
    lines = [
        line for line in root.iter("{http://www.w3.org/2000/svg}polyline") if line.get("stroke-width") == "5"
    ]
    assert len(lines) == 2
