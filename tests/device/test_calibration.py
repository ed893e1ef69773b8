"""Measuring table and lens, on the mat's own drawing seen by the scene's own camera."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.command import main
from device.surveying.calibration import (
    NAME,
    Calibration,
    CalibrationError,
    Lens,
    read_calibration,
    write_calibration,
)
from device.surveying.measure import Fit, check_fit, measure_lens, measure_table
from device.surveying.view import View
from vision.artwork.look import THEMES
from vision.artwork.mat import MARKER_CENTRES_MM, MAT_HEIGHT_MM, MAT_WIDTH_MM, mat_part
from vision.scene.camera import Camera, project
from vision.scene.hand import Hand
from vision.scene.render import render
from vision.scene.scene import Placed, Scene
from vision.scene.sensor import Sensor

SIZE = (1280, 720)
BOARD = (9, 6)
CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.8), (0.1, 0.8))


def mat(
    camera: Camera | None = None, parts: tuple[int, ...] = (0, 1, 2, 3), hand: Hand | None = None
) -> Scene:
    """The printed mat's four parts, edge to edge."""
    look = THEMES["classic"]
    placed = tuple(
        Placed(
            mat_part(number, look),
            np.sign(MARKER_CENTRES_MM[number][0]) * MAT_WIDTH_MM / 4,
            np.sign(MARKER_CENTRES_MM[number][1]) * MAT_HEIGHT_MM / 4,
        )
        for number in parts
    )
    return Scene(
        placed, camera=camera or Camera(px_per_mm=1.6), hand=hand, sensor=Sensor(noise=2.0, defocus_px=0.6)
    )


def shot(scene: Scene) -> np.ndarray:
    return render(scene, SIZE).picture


@pytest.mark.parametrize("roll_deg", [0.0, 93.0, 181.0])
def test_the_table_is_measured_whichever_way_up_the_camera_is(roll_deg: float) -> None:
    camera = Camera(px_per_mm=1.1, pitch_deg=18, yaw_deg=7, roll_deg=roll_deg)
    calibration = measure_table(shot(mat(camera)))
    assert calibration.size == SIZE and len(calibration.markers) == 4 and calibration.corners
    x, y = MAT_WIDTH_MM / 2, MAT_HEIGHT_MM / 2
    truth = project(camera.matrix(SIZE), np.array([(-x, -y), (x, -y), (x, y), (-x, y)])) / SIZE
    assert np.abs(np.array(calibration.corners) - truth.clip(0, 1)).max() < 0.004


def test_three_markers_are_enough_and_two_are_not() -> None:
    assert len(measure_table(shot(mat(parts=(0, 1, 3)))).markers) == 3
    with pytest.raises(CalibrationError, match="Only 2 of the mat's 4"):
        measure_table(shot(mat(parts=(0, 2))))


def test_a_mat_that_does_not_lie_flat_is_said() -> None:
    crooked = mat()
    first = replace(crooked.pieces[0], x_mm=crooked.pieces[0].x_mm - 25, turn_deg=8)
    with pytest.raises(CalibrationError, match="off a flat table"):
        measure_table(shot(replace(crooked, pieces=(first, *crooked.pieces[1:]))))


def test_each_turn_a_quick_look_tells_whether_the_table_still_fits() -> None:
    calibration = measure_table(shot(mat()))
    fit, off_px = check_fit(calibration, shot(mat(hand=Hand(150, 100, 60))))
    assert fit is Fit.FITS and off_px < 1.5, "a hand over one corner is no matter"
    fit, off_px = check_fit(calibration, shot(mat(Camera(px_per_mm=1.6, aim_mm=(8, 0)))))
    assert fit is Fit.MOVED and off_px == pytest.approx(8 * 1.6, abs=1.5)
    assert check_fit(calibration, np.full((720, 1280, 3), 90, np.uint8))[0] is Fit.UNSEEN
    assert check_fit(calibration, np.full((480, 640, 3), 90, np.uint8))[0] is Fit.MOVED
    assert check_fit(Calibration(SIZE), shot(mat()))[0] is Fit.UNSEEN


def boards(bend: float, count: int = 8) -> list[np.ndarray]:
    """A chessboard turned this way and that before a lens that bends straight lines."""
    side = 40
    flat = np.full(((BOARD[1] + 3) * side, (BOARD[0] + 3) * side), 255, np.uint8)
    for row in range(BOARD[1] + 1):
        for column in range(BOARD[0] + 1):
            if (row + column) % 2 == 0:
                flat[(row + 1) * side : (row + 2) * side, (column + 1) * side : (column + 2) * side] = 0
    focal = np.array([[900.0, 0, 640], [0, 900, 360], [0, 0, 1]])
    rng = np.random.default_rng(5)
    shots = []
    for _ in range(count):
        turn, _ = cv2.Rodrigues(rng.uniform(-0.45, 0.45, 3))
        place = np.array([rng.uniform(-90, 90), rng.uniform(-50, 50), rng.uniform(480, 650)])
        centre = np.array([[1, 0, -flat.shape[1] / 2], [0, 1, -flat.shape[0] / 2], [0, 0, 1.0]])
        plane = focal @ np.column_stack([turn[:, 0], turn[:, 1], place]) @ centre
        straight = cv2.warpPerspective(flat, plane, SIZE, borderValue=180)
        y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
        bent = np.stack([x, y], axis=-1).reshape(-1, 1, 2)
        source = cv2.undistortPoints(bent, focal, np.array([bend, 0, 0, 0, 0]), P=focal).reshape(
            *SIZE[::-1], 2
        )
        shots.append(cv2.remap(straight, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderValue=180))
    return shots


def test_the_lens_is_measured_and_its_bend_taken_out() -> None:
    pictures = boards(bend=-0.25)
    lens = measure_lens(pictures, BOARD)
    assert lens.error_px < 0.5
    assert lens.matrix[0][0] == pytest.approx(900, rel=0.03)
    assert lens.bend[0] == pytest.approx(-0.25, abs=0.05)
    view = View(Calibration(SIZE, lens=lens))
    again = measure_lens([view.whole(picture) for picture in pictures], BOARD)
    assert abs(again.bend[0]) < 0.03


def test_too_few_chessboards_are_said() -> None:
    with pytest.raises(CalibrationError, match="found in 2 pictures"):
        measure_lens([*boards(0.0, 2), np.full((720, 1280), 90, np.uint8)], BOARD)
    with pytest.raises(CalibrationError, match="same size"):
        measure_lens([np.zeros((72, 128), np.uint8), np.zeros((90, 128), np.uint8)], BOARD)


def test_a_calibration_is_kept_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / NAME
    lens = Lens(((900.0, 0.0, 640.0), (0.0, 900.0, 360.0), (0.0, 0.0, 1.0)), (-0.1, 0.0, 0.0, 0.0, 0.0), 0.3)
    for calibration in (Calibration(SIZE), Calibration(SIZE, CORNERS, ((0, 10.5, 20.25),), lens)):
        write_calibration(path, calibration)
        assert read_calibration(path) == calibration
    assert read_calibration(tmp_path / "none") is None
    for damaged in ("", "{}", "[]", '{"size": 3}'):
        path.write_text(damaged)
        with pytest.raises(CalibrationError, match="damaged"):
            read_calibration(path)


def test_the_command_measures_checks_and_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TALLYTOP_HOME", str(tmp_path / "home"))
    seen, moved, bare = (tmp_path / name for name in ("mat.png", "moved.png", "bare.png"))
    cv2.imwrite(str(seen), shot(mat()))
    cv2.imwrite(str(moved), shot(mat(Camera(px_per_mm=1.6, aim_mm=(0, 12)))))
    cv2.imwrite(str(bare), np.full((720, 1280, 3), 90, np.uint8))
    assert main(["calibrate", "--check", str(seen)]) == 1
    assert main(["calibrate", str(bare)]) == 1
    assert "Only 0 of the mat's 4" in capsys.readouterr().err
    assert main(["calibrate", str(seen)]) == 0
    assert main(["calibrate", "--check", str(seen)]) == 0
    assert main(["calibrate", "--check", str(moved)]) == 1
    assert "has moved by" in capsys.readouterr().out
    assert main(["calibrate", "--lens", "--board", "chess", str(bare)]) == 1
    (tmp_path / "text.jpg").write_text("hello")
    assert main(["calibrate", str(tmp_path / "text.jpg")]) == 2
    boards_here = []
    for index, picture in enumerate(boards(-0.2, 6)):
        boards_here.append(str(tmp_path / f"board{index}.png"))
        cv2.imwrite(boards_here[-1], picture)
    assert main(["calibrate", "--lens", *boards_here]) == 0
    kept = read_calibration(tmp_path / "home" / NAME)
    assert kept is not None and kept.lens is not None and kept.corners is None
    assert "measure the table again" in capsys.readouterr().out
    assert main(["calibrate", str(seen)]) == 0
    kept = read_calibration(tmp_path / "home" / NAME)
    assert kept is not None and kept.lens is not None and len(kept.markers) == 4
