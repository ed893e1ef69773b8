"""The report of figures: every part can be run, and what it printed comes out for people and for programs."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.faults import FAULTS, Fault
from benchmarks.history import fill
from benchmarks.report import PARTS, ROOT, Kept, read_report, write_report
from scoring.history.scorebook import Scorebook

TEXT = "| kills | lost |\n|---|---|\n| 1000 | 0 |\n\nThat was all."


def test_every_part_is_a_benchmark() -> None:
    assert all(find_spec(f"benchmarks.{name}") for name in PARTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_every_fault_in_the_report_is_brought_about_by_a_test(fault: Fault) -> None:
    file, _, name = fault.test.partition("::")
    assert f"def {name}(" in (ROOT / file).read_text()


def test_what_a_part_printed_is_in_both_reports_beside_what_was_there(tmp_path: Path) -> None:
    report = tmp_path / "figures.md"
    write_report(report, {"newcomer": Kept("an hour", 3600, "2026-01-01", "another machine")})
    write_report(report, {**read_report(report), "kills": Kept.measured(TEXT, 75)})
    text = report.read_text()
    assert f"## {PARTS['kills'].title}\n" in text and TEXT in text and "an hour" in text
    told = json.loads((tmp_path / "figures.json").read_text())
    assert list(told["parts"]) == ["kills", "newcomer"]
    assert told["parts"]["kills"]["tables"] == [[{"kills": "1000", "lost": "0"}]]
    assert told["machines"] == sorted(["another machine", told["parts"]["kills"]["machine"]])
    kept = read_report(report)
    assert kept["kills"].is_ours and not kept["newcomer"].is_ours


def test_the_published_report_is_what_is_kept(tmp_path: Path) -> None:
    published = ROOT / "docs" / "figures.md"
    write_report(tmp_path / "figures.md", read_report(published))
    for suffix in (".md", ".json"):
        again = (tmp_path / "figures.md").with_suffix(suffix)
        assert again.read_text() == published.with_suffix(suffix).read_text()


def test_the_history_that_is_measured_can_be_read(tmp_path: Path) -> None:
    fill(tmp_path, 3)
    book = Scorebook(tmp_path)
    stories = [book.story(entry.id) for entry in book.matches().entries]
    assert [story.match.standing.finished for story in stories] == [True] * 3
