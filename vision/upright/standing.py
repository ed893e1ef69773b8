"""Cards that stand alike: which way is up on the table, and what every numeral says that way."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import MOST_LOOK_PX
from vision.layers import Layers
from vision.marks import Floats, Marks, joined
from vision.upright.digits import Seen, in_corners, read_digits, read_scaled, together
from vision.upright.jokers import find_jokers
from vision.upright.walking import walk_on
from vision.upright.way_up import CLEAR_FACE, CLEAR_WAY, LEAST_SCORE, SCALES, lead_by_ink, way_up
from vision.view import OTHER_PX, PIECE, WHOLE_PX, Box, Eyes, View, box_round, look, whole

FAIR_GLYPH_PX = (27.0, 56.0)  # smaller digits of one card melt together, larger ones come apart
GLYPH_PX = 38.0
FAIR_SCORE, CLEAR_SCORE = 0.75, 0.9
LEAST_FACE = 0.3
INDEX = 0.5  # numerals this much smaller than the others are indices in corners
GIANT = 2.2
PAIR = 0.98  # glyph heights between the digits of one card, at most
SAME_MARK = 0.25  # glyph sizes: marks of two looks as near as this are the same
SAME_PLACE, SAME_GLYPH = 0.38, 0.45  # marks as near as this cannot be two glyphs
FIRM_FACE = 0.8
STEADY_FACE = 0.9  # a face that is read so at two scales needs no strong mark
LEAST_CARD, FAIR_CARD, FAIR_INKED = (
    0.3,
    0.55,
    0.42,
)  # of a card's place: with less there is no card, or a doubtful one
USUAL = 0.7  # numbers of two digits have smaller ones
LEAST_TALL = 0.7  # of a mark's size: less ink is only a part of its numeral
MOST_INKED = 48  # a sheet of numbers has more


@dataclass(frozen=True)
class Standing:
    """Cards' glyphs seen upright; `torn` says where a nearer or wider look reads another face."""

    marks: Marks
    along: Floats
    chances: Floats
    torn: NDArray[np.bool_]
    lead: float
    """How much better, in nats, this way up fits than the next best."""
    faint: Marks
    """What may be a numeral on a card but was not clearly seen."""
    wide: Floats
    """How wide each glyph's ink is in the picture; 0 where it does not stand clear."""
    card: Floats
    """How much of the place that its card would take looks like card."""
    thin: NDArray[np.bool_]
    """Where that is so little that it may be print."""

    @property
    def down(self) -> Floats:
        """The way down the cards, in the picture."""
        return np.array([-self.along[1], self.along[0]])

    @functools.cached_property
    def size(self) -> float:
        """The height of the table's numerals in picture."""
        return float(np.quantile(self.marks.size, USUAL))

    @property
    def steps(self) -> Floats:
        """A numeral's height right and down on the cards, in the picture."""
        return np.stack([self.along, self.down], axis=1) * self.size

    def pick(self, which: NDArray[np.bool_], chances: Floats) -> Standing:
        """Some of the glyphs, with other chances for all."""
        return Standing(
            self.marks.pick(which),
            self.along,
            chances[which],
            self.torn[which],
            self.lead,
            self.faint,
            self.wide[which],
            self.card[which],
            self.thin[which],
        )


def stand_up(
    picture: Layers,
    eyes: Eyes,
    faces: NDArray[np.bool_],
    pairs: bool = False,
    down_before: Floats | None = None,
) -> tuple[View, View, Standing | None]:
    """Find the cards of a table and turn them upright; pairs: a card may have two digits side by side.

    The first look at all of the table comes with it, and the best look at the cards.

    Where the cards stood clearly before, they are expected to stand so again.
    """
    overview, view, marks = _find(picture, eyes)
    if not len(marks):
        return overview, view, None
    marks = _steadied(marks)
    along, leads, scales = way_up(picture, eyes, marks, faces, pairs, down_before)
    seen = _by_ink(picture, eyes, Seen(marks, np.zeros(len(marks)), scales), along, faces, pairs)
    if pairs:
        seen = _with_jokers(picture, eyes, view, seen, along, faces)
    if min(leads) < CLEAR_WAY:
        leads = (leads[0], max(leads[1], lead_by_ink(picture, eyes, seen, along, faces)))
    found = len(seen.marks)
    if pairs:
        seen = together(seen, walk_on(picture, eyes, seen, along, LEAST_SCORE + 0.01))
    marks, scales, inked = seen.marks, seen.scales, seen.wide > 0
    best = scales[..., faces].sum(axis=2).argmax(axis=0)
    chances = np.where(inked[:, None], scales.mean(axis=0), scales[best, np.arange(len(marks))])
    clear = chances[:, faces].max(axis=1)
    steady = np.sort(scales[..., faces], axis=0)[1].max(axis=1)
    cards = (marks.score > LEAST_SCORE) & ((clear > LEAST_FACE) | (marks.score > CLEAR_SCORE))
    cards |= steady > STEADY_FACE
    common = _common_size(marks, cards & (clear > LEAST_FACE))
    cards &= (common & _apart(marks, cards, clear)) | (inked & (clear > LEAST_FACE))
    cards &= ~in_corners(marks, inked & cards, along)
    whole = _card_round(view, marks, along, float(np.median(marks.size[cards])) if cards.any() else 1.0)
    whole = _of_pairs(whole, marks, inked & cards, along)
    cards &= (whole > LEAST_CARD) | (np.arange(len(marks)) >= found)
    if not cards.any():
        return overview, view, None
    named = np.where(faces, scales, 0).argmax(axis=2)
    firm = scales[..., faces].max(axis=2) > FIRM_FACE
    torn = (firm & (named != np.where(faces, chances, 0).argmax(axis=1))).any(axis=0)
    thin = whole < np.where(inked, FAIR_INKED, FAIR_CARD)
    faint = marks.pick(~cards & (clear > FIRM_FACE))
    standing = Standing(marks, along, chances, torn, min(leads), faint, seen.wide, whole, thin)
    return overview, view, standing.pick(cards, chances)


def _by_ink(
    picture: Layers, eyes: Eyes, seen: Seen, along: Floats, faces: NDArray[np.bool_], pairs: bool
) -> Seen:
    """Digits where their ink stands, instead of marks on them; without pairs, only those that have a mark."""
    marks, scales = seen.marks, seen.scales
    likely = (marks.score > LEAST_SCORE) & (scales[..., faces].max(axis=(0, 2)) > LEAST_FACE)
    large = np.nonzero(_common_size(marks, likely))[0]
    large = large[np.argsort(-marks.score[large], kind="stable")[:MOST_INKED]]
    digits = read_digits(picture, eyes, marks.pick(large), along, scales.mean(axis=0)[large])
    if pairs:
        digits = together(digits, _partners(picture, eyes, digits, along))
    else:
        gap = np.linalg.norm(digits.marks.xy[:, None] - marks.xy[None], axis=2)
        near = gap < SAME_MARK * marks.size
        digits = digits.pick((near & (digits.marks.size[:, None] > LEAST_TALL * marks.size)).any(axis=1))
    score = np.maximum(digits.marks.score, LEAST_SCORE + 0.01)
    digits = replace(digits, marks=replace(digits.marks, score=score))
    return together(digits, seen.pick(~digits.hold(marks, along)))


def _partners(picture: Layers, eyes: Eyes, digits: Seen, along: Floats) -> Seen:
    """Digits beside lone ones: in a window of that size their ink is told from the card's frame."""
    gap = (
        np.linalg.norm(digits.marks.xy[:, None] - digits.marks.xy[None], axis=2) / digits.marks.size[:, None]
    )
    lone = digits.pick((gap < PAIR).sum(axis=1) == 1)
    found = read_digits(picture, eyes, lone.marks, along, lone.scales.mean(axis=0), digits)
    return found.pick(~digits.hold(found.marks, along))


def _with_jokers(
    picture: Layers, eyes: Eyes, view: View, seen: Seen, along: Floats, faces: NDArray[np.bool_]
) -> Seen:
    """The marks and jokers beside them that the finder did not find, instead of parts of their drawings."""
    marks = seen.marks
    clear = (seen.scales[..., faces].max(axis=(0, 2)) > CLEAR_FACE) & (marks.score > LEAST_SCORE)
    if not clear.any():
        return seen
    clear &= _common_size(marks, clear) | (seen.wide > 0)
    jokers = find_jokers(picture, eyes, view, marks.pick(clear), along, LEAST_SCORE + 0.01)
    if not len(jokers):
        return seen
    gap = np.linalg.norm(marks.xy[:, None] - jokers.xy[None], axis=2) / jokers.size
    read = read_scaled(picture, eyes, jokers, along, SCALES)
    kept = seen.pick(clear | (gap > SAME_GLYPH).all(axis=1))
    return together(kept, Seen(jokers, np.zeros(len(jokers)), read))


def _find(picture: Layers, eyes: Eyes) -> tuple[View, View, Marks]:
    """The first look, the best look at the cards, and the glyphs on them, seen from elsewhere if needed."""
    box = whole(picture)
    longest = max(box.width, box.height)
    overview, marks = _look(picture, eyes, box, min(1.0, WHOLE_PX / longest))
    view = overview
    for wide in OTHER_PX:
        if not (marks.score > CLEAR_SCORE).any() and wide < longest:
            view, marks = _look(picture, eyes, box, wide / longest)
    strong = marks.pick(marks.score > CLEAR_SCORE)
    size = float(np.median(strong.size)) if len(strong) else 0.0
    if not len(strong) or FAIR_GLYPH_PX[0] < size * view.zoom < FAIR_GLYPH_PX[1]:
        return overview, view, marks
    if size * view.zoom > GLYPH_PX:
        _, seen = _look(picture, eyes, box, GLYPH_PX / size)
    else:
        box = box_round(picture, strong.xy, 5 * size)
        most = float(np.sqrt(MOST_LOOK_PX / (box.width * box.height)))
        view, seen = _look(picture, eyes, box, min(GLYPH_PX / size, most, 2.0))
    gap = np.linalg.norm(marks.xy[:, None] - seen.xy[None], axis=2)
    missed = marks.pick(
        (marks.score > FAIR_SCORE) & (gap.min(axis=1, initial=np.inf) > SAME_MARK * marks.size)
    )
    return overview, view, joined(seen, missed)


def _look(picture: Layers, eyes: Eyes, box: Box, zoom: float) -> tuple[View, Marks]:
    """Look once; of the glyphs, those on cards."""
    view = look(picture, eyes.finder, box, zoom)
    if not len(view.glyphs):
        return view, view.glyphs
    return view, view.glyphs.pick(view.surface_at(view.glyphs.xy, PIECE) > 0.5)


def _steadied(marks: Marks) -> Marks:
    """Sizes halfway to the middle of all large ones: the finder errs more than cards differ."""
    strong = marks.size[marks.score > CLEAR_SCORE]
    if not len(strong):
        return marks
    middle = float(np.median(strong))
    size = np.where(marks.size > INDEX * middle, np.sqrt(marks.size * middle), marks.size)
    return replace(marks, size=size)


def _common_size(marks: Marks, clear: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which marks are about as large as the clear ones; of these, larger ones count more."""
    if not clear.any():
        clear = marks.score >= min(LEAST_SCORE, float(marks.score.max()))
    sizes, weights = marks.size[clear], (marks.score * marks.size)[clear]
    order = np.argsort(sizes)
    total = np.cumsum(weights[order])
    common = sizes[order][int(np.searchsorted(total, total[-1] / 2))]
    return np.asarray((marks.size > INDEX * common) & (marks.size < GIANT * common))


def _card_round(view: View, marks: Marks, along: Floats, size: float) -> Floats:
    """How much of the place that a card would take round each mark looks like card; paper does less."""
    across, down = np.meshgrid(np.linspace(-0.5, 0.5, 5), np.linspace(-0.8, 0.8, 7))
    offsets = across.reshape(-1, 1) * along + down.reshape(-1, 1) * np.array([-along[1], along[0]])
    return np.asarray(view.surface_at(marks.xy[:, None] + offsets * size, PIECE).mean(axis=1))


def _of_pairs(whole: Floats, marks: Marks, digits: NDArray[np.bool_], along: Floats) -> Floats:
    """What lies round a digit lies round the next one on the same card."""
    step = marks.xy[:, None] - marks.xy[None]
    aside, above = np.abs(step @ along), np.abs(step @ np.array([-along[1], along[0]]))
    same = (aside < PAIR * marks.size) & (above < SAME_GLYPH * marks.size) & digits[:, None] & digits[None]
    return np.maximum(whole, (same * whole).max(axis=1))


def _apart(marks: Marks, cards: NDArray[np.bool_], clear: Floats) -> NDArray[np.bool_]:
    """Of marks on one glyph, only the clearest."""
    worth = marks.score * (0.2 + clear) * cards
    gap = np.linalg.norm(marks.xy[:, None] - marks.xy[None], axis=2)
    same = gap < SAME_PLACE * np.minimum(marks.size[:, None], marks.size[None])
    return np.asarray(~(same & (worth[None] > worth[:, None])).any(axis=1))
