"""USB, folder and phone cameras, the choice among them, and how a camera is kept going."""

import io
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from device.cameras import (
    Camera,
    CameraChoice,
    CameraError,
    CameraLostError,
    Condition,
    Frame,
    Glance,
    KeptCamera,
    NoMorePicturesError,
    NoPictureYetError,
    best_camera,
    make_camera,
)
from device.cameras.folder import FolderCamera
from device.cameras.kept import FROZEN_AFTER_S, LAST_RETRY_S, retry_after_s
from device.cameras.phone import PhoneCamera
from device.cameras.sought import SoughtCamera
from device.cameras.usb import UsbCamera, in_colour, is_there, list_usb, small_grey
from scoring.saying import Saying, say


def picture(shade: int, width: int = 640, height: int = 360) -> np.ndarray:
    image = np.full((height, width, 3), shade, np.uint8)
    cv2.circle(image, (width // 2, height // 2), height // 4, (0, 0, 255), -1)
    return image


@pytest.fixture
def video4linux(tmp_path: Path) -> Path:
    """The kernel's list on a Pi with a webcam: two nodes of the webcam among the Pi's own machinery."""
    listed = tmp_path / "video4linux"
    for name, index, device, label in (
        ("video0", "0", "platform/soc/usb1/1-1/1-1:1.0", "HD Pro Webcam C920"),
        ("video1", "1", "platform/soc/usb1/1-1/1-1:1.0", "HD Pro Webcam C920"),
        ("video10", "0", "platform/bcm2835-codec", "bcm2835-codec-decode"),
    ):
        node = listed / name
        target = tmp_path / "devices" / device
        target.mkdir(parents=True, exist_ok=True)
        node.mkdir(parents=True)
        (node / "device").symlink_to(target)
        (node / "index").write_text(index + "\n")
        (node / "name").write_text(label + "\n")
    return listed


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A short film for OpenCV's real VideoCapture; the shade tells the frame."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 360))
    for shade in range(20, 220, 20):
        writer.write(picture(shade))
    writer.release()
    return path


def test_only_usb_cameras_are_listed_and_each_once(video4linux: Path) -> None:
    assert [device.path for device in list_usb(video4linux)] == ["/dev/video0"]
    assert is_there(CameraChoice(which="c920"), video4linux) is None
    assert "Logitech" in str(is_there(CameraChoice(which="Logitech"), video4linux))
    assert "plugged in" in str(is_there(CameraChoice(), video4linux / "nowhere"))


def test_a_usb_camera_gives_glances_and_stills_until_it_is_unplugged(video4linux: Path, film: Path) -> None:
    camera = UsbCamera(CameraChoice(), video4linux, lambda _: cv2.VideoCapture(str(film)))
    camera.open()
    assert camera.description == "the USB camera HD Pro Webcam C920"
    assert camera.glance().grey.shape == (180, 320)
    still = camera.still()
    assert still.picture.shape == (360, 640, 3)
    assert still.picture[0, 0, 0] == pytest.approx(80, abs=6), (
        "the two frames waiting in the queue are passed over"
    )
    with pytest.raises(CameraLostError, match="unplugged"):
        for _ in range(10):
            camera.glance()
    camera.close()
    camera.open()
    assert camera.glance().grey[0, 0] == pytest.approx(20, abs=6)
    camera.close()


def test_a_usb_camera_in_use_elsewhere_is_said(video4linux: Path, tmp_path: Path) -> None:
    camera = UsbCamera(CameraChoice(), video4linux, lambda _: cv2.VideoCapture())
    with pytest.raises(CameraLostError, match="another program"):
        camera.open()


def test_undecoded_jpegs_from_v4l2_are_decoded_small_for_a_glance_and_whole_for_a_still() -> None:
    raw = cv2.imencode(".jpg", picture(120, 1920, 1080))[1].reshape(1, -1)
    grey, whole = small_grey(raw), in_colour(raw)
    assert grey is not None and whole is not None
    assert grey.shape == (180, 320) and whole.shape == (1080, 1920, 3)
    assert grey[0, 0] == pytest.approx(120, abs=3)
    assert (
        in_colour(np.zeros((1, 500), np.uint8)) is None and small_grey(np.zeros((1, 500), np.uint8)) is None
    )


def test_a_folder_gives_its_pictures_in_name_order_then_says_it_is_over(tmp_path: Path) -> None:
    for name, shade in (("b.jpg", 80), ("a.png", 40), ("c.JPG", 120), (".hidden.jpg", 10)):
        cv2.imwrite(str(tmp_path / name), picture(shade))
    (tmp_path / "notes.txt").write_text("not a picture")
    camera = make_camera("folder", CameraChoice(folder=tmp_path))
    camera.open()
    assert camera.glance().grey[0, 0] == pytest.approx(40, abs=3)
    taken = [camera.still() for _ in range(3)]
    assert [frame.name for frame in taken] == ["a.png", "b.jpg", "c.JPG"]
    assert [int(frame.picture[0, 0, 0]) // 10 for frame in taken] == [4, 8, 12]
    with pytest.raises(NoMorePicturesError, match="last picture"):
        camera.still()


def test_a_damaged_picture_in_a_folder_is_said_and_passed(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"hello")
    cv2.imwrite(str(tmp_path / "2.jpg"), picture(80))
    camera = FolderCamera(tmp_path)
    camera.open()
    with pytest.raises(CameraError, match=r"1\.jpg: .*not a picture"):
        camera.still()
    assert camera.still().name == "2.jpg"


@pytest.mark.parametrize(
    ("folder", "words"), [("nowhere", "cannot be opened"), ("file", "not a folder"), (".", "no pictures")]
)
def test_a_folder_that_is_none_is_said(tmp_path: Path, folder: str, words: str) -> None:
    if folder == "file":
        (tmp_path / "file").write_text("")
    with pytest.raises(CameraLostError, match=words):
        FolderCamera(tmp_path / folder).open()


def test_a_phone_gives_each_photo_once_the_right_way_up() -> None:
    camera = PhoneCamera()
    with pytest.raises(NoPictureYetError):
        camera.still()
    photo = Image.new("RGB", (400, 300), (200, 30, 30))
    exif = Image.Exif()
    exif[0x0112] = 6  # held upright: to be turned by a quarter
    data = io.BytesIO()
    photo.save(data, "JPEG", exif=exif)
    camera.put(data.getvalue(), "IMG_1.jpg")
    frame = camera.still()
    assert frame.picture.shape == (400, 300, 3) and frame.name == "IMG_1.jpg"
    assert camera.glance().grey.shape[1] == 320
    with pytest.raises(NoPictureYetError, match="new photo"):
        camera.still()
    assert camera.put(data.getvalue()).number == 2


def test_what_a_phone_sends_is_not_trusted() -> None:
    with pytest.raises(CameraError, match="not a picture"):
        PhoneCamera().put(b"<html>")
    with pytest.raises(CameraError, match="too large"):
        PhoneCamera().put(b"\xff" * 25_000_001)


def test_an_unknown_camera_is_answered_with_the_known_ones() -> None:
    with pytest.raises(CameraError, match="pi, usb, folder, phone, simulated"):
        make_camera("webcam")


def test_without_any_camera_the_best_says_so_and_why() -> None:
    pick = best_camera(CameraChoice(which="surely not here"))
    assert not pick.found
    assert "photos can be sent from a phone" in str(pick.why) and "Pi camera" in str(pick.why)
    kept = KeptCamera(pick.camera)
    assert kept.glance() is None and str(kept.state.sentence) == str(pick.why)


def test_the_first_camera_that_is_there_is_taken_and_one_plugged_in_later_is_found(tmp_path: Path) -> None:
    plugged: list[str] = []

    def candidate(name: str) -> tuple[Callable[[], Saying | None], Callable[[], Camera]]:
        camera = Lamp()
        camera.name = camera.description = name
        return lambda: None if name in plugged else say("No {name}.", name=name), lambda: camera

    now_s = 0.0
    sought = SoughtCamera([candidate("ribbon"), candidate("webcam")])
    kept = KeptCamera(sought, lambda: now_s)
    assert kept.glance() is None and "No ribbon. No webcam." in str(kept.state.sentence)
    plugged.append("webcam")
    now_s += 1
    assert kept.glance() is not None and sought.name == "webcam" and kept.state.ready
    kept.close()
    plugged.append("ribbon")
    now_s += 1
    assert kept.glance() is not None and sought.description == "ribbon"


class Lamp:
    """A camera whose troubles are switched by hand; time stands still unless moved."""

    name, live, description = "lamp", True, "the lamp camera"

    def __init__(self) -> None:
        self.now_s = 0.0
        self.fault: CameraError | None = None
        self.shades: list[int] = []
        self.opens = self.closes = self.count = 0

    def clock(self) -> float:
        return self.now_s

    def open(self) -> None:
        self.opens += 1
        if self.fault:
            raise self.fault

    def glance(self) -> Glance:
        if self.fault:
            raise self.fault
        self.count += 1
        shade = self.shades.pop(0) if self.shades else 50 + self.count % 100
        return Glance(np.full((18, 32), shade, np.uint8), self.now_s, self.count)

    def still(self) -> Frame:
        if self.fault:
            raise self.fault
        return Frame(np.full((90, 160, 3), 90, np.uint8), self.now_s, 1)

    def settle(self) -> None:
        if self.fault:
            raise self.fault

    def close(self) -> None:
        self.closes += 1


@pytest.fixture
def lamp() -> Lamp:
    return Lamp()


def test_a_lost_camera_is_said_tried_again_ever_less_often_and_found_without_a_restart(lamp: Lamp) -> None:
    kept = KeptCamera(lamp, lamp.clock)
    assert kept.glance() is not None and kept.state.ready
    lamp.fault = CameraLostError(say("The plug is out."))
    assert kept.glance() is None
    assert kept.state.condition is Condition.LOST and str(kept.state.sentence) == "The plug is out."
    tried = lamp.opens
    for _ in range(600):
        lamp.now_s += 0.1
        assert kept.glance() is None
    assert 6 <= lamp.opens - tried <= 9, "a minute holds about eight tries"
    with pytest.raises(CameraError, match="plug"):
        kept.still()
    lamp.fault = None
    lamp.now_s += kept.wait_s()
    assert kept.glance() is not None and kept.state.ready
    assert kept.still().picture.any()


def test_a_camera_missing_from_the_start_is_found_once_it_is_plugged_in(lamp: Lamp) -> None:
    lamp.fault = CameraLostError(say("No camera."))
    kept = KeptCamera(lamp, lamp.clock)
    assert kept.glance() is None and kept.state.condition is Condition.LOST
    lamp.fault = None
    lamp.now_s += 1
    assert kept.glance() is not None and kept.state.ready


def test_retries_back_off_to_a_limit() -> None:
    waits = [retry_after_s(failures) for failures in range(1, 40)]
    assert waits == sorted(waits) and waits[0] == 0.5 and waits[-1] == LAST_RETRY_S


def test_a_frozen_picture_is_said_after_ten_seconds_and_the_camera_started_again(lamp: Lamp) -> None:
    kept = KeptCamera(lamp, lamp.clock)
    lamp.shades = [77] * 81
    for _ in range(80):
        assert kept.glance() is not None
        lamp.now_s += 0.125
    assert kept.state.ready
    assert kept.glance() is None
    assert kept.state.condition is Condition.FROZEN and f"{FROZEN_AFTER_S:.0f} seconds" in str(
        kept.state.sentence
    )
    lamp.now_s += 1
    assert kept.glance() is not None and kept.state.ready and lamp.opens == 2


def test_a_folder_may_show_the_same_picture_for_ever(lamp: Lamp) -> None:
    lamp.live = False
    kept = KeptCamera(lamp, lamp.clock)
    lamp.shades = [77] * 300
    for _ in range(300):
        lamp.now_s += 0.1
        assert kept.glance() is not None
    assert kept.state.ready


def test_black_pictures_are_said_and_forgotten_when_the_light_is_back(lamp: Lamp) -> None:
    kept = KeptCamera(lamp, lamp.clock)
    lamp.shades = [2] * 200
    for _ in range(10):
        kept.glance()
        lamp.now_s += 0.1
    assert kept.state.condition is not Condition.BLACK, "a hand over the lens for a second is no trouble"
    for _ in range(190):
        kept.glance()
        lamp.now_s += 0.1
    assert kept.state.condition is Condition.BLACK and "light off" in str(kept.state.sentence)
    kept.glance()
    assert kept.state.ready


def test_a_camera_that_fails_while_adapting_to_the_light_is_lost(lamp: Lamp) -> None:
    kept = KeptCamera(lamp, lamp.clock)
    kept.glance()
    lamp.fault = CameraLostError(say("Gone."))
    kept.settle()
    assert kept.state.condition is Condition.LOST and lamp.closes == 1


def test_waiting_for_a_photo_is_not_a_fault() -> None:
    phone = PhoneCamera()
    kept = KeptCamera(phone)
    assert kept.glance() is None and kept.state.condition is Condition.WAITING
    phone.put(cv2.imencode(".png", picture(90))[1].tobytes())
    assert kept.glance() is not None and kept.state.ready
