"""`tallytop calibrate`: measure the lens and the table."""

import argparse
import sys
from pathlib import Path

from device.cameras import CameraError, KeptCamera, best_camera, make_camera
from device.cameras.camera import Pixels
from device.settings import NAME as SETTINGS
from device.settings import SettingsError, home, read_settings
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
from scoring.saying import say
from vision.picture import PictureError, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "photos", nargs="*", type=Path, help="photos to measure; without any, the camera takes one"
    )
    parser.add_argument(
        "--lens", action="store_true", help="measure the lens, from five photos or more of a chessboard"
    )
    parser.add_argument("--board", default="9x6", help="the chessboard's inner corners (default: 9x6)")
    parser.add_argument(
        "--check", action="store_true", help="only say whether the table still lies as measured"
    )


def run(args: argparse.Namespace) -> int:
    """Measure and keep; exit code 1 when nothing could be measured, 2 for a file that is no picture."""
    path = home() / NAME
    try:
        known = read_calibration(path)
        pictures = [load(photo).pixels for photo in args.photos] or [_take()]
        if args.check:
            return _check(known, View(known).whole(pictures[0]))
        if args.lens:
            lens = measure_lens(pictures, _board(args.board))
            return _keep_lens(path, known, lens, pictures[0])
        calibration = measure_table(View(known).whole(pictures[0]), known.lens if known else None)
        write_calibration(path, calibration)
    except PictureError as error:
        print(error, file=sys.stderr)
        return 2
    except (CalibrationError, CameraError, SettingsError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{path} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    print(f"The table is measured by {len(calibration.markers)} markers and kept in {path}.")
    return 0


def _take() -> Pixels:
    """A picture from the camera of the settings."""
    settings = read_settings(home() / SETTINGS)
    choice = settings.camera.choice()
    best = settings.camera.name == "best"
    camera = best_camera(choice).camera if best else make_camera(settings.camera.name, choice)
    kept = KeptCamera(camera)
    try:
        return kept.still().picture
    finally:
        kept.close()


def _check(known: Calibration | None, picture: Pixels) -> int:
    if known is None:
        print("Nothing is measured yet.", file=sys.stderr)
        return 1
    fit, off_px = check_fit(known, picture)
    words = {
        Fit.FITS: "The table lies as measured.",
        Fit.MOVED: f"The table or the camera has moved by {off_px:.0f} dots: calibrate again.",
        Fit.UNSEEN: "The mat's markers are not seen.",
    }
    print(words[fit])
    return int(fit is not Fit.FITS)


def _keep_lens(path: Path, known: Calibration | None, lens: Lens, picture: Pixels) -> int:
    height, width = picture.shape[:2]
    # Where the table lies was measured in pictures that another lens, or none, had straightened.
    write_calibration(path, Calibration((width, height), lens=lens))
    print(f"The lens is measured to {lens.error_px:.2f} dots and kept in {path}.")
    if known and known.corners:
        print("Now measure the table again: tallytop calibrate.")
    return 0


def _board(text: str) -> tuple[int, int]:
    across, _, down = text.partition("x")
    if not (across.isdigit() and down.isdigit() and int(across) > 2 and int(down) > 2):
        raise CalibrationError(
            say('"{text}" is not a chessboard; say its inner corners, such as 9x6.', text=text)
        )
    return int(across), int(down)
