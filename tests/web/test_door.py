"""Who may come in: hosts, origins, codes, tokens, roles."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from conftest import ORIGIN, Clock, Phone
from flask import Flask

from web.app import code_of, create_app
from web.guard import is_own, is_served
from web.phones import Phones

GAME = {"game": "addique", "players": ["Ann", "Bob"]}
PAGES = ("/", "/tv", "/join", "/camera", "/calculator", "/settings", "/nowhere")


@pytest.mark.parametrize("host", ["evil.example", "tallytop.local.evil.example", "", "[::1", "localhost:x"])
def test_a_rebound_name_is_not_served(phone: Phone, host: str) -> None:
    assert not is_served(host, frozenset({"tallytop.local"}))
    assert phone.client.get("/", headers={"Host": host}).status_code in (400, 421)


@pytest.mark.parametrize(
    "host", ["tallytop.local", "TALLYTOP.local.:8080", "192.168.1.20:8080", "localhost", "[fe80::1]:8080"]
)
def test_own_names_and_addresses_are_served(host: str) -> None:
    assert is_served(host, frozenset({"tallytop.local"}))


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:81", "http://localhost.evil"]
)
def test_a_foreign_page_cannot_change_anything(host: Phone, origin: str) -> None:
    assert not is_own(origin, None, "localhost")
    answer = host.client.post("/api/begin", json=GAME, headers={"Origin": origin})
    assert answer.status_code == 403
    assert host.client.get("/api/snapshot").get_json()["match"] is None


def test_a_cross_site_fetch_without_origin_is_refused(host: Phone) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert host.client.post("/api/begin", json=GAME, headers=headers).status_code == 403


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_forbids_inline_scripts_and_frames(phone: Phone, path: str) -> None:
    answer = phone.client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "style-src 'self'" in policy and "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    if answer.mimetype == "text/html":
        assert "<style" not in answer.text and " style=" not in answer.text and " onclick=" not in answer.text


def test_a_wrong_code_pairs_nobody_and_soon_must_wait(phone: Phone, clock: Clock) -> None:
    codes = [phone.client.post("/join", data={"code": "ZZ-00"}, headers=ORIGIN).status_code for _ in range(7)]
    assert codes == [403] * 5 + [429] * 2
    right = {"code": code_of(phone.app)}
    assert phone.client.post("/join", data=right, headers=ORIGIN).status_code == 429
    clock.now_s += 21
    assert phone.client.post("/join", data=right, headers=ORIGIN).status_code == 302


def test_the_first_phone_is_the_host_and_the_next_is_not(app: Flask) -> None:
    first, second = Phone(app).pair("Ann"), Phone(app).pair("Bob")
    assert first.client.get("/api/snapshot").get_json()["role"] == "host"
    assert second.client.get("/api/snapshot").get_json()["role"] == "player"
    assert Phone(app).client.get("/api/snapshot").get_json()["role"] == "watcher"
    assert first.client.get("/phones").status_code == 200
    assert second.client.get("/phones").status_code == 403
    assert second.post("begin", **GAME)[0] == 200
    assert second.post("begin", **GAME)[0] == 403, "a game that is being played is the host's to end"
    assert second.post("event", do="close", version=0)[0] == 403
    assert first.post("event", do="close", version=0)[0] == 200


def test_a_phone_sent_away_cannot_come_back_with_its_token(app: Flask, host: Phone) -> None:
    other = Phone(app).pair("Bob")
    key = next(phone.key for phone in app.extensions["tallytop"].phones.all() if phone.player == "Bob")
    host.client.post("/phones/revoke", data={"key": key}, headers=ORIGIN)
    assert other.client.get("/api/snapshot").get_json()["role"] == "watcher"
    assert other.post("press", button="undo")[0] == 401


def test_cookies_are_out_of_reach_for_scripts_and_other_sites(phone: Phone) -> None:
    answer = phone.client.post("/join", data={"code": code_of(phone.app)}, headers=ORIGIN)
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie


def test_secrets_are_kept_for_this_user_alone_and_without_tokens(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "phones.json"
    phones = Phones(file)
    token = phones.pair("Ann")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert token not in file.read_text()
    again = Phones(file)
    found = again.phone_of(token)
    assert found is not None and found.player == "Ann" and found.host
    assert again.code == phones.code


@pytest.mark.parametrize("text", ["", "{", "[]", '{"code": 1}', '{"code": "A", "phones": {"x": {"y": 1}}}'])
def test_a_broken_secrets_file_means_pairing_again(tmp_path: Path, text: str) -> None:
    file = tmp_path / "phones.json"
    file.write_text(text)
    phones = Phones(file)
    assert phones.all() == ()
    assert json.loads(file.read_text())["phones"] == {}


def test_a_renewed_code_makes_the_old_one_worthless() -> None:
    codes = iter("KT47LM23")
    phones = Phones(chance=lambda letters: next(codes))
    assert phones.code == "KT-47" and phones.fits(" kt 47 ")
    phones.renew_code()
    assert not phones.fits("KT-47") and phones.fits("lm-23")


def test_bodies_have_a_limit(host: Phone) -> None:
    answer = host.client.post("/api/event", data=b"x" * 300_000, headers=ORIGIN)
    assert answer.status_code in (400, 413)
    huge = host.client.post("/api/photo", data=b"\xff\xd8\xff" + b"x" * 17_000_000, headers=ORIGIN)
    assert huge.status_code == 413
    assert "too large" in huge.get_json()["problems"][0]["message"]


def test_a_broken_page_says_so_without_a_traceback(app: Flask, phone: Phone) -> None:
    def break_down() -> None:
        raise RuntimeError("the inner cause")

    app.extensions["tallytop"].companion.snapshot = break_down
    answer = phone.client.get("/calculator")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text and "inner cause" not in answer.text


def test_no_path_of_a_request_becomes_a_file(phone: Phone) -> None:
    for path in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/question/..%2f1.jpg",
        "/setup/..%2f..%2fetc",
    ):
        assert phone.client.get(path).status_code in (401, 404)


def test_the_application_is_made_of_what_is_handed_in(app: Flask, companion: object) -> None:
    other = create_app(app.extensions["tallytop"].companion)
    assert other.extensions["tallytop"].phones is not app.extensions["tallytop"].phones


def test_a_machine_named_tallytop_says_so(host: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "tallytop.local" not in host.get("/join")
    monkeypatch.setattr("socket.gethostname", lambda: "tallytop")
    assert "<b>tallytop.local</b>" in host.get("/join") and "<b>tallytop.local</b>" in host.get("/tv")
