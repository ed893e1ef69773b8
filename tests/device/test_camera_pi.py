"""The Pi camera's adapter, held to picamera2's real surface."""

import ast
import inspect
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras import CameraChoice, CameraLostError
from device.cameras import pi as pi_module
from device.cameras.exposure import STEADY_FRAMES, holding, steady
from device.cameras.pi import PiCamera, find, in_colour, is_there
from device.cameras.sensors import sensor_for
from tests.device.fake_picamera2 import MODULE_2, Rig, library
from tests.device.picamera2_surface import installed_surface, recorded_surface, signature

MODULE_3_INFO = {"Id": "/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a", "Num": 0, "Model": "imx708_wide"}
MODULE_2_INFO = {"Id": "/base/soc/i2c0mux/i2c@1/imx219@10", "Num": 1, "Model": "imx219"}
WEBCAM_INFO = {"Id": "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.1:1.0-046d:082d", "Num": 2, "Model": "HD Pro"}


def opened(rig: Rig, choice: CameraChoice | None = None) -> PiCamera:
    camera = PiCamera(choice or CameraChoice(), library(rig))
    camera.open()
    return camera


def calls_in_adapter() -> set[tuple[str, int, tuple[str, ...]]]:
    """Every call that the adapter makes on a picamera2 object, read from its own source."""
    calls = set()
    for node in ast.walk(ast.parse(inspect.getsource(pi_module))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value)
            if owner in ("self._camera", "camera", "library()", "request"):
                calls.add((node.func.attr, len(node.args), tuple(key.arg or "" for key in node.keywords)))
    return calls


def test_every_call_of_the_adapter_fits_the_real_class() -> None:
    surface = recorded_surface()
    members = surface["CompletedRequest"] | surface["Picamera2"]
    calls = calls_in_adapter()
    assert {"capture_array", "captured_request", "make_array", "global_camera_info"} <= {
        name for name, *_ in calls
    }
    for name, count, keywords in calls:
        real = signature(members[name])
        own = [] if members[name].startswith("staticmethod") else [None]
        real.bind(*own, *[None] * count, **dict.fromkeys(keywords))


def test_the_recorded_surface_is_that_of_the_installed_picamera2() -> None:
    installed = installed_surface()
    if installed is None:
        pytest.skip("picamera2 is not installed, so its recorded surface was not compared with it")
    used = {name for name, *_ in calls_in_adapter()} | {"__init__", "camera_controls", "camera_configuration"}
    recorded = recorded_surface()
    for class_name, members in installed.items():
        for name in used & members.keys():
            assert recorded[class_name][name] == members[name]


def test_the_stand_in_refuses_what_the_real_class_refuses() -> None:
    camera = library(Rig([MODULE_3_INFO]))()(camera_num=0)
    with pytest.raises(TypeError):
        camera.capture_array("main", timeout=3)
    with pytest.raises(KeyError):
        camera.snap()


def test_opening_asks_for_blue_green_red_and_a_small_grey_stream() -> None:
    rig = Rig([MODULE_3_INFO])
    opened(rig)
    assert rig.configured["main"] == {"size": (2304, 1296), "format": "RGB888"}
    assert rig.configured["lores"] == {"size": (320, 180), "format": "YUV420"}
    assert rig.configured["raw"] is None


def test_nothing_is_ever_waited_for_without_a_timeout() -> None:
    rig = Rig([MODULE_3_INFO])
    camera = opened(rig)
    camera.glance(), camera.still()
    assert len(rig.timeouts_asked) > STEADY_FRAMES
    assert all(isinstance(wait, float) and wait > 0 for wait in rig.timeouts_asked)


def test_focus_exposure_and_colours_are_found_once_then_held() -> None:
    rig = Rig([MODULE_3_INFO])
    opened(rig)
    in_order = {name: index for index, controls in enumerate(rig.set) for name in controls}
    final = {name: value for controls in rig.set for name, value in controls.items()}
    assert final["AfMode"] == 0 and final["LensPosition"] == 4.2
    assert final["AwbEnable"] is False and final["ColourGains"] == pytest.approx((1.5, 2.0), abs=0.05)
    assert final["ExposureTime"] == pytest.approx(10_000, rel=0.05)
    assert in_order["LensPosition"] < in_order["ExposureTime"]


def test_the_mains_frequency_sets_the_flicker_period() -> None:
    for hertz, period_us in ((50, 10_000), (60, 8_333)):
        rig = Rig([MODULE_3_INFO])
        opened(rig, CameraChoice(mains_hz=hertz))
        assert {"AeFlickerMode": 1, "AeFlickerPeriod": period_us}.items() <= rig.set[0].items()
    rig = Rig([MODULE_3_INFO])
    opened(rig, CameraChoice(mains_hz=0))
    assert not any("AeFlickerMode" in controls for controls in rig.set)


def test_a_camera_without_a_motor_in_its_lens_is_not_focused() -> None:
    rig = Rig([MODULE_2_INFO], controls=MODULE_2)
    camera = opened(rig)
    assert camera.description == "Camera Module 2 (imx219)"
    assert not any("AfMode" in controls or "LensPosition" in controls for controls in rig.set)


def test_a_bare_cloth_that_cannot_be_focused_on_does_not_block_the_camera() -> None:
    rig = Rig([MODULE_3_INFO], focusable=False)
    camera = opened(rig)
    assert camera.glance().grey.shape == (180, 320)
    assert rig.set[-1].keys() >= {"ExposureTime"}


def test_a_chosen_lens_position_is_taken_without_searching() -> None:
    rig = Rig([MODULE_3_INFO], focusable=False)
    opened(rig, CameraChoice(lens_dioptres=2.5))
    assert {"AfMode": 0, "LensPosition": 2.5} in rig.set


def test_a_glance_is_the_grey_plane_without_padding_and_colour() -> None:
    rig = Rig([MODULE_2_INFO | {"Model": "unheard-of"}], controls=frozenset())
    camera = opened(rig)
    rig.configured["lores"]["size"] = (300, 180)
    grey = camera.glance().grey
    assert grey.shape == (180, 300) and grey.max() < 100 and grey.flags.c_contiguous


def test_a_still_was_exposed_after_the_press_and_is_blue_green_red() -> None:
    rig = Rig([MODULE_3_INFO])
    frame = opened(rig).still()
    assert rig.flushes == [True]
    assert frame.picture.shape == (1296, 2304, 3) and frame.picture.dtype == np.uint8
    assert tuple(frame.picture[0, 0, :2]) == (200, 60)


def test_a_camera_that_agrees_to_another_format_only_is_understood_too() -> None:
    blue = np.full((4, 4, 3), (200, 60, 10), np.uint8)
    for kind, code in (
        ("BGR888", cv2.COLOR_BGR2RGB),
        ("XBGR8888", cv2.COLOR_BGR2RGBA),
        ("XRGB8888", cv2.COLOR_BGR2BGRA),
    ):
        assert np.array_equal(in_colour(cv2.cvtColor(blue, code), kind), blue)
    planes = cv2.cvtColor(blue, cv2.COLOR_BGR2YUV_I420)
    assert np.abs(in_colour(planes, "YUV420").astype(int) - blue).max() < 8
    assert in_colour(blue, "RGB888") is blue


def test_frames_are_numbered_and_dated_in_order() -> None:
    camera = opened(Rig([MODULE_3_INFO]))
    seen = [camera.glance(), camera.still(), camera.glance()]
    assert [one.number for one in seen] == [1, 2, 3]
    assert seen[0].at_s <= seen[1].at_s <= seen[2].at_s


def test_a_camera_is_picked_by_its_id_and_usb_cameras_are_left_to_v4l2() -> None:
    rig = Rig([WEBCAM_INFO, MODULE_3_INFO, MODULE_2_INFO])
    assert find(CameraChoice(), library(rig))[0] == 1
    assert find(CameraChoice(which="imx219"), library(rig))[0] == 2
    opened(rig, CameraChoice(which="i2c@88000"))
    assert rig.opened == [1]
    with pytest.raises(CameraLostError, match="imx477"):
        find(CameraChoice(which="imx477"), library(rig))


def test_without_a_camera_or_without_picamera2_a_sentence_says_so() -> None:
    def missing() -> type:
        raise ModuleNotFoundError("No module named 'libcamera'")

    assert "ribbon" in str(is_there(CameraChoice(), library(Rig([]))))
    assert "python3-picamera2" in str(is_there(CameraChoice(), missing))
    assert is_there(CameraChoice(), library(Rig([MODULE_3_INFO]))) is None


def test_a_pulled_ribbon_is_a_lost_camera_that_can_be_opened_again() -> None:
    rig = Rig([MODULE_3_INFO])
    camera = opened(rig)
    rig.plugged = False
    with pytest.raises(CameraLostError, match=r"Camera Module 3.*no picture came"):
        camera.glance()
    camera.close(), camera.close()
    assert rig.closed == 1
    with pytest.raises(CameraLostError, match="not open"):
        camera.still()
    rig.plugged = True
    camera.open()
    assert camera.still().picture.any()


@pytest.mark.parametrize(
    ("model", "size"),
    [
        ("ov5647", (1944, 1458)),
        ("imx219", (1640, 1232)),
        ("imx708_wide_noir", (2304, 1296)),
        ("imx477", (2028, 1520)),
        ("something new", (1920, 1080)),
    ],
)
def test_every_camera_module_has_a_size_whose_glance_has_the_same_shape(
    model: str, size: tuple[int, int]
) -> None:
    sensor = sensor_for(model)
    assert sensor.still_size == size
    assert sensor.glance_size[0] / sensor.glance_size[1] == pytest.approx(size[0] / size[1], rel=0.01)
    assert all(side % 2 == 0 for side in sensor.still_size + sensor.glance_size)


def test_light_is_steady_only_when_exposure_and_colours_have_stopped_moving() -> None:
    calm = [{"ExposureTime": 10_000, "AnalogueGain": 1.0, "ColourGains": (1.5, 2.0)}] * STEADY_FRAMES
    assert steady(calm)
    assert not steady(calm[:-1])
    assert not steady([*calm[1:], {**calm[0], "ExposureTime": 12_000}])
    assert not steady([*calm[1:], {**calm[0], "ColourGains": (1.5, 2.4)}])
    assert steady([{}] * STEADY_FRAMES) and holding({}) == {}


def test_the_adapter_has_no_hardware_at_import() -> None:
    top = [
        node
        for node in ast.parse(Path(str(pi_module.__file__)).read_text()).body
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert not any("picamera2" in ast.unparse(node) or "libcamera" in ast.unparse(node) for node in top)
