"""What is not ours, too new, broken or meant badly is refused in a sentence, and nothing changes."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring.history.archive import restore_archive, write_archive
from scoring.history.bundle import write_bundle
from scoring.history.database import FILE, connect, scripts
from scoring.history.evidence import Exhibit
from scoring.history.imports import take_in
from scoring.history.journal import Journal
from scoring.history.match_file import MOST_EVENTS, write_match, write_matches
from scoring.match import Match
from scoring.saying import RecordError

Make = Callable[..., Match]
Keep = Callable[..., str]
RECORD: dict[str, Any] = {"game": "trictrac", "players": ["Ann", "Bob"], "turns": []}
THROW = {"player": "Ann", "dice": [6, 3], "cover": [9]}


def dump(written: object) -> bytes:
    """Write JSON."""
    return json.dumps(written).encode()


def zipped(**files: bytes) -> bytes:
    """Make a ZIP file; names are given with __ for a slash."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), data)
    return out.getvalue()


BAD = {
    "nothing": b"",
    "not text": b"\x80\x81\x82",
    "not JSON": b"Dear diary",
    "a list": b"[]",
    "no game of ours": dump({**RECORD, "game": "chess"}),
    "newer": dump({**RECORD, "tallytop": 99}),
    "version in words": dump({**RECORD, "tallytop": "one"}),
    "half a file": dump(RECORD)[:-9],
    "deep": b'{"a":' * 100_000,
    "long number": b'{"game":' + b"9" * 10_000 + b"}",
    "a million turns": dump({**RECORD, "turns": [THROW] * 1_000_000}),
    "too many turns": dump({**RECORD, "turns": [THROW] * (MOST_EVENTS + 1)}),
    "too many events": dump({**RECORD, "events": [{"event": "closed"}] * (MOST_EVENTS + 1)}),
    "a broken rule": dump({**RECORD, "turns": [THROW, THROW]}),
    "strange event": dump({**RECORD, "events": [{"event": "exploded"}]}),
    "event that cannot follow": dump({**RECORD, "events": [{"event": "undone"}]}),
    "change of no turn": dump({**RECORD, "events": [{"event": "removed", "index": 0}]}),
    "bad id": dump({**RECORD, "id": "../../etc/passwd"}),
    "bad date": dump({**RECORD, "begun": "yesterday"}),
    "date far away": dump({**RECORD, "begun": "9999-01-01T00:00:00Z"}),
    "one bad among good": dump({"matches": [RECORD, {**RECORD, "players": []}]}),
    "half a sign": b'{"game":"trictrac","players":["\\ud800","Bob"],"turns":[]}',
    "zip without a match": zipped(readme=b"hello"),
    "half a zip": zipped(match_dot_json=dump(RECORD))[:-30],
    "zip with a path": zipped(match_dot_json=dump(RECORD), **{"..__..__evil": b"x"}),
    "zip with a root": zipped(match_dot_json=dump(RECORD), __etc__passwd=b"x"),
    "zip with a stranger": zipped(match_dot_json=dump(RECORD), photos__run_dot_sh=b"x"),
    "zip bomb": zipped(match_dot_json=b" " * 40_000_000),
    "photo of no turn": zipped(match_dot_json=dump(RECORD), photos__00007_dot_jpg=b"\xff\xd8"),
    "photo that is none": zipped(match_dot_json=dump(RECORD), photos__00001_dot_jpg=b"#!/bin/sh"),
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_refused_in_one_sentence_and_changes_nothing(
    journal: Journal, duel: Make, keep: Keep, home: Path, data: bytes
) -> None:
    keep(duel(Ann=6, Bob=3))
    before = write_matches([journal.scorebook.story(e.id) for e in journal.scorebook.matches().entries])
    files = {path.name for path in home.rglob("*")}
    with pytest.raises(RecordError) as refusal:
        take_in(journal, data, now=0.0)
    message = str(refusal.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 200
    after = write_matches([journal.scorebook.story(e.id) for e in journal.scorebook.matches().entries])
    assert after == before
    assert {path.name for path in home.rglob("*")} == files


def test_a_bomb_that_lies_about_its_size_is_refused(journal: Journal) -> None:
    data = bytearray(zipped(match_dot_json=b" " * 60_000_000))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(mark) + place
        data[at : at + 4] = struct.pack("<I", 100)
    with pytest.raises(RecordError):
        take_in(journal, bytes(data), now=0.0)
    assert journal.scorebook.matches().total == 0


def test_a_turn_that_is_against_the_rules_counts_nothing(journal: Journal, duel: Make, keep: Keep) -> None:
    """Events from outside are not trusted: they are judged like any others."""
    written = write_match(journal.scorebook.story(keep(duel(Ann=6, Bob=3))))
    written["id"] = "00000000-0000-4000-8000-000000000000"
    written["events"][1]["turn"]["cover"] = [9, 8, 7]
    take_in(journal, dump(written), now=0.0)
    story = journal.scorebook.story(written["id"])
    assert story.match.results[1].problems
    assert not story.entry.finished


def test_everything_goes_into_one_file_and_comes_back(
    journal: Journal, duel: Make, played: Make, keep: Keep, tmp_path: Path
) -> None:
    kept = [keep(duel(Ann=6, Bob=3)), keep(played("addup"))]
    journal.evidence.keep(kept[1], 2, Exhibit(b"\xff\xd8 photo", {"sure": True}))
    (journal.home / "settings.toml").write_text("[web]\nport = 1234\n")
    stories = [journal.scorebook.story(match_id) for match_id in kept]
    file = tmp_path / "all.tallytop"
    write_archive(journal.home, file, 0.0, ["settings.toml"])
    with Journal.open(tmp_path / "elsewhere") as other:
        lost = other.begin(duel(Zoe=1, Bob=2).table)
        other.evidence.keep(lost, 1, Exhibit(b"\xff\xd8", {}))
        restore_archive(other, file, ["settings.toml"])
        assert other.scorebook.matches().total == 2
        assert [other.scorebook.story(match_id) for match_id in kept] == stories
        assert other.scorebook.exhibit(kept[1], 2) == Exhibit(b"\xff\xd8 photo", {"sure": True})
        assert other.scorebook.exhibit(lost, 1) is None
        assert (other.home / "settings.toml").read_text() == "[web]\nport = 1234\n"
        match_id = other.begin(duel(Zoe=1, Bob=2).table)
    with Journal.open(tmp_path / "elsewhere") as other:
        assert other.running() == match_id
        assert not list(other.home.glob("unpacked-*"))


@pytest.mark.parametrize(
    "bad", ["half", "bundle", "newer", "damaged", "path", "stranger", "no backup", "newer history"]
)
def test_a_bad_backup_is_refused_and_changes_nothing(
    journal: Journal, duel: Make, keep: Keep, tmp_path: Path, bad: str
) -> None:
    match_id = keep(duel(Ann=6, Bob=3))
    journal.evidence.keep(match_id, 1, Exhibit(b"\xff\xd8 photo", {}))
    file = tmp_path / "all.tallytop"
    write_archive(journal.home, file, 0.0)
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    match bad:
        case "half":
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        case "no backup":
            file.write_bytes(b"Dear diary")
        case "bundle":
            file.write_bytes(write_bundle(journal.scorebook, match_id))
        case _:
            if bad == "newer":
                parts["tallytop.json"] = b'{"tallytop": 99}'
            elif bad == "damaged":
                parts[FILE] = parts[FILE][:4096] + b"\xa5" * (len(parts[FILE]) - 4096)
            elif bad == "newer history":
                (tmp_path / "new").write_bytes(parts[FILE])
                connection = connect(tmp_path / "new")
                connection.execute(f"PRAGMA user_version = {len(scripts()) + 1}")
                connection.execute("PRAGMA journal_mode = DELETE")
                connection.close()
                parts[FILE] = (tmp_path / "new").read_bytes()
            else:
                parts["../evil" if bad == "path" else "photos/run.sh"] = b"x"
            with zipfile.ZipFile(file, "w") as archive:
                for name, data in parts.items():
                    archive.writestr(name, data)
    story = journal.scorebook.story(match_id)
    with pytest.raises(RecordError) as refusal:
        restore_archive(journal, file)
    assert str(refusal.value).endswith(".")
    assert journal.scorebook.story(match_id) == story
    assert journal.scorebook.exhibit(match_id, 1) is not None
    assert not (tmp_path / "evil").exists()
    assert not list(journal.home.glob("unpacked-*"))
