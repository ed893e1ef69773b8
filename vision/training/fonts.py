"""The typefaces of the pictures: which of those installed are fit, and which are kept for testing."""

from __future__ import annotations

import hashlib
import json
import logging
import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from fontTools.ttLib import TTLibError
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.artwork.lettering import glyph, has_glyph
from vision.artwork.look import FONTS
from vision.scene.lot import Lot

FOLDERS = (FONTS, Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"), Path.home() / ".fonts")
DIGITS = "0123456789"
NEEDED = DIGITS + "JOKERH"
LIKE_ITSELF = 7
"""How many of the ten figures must look most like the same figure of an everyday typeface."""
LEAST_LIKENESS = 0.75
EVERYDAY = ("DejaVu Sans", "Liberation Serif", "Liberation Sans", "Liberation Mono", "Carlito", "Caladea")


@dataclass(frozen=True)
class Face:
    """One font file."""

    path: str
    family: str
    style: str
    likeness: float = 1.0
    """How much its figures look like those of everyday typefaces, 1 at most."""

    @property
    def everyday(self) -> bool:
        """Whether a maker of games would letter a set with it, and not a puzzle."""
        return self.likeness >= LEAST_LIKENESS

    @property
    def held_out(self) -> bool:
        """One family in eight is never trained on, but our own printed sets are."""
        return Path(self.path).parent != FONTS and hashlib.sha256(self.family.encode()).digest()[0] % 8 == 0


def find_faces(cache: Path | None = None) -> tuple[Face, ...]:
    """All installed faces whose figures read as figures; a cache file saves the search."""
    if cache is not None and cache.exists():
        return tuple(Face(**entry) for entry in json.loads(cache.read_text()))
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # hundreds of small faults of fonts that serve
    found = [face for path in _files() if (face := _open(path)) is not None]
    samples = {face: raster for face in found if (raster := _rasters(face.path)) is not None}
    patterns = np.stack([samples[face] for face in samples if face.family in EVERYDAY])
    faces = tuple(
        replace(face, likeness=round(likeness, 3))
        for face, raster in samples.items()
        if (likeness := _likeness(raster, patterns)) and _draws(face.path)
    )
    if cache is not None:
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_text(json.dumps([vars(face) for face in faces]))
    return faces


def lot_of(faces: Iterable[Face], held_out: bool, everyday: bool = False) -> Lot:
    """One side's files, by maker (folder) and family, all or everyday ones."""
    makers: dict[str, dict[str, list[str]]] = {}
    for face in faces:
        if face.held_out == held_out and (face.everyday or not everyday):
            makers.setdefault(str(Path(face.path).parent), {}).setdefault(face.family, []).append(face.path)
    fonts = tuple(tuple(tuple(files) for files in maker.values()) for maker in makers.values())
    return Lot(fonts, held_out, everyday)


def _files() -> list[Path]:
    return sorted(
        path for folder in FOLDERS for path in folder.rglob("*") if path.suffix.lower() in (".ttf", ".otf")
    )


def _open(path: Path) -> Face | None:
    try:
        family, style = ImageFont.truetype(str(path), 40).getname()
    except (OSError, ValueError):
        return None
    return Face(str(path), family or path.stem, style or "")


def _rasters(path: str) -> NDArray[np.float32] | None:
    """The ten figures, each stretched to 16 x 24 and made even; None when some are missing or alike."""
    try:
        font = ImageFont.truetype(path, 48)
        figures = []
        for digit in DIGITS:
            canvas = Image.new("L", (120, 120), 0)
            ImageDraw.Draw(canvas).text((30, 25), digit, font=font, fill=255)
            ink = np.asarray(canvas)
            rows, columns = np.where(ink > 60)
            if len(rows) < 30:
                return None
            cut = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
            if cut.shape[0] < 12 or cut.shape[1] / cut.shape[0] > 1.6:
                return None
            small = cv2.resize(cut, (16, 24), interpolation=cv2.INTER_AREA).astype(np.float32)
            if cut.shape[1] / cut.shape[0] < 0.3:
                small = cv2.copyMakeBorder(cv2.resize(cut, (5, 24)), 0, 0, 5, 6, cv2.BORDER_CONSTANT).astype(
                    np.float32
                )
            small = cv2.GaussianBlur(small, (0, 0), 1.2)
            figures.append((small - small.mean()) / (small.std() + 1e-3))
    except (OSError, ValueError, cv2.error):
        return None
    stack = np.stack(figures)
    alike = np.einsum("iyx,jyx->ij", stack, stack) / stack[0].size
    np.fill_diagonal(alike, 0)
    return stack if alike.max() < 0.97 else None


def _likeness(raster: NDArray[np.float32], patterns: NDArray[np.float32]) -> float:
    """How much the figures look like their own patterns, on average; 0 where too few look like them most."""
    likeness = np.einsum("iyx,pjyx->pij", raster, patterns).max(axis=0) / raster[0].size
    own = int((likeness.argmax(axis=1) == np.arange(10)).sum())
    return float(np.diag(likeness).mean()) if own >= LIKE_ITSELF else 0.0


def _draws(path: str) -> bool:
    """Whether every character a set needs can be drawn; broken font files fail in many ways."""
    try:
        font = Path(path)
        signs = [sign for sign in "+−×÷=" if has_glyph(font, sign)]
        return all(glyph(font, character, 10.0).parts for character in (*NEEDED, *signs))
    except (
        LookupError,
        TTLibError,
        OSError,
        ValueError,
        TypeError,
        AssertionError,
        AttributeError,
        struct.error,
    ):
        return False
