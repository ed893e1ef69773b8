"""Add Up's rows as wholes: parted from each other, read at once, with what was missed and without mirages."""

from __future__ import annotations

import numpy as np

from vision.addup.missed import SURE, unless_denied, with_cards
from vision.addup.yellow import FACES
from vision.cards.numbers import read_about, read_whole
from vision.cards.rows import Row
from vision.cards.whole_rows import HIDDEN, LIKELY, WholeRow, read_row
from vision.doubts import doubt
from vision.layers import Layers
from vision.marks import Floats
from vision.network import SIGN_CARDS
from vision.reading import Doubt
from vision.upright.standing import PAIR, Standing
from vision.view import Eyes

SLOPES = np.tan(np.radians(np.arange(-14, 15)))
LEAST_GAP, WIDE_GAP = 1.1, 2.5  # glyph heights between the rows; more does not part them better
WEAK, NO_CARD = 0.6, 0.97  # the chances of a glyph that may be none, and of no card at its place
LAPS_OVER = 1.6  # glyph heights from a card's middle
STEADY = 4.0  # glyphs that it takes to tell how sizes change over a table


def part_rows(standing: Standing) -> list[Row]:
    """Part the cards where the widest gap runs between them, the upper row first; one row if none does."""
    marks, size = standing.marks, standing.size
    ahead, below = marks.xy @ standing.along / size, marks.xy @ standing.down / size
    upper = np.ones(len(marks), bool)
    if len(marks) > 1:
        levels = below - SLOPES[:, None] * ahead
        ordered = np.sort(levels, axis=1)
        gaps = np.diff(ordered, axis=1)
        at, widest = gaps.argmax(axis=1), gaps.max(axis=1)
        crooked = ordered[:, -1] - ordered[:, 0] - widest
        worth = np.minimum(widest, WIDE_GAP) - 1.5 * crooked - 0.5 * np.abs(SLOPES)
        best = int(np.where(widest > LEAST_GAP, worth, -np.inf).argmax())
        if widest[best] > LEAST_GAP:
            upper = levels[best] <= ordered[best, at[best]]
    rows = []
    for members in (np.nonzero(upper)[0], np.nonzero(~upper)[0]):
        if len(members):
            index = members[np.argsort(ahead[members])]
            rows.append(Row(index, standing.along, marks.size[index]))
    return rows


def read_rows(picture: Layers, standing: Standing, rows: list[Row], eyes: Eyes) -> list[WholeRow]:
    """What each row shows as a whole."""
    sizes = _sizes(standing)
    return [
        read_row(
            picture, standing.marks.xy[row.glyphs], sizes[row.glyphs], standing.steps, eyes.rows
        ).without(SIGN_CARDS)
        for row in rows
    ]


def _sizes(standing: Standing) -> Floats:
    """How high a numeral is at each glyph's place: they shrink evenly towards the far end of a table."""
    xy = standing.marks.xy
    gaps = np.linalg.norm(xy[:, None] - xy[None], axis=2) / standing.marks.size[:, None]
    paired = ((gaps < PAIR).sum(axis=1) > 1).astype(float)
    axes = np.stack([standing.along, standing.down], axis=1)
    at = (xy - xy.mean(axis=0)) @ axes / standing.size
    lines = np.column_stack([np.ones(len(xy)), at, paired])
    # Few glyphs tell nothing: then all sizes are alike.
    steady = np.diag([0.0, STEADY, STEADY, 0.5])
    logs = np.log(standing.marks.size / standing.size)
    found = np.linalg.lstsq(np.concatenate([lines, steady]), np.append(logs, np.zeros(4)), rcond=None)[0]
    return np.asarray(standing.size * np.exp(np.clip(at @ found[1:3], -0.5, 0.5)))


def look_along(
    picture: Layers, standing: Standing, eyes: Eyes
) -> tuple[Standing, list[WholeRow], list[Doubt]]:
    """The cards with what only rows show and without mirages, the rows, and doubts about mirages."""
    rows = part_rows(standing)
    wholes = read_rows(picture, standing, rows, eyes)
    more = with_unread(picture, standing, wholes, eyes)
    if more is not standing:
        standing, rows = more, part_rows(more)
        wholes = read_rows(picture, standing, rows, eyes)
    standing, mirages = without_mirages(picture, standing, rows, wholes, eyes)
    return standing, wholes, mirages


def hidden_cards(standing: Standing, wholes: list[WholeRow]) -> list[Doubt]:
    """Doubts about cards that lie in a row, but cannot be read for what lies on them."""
    met = [card for row in wholes for card in row.unknown(standing.marks.xy)]
    return [doubt("cover", *card.xy.tolist()) for card in met if card.name == HIDDEN and card.chance > LIKELY]


def with_unread(picture: Layers, standing: Standing, wholes: list[WholeRow], eyes: Eyes) -> Standing:
    """The same cards and those that their rows surely show where none was found, but for denied ones."""
    met = [
        card for row in wholes for card in row.unknown(standing.marks.xy) if card.chance > SURE and card.face
    ]
    at = np.array([card.xy for card in met]).reshape(-1, 2)
    whole = read_whole(picture, at, standing.steps, eyes.numbers)
    # A disc on the table looks like a joker's drawing to a row.
    met = [
        card for card, name in zip(met, whole.names, strict=True) if card.name.isdigit() or name == card.name
    ]
    if not met:
        return standing
    xy, clear = np.array([card.xy for card in met]), np.array([card.chance for card in met])
    more = with_cards(standing, xy, [card.name for card in met], clear)
    return unless_denied(picture, standing, more, eyes.glyphs)


def without_mirages(
    picture: Layers, standing: Standing, rows: list[Row], wholes: list[WholeRow], eyes: Eyes
) -> tuple[Standing, list[Doubt]]:
    """The cards without faint glyphs where rows and whole cards show none, and doubts about these.

    What laps over another card hides none.
    """
    kept = np.ones(len(standing.marks), bool)
    for row, whole in zip(rows, wholes, strict=True):
        weak = row.glyphs[standing.chances[row.glyphs][:, FACES].max(axis=1) < WEAK]
        xy = standing.marks.xy[weak]
        told = read_about(picture, xy, standing.steps, eyes.numbers).among(whole.at(xy))
        kept[weak] = told.chances[:, 0] < NO_CARD
    if kept.all() or not kept.any():
        return standing, []
    gone, cards = standing.marks.xy[~kept], standing.marks.xy[kept]
    apart = np.linalg.norm(gone[:, None] - cards[None], axis=2).min(axis=1) > LAPS_OVER * standing.size
    doubts = [doubt("loose-numeral", *point) for point in gone[apart].tolist()]
    return standing.pick(kept, standing.chances), doubts
