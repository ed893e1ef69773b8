"""Corners of tables with the end of a row, rendered, from which rooms and whole cards are cut."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.artwork.look import Look
from vision.scene.camera import Camera
from vision.scene.chance import (
    HARD_SHARE,
    THEMED_SHARE,
    draw_hand_over,
    draw_light,
    draw_sensor,
    draw_table,
    draw_things,
)
from vision.scene.dealing import deal
from vision.scene.looks import draw_look, draw_theme
from vision.scene.lot import Lot
from vision.scene.patterns import PATTERNS
from vision.scene.render import render
from vision.scene.scene import Frame, Material, Placed, Scene
from vision.scene.table import Table
from vision.scene.things import Thing

Rng = np.random.Generator
Points = NDArray[np.float64]

GAMES = ("addup", "addup", "formula", "formula", "jokers", "code777")
PICTURE = (288, 224)
CARD_PX = (30.0, 80.0)
"""How high a card is in a picture."""
REACHED, LAID, STREWN, PATTERNED = 0.2, 0.25, 0.6, 0.3
"""How often a hand reaches there, a thing lies there, paper is about, the table is a printed one."""
UNDER, BESIDE = 0.6, 1.2
"""How often the paper reaches under the row's end; heights of a card from there to its middle."""


@dataclass(frozen=True)
class Corner:
    """A rendered part of a table, and a row's end in it: its end card and the way on from there, in mm."""

    frame: Frame
    camera: Camera
    look: Look
    end: Points
    way: Points
    pieces: tuple[Placed, ...]


def draw_corner(
    rng: Rng, lot: Lot, picture: tuple[int, int] = PICTURE, on: tuple[float, float] = (-0.6, 0.6)
) -> Corner:
    """A row's end of any card game on any table, now and then with something lying over it.

    It is seen from so many cards on from its end card.
    """
    themed = not lot.held_out and rng.random() < THEMED_SHARE
    look = draw_theme(rng) if themed else draw_look(rng, lot, True)
    care = float(rng.choice([0.0, rng.uniform(0, 1), rng.uniform(0.5, 1.2)]))
    pieces = deal(rng, str(rng.choice(GAMES)), look, care, themed)
    end, beside = _ends(rng, pieces, look)
    way = end - beside
    hard = bool(rng.random() < HARD_SHARE)
    scale = float(np.exp(rng.uniform(*np.log(CARD_PX)))) / look.card_height_mm
    extent = max(picture) / scale
    middle = end + way * rng.uniform(*on)
    aim = tuple((middle + rng.normal(0, 0.1, 2) * extent).tolist())
    camera = Camera(
        aim,
        scale,
        float(rng.uniform(0.75, 3.0)),
        float(rng.uniform(0, 32)),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0, 360)),
    )
    shadow = tuple(float(v) for v in rng.normal(0, 0.7, 2))
    near = end + way * rng.uniform(on[0] / 2, 1.6) + rng.normal(0, 0.3, 2) * look.card_height_mm
    scene = Scene(
        pieces,
        camera,
        _table(rng, lot, aim, extent, look, end + way),
        draw_light(rng, (shadow[0], shadow[1]), hard),
        draw_sensor(rng, scale * look.card_height_mm * look.card_numeral_share, hard),
        Material("plain", bevel=0.2, seed=int(rng.integers(2**31))),
        draw_things(rng, lot, pieces, aim, extent) + _laid(rng, lot, near),
        draw_hand_over(rng, tuple(near.tolist()), 1.2 * look.card_height_mm)
        if rng.random() < REACHED
        else None,
    )
    return Corner(render(scene, picture), camera, look, end, way, pieces)


def _laid(rng: Rng, lot: Lot, near: Points) -> tuple[Thing, ...]:
    """A thing that lies there, or none."""
    if rng.random() > LAID:
        return ()
    kind = "scrap" if rng.random() < 0.5 else lot.thing(rng)
    return (Thing(kind, *near.tolist(), float(rng.uniform(0, 360)), int(rng.integers(2**31)), 4.0),)


def _table(rng: Rng, lot: Lot, aim: tuple[float, float], extent: float, look: Look, beside: Points) -> Table:
    """Any table; its paper is often what lies beside a row's end."""
    table, strewn = draw_table(rng, lot, aim, extent, look), rng.random() < STREWN
    while strewn and not table.sheets:
        table = draw_table(rng, lot, aim, extent, look)
    if table.sheets and rng.random() < UNDER:
        at = beside + rng.normal(0, BESIDE, 2) * look.card_height_mm
        uppermost = replace(table.sheets[-1], x_mm=float(at[0]), y_mm=float(at[1]))
        table = replace(table, sheets=(*table.sheets[:-1], uppermost))
    if rng.random() < PATTERNED and not lot.held_out:
        table = replace(table, surface=str(rng.choice(list(PATTERNS))))
    return table


def _ends(rng: Rng, pieces: tuple[Placed, ...], look: Look) -> tuple[Points, Points]:
    """The middles of a row's end card and of the one beside it, or where that one would lie."""
    places = np.array([(placed.x_mm, placed.y_mm) for placed in pieces])
    start = places[int(rng.integers(len(places)))]
    row = places[np.abs(places[:, 1] - start[1]) < look.card_height_mm / 2]
    row = row[np.argsort(row[:, 0])]
    if rng.random() < 0.5:
        row = row[::-1]
    if len(row) > 1:
        return row[-1], row[-2]
    way = np.array([look.card_width_mm * rng.uniform(1.0, 1.4), 0.0]) * rng.choice([-1, 1])
    return row[-1], row[-1] - way
