"""The mat's corner markers in a picture, found alike by OpenCV 4 and 5."""

import cv2
import numpy as np
from numpy.typing import NDArray

from device.cameras.camera import Pixels
from vision.artwork.mat import MARKER_CENTRES_MM, MARKER_DICTIONARY, MARKER_MM

Points = NDArray[np.float64]
"""Such as a marker's four corners, clockwise from its own top left, x and y in picture dots."""


def find_markers(picture: Pixels) -> dict[int, Points]:
    """Every marker of the mat that is seen, by its number; one that is seen twice is not believed."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(grey)
    # OpenCV 4 gives the numbers as a column, OpenCV 5 as a row, both nothing at all when there is none.
    listed = [] if numbers is None else [int(number) for number in np.ravel(numbers)]
    return {
        number: np.asarray(four, np.float64).reshape(4, 2)
        for number, four in zip(listed, corners, strict=True)
        if number in MARKER_CENTRES_MM and listed.count(number) == 1
    }


def marker_on_mat(number: int) -> Points:
    """Where a marker's corners lie on the mat, in mm from its middle."""
    middle = np.array(MARKER_CENTRES_MM[number])
    return middle + MARKER_MM / 2 * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
