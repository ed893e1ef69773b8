"""A whole companion on a bad evening: killed, started twice, pestered, its disk damaged or closed."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from benchmarks.nonsense import pester
from scoring.games import game_named
from scoring.history.database import FILE
from scoring.players import deal
from tests.trust.companion import Companion

KILLS = 3
REQUESTS = 1_000
GUESSES = 30
RACES = 40
PATIENCE_S = 60
PLAYERS = ("Ann", "Bob")


def written_turns() -> list[dict[str, object]]:
    """The turns of a whole game of Addique, as phones send them."""
    dealt = deal("addique", PLAYERS, Random(5))
    return [game_named("addique").write_turn(dealt.table, turn) for turn in dealt.turns()]


def test_killed_again_and_again_the_match_goes_on_with_every_turn_it_acknowledged(tmp_path: Path) -> None:
    turns = written_turns()
    chance, played = Random(6), 0
    for life in range(KILLS):
        with Companion(tmp_path / "home") as companion:
            if life == 0:
                assert companion.post("begin", game="addique", players=PLAYERS)[0] == 200
            match = companion.match()
            assert match is not None
            assert len(match["turns"]) == played
            for _ in range(chance.randrange(1, 6)):
                code, told = companion.post("event", do="play", version=played, turn=turns[played])
                assert code == 200, told
                played += 1


def test_of_two_phones_that_press_at_once_one_wins_and_the_other_is_told(tmp_path: Path) -> None:
    answers: list[tuple[int, dict[str, list[dict[str, str]]]]] = []
    at_once = threading.Barrier(2)
    with Companion(tmp_path / "home") as companion:
        assert companion.post("begin", game="addique", players=PLAYERS)[0] == 200
        turns = written_turns()

        def press() -> None:
            for version, turn in enumerate(turns[:RACES]):
                at_once.wait(PATIENCE_S)
                answers.append(companion.post("event", do="play", version=version, turn=turn))

        phones = [threading.Thread(target=press) for _ in range(2)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        match = companion.match()
        assert companion.stop() == 0
    assert sorted(code for code, _ in answers) == [200] * RACES + [409] * RACES
    assert {told["problems"][0]["rule"] for code, told in answers if code == 409} == {"stale"}
    assert match is not None
    assert len(match["turns"]) == RACES


def test_who_guesses_the_code_is_locked_out_and_who_is_paired_plays_on(tmp_path: Path) -> None:
    with Companion(tmp_path / "home") as companion:
        answers = [companion.guess(f"ZZ-{number:02d}") for number in range(GUESSES)]
        assert companion.post("begin", game="trictrac", players=PLAYERS)[0] == 200
    assert set(answers) == {403, 429}
    assert answers.count(403) < GUESSES / 2


def test_a_second_companion_is_refused_in_a_sentence_and_harms_nothing(tmp_path: Path) -> None:
    with Companion(tmp_path / "home") as companion:
        same_home = Companion(tmp_path / "home").refused()
        same_port = Companion(tmp_path / "other", companion.port).refused()
        assert companion.get("/")[0] == 200
    assert "The companion is running" in same_home
    assert "in use" in same_port
    assert "Traceback" not in same_home + same_port


def test_a_history_that_is_nonsense_is_set_aside_and_the_companion_starts(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / FILE).write_bytes(Random(1).randbytes(50_000))
    with Companion(home) as companion:
        assert companion.post("begin", game="addique", players=PLAYERS)[0] == 200
    assert "damaged" in companion.log
    assert any(path.stat().st_size == 50_000 for path in home.iterdir() if path.is_file())


@pytest.fixture
def closing_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk that can be made read-only, where mounting is allowed."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a disk")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def close(disk: Path) -> None:
    """Make a disk read-only, as a worn-out SD card does by itself; open files stay as they are."""
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True, capture_output=True)


def test_on_a_read_only_disk_the_companion_says_so_instead_of_starting(closing_disk: Path) -> None:
    home = closing_disk / "home"
    home.mkdir()
    close(closing_disk)
    said = Companion(home).refused()
    assert "Traceback" not in said
    assert "cannot" in said


class Card:
    """A memory card with a file system of its own."""

    def __init__(self, folder: Path) -> None:
        self._image, self.place = folder / "card.img", folder / "card"
        self._image.write_bytes(bytes(16_000_000))
        self.place.mkdir()
        subprocess.run(["mkfs.ext4", "-q", str(self._image)], check=True)

    def put_in(self) -> bool:
        """Mount it, and tell whether that went well."""
        mount = ["mount", "-o", "loop,errors=remount-ro", str(self._image), str(self.place)]
        return subprocess.run(mount, capture_output=True, check=False).returncode == 0

    def fail(self) -> None:
        """Have the system find a fault on it: then nothing can be written, not even to open files."""
        device = subprocess.check_output(["findmnt", "-no", "SOURCE", str(self.place)], text=True).strip()
        Path("/sys/fs/ext4", Path(device).name, "trigger_fs_error").write_text("1")

    def take_out(self) -> None:
        """Unmount it."""
        subprocess.run(["umount", str(self.place)], check=True)


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    """A card that is in, where cards may be mounted."""
    if os.geteuid() or shutil.which("mkfs.ext4") is None:
        pytest.skip("only root may mount a card")
    card = Card(tmp_path)
    if not card.put_in():
        pytest.skip("there is no loop device")
    yield card
    card.take_out()


def test_a_card_that_fails_in_a_game_takes_no_turn_and_loses_none(card: Card) -> None:
    first, second = ({"player": "Ann", "dice": dice, "cover": [sum(dice)]} for dice in ([6, 3], [4, 3]))
    home = card.place / "home"
    with Companion(home) as companion:
        assert companion.post("begin", game="trictrac", players=PLAYERS)[0] == 200
        assert companion.post("event", do="play", version=0, turn=first)[0] == 200
        card.fail()
        code, told = companion.post("event", do="play", version=1, turn=second)
        match = companion.match()
        assert companion.get("/")[0] == companion.get("/history")[0] == 200
        assert companion.stop() == 0
    assert code == 422
    assert "did not take this" in told["problems"][0]["message"]
    assert match is not None
    assert len(match["turns"]) == 1
    assert "cannot" in Companion(home).refused()
    card.take_out()
    assert card.put_in()
    with Companion(home) as companion:
        assert companion.match() == match
        assert companion.post("event", do="play", version=1, turn=second)[0] == 200
    assert "Traceback" not in companion.log


# Werkzeug leaves the file of an upload that breaks off for Python to close.
@pytest.mark.filterwarnings("ignore:Exception ignored in. .function SpooledTemporaryFile")
def test_a_thousand_bad_requests_are_answered_and_harm_nothing() -> None:
    tally = pester(REQUESTS, Random(11))
    assert tally.requests == REQUESTS
    assert tally.faults == []
    assert tally.unharmed
