"""Cards of a Formula row that say the same as a whole: doubts about their faces are settled."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.found import Line
from vision.cards.numbers import SCALES, read_each
from vision.cards.whole_rows import row_of
from vision.layers import Layers
from vision.reading import Doubt
from vision.view import Eyes

ON_MARK = 0.2  # glyph heights
FACE = frozenset({"numeral", "hidden", "glare", "blur", "dark", "untrue"})  # doubts about what a card says


def unless_settled(
    doubts: Sequence[Doubt],
    picture: Layers,
    line: Line,
    faces: Sequence[str],
    chances: Sequence[float],
    eyes: Eyes,
    open_: frozenset[int] = frozenset(),
) -> list[Doubt]:
    """Those doubts but for what a card says that it surely says as a whole too; some cards stay open."""
    asked = {_card_of(each, line) for each in doubts if each.code in FACE} - open_
    cards = [card for card in range(len(faces)) if card in asked]
    if not cards:
        return list(doubts)
    # A joker's drawing may be of any size: how large its card is, the other cards tell.
    steps = line.steps * (np.median(line.size) / line.size)[:, None, None]
    whole = read_each(picture, line.xy[cards], steps[cards], eyes.numbers, SCALES)
    whole = whole.among(row_of(picture, line, eyes.rows).at(line.xy[cards]))
    told = whole.say([faces[card] for card in cards], np.array([chances[card] for card in cards]))
    settled = {card for card, same in zip(cards, told, strict=True) if same}
    return [each for each in doubts if each.code not in FACE or _card_of(each, line) not in settled]


def _card_of(each: Doubt, line: Line) -> int | None:
    """The card at whose middle a doubt lies."""
    if each.x is None or each.y is None:
        return None
    away = np.linalg.norm(line.xy - (each.x, each.y), axis=1)
    nearest = int(away.argmin())
    return nearest if away[nearest] < ON_MARK * line.size[nearest] else None
