"""The virtual table's page over the real simulated table."""

from __future__ import annotations

import pytest
from by_hand import ByHand
from conftest import ORIGIN, Phone
from flask import Flask

from device.doctor import fail, ok
from device.tabletop import Tabletop
from scoring.game import Table
from scoring.match import Match
from scoring.saying import say
from scoring.snapshot import TablePiece
from web.app import create_app


@pytest.fixture(scope="module")
def tabletop() -> Tabletop:
    return Tabletop()


@pytest.fixture
def app(companion: ByHand, tabletop: Tabletop) -> Flask:
    checks = (
        ok("disk", say("It is {now}.", now="fine")),
        fail("camera", say("The picture is black."), say("Light!")),
    )
    return create_app(companion, table=tabletop, doctor=lambda: checks)  # type: ignore[arg-type]


def test_tiles_are_laid_by_tapping(host: Phone, tabletop: Tabletop) -> None:
    answer = host.client.post(
        "/table/pieces", json={"game": "addique", "pieces": [["4752", 0, 0], ["1683", 2, -1]]}, headers=ORIGIN
    )
    assert answer.status_code == 200
    assert tabletop.pieces() == (TablePiece("4752", 0, 0), TablePiece("1683", 2, -1))
    assert host.client.get("/table/pieces").get_json() == [["4752", 0, 0], ["1683", 2, -1]]
    assert host.client.get("/table").status_code == 200
    assert host.client.get("/table/picture.jpg").data[:3] == b"\xff\xd8\xff"


@pytest.mark.parametrize(
    "body",
    [
        None,
        {},
        {"game": "code777", "pieces": [["9 purple", 0, 0]]},
        {"game": "chess", "pieces": []},
        {"game": "addique", "pieces": [[1]]},
        {"game": "addique", "pieces": [["4752", 0, 0]] * 101},
    ],
)
def test_what_cannot_lie_there_is_refused_in_words(host: Phone, body: object) -> None:
    answer = host.client.post("/table/pieces", json=body, headers=ORIGIN)
    assert answer.status_code in (400, 422)
    assert answer.get_json()["problems"][0]["message"]


def test_watchers_cannot_touch_the_table(app: Flask) -> None:
    assert Phone(app).client.post("/table/bump", json={}, headers=ORIGIN).status_code == 401
    assert Phone(app).client.get("/table").status_code == 401


def test_without_a_simulated_camera_there_is_no_virtual_table(companion: ByHand) -> None:
    app = create_app(companion)
    assert Phone(app).pair("Ann").client.get("/table").status_code == 404


def test_the_doctor_tells_the_host_what_would_mend_it(app: Flask, host: Phone) -> None:
    page = host.get("/doctor")
    assert "The picture is black." in page and "Light!" in page
    assert Phone(app).client.get("/doctor").status_code == 401


def test_the_table_is_not_shown_while_a_rack_may_lie_there(host: Phone, companion: ByHand) -> None:
    companion.show(match_id="m", match=Match(Table("code777", ("Ann", "Bob"))))
    for path in ("/table/picture.jpg", "/table/pieces"):
        assert host.client.get(path).status_code == 403
    page = host.get("/table")
    assert "/table/picture.jpg" not in page and "This rack is yours" in page


def test_cards_can_be_laid_for_a_rack_without_anybody_seeing_them(
    host: Phone, companion: ByHand, tabletop: Tabletop
) -> None:
    companion.show(match_id="m", match=Match(Table("code777", ("Ann", "Bob"))))
    assert host.client.post("/table/unseen", json={}, headers=ORIGIN).get_json() == {"done": True}
    assert len(tabletop.pieces()) == 3
    companion.show(match_id="m", match=Match(Table("addup", ("Ann", "Bob"))))
    assert host.client.post("/table/unseen", json={}, headers=ORIGIN).status_code == 400


def test_a_card_laid_over_another_leaves_an_edge_of_it_to_be_seen(tabletop: Tabletop) -> None:
    pieces = (TablePiece("6", 0, 0), TablePiece("8", 0, 0))
    tabletop.arrange("formula", pieces)
    seen = {(*piece.place, piece.name) for piece in tabletop.frame((1280, 720)).pieces if piece.seen > 0.5}
    assert seen == {(0, 0, "8")}


@pytest.mark.parametrize("game", ["addique", "formula", "addup", "trictrac", "code777"])
def test_a_new_game_finds_the_table_cleared(host: Phone, tabletop: Tabletop, game: str) -> None:
    tabletop.arrange("addique", (TablePiece("4752", 0, 0),))
    answer = host.client.post(f"/setup/{game}", data={"player": ["Ann", "Bob"]}, headers=ORIGIN)
    assert answer.status_code == 302
    assert tabletop.pieces() == ()
