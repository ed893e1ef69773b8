"""A dashboard that is really served, and phones with a real browser that come to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from by_hand import ByHand

from scoring.match import Match, Played
from scoring.players import deal
from web.app import code_of, create_app
from web.house import Settings
from web.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

CHROMIUM = Path("/usr/bin/chromium")
PHONE = {"width": 390, "height": 844}
# A busy machine may take its time; a page that never comes still fails.
PATIENCE_MS = 60_000


def until(page: Page, truth: str) -> None:
    """Wait until a page's own script finds something true; the pages forbid the eval of wait_for_function."""
    end_s = time.monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(f"Boolean({truth})"):
        assert time.monotonic() < end_s, f"never came true: {truth}"
        page.wait_for_timeout(50)


class Chromium:
    """Debian's Chromium, started once; one that died is started again for whoever comes next."""

    def __init__(self, player: Playwright) -> None:
        self._player = player
        self._browser: Browser | None = None

    def running(self) -> Browser:
        """Return the browser that runs."""
        if self._browser is None or not self._browser.is_connected():
            args = ["--no-sandbox", "--disable-dev-shm-usage"]
            self._browser = self._player.chromium.launch(executable_path=CHROMIUM, args=args)
        return self._browser


class House:
    """A dashboard made of some parts, and everybody's phones."""

    def __init__(self, browser: Browser, **parts: Any) -> None:
        self.browser = browser
        self.companion = ByHand()
        self._parts = parts
        self._serve(0)
        self.home = f"http://127.0.0.1:{self.served.port}"
        self.contexts: list[BrowserContext] = []

    @property
    def code(self) -> str:
        """The code that pairs a phone."""
        return code_of(self.app)

    def phone(self, player: str = "", **settings: str) -> Page:
        """Return a phone's page, paired when it is some player's."""
        context = self.browser.new_context(viewport=PHONE, **settings)  # type: ignore[arg-type]
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        if player:
            page.goto(f"{self.home}/join?code={self.code}")
            page.fill("[name=other]", player)
            page.click("form .primary")
            page.wait_for_url(f"{self.home}/")
        return page

    def playing(self, turns: int = 6, game: str = "addique") -> None:
        """Have a game of Ann and Bob going on."""
        dealt = deal(game, ["Ann", "Bob"], Random(5))
        match = Match(dealt.table)
        for _ in range(turns):
            match = match.with_event(Played(dealt.choose(match.state)))
        self.companion.show(
            match_id="m", match=match, machine="by hand", preview=None, question=None, notice=None
        )

    def restart(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Stop serving and, after a while, serve again on the same port."""
        port = self.served.port
        self.served.stop()
        meanwhile()
        self._serve(port)

    def close(self) -> None:
        """Send everybody home."""
        for context in self.contexts:
            context.close()
        self.served.stop()
        self.companion.close()

    def _serve(self, port: int) -> None:
        settings = Settings(most_streams=12, heartbeat_s=2)
        self.app = create_app(self.companion, settings=settings, **self._parts)
        self.served = Served(self.app, "127.0.0.1", port).start()
