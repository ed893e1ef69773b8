"""What stands at the top of a sheet: its name, how to print it, and a ruler to check the printer by."""

from __future__ import annotations

from device.printing.paper import MARGIN_MM, Paper
from vision.artwork.lettering import draw_text, text_width
from vision.artwork.look import ATKINSON, ATKINSON_TEXT, FELT, INK
from vision.artwork.outlines import rectangle
from vision.artwork.shapes import Colour, Shape

SOFT: Colour = (106, 95, 80)
RULER_MM = 100.0
INCH_MM = 25.4
LINE_MM = 0.16


def heading(paper: Paper, title: str, detail: str, advice: str) -> tuple[Shape, ...]:
    """The title and two lines at the left of the ruler."""
    left, top = MARGIN_MM, MARGIN_MM
    shapes = draw_text(ATKINSON, title, 3.4, left, top + 2.7, FELT, anchor="start")
    after = left + text_width(ATKINSON, title, 3.4) + 1.6
    room = ruler_start(paper)[0] - 3.0 - after
    size = min(2.6, room / text_width(ATKINSON_TEXT, detail, 1.0))
    shapes += draw_text(ATKINSON_TEXT, detail, size, after, top + 2.7, SOFT, anchor="start")
    return shapes + draw_text(ATKINSON_TEXT, advice, 2.6, left, top + 6.3, SOFT, anchor="start")


def ruler_start(paper: Paper) -> tuple[float, float]:
    """Where the ruler's zero lies on a paper."""
    return paper.width_mm - MARGIN_MM - 12.0 - 4 * INCH_MM, MARGIN_MM + 3.1


def ruler(paper: Paper) -> tuple[Shape, ...]:
    """A ruler of 100 mm above its line and 4 inches below it."""
    x, y = ruler_start(paper)
    ticks = [_tick(x + mm, y, _height(mm, (10, 5), (2.4, 1.7, 1.0))) for mm in range(int(RULER_MM) + 1)]
    ticks += [
        _tick(x + eighth * INCH_MM / 8, y, -_height(eighth, (8, 4), (2.4, 1.7, 1.0))) for eighth in range(33)
    ]
    line = rectangle(4 * INCH_MM, LINE_MM, 0.0, x + 2 * INCH_MM, y)
    end = x + 4 * INCH_MM + 1.4
    return (
        Shape((line,), INK, "ink"),
        *ticks,
        *draw_text(ATKINSON_TEXT, "100 mm", 2.4, end, y - 0.8, INK, anchor="start"),
        *draw_text(ATKINSON_TEXT, "4 in", 2.4, end, y + 2.6, INK, anchor="start"),
    )


def _height(step: int, every: tuple[int, int], heights_mm: tuple[float, float, float]) -> float:
    long, middling = every
    if step % long == 0:
        return heights_mm[0]
    return heights_mm[1] if step % middling == 0 else heights_mm[2]


def _tick(x_mm: float, y_mm: float, up_mm: float) -> Shape:
    return Shape((rectangle(LINE_MM, abs(up_mm), 0.0, x_mm, y_mm - up_mm / 2),), INK, "ink")
