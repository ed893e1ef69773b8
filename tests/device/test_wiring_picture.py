"""The wiring picture and the guide show the pins that the program really uses."""

import re
from pathlib import Path
from xml.etree import ElementTree

from device.pins.wiring import I2C_PINS, Wiring

DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_marks_just_the_wired_pins() -> None:
    picture = ElementTree.parse(DOCS / "wiring.svg").getroot()
    bold = [text.text or "" for text in picture.iter(f"{SVG}text") if text.get("font-weight") == "bold"]
    marked = {int(name.split()[1]) for name in bold if re.fullmatch(r"GPIO \d+", name)}
    assert marked == {pin for _, pin in Wiring().uses()} | I2C_PINS


def test_the_guide_names_the_same_pins() -> None:
    table = re.findall(r"^\| [^|]+ \| GPIO ([\d, ]+) \|", (DOCS / "pi.md").read_text(), re.MULTILINE)
    named = [int(pin) for row in table for pin in row.split(",")]
    assert sorted(named) == sorted({pin for _, pin in Wiring().uses()} | I2C_PINS)
