"""Cards seen in a picture: found, lined up in rows, and read both ways round."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.rows import Row, find_rows
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.network import GLYPHS, Finder
from vision.patches import cut_patches
from vision.view import OTHER_PX, PIECE, WHOLE_PX, Eyes, View, box_round, look, whole

GLYPH_PX = 32.0  # a glyph in the finder's close look
FAIR_GLYPH_PX = (24.0, 80.0)  # a first look with glyphs of this size needs no second one
PATCH_GLYPHS = 1.25
MOST_LOOK_PX = 1_100_000
MOST_LOOKS = 3
LEAST_PIECE = 0.35
FAINT = 0.95
CLEAR = 0.85  # a row whose cards are all read as clearly needs no other scale
JOKER = GLYPHS.index("J")
JITTER = ((0.06, 0.0, 0.9), (-0.06, 0.0, 0.9), (0.0, 0.06, 1.0), (0.0, -0.06, 1.0), (0.0, 0.0, 1.12))
SCALES = (0.8, 0.9, 1.0, 1.12, 1.25, 1.4)
NARROWEST, WIDEST = 1.15, 2.2  # glyph heights: a card
CARD_HEIGHT = 1.4  # of its width
SMEAR = 0.004  # no face is ever less likely than its share of this


@dataclass(frozen=True)
class Line:
    """One row read in one of its two ways: places, sizes and glyph chances card by card."""

    xy: Floats
    size: Floats
    axes: Floats
    """The sides of each card's patch, right and down."""
    chances: Floats
    alone: Floats | None = None
    """The chances as the glyphs alone have them, where whole cards were weighed in."""

    @property
    def steps(self) -> Floats:
        """One glyph height right and down on each card, at whatever scale its face is read best."""
        lengths = np.sqrt(np.abs(np.linalg.det(self.axes)))
        return np.asarray(self.axes * (self.size / lengths)[:, None, None])

    @property
    def by_glyph(self) -> Floats:
        """How likely each card's likeliest glyph is, as its glyph alone has it."""
        return np.asarray((self.chances if self.alone is None else self.alone).max(axis=1))

    def pick(self, which: NDArray[np.bool_]) -> Line:
        """Only the cards that a mask names."""
        alone = None if self.alone is None else self.alone[which]
        return Line(self.xy[which], self.size[which], self.axes[which], self.chances[which], alone)


def find_cards(picture: Layers, finder: Finder, first: View, wide: int = WHOLE_PX) -> tuple[View, Marks]:
    """Look for glyphs that stand on cards, again where they are too small or too large for a first look."""
    box = whole(picture)
    longest = max(box.width, box.height)
    view = first if wide == WHOLE_PX else look(picture, finder, box, min(1.0, wide / longest))
    cards = _on_cards(view)
    for other in OTHER_PX:
        if not len(cards) and longest > WHOLE_PX:
            view = look(picture, finder, box, min(1.0, other / longest))
            cards = _on_cards(view)
    if not len(cards):
        return view, cards
    for _ in range(MOST_LOOKS):
        size = float(np.median(cards.size[find_rows(cards)[0].glyphs]))
        close = box_round(picture, cards.xy, 5 * size)
        fair = FAIR_GLYPH_PX[0] < size * view.zoom < FAIR_GLYPH_PX[1]
        if fair and view.box.holds(close):
            break
        room = float(np.sqrt(MOST_LOOK_PX / (close.width * close.height)))
        closer = look(picture, finder, close, min(GLYPH_PX / size, room, 2.0))
        found = _on_cards(closer)
        if not len(found):
            break
        view, cards = closer, found
    return view, cards


def _on_cards(view: View) -> Marks:
    """Glyphs with card all round them; print on paper and dots on cloth have none."""
    return view.glyphs.pick(piece_round(view, view.glyphs) > LEAST_PIECE)


def piece_round(view: View, marks: Marks) -> Floats:
    """How surely each mark stands in the midst of a piece."""
    if not len(marks):
        return np.zeros(0)
    round_ = 0.45 * np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]])
    points = marks.xy[:, None] + round_ * marks.size[:, None, None]
    return np.asarray(view.surface_at(points, PIECE).mean(axis=1))


@dataclass(frozen=True)
class Found:
    """Marks that may be cards, and how clearly the glyph network reads a face on each."""

    marks: Marks
    clear: Floats

    def pick(self, which: NDArray[np.generic]) -> Found:
        """Those that an index or a mask names."""
        return Found(self.marks.pick(which), self.clear[which])


def look_twice(
    picture: Layers, eyes: Eyes, view: View, marks: Marks, faces: NDArray[np.bool_]
) -> tuple[Found, Found]:
    """Part the marks into cards, and faint ones that are none unless a person says so."""
    rows = find_rows(marks)
    if not rows:
        return Found(marks, marks.score), Found(marks, marks.score)
    everyone = Row(np.arange(len(marks)), rows[0].along, marks.size)
    first, second = read_both_ways(picture, eyes, marks, everyone)
    clear = np.maximum(first.chances[:, faces].max(axis=1), second.chances[::-1, faces].max(axis=1))
    found = Found(marks, clear)
    middle = view.surface_at(marks.xy, PIECE) > 0.5
    card = (marks.score > 0.5) & ((clear > 0.3) | (middle & (marks.score > 0.9)))
    joker = np.maximum(first.chances[:, JOKER], second.chances[::-1, JOKER])
    side = float(np.median(marks.size[card])) if card.any() else 0.0
    round_ = piece_round(view, marks)
    likely = (joker > 0.45) & (joker >= clear) & (round_ > 0.8) & (marks.score > 0.35)
    for i in np.argsort(-joker * likely)[: likely.sum()]:
        # Drawings differ so much that the finder may see a joker faintly: a card with nothing else on it.
        if np.linalg.norm(marks.xy[card] - marks.xy[i], axis=1).min(initial=np.inf) > 0.9 * side:
            card[i] = True
    cards = found.pick(card)
    faint = found.pick(~card & middle & ((clear > 0.8) | ((marks.score > 0.5) & (round_ > 0.55))))
    return cards.pick(_apart(cards.marks)), faint


def _apart(marks: Marks) -> NDArray[np.bool_]:
    """Of glyphs nearer than cards can lie, only the surest and largest."""
    worth = marks.score * marks.size
    gap = np.linalg.norm(marks.xy[:, None] - marks.xy[None], axis=2)
    crowded = gap < 0.55 * np.maximum(marks.size[:, None], marks.size[None])
    return np.asarray(~(crowded & (worth[None] > worth[:, None])).any(axis=1))


def read_both_ways(picture: Layers, eyes: Eyes, cards: Marks, row: Row) -> tuple[Line, Line]:
    """Read a row as it lies, and as it looks from the other side of the table."""
    ways = (row, row.reversed())
    axes = np.concatenate([patch_axes(cards, way) for way in ways])
    xy = np.concatenate([cards.xy[way.glyphs] for way in ways])
    chances = _read_steadily(picture, eyes, xy, axes)
    count = len(row.glyphs)
    first, second = (
        Line(
            cards.xy[way.glyphs],
            way.size,
            axes[i * count : (i + 1) * count],
            chances[i * count : (i + 1) * count],
        )
        for i, way in enumerate(ways)
    )
    return first, second


def _read_steadily(picture: Layers, eyes: Eyes, xy: Floats, axes: Floats) -> Floats:
    """Read patches; faint ones a few times more, each time cut a little differently, and meaned."""
    chances = np.asarray(eyes.glyphs.read(cut_patches(picture, xy, axes)), np.float64)
    faint = np.nonzero(chances.max(axis=1) < FAINT)[0]
    if len(faint):
        points = np.concatenate([xy[faint] + axes[faint] @ np.array(shift) for *shift, _ in JITTER])
        sides = np.concatenate([axes[faint] * scale for *_, scale in JITTER])
        again = eyes.glyphs.read(cut_patches(picture, points, sides)).reshape(len(JITTER), len(faint), -1)
        chances[faint] = (chances[faint] + again.sum(axis=0)) / (1 + len(JITTER))
    return chances


def at_best_scale(picture: Layers, eyes: Eyes, line: Line, faces: NDArray[np.bool_]) -> Line:
    """Read a row with a faint card at several scales; the one that suits all cards and each card's own count.

    The cards of a row are of one size, but how large their numerals are the finder only guesses.
    """
    if line.chances[:, faces].max(axis=1).min(initial=1.0) > CLEAR:
        return line
    count = len(line.xy)
    axes = np.concatenate([line.axes * scale for scale in SCALES])
    patches = cut_patches(picture, np.concatenate([line.xy] * len(SCALES)), axes)
    chances = np.asarray(eyes.glyphs.read(patches), np.float64).reshape(len(SCALES), count, -1)
    clear = chances[..., faces].max(axis=2)
    common = int(np.log(clear + SMEAR).sum(axis=1).argmax())
    own = chances[clear.argmax(axis=0), np.arange(count)]
    return replace(line, axes=line.axes * SCALES[common], chances=np.sqrt(chances[common] * own))


def log_faces(chances: Floats, faces: NDArray[np.bool_]) -> Floats:
    """Logarithms of the chances of some faces, none of them below a floor."""
    return np.asarray(np.log(chances[..., faces] * (1 - SMEAR) + SMEAR / faces.sum()))


def card_width(line: Line) -> float:
    """Glyph heights from side to side of a card: those of a number lie side by side."""
    steps = np.linalg.norm(np.diff(line.xy, axis=0), axis=1) / np.sqrt(line.size[1:] * line.size[:-1])
    return float(np.clip(steps.min(initial=WIDEST), NARROWEST, WIDEST))


def patch_axes(cards: Marks, row: Row) -> Floats:
    """Patch sides: the row's way, leaning with each card as far as a hand turns it."""
    way = np.arctan2(row.along[1], row.along[0])
    lean = cards.turn[row.glyphs] - way
    lean = np.clip((lean + np.pi / 4) % (np.pi / 2) - np.pi / 4, -0.25, 0.25)
    turn, side = way + 0.7 * lean, row.size * PATCH_GLYPHS
    cos, sin = np.cos(turn) * side, np.sin(turn) * side
    return np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)
