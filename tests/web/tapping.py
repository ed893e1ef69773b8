"""Somebody who enters whole games by tapping on one phone, no camera at all.

`PYTHONPATH=. python tests/web/tapping.py [GAME…]` plays every game, or some, to its end in a real browser.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from browsing import Chromium, House

from scoring.game import STARTER
from scoring.games import GAMES, game_named
from scoring.match import Match
from scoring.players import deal

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PLAYERS = ("Ann", "Bob")
MOST_TURNS = 200


def play(house: House, game: str, most_turns: int = MOST_TURNS, seed: int = 7) -> Match:
    """Set a game up and enter some turns of it, or all, with nothing but taps."""
    page = house.phone()
    page.goto(f"{house.home}/join?code={house.code}")
    page.click("form .primary")
    page.wait_for_url(f"{house.home}/")
    page.goto(f"{house.home}/setup/{game}")
    for seat, name in enumerate(PLAYERS):
        page.locator("[name=player]").nth(seat).fill(name)
    page.locator(f"[name=starter][value='player:{PLAYERS[0]}']").check(force=True)
    page.click("form .primary.big")
    page.wait_for_url(f"{house.home}/")
    dealt = deal(game, PLAYERS, Random(seed))
    rules, table = game_named(game), dealt.table
    state = rules.open(replace(table, start={**table.start, STARTER: PLAYERS[0]}))
    if game == "formula":
        _type(page.locator("form[data-kind=open]"), table.start["start"])
    elif game == "addup":
        _open(page, table.start["start"])
    elif game == "code777":
        for owner, cards in table.start["racks"].items():
            _fill_rack(page, owner, cards)
    for _ in range(most_turns):
        if _match(house).standing.finished:
            break
        turn = dealt.choose(state)
        due = f"spare{state.next_spare + 1}" if game == "code777" else ""
        outcome = rules.play(table, state, turn)
        _turn(page, game, rules.write_turn(table, turn))
        _wait_for(page, house)
        state = outcome.state
        if game == "code777" and getattr(turn, "rack", None) and not _match(house).standing.finished:
            _fill_rack(page, PLAYERS[turn.seat], turn.rack)
            if turn.spare and outcome.points:
                _fill_rack(page, due, turn.spare)
    page.context.close()
    return _match(house)


def _match(house: House) -> Match:
    match = house.companion.snapshot().match
    assert match is not None
    return match


def _wait_for(page: Page, house: House) -> None:
    """Wait until the page shows what is known: the next turn, or the end."""
    match = _match(house)
    if match.standing.finished:
        page.locator(".win").wait_for()
    else:
        page.locator(".top small", has_text=f"turn {len(match.turns) + 1}").wait_for()


def _turn(page: Page, game: str, written: Mapping[str, Any]) -> None:
    """Enter a turn."""
    match game:
        case "addique":
            _lay_tile(page, written)
        case "formula":
            _lay_formula(page, written)
        case "addup":
            _add(page, written)
        case "trictrac":
            form = page.locator("form.hand")
            for name, value in zip(("first", "second"), written["dice"], strict=True):
                _check(form, name, value)
            _check(form, "cover", " ".join(map(str, written["cover"])))
            _submit(form)
        case _:
            _ask_or_guess(page, written)


def _lay_tile(page: Page, written: Mapping[str, Any]) -> None:
    page.click("[data-open=lay]")
    form = page.locator("#lay form")
    page.locator(f"#lay .place[data-col='{written['col']}'][data-row='{written['row']}']").click()
    _check(form, "top", written["tile"][0])
    _check(form, "left", written["tile"][3])
    _submit(form)


def _lay_formula(page: Page, written: Mapping[str, Any]) -> None:
    form = page.locator("form[data-kind=lay]")
    if "draw" in written:
        with page.expect_response("**/api/event"):
            form.locator("[data-draw]").click()
        return
    faces = [{"x": "×", "*": "×", "/": "÷"}.get(face, face) for face in written["formula"]]
    for face in faces:
        form.locator(f"[data-key='{face}']").click()
    for at, digit in enumerate(written.get("jokers", ())):
        form.locator(".jokers select").nth(at).select_option(str(digit))
    _submit(form)


def _add(page: Page, written: Mapping[str, Any]) -> None:
    if "open" in written:
        _open(page, written["open"])
        return
    form = page.locator("form[data-kind=add]")
    _check(form, "row", written["row"])
    _check(form, "card", written["card"])
    if "value" in written:
        form.locator("[name=value]").fill(str(written["value"]))
    _submit(form)


def _open(page: Page, openers: Mapping[str, Any]) -> None:
    form = page.locator("form[data-kind=openers]")
    for row in openers.keys() - {"values"}:
        _check(form, row, openers[row])
    for row, value in openers.get("values", {}).items():
        form.locator(f"[name=value-{row}]").fill(str(value))
    _submit(form)
    form.wait_for(state="detached")


def _ask_or_guess(page: Page, written: Mapping[str, Any]) -> None:
    if "guess" in written:
        if not page.locator("#guess[open]").count():
            page.click("#guess summary")
        form = page.locator("#guess form")
        form.locator(".who label", has_text=written["player"]).click()
        for at, number in enumerate(written["guess"]):
            _check(form, f"n{at}", number)
    else:
        form = page.locator("form[data-kind=ask]")
        form.locator("select").select_option(str(written["ask"]))
        _check(form, "answer", written["answer"])
    _submit(form)


def _fill_rack(page: Page, owner: str, cards: tuple[object, ...]) -> None:
    form = page.locator(f"form[data-owner='{owner}']")
    page.locator("details", has=form).locator("summary").click()
    for card in cards:
        form.locator(f"[data-card='{card}']").click()
    _submit(form)
    form.wait_for(state="detached")


def _type(form: Locator, cards: tuple[str, ...]) -> None:
    for card in cards:
        form.locator(f"[data-key='{card}']").click()
    _submit(form)
    form.wait_for(state="detached")


def _check(form: Locator, name: str, value: object) -> None:
    form.locator(f"[name='{name}'][value='{value}']").check()


def _submit(form: Locator) -> None:
    """Send it, and wait for the answer; what is refused stays open and is noticed."""
    with form.page.expect_response("**/api/event") as told:
        form.locator("[type=submit]:not([disabled])").click()
    assert told.value.ok, told.value.text()


def main(games: list[str]) -> None:
    """Play some games to their end, and tell how."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as player:
        browser = Chromium(player).running()
        for game in games:
            house = House(browser)
            match = play(house, game)
            house.close()
            ending = "finished" if match.standing.finished else "NOT finished"
            sys.stdout.write(f"{game}: {len(match.turns)} turns, {ending}, {match.standing.totals}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
