"""A Formula row read both ways round, and its jokers told by the words on them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.captions import CLEAR_NUMERAL, FAINT_WORD, MOST_WORDS, NAMED, SURE_WORD
from vision.cards.found import JOKER, Line, at_best_scale, log_faces, read_both_ways
from vision.cards.rows import Row
from vision.doubts import doubt
from vision.formula.equation import is_grammatical, is_true, split_tokens
from vision.formula.naming import CARD_FACES
from vision.formula.sign_cards import told_by_colour
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.network import GLYPHS
from vision.reading import Doubt
from vision.view import Eyes

GRAMMAR = 8.0  # nats for the way round in which the cards make a formula
SURE_WAY = 4.0
HALF_CLEAR = 0.5  # the chance of a face by its glyph alone


@dataclass(frozen=True)
class Way:
    """One way round: the faces that follow each other, and how well the glyphs fit."""

    row: Row
    line: Line
    faces: tuple[str, ...]
    sense: float

    @property
    def clear(self) -> Floats:
        return np.asarray(self.line.chances[:, CARD_FACES].max(axis=1))

    @property
    def by_glyph(self) -> Floats:
        """How likely each face is as its glyph alone has it."""
        chances = self.line.chances if self.line.alone is None else self.line.alone
        return np.asarray(chances[np.arange(len(self.faces)), [GLYPHS.index(face) for face in self.faces]])

    @property
    def overruled(self) -> frozenset[int]:
        """Which cards are named as their wholes say, though their glyphs hardly say that."""
        unlike = (self.by_glyph < HALF_CLEAR) & (self.line.alone is not None)
        return frozenset(i for i, face in enumerate(self.faces) if unlike[i] and face != "J")

    @property
    def text(self) -> str:
        return "".join(self.faces)

    @property
    def grammatical(self) -> bool:
        return is_grammatical(self.text)


def both_ways(picture: Layers, eyes: Eyes, cards: Marks, row: Row) -> tuple[Way, Way]:
    """A row read both ways round, the one that makes more sense first."""
    lines = [
        at_best_scale(picture, eyes, line, CARD_FACES) for line in read_both_ways(picture, eyes, cards, row)
    ]
    lines = [replace(line, chances=told_by_colour(picture, line)) for line in lines]
    ways = [_make_sense(each, line) for each, line in zip((row, row.reversed()), lines, strict=True)]
    way, back = sorted(ways, key=lambda each: each.sense + GRAMMAR * each.grammatical, reverse=True)
    return way, back


def with_chances(way: Way, line: Line) -> Way:
    """The same way round with other chances of its faces."""
    return replace(_make_sense(way.row, line), sense=way.sense)


def _make_sense(row: Row, line: Line) -> Way:
    faces = np.array(GLYPHS)[CARD_FACES]
    logs = log_faces(line.chances, CARD_FACES)
    return Way(row, line, tuple(str(faces[i]) for i in logs.argmax(axis=1)), float(logs.max(axis=1).sum()))


def doubt_way(way: Way, other: Way) -> list[Doubt]:
    """Both ways round must not be equally likely, and the better one must be a formula."""
    if not way.grammatical:
        return [doubt("formula")]
    lead = way.sense - other.sense
    if lead < (-SURE_WAY if not other.grammatical else SURE_WAY):
        return [doubt("upside")]
    return []


def may_be_jokers(way: Way) -> NDArray[np.bool_]:
    """Which cards are jokers or numbers that may be misread ones: no clear numeral of a true formula is."""
    numbers, jokers = (np.array([test(face) for face in way.faces]) for test in (str.isalnum, "J".__eq__))
    sure = (way.clear > CLEAR_NUMERAL) & is_true(split_tokens(way.text))
    return np.asarray(jokers | (numbers & ~sure))


def faintly_worded(way: Way, chances: Floats) -> NDArray[np.bool_]:
    """Which numerals are not quite clear and may be a word: letters beneath each other look like a 1."""
    numbers = np.array([face.isdigit() for face in way.faces])
    return np.asarray(numbers & (way.clear < CLEAR_NUMERAL) & (chances > FAINT_WORD) & (chances < SURE_WORD))


def name_by_words(way: Way, words: NDArray[np.bool_]) -> tuple[Way, NDArray[np.bool_]]:
    """Call jokers what bears a word that few number cards bear, and say for which cards that is a doubt.

    A word is enough where the formula becomes true by it; a clear numeral of a true one needs none. What
    looks most like a joker is one with a word on it, though no network knows its drawing.
    """
    way = _named(way, words & (np.array(way.faces) == "J"))
    numbers = np.array([face.isdigit() for face in way.faces])
    found, plain = numbers & words, way.clear > CLEAR_NUMERAL
    if not found.any() or found.sum() > MOST_WORDS * numbers.sum():
        return way, np.zeros(len(words), bool)
    if is_true(split_tokens(way.text)):
        return way, found & ~plain
    unclear = found & ~plain
    if unclear.any() and is_true(split_tokens("".join(_jokers_at(way.faces, unclear)))):
        found = unclear  # no clear numeral is needed for a joker too
    faces = _jokers_at(way.faces, found)
    doubtful = found & (plain | (not is_true(split_tokens("".join(faces)))))
    return replace(_named(way, found), faces=faces), doubtful


def _named(way: Way, jokers: NDArray[np.bool_]) -> Way:
    """The same cards, some of which are jokers by their names."""
    chances = way.line.chances.copy()
    named = jokers & (chances[:, JOKER] < NAMED)
    chances[named] *= 1 - NAMED
    chances[named, JOKER] = NAMED
    return replace(way, line=replace(way.line, chances=chances))


def _jokers_at(faces: tuple[str, ...], places: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple("J" if joker else face for face, joker in zip(faces, places, strict=True))
