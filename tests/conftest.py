"""What tests of several rooms share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.by_hand import ByHand


@pytest.fixture
def companion() -> Iterator[ByHand]:
    """Have a companion that is played by hand."""
    one = ByHand()
    yield one
    one.close()
