"""What spoils a numeral is measured, and told only where it is true."""

import cv2
import numpy as np
import pytest

from vision.unclear import half_burnt, what_spoils


def _numeral(ink: int = 40, face: int = 220) -> np.ndarray:
    patch = np.full((32, 32, 3), face, np.uint8)
    cv2.putText(patch, "5", (8, 25), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (ink, ink, ink), 2, cv2.LINE_AA)
    return patch


@pytest.mark.parametrize(("ink", "face"), [(40, 220), (230, 60), (90, 130), (20, 90), (200, 255)])
def test_nothing_spoils_a_sharp_numeral(ink: int, face: int) -> None:
    assert what_spoils(_numeral(ink, face)) is None


def test_blur_dark_and_glare() -> None:
    assert what_spoils(cv2.GaussianBlur(_numeral(), (0, 0), 3.5)) == "blur"
    assert what_spoils(_numeral(8, 40)) == "dark"
    assert what_spoils(_numeral(245, 255)) == "glare"


@pytest.mark.parametrize("turns", range(4))
def test_light_that_ends_on_a_numeral_is_seen(turns: int) -> None:
    patch = _numeral()
    patch[18:] = 255
    assert half_burnt(np.rot90(patch, turns)) and what_spoils(np.rot90(patch, turns)) == "glare"
    assert not half_burnt(_numeral(ink=30, face=255))
    assert not half_burnt(_numeral(ink=255, face=30))
