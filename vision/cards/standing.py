"""Cards that stand alike: which way is up on the table, and what every numeral says that way."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import MOST_LOOK_PX, log_faces, patch_axes
from vision.cards.jokers import find_jokers
from vision.cards.rows import Row, common_turn
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.view import OTHER_PX, PIECE, WHOLE_PX, Box, Eyes, View, box_round, look, whole

FAIR_GLYPH_PX = (27.0, 56.0)  # smaller digits of one card melt together, larger ones come apart
GLYPH_PX = 38.0
SCALES = (0.8, 1.0, 1.25)
LEAST_SCORE, FAIR_SCORE, CLEAR_SCORE = 0.5, 0.75, 0.9
LEAST_FACE, CLEAR_FACE = 0.3, 0.5
EXPECTED = 5.0  # nats for the way the cards stood before
INDEX = 0.5  # numerals this much smaller than the others are indices in corners
GIANT = 2.2
SAME_MARK = 0.25  # glyph sizes: marks of two looks as near as this are the same
SAME_PLACE, SAME_GLYPH = 0.38, 0.45  # marks as near as this cannot be two glyphs
FIRM_FACE = 0.8
STEADY_FACE = 0.9  # a face that is read so at two scales needs no strong mark
LEAST_CARD, FAIR_CARD = 0.3, 0.55  # of a card's place: with less there is no card, or a doubtful one
RIDGE = 0.3  # the finder's chance of a glyph beside a mark, where it saw two digits as one
PARTNER = 0.85  # a number of two digits has smaller ones than its row
BESIDE = np.array([-0.8, -0.65, -0.5, -0.35, 0.35, 0.5, 0.65, 0.8])  # glyph heights
DIGITS = np.array([face.isdigit() for face in GLYPHS])


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

    @property
    def down(self) -> Floats:
        """The way down the cards, in the picture."""
        return np.array([-self.along[1], self.along[0]])

    @property
    def size(self) -> float:
        """The height of the table's numerals in picture."""
        return float(np.median(self.marks.size))

    def pick(self, which: NDArray[np.bool_], chances: Floats) -> Standing:
        """Some of the glyphs, with other chances for all."""
        return replace(self, marks=self.marks.pick(which), chances=chances[which], torn=self.torn[which])


def stand_up(
    picture: Layers,
    eyes: Eyes,
    faces: NDArray[np.bool_],
    pairs: bool = False,
    down_before: Floats | None = None,
) -> tuple[View, Standing | None]:
    """Find the cards of a table and turn them upright; pairs: a card may have two digits side by side.

    Where the cards stood clearly before, they are expected to stand so again.
    """
    view, marks = _find(picture, eyes)
    if not len(marks):
        return view, None
    marks = _steadied(marks)
    along, lead = _way_up(picture, eyes, marks, faces, down_before)
    if pairs:
        marks = _with_partners(picture, eyes, view, marks, along)
        marks = _with_jokers(picture, eyes, view, marks, along, faces)
    scales = _read_ways(picture, eyes, marks, [along])[0]
    best = scales[..., faces].sum(axis=2).argmax(axis=0)
    chances = scales[best, np.arange(len(marks))]
    clear = chances[:, faces].max(axis=1)
    steady = np.sort(scales[..., faces], axis=0)[1].max(axis=1)
    cards = (marks.score > LEAST_SCORE) & ((clear > LEAST_FACE) | (marks.score > CLEAR_SCORE))
    cards |= steady > STEADY_FACE
    cards &= _common_size(marks, cards & (clear > LEAST_FACE)) & _apart(marks, cards, clear)
    whole = _card_round(view, marks, along, float(np.median(marks.size[cards])) if cards.any() else 1.0)
    cards &= whole > LEAST_CARD
    if not cards.any():
        return view, None
    named = np.where(faces, scales, 0).argmax(axis=2)
    firm = scales[..., faces].max(axis=2) > FIRM_FACE
    torn = (firm & (named != np.where(faces, chances, 0).argmax(axis=1))).any(axis=0) | (whole < FAIR_CARD)
    faint = marks.pick(~cards & (clear > FIRM_FACE))
    return view, Standing(marks.pick(cards), along, chances[cards], torn[cards], lead, faint)


def _way_up(
    picture: Layers, eyes: Eyes, marks: Marks, faces: NDArray[np.bool_], down_before: Floats | None
) -> tuple[Floats, float]:
    """The way along upright cards, and its lead over the next best."""
    strong = marks.score > LEAST_SCORE
    turn = common_turn(marks.pick(strong)) if strong.any() else common_turn(marks)
    ways = [np.array([np.cos(a), np.sin(a)]) for a in turn + np.arange(4) * np.pi / 2]
    seen = _read_ways(picture, eyes, marks, ways)
    logs = log_faces(seen.mean(axis=1), faces).max(axis=2)
    voters = strong & (seen[..., faces].max(axis=(0, 1, 3)) > CLEAR_FACE)
    sense = logs[:, voters if voters.any() else slice(None)].sum(axis=1)
    if down_before is not None:
        sense += EXPECTED * np.array([np.array([-y, x]) @ down_before > 0.7 for x, y in ways])
    order = np.argsort(sense)
    return ways[order[-1]], float(sense[order[-1]] - sense[order[-2]])


def _with_partners(picture: Layers, eyes: Eyes, view: View, marks: Marks, along: Floats) -> Marks:
    """The marks and, beside them, digits of the same card that melted into one mark for the finder."""
    xy = (marks.xy[:, None] + (BESIDE * marks.size[:, None])[..., None] * along).reshape(-1, 2)
    beside = marks.pick(np.repeat(np.arange(len(marks)), len(BESIDE)))
    score = np.asarray(view.glyph_at(xy), np.float64)
    beside = replace(beside, xy=xy, score=score, size=PARTNER * beside.size)
    both = joined(marks, beside)
    digits = _read_ways(picture, eyes, both, [along])[0][..., DIGITS]
    clear, steady = digits.max(axis=(0, 2)), np.sort(digits, axis=0)[1].max(axis=1)
    gap = np.linalg.norm(both.xy[:, None] - both.xy[None], axis=2) / both.size[:, None]
    own = np.arange(len(both)) < len(marks)
    firm = own & (clear > CLEAR_FACE) & (both.score > LEAST_SCORE)
    seen = ~own & ((steady > STEADY_FACE) | ((clear > FIRM_FACE) & (both.score > RIDGE)))
    partners: list[int] = []
    for i in np.argsort(-steady, kind="stable").tolist():
        taken = np.concatenate([np.nonzero(firm)[0], partners]).astype(int)
        if seen[i] and gap[i, taken].min(initial=np.inf) > SAME_GLYPH:
            partners.append(i)
    melted = ~firm[: len(marks)] & (gap[: len(marks), partners] < SAME_GLYPH).any(axis=1)
    found = both.pick(np.array(partners, int))
    score = np.maximum(found.score, LEAST_SCORE + 0.01)
    return joined(marks.pick(~melted), replace(found, score=score, size=found.size / PARTNER))


def _with_jokers(
    picture: Layers, eyes: Eyes, view: View, marks: Marks, along: Floats, faces: NDArray[np.bool_]
) -> Marks:
    """The marks and jokers beside them that the finder did not find, instead of parts of their drawings."""
    clear = _read_ways(picture, eyes, marks, [along])[0][..., faces].max(axis=(0, 2)) > CLEAR_FACE
    clear &= marks.score > LEAST_SCORE
    if not clear.any():
        return marks
    clear &= _common_size(marks, clear)
    jokers = find_jokers(picture, eyes, view, marks.pick(clear), along, LEAST_SCORE + 0.01)
    if not len(jokers):
        return marks
    gap = np.linalg.norm(marks.xy[:, None] - jokers.xy[None], axis=2) / jokers.size
    return joined(marks.pick(clear | (gap > SAME_GLYPH).all(axis=1)), jokers)


def _find(picture: Layers, eyes: Eyes) -> tuple[View, Marks]:
    """Glyphs on cards, seen again from nearer or farther if that helps; the better look at the cards too."""
    box = whole(picture)
    longest = max(box.width, box.height)
    view, marks = _look(picture, eyes, box, min(1.0, WHOLE_PX / longest))
    for wide in OTHER_PX:
        if not (marks.score > CLEAR_SCORE).any() and wide < longest:
            view, marks = _look(picture, eyes, box, wide / longest)
    strong = marks.pick(marks.score > CLEAR_SCORE)
    size = float(np.median(strong.size)) if len(strong) else 0.0
    if not len(strong) or FAIR_GLYPH_PX[0] < size * view.zoom < FAIR_GLYPH_PX[1]:
        return view, marks
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
    return view, joined(seen, missed)


def _look(picture: Layers, eyes: Eyes, box: Box, zoom: float) -> tuple[View, Marks]:
    """Look once; of the glyphs, those on cards."""
    view = look(picture, eyes.finder, box, zoom)
    if not len(view.glyphs):
        return view, view.glyphs
    return view, view.glyphs.pick(view.surface_at(view.glyphs.xy, PIECE) > 0.5)


def joined(first: Marks, second: Marks) -> Marks:
    """The marks of both."""
    pairs = ((getattr(first, name), getattr(second, name)) for name in ("xy", "score", "turn", "size"))
    return Marks(*map(np.concatenate, pairs))


def _steadied(marks: Marks) -> Marks:
    """Sizes halfway to the middle of all large ones: the finder errs more than cards differ."""
    strong = marks.size[marks.score > CLEAR_SCORE]
    if not len(strong):
        return marks
    middle = float(np.median(strong))
    size = np.where(marks.size > INDEX * middle, np.sqrt(marks.size * middle), marks.size)
    return replace(marks, size=size)


def _read_ways(picture: Layers, eyes: Eyes, marks: Marks, ways: list[Floats]) -> Floats:
    """Chances by way up, scale, mark and glyph."""
    rows = [Row(np.arange(len(marks)), way, marks.size * scale) for way in ways for scale in SCALES]
    axes = np.concatenate([patch_axes(marks, row) for row in rows])
    patches = cut_patches(picture, np.concatenate([marks.xy] * len(rows)), axes)
    chances = np.asarray(eyes.glyphs.read(patches), np.float64)
    return chances.reshape(len(ways), len(SCALES), len(marks), len(GLYPHS))


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


def _apart(marks: Marks, cards: NDArray[np.bool_], clear: Floats) -> NDArray[np.bool_]:
    """Of marks on one glyph, only the clearest."""
    worth = marks.score * (0.2 + clear) * cards
    gap = np.linalg.norm(marks.xy[:, None] - marks.xy[None], axis=2)
    same = gap < SAME_PLACE * np.minimum(marks.size[:, None], marks.size[None])
    return np.asarray(~(same & (worth[None] > worth[:, None])).any(axis=1))
