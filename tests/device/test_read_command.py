"""`tallytop read` prints a line for every photo, whatever the files are."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.command import main
from vision.artwork.addique import tile
from vision.artwork.look import Look
from vision.scene.camera import Camera
from vision.scene.render import render
from vision.scene.scene import Placed, Scene


@pytest.fixture
def photos(tmp_path: Path) -> dict[str, str]:
    """A table with one tile, an empty table, and a file that is no picture."""
    look = Look()
    piece = Placed(tile("4752", look), 0.0, 0.0, size_mm=look.cell_mm, place=(0, 0))
    for name, pieces in (("tile", (piece,)), ("empty", ())):
        picture = render(Scene(pieces, Camera((0.0, 0.0), 3.0)), (960, 720)).picture
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
    (tmp_path / "letter.jpg").write_text("Dear Ann")
    return {name: str(tmp_path / name) for name in ("tile.png", "empty.png", "letter.jpg", "missing.jpg")}


def test_photos_are_read_in_order(photos: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    given = [photos["tile.png"], photos["empty.png"]]
    assert main(["read", *given, "--game", "addique", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["photo"] for line in lines] == given
    (found,) = lines[0]["tiles"]
    assert lines[0]["sure"] and found["tile"] == "4752" and found["confidence"] > 0.9
    assert np.hypot(found["x"] - 480, found["y"] - 360) < 6
    assert lines[1] == {"photo": given[1], "game": "addique", "sure": True, "tiles": []}


def test_a_bad_file_does_not_stop_the_others(
    photos: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    given = [photos["letter.jpg"], photos["missing.jpg"], photos["empty.png"]]
    assert main(["read", *given, "--game", "formula", "--json"]) == 2
    letter, missing, empty = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert letter == {"photo": given[0], "error": "The file is not a picture."}
    assert missing == {"photo": given[1], "error": "There is no such file."}
    assert empty["tokens"] == [] and empty["sure"]


def test_people_get_words(photos: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", photos["tile.png"], photos["letter.jpg"], "--game", "addique"]) == 2
    out = capsys.readouterr().out
    assert "1 tile" in out and "4752" in out and "not a picture" in out
