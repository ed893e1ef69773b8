"""Drawing on a piece's face: numerals, signs, words and stains, in millimetres."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from benchmarks.traced.chance import Chance
from benchmarks.traced.colour import RGB
from benchmarks.traced.typefaces import face

SIGNS = "+-×÷="


class Sheet:
    """A picture that is drawn on in millimetres, from its top left corner."""

    def __init__(self, width_mm: float, height_mm: float, px_per_mm: float, ground: RGB) -> None:
        self.scale = px_per_mm
        self.width_mm, self.height_mm = width_mm, height_mm
        self.picture = Image.new("RGB", (round(width_mm * px_per_mm), round(height_mm * px_per_mm)), ground)
        self.draw = ImageDraw.Draw(self.picture)

    def px(self, *lengths_mm: float) -> list[float]:
        """Lengths in pixels."""
        return [length * self.scale for length in lengths_mm]

    def polygon(self, points_mm: list[tuple[float, float]], colour: RGB) -> None:
        self.draw.polygon([(x * self.scale, y * self.scale) for x, y in points_mm], fill=colour)

    def line(self, points_mm: list[tuple[float, float]], colour: RGB, width_mm: float) -> None:
        self.draw.line(
            [(x * self.scale, y * self.scale) for x, y in points_mm],
            colour,
            max(1, round(width_mm * self.scale)),
            "curve",
        )

    def disc(self, x: float, y: float, radius: float, colour: RGB, squash: float = 1.0) -> None:
        box = self.px(x - radius, y - radius * squash, x + radius, y + radius * squash)
        self.draw.ellipse(box, fill=colour)

    def frame(self, inset: float, radius: float, width: float, colour: RGB) -> None:
        """A line with round corners along the sheet's edge."""
        box = self.px(inset, inset, self.width_mm - inset, self.height_mm - inset)
        self.draw.rounded_rectangle(
            box, radius * self.scale, outline=colour, width=max(1, round(width * self.scale))
        )

    def word(
        self,
        text: str,
        font: Path,
        x: float,
        y: float,
        high_mm: float,
        colour: RGB,
        wide_mm: float = 1e9,
        turn: int = 0,
    ) -> tuple[float, float]:
        """A word about (x, y), its figures so high unless that is too wide; what it takes, in mm."""
        size = 100
        left, top, right, bottom = face(font, size).getbbox(text)
        high = (
            bottom - top
            if text.isalpha()
            else face(font, size).getbbox("8")[3] - face(font, size).getbbox("8")[1]
        )
        size = round(size * min(high_mm / high, wide_mm / (right - left)) * self.scale)
        left, top, right, bottom = face(font, max(4, size)).getbbox(text)
        mask = Image.new("L", (round(right - left) + 4, round(bottom - top) + 4), 0)
        ImageDraw.Draw(mask).text((2 - left, 2 - top), text, fill=255, font=face(font, max(4, size)))
        if turn:
            mask = mask.rotate(turn, expand=True)
        at = (round(x * self.scale - mask.width / 2), round(y * self.scale - mask.height / 2))
        self.picture.paste(Image.new("RGB", mask.size, colour), at, mask)
        return mask.width / self.scale, mask.height / self.scale

    def sign(
        self, sign: str, x: float, y: float, wide_mm: float, colour: RGB, thick: float, soft: bool
    ) -> None:
        """One of + - × ÷ =, drawn with bars and dots; `soft` rounds the ends."""
        half, bar = wide_mm / 2, wide_mm * thick
        bars: list[tuple[float, float, float]] = []  # dy, angle, length
        if sign in "+-÷":
            bars.append((0.0, 0.0, half))
        if sign == "+":
            bars.append((0.0, 90.0, half))
        if sign == "×":
            bars += [(0.0, 45.0, half), (0.0, -45.0, half)]
        if sign == "=":
            gap = max(bar * 0.95, half * 0.33)
            bars += [(-gap, 0.0, half), (gap, 0.0, half)]
        for dy, angle, length in bars:
            c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            a, b = bar / 2 * s, bar / 2 * c
            one, two = (x - length * c, y + dy - length * s), (x + length * c, y + dy + length * s)
            self.polygon(
                [
                    (one[0] - a, one[1] + b),
                    (one[0] + a, one[1] - b),
                    (two[0] + a, two[1] - b),
                    (two[0] - a, two[1] + b),
                ],
                colour,
            )
            if soft:
                self.disc(*one, bar / 2, colour)
                self.disc(*two, bar / 2, colour)
        if sign == "÷":
            for dy in (-half * 0.68, half * 0.68):
                self.disc(x, y + dy, bar * 0.68, colour)

    def stamp_turned(self) -> None:
        """Print the upper left corner once more, turned, in the lower right one, as playing cards have it."""
        w, h = self.picture.size
        corner = self.picture.crop((0, 0, round(w * 0.25), round(h * 0.2)))
        self.picture.paste(corner.rotate(180), (w - corner.width, h - corner.height))

    def wear(self, chance: Chance, strength: float = 1.0) -> Image.Image:
        """The picture as printed on paper and used for years: a faint cloud, fibres, paler at the edge."""
        w, h = self.picture.size
        cloud = Image.fromarray(chance.grain.integers(0, 255, (7, 5), dtype=np.uint8)).resize(
            (w, h), Image.Resampling.BICUBIC
        )
        fibre = chance.grain.normal(0, 2.2 * strength, (h, w, 1))
        shade = (np.asarray(cloud, np.float32)[..., None] - 128) / 128 * 2.5 * strength
        pixels = np.asarray(self.picture, np.float32) + shade + fibre
        worn = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        return worn.filter(ImageFilter.GaussianBlur(0.6))
