"""A visitor with axe-core, and the tour through every page there is.

`PYTHONPATH=. python tests/web/visiting.py [LANGUAGE…]` makes the tour in every language, or in some.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench import Bench
from browsing import Chromium, House
from test_history import keep

from device.doctor import ok, warn
from device.settings.keeper import FileKeeper
from device.tabletop import Tabletop
from scoring.game import Table
from scoring.history.journal import Journal
from scoring.match import Match
from scoring.saying import problem, say
from scoring.snapshot import Choice, Opening, Preview, Question, SeenPiece
from web.languages import COOKIE, LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = Path(__file__).parent / "axe" / "axe.min.js"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
# The dark page is the same page in other colours.
DARK_RULES = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# What a finger taps, links within a sentence aside: everything narrower or lower than a fingertip.
TOO_SMALL = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")]
  .filter((one) => !one.matches(".skip"))
  .filter((one) => one.tagName !== "A" || getComputedStyle(one).display !== "inline")
  .map((one) => [one, (one.closest("label:has([type=radio], [type=checkbox], [type=file])") || one)])
  .map(([one, target]) => [one, target.getBoundingClientRect()])
  .filter(([one, box]) => box.width && box.height && Math.min(box.width, box.height) < 43.5)
  .map(([one, box]) => `${one.outerHTML.slice(0, 80)} is ${box.width} x ${box.height}`)"""
SMALLEST = {"width": 320, "height": 640}
CHECKS = (ok("disk", say("There is room.")), warn("clock", say("It is late."), say("Set it.")))
PAGES = (
    "/", "/tv", "/join", "/phones", "/setup", "/setup/addique", "/setup/code777", "/camera", "/calculator",
    "/photo", "/turns", "/nowhere", "/doctor", "/machine/table", "/table", "/history", "/history/players",
    "/history/players/Ann", "/history/records", "/settings", "/setup/formula", "/machine", "/backup",
    "/history?search=nothing", "/turns/1",
)  # fmt: skip


class Stop(NamedTuple):
    """A page of the tour, and what is tapped there first."""

    path: str
    act: str = ""


class Visitor:
    """Goes from page to page on the smallest phone and notes what is wrong, in light and in dark."""

    def __init__(self, house: House) -> None:
        self._home = house.home
        self._page: Page = house.phone("Ann")
        self._page.set_viewport_size(SMALLEST)  # type: ignore[arg-type]
        # axe-core looks at no pixels, and drawing the simulated table takes long.
        self._page.route("**/table/picture.jpg*", lambda route: route.abort())
        self.found: list[str] = []

    def visit(self, stop: Stop, language: str) -> None:
        """Look at one page, after a tap on something where there is something to tap."""
        page, where = self._page, f"{stop.path} {stop.act} ({language}"
        page.context.add_cookies([{"name": COOKIE, "value": language, "url": self._home}])
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(self._home + stop.path)
        if stop.act:
            page.locator(stop.act).first.click()
        page.evaluate(AXE.read_text())
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            self.found.append(f"{where}) is wider than the phone")
        self.found += [f"{where}) {target}" for target in page.evaluate(TOO_SMALL)]
        for scheme, rules in (("light", RULES), ("dark", DARK_RULES)):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            violations = page.evaluate("rules => axe.run(document, rules)", rules)["violations"]
            self.found += [
                f"{where}, {scheme}) {one['id']}: {one['nodes'][0]['html'][:160]}" for one in violations
            ]
        # A page left open would load itself again whenever another game begins; a blank one starts anew.
        page.goto(f"{self._home}/static/icon.svg")


@contextmanager
def whole_house(browser: Browser, folder: Path) -> Iterator[House]:
    """Serve a dashboard that has every page there is."""
    with Journal.open(folder) as journal:
        for game in ("addique", "trictrac"):
            keep(journal, game, 60)
        house = House(
            browser,
            journal=journal,
            table=Tabletop(),
            doctor=lambda: CHECKS,
            keeper=FileKeeper(folder / "tallytop.toml", lambda: None),
            surveyor=Bench(),
        )
        yield house
        house.close()


def tour(house: House) -> Iterator[Stop]:
    """Lead through every page, with something going on."""
    show = house.companion.show
    show(match_id=None, match=None, machine="by hand", camera="", preview=None, question=None, notice=None)
    yield Stop("/")
    yield Stop("/tv")
    show(opening=Opening(("Ann", "Bob"), ("4752", None), (34, None)), camera="pi", machine="ready")
    yield from map(Stop, ("/", "/tv"))
    show(opening=Opening(("Ann", "Bob"), (None, None), (34, 34), None, True))
    yield Stop("/")
    show(opening=None, camera="", machine="by hand")
    house.playing()
    yield from map(Stop, PAGES)
    finished = house.app.extensions["tallytop"].journal.scorebook.matches().entries
    yield Stop(f"/history/{finished[0].id}")
    yield Stop("/", "[data-open=lay]")
    yield Stop("/turns", "[data-do=close]")
    yield Stop("/turns/2", "[data-tab=remove]")
    yield Stop("/table", "#mischief summary")
    seen = (SeenPiece("4752", ((0.2, 0.2), (0.4, 0.2), (0.4, 0.4)), 0.8),)
    preview = Preview((), 75, say("It would score {points}.", points=75))
    for machine in ("ready", "hand", "reading", "no camera"):
        show(machine=machine, camera="pi", preview=None)
        yield Stop("/")
    show(machine="ready", preview=preview, seen=seen)
    yield Stop("/")
    yield Stop("/camera")
    wrong = problem("edges", "This tile touches with 1 edge; it needs 3.", "4752")
    show(machine="illegal", preview=Preview((), 0, wrong.saying, (wrong,)))
    yield Stop("/")
    doubt = Question(5, say("The lamp shines on it."), (Choice("1683", 0.2), Choice("4752", 0.7)))
    show(preview=None, question=doubt, notice=say("This is wrong."), machine="illegal")
    yield Stop("/", "[data-other]")
    yield Stop("/tv")
    show(question=None, notice=None, machine="by hand")
    for game in ("formula", "addup", "trictrac", "code777"):
        house.playing(3, game)
        yield from map(Stop, ("/", "/tv", "/turns/0", "/table"))
    yield Stop("/", "#notes summary")
    yield Stop("/", "#guess summary")
    show(match=Match(Table("code777", ("Ann", "Bob"))))
    yield from map(Stop, ("/", "/table"))


def main(languages: list[str]) -> int:
    """Make the tour in some languages, and tell what was found."""
    from playwright.sync_api import sync_playwright

    with (
        sync_playwright() as player,
        tempfile.TemporaryDirectory() as folder,
        whole_house(Chromium(player).running(), Path(folder)) as house,
    ):
        visitor = Visitor(house)
        for language in languages:
            stops = 0
            for stops, stop in enumerate(tour(house), start=1):  # noqa: B007
                visitor.visit(stop, language)
            sys.stdout.write(
                f"{language}: {stops} pages, light and dark; {len(visitor.found)} faults so far\n"
            )
            sys.stdout.flush()
    sys.stdout.writelines(f"{line}\n" for line in visitor.found)
    return int(bool(visitor.found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(LANGUAGES)))
