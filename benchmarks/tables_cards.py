"""Tables of Add Up and Code 777 drawn by lot, with looks held out from training, and their truth."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.card_layouts import card_look, lay_rows
from benchmarks.rack_layouts import lay_rack
from benchmarks.tables import HIDDEN, SIZES, WHOLE, Deck, Kind, Table, Truth, readable
from vision import Reading
from vision.scene.camera import Camera, project
from vision.scene.chance import draw_hand_over, draw_light, draw_sensor, draw_table, draw_things
from vision.scene.light import Light
from vision.scene.lot import Lot
from vision.scene.render import render
from vision.scene.scene import Frame, Material, Placed, Scene, SeenPiece
from vision.scene.sensor import Sensor

Rng = np.random.Generator

LAYOUTS = {"addup": lay_rows, "code777": lay_rack}
KELVIN = (2700.0, 6500.0)
BLOCKED = 0.25
LEAST_COLOUR = 0.3  # of the colour that a camera has left: with less an eye tells no yellow from white
EDGE_CARDS = 0.2  # how much of a card's height stays free at the picture's edge


def draw(game: str, rng: Rng, kind: Kind, lot: Lot) -> Table:
    """Draw until all pieces are clearly whole, or, on a quarter of the tables, one is clearly not."""
    blocked = rng.random() < BLOCKED
    while True:
        scene, size = _scene(game, rng, kind, lot, blocked)
        frame = render(scene, size)
        seen = [piece.seen for piece in frame.pieces]
        if any(HIDDEN < share < WHOLE for share in seen) or (min(seen) <= HIDDEN) != blocked:
            continue
        hidden = [piece for piece in frame.pieces if piece.seen <= HIDDEN]
        if max(seen) < WHOLE or (hidden and not any(_in_picture(piece, size) for piece in hidden)):
            continue
        truth = _truth(frame)
        told = scene.sensor.saturation > LEAST_COLOUR or not any(map(_by_colour, frame.pieces))
        return Table(frame.picture, replace(truth, readable=truth.readable and told))


def _by_colour(piece: SeenPiece) -> bool:
    """Whether a card is told by its colour: Add Up's jokers, and all of Code 777's, which have two words."""
    return piece.name in ("W", "Y") or " " in piece.name


def _in_picture(piece: SeenPiece, size: tuple[int, int]) -> bool:
    """Whether a hidden piece can be missed at all: nobody misses what lies outside."""
    return 0 <= piece.x_px < size[0] and 0 <= piece.y_px < size[1]


def _truth(frame: Frame) -> Truth:
    told = [
        ((piece.name, *(piece.place or (0, 0)), round(piece.x_px, 1), round(piece.y_px, 1)), piece.seen)
        for piece in frame.pieces
    ]
    sizes = [mark.size_px for mark in frame.marks]
    return Truth(
        tuple(piece for piece, seen in told if seen >= WHOLE),
        hidden=tuple(piece for piece, seen in told if seen < WHOLE),
        size_px=float(np.median(sizes)),
        readable=readable(frame),
    )


def _scene(game: str, rng: Rng, kind: Kind, lot: Lot, blocked: bool) -> tuple[Scene, tuple[int, int]]:
    hard = kind == "hard"
    size = SIZES[int(rng.integers(len(SIZES)))]
    look = card_look(rng, lot)
    care = float(rng.choice([0.3, rng.uniform(0.3, 1), rng.uniform(0.5, 1.2)]))
    pieces = LAYOUTS[game](rng, look, care)
    camera = _camera(rng, pieces, size, look.card_height_mm, hard)
    extent_mm = max(size) / camera.px_per_mm
    if blocked and rng.random() < 0.3:
        way = rng.uniform(0, 2 * np.pi)
        shift = 0.4 * extent_mm * np.array([np.cos(way), np.sin(way)])
        camera = replace(camera, aim_mm=tuple((np.array(camera.aim_mm) + shift).tolist()))
        hand = None
    else:
        over = pieces[int(rng.integers(len(pieces)))]
        hand = draw_hand_over(rng, (over.x_mm, over.y_mm), 0.4 * extent_mm) if blocked else None
    shadow = tuple(float(v) for v in rng.normal(0, 0.7, 2))
    light = draw_light(rng, (shadow[0], shadow[1])) if hard else _lamp(rng, (shadow[0], shadow[1]))
    numeral_px = camera.px_per_mm * pieces[0].size_mm
    sensor = draw_sensor(rng, numeral_px) if hard else _webcam(rng, numeral_px)
    things = draw_things(rng, lot, pieces, camera.aim_mm, extent_mm)
    if not blocked:
        things = tuple(thing for thing in things if not thing.lift_mm)  # what lies on cards may hide one
    scene = Scene(
        pieces,
        camera,
        draw_table(rng, lot, camera.aim_mm, extent_mm, look),
        light,
        sensor,
        Material("plain", bevel=0.2, seed=int(rng.integers(2**31))),
        things,
        hand,
    )
    return scene, size


def _camera(
    rng: Rng, pieces: tuple[Placed, ...], size: tuple[int, int], card_mm: float, hard: bool
) -> Camera:
    """A camera over the middle of the cards, turned any way, that holds them all."""
    places = np.array([(placed.x_mm, placed.y_mm) for placed in pieces])
    low, high = (
        places.min(axis=0) - (0.5 + EDGE_CARDS) * card_mm,
        places.max(axis=0) + (0.5 + EDGE_CARDS) * card_mm,
    )
    corners = np.array([(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])])
    camera = Camera(
        tuple(((low + high) / 2).tolist()),
        1.0,
        float(rng.uniform(0.75, 1.4)),
        float(rng.uniform(0, 35 if hard else 28)),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0, 360)),
        float(rng.normal(0, 0.02)),
    )
    fill = float(rng.uniform(0.3 if hard else 0.5, 0.95))
    scale = 20.0
    while not _fits(replace(camera, px_per_mm=scale), corners, size, fill):
        scale *= 0.97
    return replace(camera, px_per_mm=scale)


def _fits(camera: Camera, corners: NDArray[np.float64], size: tuple[int, int], fill: float) -> bool:
    points = camera.bent(project(camera.matrix(size), corners), size)
    away = np.abs(points / np.array(size) - 0.5).max()
    return bool(np.isfinite(points).all() and away < 0.5 * fill)


def _lamp(rng: Rng, shadow_mm: tuple[float, float]) -> Light:
    """A room's lamp of 2700 to 6500 K that the camera has made up for more or less."""
    red, green, blue = kelvin(float(rng.uniform(*KELVIN)))
    left = float(rng.uniform(0.1, 1.0))
    colour = (blue**left, green**left, red**left)
    return Light(
        colour,
        tuple(rng.normal(0, 0.2, 2).tolist()),
        tuple(rng.uniform(-0.3, 1.3, 2).tolist()),
        float(rng.uniform(0.5, 1.5)),
        float(rng.uniform(0, 0.5)),
        colour,
        (),
        shadow_mm,
        float(rng.uniform(0.2, 0.7)),
        float(rng.uniform(0.3, 2)),
        float(rng.uniform(0, 0.15)),
        float(rng.uniform(0, 0.3)),
    )


def kelvin(temperature: float) -> tuple[float, float, float]:
    """Red, green and blue of a lamp against daylight, the strongest at 1."""
    # The shares of a black body's light at 610, 550 and 465 nm, against those at 6500 K.
    waves = np.array([610e-9, 550e-9, 465e-9])
    now, day = (1 / (np.exp(0.014388 / (waves * t)) - 1) for t in (temperature, 6500.0))
    shares = now / day
    red, green, blue = (shares / shares.max()).tolist()
    return red, green, blue


def _webcam(rng: Rng, numeral_px: float) -> Sensor:
    return Sensor(
        min(float(rng.uniform(0, 0.02)) * numeral_px, 2.5),
        gains=tuple(np.exp(rng.normal(0, 0.03, 3)).tolist()),
        exposure=float(rng.uniform(0.7, 1.25)),
        saturation=float(rng.uniform(0.8, 1.25)),
        noise=float(rng.uniform(0, 5)),
        noise_grain_px=float(rng.uniform(0, 0.8)),
        sharpen=float(rng.uniform(0, 0.6)),
        jpeg_quality=int(rng.integers(70, 98)),
        seed=int(rng.integers(2**31)),
    )


def exact(reading: Reading, truth: Truth) -> bool:
    """Whether both rows, or the rack, have just these cards in this order."""
    read = [(piece.row or 0, piece.order or 0, piece.name) for piece in reading.pieces]
    lying = [(row, order, name) for name, order, row, _, _ in (*truth.pieces, *truth.hidden)]
    return sorted(read) == sorted(lying)


DECKS = tuple(Deck(game, partial(draw, game), exact) for game in LAYOUTS)
