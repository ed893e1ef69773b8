"""The whole device goes into one file and comes back from it, whole or not at all."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from by_hand import ByHand
from conftest import ORIGIN, Phone
from flask import Flask
from test_history import keep

from scoring.history.evidence import Exhibit
from scoring.history.journal import Journal
from scoring.match import Closed, Match
from scoring.players import deal
from web.app import create_app
from web.house import Settings


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "home") as one:
        yield one


@pytest.fixture
def app(companion: ByHand, journal: Journal) -> Flask:
    return create_app(companion, journal, Settings(also=("tallytop.toml",)))


def ids(journal: Journal) -> set[str]:
    """Return every match there is."""
    return {entry.id for entry in journal.scorebook.matches().entries}


def take(phone: Phone) -> bytes:
    """Take a backup."""
    with phone.client.get("/backup/file") as answer:
        assert answer.status_code == 200 and "tallytop-" in answer.headers["Content-Disposition"]
        return answer.data


def restore(phone: Phone, data: bytes) -> tuple[int, str]:
    """Put a file back."""
    file = (io.BytesIO(data), "backup.zip")
    answer = phone.client.post("/backup/restore", data={"file": file}, headers=ORIGIN)
    return answer.status_code, answer.text


def test_a_backup_brings_everything_back(host: Phone, journal: Journal) -> None:
    first = keep(journal, "addique", 48)
    (journal.home / "tallytop.toml").write_text("[table]\n")
    backup = take(host)
    journal.delete_match(first)
    (journal.home / "tallytop.toml").unlink()
    second = keep(journal, "trictrac", 4)
    assert ids(journal) == {second}
    code, page = restore(host, backup)
    assert code == 200 and "Everything is as it was in the backup." in page
    assert ids(journal) == {first}
    assert (journal.home / "tallytop.toml").read_text() == "[table]\n"
    assert not list(journal.home.glob("unpacked-*"))


def test_a_stopped_game_with_racks_is_left_out_as_it_may_go_on(host: Phone, journal: Journal) -> None:
    over = keep(journal, "trictrac", 4)
    assert "racks are still a secret" not in host.get("/backup")
    dealt = deal("code777", ("Ann", "Bob"), Random(1))
    stopped = journal.begin(dealt.table)
    journal.append(stopped, Match(dealt.table).with_event(Closed()))
    journal.evidence.keep(stopped, 1, Exhibit(b"a photo of a rack", {}, ()))
    backup = take(host)
    with zipfile.ZipFile(io.BytesIO(backup)) as archive:
        inside = b"".join(archive.read(name) for name in archive.namelist())
        assert not any(stopped in name for name in archive.namelist())
    cards = [card.encode() for rack in dealt.table.start["racks"].values() for card in rack]
    assert cards and not any(card in inside for card in cards) and b"a photo" not in inside
    assert "racks are still a secret" in host.get("/backup")
    assert ids(journal) == {over, stopped}
    assert restore(host, backup)[0] == 200 and ids(journal) == {over}


def test_a_bad_backup_changes_nothing(host: Phone, journal: Journal) -> None:
    first = keep(journal, "addique", 3)
    backup = take(host)
    strange = io.BytesIO()
    with zipfile.ZipFile(strange, "w") as archive:
        archive.writestr("../../etc/passwd", "x")
    for data in (b"", b"nonsense", backup[: len(backup) // 2], strange.getvalue()):
        code, page = restore(host, data)
        assert code == 422 and "Nothing was changed." in page
        assert ids(journal) == {first}


def test_nothing_is_put_back_under_a_running_match(host: Phone, journal: Journal, companion: ByHand) -> None:
    backup = take(host)
    first = keep(journal, "addique", 3)
    match = journal.load(first)
    companion.show(match_id=first, match=match)
    code, page = restore(host, backup)
    assert code == 409 and "finish or stop it first" in page
    assert ids(journal) == {first}
    companion.show(match=match.with_event(Closed()))
    assert restore(host, backup)[0] == 200
    assert ids(journal) == set()


def test_only_the_host_may_take_or_restore(app: Flask, host: Phone) -> None:
    other = Phone(app).pair("Bob")
    assert other.client.get("/backup/file").status_code == 403
    assert restore(other, b"")[0] == 403
    assert Phone(app).client.get("/backup").status_code == 401
