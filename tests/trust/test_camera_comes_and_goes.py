"""A camera with a loose plug: a hundred times gone and back, each time said, and the evening goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.hands import pieces_of
from scoring.snapshot import Begin
from tests.device.loop import Loop
from tests.device.test_loop import TABLE, truth

TIMES = 100
TURN_EVERY = 25


def test_a_camera_that_vanishes_a_hundred_times_is_found_a_hundred_times(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "tallytop")
    loop = Loop(tmp_path)
    loop.tell(Begin(TABLE))
    loop.wait(1.0, every_s=1.0)
    for time in range(1, TIMES + 1):
        loop.room.unplugged = True
        loop.wait(1.0, every_s=1.0)
        assert loop.shown.machine == "no camera"
        loop.room.unplugged = False
        loop.wait(3.0, every_s=1.0)
        assert loop.shown.machine != "no camera"
        turns, left = divmod(time, TURN_EVERY)
        if not left:
            loop.lay("addique", pieces_of(truth(turns)))
            loop.wait(1.0)
            loop.press()
            assert loop.match.state == truth(turns).state, loop.says
    assert caplog.text.count("was unplugged") == TIMES
    assert caplog.text.count("sees the table again") == TIMES
    assert len(loop.match.turns) == TIMES // TURN_EVERY
