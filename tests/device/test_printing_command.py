"""`tallytop print`: files are written where asked, and every mistake gets one sentence."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from device.command import main
from tests.device.pdf_reading import read_pdf

SVG = "{http://www.w3.org/2000/svg}"


def test_a_pdf_is_written_where_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "tiles.pdf"
    assert main(["print", "addique", "--paper", "letter", "-o", str(target)]) == 0
    assert len(read_pdf(target.read_bytes())) == 4
    assert "tiles.pdf: 4 pages" in capsys.readouterr().out


def test_without_a_name_the_file_is_called_after_game_and_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "trictrac"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["trictrac-a4.pdf"]


def test_the_mat_is_added_to_a_game_or_printed_alone(tmp_path: Path) -> None:
    both, alone = tmp_path / "both.pdf", tmp_path / "alone.pdf"
    assert main(["print", "trictrac", "--mat", "-o", str(both)]) == 0
    assert main(["print", "mat", "--mat", "-o", str(alone)]) == 0
    assert len(read_pdf(both.read_bytes())) == 2 + 4
    assert len(read_pdf(alone.read_bytes())) == 4


def test_the_same_set_is_the_same_file(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        assert main(["print", "mat", "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_svg_has_a_layer_to_cut_and_a_layer_to_engrave(tmp_path: Path) -> None:
    assert main(["print", "addique", "--format", "svg", "-o", str(tmp_path / "laser.svg")]) == 0
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["laser-1.svg", "laser-2.svg"]
    for path in files:
        drawing = ElementTree.parse(path).getroot()
        assert (drawing.attrib["width"], drawing.attrib["height"]) == ("210mm", "297mm")
        assert drawing.attrib["viewBox"] == "0 0 210 297"
        engrave, cut = drawing.findall(f"{SVG}g")
        assert (engrave.attrib["id"], cut.attrib["id"]) == ("engrave", "cut")
        assert cut.attrib["fill"] == "none" and cut.attrib["stroke"] == "#ff0000"
        # 24 tiles: at least four numerals and a spot each; no letters left as text.
        assert len(engrave) >= 24 * 5 and len(cut) >= 1
        assert not drawing.findall(f".//{SVG}text")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "There is no game “chess” to print; choose addique, formula,"),
        (["addique", "--theme", "neon"], "There is no theme “neon” to print; choose classic,"),
        (["addique", "--paper", "a3"], "There is no paper “a3” to print; choose a4 or letter."),
        (["code777", "--language", "xx"], "There is no language “xx” to print; choose en, fr,"),
        (["addique", "--format", "doc"], "There is no format “doc” to print; choose pdf or svg."),
    ],
)
def test_a_mistake_gets_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith(said) and told.count("\n") == 1


@pytest.mark.parametrize("form", ["pdf", "svg"])
def test_a_folder_that_is_not_there_gets_one_sentence(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "mat", "--format", form, "-o", str(tmp_path / "no" / f"mat.{form}")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("Cannot write ") and told.count("\n") == 1
