"""Which glyphs are the table's cards: those that lie near each other; print on paper is elsewhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.doubts import doubt
from vision.reading import Doubt
from vision.upright.standing import Standing

Reach = tuple[float, float]
"""Glyph heights along a row and across it."""
IN_ROW: Reach = (6.0, 1.0)
TO_NEXT_ROW: Reach = (9.0, 5.5)
DOUBTFUL: Reach = (3.0, 4.0)  # what hardly looks like card must lie as near
CLEAR_CARD, CLEAR_FACE = 0.6, 0.8


def gather(standing: Standing, *reaches: Reach) -> tuple[Standing, list[Doubt]]:
    """The glyphs that hang together by these reaches and weigh most; doubts about cards that lie apart."""
    marks, clear = standing.marks, standing.chances[:, 1:].max(axis=1)
    step = (marks.xy[:, None] - marks.xy[None]) / standing.size
    ahead, aside = np.abs(step @ standing.along), np.abs(step @ standing.down)
    linked = np.zeros(ahead.shape, bool)
    for far, off in reaches:
        linked |= (ahead < far) & (aside < off)
    clearly = (standing.card > CLEAR_CARD) & (clear > CLEAR_FACE)
    linked &= (clearly[:, None] & clearly[None]) | ((ahead < DOUBTFUL[0]) & (aside < DOUBTFUL[1]))
    names = _components(linked)
    weight = np.bincount(names, clear * standing.card)
    own = names == int(weight.argmax())
    apart = marks.xy[~own & clearly]
    return standing.pick(own, standing.chances), [doubt("apart", *point) for point in apart.tolist()]


def _components(linked: NDArray[np.bool_]) -> NDArray[np.integer]:
    """A number for each row of a table of links, the same for all that hang together."""
    names = np.arange(len(linked))
    while True:
        least = np.where(linked, names[None], len(names)).min(axis=1)
        if (least == names).all():
            return names
        names = least
