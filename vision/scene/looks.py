"""Looks drawn by lot: sets of any lettering, colour and proportion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.artwork.look import JOKERS, SPOT_SHAPES, THEMES, Look
from vision.artwork.shapes import Colour
from vision.scene.colours import contrasting, jitter, luma, near, rgb
from vision.scene.lot import Lot

Rng = np.random.Generator


def draw_look(rng: Rng, lot: Lot, cards: bool) -> Look:
    """A set of tiles or cards of any lettering, colour and proportion."""
    face, ink = scheme(rng, lot)
    spread = rng.random()
    faces: tuple[Colour, ...] = ()
    if spread < 0.2:
        light = luma(face)
        faces = tuple(
            near(rgb(lot.hue(rng), rng.uniform(0.1, 0.7), 0.8), light) for _ in range(int(rng.integers(2, 8)))
        )
    elif spread < 0.25:
        faces = tuple(jitter(rng, face, 25) for _ in range(6))
    inks = (
        tuple(near(rgb(rng.random(), rng.uniform(0.2, 1), 0.6), luma(ink)) for _ in range(10))
        if rng.random() < 0.1
        else ()
    )
    symbol = (
        rgb(rng.uniform(0.09, 0.16), rng.uniform(0.5, 1), rng.uniform(0.7, 1.0))
        if rng.random() < 0.7
        else scheme(rng, lot)[0]
    )
    card = face if rng.random() < 0.4 else jitter(rng, (244, 242, 236), 12)
    card_ink = ink if card == face else near(jitter(rng, ink, 30), rng.uniform(0.05, 0.45))
    size = rng.uniform(32, 75)
    border = jitter(rng, ink if rng.random() < 0.5 else face, 60) if rng.random() < 0.6 else None
    return Look(
        font=Path(lot.font(rng)),
        text_font=Path(lot.font(rng)),
        ink=card_ink if cards else ink,
        inks=inks,
        face=face,
        tile_faces=faces,
        card_face=card,
        border=border,
        border_mm=float(rng.uniform(0.15, 0.9)),
        border_inset_mm=float(rng.choice([0.0, rng.uniform(0, 1.2)])),
        border_lines=int(rng.choice([1, 1, 2])),
        bevel_mm=float(rng.choice([0.0, 0.0, rng.uniform(0.2, 1.0)])),
        cell_lines=bool(rng.random() < 0.3),
        rim=jitter(rng, face if rng.random() < 0.5 else ink, 70) if rng.random() < 0.12 else None,
        rim_mm=float(rng.uniform(0.15, 0.5)),
        cell_mm=float(rng.uniform(15, 28)),
        tile_corner_mm=float(rng.choice([0.15, rng.uniform(0.2, 2.5)])),
        tile_thickness_mm=float(rng.choice([rng.uniform(0.2, 1), rng.uniform(1, 6)])),
        numeral_share=float(rng.uniform(0.4, 0.78)),
        spot=ink if rng.random() < 0.75 else contrasting(rng, face),
        spot_share=float(rng.uniform(0.22, 0.55)),
        spot_shape="disc" if rng.random() < 0.8 else str(rng.choice(SPOT_SHAPES)),
        card_width_mm=size,
        card_height_mm=float(size * rng.uniform(1.25, 1.65)),
        card_corner_mm=float(rng.uniform(0.5, 6)),
        card_thickness_mm=float(rng.uniform(0.2, 1.5)),
        card_numeral_share=float(rng.uniform(0.3, 0.66)),
        card_border_inset_mm=float(rng.uniform(0.5, 4)),
        index=bool(rng.random() < 0.55),
        index_share=float(rng.uniform(0.05, 0.13)),
        underline=str(rng.choice(["none", "none", "none", "line", "dot"])),
        symbol_face=symbol,
        symbol_ink=contrasting(rng, symbol) if rng.random() < 0.8 else None,
        symbols=str(rng.choice(["bars", "font"])),
        symbol_share=float(rng.uniform(0.5, 0.95)),
        joker=str(rng.choice(JOKERS)),
        joker_ink=contrasting(rng, card),
        joker_word=bool(rng.random() < 0.8),
    )


def draw_theme(rng: Rng) -> Look:
    """One of our own printed sets, on paper of a slightly other tone and another thickness."""
    look = THEMES[str(rng.choice(list(THEMES)))]
    return replace(
        look,
        face=jitter(rng, look.face, 6),
        card_face=jitter(rng, look.card_face, 6),
        symbol_face=jitter(rng, look.symbol_face, 8),
        tile_thickness_mm=float(rng.uniform(0.3, 4)),
        card_thickness_mm=float(rng.uniform(0.2, 1.2)),
    )


def scheme(rng: Rng, lot: Lot) -> tuple[Colour, Colour]:
    """A face and an ink that can be told apart."""
    kind = rng.random()
    if kind < 0.3:
        face = rgb(rng.uniform(0.05, 0.17), rng.uniform(0, 0.25), rng.uniform(0.75, 1))
        ink = rgb(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.02, 0.45))
    elif kind < 0.5:
        face = rgb(lot.hue(rng), rng.uniform(0.2, 1), rng.uniform(0.05, 0.65))
        ink = rgb(rng.uniform(0.05, 0.2), rng.uniform(0, 0.3), rng.uniform(0.8, 1))
    elif kind < 0.62:
        face = rgb(rng.uniform(0.04, 0.12), rng.uniform(0.2, 0.65), rng.uniform(0.45, 0.95))
        ink = rgb(rng.uniform(0.0, 0.1), rng.uniform(0.2, 0.9), rng.uniform(0.03, 0.3))
    else:
        face = rgb(lot.hue(rng), rng.uniform(0, 1), rng.uniform(0.03, 1))
        ink = contrasting(rng, face)
    if abs(luma(face) - luma(ink)) < 0.22:
        ink = (250, 250, 250) if luma(face) < 0.5 else (15, 15, 15)
    return face, ink
