"""One press is one request: chatter, double presses, holding, a stuck button."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.pins.press import REST_S, STEADY_S, STUCK_S, Contact, Press, What, feel

LOOK_S = 0.004


def play(
    levels: Iterable[tuple[float, bool]], hold_s: float = 0.0, until_s: float | None = None
) -> list[Press]:
    """Feed levels that begin at given moments, looking every few thousandths as the real watcher does."""
    changes = sorted(levels)
    end_s = until_s if until_s is not None else changes[-1][0] + 0.5
    contact, presses, raw, at_s = Contact("next", hold_s), [], False, 0.0
    while at_s < end_s:
        while changes and changes[0][0] <= at_s:
            raw = changes.pop(0)[1]
        contact, press = feel(contact, raw, at_s)
        if press:
            presses.append(press)
        at_s += LOOK_S
    return presses


def chatter(at_s: float, level: bool, bounces: int = 7, every_s: float = 0.0011) -> list[tuple[float, bool]]:
    """A contact that bounces before it rests at a level."""
    return [
        (at_s + index * every_s, level if index % 2 == 0 else not level) for index in range(2 * bounces + 1)
    ]


def test_a_clean_press_is_one_press_felt_within_twenty_thousandths() -> None:
    (press,) = play([(1.0, True), (1.2, False)])
    assert press.what is What.PRESSED and press.down_at_s == pytest.approx(1.0, abs=LOOK_S)
    assert press.at_s - 1.0 <= STEADY_S + 2 * LOOK_S


def test_chatter_on_both_edges_is_one_press() -> None:
    assert len(play(chatter(1.0, True) + chatter(1.3, False))) == 1


def test_a_spark_shorter_than_a_finger_is_no_press() -> None:
    assert play([(1.0, True), (1.008, False)]) == []


def test_a_double_press_is_one_request_and_a_later_press_another() -> None:
    twice = [(1.0, True), (1.1, False), (1.1 + REST_S / 2, True), (1.4, False)]
    assert len(play(twice)) == 1
    assert len(play([*twice, (1.4 + REST_S + 0.05, True), (2.0, False)])) == 2


def test_undo_counts_only_when_it_was_held_and_then_once() -> None:
    assert play([(1.0, True), (1.9, False)], hold_s=1.0) == []
    (press,) = play([(1.0, True), (4.0, False)], hold_s=1.0)
    assert press.at_s == pytest.approx(2.0, abs=0.03)


def test_a_stuck_button_is_said_once_ignored_and_said_again_when_it_is_free() -> None:
    presses = play([(1.0, True), (30.0, False), (31.0, True), (31.1, False)])
    assert [press.what for press in presses] == [What.PRESSED, What.STUCK, What.FREED, What.PRESSED]
    assert presses[1].at_s == pytest.approx(1.0 + STUCK_S, abs=0.03)


def test_a_button_that_is_down_at_power_on_is_one_press_then_stuck() -> None:
    assert [press.what for press in play([(0.0, True)], until_s=15.0)] == [What.PRESSED, What.STUCK]


@given(
    gaps_s=st.lists(st.floats(0.0001, 0.004), min_size=0, max_size=30),
    held_s=st.floats(0.06, 0.5),
)
def test_however_a_contact_chatters_a_press_is_one_press(gaps_s: list[float], held_s: float) -> None:
    changes, at_s, level = [], 1.0, True
    for gap_s in gaps_s:
        changes.append((at_s, level))
        at_s, level = at_s + gap_s, not level
    changes += [(at_s, True), (at_s + held_s, False)]
    assert [press.what for press in play(changes)] == [What.PRESSED]
