"""Trains the network that tells what is where one more card may lie: python -m vision.training rooms."""

from __future__ import annotations

import argparse

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.artwork.look import Look
from vision.cards.sheets import lay_card
from vision.layers import Layers
from vision.network import CARD, COVERED, FREE, ROOM_SHEET
from vision.scene.camera import Camera, project
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
from vision.scene.render import render
from vision.scene.scene import COVER, PIECE, Frame, Material, Placed, Scene
from vision.scene.table import Table
from vision.scene.things import Thing
from vision.training.export import export_rooms
from vision.training.nets import RoomNet
from vision.training.sheets import Lesson, share, teach

Rng = np.random.Generator
Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]

GAMES = ("addup", "addup", "formula", "code777")
PICTURE = (288, 224)
CARD_PX = (30.0, 80.0)
"""How high a card is in a picture."""
ON_CARD, REACHED, LAID, STREWN = 0.4, 0.2, 0.25, 0.65
"""How often the room is an end card's own, a hand reaches there, a thing lies there, paper is about."""
ANYWHERE = 0.2
"""How often the room is not in line with a row: things lie there, too."""
WEIGHTS = (1.0, 1.0, 2.0)
SURE = 0.97
HIDES, SHOWS, FILLS, BARE = 0.35, 0.08, 0.6, 0.12
"""Of a room: covered by so much it may hide a card, by so little not; card, and no card."""


def train_rooms(options: argparse.Namespace) -> None:
    """Teach a network to tell free rooms from others."""
    teach(options, LESSON)


def loss_of(found: Tensor, kinds: Tensor) -> Tensor:
    """How far the chances are off; a covered room is worst to miss."""
    return functional.cross_entropy(found, kinds.long(), torch.tensor(WEIGHTS), label_smoothing=0.005)


def measure(found: Tensor, kinds: NDArray[np.int64]) -> dict[str, float]:
    """How many free rooms are surely told, and how many others are surely called free."""
    free = torch.softmax(found, dim=1).numpy()[:, FREE] > SURE
    figures = {
        "free": share(free, kinds == FREE),
        "cards lost": share(free, kinds == CARD),
        "covers lost": share(free, kinds == COVERED),
        "right": float((found.numpy().argmax(axis=1) == kinds).mean()),
    }
    figures["worth"] = figures["free"] - 10 * (figures["cards lost"] + figures["covers lost"])
    return figures


def draw_room(rng: Rng, lot: Lot) -> tuple[Pixels, int]:
    """The sheet of a room beside a row's end, its end card to the left, and what is in it."""
    while True:
        scene, room, along_mm, look = _scene(rng, lot)
        frame = render(scene, PICTURE)
        kind = _kind(frame, scene.camera, room, look)
        if kind is not None:
            return _sheet(rng, frame, scene.camera, room, along_mm, look), kind


def _scene(rng: Rng, lot: Lot) -> tuple[Scene, Points, Points, Look]:
    """A table, the middle of a room beside a row's end, and the way from the end card to it, in mm."""
    themed = not lot.held_out and rng.random() < THEMED_SHARE
    look = draw_theme(rng) if themed else draw_look(rng, lot, True)
    care = float(rng.choice([0.0, rng.uniform(0, 1), rng.uniform(0.5, 1.2)]))
    pieces = deal(rng, str(rng.choice(GAMES)), look, care, themed)
    end, beside = _ends(rng, pieces, look)
    way = end - beside
    room = end if rng.random() < ON_CARD else end + way
    if rng.random() < ANYWHERE:
        room = (
            end + way * rng.uniform(0.6, 2.2) + np.array([0.0, look.card_height_mm]) * rng.uniform(-1.5, 1.5)
        )
    hard = bool(rng.random() < HARD_SHARE)
    scale = float(np.exp(rng.uniform(*np.log(CARD_PX)))) / look.card_height_mm
    extent = max(PICTURE) / scale
    aim = tuple((room + rng.normal(0, 0.1, 2) * extent).tolist())
    camera = Camera(
        aim,
        scale,
        float(rng.uniform(0.75, 3.0)),
        float(rng.uniform(0, 32)),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0, 360)),
    )
    shadow = tuple(float(v) for v in rng.normal(0, 0.7, 2))
    reached, laid = rng.random() < REACHED, rng.random() < LAID
    near = tuple((room + rng.normal(0, 0.25, 2) * look.card_height_mm).tolist())
    things = draw_things(rng, lot, pieces, aim, extent)
    if laid:
        kind = "scrap" if rng.random() < 0.5 else lot.thing(rng)
        things += (Thing(kind, *near, float(rng.uniform(0, 360)), int(rng.integers(2**31)), 4.0),)
    scene = Scene(
        pieces,
        camera,
        _table(rng, lot, aim, extent, look),
        draw_light(rng, (shadow[0], shadow[1]), hard),
        draw_sensor(rng, scale * look.card_height_mm * look.card_numeral_share, hard),
        Material("plain", bevel=0.2, seed=int(rng.integers(2**31))),
        things,
        draw_hand_over(rng, near, 1.2 * look.card_height_mm) if reached else None,
    )
    return scene, room, way, look


def _table(rng: Rng, lot: Lot, aim: tuple[float, float], extent: float, look: Look) -> Table:
    table, strewn = draw_table(rng, lot, aim, extent, look), rng.random() < STREWN
    while strewn and not table.sheets:
        table = draw_table(rng, lot, aim, extent, look)
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


def _kind(frame: Frame, camera: Camera, room: Points, look: Look) -> int | None:
    """What is in a room; None where that is neither one thing nor another."""
    across, down = np.meshgrid(np.linspace(-0.45, 0.45, 9), np.linspace(-0.45, 0.45, 11))
    offsets = np.stack([across * look.card_width_mm, down * look.card_height_mm], axis=-1).reshape(-1, 2)
    at = np.rint(project(camera.matrix(PICTURE), room + offsets)).astype(int)
    if (at < 0).any() or (at >= PICTURE).any():
        return None
    seen = frame.surface[at[:, 1], at[:, 0]]
    cover, card = float((seen == COVER).mean()), float((seen == PIECE).mean())
    if cover > HIDES:
        return COVERED
    if cover < SHOWS and (card > FILLS or card < BARE):
        return CARD if card > FILLS else FREE
    return None


def _sheet(rng: Rng, frame: Frame, camera: Camera, room: Points, way: Points, look: Look) -> Pixels:
    """The room as the reader lays it, whose notion of where and how large it is is a little off."""
    down = np.array([0.0, look.card_height_mm])
    ends = np.stack([room - way / 2, room + way / 2, room - down / 2, room + down / 2])
    ends = project(camera.matrix(PICTURE), ends)
    along, tall = ends[1] - ends[0], float(np.linalg.norm(ends[3] - ends[2]))
    along = along / np.linalg.norm(along)
    upright = np.array([-along[1], along[0]])
    upright *= np.sign(upright @ (ends[3] - ends[2])) or 1.0
    step = np.stack([along, upright], axis=1) * tall * float(np.exp(rng.normal(0, 0.1)))
    at = ends[:2].mean(axis=0) + rng.normal(0, 0.05, 2) * tall
    return lay_card(Layers(frame.picture), at, step, ROOM_SHEET.glyph_px, ROOM_SHEET.size)


LESSON = Lesson(
    "rooms", RoomNet, draw_room, loss_of, measure, export_rooms, train=20_000, test=1_500, steps=6000
)
