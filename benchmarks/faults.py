"""Bad days put to the test: each is brought about for real, and said whether the companion came through.

python -m benchmarks.faults
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
TRUST = "tests/trust"
CAME_THROUGH = "came through"


@dataclass(frozen=True)
class Fault:
    """A bad day, what is to come of it, and the test that brings it about."""

    what: str
    then: str
    test: str


FAULTS = (
    Fault(
        "the camera vanishes and comes back 100 times",
        "each time said, no turn lost",
        f"{TRUST}/test_camera_comes_and_goes.py::test_a_camera_that_vanishes_a_hundred_times_is_found_a_hundred_times",
    ),
    Fault(
        "the disk is full",
        "said; the turn counts once there is room",
        "tests/device/test_bad_days.py::test_on_a_full_disk_a_turn_is_refused_aloud_and_counts_once_there_is_room",
    ),
    Fault(
        "the disk is read-only",
        "said instead of starting",
        f"{TRUST}/test_companion_faults.py::test_on_a_read_only_disk_the_companion_says_so_instead_of_starting",
    ),
    Fault(
        "the card fails during a game",
        "said; no turn taken, none lost",
        f"{TRUST}/test_companion_faults.py::test_a_card_that_fails_in_a_game_takes_no_turn_and_loses_none",
    ),
    Fault(
        "the history is nonsense",
        "set aside, and a new one begun",
        f"{TRUST}/test_companion_faults.py::test_a_history_that_is_nonsense_is_set_aside_and_the_companion_starts",
    ),
    Fault(
        "the clock jumps by years during a match",
        "the match goes on",
        f"{TRUST}/test_clock_jumps.py::test_a_match_goes_on_while_the_date_jumps_years_forwards_and_backwards",
    ),
    Fault(
        "phones stop reading in the middle of a stream",
        "nobody waits for them",
        f"{TRUST}/test_phones_that_vanish.py::test_phones_that_read_nothing_hold_nobody_up",
    ),
    Fault(
        "phones vanish without a goodbye",
        "their places are given back",
        f"{TRUST}/test_phones_that_vanish.py::test_phones_that_vanish_give_their_places_back",
    ),
    Fault(
        "two phones press at once, 40 times",
        "one wins, the other is told",
        f"{TRUST}/test_companion_faults.py::test_of_two_phones_that_press_at_once_one_wins_and_the_other_is_told",
    ),
    Fault(
        "the pairing code is guessed",
        "locked out; paired phones play on",
        f"{TRUST}/test_companion_faults.py::test_who_guesses_the_code_is_locked_out_and_who_is_paired_plays_on",
    ),
    Fault(
        "a second companion is started",
        "refused in a sentence",
        f"{TRUST}/test_companion_faults.py::test_a_second_companion_is_refused_in_a_sentence_and_harms_nothing",
    ),
)


def bring_about(faults: tuple[Fault, ...]) -> dict[Fault, str]:
    """Bring faults about, and return what came of each."""
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "report.xml"
        words = ["-q", "-p", "no:cacheprovider", f"--junitxml={report}", *(fault.test for fault in faults)]
        command = [sys.executable, "-m", "pytest", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if not report.exists():
            raise RuntimeError(done.stderr or done.stdout)
        cases = {case.get("name"): case for case in ElementTree.parse(report).iter("testcase")}
    return {fault: _outcome(cases.get(fault.test.partition("::")[2])) for fault in faults}


def _outcome(case: ElementTree.Element | None) -> str:
    """Say what came of a test."""
    if case is None:
        return "not tried"
    skipped = case.find("skipped")
    if skipped is not None:
        return f"not tried: {skipped.get('message')}"
    if case.find("failure") is not None or case.find("error") is not None:
        return "**failed**"
    return CAME_THROUGH


def main() -> int:
    """Print what came of every fault as Markdown; 1 when one was too much."""
    outcomes = bring_about(FAULTS)
    print("| what happens | what is to come of it | tried |\n|---|---|---|")
    for fault, outcome in outcomes.items():
        print(f"| {fault.what} | {fault.then} | {outcome} |")
    return int("**failed**" in outcomes.values())


if __name__ == "__main__":
    sys.exit(main())
