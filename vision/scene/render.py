"""From a scene to a frame: table, shadows, pieces, things, hand, light, lens and chip."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.artwork.paint import paint
from vision.scene.camera import Camera, project, turn_matrix
from vision.scene.hand import draw_hand
from vision.scene.light import Light, shine, to_linear
from vision.scene.scene import Frame, Material, Placed, Scene
from vision.scene.seeing import COVERED, Owners, see_marks, see_pieces, surface_of
from vision.scene.sensor import take
from vision.scene.table import Table, paint_table
from vision.scene.texture import SURFACES
from vision.scene.things import draw_thing

Picture = NDArray[np.uint8]
Size = tuple[int, int]

GRAIN_PX = 512
OVERSIZE = 1.15
"""Faces are painted a little larger than they are seen."""


def render(scene: Scene, size: Size) -> Frame:
    """The scene as a camera of (width, height) pixels sees it, with the truth."""
    picture = warp_table(scene.table, scene.camera, size)
    owners = np.zeros((size[1], size[0]), np.int16)
    cast_shadows(picture, scene.pieces, scene.camera, scene.light)
    grain = paint_grain(scene.material, scene.camera.px_per_mm)
    rng = np.random.default_rng(scene.material.seed)
    scale = scene.camera.px_per_mm * OVERSIZE
    for index, placed in enumerate(scene.pieces):
        if not out_of_sight(placed, scene.camera, size):
            face = face_of(placed, scale, scene.material, grain, rng)
            lay(picture, owners, placed, index + 1, scene.camera, scene.material, face, scale)
    _stand(scene, picture, owners)
    shadow = _reach(scene, picture, owners)
    if scene.camera.bend:
        across, down = scene.camera.lens_map(size)
        picture = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        owners = cv2.remap(owners, across, down, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REFLECT)
        shadow = cv2.remap(shadow, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    lit, glare = shine(scene.light, size)
    light = to_linear(picture) * lit
    light *= (1 - scene.light.shadow_depth * shadow)[..., None]
    if scene.light.gloss:
        light += (glare * np.where(owners > 0, scene.light.gloss, scene.light.gloss * 0.35))[..., None]
    marks = see_marks(scene.pieces, scene.camera, owners)
    return Frame(
        take(light, scene.sensor), marks, see_pieces(scene, size, marks), surface_of(owners, scene.pieces)
    )


def warp_table(table: Table, camera: Camera, size: Size) -> Picture:
    """The bare table in the picture."""
    return warp_flat(*flat_table(table, camera, size), camera, size)


def flat_table(table: Table, camera: Camera, size: Size) -> tuple[Picture, NDArray[np.float64]]:
    """The bare table as far as a camera sees it, and what takes its dots to mm."""
    matrix = camera.matrix(size)
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64)
    # Along the surface's own axes no more of it is painted than is seen, and nothing is turned twice.
    turn = turn_matrix(table.turn_deg)
    ground = project(np.linalg.inv(matrix), corners) @ turn
    low, high = ground.min(axis=0), ground.max(axis=0)
    scale = min(camera.px_per_mm, 2.0 * max(size) / float((high - low).max()))
    pixels = (int((high[0] - low[0]) * scale) + 2, int((high[1] - low[1]) * scale) + 2)
    flat = paint_table(table, (float(low[0]), float(low[1])), pixels, scale)
    to_mm = np.eye(3)
    to_mm[:2] = turn @ np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]]])
    return flat, to_mm


def warp_flat(flat: Picture, to_mm: NDArray[np.float64], camera: Camera, size: Size) -> Picture:
    """A flat table as a camera sees it."""
    matrix = camera.matrix(size) @ to_mm
    seen = cv2.warpPerspective(flat, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.uint8)


def outline_on(
    placed: Placed, camera: Camera, size: Size, z_mm: float, shift: tuple[float, float] = (0, 0)
) -> NDArray[np.int32]:
    """A piece's cut line in the picture at a height, in sixteenths of a pixel."""
    points = np.array(placed.piece.outline) @ turn_matrix(placed.turn_deg).T + (
        placed.x_mm + shift[0],
        placed.y_mm + shift[1],
    )
    flat = project(camera.matrix(size, z_mm), points)
    return np.asarray(np.clip(flat * 16, -(2**20), 2**20).round().astype(np.int32))


def cast_shadows(picture: Picture, pieces: tuple[Placed, ...], camera: Camera, light: Light) -> None:
    """Darken the table beside the pieces, in place."""
    size = (picture.shape[1], picture.shape[0])
    mask = np.zeros((size[1], size[0]), np.uint8)
    for placed in pieces:
        top = placed.lift_mm + placed.piece.thickness_mm
        shift = (light.shadow_mm[0] * top, light.shadow_mm[1] * top)
        cv2.fillPoly(mask, [outline_on(placed, camera, size, 0.0, shift)], 255, cv2.LINE_AA, 4)
    sigma = light.shadow_softness * camera.px_per_mm
    if sigma > 0.4:
        mask = cv2.GaussianBlur(mask, (0, 0), sigma)
    keep = np.power(np.maximum(1 - light.shadow_depth * np.arange(256) / 255, 0), 1 / 2.2).astype(np.float32)
    picture[:] = picture * keep[mask][..., None]


def paint_grain(material: Material, px_per_mm: float) -> NDArray[np.float32] | None:
    """A sheet of the pieces' material to cut every face's grain from, around 1."""
    if material.depth < 0.01:
        return None
    rng = np.random.default_rng(material.seed)
    low, high = np.full(3, 0.7, np.float32), np.full(3, 1.0, np.float32)
    high *= rng.uniform(0.9, 1.0, 3).astype(np.float32)
    sheet = SURFACES[material.surface](rng, (GRAIN_PX, GRAIN_PX), max(px_per_mm, 0.3), low, high)
    return np.asarray(1 + material.depth * (sheet / max(float(sheet.mean()), 0.05) - 1), np.float32)


def face_of(
    placed: Placed,
    px_per_mm: float,
    material: Material,
    grain: NDArray[np.float32] | None,
    rng: np.random.Generator,
) -> Picture:
    """A piece's painted face (BGRA) with grain, tone, edges and wear."""
    face = np.ascontiguousarray(paint(placed.piece, px_per_mm, 2)[..., [2, 1, 0, 3]])
    height, width = face.shape[:2]
    gain = np.full((height, width, 1), 1 + rng.normal(0, 1) * material.tone_spread, np.float32)
    if grain is not None:
        y, x = rng.integers(0, GRAIN_PX, 2)
        rows, columns = (np.arange(height) + y) % GRAIN_PX, (np.arange(width) + x) % GRAIN_PX
        gain = gain * grain[np.ix_(rows, columns)]
    if material.bevel > 0.01:
        alpha = cv2.blur(face[..., 3], (3, 3)).astype(np.float32) / 255
        gain = (
            gain + material.bevel * (np.roll(alpha, 1, (0, 1)) - np.roll(alpha, -1, (0, 1)))[..., None] * -1
        )
    if abs(material.relief) > 0.01:
        grey = cv2.cvtColor(face, cv2.COLOR_BGRA2GRAY).astype(np.float32) / 255
        gain = gain + material.relief * (np.roll(grey, 1, (0, 1)) - np.roll(grey, -1, (0, 1)))[..., None]
    colour = face[..., :3].astype(np.float32)
    if material.wear > 0.01:
        rub = cv2.resize(rng.random((9, 9), dtype=np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        plain = np.array(placed.piece.shapes[0].fill[::-1], np.float32)
        colour = colour + (plain - colour) * (np.clip(rub - 0.45, 0, 1) * material.wear)[..., None]
    face[..., :3] = np.clip(colour * gain, 0, 255)
    return face


def out_of_sight(placed: Placed, camera: Camera, size: Size) -> bool:
    """Whether no part of a piece is in the picture."""
    outline = outline_on(placed, camera, size, placed.lift_mm) / 16
    margin = placed.piece.thickness_mm * camera.px_per_mm + 2
    return bool((outline.max(0) < -margin).any() or (outline.min(0) > np.array(size) + margin).any())


def lay(
    picture: Picture,
    owners: Owners,
    placed: Placed,
    owner: int,
    camera: Camera,
    material: Material,
    face: Picture,
    px_per_mm: float,
) -> None:
    """Draw one piece, its sides and its painted face, on the picture, in place."""
    size = (picture.shape[1], picture.shape[0])
    top = outline_on(placed, camera, size, placed.lift_mm + placed.piece.thickness_mm)
    bottom = outline_on(placed, camera, size, placed.lift_mm)
    low = np.maximum(np.minimum(top.min(0), bottom.min(0)) // 16 - 2, 0)
    high = np.minimum(np.maximum(top.max(0), bottom.max(0)) // 16 + 3, size)
    if (high <= low).any():
        return
    steps = int(np.clip(np.abs(top - bottom).max() / 16 + 1, 1, 5))
    side = tuple(int(c * material.side) for c in placed.piece.shapes[0].fill[::-1])
    for share in np.linspace(0, 1, steps, endpoint=False):
        level = outline_on(placed, camera, size, placed.lift_mm + share * placed.piece.thickness_mm)
        cv2.fillPoly(picture, [level], side, cv2.LINE_AA, 4)
    cv2.fillPoly(owners, [top], owner, cv2.LINE_8, 4)
    paste(picture, face, face_matrix(placed, camera, size, px_per_mm), low, high)


def face_matrix(placed: Placed, camera: Camera, size: Size, px_per_mm: float) -> NDArray[np.float64]:
    """From a painted face's pixels, counted from its centre, to the picture."""
    turn = turn_matrix(placed.turn_deg)
    lie = np.array(
        [
            [turn[0, 0] / px_per_mm, turn[0, 1] / px_per_mm, placed.x_mm],
            [turn[1, 0] / px_per_mm, turn[1, 1] / px_per_mm, placed.y_mm],
            [0, 0, 1],
        ]
    )
    return np.asarray(camera.matrix(size, placed.lift_mm + placed.piece.thickness_mm) @ lie)


def paste(
    picture: Picture,
    face: Picture,
    matrix: NDArray[np.float64],
    low: NDArray[np.int32],
    high: NDArray[np.int32],
) -> None:
    """Blend a face (BGRA) into the part of the picture between two corners, in place."""
    centre = np.array([[1, 0, -(face.shape[1] - 1) / 2], [0, 1, -(face.shape[0] - 1) / 2], [0, 0, 1]])
    window = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    part = cv2.warpPerspective(
        face, window @ matrix @ centre, (int(high[0] - low[0]), int(high[1] - low[1])), flags=cv2.INTER_LINEAR
    )
    area = picture[low[1] : high[1], low[0] : high[0]]
    share = part[..., 3:].astype(np.float32) / 255
    area[:] = area + (part[..., :3].astype(np.float32) - area) * share


def _stand(scene: Scene, picture: Picture, owners: Owners) -> None:
    """Things on the table, each with a shadow; what lies over a piece, even in part, is a cover."""
    size = (picture.shape[1], picture.shape[0])
    for thing in scene.things:
        mask = np.zeros((size[1], size[0]), np.uint8)
        drawn = picture.copy()
        draw_thing(thing, drawn, mask, scene.camera)
        if not mask.any():
            continue
        step = (
            scene.camera.matrix(size)[:2, :2]
            / scene.camera.matrix(size)[2, 2]
            @ np.array(scene.light.shadow_mm)
            * 8
        )
        moved = cv2.warpAffine(mask, np.array([[1, 0, step[0]], [0, 1, step[1]]]), size)
        soft = cv2.blur(moved, (int(4 * scene.camera.px_per_mm) | 1,) * 2)
        keep = np.power(np.maximum(1 - scene.light.shadow_depth * np.arange(256) / 255, 0), 1 / 2.2).astype(
            np.float32
        )
        shaded = (picture * keep[soft][..., None]).astype(np.uint8)
        picture[:] = np.where(mask[..., None] > 0, drawn, shaded)
        if (owners[mask > 0] > 0).any():
            owners[mask > 0] = COVERED


def _reach(scene: Scene, picture: Picture, owners: Owners) -> NDArray[np.float32]:
    """The hand over everything; its shadow is handed back."""
    size = (picture.shape[1], picture.shape[0])
    cover = draw_hand(scene.hand, scene.camera, size, scene.light.shadow_mm) if scene.hand else None
    if cover is None:
        return np.zeros((size[1], size[0]), np.float32)
    picture[:] = np.clip(picture + (cover.colour * 255 - picture) * cover.share[..., None], 0, 255)
    owners[cover.share > 0.5] = COVERED
    return cover.shadow * (1 - cover.share)
