"""Cards drawn flat on a table among others: quickly made pictures for networks that see one card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork.paint import paint
from vision.artwork.shapes import Piece
from vision.network import Sheet
from vision.scene.lot import Lot
from vision.scene.paper import newspaper, notepad
from vision.scene.texture import SURFACES

Rng = np.random.Generator
Pixels = NDArray[np.uint8]
Laid = tuple[Piece, float, float]
"""A card and its middle, in millimetres from the middle of what is looked at."""

TURN_DEG = 3.0


def bare_table(rng: Rng, lot: Lot, side: int, scale: float) -> Pixels:
    """A square of any table, so many pixels a millimetre."""
    low, high = rng.random((2, 3), dtype=np.float32)
    surface = SURFACES[lot.surface(rng)](rng, (side, side), scale, low, high)
    return np.clip(surface * 255, 0, 255).astype(np.uint8)


def lay_cards(rng: Rng, seen: Pixels, cards: list[Laid], scale: float) -> Pixels:
    """The table with cards on it, the first at the bottom, each turned a little."""
    side = len(seen)
    for card, x, y in cards:
        painted = paint(card, scale)[..., [2, 1, 0, 3]]
        _put(seen, painted, side / 2 + x * scale, side / 2 + y * scale, rng.normal(0, TURN_DEG))
    return seen


def _put(seen: Pixels, card: Pixels, x: float, y: float, turn_deg: float) -> None:
    """Lay a painted card on a picture, in place."""
    height, width = card.shape[:2]
    move = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn_deg, 1.0)
    move[:, 2] += np.array([x, y]) - np.array([width, height]) / 2
    size = (seen.shape[1], seen.shape[0])
    laid = cv2.warpAffine(card, move, size, flags=cv2.INTER_LINEAR)
    share = laid[..., 3:] / np.float32(255)
    seen[:] = (seen * (1 - share) + laid[..., :3] * share).astype(np.uint8)


def lay_scrap(rng: Rng, lot: Lot, seen: Pixels) -> Pixels:
    """The picture with a scrap of printed paper over its middle: print that is on no card."""
    side = len(seen)
    wide, high = (max(4, round(side * rng.uniform(0.2, 0.5))) for _ in range(2))
    scale = float(rng.uniform(1, 4))
    print_on = newspaper if rng.random() < 0.7 else notepad
    scrap = print_on(rng, (wide / scale, high / scale), scale, (lot.font(rng),))
    high, wide = scrap.shape[:2]
    card = np.dstack([scrap, np.full((high, wide), 255, np.uint8)])
    x, y = side / 2 + rng.normal(0, 0.06 * side, 2)
    _put(seen, card, float(x), float(y), float(rng.normal(0, 20)))
    return seen


def light_up(rng: Rng, seen: Pixels) -> Pixels:
    """The picture in light that fades, ends or washes out, blurred and noisy."""
    side = len(seen)
    y, x = np.mgrid[:side, :side] / side - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(angle) + y * np.sin(angle)
    light = np.exp(rng.normal(0, 0.35) + rng.normal(0, 0.4) * along)
    if rng.random() < 0.2:
        light = np.where(along > rng.uniform(-0.3, 0.3), light, light * rng.uniform(0.4, 0.9))
    colour = np.exp(rng.normal(0, 0.12, 3))
    lit = cv2.GaussianBlur(seen * (light[..., None] * colour), (0, 0), rng.uniform(0.2, 1.0))
    return np.clip(lit + rng.normal(0, rng.uniform(0, 8), lit.shape), 0, 255).astype(np.uint8)


def cut_sheet(rng: Rng, seen: Pixels, glyph_px: float, sheet: Sheet, lean: float = 0.0) -> Pixels:
    """The sheet as laid round a mark whose place and size are known roughly; lean: how askance it is seen."""
    step = glyph_px / sheet.glyph_px * np.exp(rng.normal(0, 0.13))
    angle = np.radians(rng.normal(0, 4))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * step
    if lean:
        turn = turn @ np.array([[1.0, rng.normal(0, lean)], [0.0, np.exp(rng.normal(0, lean))]])
    middle = (np.array(sheet.size) - 1) / 2 - np.array([0.0, sheet.lower * sheet.glyph_px])
    at = len(seen) / 2 - 0.5 + rng.normal(0, 0.1, 2) * glyph_px
    move = np.column_stack([turn, at - turn @ middle])
    if step > 1.5:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.35 * step), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(seen, move, sheet.size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
