"""Why a numeral cannot be read: is it blurred, too dark, or washed out by light?"""

from __future__ import annotations

import cv2
import numpy as np

from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats
from vision.patches import cut_patches
from vision.picture import Pixels
from vision.reading import Doubt

DARK = 55.0  # grey level: the brightest part of a numeral and its face
BRIGHT = 235.0  # the darker part
LEAST_CONTRAST = 12.0
BURNT = 249  # where no colour is left
RIM = 4  # px along a patch's side
LEAST_BURNT, MOST_BURNT = 0.1, 0.8
SOFT_EDGE = 0.15  # of the patch: from ink to face


def doubts_of_unclear(picture: Layers, centres: Floats, axes: Floats) -> list[Doubt]:
    """What spoils the numerals at these places, each cause told once; nothing if they only look unusual."""
    told: dict[str, Doubt] = {}
    for patch, (x, y) in zip(cut_patches(picture, centres, axes), centres.tolist(), strict=True):
        cause = what_spoils(patch)
        if cause and cause not in told:
            told[cause] = doubt(cause, x, y)
    return list(told.values())


def doubts_of_glare(picture: Layers, centres: Floats, axes: Floats) -> list[Doubt]:
    """Doubts about numerals that a bright patch of light ends upon, however clear what is left may look."""
    patches = cut_patches(picture, centres, axes)
    return [
        doubt("glare", x, y)
        for patch, (x, y) in zip(patches, centres.tolist(), strict=True)
        if half_burnt(patch)
    ]


def half_burnt(patch: Pixels) -> bool:
    """Whether light has burnt out one side of a patch, but not the side across."""
    burnt = (patch.min(axis=2) >= BURNT).astype(np.float32)
    sides = (burnt[:RIM], burnt[-RIM:]), (burnt[:, :RIM], burnt[:, -RIM:])
    pairs = [(float(one.mean()), float(other.mean())) for one, other in sides]
    return any(max(pair) > MOST_BURNT and min(pair) < LEAST_BURNT for pair in pairs)


def what_spoils(patch: Pixels) -> str | None:
    """The cause that can be measured on a patch with one numeral."""
    grey = cv2.GaussianBlur(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)
    low, high = np.percentile(grey, (4, 96))
    if high < DARK:
        return "dark"
    if low > BRIGHT or half_burnt(patch):
        return "glare"
    across, down = np.diff(grey, axis=1)[:-1], np.diff(grey, axis=0)[:, :-1]
    steepest = float(np.percentile(np.hypot(across, down), 98))
    edge = (high - low) / max(steepest, 1e-3) / len(patch)
    return "blur" if high - low > LEAST_CONTRAST and edge > SOFT_EDGE else None
