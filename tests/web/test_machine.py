"""The machine's settings and the table's corners, changed from the host's phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench
from by_hand import ByHand
from conftest import ORIGIN, Phone
from flask import Flask

from device.settings.keeper import FileKeeper
from scoring.game import Table
from scoring.housekeeping import Corners
from scoring.match import Match
from web.app import create_app


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def restarts() -> list[str]:
    return []


@pytest.fixture
def app(companion: ByHand, file: Path, bench: Bench, restarts: list[str]) -> Flask:
    keeper = FileKeeper(file, lambda: restarts.append("again"))
    return create_app(companion, keeper=keeper, surveyor=bench)


def save(phone: Phone, **typed: str) -> tuple[int, str]:
    """Save the settings page with some fields filled in."""
    answer = phone.client.post(
        "/machine", data={k.replace("__", "."): v for k, v in typed.items()}, headers=ORIGIN
    )
    return answer.status_code, answer.text


def test_only_the_host_gets_at_the_machine(host: Phone, app: Flask) -> None:
    other = Phone(app).pair("Bob")
    for path in ("/machine", "/machine/table"):
        assert host.client.get(path).status_code == 200
        assert other.client.get(path).status_code == 403
        assert Phone(app).client.get(path).status_code == 401
    assert other.client.post("/machine/restart", headers=ORIGIN).status_code == 403


def test_what_is_saved_stands_in_the_file_and_on_the_page(
    host: Phone, file: Path, restarts: list[str]
) -> None:
    code, page = save(
        host, table__settle_s="0.7", table__automatic="on", pins__seats="5, 6", web__port="8081"
    )
    assert code == 200 and "It counts after a restart." in page
    written = file.read_text()
    assert "settle_s = 0.7" in written and "automatic = true" in written and "port = 8081" in written
    assert 'value="0.7"' in host.get("/machine") and 'value="5, 6"' in host.get("/machine")
    assert "Starting again" in host.client.post("/machine/restart", headers=ORIGIN).text
    assert restarts == ["again"]


def test_every_mistake_is_shown_at_its_field_and_nothing_is_saved(host: Phone, file: Path) -> None:
    save(host, table__settle_s="0.7")
    before = file.read_text()
    code, page = save(host, table__settle_s="soon", web__port="99999", mqtt__port="-1", pins__seats="5, x")
    assert code == 422 and "Nothing was saved yet." in page
    for field in ("table-settle_s", "web-port", "mqtt-port", "pins-seats"):
        assert f'id="{field}-wrong"' in page
    assert 'value="soon"' in page and 'value="99999"' in page
    assert file.read_text() == before


def test_a_password_is_kept_but_never_shown(host: Phone, file: Path) -> None:
    save(host, mqtt__password="hush-hush")
    assert "hush-hush" in file.read_text()
    assert "hush-hush" not in host.get("/machine")
    save(host, mqtt__password="", mqtt__user="table")
    assert "hush-hush" in file.read_text() and "table" in file.read_text()


def keep(phone: Phone, corners: Corners) -> tuple[int, str]:
    """Send four corners in hundredths."""
    shares = {
        f"{axis}{k}": f"{corner['xy'.index(axis)] * 100}" for k, corner in enumerate(corners) for axis in "xy"
    }
    answer = phone.client.post("/machine/table", data=shares, headers=ORIGIN)
    return answer.status_code, answer.text


def test_corners_are_kept_and_forgotten(host: Phone, bench: Bench) -> None:
    assert "No markers are seen." in host.get("/machine/table")
    corners = ((0.25, 0.125), (0.75, 0.125), (0.875, 0.75), (0.125, 0.75))
    assert keep(host, corners)[0] == 302
    assert bench.kept == corners
    assert 'points="160.0,45.0 480.0,45.0 560.0,270.0 80.0,270.0 "' in host.get("/machine/table")
    code, page = keep(host, ((-0.25, 0.125), *corners[1:]))
    assert code == 409 and "These corners make no table." in page and 'value="-25.0"' in page
    assert bench.kept == corners
    assert host.client.post("/machine/table", data={"x0": "left"}, headers=ORIGIN).status_code == 409
    host.client.post("/machine/table", data={"forget": "1"}, headers=ORIGIN)
    assert bench.kept is None


def test_the_picture_is_not_shown_while_it_could_show_a_rack(host: Phone, companion: ByHand) -> None:
    companion.show(match_id="m", match=Match(Table("code777", ("Ann", "Bob"))))
    assert host.client.get("/machine/table").status_code == 403
