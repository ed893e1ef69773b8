"""Names for the cards of a Formula row, and which of them are not clear."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cards.found import Line, log_faces
from vision.formula.equation import SIGNS, is_formula, is_true, split_tokens
from vision.marks import Floats
from vision.network import GLYPHS
from vision.reading import Candidate, Piece, Reading

CARD_FACES = np.array([face not in ("none", "spot") for face in GLYPHS])
SURE_MARGIN = 1.3  # nats between the two likeliest faces, in a true formula without jokers
SURE_JOKER, SURE_UNTRUE = 2.5, 4.5  # and where truth is no check; of numerals then misread none had more
SURE_TWICE = 4.0  # the same where two looks say so; a joker was taken for a numeral by 3.2 and 4.3
SURE_SIGN = 3.0  # the same between two signs: of 560 none was taken for another by more than 1
SURE_FACE = 0.5  # what lies on a card and looks like a joker is told by its shape (drawings.py)
MORE_OFTEN_TRUE = 400.0  # times the chance of a face by which a formula is true, against the likeliest
LEAST_CHANCE = 1e-6
SAME_PLACE = 0.4  # glyph heights
JOKER = np.array(["J"])
CERTAIN = 0.99  # a card read with this confidence is remembered even from an unsure reading


def name_cards(
    line: Line,
    text: str,
    previous: Reading | None,
    drawn: NDArray[np.bool_] | None = None,
    first: Reading | None = None,
) -> tuple[list[Piece], dict[int, str]]:
    """Each card with its likeliest faces, and by number why it is doubted: two are close, or none is clear.

    A face that was read for certain at the same place before needs no more than to be the likeliest again.
    A joker that is seen to be drawn on its card need not look like any known one in a true formula. What was
    clear in a first look at the same picture need not be as clear again.
    """
    names = np.array(GLYPHS)[CARD_FACES]
    logs = log_faces(line.chances, CARD_FACES)
    seen = line.chances[:, CARD_FACES]
    alone = seen if line.alone is None else line.alone[:, CARD_FACES]
    true = is_true(split_tokens(text))
    drawn = np.zeros(len(text), bool) if drawn is None else drawn
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
        least = _least(piece.name, str(names[order[1]]))
        margin = logs[i, order[0]] - logs[i, order[1]]
        if _lay_there(piece, float(line.size[i]), previous):
            continue
        before = _margin_before(piece, float(line.size[i]), first)
        if margin > SURE_MARGIN and (before > least or min(before, margin) > SURE_TWICE):
            margin = max(margin, least)
        if margin < SURE_MARGIN:
            unclear[i] = "numeral"
        elif confidence < SURE_FACE and not (true and drawn[i]):
            unclear[i] = "hidden"
        elif margin < least and not (true and _checks(text, i, names, logs[i], margin)):
            unclear[i] = "numeral" if true else "untrue"
        elif not true and _nearly_true(text, i, names, alone[i]):
            unclear[i] = "untrue"
    return pieces, unclear


def _least(face: str, other: str) -> float:
    """Nats by which a face must be likelier than another one where truth is no check."""
    if face == "J":
        return SURE_JOKER
    return SURE_SIGN if face in SIGNS and other in SIGNS + "=" else SURE_UNTRUE


def _checks(text: str, card: int, names: NDArray[np.str_], logs: Floats, margin: float) -> bool:
    """Whether a true formula would be untrue with any other face that a card may show, so that none is it.

    Jokers make many formulas true, so that with them a face must be clearer all the same; times 0, any does.
    """
    near = names[(logs > logs.max() - SURE_UNTRUE) & (names != text[card])]
    if "J" not in text:
        return not _true_with(text, card, near[near != "J"])
    if text[card] == "J" or margin < SURE_JOKER or not is_formula(text):
        return False
    return not _true_with(text, card, near)


def _nearly_true(text: str, card: int, names: NDArray[np.str_], chances: Floats) -> bool:
    """Whether an untrue formula would be true with another face that a card may just possibly show.

    People lay true formulas far more often, so that is likelier than the chances say.
    """
    near = names[(chances > chances.max() / MORE_OFTEN_TRUE) & (names != text[card])]
    return is_formula(text) and _true_with(text, card, near)


def never_settled(text: str) -> frozenset[int]:
    """Which cards of an untrue formula stay in doubt: those that would make it true as jokers, and signs.

    Rings look like 0 and shaken + like ÷ to all networks.
    """
    if is_true(split_tokens(text)):
        return frozenset()
    return frozenset(i for i, face in enumerate(text) if face in SIGNS + "=" or _true_with(text, i, JOKER))


def _true_with(text: str, card: int, names: NDArray[np.str_]) -> bool:
    """Whether one of some faces on a card would make a true formula."""
    others = (f"{text[:card]}{name}{text[card + 1 :]}" for name in names)
    return any(is_formula(other) and is_true(split_tokens(other)) for other in others)


def _margin_before(piece: Piece, size: float, first: Reading | None) -> float:
    """Nats by which a first look saw the same face at the same place before all others; 0 if it did not."""
    for old in first.pieces if first is not None else ():
        near = np.hypot(old.x - piece.x, old.y - piece.y) < SAME_PLACE * size
        if near and old.name == piece.name and old.confidence > SURE_FACE and old.runners_up:
            return float(np.log(old.confidence / max(old.runners_up[0].confidence, LEAST_CHANCE)))
    return 0.0


def _lay_there(piece: Piece, size: float, previous: Reading | None) -> bool:
    """Whether the same face was read for certain at the same place before."""
    return previous is not None and any(
        old.name == piece.name and np.hypot(old.x - piece.x, old.y - piece.y) < SAME_PLACE * size
        for old in previous.pieces
        if previous.sure or old.confidence >= CERTAIN
    )
