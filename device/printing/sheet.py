"""A sheet: pieces laid out on paper."""

from __future__ import annotations

from dataclasses import dataclass

from device.printing.paper import Paper
from vision.artwork.shapes import Piece, Ring, Shape, move_ring, move_shapes


@dataclass(frozen=True)
class Placement:
    """A piece, and where on the paper its middle lies."""

    piece: Piece
    x_mm: float
    y_mm: float

    @property
    def outline(self) -> Ring:
        """The piece's cut line on the paper."""
        return move_ring(self.piece.outline, self.x_mm, self.y_mm)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The piece's shapes on the paper."""
        return move_shapes(self.piece.shapes, self.x_mm, self.y_mm)


@dataclass(frozen=True)
class Sheet:
    """One side of one sheet of paper; a back has no cut lines and no ruler."""

    paper: Paper
    placements: tuple[Placement, ...]
    back: bool = False


def mirrored(sheet: Sheet, back: Piece) -> Sheet:
    """The other side of a sheet: every back lies behind its front when the paper is turned like a page."""
    placements = tuple(
        Placement(back, sheet.paper.width_mm - placed.x_mm, placed.y_mm) for placed in sheet.placements
    )
    return Sheet(sheet.paper, placements, back=True)
