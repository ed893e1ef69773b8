"""Two looks at a Formula row, from afar and closer: which of them counts, and what doubt is left."""

from __future__ import annotations

from dataclasses import replace

from vision.formula.equation import FULL, is_formula, is_true, vouches_for_itself
from vision.reading import Reading

STUBBORN = frozenset({"cover", "edge"})  # doubts of a first look that a closer one does not clear
UNREAD = frozenset({"unread-piece", "left-out", "cover"})  # doubts about one more card


def weigh_looks(first: Reading, second: Reading) -> Reading:
    """What both looks make of a row of which the first one was not sure."""
    differ = first.tokens != second.tokens and not _doubted_only(first, second)
    differ = differ and not _made_true(first, second) and not _went_on(first, second)
    if differ and len(second.tokens) == FULL and len(first.tokens) == FULL:
        return first  # two looks that differ make nothing sure
    if not (second.sure or len(second.tokens) == FULL or not first.pieces):
        return first
    if vouches_for_itself(second.tokens):
        return second
    alike = first.tokens == second.tokens
    stubborn = STUBBORN | {"rows"} if alike else STUBBORN  # the same cards have the same gaps
    kept = tuple(each for each in first.why if each.code in stubborn and first.pieces)
    return replace(second, why=kept + second.why)


def _doubted_only(first: Reading, second: Reading) -> bool:
    """Whether a first look saw just the true formula of the second, and jokers hardly to be seen besides."""
    hardly = {(each.x, each.y) for each in first.why if each.code == "hidden"}
    faces = [piece.name for piece in first.pieces if piece.name != "J" or (piece.x, piece.y) not in hardly]
    return faces == [piece.name for piece in second.pieces] and second.sure and is_true(second.tokens)


def _went_on(first: Reading, second: Reading) -> bool:
    """Whether a second look surely read one more card at an end, where the first only saw that one lies."""
    one, other = ([piece.name for piece in each.pieces] for each in (first, second))
    longer = len(other) == len(one) + 1 and one in (other[1:], other[:-1])
    return longer and second.sure and {each.code for each in first.why} <= UNREAD


def _made_true(first: Reading, second: Reading) -> bool:
    """Whether a second look surely sees what makes a formula true that was none or untrue in the first.

    It may see jokers for numerals, any other faces for those that the first look doubted, and a missed card.
    """
    doubted = {(each.x, each.y) for each in first.why}
    likely = all(
        one.name == other.name or (one.x, one.y) in doubted or (one.name.isdigit() and other.name == "J")
        for one, other in zip(first.pieces, second.pieces, strict=False)
    )
    alike = (len(first.pieces) == len(second.pieces) and likely) or _missed_one(first, second)
    before = is_formula("".join(first.tokens)) and is_true(first.tokens)
    return alike and second.sure and is_true(second.tokens) and not before


def _missed_one(first: Reading, second: Reading) -> bool:
    """Whether a first look saw all cards but one."""
    seen, more = ([piece.name for piece in each.pieces] for each in (first, second))
    return len(more) == len(seen) + 1 and any(seen == more[:i] + more[i + 1 :] for i in range(len(more)))
