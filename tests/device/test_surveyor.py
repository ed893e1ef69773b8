"""The surveyor: where the table lies, kept, used for reading and watching, and found again after a bump."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from device.cameras import CameraLostError, Frame, Glance, KeptCamera
from device.cameras.shrink import shrunk
from device.eye import Eye
from device.surveying.calibration import NAME, read_calibration
from device.surveying.surveyor import FieldSurveyor
from device.watch_texture import Shift
from scoring.match import Refusal
from scoring.saying import say
from tests.device.test_calibration import SIZE, mat, shot
from vision.scene.camera import Camera

ROUND = ((0.2, 0.25), (0.8, 0.25), (0.8, 0.75), (0.2, 0.75))


class Easel:
    """A camera that shows whatever picture is put on it."""

    name, live, description = "easel", True, "the easel"

    def __init__(self, picture: np.ndarray | None) -> None:
        self.picture = picture

    def open(self) -> None:
        if self.picture is None:
            raise CameraLostError(say("The easel is empty."))

    def glance(self) -> Glance:
        assert self.picture is not None
        return Glance(shrunk(self.picture), 0.0, 1)

    def still(self) -> Frame:
        assert self.picture is not None
        return Frame(self.picture, 0.0, 1)

    def settle(self) -> None: ...

    def close(self) -> None: ...


def test_corners_round_the_table_cut_what_is_read_and_watched_and_outlive_a_restart(tmp_path: Path) -> None:
    easel = Easel(np.full((720, 1280, 3), 90, np.uint8))
    surveyor = FieldSurveyor(tmp_path / NAME, KeptCamera(easel))
    assert "Only 0 of the mat's 4" in str(surveyor.look().saying)
    surveyor.keep(ROUND)
    again = FieldSurveyor(tmp_path / NAME, KeptCamera(easel))
    assert again.look().kept == ROUND
    frame = Eye(KeptCamera(easel), again).still()
    assert frame.picture.shape[:2] == pytest.approx((720 * 0.6, 1280 * 0.7), abs=2)
    assert again.glance(easel.glance()).grey.shape == pytest.approx((180 * 0.6, 320 * 0.7), abs=2)
    again.keep(None)
    assert Eye(KeptCamera(easel), again).still().picture.shape[:2] == (720, 1280)


@pytest.mark.parametrize(
    "corners",
    [
        ROUND[:3],
        ROUND[::-1],
        (ROUND[0], ROUND[2], ROUND[1], ROUND[3]),
        ((0.2, 0.2), (0.25, 0.2), (0.25, 0.25), (0.2, 0.25)),
        ((-0.2, 0.2), *ROUND[1:]),
        ((float("nan"), 0.2), *ROUND[1:]),
    ],
)
def test_corners_that_enclose_no_table_are_refused(
    tmp_path: Path, corners: tuple[tuple[float, float], ...]
) -> None:
    surveyor = FieldSurveyor(tmp_path / NAME, KeptCamera(Easel(np.zeros((720, 1280, 3), np.uint8))))
    with pytest.raises(Refusal, match="four corners"):
        surveyor.keep(corners)
    assert read_calibration(tmp_path / NAME) is None


def test_the_mat_is_found_and_measured_again_when_the_camera_has_moved(tmp_path: Path) -> None:
    easel = Easel(shot(mat(Camera(px_per_mm=1.4))))
    surveyor = FieldSurveyor(tmp_path / NAME, KeptCamera(easel))
    look = surveyor.look()
    assert look.found is not None and look.kept is None and look.jpeg[:2] == b"\xff\xd8"
    surveyor.keep(look.found)
    easel.picture = shot(mat(Camera(px_per_mm=1.4, aim_mm=(25, 10))))
    surveyor.through(easel.still())
    kept = read_calibration(tmp_path / NAME)
    assert kept is not None and kept.corners is not None
    assert kept.corners[0][0] - look.found[0][0] == pytest.approx(-25 * 1.4 / SIZE[0], abs=0.005)
    easel.picture = np.full((720, 1280, 3), 90, np.uint8)
    surveyor.through(easel.still())
    assert read_calibration(tmp_path / NAME) == kept, "a mat that is out of sight has not moved"


def test_dragged_corners_go_along_with_a_bumped_camera(tmp_path: Path) -> None:
    easel = Easel(np.full((720, 1280, 3), 90, np.uint8))
    surveyor = FieldSurveyor(tmp_path / NAME, KeptCamera(easel))
    surveyor.bumped(Shift(0.1, 0.0, 0.0), easel.glance())
    assert surveyor.view.calibration is None
    surveyor.keep(ROUND)
    # The table's part is 0.7 of the picture's width: a tenth of it is 0.07 of the whole.
    surveyor.bumped(Shift(0.1, -0.05, 0.0), easel.glance())
    kept = read_calibration(tmp_path / NAME)
    assert kept is not None and kept.corners is not None
    assert kept.corners[0] == pytest.approx((0.2 + 0.07, 0.25 - 0.035 * 16 / 9), abs=0.003)
    before = np.array(kept.corners) * (16, 9)
    surveyor.bumped(Shift(0.0, 0.0, 90.0), easel.glance())
    turned = np.array(surveyor.view.calibration.corners) * (16, 9)  # type: ignore[union-attr, arg-type]
    assert turned[0][0] == pytest.approx(before.mean(axis=0)[0] + np.ptp(before[:, 1]) / 2, abs=0.1)


def test_a_missing_camera_a_full_disk_and_a_damaged_file_are_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Refusal, match="easel is empty"):
        FieldSurveyor(tmp_path / NAME, KeptCamera(Easel(None))).look()
    easel = Easel(np.full((720, 1280, 3), 90, np.uint8))
    (tmp_path / "file").write_text("")
    with pytest.raises(Refusal, match="cannot be written"):
        FieldSurveyor(tmp_path / "file" / NAME, KeptCamera(easel)).keep(ROUND)
    (tmp_path / NAME).write_text("{}")
    surveyor = FieldSurveyor(tmp_path / NAME, KeptCamera(easel))
    assert "is damaged" in caplog.text
    frame = easel.still()
    assert surveyor.through(frame) is frame and replace(frame) is not frame
