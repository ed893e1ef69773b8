"""Settings: typed, explained, every error at once with its line, none needed."""

import os
import signal
import socket
import stat
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.appliance import Appliance
from device.command import main
from device.settings import (
    NAME,
    Settings,
    SettingsError,
    as_toml,
    change,
    home,
    parse_settings,
    read_settings,
    views,
    write_settings,
)
from device.settings.check import settings_fields
from device.settings.edit import edited
from device.settings.keeper import FileKeeper
from scoring.history.journal import Journal


def problems_of(text: str) -> list[tuple[int, str]]:
    with pytest.raises(SettingsError) as caught:
        parse_settings(text)
    return [(problem.line, problem.key) for problem in caught.value.problems]


def test_no_file_and_an_empty_file_mean_the_defaults(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "none.toml") == Settings() == parse_settings("")


def test_every_error_is_told_at_once_with_its_line() -> None:
    text = """\
[camera]
name = "pie"        # line 2
mains_hz = 55
widht = 3

[pins]
next = 22           # also a light
undo = "seventeen"
seats = [5, 5]

[web]
port = 70000
most_phones = true
"""
    assert problems_of(text) == [
        (2, "camera.name"),
        (3, "camera.mains_hz"),
        (4, "camera.widht"),
        (6, "pins"),
        (8, "pins.undo"),
        (9, "pins.seats"),
        (12, "web.port"),
        (13, "web.most_phones"),
    ]


def test_a_problem_is_a_sentence_that_helps() -> None:
    with pytest.raises(SettingsError) as caught:
        parse_settings('[camera]\nname = "pie"\nnam = "pi"\n[web]\nport = "80"\n')
    said = str(caught.value)
    assert (
        'line 2: camera.name is "pie", but it must be one of best, pi, usb, folder, phone, simulated.' in said
    )
    assert 'line 3: There is no setting "camera.nam"; did you mean "camera.name"?' in said
    assert 'line 5: web.port is "80", but it must be a whole number.' in said


def test_dotted_keys_and_odd_spaces_are_found_on_their_lines_too() -> None:
    assert problems_of('web.port = 0\n\n [ "table" ]\n  settle_s  =  99\n') == [
        (1, "web.port"),
        (4, "table.settle_s"),
    ]


@pytest.mark.parametrize(
    ("text", "line"), [("[camera\n", 1), ("\nname = \n", 2), ("a = 1\na = 2\n", 2), ('x = "\n', 1)]
)
def test_a_file_that_is_no_toml_is_said_with_its_line(text: str, line: int) -> None:
    assert problems_of(text) == [(line, "")]


def test_settings_must_go_together() -> None:
    assert problems_of('[camera]\nname = "folder"\n')[0][1] == "camera.folder"
    assert problems_of("[camera]\nwidth = 1280\n") == [(2, "camera.width")]
    assert problems_of("[table]\nautomatic_after_s = nan\n") == [(2, "table.automatic_after_s")]


def test_whole_numbers_do_where_a_number_is_wanted_but_not_the_other_way_round() -> None:
    assert parse_settings("[table]\nsettle_s = 1\n").table.settle_s == 1.0
    assert problems_of("[web]\nport = 8080.0\n") == [(2, "web.port")]


def test_the_written_file_explains_every_setting_and_hides_defaults() -> None:
    text = as_toml(change(Settings(), {"web.port": 9000}))
    for _, one, _ in settings_fields():
        assert f"# {one.metadata['about']}" in text
    empty: dict[str, object] = {"camera": {}, "pins": {}, "table": {}, "mqtt": {}}
    assert tomllib.loads(text) == {**empty, "web": {"port": 9000}}


def test_taking_every_comment_sign_away_gives_a_right_file_of_defaults() -> None:
    shown = "\n".join(
        line.removeprefix("#") if line.startswith("#") and line[1] != " " else line
        for line in as_toml(Settings()).splitlines()
    )
    assert len(tomllib.loads(shown)["pins"]) == 12
    assert parse_settings(shown) == Settings()


@given(
    which=st.text(max_size=20),
    lens=st.floats(-1, 32),
    seats=st.lists(st.sampled_from([5, 6, 16, 26, 13]), unique=True),
    automatic=st.booleans(),
)
def test_writing_and_reading_are_inverse(which: str, lens: float, seats: list[int], automatic: bool) -> None:
    settings = change(
        Settings(),
        {
            "camera.which": which,
            "camera.lens_dioptres": lens,
            "pins.seats": seats,
            "table.automatic": automatic,
        },
    )
    assert parse_settings(as_toml(settings)) == settings


def test_a_change_keeps_the_rest_and_is_refused_as_a_whole() -> None:
    settings = change(Settings(), {"web.port": 9000})
    assert change(settings, {"pins.sounds": False}) == replace(
        settings, pins=replace(settings.pins, sounds=False)
    )
    assert change(settings, {"web.port": 8080}) == Settings()
    with pytest.raises(SettingsError) as caught:
        change(settings, {"pins.buzzer": 17, "web.port": 0, "pins.sounds": False})
    assert {problem.key for problem in caught.value.problems} == {"pins", "web.port"}


def test_a_page_gets_every_setting_with_its_sentence_and_limits() -> None:
    shown = {view.key: view for view in views(Settings())}
    assert shown["web.port"].least == 1 and shown["web.port"].kind == "int"
    assert shown["camera.name"].choices[0] == "best" and shown["pins.seats"].kind == "list"
    assert all(str(view.about).endswith(".") and view.value == view.default for view in shown.values())


def test_a_page_changes_settings_as_typed_and_what_people_wrote_stays(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_text(
        "# my own words\n[web]\nport = 9000  # the router knows it\n\n[pins]\n#sounds = true\nbuzzer = 13\n"
    )
    keeper = FileKeeper(path, restart=lambda: None)
    typed = {
        "web.port": " 9001 ",
        "pins.sounds": "false",
        "pins.seats": "5, 6",
        "table.settle_s": "0,5",
        "table.automatic": "on",
        "mqtt.password": "",
    }
    assert not keeper.change(typed)
    text = path.read_text()
    assert text.startswith("# my own words\n[web]\nport = 9001  # the router knows it\n\n[pins]\n")
    settings = read_settings(path)
    assert (settings.web.port, settings.pins.sounds, settings.pins.seats) == (9001, False, (5, 6))
    assert (settings.table.settle_s, settings.table.automatic, settings.pins.buzzer) == (0.5, True, 13)
    assert {view.key: view.value for view in keeper.settings()}["web.port"] == 9001


def test_a_page_is_told_every_wrong_setting_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / NAME
    keeper = FileKeeper(path, restart=lambda: None)
    wrong = {
        "web.port": "many",
        "pins.sounds": "perhaps",
        "pins.next": "22",
        "table.settle_s": "9",
        "x.y": "",
    }
    assert {problem.key for problem in keeper.change(wrong)} == {
        "web.port", "pins.sounds", "pins", "table.settle_s", "x.y",
    }  # fmt: skip
    assert not path.exists()
    path.write_text("port = \n")
    assert [problem.line for problem in keeper.change({"web.port": "80"})] == [1]
    path.unlink()
    path.mkdir()
    assert "cannot be" in str(keeper.change({"web.port": "80"})[0])


def test_a_password_is_never_shown_and_kept_when_nothing_is_typed(tmp_path: Path) -> None:
    path = tmp_path / NAME
    keeper = FileKeeper(path, restart=lambda: None)
    assert not keeper.change({"mqtt.password": "geheim"})
    assert not keeper.change({"mqtt.password": "", "mqtt.host": "broker"})
    assert read_settings(path).mqtt.password == "geheim"
    assert "geheim" not in str(keeper.settings())


@given(
    port=st.integers(1, 65535),
    which=st.text(max_size=12),
    players=st.lists(st.sampled_from([4, 13, 19, 20]), unique=True),
)
def test_an_edited_file_means_what_was_wanted_however_it_was_written(
    port: int, which: str, players: list[int]
) -> None:
    wanted = change(Settings(), {"web.port": port, "camera.which": which, "pins.players": players})
    for odd in (
        '[web]\nport = 81 # "80"\n',
        'web.port = 81\ncamera.which = "#3"\n',
        "[pins]\nplayers = [\n  4, # Ann\n]\n[web]",
        as_toml(Settings()),
        "[ web ]\r\nport=1\r\n",
    ):
        assert parse_settings(edited(odd, wanted)) == wanted


def test_writing_replaces_the_file_whole_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "deep" / NAME
    write_settings(path, Settings())
    write_settings(path, change(Settings(), {"web.port": 9000}))
    assert read_settings(path).web.port == 9000
    assert [file.name for file in path.parent.iterdir()] == [NAME]
    assert stat.S_ISREG(path.stat().st_mode)


def test_the_home_folder_is_the_chosen_one_then_systemds_then_the_users() -> None:
    everywhere = {"TALLYTOP_HOME": "/a", "STATE_DIRECTORY": "/var/lib/tallytop:/x", "HOME": "/home/ann"}
    assert home(everywhere) == Path("/a")
    assert home({**everywhere, "TALLYTOP_HOME": ""}) == Path("/var/lib/tallytop")
    assert home({"HOME": "/home/ann"}) == Path("/home/ann/.local/share/tallytop")


def test_the_command_shows_checks_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / NAME
    assert main(["settings", "--file", str(path)]) == 0
    assert "[camera]" in capsys.readouterr().out
    assert main(["settings", "--file", str(path), "--write"]) == 0 and path.exists()
    assert main(["settings", "--file", str(path), "--check"]) == 0
    path.write_text("[web]\nport = 0\ncolour = 1\n")
    assert main(["settings", "--file", str(path), "--check"]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2 and "line 2" in errors[0] and "line 3" in errors[1]
    path.write_bytes(b"\xff\xfe")
    assert main(["settings", "--file", str(path)]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_restart_from_the_page_closes_everything_and_starts_the_same_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def exec_instead(program: str, words: list[str]) -> None:
        # By now the history must be free for the companion that takes this one's place.
        Journal.open(tmp_path).close()
        started.append(words)

    def press_restart(appliance: Appliance, beat: object) -> None:
        keeper = appliance.pages.extensions["tallytop"].keeper
        assert not keeper.change({"table.settle_s": "0.7"})
        keeper.restart()
        appliance.desk.run()

    monkeypatch.setattr(os, "execv", exec_instead)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(Appliance, "run", press_restart)
    words = ["start", "--camera", "simulated", "--home", str(tmp_path), "--port", str(_free_port())]
    assert main(words) == 0
    assert started == [[sys.executable, *sys.orig_argv[1:]]]
    assert read_settings(tmp_path / NAME).table.settle_s == 0.7


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
