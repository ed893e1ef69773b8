"""Names for the cards of a Formula row, and which of them are not clear."""

from __future__ import annotations

import numpy as np

from vision.cards.equation import is_true, split_tokens
from vision.cards.found import Line, log_faces
from vision.network import GLYPHS
from vision.reading import Candidate, Piece, Reading

CARD_FACES = np.array([face not in ("none", "spot") for face in GLYPHS])
SURE_MARGIN = 1.3  # nats between the two likeliest faces, in a true formula without jokers
SURE_JOKER, SURE_UNTRUE = 2.5, 4.5  # and where truth is no check; of numerals then misread none had more
SURE_FACE = 0.5  # what lies on a card and looks like a joker is told by its shape (drawings.py)
SAME_PLACE = 0.4  # glyph heights
CERTAIN = 0.99  # a card read with this confidence is remembered even from an unsure reading


def name_cards(line: Line, text: str, previous: Reading | None) -> tuple[list[Piece], dict[int, str]]:
    """Each card with its likeliest faces, and by number why it is doubted: two are close, or none is clear.

    A face that was read for certain at the same place before needs no more than to be the likeliest again.
    """
    names = np.array(GLYPHS)[CARD_FACES]
    logs = log_faces(line.chances, CARD_FACES)
    seen = line.chances[:, CARD_FACES]
    true = is_true(split_tokens(text))
    checked = true and "J" not in text
    pieces, unclear = [], {}
    for i, order in enumerate(np.argsort(-logs, axis=1)):
        x, y = (float(value) for value in line.xy[i])
        half = float(line.size[i]) * 1.1
        confidence = float(seen[i, order[0]])
        piece = Piece(
            str(names[order[0]]),
            x,
            y,
            confidence,
            tuple(Candidate(str(names[k]), float(seen[i, k])) for k in order[1:4]),
            (x - half, y - half, x + half, y + half),
            order=i,
        )
        pieces.append(piece)
        margin = logs[i, order[0]] - logs[i, order[1]]
        if _lay_there(piece, float(line.size[i]), previous):
            continue
        if margin < SURE_MARGIN:
            unclear[i] = "numeral"
        elif confidence < SURE_FACE:
            unclear[i] = "hidden"
        elif not checked and margin < (SURE_JOKER if piece.name == "J" else SURE_UNTRUE):
            unclear[i] = "numeral" if true else "untrue"
    return pieces, unclear


def _lay_there(piece: Piece, size: float, previous: Reading | None) -> bool:
    """Whether the same face was read for certain at the same place before."""
    return previous is not None and any(
        old.name == piece.name and np.hypot(old.x - piece.x, old.y - piece.y) < SAME_PLACE * size
        for old in previous.pieces
        if previous.sure or old.confidence >= CERTAIN
    )
