"""The two papers people have at home."""

from __future__ import annotations

from dataclasses import dataclass, replace

MARGIN_MM = 7.0
"""What a home printer leaves white on every side."""
HEADING_MM = 8.4
"""The strip under the top margin for the heading and the ruler."""


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright or lying."""

    name: str
    width_mm: float
    height_mm: float

    def lying(self) -> Paper:
        """The same paper turned on its side."""
        return replace(self, width_mm=self.height_mm, height_mm=self.width_mm)

    @property
    def room_mm(self) -> tuple[float, float]:
        """How wide and how high the pieces on it may be together."""
        return self.width_mm - 2 * MARGIN_MM, self.height_mm - 2 * MARGIN_MM - HEADING_MM

    @property
    def middle_mm(self) -> tuple[float, float]:
        """The middle of that room."""
        return self.width_mm / 2, MARGIN_MM + HEADING_MM + self.room_mm[1] / 2


PAPERS = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}
