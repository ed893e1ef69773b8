"""Our Pi camera on the real picamera2 and libcamera, with libcamera's virtual camera for a sensor.

`tests/device/virtual_camera/build.sh FOLDER` builds it once; TALLYTOP_LIBCAMERA names that folder.
"""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

pytestmark = pytest.mark.camera

REPOSITORY = Path(__file__).parents[2]
BUILT = Path(os.environ.get("TALLYTOP_LIBCAMERA", Path.home() / ".cache/tallytop/libcamera"))
SHADES = {"red": (20, 30, 220), "green": (40, 200, 20), "blue": (210, 40, 30)}
CAMERA = """\
%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: 1280
    height: 720
    frame_rates: [30]
  frames:
    path: "{folder}/"
  location: "CameraLocationExternal"
  model: "imx708"
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the drive through a virtual camera, which shows three plain pictures in turn, told."""
    if not (BUILT / "finished").exists():
        pytest.skip(f"there is no libcamera in {BUILT}: run tests/device/virtual_camera/build.sh {BUILT}")
    folder = tmp_path_factory.mktemp("frames")
    for index, shade in enumerate(SHADES.values()):
        cv2.imwrite(str(folder / f"{index}.jpg"), np.full((720, 1280, 3), shade, np.uint8))
    place = BUILT / "libcamera/share/libcamera/pipeline/virtual/virtual.yaml"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(CAMERA.format(folder=folder))
    bindings = next((BUILT / "libcamera").rglob("site-packages"))
    library = next((BUILT / "libcamera").rglob("libcamera.so")).parent
    environment = os.environ | {
        "PYTHONPATH": f"{bindings}:{REPOSITORY}",
        "LD_LIBRARY_PATH": str(library),
        "LD_PRELOAD": str(BUILT / "buffers.so"),
        "LIBCAMERA_LOG_LEVELS": "*:ERROR",
    }
    words = [str(BUILT / "venv/bin/python"), "-m", "tests.device.virtual_camera.drive"]
    process = subprocess.Popen(
        words, cwd=REPOSITORY, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        out, err = process.communicate(timeout=300)
    except subprocess.TimeoutExpired:
        # A libcamera that hangs hears no milder signal.
        process.send_signal(signal.SIGKILL)
        out, err = process.communicate()
        pytest.fail(f"it hung: {err[-2000:]}")
    assert process.returncode == 0, err[-3000:]
    answer: dict[str, Any] = json.loads(out.splitlines()[-1])
    return answer


def test_the_camera_is_found_by_its_id(told: dict[str, Any]) -> None:
    assert told["there"] and told["id"] == "Virtual0"
    assert told["description"] == "Camera Module 3 (imx708)"
    assert "imx477" in told["missing"]


def test_glances_are_grey_and_stills_have_three_colours_each_time_it_is_opened(told: dict[str, Any]) -> None:
    assert len(told["rounds"]) == 2
    for one in told["rounds"]:
        # This camera has no small stream: it gives a large one, which is made small.
        assert (one["glance"], one["still"]) == ([180, 320], [720, 1280, 3])
        assert one["numbers"] == sorted(set(one["numbers"]))


def test_colours_come_out_blue_green_red(told: dict[str, Any]) -> None:
    seen = [colour for one in told["rounds"] for colour in one["colours"]]
    nearest = {
        min(SHADES, key=lambda name: np.abs(np.subtract(SHADES[name], colour)).sum()) for colour in seen
    }
    for colour in seen:
        assert min(np.abs(np.subtract(shade, colour)).max() for shade in SHADES.values()) < 25
    assert nearest <= set(SHADES)


def test_the_kept_camera_is_ready(told: dict[str, Any]) -> None:
    assert told["kept"]
