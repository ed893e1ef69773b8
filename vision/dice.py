"""Dice in a picture: found at a glance, then looked at closely from several sides."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.layers import Layers
from vision.marks import Floats, Marks, find_marks
from vision.network import STRIDE, WEIGHTS, open_network, shares
from vision.picture import Pixels
from vision.pips import find_pips, misfit

FACES = ("none", "1", "2", "3", "4", "5", "6", "cocked")
PIP_KINDS = 3
DIE_CHANNELS = len(FACES) + PIP_KINDS + 3
GLANCE_PX = 704
OTHER_GLANCE_PX = 1280
LEAST_DIE = 0.35
DIE_PX = 60.0  # a die in the close look
WINDOW_PX = 144
TURNS_DEG = (0.0, 68.0, 144.0, 215.0, 287.0)
LEAST_FACE, SURE_FACE = 0.4, 0.88
STEADY = 4  # of the close looks must agree
FIT = 0.08  # of a side: pips this near their places make the pattern


@dataclass(frozen=True)
class DiceField:
    """What the network sees, one column for every 4 x 4 pixels."""

    faces: Floats
    """None, 1 to 6, cocked: shares that sum to 1."""
    pips: Floats
    """No pip, a pip of the top, a pip of another side."""
    stand: Floats
    """log2 of the top's side in 32 px, and the way from the top's middle to the foot's in such sides."""


@dataclass(frozen=True)
class Die:
    """A die as read: its top's value, where that is, how likely it is, and the pips counted on it."""

    value: int
    x: float
    y: float
    size: float
    foot: tuple[float, float]
    chance: float
    counted: int
    """The pips counted, 0 when they make no pattern."""
    steady: bool
    """Most looks counted the same, and none another number."""
    likely: bool
    """The face as a whole looks like this number more than like any other."""

    @property
    def clear(self) -> bool:
        """Whether pips, looks and face agree."""
        agree = self.likely and self.counted == self.value
        return agree and self.chance > (LEAST_FACE if self.steady else SURE_FACE)


class DiceFinder:
    """Finds dice at any turn of the picture."""

    def __init__(self, weights: Path = WEIGHTS / "dice.onnx", threads: int = 1) -> None:
        self._session = open_network(weights, threads)

    def find(self, pixels: Pixels) -> DiceField:
        """The field of a BGR picture whose sides are multiples of 16 px."""
        found = self._session.run(None, {"picture": pixels[None]})[0][0]
        pips = len(FACES) + PIP_KINDS
        return DiceField(shares(found[: len(FACES)]), shares(found[len(FACES) : pips]), found[pips:])


def find_dice(picture: Layers, finder: DiceFinder) -> tuple[Die, ...]:
    """All dice in a picture, the doubtful ones too."""
    longest = max(picture.width, picture.height)
    marks = _glance(picture, finder, min(1.0, GLANCE_PX / longest))
    if len(marks) < 2 and longest > GLANCE_PX:
        marks = _glance(picture, finder, min(1.0, OTHER_GLANCE_PX / longest))
    dice = [die for k in range(len(marks)) if (die := _look_closely(picture, finder, marks, k)) is not None]
    dice.sort(key=lambda die: -die.chance)
    apart: list[Die] = []
    for die in dice:
        if all(np.hypot(die.x - other.x, die.y - other.y) > 0.6 * other.size for other in apart):
            apart.append(die)
    return tuple(apart)


def _glance(picture: Layers, finder: DiceFinder, zoom: float) -> Marks:
    """Where dice may lie, in picture coordinates; `size` is the side of their tops."""
    width, height = (max(32, round(side * zoom / 16) * 16) for side in (picture.width, picture.height))
    pixels, _, _ = picture.layer(int(np.log2(1 / zoom)))
    small = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    field = finder.find(small)
    # The marks' size is all that is needed here; the direction is left at 0.
    frame = np.stack([np.ones_like(field.stand[0]), np.zeros_like(field.stand[0]), field.stand[0] + 5])
    found = find_marks(1 - field.faces[0], frame, STRIDE, LEAST_DIE)
    step = np.array([picture.width / width, picture.height / height])
    return Marks(
        (found.xy + 0.5) * step - 0.5, found.score, found.turn, found.size * float(np.sqrt(step.prod()))
    )


def _look_closely(picture: Layers, finder: DiceFinder, marks: Marks, index: int) -> Die | None:
    """Read one die from several sides; None when it is no die after all."""
    centre, size = marks.xy[index], float(marks.size[index])
    first = _look(picture, finder, centre, size, 0.0)
    if first is None:
        return None
    centre, size = first.xy, first.size
    looks = [_look(picture, finder, centre, size, turn) for turn in TURNS_DEG]
    seen = [look for look in looks if look is not None]
    if len(seen) < STEADY:
        return None
    chances = np.mean([look.chances / (1 - look.chances[0]) for look in seen], axis=0)
    counts = np.bincount([look.pips for look in seen], minlength=8)
    counted = int(counts[1:7].argmax()) + 1 if counts[1:7].any() else 0
    value = counted or int(chances[1:7].argmax()) + 1
    xy, foot = np.mean([look.xy for look in seen], axis=0), np.mean([look.foot for look in seen], axis=0)
    return Die(
        value,
        float(xy[0]),
        float(xy[1]),
        float(np.mean([look.size for look in seen])),
        (float(foot[0]), float(foot[1])),
        float(chances[value]),
        counted,
        bool(counts[value] >= STEADY - 1 and counts[1:7].sum() == counts[value]),
        bool(chances[1:].argmax() + 1 == value),
    )


@dataclass(frozen=True)
class _Look:
    """One look at one die, in picture coordinates."""

    xy: Floats
    size: float
    foot: Floats
    chances: Floats
    pips: int
    """How many pips are counted, 0 when they make no die's pattern."""


def _look(picture: Layers, finder: DiceFinder, centre: Floats, size: float, turn_deg: float) -> _Look | None:
    """Cut a turned window with the die in its middle, as large as the network likes it best."""
    zoom = DIE_PX / size
    pixels, across, down = picture.layer(int(np.log2(max(1.0, 1 / zoom))))
    angle = np.radians(turn_deg)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    back = spin / zoom  # from window pixels to picture pixels
    middle = np.full(2, (WINDOW_PX - 1) / 2)
    scale = np.diag([1 / across, 1 / down])
    matrix = np.concatenate([scale @ back, (scale @ (centre - back @ middle))[:, None]], axis=1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    window = cv2.warpAffine(
        pixels, matrix, (WINDOW_PX, WINDOW_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    field = finder.find(np.asarray(window, np.uint8))
    cells = (np.arange(WINDOW_PX // STRIDE) + 0.5) * STRIDE - 0.5
    x, y = np.meshgrid(cells, cells)
    near = np.hypot(x - middle[0], y - middle[1]) < 0.55 * DIE_PX
    solid = np.where(near, 1 - field.faces[0], 0)
    peak = float(solid.max())
    if peak < LEAST_DIE:
        return None
    weight = np.where(solid > 0.5 * peak, solid, 0)
    # Only the blob that the peak stands in: a neighbour may reach into the window.
    _, blobs = cv2.connectedComponents((weight > 0).astype(np.uint8))
    weight = weight * (blobs == blobs.flat[int(solid.argmax())])
    weight /= weight.sum()
    at = np.array([(x * weight).sum(), (y * weight).sum()])
    stand = (field.stand * weight).sum(axis=(1, 2))
    side = 32 * 2.0 ** float(stand[0])
    pips = find_pips(field.pips[1], STRIDE, at, side)
    return _Look(
        centre + back @ (at - middle),
        side / zoom,
        spin @ stand[1:] * side / zoom,
        (field.faces * weight).sum(axis=(1, 2)),
        len(pips) if misfit(pips, side, stand[1:] * side) < FIT else 0,
    )
