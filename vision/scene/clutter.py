"""What lies about beside the pieces, by lot: things of the household, pieces of other games."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.artwork.lettering import draw_text
from vision.artwork.outlines import rectangle
from vision.artwork.shapes import Piece, Shape
from vision.scene.looks import scheme
from vision.scene.lot import Lot
from vision.scene.scene import Placed
from vision.scene.things import Thing

Rng = np.random.Generator

OVER, ON_PIECE = 0.3, 0.5
"""How often a thing lies over a piece or close to it, and how often of these right on a piece's middle."""
SCRAPS = 0.6
"""How often what lies over a piece is a scrap of anything, as no list of things has them all."""
ROOM_MM = {"mug": 60.0, "plate": 130.0, "phone": 105.0}
"""How far from a piece's edge a thing's middle stays; 40 mm for all others."""


def draw_things(
    rng: Rng, lot: Lot, pieces: tuple[Placed, ...], aim: tuple[float, float], extent_mm: float
) -> tuple[Thing, ...]:
    """Clutter beside the pieces; seldom on top of them."""
    things = []
    centres = np.array([(p.x_mm, p.y_mm) for p in pieces]).reshape(-1, 2)
    reach = max((float(np.hypot(*np.array(p.piece.outline).T).max()) for p in pieces), default=0.0)
    for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):
        kind = lot.thing(rng)
        over = rng.random() < OVER
        if over and rng.random() < SCRAPS:
            kind = "scrap"
        away = 0.25 * reach if rng.random() < ON_PIECE else 0.8 * (reach + 15.0)
        room = reach + ROOM_MM.get(kind, 40.0)
        for _ in range(8):
            at = np.array(aim) + rng.uniform(-0.65, 0.65, 2) * extent_mm
            if over and len(centres):
                at = centres[int(rng.integers(len(centres)))] + rng.normal(0, away, 2)
            if over or not len(centres) or np.hypot(*(centres - at).T).min() > room:
                turn, seed = float(rng.uniform(0, 360)), int(rng.integers(2**31))
                things.append(Thing(kind, *at.tolist(), turn, seed, 4.0 if over else 0.0))
                break
    return tuple(things)


def draw_strangers(rng: Rng, lot: Lot, pieces: tuple[Placed, ...], spread_mm: float) -> tuple[Placed, ...]:
    """Letter tiles and blank cards of other games, clear of the pieces."""
    if rng.random() > 0.2 or not pieces:
        return ()
    centres = np.array([(p.x_mm, p.y_mm) for p in pieces])
    reach = max(float(np.hypot(*np.array(p.piece.outline).T).max()) for p in pieces)
    font, (face, ink) = Path(lot.font(rng)), scheme(rng, lot)
    wide = float(rng.uniform(12, 50))
    tall = wide * float(rng.choice([1.0, rng.uniform(1.2, 1.5)]))
    found = []
    for _ in range(int(rng.integers(1, 8))):
        at = centres[int(rng.integers(len(centres)))] + rng.normal(0, 0.6, 2) * spread_mm
        if np.hypot(*(centres - at).T).min() > reach + wide:
            outline = rectangle(wide, tall, min(1.5, wide / 5))
            letter = str(rng.choice(list("ABCDEFGHJKLMNPQRSTUVWXYZ?!&%")))
            try:
                text = (
                    draw_text(font, letter, wide * 0.7, 0.0, wide * 0.25, ink) if rng.random() < 0.85 else ()
                )
            except LookupError:
                text = ()
            shapes = (Shape((outline,), face, "face"), *text)
            piece = Piece(letter, outline, shapes, (), float(rng.uniform(0.3, 5)))
            found.append(Placed(piece, *at.tolist(), float(rng.uniform(0, 360)), stranger=True))
    return tuple(found)
