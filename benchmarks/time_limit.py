"""A pytest plugin: a test that takes longer than LONGEST_TEST_S is left, and said to be too slow here."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from types import FrameType

import pytest

LONGEST_S = int(os.environ.get("LONGEST_TEST_S", "600"))
TOO_SLOW = f"too slow here: longer than {LONGEST_S} s"


def _leave(signal_number: int, frame: FrameType | None) -> None:
    pytest.skip(TOO_SLOW)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Ring a bell when a test has had its time."""
    before = signal.signal(signal.SIGALRM, _leave)
    signal.alarm(LONGEST_S)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
