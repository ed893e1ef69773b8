"""Cards that stand alike: which way is up on the table, and what every numeral says that way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards import find_cards, log_faces, patch_axes
from vision.layers import Layers
from vision.marks import Floats, Marks
from vision.network import GLYPHS
from vision.patches import cut_patches
from vision.rows import Row, common_turn
from vision.view import PIECE, Eyes, View, look, whole

LARGEST_GLYPH_PX = 56.0  # the finder sees larger glyphs in parts
GLYPH_PX = 34.0
SCALES = (0.8, 1.0, 1.25)
LEAST_SCORE, CLEAR_SCORE = 0.5, 0.9
LEAST_FACE, CLEAR_FACE = 0.3, 0.5
INDEX = 0.5  # numerals this much smaller than the others are indices in corners
GIANT = 2.2
SAME_PLACE, SAME_GLYPH = 0.38, 0.45  # glyph sizes: marks as near as this are one, in one look or in two
FAINT_FACE = 0.8


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


def stand_up(picture: Layers, eyes: Eyes, faces: NDArray[np.bool_]) -> tuple[View, Standing | None]:
    """Find the cards of a table and turn them upright; None where there is no card."""
    view, marks, on_card = _find(picture, eyes)
    if not len(marks):
        return view, None
    strong = on_card & (marks.score > LEAST_SCORE)
    turn = common_turn(marks.pick(strong)) if strong.any() else common_turn(marks)
    ways = [np.array([np.cos(a), np.sin(a)]) for a in turn + np.arange(4) * np.pi / 2]
    seen = _read_all_ways(picture, eyes, marks, ways)
    logs = log_faces(seen, faces).max(axis=(1, 3))
    voters = strong & (seen[..., faces].max(axis=(0, 1, 3)) > CLEAR_FACE)
    sense = logs[:, voters if voters.any() else slice(None)].sum(axis=1)
    order = np.argsort(sense)
    scales = seen[order[-1]]
    best = scales[..., faces].sum(axis=2).argmax(axis=0)
    chances = scales[best, np.arange(len(marks))]
    clear = chances[:, faces].max(axis=1)
    cards = (marks.score > LEAST_SCORE) & ((clear > LEAST_FACE) | (on_card & (marks.score > CLEAR_SCORE)))
    cards &= _common_size(marks, cards & (clear > LEAST_FACE)) & _apart(marks, cards, clear)
    faint = ~cards & on_card & (clear > FAINT_FACE)
    if not cards.any():
        return view, None
    named = np.where(faces, scales, 0).argmax(axis=2)
    firm = scales[..., faces].max(axis=2) > CLEAR_FACE
    torn = (firm & (named != np.where(faces, chances, 0).argmax(axis=1))).any(axis=0)
    lead = float(sense[order[-1]] - sense[order[-2]])
    return view, Standing(
        marks.pick(cards), ways[order[-1]], chances[cards], torn[cards], lead, marks.pick(faint)
    )


def _find(picture: Layers, eyes: Eyes) -> tuple[View, Marks, NDArray[np.bool_]]:
    """Glyphs and which of them stand on cards, seen from farther away too where they are large."""
    view, marks = find_cards(picture, eyes.finder)
    on_card = view.surface_at(marks.xy, PIECE) > 0.5
    strong = on_card & (marks.score > CLEAR_SCORE)
    size = float(np.median(marks.size[strong])) if strong.any() else 0.0
    if size * view.zoom < LARGEST_GLYPH_PX:
        return view, marks, on_card
    far = look(picture, eyes.finder, whole(picture), GLYPH_PX / size)
    seen = far.glyphs.pick(far.surface_at(far.glyphs.xy, PIECE) > 0.5)
    near = marks.pick(strong)
    gap = np.linalg.norm(near.xy[:, None] - seen.xy[None], axis=2)
    missed = near.pick(gap.min(axis=1, initial=np.inf) > SAME_GLYPH * near.size)
    both = Marks(
        np.concatenate([seen.xy, missed.xy]),
        np.concatenate([seen.score, missed.score]),
        np.concatenate([seen.turn, missed.turn]),
        np.concatenate([seen.size, missed.size]),
    )
    return far, both, np.ones(len(both), bool)


def _read_all_ways(picture: Layers, eyes: Eyes, marks: Marks, ways: list[Floats]) -> Floats:
    """Chances by way up, scale, mark and glyph."""
    rows = [Row(np.arange(len(marks)), way, marks.size * scale) for way in ways for scale in SCALES]
    axes = np.concatenate([patch_axes(marks, row) for row in rows])
    patches = cut_patches(picture, np.concatenate([marks.xy] * len(rows)), axes)
    chances = np.asarray(eyes.glyphs.read(patches), np.float64)
    return chances.reshape(len(ways), len(SCALES), len(marks), len(GLYPHS))


def _common_size(marks: Marks, clear: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which marks are about as large as the clear ones; of these, larger ones count more."""
    if not clear.any():
        clear = marks.score > LEAST_SCORE
    sizes, weights = marks.size[clear], (marks.score * marks.size)[clear]
    order = np.argsort(sizes)
    total = np.cumsum(weights[order])
    common = sizes[order][int(np.searchsorted(total, total[-1] / 2))]
    return np.asarray((marks.size > INDEX * common) & (marks.size < GIANT * common))


def _apart(marks: Marks, cards: NDArray[np.bool_], clear: Floats) -> NDArray[np.bool_]:
    """Of marks on one glyph, only the clearest."""
    worth = marks.score * (0.2 + clear) * cards
    gap = np.linalg.norm(marks.xy[:, None] - marks.xy[None], axis=2)
    same = gap < SAME_PLACE * np.minimum(marks.size[:, None], marks.size[None])
    return np.asarray(~(same & (worth[None] > worth[:, None])).any(axis=1))
