"""Colours: from a hex word to numbers, between two, and slightly off."""

from __future__ import annotations

import colorsys

from benchmarks.traced.chance import Chance

RGB = tuple[int, int, int]


def rgb(word: str) -> RGB:
    """The colour that a word such as `#c82824` names."""
    return int(word[1:3], 16), int(word[3:5], 16), int(word[5:7], 16)


def hex_word(colour: RGB) -> str:
    """The word that names a colour."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """The colour on the way from one to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def vary(colour: RGB, chance: Chance, hue: float = 0.015, strength: float = 0.08) -> RGB:
    """The same colour from another printer: hue, saturation and value slightly off."""
    h, s, v = colorsys.rgb_to_hsv(*(part / 255 for part in colour))
    h = (h + chance.uniform(-hue, hue)) % 1.0
    s = min(1.0, max(0.0, s * (1 + chance.uniform(-strength, strength))))
    v = min(1.0, max(0.0, v * (1 + chance.uniform(-strength, strength))))
    red, green, blue = (round(255 * part) for part in colorsys.hsv_to_rgb(h, s, v))
    return red, green, blue


def linear(colour: RGB) -> tuple[float, float, float, float]:
    """The colour as light, which is what a tracer counts with."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return red, green, blue, 1.0


def luminance(colour: RGB) -> float:
    """How bright the colour looks, 0 to 1."""
    return (0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]) / 255
