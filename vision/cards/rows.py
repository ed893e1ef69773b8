"""Rows of cards from loose glyphs: which stand beside each other, and in which order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.marks import Floats, Ints, Marks

LONGEST_STEP = 7.0  # glyph heights from one card to the next, over a wide gap
SIZE_RATIO = 1.9  # a glyph this much smaller or larger than the row's is none of its cards
SHRUNK_RATIO = 1.35  # the same, for a glyph at its own place in a row that shrinks towards its far end
ENOUGH_TO_SHRINK = 4  # cards that tell how a row shrinks


@dataclass(frozen=True)
class Row:
    """Cards from one end to the other: `along` is the way they follow, in the picture."""

    glyphs: Ints
    along: Floats
    size: Floats

    def pick(self, which: NDArray[np.bool_]) -> Row:
        """Only the cards that a mask names."""
        return Row(self.glyphs[which], self.along, self.size[which])

    def reversed(self) -> Row:
        """The same cards seen from the other side of the table."""
        return Row(self.glyphs[::-1], -self.along, self.size[::-1])


def find_rows(glyphs: Marks, along: Floats | None = None) -> tuple[Row, ...]:
    """Link the glyphs of the commonest size to rows, the longest first; `along` if the way is known."""
    if not len(glyphs):
        return ()
    rows = _link_rows(glyphs, np.nonzero(_same_size(glyphs))[0], along)
    # Seen askance, the far end of a long row is half as large as the near one.
    farther = np.setdiff1d(
        np.nonzero(_as_large(glyphs, rows[0]))[0], np.concatenate([r.glyphs for r in rows])
    )
    if len(farther):
        every = np.sort(np.concatenate([farther, *(row.glyphs for row in rows)]))
        rows = _link_rows(glyphs, every, rows[0].along)
    return rows


def _link_rows(glyphs: Marks, common: Ints, along: Floats | None) -> tuple[Row, ...]:
    """Link some of the glyphs to rows, the longest first."""
    alike = glyphs.pick(common)
    if along is None:
        turn = common_turn(alike)
        ways = [np.array([np.cos(a), np.sin(a)]) for a in (turn, turn + np.pi / 2)]
        along = max(ways, key=lambda way: float(_link(alike, way)[1].sum()))
    for _ in range(2):
        along = _direction(alike, _link(alike, along)[0], along)
    follower = _link(alike, along)[0]
    rows = [Row(common[chain], along, _row_size(alike.pick(chain), along)) for chain in _chains(follower)]
    return tuple(sorted(rows, key=lambda row: -len(row.glyphs)))


def common_turn(glyphs: Marks) -> float:
    """The turn that all cards share, modulo a quarter."""
    return float(np.angle((glyphs.score * np.exp(4j * glyphs.turn)).sum()) / 4)


def near_row(marks: Marks, cards: Marks, row: Row) -> NDArray[np.bool_]:
    """Which marks are as large as a row's cards and stand between them or beside its ends, on no card."""
    side = float(np.median(row.size))
    step = marks.xy[:, None] - cards.xy[row.glyphs][None]
    ahead, aside = np.abs(step @ row.along), np.abs(step @ np.array([-row.along[1], row.along[0]]))
    beside = ((ahead < 3 * side) & (aside < 0.7 * side)).any(axis=1)
    own = ((ahead < 0.75 * side) & (aside < 1.6 * side)).any(axis=1)
    alike = (marks.size > side / SIZE_RATIO) & (marks.size < side * SIZE_RATIO)
    return np.asarray(beside & ~own & alike)


def _same_size(glyphs: Marks) -> np.ndarray:
    """Glyphs about as large as the commonest large one: indices and print are smaller."""
    logs = np.log(glyphs.size)
    near = np.abs(logs[:, None] - logs[None]) < np.log(SIZE_RATIO) / 2
    crowd = near @ glyphs.score
    middle = logs[int((crowd * np.exp(0.5 * logs)).argmax())]
    return np.asarray(np.abs(logs - middle) < np.log(SIZE_RATIO))


def _as_large(glyphs: Marks, row: Row) -> NDArray[np.bool_]:
    """Which glyphs are as large as a row's would be at their places, growing or shrinking as it does."""
    if len(row.glyphs) < ENOUGH_TO_SHRINK:
        return np.zeros(len(glyphs), bool)
    place = glyphs.xy @ row.along
    slope, level = np.polyfit(place[row.glyphs], np.log(row.size), 1)
    return np.asarray(np.abs(np.log(glyphs.size) - level - slope * place) < np.log(SHRUNK_RATIO))


def _link(glyphs: Marks, along: Floats) -> tuple[Ints, Floats]:
    """For each glyph the next one along the row (or -1), and how well the two fit."""
    count = len(glyphs)
    step = glyphs.xy[None] - glyphs.xy[:, None]
    size = np.sqrt(glyphs.size[:, None] * glyphs.size[None])
    ahead = step @ along / size
    aside = np.abs(step @ np.array([-along[1], along[0]])) / size
    fits = (ahead > 0.35) & (ahead < LONGEST_STEP) & (aside < 0.55 + 0.22 * np.minimum(ahead, 3))
    cost = np.where(fits, ahead + 1.5 * aside, np.inf)
    follower, leader = cost.argmin(axis=1), cost.argmin(axis=0)
    index = np.arange(count)
    mutual = np.isfinite(cost[index, follower]) & (leader[follower] == index)
    quality = np.where(mutual, np.exp(-0.3 * np.where(mutual, cost[index, follower], 0)), 0.0)
    return np.where(mutual, follower, -1), quality


def _direction(glyphs: Marks, follower: Ints, along: Floats) -> Floats:
    """The mean way from card to card, or the way we had when nothing is linked."""
    linked = np.nonzero(follower >= 0)[0]
    if len(linked) < 2:
        return along
    steps = glyphs.xy[follower[linked]] - glyphs.xy[linked]
    total = steps.sum(axis=0)
    return np.asarray(total / np.linalg.norm(total))


def _chains(follower: Ints) -> list[Ints]:
    """Follow the links from every glyph that follows none."""
    starts = np.setdiff1d(np.arange(len(follower)), follower[follower >= 0])
    chains = []
    for start in starts:
        chain = [int(start)]
        while follower[chain[-1]] >= 0:
            chain.append(int(follower[chain[-1]]))
        chains.append(np.array(chain))
    return chains


def _row_size(cards: Marks, along: Floats) -> Floats:
    """Glyph heights along the row: steady, but free to shrink towards the far end."""
    logs = np.log(cards.size)
    if len(cards) < 4:
        return np.full(len(cards), np.exp(np.median(logs)))
    place = cards.xy @ along
    place = (place - place.mean()) / (place.std() + 1e-9)
    keep = np.abs(logs - np.median(logs)) <= max(0.25, float(np.abs(logs - np.median(logs)).mean()) * 2)
    slope, level = np.polyfit(place[keep], logs[keep], 1)
    return np.asarray(np.exp(level + slope * place))
