"""Something drawn over a glyph's patch: what lies on a card is no joker, whatever it looks like."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

REACH = (0.27, 0.75)
"""Of a patch's side, from the middle of what covers it to its far ends."""
MIDDLE, LEAST_HIDDEN = 0.22, 0.7
"""Half the side, in patches, of the square where the glyph is, and how much of it is hidden."""
TRIES = 20


def cover(patch: Pixels, rng: np.random.Generator) -> Pixels:
    """The patch with a thing of any outline and colour, and its shadow, over most of its middle."""
    side = patch.shape[0]
    low, high = round(side * (0.5 - MIDDLE)), round(side * (0.5 + MIDDLE))
    for _ in range(TRIES):
        mask = _outline(side, rng)
        if mask[low:high, low:high].mean() >= LEAST_HIDDEN:
            break
    else:
        mask = np.ones((side, side), np.float32)
    shift = rng.normal(0, 0.04 * side, 2)
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(mask, move, (side, side)), (0, 0), rng.uniform(0.5, 5))
    shaded = patch * (1 - rng.uniform(0, 0.7) * shadow)[..., None]
    edge = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.3, 1.5))[..., None]
    return np.clip(shaded + (_surface(side, patch, rng) - shaded) * edge, 0, 255).astype(np.uint8)


def _outline(side: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """1 inside a disc, a strip or a many-cornered scrap somewhere near the middle."""
    mask = np.zeros((side, side), np.float32)
    middle = side / 2 + rng.normal(0, 0.12 * side, 2)
    far = rng.uniform(*REACH) * side
    kind = rng.random()
    if kind < 0.3:
        axes = (float(2 * far), float(2 * far * rng.uniform(0.6, 1.0)))
        cv2.ellipse(mask, (tuple(middle.tolist()), axes, float(rng.uniform(0, 180))), 1.0, -1)
        return mask
    if kind < 0.65:
        strip = (tuple(middle.tolist()), (float(2 * far), float(rng.uniform(0.4, 1.2) * side)))
        corners = cv2.boxPoints((*strip, float(rng.uniform(0, 180))))
    else:
        angle = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 10))))
        away = far * rng.uniform(0.7, 1.3, len(angle))[:, None]
        corners = middle + away * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    cv2.fillPoly(mask, [np.asarray(corners).round().astype(np.int32)], 1.0)
    return mask


def _surface(side: int, patch: Pixels, rng: np.random.Generator) -> NDArray[np.float64]:
    """A plain, shaded, cloudy or striped surface of any colour, now and then of the patch's own."""
    colour = rng.uniform(5, 250, 3) if rng.random() < 0.75 else np.full(3, rng.uniform(5, 250))
    if rng.random() < 0.2:
        colour = patch[int(rng.integers(side)), int(rng.integers(side))] + rng.normal(0, 8, 3)
    y, x = np.mgrid[:side, :side] / side - 0.5
    angle, surface = rng.uniform(0, 2 * np.pi), np.ones((side, side))
    along = x * np.cos(angle) + y * np.sin(angle)
    surface = surface + rng.choice([0.0, rng.normal(0, 0.5)]) * along
    if rng.random() < 0.3:
        cloud = rng.normal(0, rng.uniform(0.05, 0.3), (int(rng.integers(3, 20)),) * 2)
        surface = surface + cv2.resize(cloud, (side, side), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.2:
        across = np.sin((x * np.sin(angle) - y * np.cos(angle)) * rng.uniform(6, 60))
        surface = surface + rng.uniform(0.05, 0.4) * np.sign(across)
    return np.asarray(surface[..., None] * colour)
