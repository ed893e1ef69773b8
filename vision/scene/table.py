"""The table under the pieces: a surface, and the sheets of paper lying flat on it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.paper import SHEETS, lay_sheet
from vision.scene.patterns import PATTERNS
from vision.scene.texture import SURFACES

Colour = tuple[float, float, float]
FINEST_SHEET_PX = 1400.0


@dataclass(frozen=True)
class Sheet:
    """One flat sheet of paper on the table."""

    kind: str
    x_mm: float
    y_mm: float
    turn_deg: float
    size_mm: tuple[float, float]
    seed: int


@dataclass(frozen=True)
class Table:
    """A surface by name, its two colours (BGR, 0 to 1) and the sheets on it."""

    surface: str = "plain"
    low: Colour = (0.7, 0.7, 0.7)
    high: Colour = (0.9, 0.9, 0.9)
    turn_deg: float = 0.0
    seed: int = 0
    sheets: tuple[Sheet, ...] = ()
    fonts: tuple[str, ...] = ()


def paint_table(
    table: Table, corner_mm: tuple[float, float], size_px: tuple[int, int], px_per_mm: float
) -> NDArray[np.uint8]:
    """The bare table from above as a BGR picture whose first pixel is at corner_mm."""
    rng = np.random.default_rng(table.seed)
    width, height = size_px
    low, high = np.array(table.low, np.float32), np.array(table.high, np.float32)
    quarter = round(table.turn_deg / 90) % 4
    tilt = table.turn_deg - 90 * round(table.turn_deg / 90)
    reach = abs(np.sin(np.radians(tilt)))
    grown = (int(width + height * reach) + 2, int(height + width * reach) + 2)
    if quarter % 2:
        grown = (grown[1], grown[0])
    paint = SURFACES.get(table.surface) or PATTERNS[table.surface]
    flat = np.clip(paint(rng, grown, px_per_mm, low, high), 0, 1)
    painted = np.rot90((flat * 255).astype(np.uint8), quarter)
    centre = (painted.shape[1] / 2, painted.shape[0] / 2)
    matrix = cv2.getRotationMatrix2D(centre, tilt, 1.0)
    matrix[:, 2] += (width / 2 - centre[0], height / 2 - centre[1])
    canvas = cv2.warpAffine(
        np.ascontiguousarray(painted),
        matrix,
        (width, height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    for sheet in table.sheets:
        at = ((sheet.x_mm - corner_mm[0]) * px_per_mm, (sheet.y_mm - corner_mm[1]) * px_per_mm)
        reach_px = np.hypot(*sheet.size_mm) / 2 * px_per_mm
        if -reach_px < at[0] < width + reach_px and -reach_px < at[1] < height + reach_px and table.fonts:
            chance = np.random.default_rng(sheet.seed)
            scale = min(px_per_mm, FINEST_SHEET_PX / max(sheet.size_mm))
            picture = SHEETS[sheet.kind](chance, sheet.size_mm, scale, table.fonts)
            lay_sheet(canvas, picture, at, sheet.turn_deg, px_per_mm / scale)
    return np.asarray(canvas, np.uint8)
