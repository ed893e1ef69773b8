"""A camera with a loose plug: a hundred times gone and back, each time said, and the evening goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.hands import pieces_of
from scoring.snapshot import Begin
from tests.device.loop import Loop
from tests.device.test_loop import TABLE, truth

TIMES = 100


def test_a_camera_that_vanishes_a_hundred_times_is_found_a_hundred_times(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "tallytop")
    loop = Loop(tmp_path)
    loop.wait(1.0, every_s=1.0)
    for _ in range(TIMES):
        loop.room.unplugged = True
        loop.wait(1.0, every_s=1.0)
        assert loop.shown.machine == "no camera"
        loop.room.unplugged = False
        loop.wait(3.0, every_s=1.0)
        assert loop.shown.machine != "no camera"
    assert caplog.text.count("was unplugged") == TIMES
    assert caplog.text.count("sees the table again") == TIMES
    loop.tell(Begin(TABLE))
    loop.lay("addique", pieces_of(truth(1)))
    loop.wait(1.0)
    loop.press()
    assert loop.match.state == truth(1).state, loop.says
