"""Reads a question card of Code 777: it is found, laid straight, and its words and number are read."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.code777.question_badge import find_discs, read_number
from vision.code777.question_words import COUNT, Guess, guess_question, words_of
from vision.layers import Layers
from vision.marks import Floats
from vision.network import Glyphs
from vision.picture import Pixels
from vision.view import PIECE, Eyes, look, whole

LOOK_PX = 352
OUTLINE_PX = 1152
CARD_PX = 1000  # the long side of a card laid straight
LEAST_CARD, MOST_CARD = 0.004, 0.6  # of the picture
LEAST_FILL = 0.85  # of the box round it
LEAST_PIECE = 0.3
SAME_TONE = 26.0
MOST_SEEDS, MOST_PARTS = 3, 8
LEAST_LETTERS = 14
LETTER = (0.025, 0.14)  # of the card's height
SURE_FIT = 0.62
LEAST_FOUND = (
    0.5  # of what is asked: with half of the words lost, what is left may be in another question too
)
LEAST_LEAD = 0.12  # over the next question
NUMBER = 0.15  # how much of a lead the printed number is worth
LIKELY_FIT = 0.4
LEAST_ALIKE = 0.6  # cards of one set are as large, but for what perspective makes of them
TESSERACT = ("tesseract", "stdin", "stdout", "-l", "eng", "--oem", "1", "--psm", "6")
PATIENCE_S = 20.0

Mask = NDArray[np.bool_]
Part = tuple[Mask, tuple[int, int], int]
"""Part of an area, cut out; where its upper left corner is; how many pixels the area has."""


@dataclass(frozen=True)
class QuestionCard:
    """A question card in the picture, the number printed on it, and the likeliest questions by its words."""

    corners: Floats
    number: int | None
    guesses: tuple[Guess, ...]
    alone: bool = True
    """Whether no other card with as many letters lies there."""

    @property
    def best(self) -> Guess:
        """The likeliest question by words and number."""
        return max(self.guesses, key=self._support)

    @property
    def sure(self) -> bool:
        """Whether the words fit one question, and words and number tell it from all others."""
        best = self.best
        told = best.told or best.question == self.number
        second = max(self._support(guess) for guess in self.guesses if guess is not best)
        clear = best.fit >= SURE_FIT and best.found >= LEAST_FOUND
        return self.alone and told and clear and self._support(best) - second >= LEAST_LEAD

    def _support(self, guess: Guess) -> float:
        return guess.fit + NUMBER * (guess.question == self.number)


def read_question_card(picture: Layers, eyes: Eyes, on_it: Floats) -> QuestionCard | None:
    """The question card that lies in the picture; None if there is none, or no Tesseract to read it.

    Points are given that must be on it; where no card has them all, none is read.
    """
    if shutil.which("tesseract") is None:
        return None
    cards = list(_cards(picture, eyes))
    if len(on_it) and not any(holds(corners, on_it) for corners in cards):
        return None
    best: QuestionCard | None = None
    flat = [(corners, _laid_straight(picture, corners)) for corners in cards]
    lettered = [
        (corners, straight) for corners, straight in flat if _letters(_grey(straight)) >= LEAST_LETTERS
    ]
    for corners, straight in lettered:
        alone = not any(_is_another(other, corners) for other, _ in lettered)
        # Tesseract takes long: most cards are the way up that has the number above.
        turns = (0, 2) if any(disc.is_above for disc in find_discs(_grey(straight))) else (2, 0)
        for turn in turns:
            upright = np.ascontiguousarray(np.rot90(straight, turn))
            card = _read(upright, np.roll(corners, turn, axis=0), eyes.glyphs)
            card = replace(card, alone=alone)
            if card.sure:
                return card
            if card.best.fit > (best.best.fit if best else LIKELY_FIT):
                best = card
    return best


def holds(corners: Floats, points: Floats) -> bool:
    """Whether all of some points are inside a card's corners."""
    outline = corners.astype(np.float32)
    return all(cv2.pointPolygonTest(outline, point, False) >= 0 for point in points.tolist())


def _is_another(other: Floats, corners: Floats) -> bool:
    """Whether something lies beside a card and is about as large: what is on the card is part of it."""
    areas = [cv2.contourArea(each.astype(np.float32)) for each in (other, corners)]
    beside = not holds(corners, other.mean(axis=0)[None]) and not holds(other, corners.mean(axis=0)[None])
    return beside and min(areas) > LEAST_ALIKE * max(areas)


def _grey(picture: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _read(upright: Pixels, corners: Floats, glyphs: Glyphs) -> QuestionCard:
    """Read a card laid straight, taking for granted that it is upright."""
    grey = _grey(upright)
    discs = [disc for disc in find_discs(grey) if disc.is_above]
    numbers = [number for disc in discs if (number := read_number(upright, disc, glyphs))]
    for disc in discs:
        # The number is no word of the question.
        grey[disc.dots] = np.quantile(grey, 0.8)
    words = words_of(_text(grey))
    number = int(words[0]) if words and words[0].isdigit() and 0 < int(words[0]) <= COUNT else None
    guesses = guess_question(words if number is None else words[1:])
    return QuestionCard(corners, numbers[0] if len(numbers) == 1 else number, tuple(guesses))


def _text(upright: Pixels) -> str:
    """What Tesseract reads; nothing if it takes too long."""
    picture = cv2.imencode(".png", upright)[1].tobytes()
    # One thread: its threads wait for each other busily, and slow down a machine that has other things to do.
    alone = os.environ | {"OMP_THREAD_LIMIT": "1"}
    try:
        read = subprocess.run(TESSERACT, input=picture, capture_output=True, env=alone, timeout=PATIENCE_S)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return read.stdout.decode(errors="replace")


def _letters(grey: Pixels) -> int:
    """How many spots of ink are as large as letters: a question has dozens, a number card but a few."""
    ink = cv2.adaptiveThreshold(grey, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 41, 15)
    stats = cv2.connectedComponentsWithStats(ink)[2][1:]
    tall = stats[:, cv2.CC_STAT_HEIGHT] / grey.shape[0]
    return int(((tall > LETTER[0]) & (tall < LETTER[1])).sum())


def _cards(picture: Layers, eyes: Eyes) -> Iterator[Floats]:
    """Corners of rectangles round places that look like pieces, the long side first."""
    box = whole(picture)
    longest = max(box.width, box.height)
    piece = look(picture, eyes.finder, box, min(1.0, LOOK_PX / longest)).field.surface[PIECE]
    scale = min(1.0, OUTLINE_PX / longest)
    size = (round(box.width * scale), round(box.height * scale))
    pixels = np.asarray(cv2.resize(picture.layer(0)[0], size, interpolation=cv2.INTER_AREA), np.uint8)
    chart = cv2.resize(piece, size, interpolation=cv2.INTER_LINEAR) > LEAST_PIECE
    parts = (part for area in _areas(pixels, chart) for part in _largest(area, MOST_PARTS))
    found: list[Floats] = []
    for corners in (_rectangle(*part) for part in parts):
        if corners is None or any(np.linalg.norm((other - corners).mean(axis=0)) < 9 for other in found):
            continue
        found.append(corners)
        yield (corners + 0.5) / scale - 0.5


def _areas(pixels: Pixels, chart: Mask) -> Iterator[Pixels]:
    """Areas, 1 and 0, whose parts may be cards: what is framed, and what looks like a piece."""
    yield _framed(pixels)
    lab = np.asarray(cv2.cvtColor(cv2.medianBlur(pixels, 5), cv2.COLOR_BGR2LAB), np.uint8)
    for seed, (left, top), _ in _largest(chart.astype(np.uint8), MOST_SEEDS):
        part = lab[top : top + seed.shape[0], left : left + seed.shape[1]]
        yield _alike(lab, part[seed])


def _largest(area: Pixels, count: int) -> Iterator[Part]:
    """The largest parts of an area that hang together."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(area, connectivity=4)
    for label in (np.argsort(-stats[1:, cv2.CC_STAT_AREA])[:count] + 1).tolist():
        left, top, wide, tall = stats[label, : cv2.CC_STAT_AREA].tolist()
        yield labels[top : top + tall, left : left + wide] == label, (left, top), area.size


def _alike(lab: Pixels, seed: Pixels) -> Pixels:
    """What has the colour of the lighter half of a seed, with the print on it."""
    middles = np.median(seed[seed[:, 0] >= np.median(seed[:, 0])], axis=0)
    away = np.zeros(lab.shape[:2], np.float32)
    for channel, middle, weight in zip(cv2.split(lab), middles, (0.7, 1.2, 1.2), strict=True):
        squares = ((np.arange(256) - middle) * weight) ** 2
        away += cv2.LUT(channel, squares.astype(np.float32))
    near = (away < SAME_TONE**2).view(np.uint8)
    return np.asarray(cv2.morphologyEx(near, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)), np.uint8)


def _framed(pixels: Pixels) -> Pixels:
    """What is lighter than its surroundings: areas that a line or an edge runs round."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    light = cv2.adaptiveThreshold(grey, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 21, 4)
    return np.asarray(light, np.uint8)


def _rectangle(part: Mask, corner: tuple[int, int], whole_px: int) -> Floats | None:
    """The corners of a part that is a rectangle as large as a card may be in a picture of so many pixels."""
    if part.size <= LEAST_CARD * whole_px:
        return None
    outlines = cv2.findContours(
        part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=corner
    )[0]
    contour = max(outlines, key=cv2.contourArea)
    rectangle = cv2.minAreaRect(contour)
    area, box = cv2.contourArea(contour), rectangle[1][0] * rectangle[1][1]
    if not LEAST_CARD < area / whole_px < MOST_CARD or area < LEAST_FILL * box:
        return None
    corners = np.asarray(cv2.boxPoints(rectangle), np.float64)
    if np.linalg.norm(corners[1] - corners[0]) < np.linalg.norm(corners[2] - corners[1]):
        corners = np.roll(corners, -1, axis=0)
    return corners


def _laid_straight(picture: Layers, corners: Floats) -> Pixels:
    """The card as a picture of its own, its first two corners above."""
    across = np.linalg.norm(corners[1] - corners[0])
    down = np.linalg.norm(corners[2] - corners[1])
    scale = CARD_PX / max(across, down)
    width, height = round(across * scale), round(down * scale)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    flat = cv2.warpPerspective(picture.layer(0)[0], matrix, (width, height), flags=cv2.INTER_CUBIC)
    return np.asarray(flat, np.uint8)
