"""Printed and written sheets that lie about on tables: newspapers, notepads, calendars, covers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.scene.texture import SURFACES, Rng, noise

Picture = NDArray[np.uint8]

TEXT = (
    "the of and a to in is you that it he was for on are as with his they at be this have from or one "
    "had by word but not what all were we when your can said there use an each which she do how their "
    "if will up other about out many then them these so some her would make like him into time has "
    "look two more write go see number no way could people my than first water been call who oil its "
    "now find long down day did get come market city school council river weather night report final "
    "open plan year bridge team mild new road "
)
WORDS = TEXT.split()
SHADE_PX = 7


def _words(rng: Rng, count: int) -> str:
    picked = [
        str(rng.integers(0, 3000)) if rng.random() < 0.12 else WORDS[int(rng.integers(len(WORDS)))]
        for _ in range(count)
    ]
    return " ".join(picked)


def _font(rng: Rng, fonts: tuple[str, ...], height_px: float) -> ImageFont.FreeTypeFont | None:
    for _ in range(4):
        try:
            return ImageFont.truetype(fonts[int(rng.integers(len(fonts)))], max(3, round(height_px)))
        except OSError:
            continue
    return None


def _say(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    font: ImageFont.FreeTypeFont | None,
    ink: tuple[int, ...],
) -> None:
    if font is None:
        return
    try:
        draw.text(at, text, font=font, fill=ink)
    except (OSError, ValueError):
        return


def newspaper(rng: Rng, size_mm: tuple[float, float], scale: float, fonts: tuple[str, ...]) -> Picture:
    """Columns of text with headlines and pictures."""
    sheet, draw = _sheet(rng, size_mm, scale)
    width, height = sheet.size
    body = _font(rng, fonts, rng.uniform(2.0, 4.5) * scale)
    ink = _ink(rng)
    columns = int(rng.integers(2, 6))
    pitch = width / columns
    for column in range(columns):
        y = rng.uniform(0, 10) * scale
        while y < height:
            kind = rng.random()
            if kind < 0.14:
                tall = rng.uniform(5, 28) * scale
                _say(draw, (column * pitch + scale, y), _words(rng, 4), _font(rng, fonts, tall), ink)
                y += tall * 1.3
            elif kind < 0.32:
                tall = int(rng.uniform(15, 60) * scale)
                _photo(rng, sheet, (int(column * pitch), int(y)), (int(pitch * 0.95), tall), scale)
                y += tall + 2 * scale
            else:
                lines = int(rng.integers(4, 20))
                gap = (body.size if body else 4) * 1.25
                for line in range(lines):
                    _say(draw, (column * pitch + scale, y + line * gap), _words(rng, 7), body, ink)
                y += lines * gap + 2 * scale
    return _wear(rng, sheet)


def notepad(rng: Rng, size_mm: tuple[float, float], scale: float, fonts: tuple[str, ...]) -> Picture:
    """Lined, squared or blank paper with handwritten sums and words."""
    sheet, draw = _sheet(rng, size_mm, scale)
    width, height = sheet.size
    pitch = rng.uniform(4, 10) * scale
    line = tuple(int(c) for c in rng.integers(120, 225, 3))
    if rng.random() < 0.7:
        for y in np.arange(pitch, height, pitch):
            draw.line((0, y, width, y), fill=line, width=max(1, round(0.3 * scale)))
        if rng.random() < 0.4:
            for x in np.arange(pitch, width, pitch):
                draw.line((x, 0, x, height), fill=line, width=max(1, round(0.3 * scale)))
    pen = _font(rng, fonts, pitch * rng.uniform(0.6, 2.2))
    for x in np.arange(pitch, width, pitch * rng.uniform(2, 6)):
        for y in np.arange(pitch * 0.4, height, pitch * (1 if rng.random() < 0.7 else 2)):
            if rng.random() < 0.6:
                text = str(rng.integers(0, 400)) if rng.random() < 0.8 else _words(rng, 1)
                _say(draw, (x, y), text, pen, _ink(rng))
    return _wear(rng, sheet)


def calendar(rng: Rng, size_mm: tuple[float, float], scale: float, fonts: tuple[str, ...]) -> Picture:
    """A grid of numbers such as a calendar, a bingo card, a keypad or a score sheet."""
    sheet, draw = _sheet(rng, size_mm, scale)
    width, height = sheet.size
    columns = int(rng.integers(3, 9))
    pitch = width / columns
    face = _font(rng, fonts, pitch * rng.uniform(0.25, 0.7))
    boxed = rng.random() < 0.6
    ink, number = _ink(rng), int(rng.integers(0, 60))
    for y in np.arange(0, height - pitch / 2, pitch):
        for x in np.arange(0, width - pitch / 2, pitch):
            if boxed:
                draw.rectangle((x, y, x + pitch, y + pitch), outline=ink, width=max(1, round(0.4 * scale)))
            if rng.random() < 0.85:
                _say(draw, (x + pitch * 0.2, y + pitch * 0.1), str(number), face, ink)
            number = number + 1 if rng.random() < 0.9 else int(rng.integers(0, 99))
    return _wear(rng, sheet)


def cover(rng: Rng, size_mm: tuple[float, float], scale: float, fonts: tuple[str, ...]) -> Picture:
    """A book, box or magazine cover: a coloured ground, big words, shapes."""
    sheet, draw = _sheet(rng, size_mm, scale)
    width, height = sheet.size
    _photo(rng, sheet, (0, 0), (width, height), scale)
    for _ in range(int(rng.integers(0, 8))):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        r = rng.uniform(2, 25) * scale
        colour = tuple(int(c) for c in rng.integers(0, 256, 3))
        if rng.random() < 0.5:
            draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)
        else:
            draw.rectangle((x - r, y - r / 2, x + r, y + r / 2), fill=colour)
    for _ in range(int(rng.integers(1, 6))):
        font = _font(rng, fonts, rng.uniform(4, 40) * scale)
        text = _words(rng, int(rng.integers(1, 4)))
        _say(draw, (rng.uniform(0, 0.5) * width, rng.uniform(0, 0.9) * height), text.upper(), font, _ink(rng))
    return _wear(rng, sheet)


SHEETS = {"newspaper": newspaper, "notepad": notepad, "calendar": calendar, "cover": cover}


def _sheet(rng: Rng, size_mm: tuple[float, float], scale: float) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    size = (max(8, round(size_mm[0] * scale)), max(8, round(size_mm[1] * scale)))
    tone = rng.uniform(150, 255)
    colour = tuple(int(np.clip(tone + rng.normal(0, 8), 60, 255)) for _ in range(3))
    if rng.random() < 0.15:
        colour = tuple(int(c) for c in rng.integers(40, 256, 3))
    sheet = Image.new("RGB", size, colour)
    return sheet, ImageDraw.Draw(sheet)


def _ink(rng: Rng) -> tuple[int, ...]:
    dark = rng.integers(0, 90, 3)
    return tuple(int(c) for c in (dark if rng.random() < 0.8 else rng.integers(0, 256, 3)))


def _photo(rng: Rng, sheet: Image.Image, at: tuple[int, int], size: tuple[int, int], scale: float) -> None:
    if min(size) < 4:
        return
    if rng.random() < 0.4:
        sheet.paste(Image.fromarray(_scenery(rng, size, scale)), at)
        return
    low, high = rng.uniform(0, 1, (2, 3)).astype(np.float32)
    kind = str(rng.choice(["blotches", "blotches", "plain", "marble", "felt", "checks", "dots"]))
    picture = SURFACES[kind](rng, size, scale, low, high)
    sheet.paste(Image.fromarray((np.clip(picture, 0, 1) * 255).astype(np.uint8)), at)


def _scenery(rng: Rng, size: tuple[int, int], scale: float) -> Picture:
    """A photograph of nothing in particular: soft patches of many colours, and round heads."""
    small = (max(4, size[0] // 4), max(4, size[1] // 4))
    planes = [noise(rng, small, (rng.uniform(2, 9) * scale / 4 + 1,) * 2, 3) for _ in range(3)]
    tones = np.stack(planes, axis=-1) * rng.uniform(20, 60) + rng.uniform(60, 190, 3)
    picture = np.ascontiguousarray(np.clip(tones, 0, 255).astype(np.uint8))
    for _ in range(int(rng.integers(0, 6))):
        centre = (int(rng.integers(small[0])), int(rng.integers(small[1])))
        axes = (1 + int(rng.uniform(0.02, 0.2) * small[0]), 1 + int(rng.uniform(0.02, 0.2) * small[0]))
        colour = tuple(int(c) for c in rng.integers(0, 256, 3))
        cv2.ellipse(picture, centre, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def _wear(rng: Rng, sheet: Image.Image) -> Picture:
    picture = np.asarray(sheet)[..., ::-1].astype(np.float32)
    creases = noise(rng, (picture.shape[1], picture.shape[0]), (60, 60))
    picture = picture * (1 + rng.uniform(0, 0.06) * creases[..., None])
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def lay_sheet(
    canvas: Picture, sheet: Picture, at_px: tuple[float, float], turn_deg: float, zoom: float
) -> None:
    """Put a sheet on a flat canvas, in place, with a thin shadow."""
    height, width = sheet.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, zoom)
    matrix[:, 2] += np.array(at_px) - (width / 2, height / 2)
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]]) @ matrix.T
    limit = np.array([canvas.shape[1], canvas.shape[0]])
    low = np.clip(np.floor(corners.min(axis=0)).astype(int) - SHADE_PX, 0, limit)
    high = np.clip(np.ceil(corners.max(axis=0)).astype(int) + SHADE_PX, 0, limit)
    if (high <= low).any():
        return
    matrix[:, 2] -= low
    part, size = np.ascontiguousarray(canvas[low[1] : high[1], low[0] : high[0]]), (high - low).tolist()
    shade = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, size, flags=cv2.INTER_LINEAR)
    dark = np.float32(1.0) - cv2.blur(shade, (SHADE_PX,) * 2)[..., None] * np.float32(0.35 / 255)
    part = (part * dark).astype(np.uint8)
    cv2.warpAffine(sheet, matrix, size, dst=part, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    canvas[low[1] : high[1], low[0] : high[0]] = part
