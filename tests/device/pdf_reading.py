"""Reads back the drawings of a PDF: enough of the format to measure what was printed."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass, field

MM = 72 / 25.4
Matrix = tuple[float, float, float, float, float, float]
Ring = list[tuple[float, float]]


@dataclass
class Page:
    """A page's size, and every filled area and stroked line on it, in millimetres from the top left."""

    width_mm: float
    height_mm: float
    filled: list[list[Ring]] = field(default_factory=list)
    stroked: list[Ring] = field(default_factory=list)
    set_pieces: list[tuple[str, float, float]] = field(default_factory=list)


def read_pdf(data: bytes) -> list[Page]:
    """All pages of a PDF."""
    objects = {
        int(number): body for number, body in re.findall(rb"(\d+) 0 obj\s(.*?)endobj", data, re.DOTALL)
    }
    forms = {}
    for body in objects.values():
        for name, number in re.findall(rb"/(FormXob\.\w+) (\d+) 0 R", body):
            forms[name.decode()] = _stream(objects[int(number)])
    pages = []
    for body in objects.values():
        if re.search(rb"/Type /Page\b(?!s)", body):
            box = re.search(rb"/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", body)
            contents = re.search(rb"/Contents (\d+) 0 R", body)
            assert box and contents
            page = Page(float(box[1]) / MM, float(box[2]) / MM)
            _draw(page, _stream(objects[int(contents[1])]), forms, (1, 0, 0, 1, 0, 0))
            pages.append(page)
    return pages


def _stream(body: bytes) -> str:
    found = re.search(rb"stream\r?\n(.*?)endstream", body, re.DOTALL)
    assert found
    return zlib.decompress(
        base64.a85decode(found[1].strip(), adobe=False)
        if b"~>" not in found[1]
        else base64.a85decode(b"<~" + found[1].strip(), adobe=True)
    ).decode("latin-1")


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def _draw(page: Page, commands: str, forms: dict[str, str], matrix: Matrix) -> None:
    saved: list[Matrix] = []
    numbers: list[str] = []
    rings: list[Ring] = []

    def on_page(x: float, y: float) -> tuple[float, float]:
        right = x * matrix[0] + y * matrix[2] + matrix[4]
        up = x * matrix[1] + y * matrix[3] + matrix[5]
        return right / MM, page.height_mm - up / MM

    for word in commands.split():
        if re.fullmatch(r"[-+]?[\d.]+|/\S+|\[|\]|\[\]", word):
            numbers.append(word)
            continue
        if word == "q":
            saved.append(matrix)
        elif word == "Q":
            matrix = saved.pop()
        elif word == "cm":
            a, b, c, d, e, f = map(float, numbers[-6:])
            matrix = _times((a, b, c, d, e, f), matrix)
        elif word == "m":
            rings.append([on_page(float(numbers[-2]), float(numbers[-1]))])
        elif word == "l":
            rings[-1].append(on_page(float(numbers[-2]), float(numbers[-1])))
        elif word == "f*":
            page.filled.append(rings)
            rings = []
        elif word == "S":
            page.stroked += rings
            rings = []
        elif word == "n":
            rings = []
        elif word == "Do":
            name = numbers[-1].lstrip("/")
            page.set_pieces.append((name, *on_page(0, 0)))
            _draw(page, forms[name], forms, matrix)
        numbers = []
