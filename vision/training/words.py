"""Trains the small network that tells whether a card bears a word: python -m vision.training words."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.artwork.cards import draw_card
from vision.artwork.look import Look
from vision.artwork.paint import paint
from vision.artwork.shapes import Piece
from vision.network import SHEET
from vision.scene.jokers import joker_with_word
from vision.scene.looks import draw_look
from vision.scene.lot import Lot
from vision.scene.paper import newspaper, notepad
from vision.scene.texture import SURFACES
from vision.training.course import Clock, begin
from vision.training.covering import cover
from vision.training.export import export_words
from vision.training.finder import recolour
from vision.training.fonts import find_faces, lot_of
from vision.training.nets import WordNet

Rng = np.random.Generator
Pixels = NDArray[np.uint8]

TRAIN, TEST = 40_000, 3_000
STEPS, BATCH = 7000, 128
RATE = 2e-3
LOOK_EVERY = 500
FONTS_A_LOT, CARDS_A_LOT = 40, 600
GLYPH_PX = (11.0, 60.0)
"""How high a numeral is where a card is seen, before its sheet is laid."""
WORDED, BARE_JOKER = 0.5, 0.13
COVERED = 0.45
"""How often something lies on a card without a word."""
SIGNS, UNDERLINED, UPSIDE_DOWN = 0.1, 0.25, 0.2
"""How often a card is a sign's, has a line beneath its number, is a joker upside down: that word is none."""
SURE = 0.9


def train_words(options: argparse.Namespace) -> None:
    """Draw cards with and without words, train on them, keep the network that tells others best."""
    faces = find_faces(options.state / "fonts.json")
    sheets, worded = _cards(options, "train", TRAIN, options.seed, lot_of(faces, False))
    test = _cards(options, "test", TEST, options.seed + 1, lot_of(faces, True))
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)

    def draw() -> tuple[Tensor, Tensor]:
        rows = rng.integers(len(sheets), size=BATCH)
        return recolour(_planes(sheets[rows]), rng), torch.from_numpy(worded[rows].astype(np.float32))

    course = begin(options, "words", WordNet(), STEPS, RATE, lambda: draw()[0])
    best, clock = 0.0, Clock()
    while not course.done:
        cards, labels = draw()
        course.learn(lambda net, c=cards, y=labels: functional.binary_cross_entropy_with_logits(net(c), y))
        if course.step % LOOK_EVERY == 0 or course.done:
            course.save()
            figures = _measure(course.average, *test)
            print(
                f"words {course.step} {clock.minutes():.1f} min held out: {json.dumps(figures)}", flush=True
            )
            if figures["worth"] > best:
                best = figures["worth"]
                export_words(course.average, options.weights / "words.onnx")  # type: ignore[arg-type]


def _measure(net: torch.nn.Module, sheets: Pixels, worded: NDArray[np.bool_]) -> dict[str, float]:
    """How many words are surely told, and how many cards without one surely are not."""
    net.eval()
    with torch.no_grad():
        parts = [net(_planes(sheets[i : i + 256])) for i in range(0, len(sheets), 256)]
    chance = torch.sigmoid(torch.cat(parts)).numpy()
    told, false = float((chance[worded] > SURE).mean()), float((chance[~worded] > SURE).mean())
    return {"told": round(told, 4), "false": round(false, 4), "worth": round(told - 10 * false, 4)}


def _planes(sheets: Pixels) -> Tensor:
    return torch.from_numpy(sheets).permute(0, 3, 1, 2).float()


def _cards(
    options: argparse.Namespace, name: str, count: int, seed: int, lot: Lot
) -> tuple[Pixels, NDArray[np.bool_]]:
    """Sheets and whether each bears a word, made once and then taken from the state folder."""
    kept = options.state / f"words-{name}.npz"
    if not kept.exists():
        rng = np.random.default_rng(seed)
        few, made = lot, []
        for number in range(count):
            if number % CARDS_A_LOT == 0:
                few = lot.some(rng, FONTS_A_LOT)
            made.append(draw_sheet(rng, few))
        sheets, worded = zip(*made, strict=True)
        np.savez(kept, sheets=np.stack(sheets), worded=np.array(worded))
    with np.load(kept) as arrays:
        return arrays["sheets"], arrays["worded"]


def draw_sheet(rng: Rng, lot: Lot) -> tuple[Pixels, bool]:
    """A card as the reader lays it upright, with what is round it, and whether it bears a word."""
    look = draw_look(rng, lot, True)
    chance = rng.random()
    if chance < WORDED + BARE_JOKER:
        piece, worded = joker_with_word(rng, look, bool(chance < WORDED))
    else:
        if rng.random() < UNDERLINED:
            look = replace(look, underline="line", underlined="0123456789")
        piece, worded = draw_card(_face(rng), look), False
    glyph_px = float(np.exp(rng.uniform(*np.log(GLYPH_PX))))
    seen = _lay(rng, lot, look, piece, glyph_px)
    if worded and rng.random() < UPSIDE_DOWN:
        seen, worded = np.ascontiguousarray(seen[::-1, ::-1]), False
    if not worded and rng.random() < COVERED:
        seen = _scrap(rng, lot, seen) if rng.random() < 0.5 else cover(seen, rng)
    return _sheet(rng, _light(rng, seen), glyph_px), worded


def _face(rng: Rng) -> str:
    """A number of one digit or two, now and then a sign."""
    if rng.random() < SIGNS:
        return str(rng.choice(list("+-×÷=")))
    return str(rng.integers(10) if rng.random() < 0.5 else rng.integers(10, 100))


def _lay(rng: Rng, lot: Lot, look: Look, piece: Piece, glyph_px: float) -> Pixels:
    """A card on a table among others, in a square four glyphs wide round its mark."""
    mm = look.card_height_mm * look.card_numeral_share
    scale = glyph_px / mm
    side = max(16, round(4 * glyph_px))
    low, high = rng.random((2, 3), dtype=np.float32)
    surface = SURFACES[lot.surface(rng)](rng, (side, side), scale, low, high)
    seen = np.clip(surface * 255, 0, 255).astype(np.uint8)
    mark = piece.marks[int(rng.integers(len(piece.marks)))]
    beside = draw_card(str(rng.integers(10)), look)
    gap = look.card_width_mm * rng.uniform(0.95, 1.2)
    laid = [(beside, way * gap) for way in (-1, 1) if rng.random() < 0.6]
    under = [(piece, 0.0)] if rng.random() < 0.2 else []
    for card, aside in (*laid, *under, (piece, 0.0)):
        x = side / 2 + (aside - mark.x_mm + (rng.normal(0, 2) if card is not piece else 0)) * scale
        _put(seen, paint(card, scale)[..., [2, 1, 0, 3]], x, side / 2 - mark.y_mm * scale, rng.normal(0, 3))
    return seen


def _put(seen: Pixels, card: Pixels, x: float, y: float, turn_deg: float) -> None:
    """Lay a painted card on a picture, in place."""
    height, width = card.shape[:2]
    move = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn_deg, 1.0)
    move[:, 2] += np.array([x, y]) - np.array([width, height]) / 2
    size = (seen.shape[1], seen.shape[0])
    laid = cv2.warpAffine(card, move, size, flags=cv2.INTER_LINEAR)
    share = laid[..., 3:] / np.float32(255)
    seen[:] = (seen * (1 - share) + laid[..., :3] * share).astype(np.uint8)


def _scrap(rng: Rng, lot: Lot, seen: Pixels) -> Pixels:
    """The picture with a scrap of printed paper over its middle: words that no card bears."""
    side = len(seen)
    wide, high = (max(4, round(side * rng.uniform(0.2, 0.5))) for _ in range(2))
    scale = float(rng.uniform(1, 4))
    print_on = newspaper if rng.random() < 0.7 else notepad
    scrap = print_on(rng, (wide / scale, high / scale), scale, (lot.font(rng),))
    high, wide = scrap.shape[:2]
    card = np.dstack([scrap, np.full((high, wide), 255, np.uint8)])
    x, y = side / 2 + rng.normal(0, 0.06 * side, 2)
    _put(seen, card, float(x), float(y), float(rng.normal(0, 20)))
    return seen


def _light(rng: Rng, seen: Pixels) -> Pixels:
    """The picture in light that fades, ends or washes out, blurred and noisy."""
    side = len(seen)
    y, x = np.mgrid[:side, :side] / side - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(angle) + y * np.sin(angle)
    light = np.exp(rng.normal(0, 0.35) + rng.normal(0, 0.4) * along)
    if rng.random() < 0.2:
        light = np.where(along > rng.uniform(-0.3, 0.3), light, light * rng.uniform(0.4, 0.9))
    colour = np.exp(rng.normal(0, 0.12, 3))
    lit = cv2.GaussianBlur(seen * (light[..., None] * colour), (0, 0), rng.uniform(0.2, 1.0))
    return np.clip(lit + rng.normal(0, rng.uniform(0, 8), lit.shape), 0, 255).astype(np.uint8)


def _sheet(rng: Rng, seen: Pixels, glyph_px: float) -> Pixels:
    """The sheet as laid round a mark whose place and size are known roughly."""
    step = glyph_px / SHEET.glyph_px * np.exp(rng.normal(0, 0.13))
    angle = np.radians(rng.normal(0, 4))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * step
    middle = (np.array(SHEET.size) - 1) / 2 - np.array([0.0, SHEET.lower * SHEET.glyph_px])
    at = len(seen) / 2 - 0.5 + rng.normal(0, 0.1, 2) * glyph_px
    move = np.column_stack([turn, at - turn @ middle])
    if step > 1.5:
        seen = cv2.GaussianBlur(seen, (0, 0), 0.35 * step)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(seen, move, SHEET.size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
