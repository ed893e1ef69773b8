"""Sheets as a PDF, in millimetres, with nothing scaled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from device.printing.cuts import cut_lines
from device.printing.sheet import Sheet
from vision.artwork.shapes import Colour, Piece, Point, Shape, extent

CUT_INK: Colour = (150, 142, 130)
CUT_MM = 0.12


def pdf_bytes(pages: Sequence[tuple[Sheet, tuple[Shape, ...]]], title: str) -> bytes:
    """A PDF with a page for every sheet and the notes on it; each piece is stored once and set many times."""
    written = BytesIO()
    canvas = Canvas(written, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Tallytop")
    canvas.setViewerPreference("PrintScaling", "None")
    stored: dict[Piece, str] = {}
    for sheet, notes in pages:
        for placed in sheet.placements:
            if placed.piece not in stored:
                stored[placed.piece] = _store(canvas, placed.piece, f"piece{len(stored)}")
        canvas.setPageSize((sheet.paper.width_mm * mm, sheet.paper.height_mm * mm))
        # PDF counts points up from the bottom; sheets count millimetres down from the top.
        canvas.transform(mm, 0, 0, -mm, 0, sheet.paper.height_mm * mm)
        for placed in sheet.placements:
            canvas.saveState()
            canvas.translate(placed.x_mm, placed.y_mm)
            canvas.doForm(stored[placed.piece])
            canvas.restoreState()
        _fill(canvas, notes)
        if not sheet.back:
            _stroke(canvas, cut_lines(sheet.placements))
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _store(canvas: Canvas, piece: Piece, name: str) -> str:
    canvas.beginForm(name, *extent((piece.outline,)))
    _fill(canvas, piece.shapes)
    canvas.endForm()
    return name


def _fill(canvas: Canvas, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        canvas.setFillColorRGB(*(value / 255 for value in shape.fill))
        path = canvas.beginPath()
        for ring in shape.rings:
            _trace(path, ring)
            path.close()
        canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_EVEN_ODD)


def _stroke(canvas: Canvas, lines: Iterable[tuple[Point, ...]]) -> None:
    canvas.setStrokeColorRGB(*(value / 255 for value in CUT_INK))
    canvas.setLineWidth(CUT_MM)
    path = canvas.beginPath()
    for line in lines:
        _trace(path, line)
    canvas.drawPath(path)


def _trace(path: PDFPathObject, points: tuple[Point, ...]) -> None:
    path.moveTo(*points[0])
    for x, y in points[1:]:
        path.lineTo(x, y)
