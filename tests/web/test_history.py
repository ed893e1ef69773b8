"""The history's pages over a real journal."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from by_hand import ByHand
from conftest import ORIGIN, Phone
from flask import Flask
from PIL import Image

from scoring.history.evidence import Exhibit
from scoring.history.journal import Journal
from scoring.match import Match, Played
from scoring.players import deal
from web.app import create_app
from web.languages import LANGUAGES

PLAYERS = ("Ann", "Bob")


def keep(journal: Journal, game: str, turns: int, players: tuple[str, ...] = PLAYERS) -> str:
    """Play some turns of a game into the journal and return the match's id."""
    dealt = deal(game, players, Random(11))
    match, match_id = Match(dealt.table), journal.begin(dealt.table)
    for _ in range(turns):
        if match.standing.finished:
            break
        match = match.with_event(Played(dealt.choose(match.state)))
        journal.append(match_id, match)
    return match_id


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "home") as one:
        yield one


@pytest.fixture
def app(companion: ByHand, journal: Journal) -> Flask:
    return create_app(companion, journal)


def test_an_empty_history_says_so(phone: Phone) -> None:
    assert "No matches here yet." in phone.get("/history")
    assert "Nobody has finished a match yet." in phone.get("/history/players")
    assert "No records yet" in phone.get("/history/records")


def test_matches_are_listed_found_and_shown_turn_by_turn(phone: Phone, journal: Journal) -> None:
    first = keep(journal, "addique", 48)
    second = keep(journal, "trictrac", 4, ("Cleo", "Dan"))
    page = phone.get("/history")
    assert first in page and second in page
    found = phone.get("/history?player=Cleo&game=trictrac")
    assert second in found and first not in found
    assert first not in phone.get("/history?search=nobody")
    assert phone.client.get("/history?page=99999999&since=x&until=9999-99-99").status_code == 200
    match = phone.get(f"/history/{first}")
    assert 'class="chart"' in match and 'max="48"' in match
    board = phone.client.get(f"/history/{first}/board/3")
    assert board.status_code == 200 and board.text.count('class="faces"') == 3
    assert phone.client.get(f"/history/{first}/board/99").status_code == 404
    assert phone.client.get(f"/history/{second}?turn=-5").status_code == 200
    assert "Ann" in phone.get("/history/players") and "Addique" in phone.get("/history/players/Ann")
    assert phone.client.get("/history/players/Nobody").status_code == 404
    assert first in phone.get("/history/records")


def test_unknown_matches_are_not_found(phone: Phone) -> None:
    nothing = "00000000-0000-0000-0000-000000000000"
    for path in (
        f"/history/{nothing}",
        f"/history/{nothing}/export.json",
        "/history/x",
        f"/history/{nothing}/x",
    ):
        assert phone.client.get(path).status_code in (404, 405)


@pytest.mark.parametrize("kind", ["json", "csv", "svg", "png", "bgsplay", "zip"])
def test_a_match_can_be_taken_along(phone: Phone, journal: Journal, kind: str) -> None:
    match = keep(journal, "addup", 10)
    answer = phone.client.get(f"/history/{match}/export.{kind}")
    assert answer.status_code == 200 and len(answer.data) > 100
    assert f'.{kind}"' in answer.headers["Content-Disposition"]


def test_the_scorecard_is_a_picture_to_share(phone: Phone, journal: Journal) -> None:
    match = keep(journal, "addup", 10, ("Ann", "Łukasz 漢"))
    picture = Image.open(io.BytesIO(phone.client.get(f"/history/{match}/export.png").data))
    assert picture.size == (1200, 630)
    green, paper = picture.getpixel((5, 5)), picture.getpixel((5, 600))
    assert green == (31, 90, 67) and paper == (245, 239, 227)
    page = phone.get(f"/history/{match}")
    assert "https://app.bgstatsapp.com/createPlay.html?data=" in page and "export.png" in page


def test_a_player_sees_the_rating_rise_and_fall(phone: Phone, journal: Journal) -> None:
    keep(journal, "addique", 48)
    assert 'class="chart"' not in phone.get("/history/players/Ann")
    keep(journal, "addup", 200)
    page = phone.get("/history/players/Ann")
    assert 'class="chart"' in page and page.count('scope="row"><a') == 2
    ratings = re.findall(r"Rating: <b>[\d\u202f]+", phone.get("/history/players"))
    assert len(ratings) == 2


def test_photos_are_shown_with_their_turns(phone: Phone, journal: Journal) -> None:
    match = keep(journal, "addique", 3)
    journal.evidence.keep(match, 2, Exhibit(b"\xff\xd8\xff picture", {}))
    assert f"/history/{match}/photo/2.jpg" in phone.get(f"/history/{match}/board/2")
    assert phone.client.get(f"/history/{match}/photo/2.jpg").data == b"\xff\xd8\xff picture"
    assert phone.client.get(f"/history/{match}/photo/3.jpg").status_code == 404


def test_racks_stay_hidden_while_a_match_can_go_on(phone: Phone, journal: Journal) -> None:
    match = keep(journal, "code777", 3)
    journal.evidence.keep(match, 1, Exhibit(b"\xff\xd8\xff rack", {}))
    assert phone.client.get(f"/history/{match}/export.json").status_code == 403
    assert phone.client.get(f"/history/{match}/photo/1.jpg").status_code == 404
    text = phone.get(f"/history/{match}") + phone.get(f"/history/{match}/board/2")
    assert "card-face colour" not in text and "export.json" not in text


def test_only_the_host_deletes_and_forgets(app: Flask, journal: Journal, companion: ByHand) -> None:
    host, other = Phone(app).pair("Ann"), Phone(app).pair("Bob")
    old = keep(journal, "addup", 4)
    keep(journal, "addup", 4, ("Cleo", "Dan"))
    assert other.client.post(f"/history/{old}/delete", headers=ORIGIN).status_code == 403
    assert host.client.post(f"/history/{old}/delete", headers=ORIGIN).status_code == 302
    assert host.client.get(f"/history/{old}").status_code == 404
    refused = host.client.post("/history/players/Cleo/forget", headers=ORIGIN)
    assert refused.status_code == 409 and "Cleo is playing now" in refused.text


def test_a_match_can_be_taken_in(app: Flask, journal: Journal) -> None:
    host = Phone(app).pair("Ann")
    record = {
        "game": "trictrac",
        "players": ["Zoë"],
        "turns": [{"player": "Zoë", "dice": [6, 3], "cover": [9]}],
    }
    file = (io.BytesIO(json.dumps(record).encode()), "game.json")
    answer = host.client.post("/history/import", data={"file": file}, headers=ORIGIN)
    assert answer.status_code == 200 and "Added: 1." in answer.text and "Zoë" in answer.text
    nonsense = host.client.post(
        "/history/import", data={"file": (io.BytesIO(b"PK nonsense"), "x.zip")}, headers=ORIGIN
    )
    assert nonsense.status_code == 422 and "ZIP" in nonsense.text and "Zoë" in nonsense.text


def test_scorecards_and_refused_files_speak_every_language(app: Flask, journal: Journal) -> None:
    host = Phone(app).pair("Ann")
    match = keep(journal, "addique", 48)
    cards, pictures, refusals = set(), set(), set()
    for code in LANGUAGES:
        asked = {"Accept-Language": code, **ORIGIN}
        cards.add(host.client.get(f"/history/{match}/export.svg", headers=asked).text)
        pictures.add(host.client.get(f"/history/{match}/export.png", headers=asked).data)
        file = {"file": (io.BytesIO(b"nonsense"), "x.json")}
        told = host.client.post("/history/import", data=file, headers=asked)
        refusals.add(re.search(r'class="notice alarm".*?<span>(.*?)</span>', told.text)[1])  # type: ignore[index]
    assert len(cards) == len(pictures) == len(refusals) == len(LANGUAGES)


def test_names_from_the_history_are_offered(app: Flask, journal: Journal) -> None:
    keep(journal, "addup", 1, ("Grandma", "Tom"))
    assert 'data-name="Grandma"' in Phone(app).pair("Ann").get("/setup/addup")
