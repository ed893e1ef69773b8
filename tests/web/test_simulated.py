"""A game on the simulated table, played from phones: the camera really looks and the sight really reads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import PATIENCE_MS, PHONE, until

from device.appliance import Appliance
from device.cameras.simulated import SimulatedCamera
from device.settings import Settings
from device.settings.schema import WebSettings
from device.tabletop import Tabletop

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def appliance(tmp_path: Path) -> Iterator[Appliance]:
    settings = Settings(web=WebSettings(address="127.0.0.1", port=0))
    with Appliance(tmp_path, settings, SimulatedCamera(Tabletop(2))) as one:
        writer = threading.Thread(target=one.run)
        writer.start()
        yield one
        one.stop()
        writer.join()


def lay(page: Page, col: int, row: int, top: int, left: int) -> None:
    """Lay a tile on the virtual table by tapping."""
    page.locator(f".place[data-col='{col}'][data-row='{row}']").click()
    page.locator(f"[name=top][value='{top}']").check(force=True)
    page.locator(f"[name=left][value='{left}']").check(force=True)
    page.locator("[data-laying] [type=submit]:not([disabled])").click()


def set_up(browser: Browser, appliance: Appliance, game: str, starter: str) -> tuple[str, Page, Page]:
    """Set up a game for Ann and Bob, and return the address and two pages of the host's phone."""
    home = f"http://127.0.0.1:{appliance.served.port}"
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    page, score = context.new_page(), context.new_page()
    page.goto(f"{home}/join?code={appliance.code()}")
    page.click("form .primary")
    page.goto(f"{home}/setup/{game}")
    page.locator("[name=player]").nth(0).fill("Ann")
    page.locator("[name=player]").nth(1).fill("Bob")
    page.locator(f"[name=starter][value='{starter}']").check(force=True)
    page.click("form .primary.big")
    page.wait_for_url(f"{home}/")
    score.goto(home)
    return home, page, score


def test_everybody_draws_a_tile_for_the_start(browser: Browser, appliance: Appliance) -> None:
    home, page, score = set_up(browser, appliance, "addique", "draw")
    for seat, (top, left, total) in enumerate(((1, 3, "26"), (4, 2, "34"))):
        page.goto(f"{home}/table")
        with page.expect_response(lambda told: told.request.method == "POST"):
            lay(page, 0, 0, top, left)
        score.click(".opening [data-press=next]")
        score.locator(".opening li").nth(seat).locator("b", has_text=total).wait_for()
    score.locator(".scores li", has_text="Bob").locator(".pill").wait_for()
    assert "Bob" in (score.locator(".opening .best").text_content() or "")
    page.context.close()


def test_a_shared_highest_total_is_drawn_again(browser: Browser, appliance: Appliance) -> None:
    home, page, score = set_up(browser, appliance, "addique", "draw")
    tv = page.context.new_page()
    tv.goto(f"{home}/tv")
    draws = ((4, 2, "34"), (2, 4, "34"), (1, 3, "26"), (4, 2, "34"))
    for at, (top, left, total) in enumerate(draws):
        page.goto(f"{home}/table")
        with page.expect_response(lambda told: told.request.method == "POST"):
            lay(page, 0, 0, top, left)
        score.click(".opening [data-press=next]")
        if at == 1:
            score.locator(".opening .wrong", has_text="everybody draws again").wait_for()
            tv.locator(".opening .was").nth(1).wait_for()
            assert score.locator(".opening .was").all_text_contents() == ["34", "34"]
        else:
            score.locator(".opening li").nth(at % 2).locator("b:not(.was)", has_text=total).wait_for()
    tv.locator(".opening .best", has_text="Bob").wait_for()
    page.context.close()


def test_a_piece_read_wrongly_is_tapped_in_the_picture(browser: Browser, appliance: Appliance) -> None:
    home, page, score = set_up(browser, appliance, "addique", "player:Ann")
    page.goto(f"{home}/table")
    lay(page, 0, 0, 4, 2)
    score.locator(".preview:not(.waiting)", has_text="34").wait_for()
    score.goto(f"{home}/camera")
    score.click(".seen [data-point='0']")
    score.wait_for_url(f"{home}/")
    crop = score.locator(".question img")
    crop.wait_for()
    until(score, "document.querySelector('.question img')?.naturalWidth > 0")
    assert "4752" in (score.locator(".choices .likely").text_content() or "")
    score.click("[data-other]")
    score.locator(".other [name=top][value='3']").check(force=True)
    score.locator(".other [name=left][value='2']").check(force=True)
    score.click(".other button")
    score.locator(".preview", has_text="32").locator("[data-press=next]").click()
    score.locator(".total", has_text="32").wait_for()
    page.context.close()


def test_lay_tiles_press_next_undo_and_put_a_misread_right(browser: Browser, appliance: Appliance) -> None:
    home, page, score = set_up(browser, appliance, "addique", "player:Ann")
    for turn, (col, row, top, left) in enumerate(((0, 0, 4, 2), (2, -1, 1, 3)), start=2):
        page.goto(f"{home}/table")
        lay(page, col, row, top, left)
        score.locator(".preview:not(.alarm, .waiting)").wait_for()
        page.click("[data-press=next]")
        score.locator("header", has_text=f"turn {turn} of 48").wait_for()
    assert score.locator(".total").first.text_content() == "34"
    score.click("[data-do=undo]")
    score.locator("header", has_text="turn 2 of 48").wait_for()
    score.locator("[data-do=redo]:not([disabled])").click()
    score.locator("header", has_text="turn 3 of 48").wait_for()
    # Say that the first tile was misread: tap it, and give it its real numerals.
    score.locator(".board [data-turn='0']").first.click()
    score.locator("#change [name=top]:checked").wait_for(state="attached")
    score.locator("#change [name=top][value='3']").check(force=True)
    score.locator("#change .recount .moved", has_text="32").wait_for()
    score.click("#change [type=submit]")
    score.wait_for_url(f"{home}/turns")
    score.goto(home)
    score.locator(".total", has_text="32").wait_for()
    page.context.close()


def test_a_card_laid_over_another_changes_the_formula(browser: Browser, appliance: Appliance) -> None:
    home, page, score = set_up(browser, appliance, "formula", "player:Ann")
    page.goto(f"{home}/table")

    def tap(*faces: str) -> None:
        for face in faces:
            with page.expect_response(lambda told: told.request.method == "POST"):
                page.click(f"[data-lay='{face}']")

    def choose(col: int, where: str = "over") -> None:
        page.click(f".lying-card[data-col='{col}']")
        page.locator(f"[name=where][value={where}]").check(force=True)

    tap("2", "4", "=")
    choose(0, "right")
    tap("+", "6")
    page.locator(".preview:not(.alarm, .waiting)").wait_for()
    # A card that lies there is asked about at once when it is tapped.
    score.locator(".row .lying[data-name='6']").click()
    score.locator(".question", has_text="read as 6").wait_for()
    score.click(".choices .likely")
    page.locator(".preview:not(.alarm, .waiting)").wait_for()
    page.click(".presses [data-press=next]")
    score.locator("header", has_text="turn 2").wait_for()
    choose(1)
    tap("×")
    choose(4)
    tap("8")
    assert page.locator(".lying-card.over").count() == 1
    page.locator(".preview:not(.alarm, .waiting)").wait_for()
    page.click(".presses [data-press=next]")
    score.locator("header", has_text="turn 3").wait_for()
    match = appliance.desk.snapshot().match
    assert match is not None and [result.outcome.details["cards"] for result in match.results] == [1, 1]
    page.context.close()


def test_racks_and_questions_are_shown_to_the_camera_by_tapping(
    browser: Browser, appliance: Appliance
) -> None:
    def known() -> int:
        match = appliance.desk.snapshot().match
        assert match is not None
        return match.version

    home, page, _ = set_up(browser, appliance, "code777", "player:Ann")
    page.goto(f"{home}/table")
    for owner in ("Ann", "Bob", "spare1", "spare2"):
        page.locator(".racks-laid h2", has_text=owner.rstrip("12")).wait_for()
        if owner == "Ann":
            for card in ("7 blue", "5 red", "3 black"):
                page.click(f"[data-card='{card}']")
            page.click("[data-rack]:not([disabled])")
        else:
            page.click("[data-unseen]")
        # This very rack's sentence: who presses while only the last one's stands there presses for nothing,
        # as the cards may not lie on the table yet.
        page.locator(".notice", has_text=f"rack of {owner} is known").wait_for()
        version = known()
        page.click(".presses [data-press=next]")
        for _ in range(600):
            if known() != version:
                break
            page.wait_for_timeout(100)
        assert known() == version + 1
    page.locator("select[name=question]").select_option("16")
    page.click("[data-question-card]:not([disabled])")
    page.click("a:has-text('Enter the answer')")
    page.wait_for_url(f"{home}/")
    assert page.locator("select[name=question]").input_value() == "16"
    match = appliance.desk.snapshot().match
    assert match is not None and list(map(str, match.state.racks[0])) == ["7 blue", "5 red", "3 black"]
    page.context.close()
