"""What makes the pages pleasant, tried in a real browser: sound, speech, timer, sums, codes and corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from bench import Bench
from browsing import House, until

from scoring.game import Table
from scoring.snapshot import Begin
from web.survey import NOWHERE_YET

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# The browser's voice and its loudspeaker, listened to.
LISTEN = """
window.spoken = []; window.notes = 0;
speechSynthesis.speak = (said) => spoken.push([said.lang, said.text]);
const tone = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.notes += 1; return tone.call(this); };
"""


def lay_first_tile(page: Page) -> None:
    """Lay Ann's first tile by hand."""
    page.click("[data-open=lay]")
    page.locator("#lay .who label", has_text="Ann").click()
    page.locator("#lay [name=top][value='4']").check(force=True)
    page.locator("#lay [name=left][value='2']").check(force=True)
    page.locator("#lay [type=submit]:not([disabled])").click()


def test_the_score_is_said_and_sounded_only_when_wished(house: House) -> None:
    house.companion.ask(Begin(Table("addique", ("Ann", "Bob"))))
    page = house.phone("Ann", locale="de-DE")
    page.add_init_script(LISTEN)
    page.goto(house.home)
    lay_first_tile(page)
    page.locator("header", has_text="Zug 2 von 48").wait_for()
    assert page.evaluate("[spoken.length, notes]") == [0, 0]
    page.goto(f"{house.home}/settings")
    page.locator("[data-keep=sound]").check(force=True)
    page.locator("[data-keep=speech]").check(force=True)
    page.goto(house.home)
    page.locator("[data-do=undo]:not([disabled])").click()
    page.locator("[data-do=redo]:not([disabled])").click()
    until(page, "spoken.some(([lang, text]) => lang === 'de' && text.includes('34'))")
    assert page.evaluate("notes") > 0


def test_the_timer_runs_down_and_starts_anew_with_the_next_turn(house: House) -> None:
    house.companion.ask(Begin(Table("addique", ("Ann", "Bob"))))
    page = house.phone("Ann")
    page.clock.install()
    page.goto(house.home)
    page.locator(".scores li").first.wait_for()
    assert not page.locator("#timer").is_visible()
    page.goto(f"{house.home}/settings")
    page.locator("[data-keep=timer]").select_option("30")
    page.goto(house.home)
    page.locator("#timer:not(.late)").wait_for()
    page.clock.run_for(29_000)
    page.locator("#timer.late").wait_for()
    lay_first_tile(page)
    page.clock.run_for(500)
    page.locator("#timer:not(.late)").wait_for()


def test_the_calculator_divides_by_nine_and_compares_drawn_tiles(house: House) -> None:
    page = house.phone()
    page.goto(f"{house.home}/calculator")
    page.fill("#number", "3213")
    assert page.locator("#ninth").text_content() == "3213 ÷ 9 = 357"
    page.fill("#number", "3214")
    assert "does not divide" in (page.locator("#ninth").text_content() or "")
    for at, tile in enumerate(("4752", "1683", "3762", "2574")):
        page.fill(f"#tile{at}", tile)
    assert page.locator(".draws .best").count() == 2
    assert "draws again" in (page.locator("#tie").text_content() or "")
    page.locator("#tile4").wait_for()


def test_any_player_can_be_tapped_as_the_one_who_starts(house: House) -> None:
    page = house.phone("Ann")
    page.goto(f"{house.home}/setup/addup")
    for seat, name in enumerate(("Ann", "Bob", "Chloé")):
        if seat == 2:
            page.click("[data-add]")
        page.locator("[name=player]").nth(seat).fill(name)
    assert page.locator(".around text").all_text_contents() == ["Ann", "Bob", "Chloé"]
    page.locator("[data-up]").nth(2).click()
    assert page.locator(".around text").all_text_contents() == ["Ann", "Chloé", "Bob"]
    page.locator(".who label", has_text="Chloé").click()
    page.click("form .primary.big")
    page.locator(".to-play", has_text="Chloé").wait_for()
    match = house.companion.snapshot().match
    assert match is not None and match.table.players == ("Ann", "Chloé", "Bob")


def test_a_phone_that_lost_its_companion_says_so_until_it_is_back(house: House) -> None:
    house.playing()
    page = house.phone()
    page.goto(house.home)
    page.locator("header", has_text="turn 7 of 48").wait_for()
    house.restart(meanwhile=lambda: page.locator(".offline-note:visible").wait_for())
    page.locator(".offline-note").wait_for(state="hidden")


def test_a_phone_that_is_sent_away_becomes_a_watcher_at_once(house: House) -> None:
    house.playing()
    ann, bob = house.phone("Ann"), house.phone("Bob")
    bob.locator("[data-do=undo]").wait_for()
    ann.goto(f"{house.home}/phones")
    ann.locator("li", has_text="Bob").locator("button.danger").click()
    bob.locator(".tab.join").wait_for()
    assert bob.locator("[data-do=undo]").count() == 0


def test_a_game_is_stopped_only_after_one_more_question(house: House) -> None:
    house.playing()
    page = house.phone("Ann")
    page.goto(f"{house.home}/turns")
    page.click("[data-do=close]")
    page.click(".sure .primary")
    match = house.companion.snapshot().match
    assert match is not None and not match.closed
    page.click("[data-do=close]")
    page.click(".sure .danger")
    page.goto(house.home)
    page.locator(".win", has_text="The game was stopped.").wait_for()


def test_the_totals_are_shown_before_an_old_turn_is_taken_out(house: House) -> None:
    house.playing(2)
    page = house.phone("Ann")
    before = house.companion.snapshot().match
    assert before is not None
    page.goto(f"{house.home}/turns/1")
    page.click("[data-tab=remove]")
    page.locator("#remove .recount li").nth(1).wait_for()
    assert len(before.turns) == 2
    page.click("#remove [type=submit]")
    page.wait_for_url(f"{house.home}/turns")
    then = house.companion.snapshot().match
    assert then is not None and len(then.turns) == 1


def test_the_qr_code_carries_the_address_and_the_code(house: House) -> None:
    page = house.phone()
    page.goto(f"{house.home}/tv")
    picture = page.locator(".tv-invite img").screenshot()
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    assert cv2.QRCodeDetector().detectAndDecode(pixels)[0] == f"{house.home}/join?code={house.code}"


def test_a_corner_of_the_table_is_dragged_and_kept(browser: Browser) -> None:
    bench = Bench()
    house = House(browser, surveyor=bench)
    page = house.phone("Ann")
    page.goto(f"{house.home}/machine/table")
    ring = page.locator("[data-corner='0'] .ring").bounding_box()
    assert ring is not None
    x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 20, steps=4)
    page.mouse.up()
    page.keyboard.press("Tab")
    page.locator("[data-corner='2']").focus()
    page.keyboard.press("ArrowLeft")
    page.click("form .primary.big")
    page.wait_for_load_state("load")
    assert bench.kept is not None
    assert bench.kept[0][0] > NOWHERE_YET[0][0] and bench.kept[0][1] > NOWHERE_YET[0][1]
    assert bench.kept[2][0] < NOWHERE_YET[2][0] and bench.kept[1] == NOWHERE_YET[1]
    house.close()
