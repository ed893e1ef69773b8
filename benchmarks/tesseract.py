"""The same numerals read by Tesseract, one call each, as far as the program is installed."""

from __future__ import annotations

import shutil
import statistics
import time

import cv2
import numpy as np
import pytesseract

from benchmarks.timing import TIMES, full_table
from vision.picture import Pixels
from vision.reader import read_picture
from vision.reading import Piece

NUMERALS = 24
ONE_NUMERAL = "--psm 10 -c tessedit_char_whitelist=12345678"


def compare() -> str:
    """A sentence with both times for one numeral."""
    if shutil.which("tesseract") is None:
        return "Tesseract is not installed: no comparison."
    pixels = full_table()
    times = []
    for _ in range(TIMES):
        started = time.perf_counter()
        reading = read_picture(pixels, "addique")
        times.append(time.perf_counter() - started)
    ours = statistics.median(times) / (4 * len(reading.pieces))
    crops = [crop for piece in reading.pieces for crop in _numerals(pixels, piece)][:NUMERALS]
    started = time.perf_counter()
    right = sum(_read(crop) == numeral for numeral, crop in crops)
    theirs = (time.perf_counter() - started) / len(crops)
    return (
        f"A numeral takes {1000 * ours:.2f} ms as part of a whole table of {len(reading.pieces)} tiles; "
        f"Tesseract takes {1000 * theirs:.0f} ms for each cut out ({theirs / ours:.0f} times as long) "
        f"and reads {right} of {len(crops)}."
    )


def _numerals(pixels: Pixels, piece: Piece) -> list[tuple[str, Pixels]]:
    """The four numerals of a tile that lies upright in the picture, with their cells cut out."""
    cell = (piece.box[2] - piece.box[0]) / 3
    crops = []
    for numeral, (right, down) in zip(piece.name, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
        x, y = piece.x + right * cell, piece.y + down * cell
        part = pixels[round(y - cell / 2) : round(y + cell / 2), round(x - cell / 2) : round(x + cell / 2)]
        crops.append(
            (numeral, np.asarray(cv2.resize(part, (96, 96), interpolation=cv2.INTER_CUBIC), np.uint8))
        )
    return crops


def _read(crop: Pixels) -> str:
    return str(pytesseract.image_to_string(crop, config=ONE_NUMERAL)).strip()
