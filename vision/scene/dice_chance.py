"""Pictures of throws drawn by lot: dice of any make on any ground in any light, with the truth."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.camera import Camera, project
from vision.scene.chance import draw_hand_over, draw_light, draw_sensor
from vision.scene.colours import bgr, jitter, rgb
from vision.scene.dice import Die, SeenDie, see_die, see_points
from vision.scene.dice_drawing import cast_shadow, draw_die
from vision.scene.dice_throws import Wall, draw_dice, draw_wall
from vision.scene.hand import draw_hand
from vision.scene.light import shine, to_linear
from vision.scene.render import warp_table
from vision.scene.sensor import take
from vision.scene.table import Table
from vision.scene.texture import SURFACES
from vision.scene.things import KINDS, Brush, Thing, draw_thing

Rng = np.random.Generator

HIDDEN = -1
SIDE_MM = Die.side_mm
WRITTEN = 0.25  # of all grounds have a word, small enough for its letters to pass for pips
TILED = 0.12  # of all grounds have a box's row of numbers beside the dice
HARD = 0.4  # of all throws are seen in bad light or out of focus
STEEP_DEG, STEEPEST_DEG = 20.0, 50.0
FAR_OFF = (8.0, 60.0)  # sides of a die from it to the camera
NEAR_SHARE = 0.28  # of the picture: a die this large is looked at closely, and is in its middle
OFF_MIDDLE = 0.14
GROUNDS = (*SURFACES, "felt", "felt", "felt", "wood", "wood", "plain", "dots")
CLUTTER = tuple(kind for kind in KINDS if kind != "die")
GRID = np.stack(np.meshgrid(np.linspace(0.08, 0.92, 9), np.linspace(0.08, 0.92, 9)), axis=-1).reshape(-1, 2)


@dataclass(frozen=True)
class Throw:
    """A picture of dice (BGR), each with its truth and the shares of it and of its top in sight.

    `bodies` says where any of the dice is seen.
    """

    picture: NDArray[np.uint8]
    dice: tuple[SeenDie, ...]
    seen: tuple[float, ...]
    tops: tuple[float, ...]
    bodies: NDArray[np.bool_]


def draw_throw(rng: Rng, side_px: float, size: tuple[int, int]) -> Throw:
    """A throw, one of its dice side_px large and in the midst, seen from up to 50 degrees off vertical."""
    extent_mm = max(size) / side_px * SIDE_MM
    dice, walls = draw_dice(rng, extent_mm)
    camera = _aim(rng, dice, side_px, size)
    shadow = (float(rng.normal(0, 0.6)), float(rng.normal(0, 0.6)))
    hard = bool(rng.random() < HARD)
    light = draw_light(rng, shadow, hard)
    picture = warp_table(_ground(rng), camera, size)
    _strew(rng, picture, camera, extent_mm)
    if rng.random() < WRITTEN:
        _write(rng, picture)
    if rng.random() < TILED:
        _lay_row(rng, picture, camera, extent_mm)
    mask = np.zeros(picture.shape[:2], np.uint8)
    for die in dice:
        cast_shadow(die, camera, mask, shadow)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, light.shadow_softness * camera.px_per_mm))
    picture = (picture * (1 - 0.7 * light.shadow_depth * soft[..., None] / np.float32(255))).astype(np.uint8)
    owners = np.zeros(picture.shape[:2], np.int16)
    lamp = np.array([-shadow[0], -shadow[1], 1.0])
    full = [0] * len(dice)
    standing = [(_depth(die.middle, camera, size), k) for k, die in enumerate(dice)]
    standing += [(_depth(_top_of(wall), camera, size), -1 - k) for k, wall in enumerate(walls)]
    for _, k in sorted(standing, reverse=True):
        if k < 0:
            draw_wall(walls[-1 - k], picture, owners, HIDDEN, camera)
        else:
            full[k] = draw_die(dice[k], picture, owners, k + 1, camera, lamp)
    shade = np.zeros(picture.shape[:2], np.float32)
    if rng.random() < 0.1:
        cover = draw_hand(draw_hand_over(rng, (0.0, 0.0), extent_mm), camera, size, shadow)
        if cover is not None:
            picture = np.clip(
                picture + (cover.colour * 255 - picture) * cover.share[..., None], 0, 255
            ).astype(np.uint8)
            owners[cover.share > 0.5] = HIDDEN
            shade = cover.shadow * (1 - cover.share)
    lit, glare = shine(light, size)
    linear = to_linear(picture) * lit * (1 - light.shadow_depth * shade)[..., None]
    linear += (glare * light.gloss * 0.6)[..., None]
    seen = tuple(float((owners == k + 1).sum() / max(full[k], 1)) for k in range(len(dice)))
    truth = tuple(_in_sight(see_die(die, camera, size), owners, k + 1) for k, die in enumerate(dice))
    tops = tuple(top_in_sight(die, owners, k + 1) for k, die in enumerate(truth))
    return Throw(take(linear, draw_sensor(rng, side_px, hard)), truth, seen, tops, owners > 0)


def _aim(rng: Rng, dice: tuple[Die, ...], side_px: float, size: tuple[int, int]) -> Camera:
    """A camera that sees one of the dice at about the size asked for, near the middle if it is large."""
    apart = float(np.exp(rng.uniform(*np.log(FAR_OFF))))
    pitch = rng.uniform(0, STEEP_DEG) if rng.random() < 0.4 else rng.uniform(STEEP_DEG / 2, STEEPEST_DEG)
    yaw, roll = rng.uniform(0, 360, 2).tolist()
    reach = max(size)
    camera = Camera((0.0, 0.0), side_px / SIDE_MM, apart * side_px / reach, float(pitch), yaw, roll)
    if not dice:
        return camera
    die = dice[int(rng.integers(len(dice)))]
    camera = replace(camera, aim_mm=(die.x_mm, die.y_mm))
    camera = replace(camera, px_per_mm=camera.px_per_mm * side_px / see_die(die, camera, size).size_px)
    seen = see_die(die, camera, size)
    room = reach / 2 - 0.6 * side_px
    close = side_px > NEAR_SHARE * reach
    off = rng.normal(0, OFF_MIDDLE * side_px, 2) if close else rng.uniform(-room, room, 2)
    step = np.array([seen.x_px, seen.y_px]) - np.array(size) / 2 + off
    back = np.linalg.inv(camera.matrix(size))
    aim = project(back, (np.array(size) / 2 + step)[None])[0]
    return replace(camera, aim_mm=(float(aim[0]), float(aim[1])))


def top_in_sight(die: SeenDie, owners: NDArray[np.int16], owner: int) -> float:
    """The share of a die's top that nothing hides and that is inside the picture."""
    x, y = GRID[:, :1], GRID[:, 1:]
    a, b, c, d = die.top
    points = (1 - x) * (1 - y) * a + x * (1 - y) * b + x * y * c + (1 - x) * y * d
    return float(_owned(points, owners, owner).mean())


def _in_sight(die: SeenDie, owners: NDArray[np.int16], owner: int) -> SeenDie:
    """A die's truth without the pips on its other sides that something hides."""
    return replace(die, other_pips=die.other_pips[_owned(die.other_pips, owners, owner)])


def _owned(points: NDArray[np.float64], owners: NDArray[np.int16], owner: int) -> NDArray[np.bool_]:
    """Which points of a picture show the owner."""
    height, width = owners.shape
    near = np.round(points).astype(int)
    inside = (near >= 0).all(axis=1) & (near[:, 0] < width) & (near[:, 1] < height)
    near = np.clip(near, 0, [width - 1, height - 1])
    return np.asarray(inside & (owners[near[:, 1], near[:, 0]] == owner))


def _ground(rng: Rng) -> Table:
    """Felt of any colour, wood, cloth, a table as pale or dark as the dice."""
    surface = str(rng.choice(GROUNDS))
    if surface == "felt":
        hue = rng.choice([0.38, 0.97, 0.6, rng.random()])
        low = rgb(hue, rng.uniform(0.4, 0.9), rng.uniform(0.2, 0.7))
    elif rng.random() < 0.35:
        tone = int(rng.uniform(150, 250))
        low = jitter(rng, (tone, tone - 6, tone - int(rng.uniform(0, 40))), 6)
    else:
        low = rgb(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 1))
    high = (
        jitter(rng, low, 30)
        if rng.random() < 0.6
        else rgb(rng.random(), rng.uniform(0, 1), rng.uniform(0, 1))
    )
    return Table(surface, bgr(low), bgr(high), float(rng.uniform(0, 360)), int(rng.integers(2**31)))


def _strew(rng: Rng, picture: NDArray[np.uint8], camera: Camera, extent_mm: float) -> None:
    """Clutter on the table: walls, coins, dominoes, counters and the like."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(int(rng.choice([0, 0, 1, 1, 2]))):
        x, y = (rng.uniform(-0.6, 0.6, 2) * extent_mm).tolist()
        kind = str(rng.choice([*CLUTTER, "block", "domino", "counters"]))
        draw_thing(
            Thing(kind, x, y, float(rng.uniform(0, 360)), int(rng.integers(2**31))),
            picture,
            mask,
            camera,
        )


def _write(rng: Rng, picture: NDArray[np.uint8]) -> None:
    """Print a word or a row of figures on the ground, at any turn, in place."""
    height, width = picture.shape[:2]
    place = rng.uniform(0, 1, 2) * [width, height]
    word = "".join(rng.choice(list("TRICACEIOL1234567890-."), int(rng.integers(3, 11))))
    tall, heavy = int(rng.integers(4, 20)), int(rng.integers(1, 3))
    _letter(picture, word, place, tall, heavy, float(rng.uniform(0, 360)), rng.uniform(0, 255, 3))


def _letter(
    picture: NDArray[np.uint8],
    word: str,
    place: NDArray[np.float64],
    tall: float,
    heavy: int,
    turn_deg: float,
    colour: NDArray[np.float64],
) -> None:
    """Print a word round a place at a turn, in place."""
    height, width = picture.shape[:2]
    ink = np.zeros((height, width), np.uint8)
    scale = tall / 21
    wide = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, scale, heavy)[0][0]
    x, y = place.astype(int).tolist()
    at = (x - wide // 2, y + round(tall / 2))
    cv2.putText(ink, word, at, cv2.FONT_HERSHEY_DUPLEX, scale, 255, heavy, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((float(x), float(y)), turn_deg, 1.0)
    share = cv2.warpAffine(ink, turn, (width, height))[..., None] / np.float32(255)
    picture[:] = picture + (colour - picture) * share


def _lay_row(rng: Rng, picture: NDArray[np.uint8], camera: Camera, extent_mm: float) -> None:
    """A row of tiles, each open with a figure or covered, as a box has it beside its felt, in place."""
    size, mask = (picture.shape[1], picture.shape[0]), np.zeros(picture.shape[:2], np.uint8)
    pitch, turn = SIDE_MM * float(rng.uniform(1.0, 1.7)), float(rng.uniform(0, 360))
    wide, tall = pitch * float(rng.uniform(0.84, 0.97)), pitch * float(rng.uniform(1.1, 1.8))
    middle = rng.uniform(-0.6, 0.6, 2) * extent_mm
    way = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    face, back = (np.array(jitter(rng, (150, 185, 215), 40)) * rng.uniform(0.3, 1.1) for _ in range(2))
    ink, high = rng.uniform(0, 90, 3) if face.mean() > 90 else rng.uniform(170, 255, 3), rng.uniform(1, 8)
    for number in range(1, 10):
        at = middle + (number - 5) * pitch * way
        is_open = bool(rng.random() < 0.6)
        brush = Brush(picture, mask, camera, Thing("tile", float(at[0]), float(at[1]), turn, 0))
        ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([wide, tall]) / 2
        colour = (face if is_open else back) * rng.uniform(0.92, 1.08)
        blue, green, red = np.clip(colour, 0, 255).astype(int).tolist()
        brush.stack(ring, 0.0, float(high), (blue // 2, green // 2, red // 2), 3)
        brush.fill(ring, float(high), (blue, green, red))
        if is_open:
            ends = np.array([(*at, high), (*(at + way), high)])
            seen = see_points(camera, size, ends)
            along = seen[1] - seen[0]
            px = float(np.linalg.norm(along)) * pitch * 0.75
            lean = -float(np.degrees(np.arctan2(along[1], along[0])))
            if px < min(size):
                _letter(picture, str(number), seen[0], px, max(1, round(px / 9)), lean, ink)


def _top_of(wall: Wall) -> NDArray[np.float64]:
    return np.array([wall.x_mm, wall.y_mm, wall.height_mm])


def _depth(place: NDArray[np.float64], camera: Camera, size: tuple[int, int]) -> float:
    """How deep something stands in the picture, for drawing the far ones first."""
    x, y, z = place.tolist()
    return float((camera.matrix(size, z) @ np.array([x, y, 1.0]))[2])
