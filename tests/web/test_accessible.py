"""No page is wider than the smallest phone, and axe-core objects to none, light or dark, in any language."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bench import Bench
from browsing import House
from test_history import keep

from device.doctor import ok, warn
from device.settings.keeper import FileKeeper
from device.tabletop import Tabletop
from scoring.history.journal import Journal
from scoring.saying import say
from scoring.snapshot import Choice, Opening, Preview, Question, SeenPiece
from web.languages import COOKIE, LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = Path(__file__).parent / "axe" / "axe.min.js"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
SCHEMES = ("light", "dark")
SMALLEST = {"width": 320, "height": 640}
CHECKS = (ok("disk", say("There is room.")), warn("clock", say("It is late."), say("Set it.")))

# Pages of words, looked at in every language; the others in two of them.
WORDS = ("/settings", "/setup/formula", "/machine", "/backup", "/history?search=nothing", "/turns/1")
PAGES = (
    "/", "/tv", "/join", "/phones", "/setup", "/setup/addique", "/setup/code777", "/camera", "/calculator",
    "/photo", "/turns", "/nowhere", "/doctor", "/machine/table", "/table", "/history", "/history/players",
    "/history/players/Ann", "/history/records",
)  # fmt: skip


class Visitor:
    """Goes from page to page, each time in the next language and colour scheme, and notes what is wrong."""

    def __init__(self, page: Page, home: str) -> None:
        self._page = page
        self._home = home
        self._tongues = itertools.cycle(LANGUAGES)
        self.found: list[str] = []

    def visit(self, path: str, language: str, scheme: str, act: str = "") -> None:
        """Look at one page, after a tap on something where there is something to tap."""
        page = self._page
        page.context.add_cookies([{"name": COOKIE, "value": language, "url": self._home}])
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(self._home + path)
        if act:
            page.locator(act).first.click()
        page.evaluate(AXE.read_text())
        found = page.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            self.found.append(f"{path} {act} ({language}) is wider than the phone")
        # A page left open would load itself again whenever another game begins.
        page.goto("about:blank")
        self.found += [
            f"{path} {act} ({language}, {scheme}) {one['id']}: {one['nodes'][0]['html'][:160]}"
            for one in found
        ]

    def both(self, path: str, act: str = "") -> None:
        """Look at one page in light and dark."""
        for scheme in SCHEMES:
            self.visit(path, next(self._tongues), scheme, act)


@pytest.fixture
def whole(browser: Browser, tmp_path: Path) -> Iterator[House]:
    """Serve a dashboard that has every page there is."""
    with Journal.open(tmp_path) as journal:
        for game in ("addique", "trictrac"):
            keep(journal, game, 60)
        house = House(
            browser,
            journal=journal,
            table=Tabletop(),
            doctor=lambda: CHECKS,
            keeper=FileKeeper(tmp_path / "tallytop.toml", lambda: None),
            surveyor=Bench(),
        )
        yield house
        house.close()


@pytest.fixture
def visitor(whole: House) -> Visitor:
    page = whole.phone("Ann")
    page.goto("about:blank")
    page.set_viewport_size(SMALLEST)  # type: ignore[arg-type]
    return Visitor(page, whole.home)


def test_every_page_in_light_and_dark(whole: House, visitor: Visitor) -> None:
    visitor.both("/")
    whole.companion.show(opening=Opening(("Ann", "Bob"), ("4752", None), (34, None)))
    visitor.both("/")
    whole.companion.show(opening=None)
    whole.playing()
    for path in PAGES:
        visitor.both(path)
    finished = whole.app.extensions["tallytop"].journal.scorebook.matches().entries
    visitor.both(f"/history/{finished[0].id}")
    visitor.both("/", "[data-open=lay]")
    visitor.both("/turns/2", "[data-tab=remove]")
    seen = (SeenPiece("4752", ((0.2, 0.2), (0.4, 0.2), (0.4, 0.4)), 0.8),)
    preview = Preview((), 75, say("It would score {points}.", points=75))
    whole.companion.show(machine="ready", camera="pi", preview=preview, seen=seen)
    visitor.both("/")
    visitor.both("/camera")
    doubt = Question(5, say("The lamp shines on it."), (Choice("1683", 0.2), Choice("4752", 0.7)))
    whole.companion.show(preview=None, question=doubt, notice=say("This is wrong."), machine="illegal")
    visitor.both("/", "[data-other]")
    assert visitor.found == []


def test_every_game(whole: House, visitor: Visitor) -> None:
    for game in ("formula", "addup", "trictrac", "code777"):
        whole.playing(3, game)
        for path in ("/", "/tv", "/turns/0"):
            visitor.both(path)
    visitor.both("/", "#notes summary")
    visitor.both("/", "#guess summary")
    assert visitor.found == []


def test_the_pages_of_words_in_every_language(whole: House, visitor: Visitor) -> None:
    whole.playing()
    for k, (path, language) in enumerate(itertools.product(WORDS, LANGUAGES)):
        visitor.visit(path, language, SCHEMES[k % 2])
    assert visitor.found == []
