"""A table that stays: pieces come and go, a hand passes, the camera may be bumped, frames are quick."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork.shapes import Piece
from vision.scene.camera import Camera
from vision.scene.dice import Die
from vision.scene.dice_drawing import lay_dice
from vision.scene.hand import Cover, Hand, draw_hand
from vision.scene.light import shine, to_linear, to_screen
from vision.scene.render import (
    OVERSIZE,
    Picture,
    Size,
    cast_shadows,
    face_of,
    flat_table,
    lay,
    paint_grain,
    warp_flat,
)
from vision.scene.scene import Frame, Placed, Scene
from vision.scene.seeing import COVERED, Owners, see_marks, see_pieces, surface_of
from vision.scene.sensor import metered

SPARE_PX = 64
"""The noise sheet is this much larger than a frame, and every frame takes another corner of it."""


@dataclass(frozen=True)
class _Ground:
    """What stays while the camera stays: the bare table, the lens and the lamps."""

    camera: Camera
    table: Picture
    lens: tuple[NDArray[np.float32], NDArray[np.float32]] | None
    lit: NDArray[np.float32]
    glare: NDArray[np.float32]


@dataclass(frozen=True)
class _Board:
    """The table with its pieces, lit and developed, before the hand and the chip's noise."""

    picture: Picture
    owners: Owners


class Stage:
    """A simulated table for one camera; every frame comes with its truth.

    The scene's camera is meant for frames `width_px` wide; frames of other widths see the same table.
    """

    def __init__(self, scene: Scene, seed: int = 0, width_px: int = 1280) -> None:
        self._scene = replace(scene, pieces=(), hand=None)
        self._seed, self._width_px, self._count = seed, width_px, 0
        self._laid: dict[str, Placed] = {}
        self._dice: tuple[Die, ...] = ()
        self._hand: Hand | None = None
        self._flats: dict[Size, tuple[Picture, NDArray[np.float64]]] = {}
        self._grounds: dict[Size, _Ground] = {}
        self._boards: dict[Size, _Board] = {}
        self._faces: dict[tuple[str, float], tuple[Piece, Picture]] = {}
        self._noise: dict[Size, NDArray[np.int8]] = {}
        for number, placed in enumerate(scene.pieces):
            self.lay(str(number), placed)

    @property
    def pieces(self) -> tuple[Placed, ...]:
        """What lies there, in the order it was laid."""
        return tuple(self._laid.values())

    def lay(self, key: str, placed: Placed) -> None:
        """Lay a piece under a key that takes it away again."""
        self._boards.clear()
        self._laid[key] = placed

    def take_away(self, key: str) -> None:
        """Take a piece from the table."""
        del self._laid[key]
        self._boards.clear()

    def clear(self) -> None:
        """Take all pieces away."""
        for key in tuple(self._laid):
            self.take_away(key)

    def throw(self, dice: tuple[Die, ...]) -> None:
        """Have just these dice lie on the table."""
        self._dice = dice
        self._boards.clear()

    def show_hand(self, hand: Hand | None) -> None:
        """Hold a hand over the table, or take it back."""
        self._hand = hand

    def bump(self, shift_mm: float = 6.0, turn_deg: float = 1.5) -> None:
        """Knock the camera a little to one side, by lot."""
        rng = np.random.default_rng((self._seed, self._count, 1))
        camera = self._scene.camera
        x, y = np.array(camera.aim_mm) + rng.uniform(-1, 1, 2) * shift_mm
        roll = camera.roll_deg + float(rng.uniform(-1, 1)) * turn_deg
        self._scene = replace(self._scene, camera=replace(camera, aim_mm=(float(x), float(y)), roll_deg=roll))
        self._grounds.clear()
        self._boards.clear()

    def picture(self, size: Size) -> Picture:
        """The next frame of (width, height) without its truth, which takes longer than the picture."""
        self._count += 1
        return self._noisy(self._shown(size)[0], size)

    def frame(self, size: Size) -> Frame:
        """The next frame of (width, height); the same calls in the same order give the same frames."""
        self._count += 1
        picture, owners = self._shown(size)
        camera = self._ground(size).camera
        scene = replace(self._scene, pieces=self.pieces, hand=self._hand, camera=camera)
        marks = see_marks(scene.pieces, camera, owners)
        surface = surface_of(owners, scene.pieces)
        return Frame(self._noisy(picture, size), marks, see_pieces(scene, size, marks), surface)

    def _shown(self, size: Size) -> tuple[Picture, Owners]:
        """The board, with the hand over it where there is one."""
        board, camera, shadow_mm = self._board(size), self._ground(size).camera, self._scene.light.shadow_mm
        cover = draw_hand(self._hand, camera, size, shadow_mm) if self._hand else None
        return self._covered(board, cover, size) if cover is not None else (board.picture, board.owners)

    def _ground(self, size: Size) -> _Ground:
        if size not in self._grounds:
            scene = self._scene
            camera = replace(scene.camera, px_per_mm=scene.camera.px_per_mm * size[0] / self._width_px)
            lens = camera.lens_map(size) if camera.bend else None
            if size not in self._flats:
                # Painted once: a bumped camera sees the same grain elsewhere.
                self._flats[size] = flat_table(scene.table, camera, size)
            table = warp_flat(*self._flats[size], camera, size)
            self._grounds[size] = _Ground(camera, table, lens, *shine(scene.light, size))
        return self._grounds[size]

    def _board(self, size: Size) -> _Board:
        if size in self._boards:
            return self._boards[size]
        scene, ground, pieces = self._scene, self._ground(size), self.pieces
        picture = ground.table.copy()
        owners = np.zeros((size[1], size[0]), np.int16)
        cast_shadows(picture, pieces, ground.camera, scene.light)
        scale = ground.camera.px_per_mm * OVERSIZE
        for index, (key, placed) in enumerate(self._laid.items()):
            face = self._face(key, placed, scale)
            lay(picture, owners, placed, index + 1, ground.camera, scene.material, face, scale)
        if self._dice:
            numbers = [COVERED] * len(self._dice)
            lay_dice(self._dice, picture, owners, numbers, ground.camera, scene.light)
        if ground.lens is not None:
            picture = cv2.remap(picture, *ground.lens, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
            owners = cv2.remap(owners, *ground.lens, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REFLECT)
        light = to_linear(picture) * ground.lit
        if scene.light.gloss:
            gloss = np.where(owners > 0, scene.light.gloss, scene.light.gloss * 0.35).astype(np.float32)
            light += (ground.glare * gloss)[..., None]
        exposure = scene.sensor.exposure * metered(light, scene.sensor.metering)
        gains = np.array(scene.sensor.gains, np.float32) * np.float32(exposure)
        picture = to_screen(light * gains)
        if scene.sensor.defocus_px > 0.25:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), scene.sensor.defocus_px), np.uint8)
        self._boards[size] = _Board(picture, owners)
        return self._boards[size]

    def _face(self, key: str, placed: Placed, scale: float) -> Picture:
        known = self._faces.get((key, scale))
        if known is None or known[0] is not placed.piece:
            material = self._scene.material
            grain = paint_grain(material, scale)
            rng = np.random.default_rng((material.seed, zlib.crc32(key.encode())))
            known = placed.piece, face_of(placed, scale, material, grain, rng)
            self._faces[key, scale] = known
        return known[1]

    def _covered(self, board: _Board, cover: Cover, size: Size) -> tuple[Picture, Owners]:
        """The board with a hand and its shadow over it, worked out only where they are."""
        picture, owners = board.picture.copy(), board.owners.copy()
        touched = (cover.share > 0.01) | (cover.shadow > 0.02)
        rows, columns = np.flatnonzero(touched.any(axis=1)), np.flatnonzero(touched.any(axis=0))
        if len(rows):
            area = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
            share = cover.share[area][..., None]
            dark = 1 - self._scene.light.shadow_depth * 0.5 * cover.shadow[area][..., None]
            light = np.clip(self._ground(size).lit[area].mean(axis=(0, 1)), 0.3, 1.2) * 255
            mixed = picture[area] * dark * (1 - share) + cover.colour[area] * light * share
            picture[area] = np.clip(mixed, 0, 255)
            owners[area][cover.share[area] > 0.5] = COVERED
        return picture, owners

    def _noisy(self, picture: Picture, size: Size) -> Picture:
        """The frame with its own corner of one sheet of noise."""
        depth = self._scene.sensor.noise
        if depth < 0.1:
            return picture.copy()
        if size not in self._noise:
            rng = np.random.default_rng((self._seed, 2))
            shape = (size[1] + SPARE_PX, size[0] + SPARE_PX, 3)
            sheet = rng.standard_normal(shape, dtype=np.float32) * depth
            self._noise[size] = np.clip(sheet, -127, 127).astype(np.int8)
        x, y = np.random.default_rng((self._seed, self._count, 3)).integers(0, SPARE_PX, 2)
        grain = self._noise[size][y : y + size[1], x : x + size[0]]
        return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)
