"""Jokers as other makers make them: a drawing, a sign or a word, in a ring or aslant, and words beneath."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.artwork.cards import blank_card, card_outline
from vision.artwork.lettering import MissingGlyphError, draw_text, text_width
from vision.artwork.look import Look
from vision.artwork.outlines import circle
from vision.artwork.shapes import Colour, Mark, Piece, Shape, extent, move_shapes, turn_shapes
from vision.scene.colours import contrasting
from vision.scene.joker_figures import FIGURES

Rng = np.random.Generator
WORDS = ("JOKER", "JOKER", "Joker", "joker", "JOLLY", "WILD", "Jolly", "Wild")
WORTHS = ("0–5", "10+", "0-5", "10", "?", "★", "*")
SIGNS = ("?", "?", "!", "J", "JK", "*", "&", "@", "#", "?!")
WORDED, WORTH, WORD_ALONE, SIGN_ALONE = 0.75, 0.2, 0.2, 0.14
STACKED, ASLANT_DEG = 0.25, 70.0


Figure = Callable[[Rng, float, list[Colour]], tuple[Shape, ...]]


def any_joker(
    rng: Rng, look: Look, name: str = "J", face: Colour | None = None, figure: Figure | None = None
) -> Piece:
    """A joker card of any drawing, or of one kind, with or without a word."""
    return joker_with_word(rng, look, bool(rng.random() < WORDED), name, face, figure)[0]


def joker_with_word(
    rng: Rng,
    look: Look,
    worded: bool,
    name: str = "J",
    face: Colour | None = None,
    figure: Figure | None = None,
) -> tuple[Piece, bool]:
    """A joker card, with a word if asked, and whether it bears one: a typeface may lack a letter."""
    ground = look.card_face if face is None else face
    inks = [contrasting(rng, ground) for _ in range(int(rng.integers(1, 5)))]
    size = look.card_width_mm * float(rng.uniform(0.45, 0.95))
    alone: tuple[Shape, ...] = ()
    if figure is None and worded and rng.random() < WORD_ALONE:
        alone = _word_alone(rng, look, inks, size)
    shapes = alone if figure is None else figure(rng, size, inks)
    if not shapes and rng.random() < SIGN_ALONE:
        shapes = _sign(rng, look, inks, size)
    if not shapes:
        shapes = FIGURES[int(rng.integers(len(FIGURES)))](rng, size, inks)
    shapes = _fitting(_centred(shapes), look)
    left, top, right, bottom = extent(tuple(ring for shape in shapes for ring in shape.rings))
    rise = -float(rng.uniform(0, 0.12)) * look.card_height_mm
    shapes = move_shapes(shapes, 0.0, rise)
    below = bottom + rise
    mark = Mark("J", 0.0, rise, bottom - top, right - left)
    word: tuple[Shape, ...] = ()
    if worded and not alone:
        below, word = _beneath(rng, look, WORDS, inks[0], below)
    if rng.random() < WORTH:
        shapes += _beneath(rng, look, WORTHS, inks[0], below)[1]
    card = (*blank_card(look, ground), *shapes, *word)
    piece = Piece(name, card_outline(look), card, (mark,), look.card_thickness_mm)
    return piece, bool(alone or word)


def _beneath(
    rng: Rng, look: Look, words: tuple[str, ...], ink: Colour, above_mm: float
) -> tuple[float, tuple[Shape, ...]]:
    """One of some words in small print beneath a line, and where it ends."""
    text = _text(rng, look, words, ink, look.card_width_mm * 0.8, look.card_height_mm * 0.14)
    return _under(text, above_mm + look.card_height_mm * float(rng.uniform(0.02, 0.1)))


def _word_alone(rng: Rng, look: Look, inks: list[Colour], size: float) -> tuple[Shape, ...]:
    """A word in a drawing's place, level, aslant, up the card or letter beneath letter."""
    if rng.random() < STACKED:
        return _stacked(rng, look, inks)
    aslant = rng.random() < 0.5
    widest = look.card_height_mm * 0.7 if aslant else size
    text = _text(rng, look, WORDS, inks[0], widest, look.card_height_mm * 0.4)
    if not text or not aslant:
        return text
    return turn_shapes(_centred(text), float(rng.uniform(-ASLANT_DEG, ASLANT_DEG)))


def _stacked(rng: Rng, look: Look, inks: list[Colour]) -> tuple[Shape, ...]:
    """A word down the card, its letters upright one beneath the other, now and then in many inks."""
    many = rng.random() < 0.5
    text = str(rng.choice(WORDS))
    step = look.card_height_mm * float(rng.uniform(0.08, 0.15))
    shapes: tuple[Shape, ...] = ()
    for place, letter in enumerate(text):
        ink = inks[place % len(inks)] if many else inks[0]
        drawn = _text(rng, replace(look, text_font=look.font), (letter,), ink, step, step * 0.9)
        if not drawn:
            return ()
        shapes += move_shapes(_centred(drawn), 0.0, place * step)
    return shapes


def _sign(rng: Rng, look: Look, inks: list[Colour], size: float) -> tuple[Shape, ...]:
    """A sign in a drawing's place, alone, in a ring or on a disc."""
    text = _text(rng, look, SIGNS, inks[0], size, look.card_height_mm * 0.4)
    if not text or rng.random() < 0.4:
        return text
    text = _centred(text)
    _, top, _, bottom = extent(tuple(ring for shape in text for ring in shape.rings))
    wide = max(size, 1.3 * (bottom - top))
    if rng.random() < 0.3:
        disc = Shape((circle(wide),), contrasting(rng, inks[0]), "ink")
    else:
        disc = Shape((circle(wide), circle(wide * float(rng.uniform(0.8, 0.94)))), inks[-1], "ink")
    return (disc, *text)


def _text(
    rng: Rng, look: Look, words: tuple[str, ...], ink: Colour, widest_mm: float, tallest_mm: float
) -> tuple[Shape, ...]:
    """One of some words, as large as it may be; nothing where the typeface lacks a letter."""
    text = str(rng.choice(words))
    font = look.text_font if rng.random() < 0.6 else look.font
    try:
        size = min(tallest_mm, widest_mm / text_width(font, text, 1.0))
        return draw_text(font, text, size, 0.0, 0.0, ink)
    except (MissingGlyphError, ZeroDivisionError):
        return ()


def _fitting(shapes: tuple[Shape, ...], look: Look) -> tuple[Shape, ...]:
    """Shapes made smaller where they would reach over the card's sides."""
    left, top, right, bottom = extent(tuple(ring for shape in shapes for ring in shape.rings))
    scale = min(1.0, 0.95 * look.card_width_mm / (right - left), 0.7 * look.card_height_mm / (bottom - top))
    return tuple(
        replace(shape, rings=tuple(tuple((x * scale, y * scale) for x, y in ring) for ring in shape.rings))
        for shape in shapes
    )


def _under(shapes: tuple[Shape, ...], top_mm: float) -> tuple[float, tuple[Shape, ...]]:
    """Shapes moved below a line, and where they end."""
    if not shapes:
        return top_mm, shapes
    _, top, _, bottom = extent(tuple(ring for shape in shapes for ring in shape.rings))
    return top_mm + bottom - top, move_shapes(shapes, 0.0, top_mm - top)


def _centred(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    left, top, right, bottom = extent(tuple(ring for shape in shapes for ring in shape.rings))
    return move_shapes(shapes, -(left + right) / 2, -(top + bottom) / 2)
