"""Code 777: a player's own rack is in no byte sent to that player, nor in any that everybody gets."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench
from by_hand import ByHand
from conftest import ORIGIN, Phone
from flask import Flask, url_for

from device.settings.keeper import FileKeeper
from device.tabletop import Tabletop
from scoring.code777 import Code777State
from scoring.history.journal import Journal
from scoring.match import Match
from scoring.saying import problem, say
from scoring.snapshot import Choice, Preview, Question, SeenPiece
from web.app import create_app
from web.house import Settings
from web.parts import PARTS

PLAYERS = ["Ann", "Bob", "Chloé"]
# Cards that the set has once or in one colour only, so that finding one proves where it came from.
RACKS = {
    "Ann": ["1 green", "5 black", "7 pink"],
    "Bob": ["2 yellow", "3 black", "4 brown"],
    "Chloé": ["5 red", "6 green", "6 pink"],
    "spare1": ["7 blue", "7 blue", "7 yellow"],
}
# The buttons for tapping cards in, and the note pad, name every card there is.
PALETTE = r'data-card=\\?"[^"]*"|aria-label=\\?"\d [a-z]+\\?">\d'
KINDS = ("json", "csv", "svg", "png", "bgsplay", "zip")
PATHS = ["/", "/tv", "/turns", "/turns/0", "/turns/1", "/camera", "/join", "/settings", "/api/snapshot"]


@pytest.fixture
def table(app: Flask, companion: ByHand) -> tuple[dict[str, Phone], Phone]:
    """Seat three players with their phones and one watcher; everybody's rack is put up by a neighbour."""
    phones = {name: Phone(app).pair(name) for name in PLAYERS}
    assert phones["Ann"].post("begin", game="code777", players=PLAYERS)[0] == 200
    for owner, cards in RACKS.items():
        neighbour = phones["Bob"] if owner != "Bob" else phones["Ann"]
        neighbour.do("rack", owner=owner, cards=cards)
    return phones, Phone(app)


def shown_racks(text: str) -> dict[str, list[str]]:
    """Return the racks that a page draws: by owner, the cards in the order they stand."""
    found = {}
    for owner, drawn in re.findall(
        r"<figcaption>([^<·]+?)(?: · you)?</figcaption>(.*?)</figure>", text, re.S
    ):
        found[owner] = [
            f"{number} {colour}"
            for colour, number in re.findall(r'colour c-(\w+)".*?<text[^>]*>(\d)</text>', drawn)
        ]
    return found


def stream_of(phone: Phone, page: str) -> str:
    """Return the first message of a stream."""
    answer = phone.client.get(f"/events?page={page}", buffered=False)
    first = next(iter(answer.response))
    answer.close()
    return first.decode() if isinstance(first, bytes) else first


def every_page(app: Flask, match_id: str) -> Iterator[str]:
    """Return an address of every page, picture and file there is, for the match in the journal."""
    values = {"match": match_id, "name": "Ann", "turn": 1, "seq": 1, "index": 0, "number": 1}
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in ("static", "events.stream"):
            continue
        for kind in KINDS if "kind" in rule.arguments else ("",):
            with app.test_request_context():
                given = {**values, "kind": kind, "name": "code777" if "setup" in rule.rule else "Ann"}
                yield url_for(rule.endpoint, **{name: given[name] for name in rule.arguments})


def unpacked(data: bytes) -> bytes:
    """Return what is in a file: all files of an archive, or the file itself."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def everything_sent_to(phone: Phone) -> Iterator[tuple[str, str]]:
    """Return every answer and stream this phone can get."""
    for path in PATHS:
        yield path, phone.get(path)
    for page in ("", *PARTS):
        yield f"/events?page={page}", stream_of(phone, page)


def cards_in(text: str) -> list[str]:
    """Return every card named or drawn in a text as part of somebody's rack."""
    named = re.findall(r'"cards":\s*\[([^\]]*)\]', text)
    drawn = [
        card
        for cards in shown_racks(text.replace("\\n", "\n").replace('\\"', '"')).values()
        for card in cards
    ]
    spoken = re.findall(r'role=\\?"img\\?" aria-label=\\?"([^"\\]*)', text)
    return drawn + re.findall(r"\d [a-z]+", " ".join(named + spoken))


def test_nobody_is_sent_the_own_rack(table: tuple[dict[str, Phone], Phone]) -> None:
    phones, _ = table
    phones["Ann"].do("play", turn={"player": "Ann", "ask": 16, "answer": "first"})
    phones["Bob"].do("play", turn={"player": "Bob", "ask": 11, "answer": 3})
    for name, phone in phones.items():
        seen = set()
        for path, text in everything_sent_to(phone):
            for card in cards_in(text):
                seen.add(card)
                assert card not in RACKS[name], f"{name} got {card} from {path}"
        others = {card for owner, cards in RACKS.items() if owner != name for card in cards}
        assert seen == others, f"{name} must see all other racks"


def test_everybodys_pages_show_no_rack(table: tuple[dict[str, Phone], Phone]) -> None:
    phones, watcher = table
    for path, text in everything_sent_to(watcher):
        assert cards_in(text) == [], path
    assert shown_racks(phones["Ann"].get("/tv")) == {name: [] for name in [*PLAYERS, "spare rack"]}


def test_no_page_picture_or_file_of_the_whole_dashboard_tells_the_own_rack(
    companion: ByHand, tmp_path: Path
) -> None:
    with Journal.open(tmp_path / "home") as journal:
        app = create_app(
            companion,
            journal,
            table=Tabletop(),
            doctor=lambda: (),
            keeper=FileKeeper(tmp_path / "tallytop.toml", lambda: None),
            surveyor=Bench(),
        )
        ann, bob = Phone(app).pair("Ann"), Phone(app).pair("Bob")
        ann.post("begin", game="code777", players=PLAYERS)
        for owner, cards in RACKS.items():
            (bob if owner != "Bob" else ann).do("rack", owner=owner, cards=cards)
        ann.do("play", turn={"player": "Ann", "ask": 16, "answer": "first"})
        match = companion.snapshot().match
        assert match is not None
        match_id, then = journal.begin(match.table), Match(match.table)
        for event in match.events:
            then = then.with_event(event)
            journal.append(match_id, then)
        told = {}
        for path in every_page(app, match_id):
            with ann.client.get(path) as answer:
                told[path] = answer.status_code
                content = re.sub(PALETTE, "", unpacked(answer.data).decode("utf-8", "replace"))
            assert not any(card in content for card in RACKS["Ann"]), path
        assert told["/"] == told[f"/history/{match_id}"] == told["/backup"] == 200
        assert told["/backup/file"] == 409 and told[f"/history/{match_id}/export.json"] == 403
        assert "1 green" in re.sub(PALETTE, "", bob.get("/")), "the check would notice"


def test_a_guess_brings_new_cards_that_the_guesser_never_gets(
    table: tuple[dict[str, Phone], Phone], companion: ByHand
) -> None:
    phones, watcher = table
    phones["Ann"].do("play", turn={"player": "Ann", "guess": [1, 5, 7]})
    assert companion.snapshot().match.standing.totals == (1, 0, 0)  # type: ignore[union-attr]
    fresh = ["3 black", "6 pink", "4 brown"]
    assert phones["Ann"].post("event", do="rack", version=5, owner="Ann", cards=fresh)[0] == 403
    phones["Bob"].do("rack", owner="Ann", cards=fresh)
    state: Code777State = companion.snapshot().match.state  # type: ignore[union-attr]
    assert [str(card) for card in state.racks[0]] == fresh
    for path, text in everything_sent_to(phones["Ann"]):
        assert '"rack":' not in text, path
        assert shown_racks(text).get("Ann", []) == [], path
    assert shown_racks(phones["Bob"].get("/"))["Ann"] == fresh
    assert all(cards == [] for cards in shown_racks(watcher.get("/")).values())


def test_the_phones_can_deal(app: Flask, companion: ByHand) -> None:
    phones = {name: Phone(app).pair(name) for name in PLAYERS[:2]}
    phones["Ann"].post("begin", game="code777", players=PLAYERS[:2])
    phones["Ann"].do("deal")
    state: Code777State = companion.snapshot().match.state  # type: ignore[union-attr]
    assert [len(rack) for rack in state.racks] == [3, 3, 3, 3]
    drawn = shown_racks(phones["Ann"].get("/"))
    assert drawn["Ann"] == [] and drawn["Bob"] == [str(card) for card in state.racks[1]]
    own, spare = sorted(card.number for card in state.racks[0]), state.racks[2]
    phones["Ann"].do("play", turn={"player": "Ann", "guess": own})
    phones["Bob"].do("deal")
    phones["Bob"].do("deal")
    state = companion.snapshot().match.state  # type: ignore[union-attr]
    assert [len(rack) for rack in state.racks] == [3, 3, 3, 3]
    assert state.racks[2] != spare, "a right answer replaces a spare rack too"
    assert phones["Bob"].post("event", do="deal", version=4)[0] == 422


def test_nobody_can_try_out_answers_in_another_name(table: tuple[dict[str, Phone], Phone]) -> None:
    phones, _ = table
    turn = {"player": "Bob", "ask": 11, "answer": 3}
    code, told = phones["Ann"].post("event", do="play", version=4, turn=turn)
    assert code == 422 and told["problems"][0]["rule"] == "own-turns-only"  # type: ignore[index]
    code, told = phones["Ann"].post(
        "preview", do="play", version=4, turn={"player": "Ann", "guess": [1, 2, 3]}
    )
    assert code == 422 and told["problems"][0]["rule"] == "no-preview"  # type: ignore[index]


def test_an_untrue_answer_is_refused(table: tuple[dict[str, Phone], Phone]) -> None:
    phones, _ = table
    turn = {"player": "Bob", "ask": 11, "answer": 2}
    code, told = phones["Bob"].post("event", do="play", version=4, turn=turn)
    assert code == 422 and told["problems"][0]["rule"] == "untruthful"  # type: ignore[index]


def test_a_seat_belongs_to_one_phone_and_cannot_be_changed(
    app: Flask, table: tuple[dict[str, Phone], Phone]
) -> None:
    phones, watcher = table
    form = {"code": app.extensions["tallytop"].phones.code, "other": "Bob"}
    assert watcher.client.post("/join", data=form, headers=ORIGIN).status_code == 409
    for name in ("Bob", "Zoë", ""):
        answer = phones["Ann"].client.post("/join/player", data={"other": name}, headers=ORIGIN)
        assert answer.status_code == 409
    assert phones["Ann"].client.get("/api/snapshot").get_json()["seat"] == 0


def test_what_the_camera_sees_of_a_rack_stays_hidden(
    table: tuple[dict[str, Phone], Phone], companion: ByHand
) -> None:
    phones, watcher = table
    seen = (SeenPiece("7 pink", ((0, 0), (1, 0), (1, 1)), 0.9),)
    doubt = Question(1, say("Is it {card}?", card="7 pink"), (Choice("7 pink", 0.6),), b"\xff\xd8\xff")
    clash = problem("unknown-card", "{card} stands there too often.", "7 pink", card="7 pink")
    companion.show(
        seen=seen,
        question=doubt,
        preview=Preview((), 0, say("{card} seen.", card="7 pink"), (clash,)),
        notice=say("{card} seen.", card="7 pink"),
        camera="pi",
    )
    for phone in (phones["Ann"], watcher):
        for path, text in everything_sent_to(phone):
            assert "7 pink" not in re.sub(
                r'data-card="[^"]*"|aria-label="7 pink">7|aria-label=\\"7 pink\\">7', "", text
            ), path
        assert phone.client.get("/picture.jpg").status_code == 403
        assert phone.client.get("/question/1.jpg").status_code == 403


def test_a_doubt_about_a_rack_is_put_to_the_others_only(
    table: tuple[dict[str, Phone], Phone], companion: ByHand
) -> None:
    phones, watcher = table
    doubt = Question(1, say("Is it {card}?", card="7 pink"), (Choice("7 pink", 0.6),), b"\xff\xd8\xff", "Ann")
    companion.show(question=doubt, camera="pi", machine="asks")
    for phone in (phones["Ann"], watcher):
        for path, text in everything_sent_to(phone):
            assert 'data-answer="7 pink"' not in text and "Is it" not in text, path
        assert phone.client.get("/question/1.jpg").status_code == 403
    assert phones["Ann"].post("answer", question=1, face="7 pink")[0] == 403
    assert phones["Ann"].post("answer", question=1, face=None)[0] == 422
    assert 'data-answer="7 pink"' in phones["Bob"].get("/")
    assert phones["Bob"].client.get("/question/1.jpg").status_code == 200
    # Here the companion itself refuses, for it has no camera.
    assert phones["Bob"].post("answer", question=1, face="7 pink")[0] == 422


def test_the_check_would_notice_a_leak(table: tuple[dict[str, Phone], Phone]) -> None:
    phones, _ = table
    assert set(RACKS["Ann"]) <= set(cards_in(phones["Bob"].get("/")))
    assert set(RACKS["Ann"]) <= set(cards_in(phones["Bob"].get("/api/snapshot")))
    assert set(RACKS["Ann"]) <= set(cards_in(stream_of(phones["Bob"], "live")))


def test_two_dashboards_share_no_drawings(companion: ByHand, app: Flask) -> None:
    other = create_app(companion, settings=Settings())
    assert other.extensions["tallytop"].kept is not app.extensions["tallytop"].kept
