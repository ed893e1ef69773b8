"""Photograph every page, light and dark, on phones and on a TV.

Run it from the top folder: `PYTHONPATH=. python tests/web/screenshots.py FOLDER [PATTERN OF NAMES]`.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from bench import Bench
from by_hand import ByHand
from PIL import Image
from playwright.sync_api import BrowserContext, Page, sync_playwright

from device.doctor import ok, warn
from device.settings.keeper import FileKeeper
from device.tabletop import Tabletop
from scoring.game import Table
from scoring.history.journal import Journal
from scoring.match import Match, Played
from scoring.players import deal
from scoring.saying import problem, say
from scoring.snapshot import Choice, Opening, Preview, Question, SeenPiece, TablePiece
from scoring.trictrac import Throw
from web.app import code_of, create_app
from web.house import Settings
from web.languages import COOKIE
from web.serving import Served

CHROMIUM = "/usr/bin/chromium"
SIZES = {
    "phone": (390, 844),
    "small": (320, 640),
    "wide": (844, 390),
    "tablet": (820, 1180),
    "desk": (1280, 800),
    "tv": (1920, 1080),
}
# A busy machine may take its time.
PATIENCE_MS = 300_000
CHECKS = (
    ok("disk", say("{free} MB are free for games in {home}.", free=20480, home="/var/lib/tallytop")),
    warn(
        "clock",
        say("The clock, {now}, is not set by the network.", now="20:15"),
        say("Connect to the network once."),
    ),
)
PLAYERS = ("Ann", "Bob", "Chloé")
LAID = {
    "formula": tuple(
        TablePiece(face, col, 0) for face, col in zip("56-3=5385", (0, 1, 2, 3, 4, 5, 6, 1, 6), strict=True)
    ),
    "addup": tuple(TablePiece(face, col, row) for face, col, row in (("2", 0, 0), ("8", 0, 1), ("Y", 1, 1))),
    "trictrac": tuple(
        TablePiece(face, col, col < 4) for face, col in (("⚀", 2), ("⚃", 3), ("5", 5), ("9", 9))
    ),
    "code777": (),
}


def played(
    game: str, turns: int, players: tuple[str, ...] = PLAYERS, seed: int = 4, **options: bool
) -> Match:
    """Return a match some turns into the game."""
    dealt = deal(game, players, Random(seed), options)
    match = Match(dealt.table)
    for _ in range(turns):
        if match.standing.finished:
            break
        match = match.with_event(Played(dealt.choose(match.state)))
    return match


class Seeing(ByHand):
    """A companion whose camera has one picture."""

    photo: bytes | None = None

    def picture(self) -> bytes | None:
        return self.photo


class Studio:
    """A served dashboard and a browser in front of it."""

    def __init__(self, folder: Path, only: str = "") -> None:
        self.folder = folder
        self.only = only
        self.companion = Seeing()
        self.journal = Journal.open(Path(tempfile.mkdtemp()))
        self.tabletop = Tabletop()
        settings = Settings(address=lambda: "192.168.1.20:8080")
        self.app = create_app(
            self.companion,
            self.journal,
            settings,
            table=self.tabletop,
            doctor=lambda: CHECKS,
            keeper=FileKeeper(self.journal.home / "tallytop.toml", lambda: None),
            surveyor=Bench(),
        )
        self.served = Served(self.app, "127.0.0.1", 0).start()
        self.home = f"http://127.0.0.1:{self.served.port}"

    def take(self, context: BrowserContext, scheme: str) -> None:
        """Go through every page in one colour scheme."""
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        self.companion.show(match=None, match_id=None, machine="by hand", preview=None, question=None)
        self.shoot(page, "home-watcher", "/", scheme)
        self.shoot(page, "join", "/join?code=KT-47", scheme)
        page.goto(f"{self.home}/join")
        page.fill("[name=code]", code_of(self.app))
        page.fill("[name=other]", "Ann")
        page.click("form .primary")
        page.wait_for_url(f"{self.home}/")
        self.shoot(page, "home", "/", scheme)
        self.shoot(page, "invite", "/join", scheme)
        self.shoot(page, "phones", "/phones", scheme)
        self.shoot(page, "choose", "/setup", scheme)
        for game in ("addique", "formula", "code777"):
            self.shoot(page, f"prepare-{game}", f"/setup/{game}", scheme)
        self.shoot(page, "prepare-seats", "/setup/addique", scheme, ("phone", "small"), act=_seat)
        for name in ("settings", "calculator", "camera", "photo", "nowhere", "backup", "machine"):
            self.shoot(page, name, f"/{name}", scheme)
        self.shoot(
            page, "machine-open", "/machine", scheme, act=lambda page: page.locator("summary").nth(2).click()
        )
        self.shoot(page, "machine-table", "/machine/table", scheme)
        self.shoot(page, "tv-empty", "/tv", scheme, ("tv",))
        self.shoot(page, "doctor", "/doctor", scheme)
        self.past(page, scheme)
        self.games(page, scheme)
        page.close()

    def past(self, page: Page, scheme: str) -> None:
        """Go through the history's pages."""
        self.shoot(page, "history-empty", "/history", scheme)
        kept = [
            self.keep(played(game, turns))
            for game, turns in (("addique", 48), ("addup", 90), ("trictrac", 60))
        ]
        self.keep(played("formula", 4))
        self.shoot(page, "history", "/history", scheme)
        self.shoot(page, "history-match", f"/history/{kept[0]}?turn=30", scheme, ("phone", "small"))
        self.shoot(page, "history-players", "/history/players", scheme)
        self.shoot(page, "history-player", "/history/players/Ann", scheme)
        self.shoot(page, "history-records", "/history/records", scheme)

    def keep(self, match: Match) -> str:
        """Write a match down."""
        match_id, then = self.journal.begin(match.table), Match(match.table)
        for event in match.events:
            then = then.with_event(event)
            self.journal.append(match_id, then)
        return match_id

    def tongues(self, context: BrowserContext) -> None:
        """Go through the longest languages on the smallest phone."""
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        self.companion.show(match_id="m", match=played("addique", 19), machine="by hand")
        for language in ("de", "fr", "pt"):
            context.add_cookies([{"name": COOKIE, "value": language, "url": self.home}])
            for name in ("", "settings", "turns/2", "setup/formula", "join"):
                self.shoot(
                    page, f"{language}-{name.replace('/', '-') or 'live'}", f"/{name}", "light", ("small",)
                )

    def games(self, page: Page, scheme: str) -> None:
        """Go through the games' pages."""
        self.companion.show(match_id="m", match=played("addique", 0), machine="by hand")
        self.shoot(page, "addique-start", "/", scheme)
        drawn = Opening(PLAYERS, ("4752", "1683", None), (34, 18, None))
        due = say("{player}, lay the tile you drew under the camera and press NEXT.", player=PLAYERS[2])
        self.companion.show(
            opening=drawn, notice=due, match=None, match_id=None, camera="pi", machine="ready"
        )
        self.shoot(page, "opening", "/", scheme)
        self.shoot(page, "opening-tv", "/tv", scheme, ("tv",))
        again = say("The highest total is shared: everybody draws again. {player} first.", player="Ann")
        self.companion.show(opening=Opening(PLAYERS, (None,) * 3, (34, 18, 34), None, True), notice=again)
        self.shoot(page, "opening-tied", "/", scheme)
        self.companion.show(notice=None)
        self.companion.show(opening=None)
        crowd = played("addique", 20, ("Ann", "Bob", "Chloé", "Dan", "Eva", "Finn", "Gus", "Maximilian"))
        self.companion.show(match=crowd)
        self.shoot(page, "crowd", "/", scheme)
        self.shoot(page, "crowd-tv", "/tv", scheme, ("tv",))
        self.shoot(page, "table", "/table", scheme)
        self.companion.show(match_id="m", match=played("addique", 19), machine="ready", camera="pi")
        following = played("addique", 20).results[-1]
        self.companion.show(preview=Preview((following.turn,), following.points, following.saying))
        self.companion.show(preview=None)
        for state in ("ready", "hand", "reading", "no camera"):
            self.companion.show(machine=state)
            self.shoot(page, f"waiting-{state.replace(' ', '-')}", "/", scheme, ("phone", "small", "wide"))
        self.companion.show(machine="ready")
        self.companion.show(preview=Preview((following.turn,), following.points, following.saying))
        self.shoot(page, "addique", "/", scheme, ("phone", "small", "wide", "tablet", "desk"))
        self.shoot(page, "addique-tv", "/tv", scheme, ("tv", "phone"))
        self.shoot(page, "turns", "/turns", scheme)
        self.shoot(page, "turn", "/turns/4", scheme)
        asks = Question(
            3,
            say("The lamp shines on the bottom numeral. With 3 on top it should be 6."),
            (Choice("3762", 0.7), Choice("3672", 0.2)),
            self.crop("3762"),
        )
        self.companion.show(preview=None, question=asks, machine="asks")
        self.shoot(page, "asks", "/", scheme, ("phone", "small", "wide"))
        self.shoot(page, "asks-tv", "/tv", scheme, ("tv",))
        self.shoot(page, "asks-other", "/", scheme, act=lambda page: page.click("[data-other]"))
        tile = following.turn.laid
        astray = replace(following.turn, laid=replace(tile, col=tile.col + 2, row=tile.row + 2))
        wrong = problem("edges", "This tile touches with 1 edge; it needs 3.", tile.tile)
        preview = Preview((astray,), 0, wrong.saying, (wrong,))
        self.companion.show(question=None, machine="illegal", preview=preview)
        self.shoot(page, "illegal", "/", scheme)
        self.companion.show(preview=None)
        self.look(page, scheme)
        self.companion.show(machine="by hand", camera="")
        self.shoot(page, "lay", "/", scheme, act=_open_lay)
        self.companion.show(match=played("addique", 48), match_id="m1")
        self.shoot(page, "addique-end", "/", scheme)
        self.shoot(page, "addique-end-tv", "/tv", scheme, ("tv",))
        for game, turns in (("formula", 7), ("addup", 8), ("trictrac", 5), ("code777", 6)):
            self.companion.show(match=played(game, turns), match_id=f"{game}1")
            self.shoot(page, game, "/", scheme, ("phone", "small", "wide", "tablet", "desk"))
            self.shoot(page, f"{game}-turns", "/turns", scheme)
            self.shoot(page, f"{game}-tv", "/tv", scheme, ("tv",))
            self.shoot(page, f"{game}-turn", "/turns/1", scheme)
            if game in ("formula", "addup"):
                following = played(game, turns + 1).results[-1]
                preview = Preview((following.turn,), following.points, following.saying)
                self.companion.show(preview=preview, machine="ready", camera="pi")
                self.shoot(page, f"{game}-lying", "/", scheme, ("phone", "small"))
                self.companion.show(preview=None, machine="by hand", camera="")
            self.tabletop.arrange(game, LAID[game])
            self.shoot(page, f"{game}-table", "/table", scheme, ("phone", "small", "tablet"))
        self.throw(page, scheme)
        self.companion.show(match=Match(Table("code777", ("Bob", "Ann"))), match_id="racks")
        self.shoot(page, "racks-table", "/table", scheme)

    def look(self, page: Page, scheme: str) -> None:
        """The camera's picture with what was read in it, one tile of which is in doubt."""
        tiles = (("4752", 0, 0), ("1683", 2, -1), ("2574", 3, 1))
        self.tabletop.arrange("addique", tuple(TablePiece(*tile) for tile in tiles))
        frame = self.tabletop.frame((1280, 720))
        height, width = frame.picture.shape[:2]
        reach = 1.5 * frame.marks[0].size_px
        corners = ((-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach))
        seen = tuple(
            SeenPiece(
                piece.name,
                tuple(((piece.x_px + x) / width, (piece.y_px + y) / height) for x, y in corners),
                0.72 if piece.name == "2574" else 0.998,
            )
            for piece in frame.pieces
        )
        self.companion.photo = self.tabletop.picture()
        self.companion.show(camera="pi", machine="ready", seen=seen)
        self.shoot(page, "camera-seen", "/camera", scheme, ("phone", "small", "wide"))
        self.companion.show(seen=())

    def crop(self, tile: str) -> bytes:
        """Return a tile as the simulated camera sees it."""
        self.tabletop.arrange("addique", (TablePiece(tile, 0, 0),))
        with Image.open(io.BytesIO(self.tabletop.picture())) as picture:
            width, height = picture.size
            middle = picture.crop((width // 2 - 60, height // 2 - 60, width // 2 + 60, height // 2 + 60))
        file = io.BytesIO()
        middle.save(file, "JPEG")
        return file.getvalue()

    def throw(self, page: Page, scheme: str) -> None:
        """Dice on the felt, with nothing covered yet."""
        match = played("trictrac", 2)
        throw = Throw(match.state.to_play, (3, 5), ())
        found = match.problems(throw)
        preview = Preview((throw,), 0, found[0].saying, found)
        self.companion.show(match=match, match_id="thrown", machine="ready", camera="pi", preview=preview)
        self.shoot(page, "trictrac-thrown", "/", scheme, ("phone", "small"))
        self.companion.show(preview=None, machine="by hand", camera="")

    def shoot(
        self,
        page: Page,
        name: str,
        path: str,
        scheme: str,
        sizes: tuple[str, ...] = ("phone",),
        act: Callable[[Page], None] | None = None,
    ) -> None:
        """Photograph one page in every size it is made for."""
        if not re.search(self.only, name):
            return
        for size in sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.goto(self.home + path)
            page.evaluate("document.fonts.ready")
            page.wait_for_timeout(250)
            if act:
                act(page)
            whole = size in ("phone", "small") and not act
            page.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png", full_page=whole)
        # A page that is still open would load itself again when the next game begins.
        page.goto("about:blank")


def _seat(page: Page) -> None:
    for seat, name in enumerate(("Ann", "Bob", "Chloé", "Maximilian")):
        if seat > 1:
            page.click("[data-add]")
        page.locator("[name=player]").nth(seat).fill(name)
    page.locator("[name=starter][value='player:Bob']").check(force=True)
    page.evaluate("scrollTo(0, 0)")


def _open_lay(page: Page) -> None:
    page.click("[data-open=lay]")
    page.locator(".place").nth(12).click()
    page.locator(".under [name=top]:not(:disabled)").nth(2).check(force=True)
    page.locator(".under [name=left]:not(:disabled)").nth(1).check(force=True)
    page.wait_for_timeout(600)


def main(folder: Path, only: str) -> None:
    """Take all photographs."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            studio = Studio(folder, only)
            context = browser.new_context()
            studio.take(context, scheme)
            if scheme == "light":
                studio.tongues(context)
            studio.served.stop()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
