"""Playing by hand through the pages: all five games, corrections, and what goes wrong."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from by_hand import ByHand
from conftest import ORIGIN, Phone
from flask import Flask

from scoring.addique import Placement
from scoring.addique_board import Laid
from scoring.code777 import Guess
from scoring.games import GAMES, game_named
from scoring.match import Match, Played
from scoring.players import deal
from scoring.saying import problem, say
from scoring.snapshot import Choice, Preview, Question, SeenPiece

TWO = ["Ann", "Bob"]


@pytest.mark.parametrize("game", [name for name in GAMES if name != "code777"])
def test_a_whole_game_can_be_played_by_hand(host: Phone, game: str) -> None:
    dealt = deal(game, TWO, Random(7))
    assert host.post("begin", game=game, players=TWO, options=dict(dealt.table.options))[0] == 200
    if game == "formula":
        host.do("open", start=list(dealt.table.start["start"]))
    elif game == "addup":
        host.do("play", turn={"open": dealt.table.start["start"]})
    state = game_named(game).open(dealt.table)
    for _ in range(400):
        turn = dealt.choose(state)
        outcome = game_named(game).play(dealt.table, state, turn)
        state = outcome.state
        told = host.do("play", turn=game_named(game).write_turn(dealt.table, turn))
        if told["match"]["finished"]:  # type: ignore[index]
            break
    else:
        pytest.fail("the game did not end")
    assert host.client.get("/").status_code == 200
    assert host.client.get("/tv").status_code == 200
    assert host.client.get("/turns/0").status_code == 200


def test_a_whole_game_of_code_777_can_be_played_by_hand(app: Flask) -> None:
    table_phone = Phone(app).pair()
    dealt = deal("code777", TWO, Random(7))
    assert table_phone.post("begin", game="code777", players=TWO)[0] == 200
    for owner, cards in dealt.table.start["racks"].items():
        table_phone.do("rack", owner=owner, cards=list(map(str, cards)))
    state = game_named("code777").open(dealt.table)
    for _ in range(400):
        turn = dealt.choose(state)
        due = f"spare{state.next_spare + 1}"
        outcome = game_named("code777").play(dealt.table, state, turn)
        state = outcome.state
        told = table_phone.do("play", turn=game_named("code777").write_turn(dealt.table, turn))
        if told["match"]["finished"]:  # type: ignore[index]
            break
        if isinstance(turn, Guess) and turn.rack:
            table_phone.do("rack", owner=TWO[turn.seat], cards=list(map(str, turn.rack)))
        if isinstance(turn, Guess) and turn.spare and outcome.points:
            table_phone.do("rack", owner=due, cards=list(map(str, turn.spare)))
    else:
        pytest.fail("the game did not end")
    assert "has won!" in table_phone.get("/")


def addique(host: Phone) -> None:
    """Begin a game with two tiles laid."""
    assert host.post("begin", game="addique", players=TWO)[0] == 200
    host.do("play", turn={"player": "Ann", "tile": "4752", "col": 0, "row": 0})
    host.do("play", turn={"player": "Bob", "tile": "1683", "col": 2, "row": -1})


def test_undo_and_redo(host: Phone, companion: ByHand) -> None:
    addique(host)
    match = companion.snapshot().match
    assert match is not None
    totals = match.standing.totals
    host.do("undo")
    assert len(companion.snapshot().match.turns) == 1  # type: ignore[union-attr]
    host.do("redo")
    assert companion.snapshot().match.standing.totals == totals  # type: ignore[union-attr]


def test_an_action_against_an_old_version_is_refused(host: Phone, companion: ByHand) -> None:
    addique(host)
    code, told = host.post("event", do="undo", version=0)
    assert code == 409
    assert told["problems"][0]["rule"] == "stale"  # type: ignore[index]
    assert len(companion.snapshot().match.turns) == 2  # type: ignore[union-attr]


def test_an_illegal_turn_is_refused_in_words(host: Phone) -> None:
    addique(host)
    turn = {"player": "Ann", "tile": "2574", "col": 9, "row": 9}
    code, told = host.post("event", do="play", version=2, turn=turn)
    assert code == 422
    assert told["problems"][0]["message"].startswith("This tile touches no other tile")  # type: ignore[index]


def test_a_tile_that_lies_there_is_marked_on_the_board(host: Phone, companion: ByHand) -> None:
    assert host.post("begin", game="addique", players=TWO)[0] == 200
    host.do("play", turn={"player": "Ann", "tile": "4752", "col": 0, "row": 0})
    astray = Placement(1, Laid("1683", 5, 5))
    wrong = problem("edges", "This tile touches no other tile; it needs 3 edges.", "1683")
    seen = (
        SeenPiece("1683", ((0, 0), (1, 0), (1, 1)), 1.0),
        SeenPiece("4752", ((0, 0), (1, 0), (1, 1)), 1.0),
    )
    companion.show(preview=Preview((astray,), 0, wrong.saying, (wrong,)), seen=seen, camera="pi")
    page = host.get("/")
    assert page.count('class="lying-tile wrong" transform="translate(50 50)"') == 1
    assert host.get("/camera").count('<polygon class="wrong"') == 1
    companion.show(preview=Preview((replace(astray, laid=Laid("1683", 2, -1)),), 0, say("Fine.")))
    assert 'class="lying-tile " transform="translate(20 -10)"' in host.get("/")


def test_cards_that_lie_there_are_marked_in_their_rows(host: Phone, companion: ByHand) -> None:
    for game in ("addup", "formula"):
        dealt = deal(game, TWO, Random(5))
        match = Match(dealt.table)
        match = match.with_event(Played(dealt.choose(match.state)))
        turn = dealt.choose(match.state)
        companion.show(match_id=game, match=match, camera="pi", machine="ready")
        assert "lying" not in host.get("/")
        companion.show(preview=Preview((turn,), 0, say("Fine.")))
        page, tv = host.get("/"), host.get("/tv")
        assert 1 <= page.count(" lying") == tv.count(" lying") and "lying wrong" not in page
        wrong = problem("untrue", "This is not true.")
        companion.show(preview=Preview((turn,), 0, wrong.saying, (wrong,)), machine="illegal")
        assert host.get("/").count(" lying wrong") == page.count(" lying")
        companion.show(preview=None)


def test_an_order_is_one_of_those_offered_and_a_face_may_be_another(host: Phone, companion: ByHand) -> None:
    assert host.post("begin", game="addique", players=TWO)[0] == 200
    orders = tuple(Choice(" → ".join(one), 0.0) for one in permutations(("4752", "1683", "2574")))
    companion.show(question=Question(1, say("Which one came first?"), orders), camera="pi", machine="asks")
    page = host.get("/")
    assert page.count('data-answer="') == 6 + 1 and "data-other" not in page and "likely" not in page
    companion.show(question=Question(2, say("It shines."), (Choice("4752", 0.7), Choice("1683", 0.1))))
    page = host.get("/")
    assert page.count('data-answer="') == 2 + 1 and "data-other" in page and "likely" in page


def test_a_correction_shows_the_new_totals_before_it_is_saved(host: Phone, companion: ByHand) -> None:
    addique(host)
    turn = {"player": "Ann", "tile": "3762", "col": 0, "row": 0}
    code, told = host.post("preview", do="change", version=2, index=0, turn=turn)
    assert code == 200
    assert told["before"][0] == 34 and told["totals"][0] == 32  # type: ignore[index]
    assert companion.snapshot().match.standing.totals[0] == 34  # type: ignore[union-attr]
    host.do("change", index=0, turn=turn)
    assert companion.snapshot().match.standing.totals[0] == 32  # type: ignore[union-attr]


def test_taking_a_turn_out_names_the_turns_that_would_break(host: Phone) -> None:
    addique(host)
    host.do("play", turn={"player": "Ann", "tile": "2574", "col": 3, "row": 1})
    code, told = host.post("preview", do="remove", index=1, version=3)
    assert code == 200
    assert told["broken"] == [1]


def test_a_player_who_begins_can_be_named(host: Phone, companion: ByHand) -> None:
    answer = host.client.post(
        "/setup/addique", data={"player": ["Bob", "Ann"], "starter": "first"}, headers=ORIGIN
    )
    assert answer.status_code == 302
    assert companion.snapshot().match.standing.to_play == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("players", "sentence"),
    [(["Ann"], "is for"), (["Ann", "Ann"], "same name"), ([], "needs a name")],
)
def test_setting_up_says_what_is_missing(host: Phone, players: list[str], sentence: str) -> None:
    answer = host.client.post("/setup/addique", data={"player": players}, headers=ORIGIN)
    assert answer.status_code == 422
    assert sentence in answer.text


def test_names_are_kept_for_the_next_game(host: Phone) -> None:
    host.post("begin", game="addup", players=["Zoë", "Bob"])
    assert 'data-name="Zoë"' in host.get("/setup/formula")


def test_a_name_with_markup_stays_text(host: Phone) -> None:
    host.post("begin", game="addup", players=["<b>Ann</b>", "Bob\"'"])
    for path in ("/", "/tv", "/join", "/setup/addup"):
        assert "<b>Ann</b>" not in host.get(path)
        assert "&lt;b&gt;Ann" in host.get(path)


def test_watchers_may_look_and_not_touch(app: Flask, host: Phone) -> None:
    addique(host)
    watcher = Phone(app)
    assert "Ann" in watcher.get("/") and "data-open" not in watcher.get("/")
    assert watcher.post("event", do="undo", version=2)[0] == 401
    assert watcher.client.get("/turns").status_code == 200
    assert watcher.client.get("/turns/0").status_code == 401
    assert watcher.client.get("/setup").status_code == 401


BAD = [
    None,
    [],
    "x",
    1,
    {},
    {"do": 1},
    {"do": "play"},
    {"do": "play", "turn": []},
    {"do": "rack"},
    {"do": "deal"},
]
BAD += [{"do": "change", "index": -1, "turn": {}}, {"do": "remove", "index": 10**9, "version": 2}]
BAD += [{"do": "play", "version": 2, "turn": {"player": "Ann", "tile": "9" * 50, "col": 1, "row": 1}}]
BAD += [
    {"do": "open", "start": {"a": [1]}, "version": 2},
    {"do": "insert", "index": 99, "turn": {"player": []}},
]


@pytest.mark.parametrize("body", BAD, ids=str)
@pytest.mark.parametrize("path", ["event", "preview", "press", "answer", "automatic", "begin", "resume"])
def test_malformed_requests_get_a_sentence(host: Phone, path: str, body: object) -> None:
    addique(host)
    answer = host.client.post(f"/api/{path}", json=body, headers=ORIGIN)
    assert 400 <= answer.status_code < 500
    assert answer.get_json()["problems"][0]["message"]
