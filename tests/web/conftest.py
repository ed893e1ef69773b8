"""A dashboard for every test, with a companion that really keeps a match."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient

sys.path.insert(0, str(Path(__file__).parent))

from browsing import CHROMIUM, Chromium, House
from by_hand import ByHand

from web.app import code_of, create_app
from web.house import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ORIGIN = {"Origin": "http://localhost"}


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Phone:
    """A browser on somebody's phone."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()

    def pair(self, player: str = "") -> Phone:
        """Join with the right code."""
        answer = self.client.post("/join", data={"code": code_of(self.app), "other": player}, headers=ORIGIN)
        assert answer.status_code == 302, answer.text
        return self

    def get(self, path: str) -> str:
        """Return a page's whole text."""
        return self.client.get(path).text

    def post(self, path: str, **fields: object) -> tuple[int, dict[str, object]]:
        """Send JSON and return the code and the answer."""
        answer = self.client.post(f"/api/{path}", json=fields, headers=ORIGIN)
        return answer.status_code, answer.get_json()

    def do(self, verb: str, **fields: object) -> dict[str, object]:
        """Let an event happen that must be accepted."""
        version = self.client.get("/api/snapshot").get_json()["match"]["version"]
        code, told = self.post("event", do=verb, version=version, **fields)
        assert code == 200, told
        return told


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(companion: ByHand, clock: Clock, tmp_path: Path) -> Flask:
    settings = Settings(clock=clock, most_streams=3, heartbeat_s=0.2)
    return create_app(companion, settings=settings, secrets_file=tmp_path / "secrets" / "phones.json")


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def host(app: Flask) -> Phone:
    return Phone(app).pair("Ann")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """Have one Chromium for all tests."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM.exists():
        pytest.skip(f"Chromium is not installed at {CHROMIUM}")
    with playwright.sync_playwright() as player:
        yield Chromium(player)


@pytest.fixture
def browser(chromium: Chromium) -> Browser:
    """Return the browser; the test in which it dies fails, the next one has a new one."""
    return chromium.running()


@pytest.fixture
def house(browser: Browser) -> Iterator[House]:
    one = House(browser)
    yield one
    one.close()
