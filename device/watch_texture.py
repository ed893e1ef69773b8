"""What a glance shows apart from its light, and how two glances differ."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.cameras.camera import Pixels

Texture = NDArray[np.float32]
Mask = NDArray[np.uint8]

DARK = 10.0
"""Added to every grey before its logarithm, so that noise in the dark counts for little."""
NEIGHBOURHOOD_PX = 31
LEAST_STEP = 0.09
"""The smallest change of a logarithm that counts, about 9 % of brightness."""
NOISE_STEPS = 6.0


@dataclass(frozen=True)
class Shift:
    """How a whole picture moved: shares of its width to the right and down, and degrees clockwise."""

    right: float
    down: float
    turn_deg: float

    @property
    def size(self) -> float:
        """How far the picture's rim moved, as a share of its width."""
        return float(np.hypot(self.right, self.down) + np.radians(abs(self.turn_deg)) / 2)


def texture(grey: Pixels) -> tuple[Texture, float]:
    """The pattern of a glance without its light, and the light.

    Light multiplies: in logarithms it adds, and as it changes slowly across a table, taking away the
    neighbourhood's mean takes the light away and leaves what lies there.
    """
    logs = cv2.log(grey.astype(np.float32) + DARK)
    around = cv2.blur(logs, (NEIGHBOURHOOD_PX, NEIGHBOURHOOD_PX))
    return np.asarray(cv2.subtract(logs, around), np.float32), float(cv2.mean(logs)[0])


def noise_between(one: Texture, other: Texture) -> float:
    """The noise of two glances: what the calmest half of the dots differ by."""
    return float(np.median(np.abs(one[::4, ::4] - other[::4, ::4])))


def difference(one: Texture, other: Texture, noise: float) -> Mask:
    """Where two glances differ by more than noise; single dots are not counted."""
    steps = cv2.blur(cv2.absdiff(one, other), (3, 3))
    return (steps > max(LEAST_STEP, NOISE_STEPS * noise)).astype(np.uint8)


def share(mask: Mask) -> float:
    """How much of a picture is marked."""
    return cv2.countNonZero(mask) / mask.size


def reaching_in(mask: Mask, least_reach: float) -> Mask:
    """What comes in from the rim, as an arm does: as deep as a share of the height."""
    height, width = mask.shape
    joined = cv2.dilate(mask, np.ones((7, 7), np.uint8))
    count, parts, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    arms = np.zeros(count, np.uint8)
    for part, (left, top, wide, high, area) in enumerate(boxes[1:count], start=1):
        reach = 0
        if left == 0 or left + wide == width:
            reach = wide
        if top == 0 or top + high == height:
            reach = max(reach, high)
        arms[part] = reach >= least_reach * height and area >= (least_reach * height) ** 2 / 3
    return np.asarray(mask & arms[parts], np.uint8)


def find_shift(before: Texture, after: Texture) -> tuple[Shift, Texture] | None:
    """How the whole picture moved, and the picture before, moved along; None when no movement explains it."""
    height, width = before.shape
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    # Windowed here, as OpenCV would do it in place and spoil the pictures.
    (right_px, down_px), _ = cv2.phaseCorrelate(before * window, after * window)
    guess = np.array([[1, 0, right_px], [0, 1, down_px]], np.float32)
    enough = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 50, 1e-4)
    everywhere = np.ones((height, width), np.uint8)
    try:
        # This finds how to look up each dot of `after` in `before`: the movement turned round.
        start = cv2.invertAffineTransform(guess).astype(np.float32)
        _, found = cv2.findTransformECC(after, before, start, cv2.MOTION_EUCLIDEAN, enough, everywhere, 5)
    except cv2.error:
        return None
    back = np.asarray(found, np.float64)
    moved = cv2.warpAffine(
        before,
        back,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    forth = cv2.invertAffineTransform(back)
    centre = forth @ np.array([width / 2, height / 2, 1.0])
    turn_deg = float(np.degrees(np.arctan2(forth[1, 0], forth[0, 0])))
    shift = Shift(float(centre[0] / width - 0.5), float((centre[1] - height / 2) / width), turn_deg)
    return shift, np.asarray(moved, np.float32)
