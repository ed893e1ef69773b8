"""Trains the network that tells what is where one more card may lie: python -m vision.training rooms."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.cards.sheets import lay_card
from vision.layers import Layers
from vision.network import CARD, COVERED, FREE, ROOM_SHEET
from vision.scene.camera import project
from vision.scene.lot import Lot
from vision.scene.scene import COVER, PIECE
from vision.training.corners import PICTURE, Corner, draw_corner
from vision.training.export import export_rooms
from vision.training.laid_over import lay_over
from vision.training.nets import RoomNet
from vision.training.sheets import Lesson, share

Rng = np.random.Generator
Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]

AROUND = 3
"""Rooms of a corner that are in line with no row: things lie there, too."""
LAID_ON_CARD, LAID = 0.4, 0.15
"""How often something plain is laid over a card, and over other rooms."""
WEIGHTS = (1.0, 1.0, 2.0)
SURE = 0.97
HIDES, SHOWS, FILLS, BARE = 0.35, 0.08, 0.6, 0.12
"""Of a room: covered by so much it may hide a card, by so little not; card, and no card."""


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


def draw_rooms(rng: Rng, lot: Lot) -> list[tuple[Pixels, int]]:
    """The sheets of rooms by a row's end, the end card to their left, and what is in each."""
    corner = draw_corner(rng, lot)
    down = np.array([0.0, corner.look.card_height_mm])
    steps = [0.0, 1.0, float(rng.uniform(0.3, 2.2))]
    rooms = [corner.end + step * corner.way for step in steps]
    for _ in range(AROUND):
        rooms.append(corner.end + corner.way * rng.uniform(-0.6, 2.2) + down * rng.uniform(-1.5, 1.5))
    kinds = [_kind(corner, room) for room in rooms]
    sheets = [
        (_sheet(rng, corner, room), kind) for room, kind in zip(rooms, kinds, strict=True) if kind is not None
    ]
    return [laid for each in sheets if (laid := _laid_over(rng, *each)) is not None]


def _laid_over(rng: Rng, sheet: Pixels, kind: int) -> tuple[Pixels, int] | None:
    """The room, now and then with something plain over it; None where that hides neither much nor little."""
    if rng.random() > (LAID_ON_CARD if kind == CARD else LAID):
        return sheet, kind
    sheet, share = lay_over(rng, sheet, strips=kind == CARD)
    if share > HIDES:
        return sheet, COVERED
    return (sheet, kind) if share < SHOWS else None


def _kind(corner: Corner, room: Points) -> int | None:
    """What is in a room; None where that is neither one thing nor another."""
    look = corner.look
    across, down = np.meshgrid(np.linspace(-0.45, 0.45, 9), np.linspace(-0.45, 0.45, 11))
    offsets = np.stack([across * look.card_width_mm, down * look.card_height_mm], axis=-1).reshape(-1, 2)
    at = np.rint(project(corner.camera.matrix(PICTURE), room + offsets)).astype(int)
    if (at < 0).any() or (at >= PICTURE).any():
        return None
    seen = corner.frame.surface[at[:, 1], at[:, 0]]
    cover, card = float((seen == COVER).mean()), float((seen == PIECE).mean())
    if cover > HIDES:
        return COVERED
    if cover < SHOWS and (card > FILLS or card < BARE):
        return CARD if card > FILLS else FREE
    return None


def _sheet(rng: Rng, corner: Corner, room: Points) -> Pixels:
    """The room as the reader lays it, whose notion of where and how large it is is a little off."""
    down = np.array([0.0, corner.look.card_height_mm])
    ends = np.stack([room - corner.way / 2, room + corner.way / 2, room - down / 2, room + down / 2])
    ends = project(corner.camera.matrix(PICTURE), ends)
    along, tall = ends[1] - ends[0], float(np.linalg.norm(ends[3] - ends[2]))
    along = along / np.linalg.norm(along)
    upright = np.array([-along[1], along[0]])
    upright *= np.sign(upright @ (ends[3] - ends[2])) or 1.0
    step = np.stack([along, upright], axis=1) * tall * float(np.exp(rng.normal(0, 0.1)))
    at = ends[:2].mean(axis=0) + rng.normal(0, 0.05, 2) * tall
    return lay_card(Layers(corner.frame.picture), at, step, ROOM_SHEET.glyph_px, ROOM_SHEET.size)


LESSON = Lesson(
    "rooms", RoomNet, draw_rooms, loss_of, measure, export_rooms, train=48_000, test=4_000, steps=8000
)
