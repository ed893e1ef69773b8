"""Slices of the tests in an emulated system: what came of each test, and what was not reached, is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.arm64 import PYTEST, Slice

ROOT = Path(__file__).parents[2]
TESTS = """
import time
import pytest

def test_good(): pass
def test_bad(): assert False
def test_elsewhere(): pytest.skip("there is none here")
def test_slow(): time.sleep(30)
@pytest.mark.parametrize("word", ["a b", "c"])
def test_words(word): pass
"""


def test_what_pytest_says_of_a_slice_is_counted(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_some.py").write_text(TESTS)
    words = [sys.executable, *PYTEST.split()[1:], "-c", os.devnull, "--rootdir", str(tmp_path), "tests"]
    env = {**os.environ, "LONGEST_TEST_S": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    told = Slice("tests")
    for line in done.stdout.splitlines():
        told.hear(line)
    assert told.found == 6, done.stdout + done.stderr
    assert told.counts == {"passed": 3, "failed": 1, "left out": 1, "too slow": 1}
    assert told.failed == ["tests/test_some.py::test_bad"]
    assert told.not_reached == 0


def test_what_was_not_reached_is_told() -> None:
    told = Slice("tests")
    for line in (
        "collecting ... collected 9 items / 2 deselected / 7 selected",
        "tests/a.py::test_b PASSED [ 14%]",
    ):
        told.hear(line)
    assert (told.found, told.not_reached) == (7, 6)
