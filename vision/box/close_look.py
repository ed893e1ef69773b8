"""One close look at a die: a turned window with the die in its middle, as the dice network sees it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.box.pips import top_pips
from vision.layers import Layers
from vision.marks import Floats
from vision.network import STRIDE, WEIGHTS, open_network, shares
from vision.picture import Pixels

FACES = ("none", "1", "2", "3", "4", "5", "6")
COCKED = len(FACES)
PIP_KINDS = 3
PIPS = slice(COCKED + 1, COCKED + 1 + PIP_KINDS)
STAND = slice(PIPS.stop, PIPS.stop + 3)
BODY = STAND.stop
DIE_CHANNELS = BODY + 1
LEAST_DIE = 0.35
DIE_PX = 52.0  # a die in the window
WINDOW_PX = 128
FACE = 0.42  # of a side from the middle: most of that has the face's colour

CELLS = (np.arange(WINDOW_PX // STRIDE) + 0.5) * STRIDE - 0.5
MIDDLE = np.full(2, (WINDOW_PX - 1) / 2)
ACROSS, DOWN = np.meshgrid(CELLS, CELLS)
ACROSS_PX, DOWN_PX = np.meshgrid(np.arange(WINDOW_PX), np.arange(WINDOW_PX))
NEAR = np.hypot(ACROSS - MIDDLE[0], DOWN - MIDDLE[1]) < 0.55 * DIE_PX


@dataclass(frozen=True)
class DiceField:
    """What the network sees, one column for every 4 x 4 pixels."""

    faces: Floats
    """None, 1 to 6: shares that sum to 1."""
    cocked: Floats
    """How much a die there seems to lean, to lie on another or to be partly hidden."""
    pips: Floats
    """No pip, a pip of the top, a pip of another side."""
    stand: Floats
    """log2 of the top's side in 32 px, and the way from the top's middle to the foot's in such sides."""
    body: Floats
    """How much of each place any die fills, its sides too."""


class DiceFinder:
    """Finds dice at any turn of the picture."""

    def __init__(self, weights: Path = WEIGHTS / "dice.onnx", threads: int = 1) -> None:
        self._session = open_network(weights, threads)

    def find(self, pixels: Pixels) -> DiceField:
        """The field of a BGR picture whose sides are multiples of 16 px."""
        found = self._session.run(None, {"picture": pixels[None]})[0][0]
        cocked, body = (1 / (1 + np.exp(-found[kind])) for kind in (COCKED, BODY))
        return DiceField(shares(found[:COCKED]), cocked, shares(found[PIPS]), found[STAND], body)


@dataclass(frozen=True)
class Outline:
    """How much of each 4 x 4 pixels of one window dice fill, and how the window lies in the picture."""

    filled: Floats
    centre: Floats
    back: Floats
    """From window pixels to picture pixels."""

    def at(self, x: float, y: float) -> Floats:
        """Where a place of the picture is in the window."""
        return np.asarray(MIDDLE + np.linalg.solve(self.back, np.array([x, y]) - self.centre))


@dataclass(frozen=True)
class Look:
    """One look at one die, in picture coordinates."""

    aim: Floats
    """Where the face as a whole is seen."""
    xy: Floats
    """The middle of the top's pips, or else of the face."""
    size: float
    foot: Floats
    chances: Floats
    """Of 1 to 6, given that it is a die with a top; the first, none, is 0."""
    cocked: float
    """How much it looks like a die that leans, lies on another or is partly hidden."""
    pips: int
    """How many pips are counted, 0 when they make no die's pattern."""
    colour: Floats
    """What most of the face has, blue first."""
    ink: Floats
    """What its pips have; the face's colour where none is counted."""
    astray: float
    """How far the die is off the window's middle or the size it was cut for, as a share of it."""
    outline: Outline


def look_at_die(
    picture: Layers, finder: DiceFinder, centre: Floats, size: float, turn_deg: float
) -> Look | None:
    """Look at a die about so large at a place; None when there is none after all."""
    zoom = DIE_PX / size
    angle = np.radians(turn_deg)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    back = spin / zoom  # from window pixels to picture pixels
    window = cut_window(picture, centre, back, zoom)
    field = finder.find(window)
    solid = np.where(NEAR, 1 - field.faces[0], 0)
    peak = float(solid.max())
    if peak < LEAST_DIE:
        return None
    weight = np.where(solid > 0.5 * peak, solid, 0)
    # Only the blob that the peak stands in: a neighbour may reach into the window.
    _, blobs = cv2.connectedComponents((weight > 0).astype(np.uint8))
    weight = weight * (blobs == blobs.flat[int(solid.argmax())])
    weight /= weight.sum()
    at = np.array([(ACROSS * weight).sum(), (DOWN * weight).sum()])
    stand = (field.stand * weight).sum(axis=(1, 2))
    side = 32 * 2.0 ** float(stand[0])
    found = (field.faces * weight).sum(axis=(1, 2))
    chances = np.concatenate([[0.0], found[1:]])
    pips = top_pips(field.pips, STRIDE, window, at, side)
    # A number's pips lie evenly round the middle of its side, and are seen more sharply than that.
    middle = pips.mean(axis=0) if len(pips) else at
    face = np.median(window[np.hypot(ACROSS_PX - at[0], DOWN_PX - at[1]) < FACE * side], axis=0)
    return Look(
        centre + back @ (at - MIDDLE),
        centre + back @ (middle - MIDDLE),
        side / zoom,
        spin @ stand[1:] * side / zoom,
        chances / chances.sum(),
        float((field.cocked * weight).sum()),
        len(pips),
        face,
        np.median(window[tuple(pips.round().astype(int).T[::-1])], axis=0) if len(pips) else face,
        max(float(np.linalg.norm(at - MIDDLE)) / DIE_PX, abs(float(np.log(side / DIE_PX)))),
        Outline(field.body, centre, back),
    )


def cut_window(picture: Layers, centre: Floats, back: Floats, zoom: float) -> Pixels:
    """Cut the window out of the layer whose pixels come nearest to its own."""
    pixels, across, down = picture.layer(int(np.log2(max(1.0, 1 / zoom))))
    scale = np.diag([1 / across, 1 / down])
    matrix = np.concatenate([scale @ back, (scale @ (centre - back @ MIDDLE))[:, None]], axis=1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (WINDOW_PX, WINDOW_PX)
    return np.asarray(
        cv2.warpAffine(pixels, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
