"""Scenes drawn by lot: any set, table, lamp and lens, for training and for testing."""

from __future__ import annotations

import numpy as np

from vision.artwork.look import Look
from vision.scene.camera import Camera
from vision.scene.clutter import draw_strangers, draw_things
from vision.scene.colours import bgr, jitter, rgb
from vision.scene.dealing import deal
from vision.scene.hand import Hand
from vision.scene.light import Light, Patch
from vision.scene.looks import draw_look, draw_theme
from vision.scene.lot import Lot
from vision.scene.scene import Material, Placed, Scene
from vision.scene.sensor import Sensor
from vision.scene.table import Sheet, Table

Rng = np.random.Generator

HARD_SHARE = 0.25
THEMED_SHARE = 0.15
"""How often the set is one of our own printed ones; never on the held-out side."""
HAND_SHARE = 0.3
PAPER_SHARE = 0.42
"""How often paper lies under the pieces."""
WIDE_MM = 110.0
"""In a narrower view a sleeve looks like any cloth, so hands are seldom shown there."""


def draw_scene(
    rng: Rng,
    lot: Lot,
    game: str,
    size_px: float,
    picture: tuple[int, int],
    whole: bool = False,
    hard: bool | None = None,
) -> Scene:
    """A scene of a game whose cells or numerals measure size_px; whole: all in the picture, if they fit.

    Hard: bad light, blur and worn pieces; not hard: an ordinary evening; None: by lot.
    """
    if hard is None:
        hard = bool(rng.random() < HARD_SHARE)
    themed = not lot.held_out and rng.random() < THEMED_SHARE
    look = draw_theme(rng) if themed else draw_look(rng, lot, game != "addique")
    care = float(rng.choice([0.0, rng.uniform(0, 1), rng.uniform(0.5, 1.2)]))
    pieces = deal(rng, game, look, care, themed)
    scale = size_px / (pieces[0].size_mm if pieces else 18.0)
    extent_mm = max(picture) / scale
    aim = _aim(rng, pieces, extent_mm, whole)
    camera = Camera(
        aim,
        scale,
        float(np.exp(rng.uniform(np.log(0.75), np.log(1.4 if whole else 4.0)))),
        float(rng.uniform(0, 35)),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0, 360)),
        float(rng.normal(0, 0.03)) if rng.random() < 0.6 else 0.0,
    )
    shadow = tuple(float(v) for v in rng.normal(0, 0.7, 2))
    reached = rng.random() < (HAND_SHARE if extent_mm > WIDE_MM else HAND_SHARE / 4)
    return Scene(
        pieces + draw_strangers(rng, lot, pieces, max(extent_mm * 0.6, 60.0)),
        camera,
        draw_table(rng, lot, aim, extent_mm, look),
        draw_light(rng, (shadow[0], shadow[1]), hard),
        draw_sensor(rng, size_px, hard),
        _material(rng, hard),
        draw_things(rng, lot, pieces, aim, extent_mm),
        draw_hand_over(rng, aim, extent_mm) if reached else None,
    )


def _material(rng: Rng, hard: bool) -> Material:
    return Material(
        str(rng.choice(["plain", "wood", "felt", "speckled", "weave", "marble", "blotches"])),
        float(rng.choice([0.0, rng.uniform(0, 0.8 if hard else 0.45)])),
        float(rng.uniform(0, 0.25)),
        float(rng.choice([0.0, rng.normal(0, 0.2)])),
        float(rng.choice([0.0, rng.uniform(0, 0.08)])),
        float(rng.uniform(0.3, 1.05)),
        float(rng.choice([0.0, 0.0, rng.uniform(0, 0.7 if hard else 0.3)])),
        int(rng.integers(2**31)),
    )


def _aim(rng: Rng, pieces: tuple[Placed, ...], extent_mm: float, whole: bool) -> tuple[float, float]:
    if not pieces:
        return 0.0, 0.0
    places = np.array([(p.x_mm, p.y_mm) for p in pieces])
    if whole:
        middle = (places.min(0) + places.max(0)) / 2
        room = np.clip(extent_mm - np.ptp(places, axis=0) - 3 * pieces[0].size_mm, 0, None)
        return tuple((middle + rng.uniform(-0.2, 0.2, 2) * room).tolist())
    return tuple((places[int(rng.integers(len(places)))] + rng.normal(0, 0.22, 2) * extent_mm).tolist())


def draw_table(rng: Rng, lot: Lot, aim: tuple[float, float], extent_mm: float, look: Look) -> Table:
    """Any table; now and then in the pieces' own colour, now and then strewn with paper."""
    kind = rng.random()
    if kind < 0.12:
        low = jitter(rng, look.face, 18)
    elif kind < 0.3:
        low = (int(rng.uniform(170, 255)),) * 3
        low = jitter(rng, low, 8)
    elif kind < 0.4:
        low = jitter(rng, (int(rng.uniform(5, 70)),) * 3, 8)
    elif kind < 0.65:
        low = rgb(rng.uniform(0.02, 0.13), rng.uniform(0.15, 0.8), rng.uniform(0.15, 0.95))
    else:
        low = rgb(rng.random(), rng.uniform(0.05, 1), rng.uniform(0.1, 1))
    high = (
        jitter(rng, low, 40)
        if rng.random() < 0.6
        else rgb(rng.random(), rng.uniform(0, 1), rng.uniform(0, 1))
    )
    if rng.random() < 0.12:
        high = look.spot
    sheets = []
    if rng.random() < PAPER_SHARE:
        for _ in range(int(rng.integers(1, 6))):
            at = np.array(aim) + rng.uniform(-0.6, 0.6, 2) * extent_mm
            wide = rng.uniform(60, 300)
            shape = (float(wide), float(wide * rng.uniform(0.7, 1.5)))
            sheets.append(
                Sheet(
                    lot.paper(rng),
                    *at.tolist(),
                    float(rng.uniform(0, 360)),
                    shape,
                    int(rng.integers(2**31)),
                )
            )
    surface = lot.surface(rng)
    fonts = tuple(lot.font(rng) for _ in range(6))
    return Table(
        surface,
        bgr(low),
        bgr(high),
        float(rng.uniform(0, 360)),
        int(rng.integers(2**31)),
        tuple(sheets),
        fonts,
    )


def draw_light(rng: Rng, shadow_mm: tuple[float, float], hard: bool = True) -> Light:
    """Any light: warm or cool, even or sloped, lamps, windows, shadows, glare; gentler unless hard."""
    mild = 1.0 if hard else 0.45
    warmth = rng.normal(0, 0.16 if hard else 0.12)
    base = float(np.exp(rng.normal(-0.1, 0.3)))
    colour = (base * float(np.exp(-warmth)), base, base * float(np.exp(warmth)))
    patches = []
    for _ in range(int(rng.choice([0, 0, 1, 2, 3]))):
        kind = rng.random()
        centre, spread = rng.uniform(-0.1, 1.1, 2), rng.uniform(0.05, 0.6)
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
        ring = tuple(
            (
                float(centre[0] + spread * np.cos(a) * rng.uniform(0.5, 1.2)),
                float(centre[1] + spread * np.sin(a)),
            )
            for a in angles
        )
        if kind < 0.35:
            gain = (float(rng.uniform(0.25 if hard else 0.5, 0.8)),) * 3
        elif kind < 0.6:
            gain = tuple(float(v) for v in rng.uniform(1.1, 2.4 if hard else 1.5) * rng.uniform(0.85, 1.1, 3))
        else:
            gain = (1.0, 1.0, 1.0)
        shine = mild * float(rng.uniform(0.1, 1.0)) if kind > 0.55 else 0.0
        soft = float(rng.choice([0.002, rng.uniform(0.002, 0.02), rng.uniform(0.02, 0.2)]))
        patches.append(Patch(ring, soft, (gain[0], gain[1], gain[2]), shine))
    lamp = np.exp(rng.normal(0, 0.25, 3))
    return Light(
        colour,
        tuple((mild * rng.normal(0, 0.4, 2)).tolist()),
        tuple(rng.uniform(-0.5, 1.5, 2).tolist()),
        float(rng.uniform(0.3, 1.5)),
        float(rng.choice([0.0, rng.uniform(0, 1.5 * mild)])),
        (float(lamp[0]), float(lamp[1]), float(lamp[2])),
        tuple(patches),
        shadow_mm,
        float(rng.uniform(0.15, 0.85)),
        float(np.exp(rng.uniform(np.log(0.1), np.log(3)))),
        float(rng.choice([0.0, rng.uniform(0, 0.7 * mild)])),
        float(rng.choice([0.0, rng.uniform(0, 0.6 * mild)])),
    )


def draw_sensor(rng: Rng, size_px: float, hard: bool = True) -> Sensor:
    """Any lens and chip; blur stays in bounds of what an eye could still read, well inside unless hard."""
    mild = 1.0 if hard else 0.5
    blur = float(rng.choice([0.0, rng.uniform(0, 0.035), rng.uniform(0, 0.07)])) * size_px * mild
    motion = float(rng.choice([0.0, 0.0, 0.0, rng.uniform(0, 0.16)])) * size_px * mild
    dark = hard and rng.random() < 0.12
    return Sensor(
        min(blur, 5.0),
        min(motion, 20.0),
        float(rng.uniform(0, 180)),
        tuple(np.exp(rng.normal(0, 0.07, 3)).tolist()),
        float(rng.uniform(0.08, 0.4)) if dark else float(np.exp(rng.normal(0, 0.25 if hard else 0.18))),
        float(rng.choice([0.0, rng.uniform(-0.3, 0.5) * mild])),
        float(rng.choice([1.0, rng.uniform(0.0, 1.5) if hard else rng.uniform(0.7, 1.3)])),
        float(rng.choice([0.0, rng.uniform(0, 4), rng.uniform(2, 14) if hard else rng.uniform(1, 6)])),
        float(rng.choice([0.0, rng.uniform(0.3, 1.5)])),
        float(rng.choice([0.0, rng.uniform(0, 1.5)])),
        float(rng.choice([0.0, 0.0, rng.uniform(0, 1.5)])) * mild,
        int(rng.choice([100, rng.integers(60, 98), rng.integers(25, 70) if hard else rng.integers(70, 95)])),
        int(rng.integers(2**31)),
        97.0 if hard else float(rng.uniform(97.0, 99.7)),
    )


def draw_hand_over(rng: Rng, aim: tuple[float, float], extent_mm: float) -> Hand:
    """A hand or arm of any skin or glove and sleeve, somewhere near."""
    way = float(rng.uniform(0, 360))
    past = rng.uniform(0, 0.8) if rng.random() < 0.4 else 0.0
    at = (
        np.array(aim)
        + (rng.uniform(-0.45, 0.45, 2) - past * np.array([np.cos(np.radians(way)), np.sin(np.radians(way))]))
        * extent_mm
    )
    tone = rng.uniform(0, 1)
    skin = (
        np.array([0.18, 0.25, 0.38]) * (1 - tone)
        + np.array([0.72, 0.82, 0.97]) * tone
        + rng.normal(0, 0.03, 3)
    )
    if rng.random() < 0.1:
        skin = rng.uniform(0.05, 0.95, 3)
    cloth = rng.uniform(0.03, 0.95, 3) if rng.random() < 0.7 else np.full(3, rng.uniform(0.03, 0.95))
    return Hand(
        *at.tolist(),
        way,
        float(rng.uniform(65, 110)),
        float(rng.uniform(0, 1)),
        float(rng.uniform(0, 1)),
        float(rng.choice([-1, 1])),
        tuple(np.clip(skin, 0.02, 1).tolist()),
        tuple(cloth.tolist()),
        float(rng.choice([rng.uniform(150, 260), rng.uniform(30, 150), 900])),
        float(rng.uniform(8, 60)),
        int(rng.integers(2**31)),
    )
