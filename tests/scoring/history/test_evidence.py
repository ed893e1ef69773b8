"""Photos stay with their turns, and within their bound."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.game import Table
from scoring.history.evidence import Correction, Evidence, Exhibit, find_exhibit
from scoring.history.journal import Journal
from scoring.history.notation import origins
from scoring.match import Changed, Inserted, Match, Played, Removed, Undone
from scoring.trictrac import Throw

ID = "0b8f7c1e-0000-4000-8000-000000000000"
JPEG = b"\xff\xd8 a photo"


def test_an_exhibit_comes_back_whole(tmp_path: Path) -> None:
    exhibit = Exhibit(JPEG, {"sure": True, "tiles": ["4752"]}, (Correction("tile", "4752", "4725"),))
    assert Evidence(tmp_path).keep(ID, 3, exhibit)
    assert find_exhibit(tmp_path, ID, 3) == exhibit
    assert find_exhibit(tmp_path, ID, 4) is None


def test_the_oldest_evidence_goes_first(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, most_bytes=50_000)
    for seq in range(1, 21):
        evidence.keep(ID, seq, Exhibit(JPEG + bytes(5000), {}))
        assert evidence.bytes <= 50_000
    there = [seq for seq in range(1, 21) if find_exhibit(tmp_path, ID, seq)]
    assert there == list(range(12, 21))
    on_disk = sum(path.stat().st_size for path in evidence.folder.glob("*/*"))
    assert on_disk == evidence.bytes


def test_the_bound_holds_over_a_restart(tmp_path: Path) -> None:
    first = Evidence(tmp_path)
    for seq in range(1, 6):
        first.keep(ID, seq, Exhibit(JPEG + bytes(1000), {}))
        for path in first.folder.glob(f"*/{seq:05d}.*"):
            os.utime(path, (seq, seq))
    half = first.folder / ID / "00006.part"
    half.write_bytes(b"half a photo")
    again = Evidence(tmp_path, most_bytes=4000)
    assert again.bytes == first.bytes
    assert not half.exists()
    again.keep(ID, 6, Exhibit(JPEG + bytes(1000), {}))
    assert [seq for seq in range(1, 7) if find_exhibit(tmp_path, ID, seq)] == [4, 5, 6]


def test_a_strange_id_reaches_no_other_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not the id"):
        find_exhibit(tmp_path, "../../etc", 1)


def test_each_turn_keeps_its_photo_when_others_are_put_in_or_out() -> None:
    table = Table("trictrac", ("Ann", "Bob"))
    throw = Throw(0, (6, 3), (9,))
    events = (
        Played(throw),
        Played(throw),
        Undone(),
        Played(throw),
        Inserted(0, throw),
        Changed(1, throw),
        Played(throw),
        Removed(0),
    )
    assert origins(Match(table, events)) == (6, 4, 7)


def test_a_deleted_match_takes_its_photos_along(
    journal: Journal, duel: Callable[..., Match], keep: Callable[..., str]
) -> None:
    gone, stays = keep(duel(Ann=6, Bob=3)), keep(duel(Ann=6, Bob=2))
    for match_id in (gone, stays):
        journal.evidence.keep(match_id, 1, Exhibit(JPEG, {}))
    journal.delete_match(gone)
    assert journal.scorebook.exhibit(gone, 1) is None
    assert journal.scorebook.exhibit(stays, 1) is not None
    assert [entry.id for entry in journal.scorebook.matches().entries] == [stays]
    assert journal.evidence.bytes == sum(p.stat().st_size for p in journal.evidence.folder.glob("*/*"))
