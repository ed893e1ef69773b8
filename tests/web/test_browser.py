"""The dashboard in a real browser the size of a phone."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from browsing import House
from tapping import play

from scoring.games import GAMES
from scoring.match import Match, Undone
from scoring.players import deal
from scoring.saying import say
from scoring.snapshot import Choice, Do, Question

if TYPE_CHECKING:
    from playwright.sync_api import Page


def total(page: Page, seat: int, points: str) -> None:
    """Wait until a player's total stands there."""
    page.locator(".scores li").nth(seat).locator(".total", has_text=points).wait_for()


def lay(page: Page, place: tuple[int, int] | None, top: int, left: int) -> None:
    """Lay a tile by tapping."""
    page.click("[data-open=lay]")
    if place:
        page.locator(f".place[data-col='{place[0]}'][data-row='{place[1]}']").click()
    page.locator(f"#lay [name=top][value='{top}']").check(force=True)
    page.locator(f"#lay [name=left][value='{left}']").check(force=True)
    page.locator("#lay [type=submit]:not([disabled])").click()


def test_set_up_play_undo_and_correct(house: House) -> None:
    page = house.phone("Ann")
    page.click("text=Set up a game")
    page.click("text=Addique")
    page.locator("[name=player]").nth(0).fill("Ann")
    page.locator("[name=player]").nth(1).fill("Bob")
    page.click("form .primary.big")
    page.wait_for_load_state("load")
    page.click("[data-open=lay]")
    page.locator("#lay .who label", has_text="Ann").click()
    page.locator("#lay [name=top][value='4']").check(force=True)
    page.locator("#lay [name=left][value='2']").check(force=True)
    page.locator("#lay [type=submit]:not([disabled])").click()
    total(page, 0, "34")
    lay(page, (2, -1), 1, 3)
    page.locator("header", has_text="turn 3 of 48").wait_for()
    page.locator(".pill", has_text="to play").wait_for()
    page.click("[data-do=undo]")
    page.locator("[data-do=redo]:not([disabled])").wait_for()
    page.click("[data-do=redo]")
    page.click("nav >> text=Turns")
    page.locator(".turns a").nth(1).click()
    # The page's script first shows the tile as it was entered.
    page.locator("#change [name=top]:checked").wait_for(state="attached")
    page.locator("#change [name=top][value='3']").check(force=True)
    page.locator("#change .recount .moved", has_text="32").wait_for()
    page.click("#change [type=submit]")
    page.wait_for_url(f"{house.home}/turns")
    page.goto(house.home)
    total(page, 0, "32")


def test_a_doubt_is_settled_with_one_tap(house: House) -> None:
    page = house.phone("Ann")
    page.goto(f"{house.home}/calculator")
    dealt = deal("addique", ["Ann", "Bob"], Random(3))
    house.companion.show(match_id="m", match=Match(dealt.table), machine="asks", camera="pi")
    doubt = Question(5, say("The lamp shines on it."), (Choice("1683", 0.2), Choice("4752", 0.7)))
    house.companion.show(question=doubt)
    page.goto(house.home)
    first = page.locator("[data-answer]").first
    assert "4752" in (first.text_content() or "")
    first.click()
    page.locator("#toast", has_text="There is no camera").wait_for()


def test_two_phones_of_code_777_never_see_their_own_rack(house: House) -> None:
    ann, bob = house.phone("Ann"), house.phone("Bob")
    ann.click("text=Set up a game")
    ann.click("text=Code 777")
    for seat, name in enumerate(("Ann", "Bob")):
        ann.locator("[name=player]").nth(seat).fill(name)
    ann.click("form .primary.big")
    ann.wait_for_load_state("load")
    ann.click("text=Deal on the phones")
    for page, own, other in ((ann, "Ann", "Bob"), (bob, "Bob", "Ann")):
        page.goto(house.home)
        page.locator(".rack", has_text=other).locator(".colour").nth(2).wait_for()
        mine = page.locator(".rack.own")
        assert own in (mine.text_content() or "")
        assert mine.locator(".colour").count() == 0
        assert mine.locator("text=?").count() == 3
    match = house.companion.snapshot().match
    assert match is not None
    question = ann.locator("[name=question]")
    question.select_option("8")
    colours = len({card.colour for at, rack in enumerate(match.state.racks) if at != 0 for card in rack})
    ann.locator(".answer-list label").nth(colours).click()
    ann.locator("form[data-kind=ask] [type=submit]:not([disabled])").click()
    bob.locator(".log em", has_text=str(colours)).wait_for()


def test_the_language_can_be_changed(house: House) -> None:
    page = house.phone("Ann", locale="fr-FR")
    page.goto(f"{house.home}/settings")
    assert page.locator("html").get_attribute("lang") == "fr"
    page.locator("[name=language][value=de]").check(force=True)
    page.click("form[action='/language'] button")
    page.locator("html[lang=de]").wait_for()
    page.locator("legend", has_text="Sprache").wait_for()


def test_a_typed_value_and_one_tap_lay_a_joker(house: House) -> None:
    house.playing(2, "addup")
    page = house.phone("Ann")
    before = house.companion.snapshot().match
    assert before is not None
    page.locator("[name=row][value=top]").check(force=True)
    page.locator("[name=card][value=W]").check(force=True)
    page.fill("[name=value]", "3")
    page.locator("form.hand [type=submit]:not([disabled])").click()
    page.locator("header", has_text=f"turn {len(before.turns) + 2}").wait_for()


def test_every_card_and_every_cover_leads_to_the_turn_that_laid_it(house: House) -> None:
    page = house.phone("Ann")
    for game, piece, turn in (("addup", ".card-face[data-turn]", 0), ("trictrac", ".slot[data-turn]", 1)):
        house.playing(3, game)
        page.goto(house.home)
        page.locator(f".table {piece}[data-turn='{turn}']").first.click()
        page.wait_for_url(f"{house.home}/turns/{turn}")


@pytest.mark.parametrize("game", GAMES)
def test_some_turns_of_every_game_entered_by_tapping(house: House, game: str) -> None:
    assert len(play(house, game, most_turns=3).turns) >= 3


def test_a_tapped_card_can_be_put_right(house: House) -> None:
    house.playing(3, "formula")
    page = house.phone("Ann")
    page.locator(".scores li").first.wait_for()
    page.locator(".table .card-face").first.click()
    page.wait_for_url(f"{house.home}/turns/2")


def undo(house: House) -> str:
    """Take the last turn back behind the pages, and return what the head says then."""
    match = house.companion.snapshot().match
    assert match is not None
    then = house.companion.ask(Do(Undone(), match.version)).match
    assert then is not None
    return f"turn {len(then.turns) + 1} of 48"


def test_a_phone_wakes_to_the_right_score(house: House) -> None:
    house.playing()
    page = house.phone()
    page.goto(house.home)
    page.locator("header", has_text="turn 7 of 48").wait_for()
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    now = undo(house)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    page.locator("header", has_text=now).wait_for()


def test_offline_and_back(house: House) -> None:
    house.playing()
    page = house.phone()
    page.goto(house.home)
    page.locator("header", has_text="turn 7 of 48").wait_for()
    page.context.set_offline(True)
    now = undo(house)
    page.context.set_offline(False)
    page.locator("header", has_text=now).wait_for()


def test_a_restarted_server_is_found_again(house: House) -> None:
    house.playing()
    page = house.phone()
    page.goto(house.home)
    page.locator("header", has_text="turn 7 of 48").wait_for()
    house.restart()
    now = undo(house)
    page.locator("header", has_text=now).wait_for()
