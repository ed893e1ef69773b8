"""Tables drawn by lot with looks held out from training, kept on disk with their truth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.artwork.addique import TILES
from vision.picture import Pixels
from vision.scene.chance import Lot, draw_scene
from vision.scene.render import render
from vision.scene.scene import Frame, Scene
from vision.training.fonts import find_faces, lot_of

SIZES = ((1536, 864), (1280, 960), (1640, 1232), (2304, 1296))
WHOLE, HIDDEN = 0.97, 0.75
LEAST_CONTRAST = 22  # grey levels between ink and face
SIGNS = frozenset("+-×÷=")


@dataclass(frozen=True)
class Truth:
    """What lies on a table; blocked: something of it, the hidden pieces, is covered or cut off.

    A piece is its name, column, row and centre; the cards of a row count their columns from its left end.
    """

    pieces: tuple[tuple[str, int, int, float, float], ...] = ()
    tokens: tuple[str, ...] = ()
    hidden: tuple[tuple[str, int, int, float, float], ...] = ()
    size_px: float = 0.0

    @property
    def blocked(self) -> bool:
        """Whether not all can be seen: a reading may be sure only if it is whole all the same."""
        return bool(self.hidden)


def held_out_lot(fonts: Path | None) -> Lot:
    """Typefaces, surfaces and hues that no network was trained on."""
    return lot_of(find_faces(fonts), held_out=True)


def tables(game: str, count: int, seed: int, lot: Lot, folder: Path) -> Iterator[tuple[Pixels, Truth]]:
    """Tables of a game with their truth, made once and then taken from the folder."""
    place = folder / f"{game}-{seed}"
    place.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        picture, truth = place / f"{number:05d}.png", place / f"{number:05d}.json"
        if not truth.exists():
            frame, what = _draw(game, np.random.default_rng([seed, number]), lot)
            cv2.imwrite(str(picture), frame.picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
            truth.write_text(json.dumps(asdict(what)))
        yield np.asarray(cv2.imread(str(picture)), np.uint8), _truth(json.loads(truth.read_text()))


def _truth(entry: dict[str, Any]) -> Truth:
    return Truth(
        _lot(entry["pieces"]), tuple(entry["tokens"]), _lot(entry["hidden"]), float(entry["size_px"])
    )


def _lot(pieces: list[list[Any]]) -> tuple[tuple[str, int, int, float, float], ...]:
    return tuple((str(name), int(col), int(row), float(x), float(y)) for name, col, row, x, y in pieces)


def _draw(game: str, rng: np.random.Generator, lot: Lot) -> tuple[Frame, Truth]:
    """Draw until the pieces are a game's own, fit the picture, and are clearly whole or clearly not."""
    while True:
        size = SIZES[int(rng.integers(len(SIZES)))]
        largest = 95 if game == "addique" else 150
        size_px = float(np.exp(rng.uniform(np.log(26), np.log(largest))))
        scene = draw_scene(rng, lot, game, size_px, size, whole=True)
        if not _legal(game, scene):
            continue
        if scene.hand is None and not _inside(scene, size) and rng.random() < 0.94:
            continue
        frame = render(scene, size)
        top = _top_pieces(game, scene, frame)
        if not top or any(HIDDEN < seen < WHOLE for seen in top.values()):
            continue
        if not _legible(frame, top):
            continue
        told = [(_piece(scene, frame, i, order), top[i] > HIDDEN) for order, i in enumerate(top)]
        sizes = [mark.size_px for mark in frame.marks if mark.piece in top]
        tokens = _tokens([scene.pieces[i].piece.name for i in top]) if game == "formula" else ()
        pieces = tuple(piece for piece, seen in told if seen)
        hidden = tuple(piece for piece, seen in told if not seen)
        return frame, Truth(pieces, tokens, hidden, float(np.median(sizes)))


def _legible(frame: Frame, top: dict[int, float]) -> bool:
    """Whether an eye could tell ink from face on every mark that is seen whole."""
    grey = cv2.GaussianBlur(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    for mark in frame.marks:
        if mark.piece in top and mark.seen >= WHOLE:
            half = max(3, round(0.4 * mark.size_px))
            x, y = round(mark.x_px), round(mark.y_px)
            part = grey[max(y - half, 0) : y + half, max(x - half, 0) : x + half]
            if np.quantile(part, 0.97) - np.quantile(part, 0.03) < LEAST_CONTRAST:
                return False
    return True


def _piece(scene: Scene, frame: Frame, index: int, order: int) -> tuple[str, int, int, float, float]:
    own = [i for i, placed in enumerate(scene.pieces) if not placed.stranger]
    seen = frame.pieces[own.index(index)]
    return (seen.name, *(seen.place or (order, 0)), round(seen.x_px, 1), round(seen.y_px, 1))


def _legal(game: str, scene: Scene) -> bool:
    own = [placed for placed in scene.pieces if not placed.stranger]
    return game != "addique" or all(placed.piece.name in TILES for placed in own)


def _inside(scene: Scene, size: tuple[int, int]) -> bool:
    """Whether all pieces are well inside the picture."""
    matrix = scene.camera.matrix(size)
    own = np.float64([(p.x_mm, p.y_mm) for p in scene.pieces if not p.stranger])
    flat = own @ matrix[:, :2].T + matrix[:, 2]
    points = flat[:, :2] / flat[:, 2:]
    room = 1.7 * scene.camera.px_per_mm * scene.pieces[0].size_mm
    return bool((points > room).all() and (points < np.float64(size) - room).all())


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
        later = order[here + 1 :]
        low, width = scene.pieces[index], _width(scene.pieces[index].piece.outline)
        covered = any(abs(scene.pieces[i].x_mm - low.x_mm) < 0.5 * width for i in later)
        if not covered:
            top[index] = seen[index]
    return top


def _width(outline: tuple[tuple[float, float], ...]) -> float:
    across = [x for x, _ in outline]
    return max(across) - min(across)


def _tokens(faces: list[str]) -> tuple[str, ...]:
    tokens = [""]
    for face in faces:
        if face in SIGNS:
            tokens += [face, ""]
        else:
            tokens[-1] += face
    return tuple(token for token in tokens if token)
