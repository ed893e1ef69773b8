"""What hides a part of a box: a hand over its dice; an arm, a paper or a patch over an open number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.artwork.outlines import rectangle
from vision.artwork.shapes import Colour, Piece, Shape
from vision.scene.boxes import Box
from vision.scene.camera import Camera
from vision.scene.chance import draw_hand_over
from vision.scene.colours import jitter, rgb
from vision.scene.dice import SeenDie
from vision.scene.dice_chance import top_in_sight
from vision.scene.hand import draw_hand
from vision.scene.light import Light
from vision.scene.render import OVERSIZE, cast_shadows, face_of, lay
from vision.scene.scene import Material, Placed, SeenMark
from vision.scene.seeing import see_marks

Rng = np.random.Generator
Bools = NDArray[np.bool_]

ARM, PAPER, PATCH = "arm", "paper", "patch"
ON_NUMBERS = (ARM, PAPER, PATCH)
FIRST_DIE, HIDDEN = 100, -1  # owners of pixels
TRIES = 60
LEFT_OF_DIE, LEFT_OF_NUMBER = 0.7, 0.5  # most of what is hidden that can still be seen
WHOLE_DIE = 0.95  # and the least of a die that is not
PAPERS = (1.2, 4.0)  # tiles that a paper is wide and tall
PATCHES = (0.85, 1.15)
WHITE = 0.6  # of papers


class NoRoomError(ValueError):
    """Nothing can lie over this box as it is wanted."""


def reach_in(
    rng: Rng,
    dice: Sequence[SeenDie],
    picture: NDArray[np.uint8],
    owners: NDArray[np.int16],
    camera: Camera,
    shadow: tuple[float, float],
) -> Bools:
    """A hand that hides a part of a die's top, drawn in place, and where it is."""
    size = (picture.shape[1], picture.shape[0])
    for _ in range(TRIES):
        cover = draw_hand(draw_hand_over(rng, (0.0, 0.0), 250.0), camera, size, shadow)
        if cover is None:
            continue
        hidden = np.where(cover.share > 0.5, HIDDEN, owners)
        if _least_top(dice, hidden) < LEFT_OF_DIE:
            owners[:] = hidden
            mixed = picture + (cover.colour * 255 - picture) * cover.share[..., None]
            picture[:] = np.clip(mixed, 0, 255)
            return np.asarray(cover.share > 0.5)
    raise NoRoomError("no hand comes near the dice")


def lay_over(
    rng: Rng,
    thing: str,
    box: Box,
    left: tuple[int, ...],
    dice: Sequence[SeenDie],
    picture: NDArray[np.uint8],
    owners: NDArray[np.int16],
    camera: Camera,
    light: Light,
) -> Bools:
    """A thing that hides an open number and leaves the dice in view, drawn in place, and where it is."""
    places = {number: at for number, at in _places(box).items() if number in left}
    for _ in range(TRIES):
        at = places[int(rng.choice(list(places)))]
        over, seen = picture.copy(), owners.copy()
        if thing == ARM:
            _reach_over(rng, at, over, seen, camera, light)
        else:
            _lay_sheet(rng, thing, box, at, over, seen, camera, light)
        marks = see_marks(box.pieces, camera, seen)
        if _hides(marks, left) and _least_top(dice, seen) > WHOLE_DIE:
            picture[:] = over
            covered = np.asarray(seen != owners)
            owners[:] = seen
            return covered
    raise NoRoomError(f"no {thing} hides a number and no die")


def _hides(marks: Sequence[SeenMark], left: tuple[int, ...]) -> bool:
    return any(int(mark.face) in left and mark.seen < LEFT_OF_NUMBER for mark in marks)


def _least_top(dice: Sequence[SeenDie], owners: NDArray[np.int16]) -> float:
    return min(top_in_sight(die, owners, FIRST_DIE + k) for k, die in enumerate(dice))


def _places(box: Box) -> dict[int, tuple[float, float]]:
    """Where the numbers stand."""
    return {
        int(mark.face): (placed.x_mm + mark.x_mm, placed.y_mm + mark.y_mm)
        for placed in box.pieces
        for mark in placed.piece.marks
    }


def _reach_over(
    rng: Rng,
    at: tuple[float, float],
    picture: NDArray[np.uint8],
    owners: NDArray[np.int16],
    camera: Camera,
    light: Light,
) -> None:
    """A hand, or the sleeve behind it, over a place."""
    cover = draw_hand(
        draw_hand_over(rng, at, 120.0), camera, (picture.shape[1], picture.shape[0]), light.shadow_mm
    )
    if cover is not None:
        picture[:] = np.clip(picture + (cover.colour * 255 - picture) * cover.share[..., None], 0, 255)
        owners[cover.share > 0.5] = HIDDEN


def _lay_sheet(
    rng: Rng,
    thing: str,
    box: Box,
    at: tuple[float, float],
    picture: NDArray[np.uint8],
    owners: NDArray[np.int16],
    camera: Camera,
    light: Light,
) -> None:
    """A paper at any turn, or a patch that lies as squarely on a number as its tile does."""
    paper = thing == PAPER
    wide, tall = (
        float(side * rng.uniform(*(PAPERS if paper else PATCHES)))
        for side in ((box.tile_mm[0],) * 2 if paper else box.tile_mm)
    )
    slip = rng.uniform(-0.5, 0.5, 2) * (wide, tall) if paper else rng.normal(0, 0.04, 2) * box.tile_mm
    turn = float(rng.uniform(0, 360)) if paper else float(rng.normal(0, 2.0))
    outline = rectangle(wide, tall, 0.5)
    colour = _colour(rng, paper)
    piece = Piece(thing, outline, (Shape((outline,), colour, "face"),), (), float(rng.uniform(0.1, 2.0)))
    placed = Placed(piece, at[0] + float(slip[0]), at[1] + float(slip[1]), turn, box.high_mm)
    material = Material(seed=int(rng.integers(2**31)))
    scale = camera.px_per_mm * OVERSIZE
    cast_shadows(picture, (placed,), camera, light)
    lay(picture, owners, placed, HIDDEN, camera, material, face_of(placed, scale, material, None, rng), scale)


def _colour(rng: Rng, paper: bool) -> Colour:
    if paper and rng.random() < WHITE:
        return jitter(rng, (int(rng.uniform(190, 250)),) * 3, 6)
    return rgb(float(rng.random()), float(rng.uniform(0, 1)), float(rng.uniform(0.1, 1)))
