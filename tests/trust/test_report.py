"""The report of figures: every part can be run, and what it printed comes out for people and for programs."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from benchmarks.report import PARTS, Kept, write_report

TEXT = "| kills | lost |\n|---|---|\n| 1000 | 0 |\n\nThat was all."


def test_every_part_is_a_benchmark() -> None:
    assert all(find_spec(f"benchmarks.{name}") for name in PARTS)


def test_what_a_part_printed_is_in_both_reports(tmp_path: Path) -> None:
    Kept(TEXT, 75).write(tmp_path / "kills.json")
    write_report(tmp_path, tmp_path / "figures.md")
    assert f"## {PARTS['kills'].title}\n" in (tmp_path / "figures.md").read_text()
    assert TEXT in (tmp_path / "figures.md").read_text()
    told = json.loads((tmp_path / "figures.json").read_text())
    assert list(told["parts"]) == ["kills"]
    assert told["parts"]["kills"]["tables"] == [[{"kills": "1000", "lost": "0"}]]
    assert told["parts"]["kills"]["machine"] in told["machines"]
