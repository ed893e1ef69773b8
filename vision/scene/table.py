"""The table under the pieces: a surface, and the sheets of paper lying flat on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.scene.camera import turn_matrix
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
    """The bare table from above along its surface's own axes (BGR); the first pixel is at corner_mm."""
    rng = np.random.default_rng(table.seed)
    low, high = np.array(table.low, np.float32), np.array(table.high, np.float32)
    paint = SURFACES.get(table.surface) or PATTERNS[table.surface]
    surface = paint(rng, size_px, px_per_mm, low, high)
    canvas = np.ascontiguousarray(np.clip(surface, 0, 1) * 255, np.uint8)
    for sheet in table.sheets:
        place = np.array([sheet.x_mm, sheet.y_mm]) @ turn_matrix(table.turn_deg)
        at = (place - corner_mm) * px_per_mm
        reach_px = np.hypot(*sheet.size_mm) / 2 * px_per_mm
        if (at > -reach_px).all() and (at < np.array(size_px) + reach_px).all() and table.fonts:
            chance = np.random.default_rng(sheet.seed)
            scale = min(px_per_mm, FINEST_SHEET_PX / max(sheet.size_mm))
            picture = SHEETS[sheet.kind](chance, sheet.size_mm, scale, table.fonts)
            turn_deg = sheet.turn_deg + table.turn_deg
            lay_sheet(canvas, picture, (float(at[0]), float(at[1])), turn_deg, px_per_mm / scale)
    return canvas
