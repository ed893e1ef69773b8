"""Formula once more, slowly and differently: cards lie in stacks, and a search lays them one by one."""

from collections.abc import Iterator
from itertools import count

Row = tuple[str, ...]
"""The faces that show of one number, from left to right; a joker shows as J and its digit, such as J4."""


def layings(row: Row, faces: str | Row) -> Iterator[Row]:
    """Every row that one new card makes: beside, on top of one card, or on top of the whole number."""
    for face in faces:
        yield (face, *row)
        yield (*row, face)
        for at in range(len(row)):
            yield (*row[:at], face, *row[at + 1 :])
        if row:
            yield (face,)


def fewest(old: Row, new: Row) -> int:
    """How many cards it takes, laying one after the other, until the number shows."""
    rows = {old}
    for cards in count():
        if new in rows:
            return cards
        # Laying a face the new number does not show, or more cards than it has, cannot help.
        rows = {
            then
            for row in rows
            for then in layings(row, tuple(set(new)))
            if len(then) <= max(len(old), len(new))
        }
    raise AssertionError


def holds(formula: str) -> bool:
    """Whether a written formula is true in whole numbers."""
    sum_, _, outcome = formula.partition("=")
    for sign in "+-×÷":
        left, found, right = sum_.partition(sign)
        if found:
            one, other, wanted = int(left), int(right), int(outcome)
            if sign == "÷":
                return other != 0 and divmod(one, other) == (wanted, 0)
            return {"+": one + other, "-": one - other, "×": one * other}[sign] == wanted
    return False
