"""The one-line notation's common parts: a game's name, then fields set apart by slashes."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.saying import RecordError

EMPTY = "-"
MISSING = "?"


def join(game: str, *parts: str) -> str:
    """Write a position's line from its parts."""
    return " / ".join((game, *(part or EMPTY for part in parts)))


def split(line: str, game: str, count: int) -> list[str]:
    """Take a position's line apart into its parts."""
    parts = [part.strip() for part in line.strip().split(" / ")]
    if parts[0] != game or len(parts) != count + 1:
        raise RecordError("This is not a position of {game}.", game=game)
    return ["" if part == EMPTY else part for part in parts[1:]]


def numbers(values: Iterable[int | None]) -> str:
    """Write numbers with spaces between them; a missing one is a question mark."""
    return " ".join(MISSING if value is None else str(value) for value in values)


def parse_number(word: str) -> int:
    """Read one whole number."""
    try:
        return int(word)
    except ValueError:
        raise RecordError("“{word}” is not a whole number.", word=word[:20]) from None


def parse_numbers(part: str) -> tuple[int, ...]:
    """Read numbers with spaces between them."""
    return tuple(parse_number(word) for word in part.split())


def seat(value: int | None) -> str:
    """Write a seat; nobody is a dash."""
    return EMPTY if value is None else str(value)


def parse_seat(part: str) -> int | None:
    """Read a seat; a dash is nobody."""
    return None if part in ("", EMPTY) else parse_number(part)
