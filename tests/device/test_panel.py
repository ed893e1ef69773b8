"""The panel on gpiozero's own mock pins."""

import time
from collections.abc import Callable, Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.pins import Mood, Panel, Press, Tune, What, Wiring, open_panel
from device.pins.tunes import NOTES
from device.pins.wiring import USABLE


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.fixture
def presses() -> list[Press]:
    return []


@pytest.fixture
def panel_of(pins: MockFactory, presses: list[Press]) -> Iterator[Callable[[Wiring], Panel]]:
    opened: list[Panel] = []

    def open_one(wiring: Wiring) -> Panel:
        opened.append(open_panel(wiring, presses.append, pins=lambda: pins))
        return opened[-1]

    yield open_one
    for panel in opened:
        panel.close()


def within(seconds: float, true: Callable[[], bool]) -> bool:
    """Wait for something that another thread does."""
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        if true():
            return True
        time.sleep(0.002)
    return true()


def test_a_burst_of_chatter_on_the_pin_is_one_press(
    panel_of: Callable[[Wiring], Panel], pins: MockFactory, presses: list[Press]
) -> None:
    panel_of(Wiring())
    button = pins.pin(17)
    for _ in range(25):
        button.drive_low()
        button.drive_high()
    button.drive_low()
    assert within(1.0, lambda: len(presses) == 1)
    for _ in range(25):
        button.drive_high()
        button.drive_low()
    button.drive_high()
    time.sleep(0.12)
    assert [(press.button, press.what) for press in presses] == [("next", What.PRESSED)]


def test_undo_needs_holding_and_players_have_their_own_buttons(
    panel_of: Callable[[Wiring], Panel], pins: MockFactory, presses: list[Press]
) -> None:
    panel_of(Wiring(players=(20, 21), yes=9, no=10))
    for pin in (27, 21, 9):
        pins.pin(pin).drive_low()
    assert within(1.0, lambda: len(presses) == 2)
    assert {press.button for press in presses} == {"player2", "yes"}
    assert within(1.5, lambda: len(presses) == 3)
    assert presses[-1].button == "undo" and presses[-1].at_s - presses[-1].down_at_s >= 1.0


def test_each_mood_has_its_light(panel_of: Callable[[Wiring], Panel], pins: MockFactory) -> None:
    panel = panel_of(Wiring())
    green, amber, red = (pins.pin(pin) for pin in (22, 23, 24))
    panel.mood(Mood.READY)
    assert (green.state, amber.state, red.state) == (True, False, False)
    panel.mood(Mood.ILLEGAL)
    assert (green.state, amber.state, red.state) == (False, False, True)
    panel.mood(Mood.ASK)
    assert within(1.0, lambda: bool(amber.state)) and not green.state and not red.state
    panel.mood(Mood.READING)
    green.clear_states()
    assert within(1.0, lambda: len(green.states) > 4), "reading flickers"
    panel.mood(Mood.OFF)
    assert not (green.state or amber.state or red.state)


def test_one_light_of_three_colours_shows_the_moods_too(
    panel_of: Callable[[Wiring], Panel], pins: MockFactory
) -> None:
    panel = panel_of(Wiring(lights_are="rgb"))
    red, green, blue = (pins.pin(pin) for pin in (22, 23, 24))
    for mood, wanted in ((Mood.READY, (0, 1, 0)), (Mood.READING, (0, 0, 1)), (Mood.ILLEGAL, (1, 0, 0))):
        panel.mood(mood)
        assert (red.state, green.state, blue.state) == wanted
    panel.mood(Mood.ASK)
    assert within(2.0, lambda: red.state > 0.5 and 0 < green.state < red.state and not blue.state)
    panel.mood(Mood.OFF)
    assert (red.state, green.state, blue.state) == (0, 0, 0)


def test_the_seat_whose_turn_it_is_shines_alone(
    panel_of: Callable[[Wiring], Panel], pins: MockFactory
) -> None:
    panel = panel_of(Wiring())
    for seat in (0, 3, None, 7):
        panel.turn(seat)
        lit = [index for index, pin in enumerate((5, 6, 16, 26)) if pins.pin(pin).state]
        assert lit == ([seat] if seat in range(4) else [])


@pytest.mark.parametrize("tune", Tune)
def test_every_tune_is_played_and_ends_in_silence(
    panel_of: Callable[[Wiring], Panel], pins: MockFactory, tune: Tune
) -> None:
    panel = panel_of(Wiring())
    buzzer = pins.pin(12)
    panel.play(tune)
    first = gpiozero.tones.Tone(NOTES[tune][0][0])
    assert within(0.5, lambda: buzzer.frequency == pytest.approx(first.frequency, rel=0.001))
    assert within(2.0, lambda: buzzer.frequency is None)


def test_a_new_tune_cuts_the_old_one_short(panel_of: Callable[[Wiring], Panel], pins: MockFactory) -> None:
    panel = panel_of(Wiring())
    buzzer = pins.pin(12)
    panel.play(Tune.OVER)
    assert within(0.5, lambda: buzzer.frequency is not None)
    began_s = time.monotonic()
    panel.play(Tune.NOTHING)
    assert within(0.5, lambda: buzzer.frequency is None)
    assert time.monotonic() - began_s < 0.4, "the long tune takes a second"


def test_without_pins_everything_works_and_one_sentence_says_so() -> None:
    def none() -> object:
        raise gpiozero.exc.BadPinFactory("Unable to load any default pin factory!")

    panel = open_panel(Wiring(), lambda press: None, pins=none)
    assert [str(sentence) for sentence in panel.sentences] == [
        "There are no pins here: buttons and lights are on the pages only."
    ]
    panel.mood(Mood.READY), panel.turn(1), panel.play(Tune.OVER), panel.show("Ann 12", "Bob 9"), panel.close()


def test_one_broken_part_does_not_take_the_others_along(
    panel_of: Callable[[Wiring], Panel], pins: MockFactory
) -> None:
    taken = gpiozero.LED(22, pin_factory=pins)
    panel = panel_of(Wiring(display="letters", display_address=0x27))
    said = " ".join(str(sentence) for sentence in panel.sentences)
    assert "status lights cannot be used" in said and "display cannot be used" in said
    panel.turn(0)
    assert pins.pin(5).state
    panel.mood(Mood.ILLEGAL)
    taken.close()


def test_closing_lets_go_of_every_pin(pins: MockFactory) -> None:
    for _ in range(2):
        panel = open_panel(Wiring(), lambda press: None, pins=lambda: pins)
        assert [str(sentence) for sentence in panel.sentences] == ["Buttons and lights are ready."]
        panel.close()


def test_wiring_names_every_wrong_pin_at_once() -> None:
    assert Wiring().problems() == []
    wrong = Wiring(next=22, undo=40, lights=(22, 23), display="dots", buzzer=2).problems()
    said = " ".join(str(problem) for problem in wrong)
    assert len(wrong) == 4
    assert "Pin 22 is wired to both pins.next and pins.lights" in said and "undo is on pin 40" in said
    assert "three pins" in said and "Pin 2 is wired to both pins.buzzer and pins.display" in said
    assert {pin for _, pin in Wiring().uses()} <= USABLE
