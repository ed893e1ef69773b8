"""Tables of Addique and rows of Formula drawn by lot, with looks held out from training, and their truth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from benchmarks.tables import HIDDEN, SIZES, WHOLE, Deck, Kind, Laid, Rng, Table, Truth, readable
from vision import Reading
from vision.artwork.addique import TILES
from vision.formula.equation import split_tokens
from vision.scene.camera import Camera, project
from vision.scene.chance import draw_hand_over, draw_scene
from vision.scene.lot import Lot
from vision.scene.render import render
from vision.scene.scene import COVER, Frame, Placed, Scene
from vision.scene.things import Thing

BLOCKED = 0.25
HAND_BESIDE = 0.1  # of the other tables: it covers nothing
LARGEST_PX = {"addique": 95.0, "formula": 150.0}
SMALLEST_PX = 26.0
ROOM = 1.7  # cells or numerals from a piece's middle to the picture's edge
NEARER = 0.93
KINDS_ON_TOP = ("phone", "mug", "pencil", "ruler")


def draw(game: str, rng: Rng, kind: Kind, lot: Lot) -> Table:
    """Draw until the pieces fit the picture and each is clearly whole or clearly not."""
    blocked = rng.random() < BLOCKED
    while True:
        size = SIZES[int(rng.integers(len(SIZES)))]
        size_px = float(np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX[game]))))
        scene = draw_scene(rng, lot, game, size_px, size, whole=True, hard=kind == "hard")
        while not _inside(scene, size) and _size_px(scene) > SMALLEST_PX:
            scene = _farther(scene)
        if not _legal(game, scene) or not _inside(scene, size):
            continue
        scene = _block(rng, scene, size) if blocked else _clear(rng, scene)
        frame = render(scene, size)
        top = _top_pieces(game, scene, frame)
        if any(HIDDEN < seen < WHOLE for seen in top.values()) or blocked == (min(top.values()) >= WHOLE):
            continue
        if not any(mark.seen >= WHOLE for mark in frame.marks):
            continue  # a lone tile wholly under a mug is a table with a mug to any eye
        return Table(frame.picture, _truth(game, scene, frame, top))


def _truth(game: str, scene: Scene, frame: Frame, top: dict[int, float]) -> Truth:
    told = [(_piece(scene, frame, i, order), top[i] >= WHOLE) for order, i in enumerate(top)]
    sizes = [mark.size_px for mark in frame.marks if mark.piece in top]
    faces = "".join(scene.pieces[i].piece.name for i in top)
    return Truth(
        tuple(piece for piece, seen in told if seen),
        split_tokens(faces) if game == "formula" else (),
        tuple(piece for piece, seen in told if not seen),
        float(np.median(sizes)),
        readable(frame, frozenset(top)),
        scene.hand is not None and bool((frame.surface == COVER).any()),
    )


def _own(scene: Scene) -> list[Placed]:
    return [placed for placed in scene.pieces if not placed.stranger]


def _legal(game: str, scene: Scene) -> bool:
    return game != "addique" or all(placed.piece.name in TILES for placed in _own(scene))


def _size_px(scene: Scene) -> float:
    return scene.camera.px_per_mm * scene.pieces[0].size_mm


def _farther(scene: Scene) -> Scene:
    """The scene from a little farther away, blurred as much for its size."""
    camera, sensor = scene.camera, scene.sensor
    return replace(
        scene,
        camera=replace(camera, px_per_mm=NEARER * camera.px_per_mm),
        sensor=replace(sensor, defocus_px=NEARER * sensor.defocus_px, motion_px=NEARER * sensor.motion_px),
    )


def _inside(scene: Scene, size: tuple[int, int]) -> bool:
    """Whether all pieces are well inside the picture."""
    points = _seen_at(scene, size)
    room = ROOM * _size_px(scene)
    return bool((points > room).all() and (points < np.float64(size) - room).all())


def _seen_at(scene: Scene, size: tuple[int, int]) -> np.ndarray:
    return project(scene.camera.matrix(size), np.float64([(p.x_mm, p.y_mm) for p in _own(scene)]))


def _clear(rng: Rng, scene: Scene) -> Scene:
    """The scene with nothing laid on top, and seldom a hand near."""
    things = tuple(thing for thing in scene.things if not thing.lift_mm)
    return replace(scene, things=things, hand=scene.hand if rng.random() < HAND_BESIDE else None)


def _block(rng: Rng, scene: Scene, size: tuple[int, int]) -> Scene:
    """The scene with a hand or a thing over its pieces, or with one of them cut off."""
    over = _own(scene)[int(rng.integers(len(_own(scene))))]
    at, extent_mm = (over.x_mm, over.y_mm), max(size) / scene.camera.px_per_mm
    way = rng.random()
    if way < 0.5:
        return replace(scene, hand=draw_hand_over(rng, at, 0.4 * extent_mm))
    if way < 0.75:
        kind = str(rng.choice(KINDS_ON_TOP))
        thing = Thing(kind, *at, float(rng.uniform(0, 360)), int(rng.integers(2**31)), 4.0)
        return replace(scene, things=(*scene.things, thing), hand=None)
    return replace(scene, camera=_cutting(rng, scene, size), hand=None)


def _cutting(rng: Rng, scene: Scene, size: tuple[int, int]) -> Camera:
    """The camera moved until the outermost piece of one side lies across the picture's edge."""
    points = _seen_at(scene, size)
    axis, far = int(rng.integers(2)), bool(rng.integers(2))
    outer = int((points[:, axis] if far else -points[:, axis]).argmax())
    edge = points[outer].copy()
    edge[axis] = (size[axis] if far else 0.0) + rng.uniform(-0.5, 0.5) * _size_px(scene)
    ground = project(np.linalg.inv(scene.camera.matrix(size)), np.stack([points[outer], edge]))
    aim = np.array(scene.camera.aim_mm) + ground[0] - ground[1]
    return replace(scene.camera, aim_mm=(float(aim[0]), float(aim[1])))


def _piece(scene: Scene, frame: Frame, index: int, order: int) -> Laid:
    own = [i for i, placed in enumerate(scene.pieces) if not placed.stranger]
    seen = frame.pieces[own.index(index)]
    return (seen.name, *(seen.place or (order, 0)), round(seen.x_px, 1), round(seen.y_px, 1))


def _top_pieces(game: str, scene: Scene, frame: Frame) -> dict[int, float]:
    """Pieces that count, by index, with their visible share: in Formula only the topmost cards do."""
    seen: dict[int, float] = {}
    for mark in frame.marks:
        seen[mark.piece] = min(seen.get(mark.piece, 1.0), mark.seen)
    if game != "formula":
        return seen
    order = list(seen)
    top = {}
    for here, index in enumerate(order):
        low, width = scene.pieces[index], _width(scene.pieces[index].piece.outline)
        later = order[here + 1 :]
        if not any(abs(scene.pieces[i].x_mm - low.x_mm) < 0.5 * width for i in later):
            top[index] = seen[index]
    return top


def _width(outline: tuple[tuple[float, float], ...]) -> float:
    across = [x for x, _ in outline]
    return max(across) - min(across)


def exact(reading: Reading, truth: Truth) -> bool:
    """Whether every piece is read, in its place, and nothing else."""
    if reading.game == "formula":
        return reading.tokens == truth.tokens
    read = ((piece.name, piece.col or 0, piece.row or 0) for piece in reading.pieces)
    return _moved(read) == _moved(piece[:3] for piece in (*truth.pieces, *truth.hidden))


def _moved(pieces: Iterable[tuple[str, int, int]]) -> set[tuple[str, int, int]]:
    """The same layout with its first column and row at 0."""
    found = list(pieces)
    col = min((piece[1] for piece in found), default=0)
    row = min((piece[2] for piece in found), default=0)
    return {(name, c - col, r - row) for name, c, r in found}


DECKS = tuple(Deck(game, partial(draw, game), exact) for game in LARGEST_PX)
