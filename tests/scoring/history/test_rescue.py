"""Damage, torn logs and full disks: what was acknowledged stays, and play goes on."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scoring.game import Table
from scoring.history import backup
from scoring.history.database import FILE
from scoring.history.evidence import Exhibit
from scoring.history.journal import Journal, NotKept
from scoring.match import Match

Play = Callable[..., Match]
TABLE = Table("trictrac", ("Ann", "Bob"))


def write_some(home: Path, match: Match, count: int) -> str:
    """Keep the first events of a match."""
    with Journal.open(home) as journal:
        match_id = journal.begin(match.table)
        for number in range(1, count + 1):
            journal.append(match_id, Match(match.table, match.events[:number]))
    return match_id


def damage_middle(path: Path) -> None:
    """Write nonsense over a file, page for page, but for its head."""
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))


@pytest.mark.parametrize(
    "damage",
    [
        damage_middle,
        lambda path: path.write_bytes(b"this is no database at all, but long enough to look like one" * 99),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: path.write_bytes(b""),
    ],
    ids=["garbled", "not a database", "half", "empty"],
)
def test_a_damaged_file_is_set_aside_and_the_backup_taken(
    home: Path, played: Play, damage: Callable[[Path], object]
) -> None:
    match_id = write_some(home, played("trictrac"), 4)
    Journal.open(home).close()  # starting takes the backup
    damage(home / FILE)
    with Journal.open(home) as journal:
        said = " ".join(map(str, journal.notices))
        assert f"set aside as damaged-1-{FILE}" in said
        assert "The backup of" in said
        assert (home / f"damaged-1-{FILE}").exists()
        assert journal.load(match_id).version == 4
        journal.begin(TABLE)


def test_without_a_good_backup_a_new_history_begins(home: Path, played: Play) -> None:
    write_some(home, played("trictrac"), 2)
    Journal.open(home).close()
    for path in (home / FILE, *(home / backup.FOLDER).iterdir()):
        damage_middle(path)
    with Journal.open(home) as journal:
        assert "a new history begins" in str(journal.notices[-1])
        assert journal.scorebook.matches().total == 0
        journal.begin(TABLE)


def test_the_newest_good_backup_is_taken(home: Path, played: Play) -> None:
    first = write_some(home, played("trictrac"), 2)
    Journal.open(home).close()
    write_some(home, played("trictrac", seed=2), 2)
    Journal.open(home).close()
    older, newest = sorted((home / backup.FOLDER).iterdir())[-2:]
    assert backup.is_sound(older)
    damage_middle(newest)
    (home / FILE).unlink()
    with Journal.open(home) as journal:
        assert "was gone" in str(journal.notices[0])
        assert [entry.id for entry in journal.scorebook.matches().entries] == [first]


def test_backups_rotate_and_only_when_something_was_written(home: Path, played: Play) -> None:
    for seed in range(backup.KEPT + 3):
        write_some(home, played("trictrac", seed=seed), 1)
        Journal.open(home).close()
        Journal.open(home).close()
    copies = sorted((home / backup.FOLDER).iterdir())
    assert len(copies) == backup.KEPT
    assert all(backup.is_sound(copy) for copy in copies)
    assert copies[-1].name == f"history-{backup.KEPT + 3:06d}.sqlite3"


def test_a_torn_log_loses_nothing_that_was_acknowledged(home: Path, tmp_path: Path, played: Play) -> None:
    """Tear and garble the log anywhere in the write that was under way."""
    chance = random.Random(7)
    match = played("trictrac", ("Ann", "Bob", "Cleo"))
    log = home / f"{FILE}-wal"
    torn = tmp_path / "torn"
    lost = tears = 0
    with Journal.open(home) as journal:
        match_id = journal.begin(match.table)
        for count in range(1, 9):
            before = log.stat().st_size
            journal.append(match_id, Match(match.table, match.events[:count]))
            after = log.stat().st_size
            for _ in range(4):
                shutil.rmtree(torn, ignore_errors=True)
                torn.mkdir()
                data = bytearray(log.read_bytes())
                cut = chance.randrange(before, after)
                if chance.random() < 0.5:
                    del data[cut:]
                else:
                    data[cut:] = chance.randbytes(len(data) - cut)
                shutil.copy(home / FILE, torn / FILE)
                (torn / log.name).write_bytes(data)
                with Journal.open(torn) as survivor:
                    assert survivor.notices == ()
                    kept = survivor.load(match_id)
                    lost += kept.events[: count - 1] != match.events[: count - 1]
                    assert kept.version in (count - 1, count)
                tears += 1
    assert (tears, lost) == (32, 0)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of one megabyte, where that is allowed."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root may mount a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_on_a_full_disk_a_turn_is_refused_and_none_is_lost(small_disk: Path, played: Play) -> None:
    match = played("addup")
    kept = 0
    with Journal.open(small_disk) as journal:
        match_id = journal.begin(match.table)
        ballast = small_disk / "ballast"
        _fill(ballast)
        with pytest.raises(NotKept, match="The disk is full"):
            while True:
                journal.append(match_id, Match(match.table, match.events[: kept + 1]))
                kept += 1
        assert journal.load(match_id).events == match.events[:kept]
        ballast.unlink()
        journal.append(match_id, Match(match.table, match.events[: kept + 1]))
    with Journal.open(small_disk) as journal:
        assert journal.notices == ()
        assert journal.load(match_id).events == match.events[: kept + 1]


def test_on_a_full_disk_old_photos_make_room_for_turns(small_disk: Path, played: Play) -> None:
    match = played("trictrac")
    with Journal.open(small_disk) as journal:
        match_id = journal.begin(match.table)
        for seq in range(1, 40):
            journal.evidence.keep(match_id, seq, Exhibit(b"\xff\xd8" + bytes(8000), {}))
        _fill(small_disk / "ballast")
        for count in range(1, match.version + 1):
            journal.append(match_id, Match(match.table, match.events[:count]))
        assert journal.load(match_id) == match
        assert journal.scorebook.exhibit(match_id, 1) is None


def test_on_a_full_disk_the_companion_still_starts(small_disk: Path, played: Play) -> None:
    match = played("trictrac")
    with Journal.open(small_disk) as journal:
        match_id = journal.begin(match.table)
        for seq in range(1, 40):
            journal.evidence.keep(match_id, seq, Exhibit(b"\xff\xd8" + bytes(8000), {}))
        journal.append(match_id, Match(match.table, match.events[:1]))
        _fill(small_disk / "ballast")
    (small_disk / "unpacked-left").mkdir()
    with Journal.open(small_disk) as journal:
        assert journal.running() == match_id
        journal.append(match_id, Match(match.table, match.events[:2]))
        assert not (small_disk / "unpacked-left").exists()


def test_a_photo_that_does_not_fit_stops_nothing(small_disk: Path) -> None:
    with Journal.open(small_disk) as journal:
        match_id = journal.begin(TABLE)
        assert not journal.evidence.keep(match_id, 1, Exhibit(bytes(5_000_000), {}))
        assert journal.scorebook.exhibit(match_id, 1) is None
        assert list(journal.evidence.folder.glob("*/*")) == []


def test_a_file_that_may_not_grow_is_like_a_full_disk(home: Path, played: Play) -> None:
    """The same without root: the system forbids this process files above a size."""
    match = played("trictrac")
    allowed = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with Journal.open(home) as journal:
        match_id = journal.begin(match.table)
        journal.append(match_id, Match(match.table, match.events[:1]))
        size = (home / f"{FILE}-wal").stat().st_size
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size + 2000, allowed[1]))
            with pytest.raises(NotKept, match="does not count"):
                journal.append(match_id, Match(match.table, match.events[:2]))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, allowed)
            signal.signal(signal.SIGXFSZ, ignored)
        assert journal.load(match_id).version == 1
        journal.append(match_id, Match(match.table, match.events[:2]))
    with Journal.open(home) as journal:
        assert journal.load(match_id).events == match.events[:2]


def _fill(path: Path) -> None:
    """Fill a disk to its last byte."""
    with path.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            os.fsync(file.fileno())
